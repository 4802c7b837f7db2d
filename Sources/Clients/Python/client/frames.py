"""WebSocket frames (RFC 6455) and how the wire has their messages. Pure."""
import base64
import struct


class Frames:
    """Whole messages and control frames out of the bytes of one side of a WebSocket."""

    def __init__(self):
        self.rest, self.parts, self.code = b"", [], 1

    def take(self, data):
        self.rest += data
        while (found := split_frame(self.rest)) is not None:
            first, body, self.rest = found
            code = first & 15
            if code > 2:
                yield code, body
                continue
            self.code = code or self.code
            self.parts.append(body)
            if first & 128:
                whole, self.parts = b"".join(self.parts), []
                yield self.code, whole


def split_frame(data):
    """First byte, body without its mask, and rest of a WebSocket frame; None where it is not whole."""
    if len(data) < 2:
        return None
    size, start = data[1] & 127, 2
    if size > 125:
        start = 4 if size == 126 else 10
        if len(data) < start:
            return None
        size = int.from_bytes(data[2:start], "big")
    mask = data[start:start + 4] if data[1] & 128 else b""
    start += 4 if data[1] & 128 else 0
    if len(data) < start + size:
        return None
    body = data[start:start + size]
    if mask:
        row = (mask * (size // 4 + 1))[:size]
        body = (int.from_bytes(body, "big") ^ int.from_bytes(row, "big")).to_bytes(size, "big")
    return data[0], body, data[start + size:]


# What stands for a WebSocket on the wire: a message is text or base64, JSON is one of `{open}` (the subprotocol),
# `{refused, headers, body}`, `{ping}`, `{pong}` (bytes as Latin-1) and `{close, reason, error}`. The code 1005 is a
# close without code, 1006 an end without close.

def content_of(code, body):
    """A message or control frame as the wire has it."""
    if code == 2:
        return {"body": base64.b64encode(body).decode("ascii"), "encoding": "base64"}
    if code in (9, 10):
        return {"body": {"ping" if code == 9 else "pong": body.decode("latin-1")}, "encoding": "json"}
    if code != 8:
        return {"body": body.decode("utf-8", "replace"), "encoding": "text"}
    reason = body[2:].decode("utf-8", "replace")
    return {"body": {"close": int.from_bytes(body[:2], "big") if len(body) > 1 else 1005, **({"reason": reason} if reason else {})},
            "encoding": "json"}


def control_of(message):
    """What JSON of a WebSocket says; None of a message."""
    return message["body"] if message.get("encoding") == "json" and isinstance(message.get("body"), dict) else None


def frame_bytes(code, body, is_masked=False):
    """One WebSocket frame: from a server, or masked with zeros, from a client."""
    mask = 128 if is_masked else 0
    size = bytes([mask | len(body)]) if len(body) < 126 else (
        struct.pack(">BH", mask | 126, len(body)) if len(body) < 65_536 else struct.pack(">BQ", mask | 127, len(body)))
    return bytes([128 | code]) + size + (bytes(4) if is_masked else b"") + body
