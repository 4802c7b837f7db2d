"""The recognizer that answered when the sessions were recorded. No test needs it: they answer from the sessions.

    python3 recognizer.py & voicetest test --calls live
"""
import http.server
import json
import time


class Recognizer(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["content-length"])))
        time.sleep(.2)
        answer = json.dumps({"text": "large" if question["milliseconds"] < 1_200 else "ada lovelace"}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", 8766), Recognizer).serve_forever()
