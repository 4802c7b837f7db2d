"""Calls of gRPC: what one asks is told on the wire, its answer comes in virtual time, and it is made for real by gRPC's core.

`voicetest_grpc` loads this file. On the wire a call of one message each way is one of HTTP: its message is the body, metadata
are headers, and the status is in the trailers, as gRPC sends it. A call with streams stays open as a WebSocket does: messages are
bytes, `{"end": true}` of the app ends what it sends, `{"open": "", "headers": []}` has the first metadata, `{"trailers": []}`
the last, and `{"close": CODE, "reason": DETAILS}` the status.
"""
import base64
import collections
import functools
import time

import voicetest_app as voice
from grpc._cython import cygrpc

APP, REAL = voice.APP, voice.REAL
SEND_METADATA, SEND, SEND_END, RECEIVE_METADATA, RECEIVE, RECEIVE_STATUS = (getattr(cygrpc.OperationType, name) for name in (
    "send_initial_metadata", "send_message", "send_close_from_client", "receive_initial_metadata", "receive_message",
    "receive_status_on_client"))
CODES = {name: getattr(cygrpc.StatusCode, name) for name in vars(cygrpc.StatusCode) if not name.startswith("_")}
NAMES = {code: name.upper() for name, code in CODES.items()}
# gRPC's own channel of C, and what its metadata consist of.
CoreChannel, Metadatum = cygrpc.Channel, getattr(cygrpc, "_Metadatum")


def pairs_of(metadata):
    """Metadata as headers are told: texts, and bytes of a name in `-bin` as base64."""
    return [[name, base64.b64encode(value).decode() if isinstance(value, bytes) else value] for name, value in metadata or ()]


def metadata_of(pairs):
    return tuple(Metadatum(name, base64.b64decode(value) if name.endswith("-bin") else value)
                 for name, value in voice.returned_fields(pairs or ()))


