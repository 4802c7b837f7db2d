"""The far end of a connection, in bytes: HTTP/1.1 and WebSocket, from a recording or a real server."""
import base64
import collections
import functools
import hashlib
import http.client
import socket
import struct

from .app import APP, CALL_SECONDS, LINE_LIMIT, REAL, ssl
from .place import refused
from .frames import Frames, content_of, control_of, frame_bytes
from .bodies import packed, packed_question, unpacked
from .hiding import exchanged_answer, exchanged_message, real_bytes, real_texts, returned, returned_fields, tell_strayed
from .http1 import Request, field_lines, is_chunked, read_answer, read_body, read_head
from .calls import OutsideCall, stood_in, stub_of, stubbed, world_error


class Peer:
    """The far end of a connection: takes the client's bytes, gives `receive` what comes back. `held` is its real socket.

    `receive(bytes)`, `receive(b"")` at the end, `receive(error)`. It speaks HTTP/1.1, one request a connection, and
    WebSocket. Anything else is told and refused.
    """

    def __init__(self, host, port, is_secure, held=None):
        host = host.decode() if isinstance(host, bytes) else host
        self.held, self.is_chunked = held, False
        standard = 443 if is_secure else 80
        self.origin = f"{host}" if port in (None, standard) else f"{host}:{port}"
        self.host, self.port, self.is_secure = host, port or standard, is_secure
        self.request, self.call, self.receive, self.is_socket = Request(), None, None, False
        self.frames, self.has_head, self.line = Frames(), False, None
        self.closes = set()         # sides of a WebSocket that have sent their close
        # What waits for the end of its message, and whether the server has a part of one.
        self.unsent, self.unsent_frames, self.is_cut = b"", [], False

    def write(self, data):
        data = bytes(data)
        if self.is_socket:
            return self.take_frames(data)
        if self.request.is_whole:
            return None
        try:
            was_begun = self.request.head is not None
            if not self.request.take(data):
                # The app waits with its body until the server wants it.
                if not was_begun and (self.request.head or {}).get("expect", "").lower() == "100-continue":
                    self.receive(b"HTTP/1.1 100 Continue\r\n\r\n")
                return None
        except ValueError:
            raise refused("network", f"{self.origin} is spoken to in something else than HTTP") from None
        request = self.request
        self.is_socket = request.head.get("upgrade", "").lower() == "websocket"
        scheme = ("wss" if self.is_secure else "ws") if self.is_socket else "https" if self.is_secure else "http"
        # A proxy is asked for the whole address.
        target = f"{scheme}://{self.origin}{request.path}" if request.path.startswith("/") else request.path
        self.to = f"{request.method} {target}"
        self.call = OutsideCall(self.to, packed_question(request.told_body()), self.answered, self.make,
                                is_open=self.is_socket, fields=request.fields)
        return None

    own = ("127.0.0.1", 1)      # the address of the app's end

    def give_up(self):
        """A time limit of the app's ran out."""
        self.close()

    def close(self):
        if self.call is not None:
            self.call.cancel()
        elif self.held is not None:
            self.held.close()
        if self.line is not None:
            self.line.close()

    def answered(self, message):
        if message.get("error"):
            # Libraries find out by themselves that a server ended the connection without an answer, or within one.
            is_end = message["error"].startswith(("RemoteDisconnected: ", "IncompleteRead"))
            return self.receive(b"" if is_end else world_error(message["error"]))
        is_last = message.get("last", True)
        if self.is_socket:
            return self.answer_socket(message, is_last) if self.has_head else self.answer_handshake(message, is_last)
        data, head = returned(unpacked(message)), b""
        if not self.has_head:
            self.has_head = True
            head = self.head_of(message, len(data) if is_last else None)
        if self.is_chunked:
            end = field_lines(message.get("trailers") or [])
            data = (b"%x\r\n%b\r\n" % (len(data), data) if data else b"") + (b"0\r\n%b\r\n" % end if is_last else b"")
        if head or data:
            self.receive(head + data)
        if is_last:
            self.receive(b"")
        return None

    def head_of(self, message, length):
        """The head as the server sent it; of headers by name, in which nothing says how long the body is, with that."""
        status, headers = message.get("status", 200), message.get("headers")
        if "status" not in message and message.get("statusLine"):
            return message["statusLine"].encode("latin-1", "replace")     # no HTTP: the server's own bytes
        has_body = self.request.method != "HEAD" and status not in (204, 304)
        if isinstance(headers, list):
            self.is_chunked = has_body and is_chunked(headers)
        else:
            headers = [(name, value) for name, value in (headers or {}).items()
                       if name.lower() not in ("content-length", "transfer-encoding", "content-encoding", "connection")]
            self.is_chunked = length is None and has_body
            if self.is_chunked:
                headers.append(("transfer-encoding", "chunked"))
            elif length is not None and self.request.method != "HEAD":
                headers.append(("content-length", length))
        headers = [*returned_fields(headers), ("connection", "close")]
        line = message.get("statusLine") or f"HTTP/1.1 {status} {http.client.responses.get(status, 'Answer')}"
        return line.encode("latin-1", "replace") + b"\r\n" + field_lines(headers) + b"\r\n"

    # WebSocket, RFC 6455.

    def answer_handshake(self, message, is_last):
        self.has_head = True
        answer = control_of(message) or {
            "refused": message.get("status", 101), "headers": message.get("headers"), "body": message.get("body")}
        if answer.get("refused", 101) != 101:
            encoding = answer.get("encoding", "text")
            data = returned(unpacked({"body": str(answer.get("body") or ""), "encoding": encoding}))
            head = self.head_of({**answer, "status": answer["refused"]}, len(data))
            if self.is_chunked:
                data = (b"%x\r\n%b\r\n" % (len(data), data) if data else b"") + (b"" if answer.get("error") else b"0\r\n\r\n")
            self.receive(head + data)
            return self.receive(b"")
        key = self.request.head.get("sec-websocket-key", "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Accept: {base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()}"]
        if answer.get("open"):
            lines.append(f"Sec-WebSocket-Protocol: {answer['open']}")
        lines += [f"{name}: {value}" for name, value in returned_fields(answer.get("headers") or [])]
        self.receive("\r\n".join([*lines, "", ""]).encode("latin-1", "replace"))
        return self.answer_socket({"body": ""}, True) if is_last else None

    def answer_socket(self, message, is_last):
        control, frames = control_of(message), b""
        end = control or {}
        if "ping" in end or "pong" in end:
            code, data = (9, end["ping"]) if "ping" in end else (10, end["pong"])
            frames = frame_bytes(code, data.encode("latin-1"))
        elif control is None and (message.get("body") or not is_last):
            frames = frame_bytes(2 if message.get("encoding") == "base64" else 1, returned(unpacked(message)))
        is_end, code = is_last or "close" in end, end.get("close", 1000)
        if is_end and code != 1006:
            frames += frame_bytes(8, b"" if code == 1005 else struct.pack(">H", code) + end.get("reason", "").encode())
        if frames:
            self.receive(frames)
        if end.get("error"):
            self.receive(world_error(end["error"]))
        elif is_end:
            if code == 1006:
                self.receive(b"")
            else:
                self.closed("server")

    def closed(self, side):
        """Behind the close of both sides a server ends the connection."""
        is_new = side not in self.closes
        self.closes.add(side)
        if is_new and len(self.closes) == 2:
            self.receive(b"")

    def take_frames(self, data):
        frames = list(self.frames.take(data))
        if self.line is not None:
            self.forward(data, frames)
        for code, body in frames:
            if code != 10:          # a pong is the library's answer to a ping
                self.call.more(content_of(code, body))
            if code == 8:
                self.closed("app")
            if self.line is not None:
                self.line.take(code, body)

    def forward(self, data, frames):
        """Sends it as the app wrote it. Where a server gave stand-ins, whole messages go, with its values."""
        self.unsent, self.unsent_frames = self.unsent + data, self.unsent_frames + frames
        secrets, is_closed = APP.secrets, any(code == 8 for code, _ in frames)
        is_within = bool(self.frames.rest or self.frames.parts)
        if secrets is not None and secrets.given and not self.is_cut:
            if is_within and not is_closed:
                return
            real = [(code, real_bytes(body, self.call.site)) for code, body in self.unsent_frames]
            tell_strayed(self.call)
            if real != self.unsent_frames:
                self.unsent = b"".join(frame_bytes(code, body, True) for code, body in real)
        self.line.forward(self.unsent)
        self.unsent, self.unsent_frames, self.is_cut = b"", [], is_within

    # For real.

    def make(self):
        """Makes the call for real; gives status, headers and chunks with the seconds after which they came."""
        if self.is_socket:
            function = stub_of(self.to)
            self.line = StubbedLine(self, function) if function else LiveLine(self)
            return {}, self.line.opened
        site = self.call.site
        answer = stubbed(real_texts(self.to, site), real_bytes(self.request.body, site, self.call.asked))
        if answer is not None:
            return answer
        start, sock = REAL.monotonic(), connect_for_real(self)
        try:
            sock.sendall(self.request.real(site=self.call.site))
        except OSError:
            pass                # a server may have answered before it had all
        with sock, sock.makefile("rb") as stream:
            return read_answer(stream, self.request.method, start)


