"""WebSockets: the libraries tell a bot the same without voicetest, while it records and when it replays with no server."""
import base64
import hashlib
import json
import os
import socket
import struct
import subprocess
import threading
import time

import pytest

import harness
from harness import CLIENT, ROOT, run

BOTS = ROOT / "Tests/Clients/Python/bots"
LIBRARIES = ("websockets", "aiohttp")
ANSWERS = {
    "/secret": "401 Unauthorized\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nno access",
    "/busy": "429 Too Many Requests\r\nContent-Length: 0\r\n\r\n",
    "/moved": "302 Found\r\nLocation: /empty\r\nContent-Length: 0\r\n\r\n",
}


def frame(first, body=b""):
    return bytes([first, len(body)]) + body


def read_frame(stream):
    """The first byte and the body of the next frame of a client."""
    first, size = stream.read(2)
    size = struct.unpack(">H", stream.read(2))[0] if size & 127 == 126 else size & 127
    mask = stream.read(4)
    return first, bytes(byte ^ mask[index % 4] for index, byte in enumerate(stream.read(size)))


def read_to_close(stream):
    """Reads the whole close of the client: a byte that is left unread resets the connection, and whether the client
    sees that before its end depends on how busy the machine is."""
    while read_frame(stream)[0] & 15 != 8:
        pass


