"""An odd server on loopback: each path is a way in which servers answer, in raw bytes.

    python3 server.py    prints its port and serves until its input ends
"""
import base64
import gzip
import hashlib
import socket
import struct
import sys
import threading
import time
import zlib

TEXT = b'{"zebra": 1,  "apple": [2, 3], "token": "piece"}\n'
LONG = bytes(range(256)) * 300
RESET = object()            # ends the connection with a reset
JWT = ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in (
    b'{"alg":"HS256","typ":"JWT"}', b'{"sub":"ada","exp":1900000000}', hashlib.sha256(b"fidelity").digest()))
# Values that may not reach the disk.
SECRETS = {"session": "s-41f0c9d27ab86e35", "key": "sk-proj-" + "9aB3xQ7rT1vY5zK8" * 2, "jwt": JWT, "password": "hunter2secret"}


def answer(body=b"", *fields, status="200 OK", version="1.1", length=True):
    """One whole answer; `length` says how long the body is."""
    lines = [f"HTTP/{version} {status}", *(f"{name}: {value}" for name, value in fields)]
    if length:
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def chunked(*pieces, fields=(), trailers=(), extension=""):
    head = answer(b"", ("Transfer-Encoding", "chunked"), *fields, length=False)
    body = b"".join(b"%x%b\r\n%b\r\n" % (len(piece), extension.encode(), piece) for piece in pieces)
    return head + body + b"0\r\n" + "".join(f"{name}: {value}\r\n" for name, value in trailers).encode() + b"\r\n"


def raw_deflate(data):
    coder = zlib.compressobj(wbits=-15)
    return coder.compress(data) + coder.flush()


def squeezed(data):
    return gzip.compress(data, mtime=0)


def json_of(**members):
    import json
    return json.dumps(members).encode()