class Exchange:
    """One call: what the app sends, and what came. `changed()` is called where that is more than before."""

    def __init__(self, channel, method, deadline, changed):
        self.channel, self.method, self.deadline, self.changed = channel, method.decode(), deadline, changed
        self.initial, self.trailing, self.status, self.messages = None, (), None, collections.deque()
        self.call = self.line = self.limit = self.request = None
        self.metadata, self.unsent, self.told, self.is_standing = (), [], b"", False

    def begin(self, metadata, request, is_open):
        """Asks: `request` is the one message of the app, None where it sends a stream."""
        if self.status is not None:
            return
        self.to = f"GRPC {self.channel.origin}{self.method}"
        self.metadata, self.request, self.is_open = tuple(metadata or ()), request, is_open
        if self.deadline is not None:
            seconds = round(self.deadline - time.time(), 6)
            if seconds <= 0:
                return self.run_out()
            self.limit = APP.machine.set_timer(APP.frame_after(seconds), self.run_out, is_limit=True)
        self.call = voice.OutsideCall(self.to, voice.packed(request or b""), self.answered, self.make, is_open=is_open)

    def send(self, data):
        """Sends a message of a stream; None is its end. Both wait until the call stands."""
        self.unsent.append(data)
        self.send_on()

    def send_on(self):
        while self.unsent and self.is_standing and not self.call.is_over:
            data = self.unsent.pop(0)
            self.call.more({"body": {"end": True}, "encoding": "json"} if data is None else voice.content_of(2, data))
            if self.line is not None:
                self.line.forward(data if data is None else voice.real_bytes(data, self.call.site))

    def run_out(self):
        self.cancel(CODES["deadline_exceeded"], "Deadline Exceeded")

    def cancel(self, code, details):
        """Ends it from the app's side."""
        if self.status is None:
            self.messages.clear()
            if self.call is not None:
                self.call.cancel()
            if self.line is not None:
                self.line.close()
            self.end(code, details)

    def end(self, code, details):
        if self.status is None:
            self.initial, self.status = self.initial or (), (code, details)
            if self.limit is not None:
                self.limit.is_cancelled = True
            self.changed()

    # What comes.

    def answered(self, message):
        if self.status is not None:
            return
        if message.get("error"):
            name, _, details = message["error"].partition(": ")
            code = CODES.get(name.lower())
            return self.end(*((CODES["unavailable"], message["error"]) if code is None else (code, details)))
        if self.is_open:
            return self.take(message)
        if message.get("headers"):
            self.initial = metadata_of(message["headers"])
        self.told += voice.returned(voice.unpacked(message))
        if message.get("last", True):
            trailers = dict(voice.returned_fields(message.get("trailers") or ()))
            code = int(trailers.pop("grpc-status", 0))
            details = trailers.pop("grpc-message", "")
            self.trailing = metadata_of(trailers.items())
            if code == 0:
                self.messages.append(self.told)
            self.end(code, details)
        return None

    def take(self, message):
        """Takes what comes on a call with streams."""
        control, is_last = voice.control_of(message), message.get("last", True)
        if control is None:
            if message.get("body") or not is_last:
                self.messages.append(voice.returned(voice.unpacked(message)))
        elif "open" in control:
            self.is_standing = True
            self.initial = metadata_of(control["headers"]) if "headers" in control else self.initial
            self.send_on()
        elif "trailers" in control:
            self.trailing = metadata_of(control["trailers"])
        if is_last or "close" in (control or {}):
            self.end(int((control or {}).get("close", 0)), (control or {}).get("reason", ""))
        self.changed()

    def error_string(self):
        code, details = self.status
        return f'UNKNOWN:Error received from peer  {{grpc_message:"{details}", grpc_status:{code}}}'

    # For real.

    def make(self):
        """Makes the call for real, as `OutsideCall` asks for it."""
        function = voice.stub_of(self.to)
        if self.is_open:
            self.line = StubbedTalk(self, function) if function else LiveTalk(self)
            return {}, self.line.opened
        if function:
            with voice.stood_in(self.to, function):
                return stubbed_answer(function(self.to, self.request))
        start = REAL.monotonic()
        left = (self.limit.frame - APP.machine.frame) / APP.rate if self.limit is not None else voice.CALL_SECONDS
        limit = min(voice.CALL_SECONDS, left)
        call = begin_for_real(self, [(cygrpc.SendInitialMetadataOperation(self.real_metadata(), 0),
                                      cygrpc.SendMessageOperation(voice.real_bytes(self.request, self.call.site), 0),
                                      cygrpc.SendCloseFromClientOperation(0), cygrpc.ReceiveInitialMetadataOperation(0),
                                      cygrpc.ReceiveMessageOperation(0), cygrpc.ReceiveStatusOnClientOperation(0))], limit)
        found = {one.type(): one for one in call.next_event().batch_operations}
        seconds, status = REAL.monotonic() - start, found[RECEIVE_STATUS]
        initial, trailing = found[RECEIVE_METADATA].initial_metadata(), status.trailing_metadata()
        if status.code() == CODES["deadline_exceeded"] and limit == voice.CALL_SECONDS:
            raise TimeoutError(f"no answer within {voice.CALL_SECONDS} s")
        if broke_off(status, initial):
            return {"error": f"UNAVAILABLE: {status.details()}"[:4_000]}, [(seconds, voice.packed(b""))]
        trailers = pairs_of(trailing) + [["grpc-status", str(int(status.code()))]]
        trailers += [["grpc-message", status.details()]] if status.details() else []
        return ({"status": 200, "headers": pairs_of(initial), "trailers": trailers},
                [(seconds, voice.packed(found[RECEIVE].message() or b""))])

    def real_metadata(self):
        return tuple((name, value if isinstance(value, bytes) else voice.real_texts(value, self.call.site))
                     for name, value in self.metadata)


def broke_off(status, initial):
    """Whether a status comes from this machine: no server was reached, or none that answered."""
    return status.code() == CODES["unavailable"] and not initial and not status.trailing_metadata()


def begin_for_real(exchange, batches, seconds=None):
    """Begins a call in gRPC's core, which waits in threads of C."""
    deadline = None if seconds is None else REAL.time_ns() / 1e9 + seconds
    return exchange.channel.core().segregated_call(
        0, exchange.method.encode(), None, deadline, None, None, tuple((operations, None) for operations in batches), None)


def stubbed_answer(answer):
    """What a function in place of a server gives, as `make` has it: `(code, details, answer)` says a status as well."""
    code, details, answer = answer if isinstance(answer, tuple) else (0, "", answer)
    pieces = [(0, answer)] if isinstance(answer, bytes) else list(answer or [(0, b"")])
    trailers = [["grpc-status", str(code)], *([["grpc-message", details]] if details else [])]
    return {"status": 200, "headers": [], "trailers": trailers}, [(seconds, voice.packed(data)) for seconds, data in pieces]


