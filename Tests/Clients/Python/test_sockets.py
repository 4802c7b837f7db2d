"""WebSockets: the libraries tell a bot the same without voicetest, while it records and when it replays with no server."""
import base64
import functools
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
    "/half": "401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    "/short": "401 Unauthorized\r\nContent-Length: 9\r\n\r\nhalf",
    "/nothing": "401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
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
        self.heard = {}         # the kinds of frames of each path
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
        parts, heard = [], self.heard.setdefault(path, [])
        while True:
            first, body = read_frame(stream)
            heard.append(first & 15)
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


ENDS = ("/quota", "/empty", "/cut", "/reset", "/pings", "/pieces", "/secret", "/busy", "/half", "/short", "/nothing", "/moved", "/gone")
PATHS = (*ENDS, "/echo", "/alive", "/slow")


def noted(printed):
    """What the bot notes, by path."""
    found = {}
    for line in printed.splitlines():
        if line.startswith("["):
            what, *words = json.loads(line)
            if what == "begins":
                notes = found.setdefault(words[0], [])
            else:
                notes.append([what, *words])
    return found


def plain(library, address):
    done = subprocess.run([harness.PYTHON, BOTS / "sockets.py", library, address, *PATHS], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(CLIENT)})
    assert done.returncode == 0, done.stderr
    return noted(done.stdout)


@functools.lru_cache(None)
def talks(library):
    """One bot that goes all paths: what it notes without voicetest, its recording, its replays without a server, and
    what the recorded server heard."""
    if subprocess.run([harness.PYTHON, "-c", f"import {library}"], capture_output=True).returncode:
        return None
    servers = Server(), Server()
    notes = plain(library, servers[0].address)
    arguments = [library, servers[1].address, *PATHS]
    live = run(BOTS / "sockets.py", arguments=arguments)
    for server in servers:
        server.listening.close()
    again = [run(BOTS / "sockets.py", arguments=arguments, calls=live.made, steps=step) for step in (7, 400)]
    return notes, live, again, servers[1].heard


def talked(library):
    return talks(library) or pytest.skip(f"{library} is not installed")


def trace_of(one, path):
    """The part of the trace in which the bot goes this path."""
    starts = [index for index, (_, kind, act) in enumerate(one.trace) if kind == "emit" and act["event"] == "begins"]
    first, end = [*starts, None][PATHS.index(path):][:2]
    return one.trace[first:end]


def acts(one, path, kind):
    return [act["body"] for _, found, act in trace_of(one, path) if found == kind]


def times(trace):
    """When the bot notes what, in milliseconds from its first note."""
    found = [act["fields"]["at"] for _, kind, act in trace if kind == "emit"]
    return [at - found[0] for at in found[1:]]


def chunks(live, path):
    [found] = [row["chunks"] for row in live.made if row["to"].endswith(path)]
    return [one["body"] for one in found]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_bot_that_talks_ends_without_an_escape_and_replays_as_recorded(library):
    _, live, again, _ = talked(library)
    assert (live.end["kind"], live.escapes) == ("ended", []), live.printed
    assert [one.trace == live.trace and not one.made and not one.escapes for one in again] == [True, True]


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("path", PATHS)
def test_each_path_is_told_as_it_is_without_voicetest(library, path):
    plain, live, again, _ = talked(library)
    assert [noted(one.printed).get(path) for one in (live, *again)] == [plain[path]] * 3
    assert [trace_of(one, path) for one in again] == [trace_of(live, path)] * 2
    assert path not in ENDS or plain[path][-1][0] in ("end", "refused", "failed")


def test_a_close_has_its_code_and_reason():
    plain, live, _, _ = talked("websockets")
    assert plain["/quota"] == [["open", "second"], ["end", "ConnectionClosedError", 4008, "quota", "NoneType"]]
    assert chunks(live, "/quota") == [{"open": "second"}, {"close": 4008, "reason": "quota"}]
    assert "token" not in json.dumps(live.lines)


@pytest.mark.parametrize("library, told", [("websockets", [401, b"no access".hex(), "text/plain"]), ("aiohttp", [401, "text/plain"])])
def test_a_refusal_is_what_each_library_raises_for_it(library, told):
    assert talked(library)[0]["/secret"] == [["refused", *told]]


@pytest.mark.parametrize("library", LIBRARIES)
def test_fragments_are_one_message_and_the_close_of_the_bot_has_its_answer(library):
    plain, live, _, _ = talked(library)
    pings = [{"ping": "beat"}] if library == "websockets" else []
    assert acts(live, "/echo", "more") == ["pieces", base64.b64encode(b"\xc8\xc9").decode(), *pings, {"close": 4001, "reason": "enough"}]
    assert ["message", "pieces"] in plain["/echo"] and ["message", "c8c9"] in plain["/echo"]
    [number] = {act["id"] for _, kind, act in trace_of(live, "/echo") if kind == "more"}
    assert all(line["line"].startswith("sockets.py:") for line in live.lines if line["kind"] == "more" and line["id"] == number)
    assert "cancel" not in [kind for _, kind, _ in trace_of(live, "/echo")]


@pytest.mark.parametrize("library", LIBRARIES)
def test_pings_that_keep_a_connection_reach_the_server(library):
    _, live, _, heard = talked(library)
    assert heard["/alive"][0] == 9 and list(acts(live, "/alive", "more")[0]) == ["ping"]


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_ping_of_the_server_is_answered_by_the_library(library):
    _, live, _, heard = talked(library)
    assert heard["/pings"][0] == 10 and {"ping": "are you there"} in chunks(live, "/pings")


@pytest.mark.parametrize("library", LIBRARIES)
def test_an_opening_takes_its_time_and_the_first_message_comes_behind_it(library):
    _, live, _, _ = talked(library)
    opened, first = times(trace_of(live, "/slow"))[:2]
    assert 100 <= opened <= first


def test_a_time_limit_ends_an_opening():
    pytest.importorskip("websockets")
    calls = [{"to": "GET ws://model.example/silent", "body": "", "error": "TimeoutError: timed out",
              "chunks": [{"after": 400_000, "body": "", "encoding": "text"}]}]
    for step in (7, 400):
        one = run(BOTS / "sockets.py", arguments=["websockets", "ws://model.example", "/silent"], calls=calls, steps=step)
        assert noted(one.printed) == {"/silent": [["failed", "TimeoutError"]]} and times(one.trace) == [500]


def test_a_failure_takes_its_time():
    pytest.importorskip("websockets")
    calls = [{"to": "GET ws://model.example/", "body": "", "error": "ConnectionRefusedError: [Errno 111] Connection refused",
              "chunks": [{"after": 1_600, "body": "", "encoding": "text"}]}]
    one = run(BOTS / "sockets.py", arguments=["websockets", "ws://model.example", "/"], calls=calls)
    assert noted(one.printed)["/"][0][0] == "failed" and times(one.trace) == [100]