# What a path answers: bytes, seconds to wait, RESET, or a function of the request.
BEHAVIOURS = {
    "plain": [answer(TEXT, ("Content-Type", "application/json"))],
    "no-type": [answer(TEXT)],
    "empty": [answer()],
    "until-close": [answer(TEXT, length=False)],
    "old-version": [answer(TEXT, version="1.0", length=False)],
    "own-words": [answer(TEXT, status="200 Fine, thanks")],
    "no-words": [answer(TEXT, status="200 ")],
    "bytes": [answer(LONG, ("Content-Type", "application/octet-stream"))],
    "latin-1": [answer("gr\xfc\xdfe".encode("latin-1"), ("Content-Type", "text/plain; charset=iso-8859-1"))],
    "utf-16": [answer("gr\xfc\xdfe".encode("utf-16"), ("Content-Type", "text/plain; charset=utf-16"))],
    "bom": [answer(b"\xef\xbb\xbf" + TEXT, ("Content-Type", "application/json"))],
    "nul": [answer(b"a\x00b")],
    "line-ends": [answer(b"a\r\nb\rc\n")],
    "key-order": [answer(b'{"b":1,"a":2,"c":{"z":1,"y":1.0,"x":1e3}}', ("Content-Type", "application/json"))],
    "key-twice": [answer(b'{"a":1,"a":2}', ("Content-Type", "application/json"))],
    "escapes": [answer(b'{"a":"\\u00e9\\/\\ud83d\\ude00"}', ("Content-Type", "application/json"))],
    "large-number": [answer(b'{"a":12345678901234567890.10}', ("Content-Type", "application/json"))],
    "links": [answer(b"[]", ("Link", '</2>; rel="next", </9>; rel="last"'))],
    "etag": [answer(b"[]", ("ETag", 'W/"v7"'), ("Last-Modified", "Wed, 21 Oct 2015 07:28:00 GMT"))],
    "rate": [answer(b"[]", ("X-RateLimit-Remaining", "3"), ("x-ratelimit-reset-tokens", "6ms"), ("openai-processing-ms", "80"))],
    "retry-after": [answer(b"{}", ("Retry-After", "2"), ("retry-after-ms", "1500"), status="429 Too Many Requests")],
    "spelling": [answer(b"", ("X-ODD-sPeLLing", "two  blanks"), ("x_low", "1"))],
    "empty-value": [answer(b"", ("X-Nothing", ""))],
    "many-headers": [answer(b"", *((f"X-{number}", "v" * number) for number in range(60)))],
    "long-header": [answer(b"", ("X-Long", "v" * 6_000))],
    "same-twice": [answer(b"", ("Vary", "a"), ("X-Between", "1"), ("Vary", "b"))],
    "latin-1-header": [answer(b"", ("X-Name", "gr\xfc\xdfe"))],
    "quotes": [answer(b"", ("Content-Disposition", 'attachment; filename="a \\"b\\".txt"'))],
    "cookie": [answer(b"", ("Set-Cookie", "size=large; Path=/"))],
    "cookies": [answer(b"", ("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2; Expires=Wed, 21 Oct 2065 07:28:00 GMT; HttpOnly"))],
    "cookie-ends": [answer(b"", ("Set-Cookie", "a=; Max-Age=0; Path=/"))],
    "sees-cookies": [lambda request: answer(request.header("cookie").encode())],
    "checks": [lambda request: answer(request.known())],
    "echo": [lambda request: answer(request.told(), ("Content-Type", "text/plain"))],
    "gzip": [answer(squeezed(TEXT), ("Content-Encoding", "gzip"), ("Content-Type", "application/json"))],
    "x-gzip": [answer(squeezed(TEXT), ("Content-Encoding", "x-gzip"))],
    "deflate": [answer(zlib.compress(TEXT), ("Content-Encoding", "deflate"))],
    "raw-deflate": [answer(raw_deflate(TEXT), ("Content-Encoding", "deflate"))],
    "gzip-pieces": [chunked(squeezed(TEXT)[:10], squeezed(TEXT)[10:], fields=[("Content-Encoding", "gzip")])],
    "gzip-twice": [answer(squeezed(squeezed(TEXT)), ("Content-Encoding", "gzip, gzip"))],
    "gzip-cut": [answer(squeezed(LONG)[:-12], ("Content-Encoding", "gzip"))],
    "gzip-broken": [answer(b"no gzip at all", ("Content-Encoding", "gzip"))],
    "gzip-of-nothing": [answer(b"", ("Content-Encoding", "gzip"))],
    "gzip-file": [answer(squeezed(TEXT), ("Content-Type", "application/gzip"))],
    "unknown-coding": [answer(TEXT, ("Content-Encoding", "rot13"))],
    "identity": [answer(TEXT, ("Content-Encoding", "identity"))],
    "chunks": [chunked(b"one ", b"two ", b"three")],
    "chunk-extensions": [chunked(b"one", b"two", extension=";name=value")],
    "no-chunks": [chunked()],
    "trailers": [chunked(b"one", fields=[("Trailer", "X-Sum")], trailers=[("X-Sum", "9"), ("x-Other", "a")])],
    "lines": [chunked(b'{"a":1}\n', b'{"a":2}\n', fields=[("Content-Type", "application/x-ndjson")])],
    "events": [chunked(b"event: a\ndata: 1\n\n", b"data: [DONE]\n\n", fields=[("Content-Type", "text/event-stream")])],
    "split-letter": [chunked("gr\xfc\xdfe".encode()[:3], "gr\xfc\xdfe".encode()[3:])],
    "slow": [answer(b"", ("Content-Length", "8"), length=False), .02, b"slow", .02, b"ness"],
    "slow-head": [b"HTTP/1.1 200", .02, b" OK\r\nX-A: 1\r\nContent-", .02, b"Length: 2\r\n\r\nok"],
    "no-content": [answer(status="204 No Content", length=False)],
    "not-modified": [answer(b"", ("ETag", '"a"'), status="304 Not Modified", length=False)],
    "created": [answer(b"{}", ("Location", "/made/7"), status="201 Created")],
    "partial": [answer(b"bcd", ("Content-Range", "bytes 1-3/9"), status="206 Partial Content")],
    "bad": [answer(b'{"error":{"type":"bad"}}', ("Content-Type", "application/problem+json"), status="400 Bad Request")],
    "login": [answer(b"", ("WWW-Authenticate", 'Bearer realm="x", error="invalid"'), status="401 Unauthorized")],
    "teapot": [answer(b"short and stout", status="418 I'm a teapot")],
    "failed": [answer(b"<h1>\xf0\x9f\x94\xa5</h1>", ("Content-Type", "text/html"), status="500 Oh No")],
    "odd-status": [answer(b"?", status="599 Odd")],
    "own-status": [answer(b"?", status="999 Request Denied")],
    "moved": [answer(b"", ("Location", "/plain"), status="302 Found")],
    "moved-twice": [answer(b"", ("Location", "moved"), status="301 Moved Permanently")],
    "moved-with-cookie": [answer(b"", ("Location", "/sees-cookies"), ("Set-Cookie", "way=1; Path=/"), status="303 See Other")],
    "moved-kept": [answer(b"gone", ("Location", "/echo?a=1"), status="307 Temporary Redirect")],
    "moved-nowhere": [answer(b"stay", status="302 Found")],
    "continue": [b"HTTP/1.1 100 Continue\r\n\r\n", answer(TEXT)],
    "cut-body": [answer(b"", ("Content-Length", "90"), length=False) + b"half"],
    "cut-chunks": [chunked(b"one")[:-5]],
    "cut-head": [b"HTTP/1.1 200 OK\r\nX-A"],
    "nothing": [b""],
    "reset": [RESET],
    "no-http": [b"220 mail.example ESMTP\r\n"],
}
# What a WebSocket of a path is sent; a text or bytes, or an answer that refuses it.
TALKS = {
    "talk": ["hello", b"\x00\xff", "gr\xfc\xdfe"],
    "talk-with-cookie": ["hello"],
    "refused": answer(b"no access", ("X-Why", "busy"), ("Content-Type", "text/plain"), status="403 Not You"),
    "refused-bytes": answer(b"\xff\xfe", status="503 Busy"),
}
# Paths on which what is hidden comes.
HIDDEN = {
    "secret-json": lambda: answer(json_of(zebra=1, access_token=SECRETS["key"], apple=2), ("Content-Type", "application/json")),
    "secret-cookie": lambda: answer(b"", ("Set-Cookie", f"session={SECRETS['session']}; Path=/; HttpOnly")),
    "secret-jwt": lambda: answer(json_of(id_token=SECRETS["jwt"]), ("Content-Type", "application/json")),
    "secret-gzip": lambda: answer(squeezed(json_of(password=SECRETS["password"])), ("Content-Encoding", "gzip")),
}