class Server:
    """Its connections go as their paths say."""

    def __init__(self):
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"ws://127.0.0.1:{self.listening.getsockname()[1]}"
        self.heard = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                connection, _ = self.listening.accept()
            except OSError:
                return
            threading.Thread(target=self.guard, args=(connection,), daemon=True).start()

    def guard(self, connection):
        try:
            with connection, connection.makefile("rb") as stream:
                self.talk(connection, stream)
        except (OSError, ValueError):
            pass

    def talk(self, connection, stream):
        path, head = stream.readline().split()[1].decode(), {}
        while line := stream.readline().strip():
            name, _, value = line.decode().partition(": ")
            head[name.lower()] = value
        if path in ANSWERS:
            return connection.sendall(f"HTTP/1.1 {ANSWERS[path]}".encode())
        if path == "/silent":
            return stream.read(1)
        if path == "/gone":
            return None
        time.sleep(.1 if path == "/slow" else 0)
        key = head["sec-websocket-key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        accept = base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()
        connection.sendall(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Protocol: second\r\n\r\n").encode())
        if path == "/reset":
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        ends = {"/quota": frame(0x88, b"\x0f\xa8quota"), "/empty": frame(0x88), "/slow": frame(0x81, b"first") + frame(0x88, b"\x03\xe8"),
                "/pieces": frame(1, b"pie") + frame(0x89, b"?") + frame(0x80, b"ces") + frame(0x88, b"\x03\xe9"), "/cut": b"", "/reset": b""}
        if path in ends:
            time.sleep(.02)
            connection.sendall(ends[path])
            return None if path in ("/cut", "/reset") else read_to_close(stream)
        if path == "/pings":
            connection.sendall(frame(0x89, b"are you there"))
        parts = []
        while True:
            first, body = read_frame(stream)
            self.heard.append(first & 15)
            if first & 15 == 9:
                connection.sendall(frame(0x8a, body))
                if path == "/alive":
                    return connection.sendall(frame(0x88, b"\x03\xe8")) or read_to_close(stream)
            elif first & 15 == 10:
                return connection.sendall(frame(0x88)) or read_to_close(stream)
            elif first & 15 == 8:
                return connection.sendall(frame(0x81, b"one more") + frame(0x88, body))
            else:
                parts.append((first, body))
                if first & 128:
                    connection.sendall(frame(0x80 | parts[0][0], b"".join(body for _, body in parts)))
                    parts = []


@pytest.fixture
def server():
    one = Server()
    yield one
    one.listening.close()


def noted(printed):
    return [json.loads(line) for line in printed.splitlines() if line.startswith("[")]


def without_voicetest(arguments):
    done = subprocess.run([harness.PYTHON, BOTS / "sockets.py", *arguments], capture_output=True, text=True, timeout=30,
                          env={**os.environ, "PYTHONPATH": str(CLIENT)})
    assert done.returncode == 0, done.stderr
    return noted(done.stdout)


def recorded(server, library, path):
    """What the bot notes, and the recording, after a look that the bot notes the same everywhere."""
    if subprocess.run([harness.PYTHON, "-c", f"import {library}"], capture_output=True).returncode:
        pytest.skip(f"{library} is not installed")
    arguments = [library, server.address, path]
    plain = without_voicetest(arguments)
    server.heard.clear()
    live = run(BOTS / "sockets.py", arguments=arguments)
    server.listening.close()
    assert (live.end["kind"], live.escapes) == ("ended", []), live.printed
    assert noted(live.printed) == plain
    for step in (7, 400):
        again = run(BOTS / "sockets.py", arguments=arguments, calls=live.made, steps=step)
        assert again.trace == live.trace and noted(again.printed) == plain and not again.made
    return plain, live


def acts(one, kind):
    return [act["body"] for _, found, act in one.trace if found == kind]


def times(one):
    return [act["fields"]["at"] for _, kind, act in one.trace if kind == "emit"]


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("path", ["/quota", "/empty", "/cut", "/reset", "/pings", "/pieces", "/secret", "/busy", "/moved", "/gone"])
def test_each_end_is_told_as_it_is_without_voicetest(server, library, path):
    plain, _ = recorded(server, library, path)
    assert plain[-1][0] in ("end", "refused", "failed")


def test_a_close_has_its_code_and_reason(server):
    plain, live = recorded(server, "websockets", "/quota")
    assert plain == [["open", "second"], ["end", "ConnectionClosedError", 4008, "quota", "NoneType"]]
    assert [one["body"] for one in live.made[0]["chunks"]] == [{"open": "second"}, {"close": 4008, "reason": "quota"}]
    assert "token" not in json.dumps(live.lines)


def test_a_refusal_is_what_each_library_raises_for_it(server):
    assert recorded(server, "websockets", "/secret")[0] == [["refused", 401, b"no access".hex(), "text/plain"]]
    assert recorded(Server(), "aiohttp", "/secret")[0] == [["refused", 401, "text/plain"]]


@pytest.mark.parametrize("library", LIBRARIES)
def test_fragments_are_one_message_and_the_close_of_the_bot_has_its_answer(server, library):
    plain, live = recorded(server, library, "/echo")
    pings = [{"ping": "beat"}] if library == "websockets" else []
    assert acts(live, "more") == ["pieces", base64.b64encode(b"\xc8\xc9").decode(), *pings, {"close": 4001, "reason": "enough"}]
    assert ["message", "pieces"] in plain and ["message", "c8c9"] in plain
    assert all(line["line"].startswith("sockets.py:") for line in live.lines if line["kind"] == "more")
    assert "cancel" not in [kind for _, kind, _ in live.trace]


@pytest.mark.parametrize("library", LIBRARIES)
def test_pings_that_keep_a_connection_reach_the_server(server, library):
    _, live = recorded(server, library, "/alive")
    assert server.heard[0] == 9 and list(acts(live, "more")[0]) == ["ping"]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_ping_of_the_server_is_answered_by_the_library(server, library):
    _, live = recorded(server, library, "/pings")
    assert server.heard[0] == 10 and {"ping": "are you there"} in [one["body"] for one in live.made[0]["chunks"]]


@pytest.mark.parametrize("library", LIBRARIES)
def test_an_opening_takes_its_time_and_the_first_message_comes_behind_it(server, library):
    _, live = recorded(server, library, "/slow")
    opened, first = times(live)[:2]
    assert 100 <= opened <= first


def test_a_time_limit_ends_an_opening():
    pytest.importorskip("websockets")
    calls = [{"to": "GET ws://model.example/silent", "body": "", "error": "TimeoutError: timed out",
              "chunks": [{"after": 400_000, "body": "", "encoding": "text"}]}]
    for step in (7, 400):
        one = run(BOTS / "sockets.py", arguments=["websockets", "ws://model.example", "/silent"], calls=calls, steps=step)
        assert noted(one.printed) == [["failed", "TimeoutError"]] and times(one) == [500]


def test_a_failure_takes_its_time():
    pytest.importorskip("websockets")
    calls = [{"to": "GET ws://model.example/", "body": "", "error": "ConnectionRefusedError: [Errno 111] Connection refused",
              "chunks": [{"after": 1_600, "body": "", "encoding": "text"}]}]
    one = run(BOTS / "sockets.py", arguments=["websockets", "ws://model.example", "/"], calls=calls)
    assert noted(one.printed)[0][0] == "failed" and times(one) == [100]
