"""voicetest as a client of the app's servers: an HTTP request or a WebSocket for each connection that it opens."""
import base64
import codecs
import hashlib
import io
import json
import re
import struct
import urllib.parse

from .app import APP, LINE_LIMIT
from .place import place
from .frames import Frames, content_of, frame_bytes
from .bodies import unpacked
from .secret_texts import secret_spans
from .http1 import OF_CONNECTION, is_chunked, length_of, read_head
from .calls import own_server

PART_BYTES = 512 * 1024         # of a message in one line
SOUND = re.compile(r'("[A-Za-z0-9+/=]{160,}")')     # in a message of a WebSocket


class Answer:
    """An HTTP/1.1 answer out of the bytes of a server."""

    def __init__(self, method):
        self.method, self.buffer, self.head, self.left, self.is_over = method, b"", None, None, False

    def take(self, data):
        """Takes bytes, none at their end; gives what is new of the body. ValueError where it is no HTTP or breaks off."""
        self.buffer += data
        while self.head is None:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                if not data or not b"HTTP/1.".startswith(head[:7]):
                    raise ValueError("no HTTP")
                return b""
            self.buffer = rest
            if head[9:10] == b"1" and head[9:12] != b"101":
                continue
            self.head = read_head(io.BytesIO(head + found))
            if "status" not in self.head:
                raise ValueError("no HTTP")
            self.measure()
        parts = []
        if self.is_chunked:
            self.take_chunks(parts)
        elif not self.is_over:
            parts, self.buffer = [self.buffer[:self.left]], self.buffer[self.left:] if self.left is not None else b""
            self.left = None if self.left is None else self.left - len(parts[0])
            self.is_over = self.left == 0 if self.left is not None else not data
        if not data and not self.is_over:
            raise ValueError("broken off")
        return b"".join(parts)

    def measure(self):
        status, headers = self.head["status"], self.head["headers"]
        self.is_chunked = is_chunked(headers)
        length = next((value for name, value in headers if name.lower() == "content-length"), None)
        self.left = None if length is None else length_of(length, 10)
        if self.method == "HEAD" or status in (101, 204, 304) or not self.is_chunked and self.left == 0:
            self.is_over, self.is_chunked = True, False

    def take_chunks(self, parts):
        while not self.is_over:
            size, found, rest = self.buffer.partition(b"\r\n")
            length = length_of(size.split(b";")[0].decode("latin-1"), 16) if found else 0
            if not found or len(rest) < length + 2 or not length and not rest.startswith(b"\r\n") and b"\r\n\r\n" not in rest:
                return
            parts.append(rest[:length])
            self.buffer, self.is_over = rest[length + 2:], length == 0