class Request:
    def __init__(self, stream):
        first = stream.readline().split()
        self.method, self.path = (first[0].decode(), first[1].decode()) if len(first) > 2 else ("", "")
        self.lines = []
        while line := stream.readline().strip():
            self.lines.append(line.decode("latin-1"))
        if self.header("expect"):
            stream.raw._sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
        self.body = b""
        if self.header("transfer-encoding"):
            while size := int(stream.readline(), 16):
                self.body += stream.read(size + 2)[:-2]
            stream.readline()
        else:
            self.body = stream.read(int(self.header("content-length") or 0))

    def header(self, name):
        return next((line.partition(":")[2].strip() for line in self.lines if line.lower().startswith(name + ":")), "")

    def known(self):
        """Where the request has which of the secrets, as they really are."""
        places = {"cookie": self.header("cookie"), "authorization": self.header("authorization"), "path": self.path,
                  "body": self.body.decode("latin-1")}
        return "; ".join(f"{place} has {name}" for place, text in places.items() for name, value in sorted(SECRETS.items()) if value in text).encode()

    def told(self):
        """All that the server got, but for what each run draws anew."""
        return "\n".join([self.method + " " + self.path, *self.lines, ""]).encode("latin-1") + self.body


def talk(connection, stream, request, name):
    key = request.header("sec-websocket-key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
    extra = "Set-Cookie: seat=4\r\nX-Odd: 1\r\n" if name.endswith("cookie") else ""
    connection.sendall(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        f"{extra}Sec-WebSocket-Accept: {accept}\r\n\r\n").encode())
    for message in TALKS[name]:
        body = message.encode() if isinstance(message, str) else message
        connection.sendall(bytes([0x81 if isinstance(message, str) else 0x82, len(body)]) + body)
    connection.sendall(b"\x88\x02\x03\xe8")
    stream.read(8)


# Behind these the connection is over.
ENDS = ("until-close", "old-version", "cut-", "nothing", "reset", "no-http", "refused")


def serve(connection):
    try:
        with connection, connection.makefile("rb") as stream:
            while serve_one(connection, stream):
                pass
    except (OSError, ValueError):
        pass


def serve_one(connection, stream):
    """Answers one request; whether the connection goes on."""
    request = Request(stream)
    name = request.path.strip("/").partition("?")[0]
    if not request.method:
        return False
    if name in TALKS and not isinstance(TALKS[name], bytes):
        talk(connection, stream, request, name)
        return False
    steps = [HIDDEN[name]()] if name in HIDDEN else [TALKS[name]] if name in TALKS else BEHAVIOURS.get(name, [answer(status="404 No")])
    for step in steps:
        if step is RESET:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        elif isinstance(step, float):
            time.sleep(step)
        else:
            data = step(request) if callable(step) else step
            connection.sendall(data.partition(b"\r\n\r\n")[0] + b"\r\n\r\n" if request.method == "HEAD" else data)
    return not name.startswith(ENDS)


def main():
    listening = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listening.getsockname()[1], flush=True)

    def accept():
        while True:
            try:
                connection = listening.accept()[0]
            except OSError:
                return
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            threading.Thread(target=serve, args=(connection,), daemon=True).start()
    threading.Thread(target=accept, daemon=True).start()
    sys.stdin.read()


if __name__ == "__main__":
    main()