class StubbedTalk(voice.StubbedLine):
    """A function in place of a server of streams: asked with None or the app's one message, then with each message."""
    raised = {"body": {"close": int(CODES["unknown"]), "reason": "the stand-in fails"}, "encoding": "json"}

    def __init__(self, exchange, function):
        self.peer, self.function, self.until, self.is_ended = exchange, function, APP.machine.frame, False
        self.opened = [(0, {"body": {"open": "", "headers": []}, "encoding": "json"})]
        self.ask(exchange.request)
        if exchange.request is not None:
            self.forward(None)

    def ask(self, message):
        with voice.stood_in(self.peer.to, self.function):
            for seconds, data in self.function(self.peer.to, message) or ():
                self.until = max(self.until, APP.frame_after(seconds))
                APP.machine.set_timer(APP.frame_after(seconds), functools.partial(self.came, voice.content_of(2, data)))

    def forward(self, data):
        if data is not None:
            return self.ask_open(data)
        end = {"body": {"close": 0}, "encoding": "json"}
        APP.machine.set_timer(max(self.until, APP.machine.frame + 1), functools.partial(self.came, end, True))
        return None


class LiveTalk(voice.LiveLine):
    """A real call with streams: virtual time keeps to real time while it is recorded, and what comes is told as it comes."""

    def __init__(self, exchange):
        self.peer, self.messages, self.is_ended = exchange, collections.deque(), False
        self.unsent, self.is_sending, self.gate = collections.deque(), True, REAL.allocate_lock()
        first = [cygrpc.SendInitialMetadataOperation(exchange.real_metadata(), 0)]
        if exchange.request is not None:
            first += [cygrpc.SendMessageOperation(voice.real_bytes(exchange.request, exchange.call.site), 0),
                      cygrpc.SendCloseFromClientOperation(0)]
        self.call = begin_for_real(exchange, [
            tuple(first), (cygrpc.ReceiveStatusOnClientOperation(0),), (cygrpc.ReceiveInitialMetadataOperation(0),),
            (cygrpc.ReceiveMessageOperation(0),)])
        self.began, self.frame, self.opened = REAL.monotonic(), APP.machine.frame, [(0, {"body": {"open": ""}, "encoding": "json"})]
        APP.lines.add(self)
        REAL.start_new_thread(self.receive, ())

    def receive(self):
        """Takes what gRPC's core gives, in a thread of its own."""
        initial = None
        while not self.is_ended:
            for one in self.call.next_event().batch_operations:
                kind = one.type()
                if kind == RECEIVE_METADATA:
                    initial = one.initial_metadata()
                    self.messages.append((False, {"body": {"open": "", "headers": pairs_of(initial)}, "encoding": "json"}))
                elif kind == RECEIVE and one.message() is not None:
                    self.messages.append((False, voice.content_of(2, one.message())))
                    self.call.operate((cygrpc.ReceiveMessageOperation(0),), None)
                elif kind == RECEIVE_STATUS:
                    if one.trailing_metadata():
                        self.messages.append((False, {"body": {"trailers": pairs_of(one.trailing_metadata())}, "encoding": "json"}))
                    name = NAMES.get(one.code(), "UNKNOWN")
                    error = {"error": f"{name}: {one.details()}"[:4_000]} if broke_off(one, initial) else {}
                    self.end({"close": int(one.code()), "reason": one.details() or "", **error})
                elif kind in (SEND_METADATA, SEND, SEND_END):
                    with self.gate:
                        self.send_next()

    def forward(self, data):
        APP.is_making = True        # locks of gRPC's core are waited for in real time
        try:
            with self.gate:
                self.unsent.append(data)
                if not self.is_sending:
                    self.send_next()
        finally:
            APP.is_making = False

    def send_next(self):
        """Sends one message: the core takes the next when it has that one."""
        self.is_sending = bool(self.unsent) and not self.is_ended
        if self.is_sending:
            data = self.unsent.popleft()
            one = cygrpc.SendCloseFromClientOperation(0) if data is None else cygrpc.SendMessageOperation(data, 0)
            self.call.operate((one,), None)

    def close(self):
        APP.lines.discard(self)
        APP.is_making = True
        try:
            self.call.cancel(CODES["cancelled"], "Cancelled by the app")
        finally:
            APP.is_making = False
