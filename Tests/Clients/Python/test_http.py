"""Headers and tokens of answers: a bot gets the same without voicetest, while it is recorded and in a replay."""
import base64
import gzip
import http.server
import json
import os
import subprocess
import threading

import pytest

import harness
from harness import CLIENT, ROOT, run

BOTS = ROOT / "Tests/Clients/Python/bots"
TOKEN = ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in (
    b'{"alg":"HS256"}', b'{"exp":1700003600,"sub":"u1"}', b"sig12345678901234567890"))


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        status, reason, headers, body = self.answer()
        self.send_response(status, reason)
        for name, value in [*headers, ("content-length", str(len(body)))]:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def answer(self):
        packed, is_known = gzip.compress(b'{"zebra": 1}', mtime=0), "sid=abc" in self.headers.get("cookie", "")
        coding = [("content-encoding", "gzip"), ("content-type", "application/json")]
        if self.path == "/token":
            return 200, None, [], json.dumps({"access_token": TOKEN, "zebra": 1, "apple": 2}).encode()
        if self.path == "/orders":
            return 200, None, [], json.dumps([self.headers["authorization"] == "Bearer " + TOKEN]).encode()
        return {
            "/login": (200, "Signed In", [("Set-Cookie", "sid=abc; Path=/")], b"{}"),
            "/menu": (200, None, [], b'{"pizza": ["large", "small"]}') if is_known else (401, None, [], b"no"),
            "/zipped": (200, None, coding, packed),
            "/zipped-if-asked": (200, None, coding, packed) if "gzip" in self.headers.get("accept-encoding",
                "") else (200, None, [], b'{"zebra": 1}'),
            "/headers": (200, None, [("link", '</menu?page=2>; rel="next"'), ("etag", '"v7"'),
                ("x-ratelimit-remaining", "3"), ("X-Total-Count", "12")], b"[1,2]"),
            "/busy": (429, None, [("retry-after", "2")], b"{}"),
        }[self.path]

    def log_message(self, *words):
        pass


@pytest.fixture
def server():
    one = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=one.serve_forever, daemon=True).start()
    yield one
    one.shutdown()
    one.server_close()


def rows_of(printed):
    return json.loads(next(line for line in printed.splitlines() if line.startswith("[[")))


@pytest.mark.parametrize("library", ["urllib", "requests", "httpx", "httpx-async", "aiohttp"])
def test_cookies_codings_and_headers_reach_a_library_as_without_voicetest(server, library):
    name = library.split("-")[0]
    if subprocess.run([harness.PYTHON, "-c", f"import {name}"], capture_output=True).returncode:
        pytest.skip(f"{name} is not installed")
    arguments = [library, f"http://127.0.0.1:{server.server_port}"]
    done = subprocess.run([harness.PYTHON, BOTS / "headers.py", *arguments], capture_output=True, text=True, timeout=30,
                          env={**os.environ, "PYTHONPATH": str(CLIENT)})
    plain = rows_of(done.stderr)
    assert [status for _, status, *_ in plain] == [200, 200, 200, 200, 200, 429]
    live = run(BOTS / "headers.py", arguments=arguments)
    server.socket.close()
    again = run(BOTS / "headers.py", arguments=arguments, calls=live.made, steps=7)
    assert rows_of(live.printed) == plain and rows_of(again.printed) == plain
    assert again.trace == live.trace and live.escapes == []


def test_a_token_in_an_answer_stays_readable_in_its_place_and_opens_what_it_opened(server):
    arguments, hello = [f"http://127.0.0.1:{server.server_port}"], {"secrets": {}}
    live = run(BOTS / "signs_in.py", arguments=arguments, hello=hello)
    again = [run(BOTS / "signs_in.py", arguments=arguments, hello=hello, calls=live.made, steps=step) for step in (7,
        400)]
    assert [act["fields"] for _, kind, act in live.trace if kind == "emit"] == [{"offer": "zebra or apple",
        "expires": 1_700_003_600, "orders": [True]}]
    assert [one.trace for one in again] == [live.trace] * 2
    assert TOKEN not in json.dumps(live.lines)
