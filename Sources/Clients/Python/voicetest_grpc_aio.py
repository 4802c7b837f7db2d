"""What stands below `grpc.aio` under voicetest, in place of gRPC's core in C: a channel and its calls. `voicetest_grpc` loads it."""
import time

import voicetest_app as voice
from grpc._cython import cygrpc
from voicetest_grpc import Target, asked_of
from voicetest_grpc_call import CODES, Exchange

APP = voice.APP
CoreAioChannel = cygrpc.AioChannel


class AioChannel(Target):
    """The channel below `grpc.aio`."""
    is_closing = is_closed = False

    def __new__(cls, target, options, credentials, loop):
        return CoreAioChannel(target, options, credentials, loop) if APP.is_making else super().__new__(cls)

    def __init__(self, target, options, credentials, loop):
        super().__init__(target, options, credentials)
        self.loop = loop

    async def watch_connectivity_state(self, last_observed_state, deadline):
        if self.state == last_observed_state:
            await self.loop.create_future()
        return True

    def call(self, method, deadline, credentials, wait_for_ready, *others):
        if self.is_closing or self.is_closed:
            raise cygrpc.UsageError("Channel is closed." if self.is_closed else "Channel is closing.")
        return AioCall(self, method, deadline, credentials)

    def closing(self):
        self.is_closing = True

    def close(self):
        self.is_closed = True

    def closed(self):
        return self.is_closed


class AioCall:
    """A call below `grpc.aio`."""

    def __init__(self, channel, method, deadline, credentials):
        self.loop, self.deadline, self.waiting, self.callbacks, self.was_cancelled = channel.loop, deadline, [], [], False
        self.exchange = Exchange(channel, method, deadline, lambda: voice.call_in(self.loop, self.look))
        self.plugins = (*channel.plugins, *getattr(credentials, "plugins", ()))
        self.set(_status=None, _initial_metadata=None)

    def set(self, **values):
        """Sets what gRPC's Python reads of a call, names of C among them."""
        vars(self).update(values)
        for future in self.waiting:
            if not future.done():
                future.set_result(None)
        self.waiting.clear()

    status_now = property(lambda self: vars(self)["_status"])

    def look(self):
        one = self.exchange
        if one.status is not None and not one.messages and self.status_now is None:
            code, details = one.status
            self.end(code, details, one.trailing, one.error_string() if code else "")
        self.set(_initial_metadata=one.initial)

    def end(self, code, details, trailing=(), error=""):
        self.set(_status=cygrpc.AioRpcStatus(code, details, trailing, error), _initial_metadata=self.exchange.initial or ())
        callbacks, self.callbacks = self.callbacks, []
        for callback in callbacks:
            callback()

    async def until(self, has_come):
        while not has_come():
            future = self.loop.create_future()
            self.waiting.append(future)
            await future

    async def begin(self, metadata, request, is_open):
        if self.plugins:
            given, error = await self.loop.run_in_executor(
                None, asked_of, self.plugins, self.exchange.channel, self.exchange.method.encode())
            metadata = (*metadata, *given)
            if error:
                self.exchange.end(*error)
        self.exchange.begin(metadata, request, is_open)

    async def received(self):
        await self.until(lambda: self.exchange.messages or self.exchange.status)
        message = self.exchange.messages.popleft() if self.exchange.messages else None
        self.look()
        return message

    async def unary_unary(self, request, metadata, context=None):
        await self.begin(metadata, request, False)
        return await self.received()

    async def initiate_unary_stream(self, request, metadata, context=None):
        await self.begin(metadata, request, True)
        await self.initial_metadata()

    async def stream_unary(self, metadata, metadata_sent_observer, context=None):
        await self.initiate_stream_stream(metadata, metadata_sent_observer)
        await self.until(lambda: self.exchange.status)
        return await self.received()

    async def initiate_stream_stream(self, metadata, metadata_sent_observer, context=None):
        await self.begin(metadata, None, True)
        await self.until(lambda: self.exchange.is_standing or self.exchange.status)
        metadata_sent_observer()

    async def send_serialized_message(self, message):
        self.exchange.send(message)

    async def send_receive_close(self):
        self.exchange.send(None)

    async def receive_serialized_message(self):
        message = await self.received()
        return cygrpc.EOF if message is None else message

    async def initial_metadata(self):
        await self.until(lambda: self.exchange.initial is not None)
        return self.exchange.initial

    async def status(self):
        await self.until(self.done)
        return self.status_now

    def add_done_callback(self, callback):
        if self.done():
            callback()
        else:
            self.callbacks.append(callback)

    def time_remaining(self):
        return None if self.deadline is None else max(0, self.deadline - time.time())

    def cancel(self, details):
        self.was_cancelled = True
        self.end(CODES["cancelled"], details)
        self.exchange.cancel(CODES["cancelled"], details)

    def set_internal_error(self, error):
        self.end(CODES["internal"], "Internal error from Core", (), error)

    def done(self):
        return self.status_now is not None

    def cancelled(self):
        return self.done() and self.status_now.code() == CODES["cancelled"]

    def is_locally_cancelled(self):
        return self.was_cancelled

    def is_ok(self):
        return self.done() and self.status_now.code() == CODES["ok"]