class Visit:
    """A connection of voicetest to a server of the app, which the server has as one from 127.0.0.1."""

    def __init__(self, message):
        self.number, self.is_over, self.frames = message["connection"], False, None
        self.letters = codecs.getincrementaldecoder("utf-8")()
        method, _, address = given(message["to"]).partition(" ")
        parts = urllib.parse.urlsplit(address)
        self.is_socket, self.answer, listener = parts.scheme in ("ws", "wss"), Answer(method), own_server("127.0.0.1", message["port"])
        if listener is None:
            return self.closed()
        APP.visits[self.number], self.end = self, listener.connect()
        self.end.receive = self.take
        body = given_bytes(message)
        fields = {"host": parts.netloc, **(self.opening() if self.is_socket else {"connection": "close"})}
        if body or method in ("POST", "PUT", "PATCH"):
            fields["content-length"] = len(body)
        own = [(name, given(str(value))) for name, value in message.get("headers") or []]
        fields = [*((name, value) for name, value in fields.items() if name not in {one.lower() for one, _ in own}), *own]
        target = re.sub("[^!-~]+", lambda found: urllib.parse.quote(found[0], errors="replace"),
                        (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        head = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields), "", ""]
        return self.end.write("\r\n".join(head).encode("latin-1", "replace") + body)

    def opening(self):
        seed = f"{APP.hello.get('seed', 0)}/{self.number}".encode()
        key = base64.b64encode(hashlib.sha256(seed).digest()[:16]).decode()
        return {"upgrade": "websocket", "connection": "Upgrade", "sec-websocket-key": key, "sec-websocket-version": "13"}

    def act(self, kind, **fields):
        APP.machine.act(kind, connection=self.number, **fields, line=place())

    def take(self, data):
        """Takes what the server sends; nothing is its end."""
        try:
            frames = data if self.is_over or self.frames else self.take_answer(data)
            if not self.is_over and self.frames:
                self.take_frames(frames)
                if not data:
                    self.closed()
        except ValueError:
            self.closed()
            self.end.close()
        if not data:
            self.end.close()

    def take_answer(self, data):
        """Takes bytes of the answer; gives those behind it, which are frames."""
        is_new, part, head = self.answer.head is None, self.answer.take(data), self.answer.head
        if head is None:
            return b""
        if is_new:
            headers = [[name, told(value)] for name, value in head["headers"] if name.lower() not in OF_CONNECTION]
            self.act("open", status=head["status"], headers=headers)
        if head["status"] == 101:
            self.frames = Frames()
            return self.answer.buffer
        content = self.content(part)
        if content or self.answer.is_over:
            self.tell(told(content) if isinstance(content, str) else content, self.answer.is_over)
        if self.answer.is_over:
            self.over()
            self.end.close()
        return b""

    def content(self, part):
        """Gives a part of a body as text, or as bytes where it is none. A letter that is cut waits for the next part."""
        data = self.letters.getstate()[0] + part
        try:
            return self.letters.decode(part, self.answer.is_over)
        except UnicodeDecodeError:
            self.letters.reset()
            return data

    def take_frames(self, data):
        for code, body in self.frames.take(data):
            if code == 8:
                end = content_of(8, body)["body"]
                is_allowed = 1_000 <= end["close"] <= 4_999        # of no other code, a client ends with an error of protocol
                self.write(8, body[:2] if is_allowed else struct.pack(">H", 1_002))
                return self.closed(end["close"] if is_allowed else 1_002, end.get("reason", ""))
            if code == 9:
                self.write(10, body)
            elif code == 2:
                self.tell(body)
            elif code != 10:
                parts = SOUND.split(body.decode("utf-8", "replace")) if APP.secrets else [body.decode("utf-8", "replace")]
                self.tell("".join(told(one) if index % 2 == 0 else one for index, one in enumerate(parts)))
        return None

    def tell(self, body, is_last=True):
        """Tells a message or a part of an answer, in parts that fit into lines."""
        parts = list(pieces(body))
        for index, part in enumerate(parts):
            content = {"body": part, "encoding": "text"} if isinstance(part, str) else {
                "body": base64.b64encode(part).decode("ascii"), "encoding": "base64"}
            self.act("message", **content, last=is_last and index == len(parts) - 1)

    def closed(self, code=1006, reason=""):
        """The server ended the connection."""
        if self.letters.getstate()[0]:
            self.tell(self.letters.getstate()[0], False)
        self.over()
        self.act("close", **({"code": code, "reason": told(reason)} if self.is_socket else {}))

    def over(self):
        self.is_over = True
        APP.visits.pop(self.number, None)

    def write(self, code, body):
        try:
            self.end.write(frame_bytes(code, body, True))
        except ConnectionError:
            pass                # its end is told

    def say(self, message):
        """Sends a message of voicetest's, or its end of the connection."""
        if message["kind"] == "message":
            return self.write(2 if message.get("encoding") == "base64" else 1, given_bytes(message))
        self.over()
        code = message.get("code")
        if code is None:
            return self.end.close()
        return self.write(8, b"" if code == 1005 else struct.pack(">H", code) + message.get("reason", "").encode())


def take_visit(message):
    """Takes an `open`, `message` or `close` of voicetest's."""
    if message["kind"] == "open":
        Visit(message)
    elif message["connection"] in APP.visits:
        APP.visits[message["connection"]].say(message)


def pieces(body):
    """A text or bytes in pieces that fit into a line each."""
    if isinstance(body, bytes):
        yield from (body[start:start + PART_BYTES] for start in range(0, len(body) or 1, PART_BYTES))
    elif 6 * len(body) < PART_BYTES or (len(body.encode()) <= PART_BYTES and len(json.dumps(body)) < LINE_LIMIT - 4_096):
        yield body
    else:
        yield from pieces(body[:len(body) // 2])
        yield from pieces(body[len(body) // 2:])


# Secrets. What voicetest gives is none: numbers of calls and streams come back as they are.

def given(text):
    """A text of voicetest's, with what the app brought in the place of stand-ins."""
    if APP.secrets is None:
        return text
    for one in SOUND.split(text)[::2]:
        APP.secrets.public.update(one[start:end] for start, end, _ in secret_spans(one, APP.secrets.keep, True))
    return APP.secrets.returned(text)


def given_bytes(message):
    """The body of a message of voicetest's likewise."""
    return unpacked({**message, "body": given(message.get("body", ""))} if message.get("encoding", "text") == "text" else message)


def told(text):
    """What is told of a text of the app's server."""
    return text if APP.secrets is None else APP.secrets.told(text, True)
