"""The model that answered when the sessions were recorded. No test needs it: they answer from the sessions.

    python3 model.py & voicetest test --calls live
"""
import http.server
import json
import time

ANSWERS = {"a large pizza": "large", "a small pizza": "small", "yes please": "yes", "no thanks": "no"}


class Model(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["content-length"])))
        words = question["messages"][-1]["content"]
        time.sleep(.3 if words in ANSWERS else 2.5)
        answer = json.dumps({"choice": ANSWERS.get(words, "nothing")}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        try:
            self.wfile.write(answer)
        except BrokenPipeError:
            pass

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", 8765), Model).serve_forever()
