"""Outside calls: asked on the wire, answered in virtual time; connections that are made, and stubs."""
import asyncio
import builtins
import contextlib
import json
import re
import socket
import sys
import traceback
import urllib.parse

from .app import APP, CALL_SECONDS, LINE_LIMIT, REAL
from .place import OWN, place
from .loop import Pending, waited
from .frames import control_of
from .bodies import coders, error_text, packed, packed_question, unpacked
from .hiding import exchanged_body, exchanged_message, shown_call, site_of, tell_unknown


def world_error(text):
    """The error of the world that a recording tells as `TYPE: WORDS`, of its own type where Python's library has it."""
    name, _, words = text.partition(": ")
    kind, found = getattr(builtins, name, getattr(socket, name, None)), re.fullmatch(r"\[Errno (-?\d+)\] (.*)", words, re.S)
    if not (isinstance(kind, type) and issubclass(kind, OSError)):
        return ConnectionError(text)
    return kind(int(found[1]), found[2]) if found else kind(words)


class OutsideCall:
    """One call of the world: asked on the wire, answered in virtual time."""

    def __init__(self, to, question, answered, make, is_open=False, fields=()):
        host = urllib.parse.urlsplit(to.partition(" ")[2]).hostname
        self.site, self.told, self.codings = site_of(host) if host else to, b"", None
        self.number, self.answered, self.make, self.is_over, self.is_answered = APP.number(), answered, make, False, False
        self.to, self.is_open, self.asked = to, is_open, coders(fields)
        if self.asked is None and APP.secrets is not None and not APP.secrets.is_replay:
            tell_unknown(f"what {shown_call(to)} asks", fields, unpacked(question))
        APP.calls[self.number], self.line = self, place()
        APP.machine.act("call", id=self.number, to=to, **question, open=is_open or None, line=self.line)

    def answer(self, message):
        if self.is_over:
            return
        is_first, self.is_answered = not self.is_answered, True
        # Without status and body it says when an error comes, or that a WebSocket is being opened.
        if is_first and message.get("last") is False and "status" not in message and message.get("body") == "":
            return
        self.is_over = bool(message.get("last", True))
        if self.is_over:
            APP.calls.pop(self.number, None)
        if APP.secrets is not None and APP.secrets.is_replay:
            self.note(message)
        if APP.secrets is not None and message.get("error"):
            message = {**message, "error": APP.secrets.returned(message["error"])}
        self.answered(message)

    def note(self, message):
        """Knows the stand-ins of an answer that was recorded."""
        if isinstance(message.get("headers"), list):
            self.codings = coders(message["headers"])
        for pairs in (message.get("headers"), message.get("trailers")):
            for name, value in pairs if isinstance(pairs, list) else ():
                APP.secrets.header(name, value, self.site, self.to)
        for name in ("statusLine", "error"):
            APP.secrets.answered(message.get(name) or "", self.site, self.to)
        if self.is_open:
            for name, value in (control_of(message) or {}).get("headers") or []:
                APP.secrets.header(name, value, self.site, self.to)
            exchanged_message(message, self.site, self.to)
            return
        data = unpacked(message)
        self.told = (self.told + data)[:LINE_LIMIT]
        exchanged_body(data, None, self.site, self.to)
        # An app may go on as soon as it has the length that was said, before the end is told.
        if self.is_over or len(self.told) <= 1 << 16:
            exchanged_body(self.told, self.codings, self.site, self.to)

    def more(self, content):
        if not self.is_over:
            APP.machine.act("more", id=self.number, **content, line=place())

    def cancel(self):
        if not self.is_over:
            self.is_over = True
            APP.calls.pop(self.number, None)
            APP.machine.act("cancel", id=self.number)


def own_address(host):
    """Gives the address of this machine that a host names; None of another machine's."""
    host = host.decode() if isinstance(host, bytes) else host
    if host in ("localhost", socket.gethostname()):
        return "127.0.0.1"
    is_own = not host or host in ("0.0.0.0", "::", "::1") or re.fullmatch(r"127(\.\d+){1,3}", str(host))
    return (host or "0.0.0.0") if is_own else None


def own_server(host, port):
    """The app's own server at an address of this machine; None without one."""
    if not APP.servers or own_address(host) is None:
        return None
    return next((one for one in APP.servers.values() if one.port == int(port) and one.is_listening), None)


def stands_in_for(target, host, port):
    """Whether the target of a stub may be at `host:port`; one without port and path is at all ports of its host."""
    site = urllib.parse.urlsplit(target.split(" ", 1)[-1])
    try:
        own = site.port
    except ValueError:          # no number of a port
        return False
    usual = {"https": 443, "wss": 443, "http": 80, "ws": 80}.get(site.scheme)
    return site.hostname == host.lower() and (own is None and not site.path or (own or usual) == int(port))