class StubbedLine:
    """A function in place of a server: asked with None when the app connects, then with each message."""
    raised = {"body": {"close": 1011, "reason": "the stand-in fails"}, "encoding": "json"}

    def __init__(self, peer, function):
        self.peer, self.function, self.is_ended = peer, function, False
        offered = peer.request.head.get("sec-websocket-protocol", "").split(",")[0].strip()
        self.opened = [(0, {"body": {"open": offered}, "encoding": "json"})]
        self.ask(None)

    def ask(self, message):
        with stood_in(self.peer.to, self.function):
            for seconds, body in self.function(self.peer.to, message) or ():
                content = content_of(1, body.encode()) if isinstance(body, str) else content_of(2, body)
                APP.machine.set_timer(APP.frame_after(seconds), functools.partial(self.came, content))

    def ask_open(self, message):
        """Asks where the app's connection is open: what raises ends it as a server does, which a replay has, too."""
        try:
            self.ask(message)
        except Exception:
            self.came(self.raised, True)

    def came(self, content, is_last=False):
        if not self.peer.call.is_over and not self.is_ended:
            self.is_ended = is_last
            APP.machine.act("came", id=self.peer.call.number, last=is_last, **content)

    def forward(self, data):
        """Takes the app's bytes as they are."""

    def take(self, code, body):
        """Takes a message or control frame of the app, and answers the latter as servers do."""
        if code == 9:
            self.came(content_of(10, body))
        elif code == 8:
            self.came(content_of(8, body), True)
        elif code != 10 and not self.is_ended:
            body = real_bytes(body, self.peer.call.site)
            self.ask_open(body if code == 2 else body.decode("utf-8", "replace"))

    def close(self):
        """Ends with the call."""


