"""Two servers on loopback that give secrets and ask for them back; both clients test with them.

    python3 secrets_server.py    prints its ports and secrets, and serves until its input ends
"""
import base64
import gzip
import hashlib
import http.server
import json
import struct
import sys
import threading
import zlib

# The app has none of these by itself.
TOKEN, CLIENT_SECRET = "9f8e7d6c5b4aQw2Rb8Vn5Yc1", "3vX7qLz0Pd5Ws8Rt2Hn6"
COOKIE, SEAT = "c0ffee00c0ffee11c0ffee22", "7Jd2mWq9Lx4Tz6Bn1Rk8"     # of an answer, of the opening of a WebSocket
OWN = "9zK8vT3rM2wQ7xB1cD5f"              # the app's own key, from its environment
SECRETS = [TOKEN, COOKIE, SEAT, CLIENT_SECRET, OWN]


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def answer(self, body=b"", status=200, **headers):
        self.send_response(status)
        for name, value in {**headers, "Content_Length": str(len(body))}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.path == "/login":
            text = f'{{"zebra": 1.0,  "token":"{TOKEN}","apple":2}}'
            return self.answer(text.encode(), Set_Cookie=f"place={COOKIE}; Path=/")
        plain = (zlib if self.headers["Content-Encoding"] == "deflate" else gzip).decompress(body)
        return self.answer(json.dumps({"ok": json.loads(plain) == {"token": TOKEN, "key": OWN}}).encode())

    def do_GET(self):
        path, _, query = self.path.partition("?")
        if path == "/moved":
            return self.answer(status=302, Location=f"/open?{query}")
        if path == "/talk":
            return self.talk(query)
        is_open = OWN in query if path == "/open" else self.headers["Authorization"] == f"Bearer {TOKEN}"
        return self.answer(status=200 if is_open else 401)

    def talk(self, query):
        """A WebSocket: it asks for the secrets of the opening and of each message."""
        cookie = self.headers["Cookie"]
        if query != f"token={TOKEN}" or cookie not in (None, f"place={COOKIE}"):
            return self.answer(f'{{"token":"{TOKEN}"}}'.encode(), 401, Set_Cookie=f"place={COOKIE}")
        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        self.send_response(101)
        for name, value in {"Upgrade": "websocket", "Connection": "Upgrade", "Set-Cookie": f"seat={SEAT}; Path=/",
                            "Sec-WebSocket-Accept": accept}.items():
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True
        is_known = json.loads(self.read_message()) == {"type": "auth", "token": TOKEN}
        session = {"client_secret": {"value": CLIENT_SECRET}}
        self.send_frame(0x81, json.dumps({"zebra": is_known, "session": session}).encode())
        is_known = json.loads(self.read_message()) == {"client_secret": CLIENT_SECRET, "place": COOKIE}
        self.send_frame(0x82, str(is_known).encode())
        self.send_frame(0x88, struct.pack(">H", 1000))
        return self.read_message()

    def read_message(self):
        parts = []
        while True:
            first, size = self.rfile.read(2)
            size = struct.unpack(">H", self.rfile.read(2))[0] if size & 127 == 126 else size & 127
            mask = self.rfile.read(4)
            parts.append(bytes(byte ^ mask[index % 4] for index, byte in enumerate(self.rfile.read(size))))
            if first & 128:
                return b"".join(parts)

    def send_frame(self, first, body):
        self.wfile.write(bytes([first, len(body)]) + body)
        self.wfile.flush()


def start():
    """Starts both servers; gives what closes them."""
    servers = [http.server.ThreadingHTTPServer((address, 0), Server) for address in ("127.0.0.1", "127.0.0.2")]
    for server in servers:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
    return servers


if __name__ == "__main__":
    started = [str(server.server_port) for server in start()]
    print(json.dumps({"ports": started, "own": OWN, "secrets": SECRETS}), flush=True)
    sys.stdin.read()