class Connecting:
    """A connection to a server that is being made: for real where nothing is recorded, and at once in a replay.

    `held` is the server's socket, None in a replay and where a function stands in for the server. One that cannot be made
    is an outside `call`, `CONNECT host:port`, and `pending` ends with its error.
    """

    def __init__(self, host, port, seconds=None):
        host = host.decode() if isinstance(host, bytes) else host
        self.to, self.held, self.pending, self.call = f"CONNECT {host}:{port}", None, Pending(), None
        if own_server(host, port):
            return
        self.attempt = APP.attempts[self.to]
        APP.attempts[self.to] += 1
        if APP.hello.get("mode") == "replay":
            told = APP.secrets.told(self.to, True) if APP.secrets and "@" in host else self.to
            if self.attempt in APP.hello.get("refused", {}).get(told, ()):
                self.ask(None)
        elif host.lower() in APP.hello.get("answered", ()):     # voicetest answers what is asked there
            return
        elif not any(stands_in_for(target, host, port) for target in APP.stubs):
            self.connect(host, port, min(CALL_SECONDS, seconds or CALL_SECONDS))

    def connect(self, host, port, seconds):
        start, APP.is_making = REAL.monotonic(), True
        try:
            self.held = socket.create_connection((host, int(port)), seconds)
            self.held.settimeout(CALL_SECONDS)
        except OSError as error:
            told = {"error": error_text(error)}, [(REAL.monotonic() - start, packed(b""))]
            self.ask(lambda: told)
        finally:
            APP.is_making = False

    def ask(self, make):
        self.call = OutsideCall(self.to, packed_question(json.dumps({"attempt": self.attempt}).encode()), self.answered, make)

    def answered(self, message):
        if message.get("last", True):
            self.pending.finish(error=world_error(message.get("error") or "ConnectionError: no connection"))


def reach_now(host, port, seconds=None):
    """Connects to a server as code that blocks does; gives its socket, None in a replay. OSError where it cannot."""
    connecting = Connecting(host, port, seconds)
    if connecting.call is not None:
        try:
            connecting.pending.wait(seconds)
        finally:
            connecting.call.cancel()
    return connecting.held


async def reach(host, port, seconds=None):
    """`reach_now` for coroutines."""
    connecting = Connecting(host, port, seconds)
    if connecting.call is not None:
        try:
            await asyncio.wait_for(waited(connecting.pending), seconds)
        finally:
            connecting.call.cancel()
    return connecting.held


def stub(target, answer):
    """Lets a function stand in for a service: it answers calls to `target` where one is made for real.

    `target` is the method and the address up to any part of its path: "POST https://api.example/v1/". `answer(to,
    body)` takes the whole target and the bytes that are asked, and gives bytes, which take no time, or a list of pairs
    of seconds after the call and bytes. With `(status, content type, answer)` it says those as well; a dict of headers
    may stand for the content type. A WebSocket, "GET wss://…", asks with None when it opens and then with each message,
    a text or bytes; the function gives pairs of seconds and a message, or None. It takes the first subprotocol that the
    app offers, and answers pings and the close of the app.
    Answers are recorded as those of a server are; a replay asks nothing. Where it raises, stderr has the traceback, and the
    app an error of its connection: the code 1011 of a WebSocket that is open.
    """
    APP.stubs[target] = answer


def stub_of(to):
    """The function that stands in for `to`; None without one."""
    return APP.stubs.get(max((target for target in APP.stubs if to.startswith(target)), key=len, default=None))


@contextlib.contextmanager
def stood_in(to, function):
    """Tells where the function that stands in for `to` raises: the app has an error of its connection alone."""
    try:
        yield
    except Exception as error:
        rows = error.__traceback__
        while rows is not None and rows.tb_frame.f_code.co_filename in OWN:
            rows = rows.tb_next
        name = getattr(function, "__qualname__", type(function).__name__)
        told = "".join(traceback.format_exception(type(error), error, rows or error.__traceback__))
        sys.stderr.write(f"The function {name}, which stands in for {to.partition('?')[0]}, raises. The app's connection "
                         f"ends with an error. Mend the function:\n{told}")
        raise


def stubbed(to, body):
    """The answer of the stub for a call as `make` gives it; None without one."""
    function = stub_of(to)
    if function is None:
        return None
    with stood_in(to, function):
        answer = function(to, body)
        status, kind, answer = answer if isinstance(answer, tuple) else (200, "application/json", answer)
        pieces = [(0, answer)] if isinstance(answer, (bytes, str)) else list(answer)
        chunks = [(seconds, packed(piece.encode() if isinstance(piece, str) else piece)) for seconds, piece in pieces]
    headers = {name.lower(): value for name, value in kind.items()} if isinstance(kind, dict) else {"content-type": kind}
    return {"status": status, "headers": headers}, chunks