class LiveLine:
    """A real server: virtual time keeps to real time while it is recorded, and what comes is told as it comes."""

    def __init__(self, peer):
        self.peer, self.messages, self.frames, self.opened, self.is_ended = peer, collections.deque(), Frames(), [], False
        start = REAL.monotonic()
        self.socket = connect_for_real(peer)
        # What this side does not speak is not offered.
        self.socket.sendall(peer.request.real(without=("sec-websocket-extensions",), site=peer.call.site))
        stream = self.socket.makefile("rb", 0)      # nothing behind the head is taken
        head = read_head(stream)
        seconds = REAL.monotonic() - start
        if head.get("status") == 101:
            named = {name.lower(): value for name, value in head["headers"]}
            rest = [pair for pair in head["headers"] if not pair[0].lower().startswith("sec-websocket-")]
            rest = exchanged_answer({"headers": rest}, [], peer.call.site, peer.to)[0]["headers"]
            self.opened = [(seconds, {"body": {"open": named.get("sec-websocket-protocol", ""), **({"headers": rest} if rest else {})},
                                      "encoding": "json"})]
        else:
            found, chunks = exchanged_answer(*read_body(stream, "GET", head, start), peer.call.site, peer.to)
            body = packed(b"".join(unpacked(chunk) for _, chunk in chunks)[:LINE_LIMIT // 16])
            if body["encoding"] == "text":
                del body["encoding"]
            kept = {name: found[name] for name in ("statusLine", "headers", "error") if name in found}
            self.end({"refused": head.get("status", 200), **kept, **body})
            self.socket.close()
        # The app hears of it then, and of all else behind that.
        self.began, self.frame = REAL.monotonic(), APP.frame_after(seconds)
        APP.lines.add(self)
        if self.opened:
            self.socket.settimeout(None)
            REAL.start_new_thread(self.receive, ())

    def end(self, body):
        """Nothing comes behind this."""
        if not self.is_ended:
            self.is_ended = True
            self.messages.append((True, {"body": body, "encoding": "json"}))

    def receive(self):
        """Reads frames in a thread of its own, and keeps whole messages."""
        try:
            while not self.is_ended:
                data = self.socket.recv(65_536)
                if not data:
                    return self.end({"close": 1006})
                for code, body in self.frames.take(data):
                    content = content_of(code, body)
                    if code == 8:
                        self.end(content["body"])
                    elif not self.is_ended:
                        self.messages.append((False, content))
        except OSError as error:
            self.end({"close": 1006, "error": f"{type(error).__name__}: {error}"[:4_000]})

    def forward(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass

    def take(self, code, body):
        """The server has it by `forward`."""

    def poll(self):
        """Tells what came meanwhile."""
        if APP.machine.frame < self.frame:
            return
        behind = (APP.machine.frame - self.frame) / APP.rate - (REAL.monotonic() - self.began)
        if behind > 0:
            REAL.sleep(behind)
        while self.messages and self in APP.lines:
            is_last, content = self.messages.popleft()
            content = exchanged_message(content, self.peer.call.site, self.peer.to)
            APP.machine.act("came", id=self.peer.call.number, last=is_last, **content)
            if is_last:
                APP.lines.discard(self)     # what the app says to the end goes out still

    def close(self):
        APP.lines.discard(self)
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


def connect_for_real(peer):
    """The socket of a server: that of the app's connection, where there is one."""
    sock, peer.held = peer.held or socket.create_connection((peer.host, int(peer.port)), CALL_SECONDS), None
    if peer.is_secure:
        sock = ssl.create_default_context().wrap_socket(sock, server_hostname=peer.host)
    return sock
