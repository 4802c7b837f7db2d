"""The clouds of the bots, without a network: /listen hears how long, /think answers, /speak gives samples of 24 kHz."""
import array
import http.server
import json
import threading


def answer_of(path, body):
    if path == "/listen":
        return json.dumps({"text": " ".join(["word"] * (1 + len(body) // 40_000))}).encode()
    if path.startswith("/google"):
        heard = {"alternative": [{"transcript": "word " * (1 + len(body) // 10_000) + "there", "confidence": .9}], "final": True}
        return b'{"result":[]}\n' + json.dumps({"result": [heard], "result_index": 0}).encode() + b"\n"
    if path == "/think":
        asked = json.loads(body)
        return json.dumps({"text": f"{asked['prompt']} {asked['heard']}"}).encode()
    return array.array("h", [4_000, -4_000] * (600 * len(body))).tobytes()


class Cloud(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = answer_of(self.path, self.rfile.read(int(self.headers["content-length"])))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


def start():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Cloud)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
