"""HTTP/1.1 (RFC 9112): requests out of bytes, and answers of real servers with their heads as they came."""
import http.client
import re

from .app import APP, REAL
from .bodies import coders, error_text, packed
from .hiding import followed, real_basic, real_bytes

# Headers of a connection and not of an answer (RFC 9110, 7.6.1): each connection has its own. How the body comes, which
# `content-length` and `transfer-encoding` say, is kept.
OF_CONNECTION = {"connection", "keep-alive", "proxy-connection", "te", "upgrade"}
HEAD_BYTES = 1 << 18            # of the headers of one answer


class Request:
    """An HTTP/1.1 request out of bytes."""

    def __init__(self):
        self.buffer, self.head, self.body, self.is_whole = b"", None, b"", False
        self.first, self.fields = "", []        # the request line, and [name, value] as the app wrote them

    def take(self, data):
        """Takes bytes; True once the request is whole."""
        self.buffer += data
        if self.head is None:
            if self.buffer and not self.buffer[:8].split(b" ")[0].isalpha():
                raise ValueError("not HTTP/1.1")
            head, separator, rest = self.buffer.partition(b"\r\n\r\n")
            if not separator:
                return False
            first, *lines = head.decode("latin-1").split("\r\n")
            parts = first.split(" ")
            if len(parts) != 3 or not parts[2].startswith("HTTP/1.") or not all(":" in line for line in lines):
                raise ValueError("not HTTP/1.1")
            self.method, self.path, self.buffer, self.first = parts[0], parts[1], rest, first
            self.fields = [[name.strip(" \t"), value.strip(" \t")] for name, _, value in (line.partition(":") for line in lines)]
            self.head = {name.lower(): value for name, value in self.fields}
        if self.is_chunked():
            return self.take_chunks()
        length = length_of(self.head.get("content-length", "0"), 10)
        self.is_whole, self.body = len(self.buffer) >= length, self.buffer[:length]
        return self.is_whole

    def is_chunked(self):
        return "chunked" in self.head.get("transfer-encoding", "").lower()

    def real(self, without=(), site=None):
        """The request in the bytes that a server gets, but for the headers `without`, with the values that its site gave."""
        body = real_bytes(self.body, site, coders(self.fields))
        fields = [pair for pair in self.fields if pair[0].lower() not in without]
        lines = [self.first, *(f"{name}: {followed(name, value, self.body, body)}" for name, value in fields)]
        if APP.secrets is not None and APP.secrets.given:
            lines = [real_basic(APP.secrets.real(line, site), site) for line in lines]
        if self.is_chunked():
            body = (b"%x\r\n%b\r\n" % (len(body), body) if body else b"") + b"0\r\n\r\n"
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + body

    def told_body(self):
        """The body, of a form with one boundary in all runs: libraries draw it by chance."""
        found = re.match(r"multipart/.*boundary=\"?([^\";,]+)", self.head.get("content-type", ""))
        if not found:
            return self.body
        boundary = found[1].encode()
        return self.body.replace(b"--" + boundary, b"--" + b"0" * len(boundary))

    def take_chunks(self):
        while True:
            size, separator, rest = self.buffer.partition(b"\r\n")
            length = length_of(size.split(b";")[0].decode("latin-1"), 16) if separator else 0
            if not separator or len(rest) < length + 2:
                return False
            self.body, self.buffer = self.body + rest[:length], rest[length + 2:]
            if length == 0:
                self.is_whole = True
                return True


def length_of(text, base):
    """The length that a request says of its body or of a chunk: digits and nothing else (RFC 9112, 6.2 and 7.1)."""
    if not re.fullmatch(r"[0-9]+" if base == 10 else r"[0-9A-Fa-f]+[ \t]*", text):
        raise ValueError("not HTTP/1.1")
    return int(text, base)


def read_answer(stream, method, start):
    """An answer of HTTP/1.1: its head, and its pieces with the seconds after `start` at which they came."""
    return read_body(stream, method, read_head(stream), start)


