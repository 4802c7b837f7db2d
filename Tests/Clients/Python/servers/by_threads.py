"""Webhooks on servers of threads: `http.server` with one thread or many, and Flask."""
import http.server
import sys

import talk


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = talk.answer(self.rfile.read(int(self.headers["content-length"])).decode()).encode()
        self.send_response(200)
        self.send_header("content-type", "text/xml")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        raise ValueError("planted")


def flask():
    from flask import Flask, request
    app = Flask(__name__)

    @app.post("/call")
    def call():
        return talk.answer(request.get_data(as_text=True)), {"content-type": "text/xml"}

    @app.get("/fails")
    def fails():
        raise ValueError("planted")
    app.run(host="0.0.0.0", port=talk.PORT)


if sys.argv[1] == "flask":
    flask()
else:
    with getattr(http.server, sys.argv[1])(("0.0.0.0", talk.PORT), Handler) as server:
        server.serve_forever()