def read_head(stream):
    """Status line, status and headers, in their order and spelling. What is no whole head is the line alone, all of it."""
    while True:
        lines = read_lines(stream)
        if not lines:
            raise http.client.RemoteDisconnected("Remote end closed connection without response")
        first = lines[0].rstrip("\r\n")
        found = re.match(r"HTTP/1\.[01] ([1-9]\d\d)(?: |$)", first)
        if not found or lines[-1].strip("\r\n"):
            return {"statusLine": "".join(lines), "headers": []}
        # What only says that the answer is still to come is between server and library.
        status = int(found[1])
        if status >= 200 or status == 101:
            headers = [pair for pair in fields_of(lines[1:]) if pair[0].lower() not in OF_CONNECTION]
            return {"statusLine": first, "status": status, "headers": headers}


def read_lines(stream):
    """Lines of a head with their ends, up to the empty one or the end of the stream."""
    lines, size = [], 0
    while not lines or lines[-1].strip("\r\n"):
        try:
            line = stream.readline(65_537)
        except OSError:
            if not lines:
                raise
            break
        size += len(line)
        if size > HEAD_BYTES:
            raise http.client.LineTooLong("header line")
        if not line:
            break
        lines.append(line.decode("latin-1"))
    return lines


def fields_of(lines):
    """Lines of a head as [name, value]; a value may go on in further lines."""
    fields = []
    for text in (line.rstrip("\r\n") for line in lines):
        if text[:1] in (" ", "\t") and fields:
            fields[-1][1] += "\r\n" + text
        elif text:
            name, _, value = text.partition(":")
            fields.append([name, value.removeprefix(" ")])
    return fields


def read_body(stream, method, head, start):
    """The rest of an answer; `error` of what is found says why it broke off."""
    found, chunks = dict(head), []
    try:
        for data in body_parts(stream, method, head, found):
            chunks.append((REAL.monotonic() - start, packed(data)))
    except (OSError, http.client.HTTPException) as error:
        found["error"] = error_text(error)
    # A library takes an answer as over with the last byte of the length that it said.
    is_sized = chunks and "error" not in found and not is_chunked(head["headers"]) and length_said(head) is not None
    chunks.append((chunks[-1][0] if is_sized else REAL.monotonic() - start, packed(b"")))
    return found, chunks


def length_said(head):
    """The length of its body that the head of an answer says, in bytes; None where it says none."""
    length = next((value for name, value in head["headers"] if name.lower() == "content-length"), "")
    return int(length) if re.fullmatch(r"\d{1,15}", length) else None


def body_parts(stream, method, head, found):
    """The pieces of a body as they come; `trailers` of `found` are those behind it."""
    def cut(data, rest):
        if not data:
            raise http.client.IncompleteRead(b"", rest)
        return data

    status, read = head.get("status", 0), getattr(stream, "read1", stream.read)
    if status < 200 or method == "HEAD" or status in (204, 304):
        return
    if is_chunked(head["headers"]):
        while True:
            line = stream.readline(4_097).split(b";")[0].strip()
            rest = int(line, 16) if re.fullmatch(rb"[0-9a-fA-F]{1,15}", line) else cut(b"", None)
            if not rest:
                trailers = fields_of(read_lines(stream))
                if trailers:
                    found["trailers"] = trailers
                return
            while rest:
                data = cut(read(min(rest, 65_536)), rest)
                rest -= len(data)
                yield data
            cut(stream.readline(3), None)
    rest = length_said(head)
    while rest is None or rest > 0:
        data = read(65_536 if rest is None else min(rest, 65_536))
        if not data and rest is None:
            return
        rest = None if rest is None else rest - len(cut(data, rest))
        yield data


def is_chunked(headers):
    """Whether the body of an answer says its length piece by piece."""
    return any(name.lower() == "transfer-encoding" and value.lower().endswith("chunked") for name, value in headers)


def field_lines(fields):
    """Headers as lines of a head."""
    return "".join(f"{name}: {value}\r\n" for name, value in fields).encode("latin-1", "replace")
