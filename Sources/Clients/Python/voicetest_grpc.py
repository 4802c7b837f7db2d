"""gRPC under voicetest: the channels of `grpc` and `grpc.aio`, in virtual time, recorded and replayed.

The client loads this file when a bot imports `grpc`. All of gRPC that is Python stays: its calls, iterators, interceptors, errors.
What stands below them, the channel of its core in C, is replaced, so that a replay opens none. A plugin that gives credentials
runs with each call, in the bot's time; what it gives reaches the server and is never told.
"""
import collections
import itertools
import time
import types

import voicetest_app as voice
from grpc._cython import cygrpc
from voicetest_grpc_call import (CODES, RECEIVE, RECEIVE_METADATA, RECEIVE_STATUS, SEND, SEND_END, SEND_METADATA, CoreChannel,
                                 Exchange)

APP = voice.APP
READY, IDLE = cygrpc.ConnectivityState.ready, cygrpc.ConnectivityState.idle
CoreInsecure = getattr(cygrpc, "InsecureChannelCredentials", ())


class PluginCredentials:
    """A plugin that gives metadata for each call."""

    def __init__(self, plugin, name):
        self.plugins = (plugin,)


class CallCredentials:
    """Credentials of calls together."""

    def __init__(self, credentials):
        self.plugins = tuple(itertools.chain(*(one.plugins for one in credentials)))


class ChannelCredentials(CallCredentials):
    """Credentials of a channel with those of its calls."""

    def __init__(self, credentials, channel):
        super().__init__(credentials)
        self.plugins += getattr(channel, "plugins", ())
        self.core = getattr(channel, "core", channel)


def compute_engine(call_credentials):
    """The channel credentials that Google's clients ask for. Away from Google's machines they are those of TLS."""
    return ChannelCredentials((call_credentials,), cygrpc.SSLChannelCredentials(None, None, None))


def asked_of(plugins, channel, method):
    """Metadata that plugins give for a call; an error of one as the status of the call."""
    found, (service, _, name) = [], method.decode().rpartition("/")
    for plugin in plugins:
        pending = voice.Pending()
        plugin(f"https://{channel.host}{service}".encode(), name.encode(),
               lambda metadata, code, error, pending=pending: pending.finish((metadata, code, error)))
        metadata, code, error = pending.wait()
        if code != CODES["ok"]:
            details = error.decode(errors="replace") if isinstance(error, bytes) else error
            return found, (CODES["unavailable"], f"Getting metadata from plugin failed with error: {details}")
        found += list(metadata)
    return found, None


class Target:
    """Where a channel leads to."""

    def __init__(self, target, options, credentials):
        self.given, self.options, self.credentials, self.made, self.state = target, options, credentials, None, IDLE
        self.plugins = getattr(credentials, "plugins", ())
        is_secure = credentials is not None and not isinstance(credentials, CoreInsecure)
        name = target.decode()
        for scheme in ("dns:", "ipv4:", "ipv6:", "passthrough:", "google-c2p:"):
            name = name[len(scheme):].lstrip("/") if name.startswith(scheme) else name
        self.host = name[:-4] if name.endswith(":443") and is_secure else name
        self.origin = f"{'https' if is_secure else 'http'}://{self.host}"

    def target(self):
        return self.given

    def core(self):
        """gRPC's own channel, for calls that are made for real."""
        if self.made is None:
            self.made = CoreChannel(self.given, self.options, getattr(self.credentials, "core", self.credentials))
        return self.made

    def check_connectivity_state(self, try_to_connect):
        self.state = READY if try_to_connect else self.state
        return self.state

    def get_registered_call_handle(self, method):
        return 0


class Queue:
    """Events of gRPC's core, for threads that wait for them."""

    def __init__(self):
        self.events, self.waiting = collections.deque(), collections.deque()

    def put(self, event):
        self.events.append(event)
        if self.waiting:
            self.waiting.popleft().finish()

    def take(self):
        while not self.events:
            pending = voice.Pending()
            self.waiting.append(pending)
            pending.wait()
        return self.events.popleft()


class Operation:
    """What came of an operation."""

    def __init__(self, kind, exchange):
        self.kind, self.exchange, self.content = kind, exchange, None
        if kind == RECEIVE:
            self.content = exchange.messages.popleft() if exchange.messages else None

    def type(self):
        return self.kind

    def message(self):
        return self.content

    def initial_metadata(self):
        return self.exchange.initial or ()

    def trailing_metadata(self):
        return self.exchange.trailing

    def code(self):
        return self.exchange.status[0]

    def details(self):
        return self.exchange.status[1]

    def error_string(self):
        return self.exchange.error_string() if self.exchange.status[0] else ""


class CoreCall:
    """A call of the channel's core: batches of operations, each of which is an event when all of it has come."""

    def __init__(self, channel, method, deadline, credentials, queue):
        self.exchange = Exchange(channel, method, deadline, self.look)
        self.plugins = (*channel.plugins, *getattr(credentials, "plugins", ()))
        self.queue, self.batches, self.is_over = queue, [], False

    def begin(self, batches):
        found = {one.type(): one for operations, _ in batches for one in operations}
        metadata = getattr(found[SEND_METADATA], "_initial_metadata") or ()
        request = getattr(found[SEND], "_message") if SEND in found else None
        given, error = asked_of(self.plugins, self.exchange.channel, self.exchange.method.encode())
        if error:
            self.exchange.end(*error)
        self.exchange.begin((*metadata, *given), request, not (SEND in found and RECEIVE in found))
        self.batches += [([one.type() for one in operations], tag) for operations, tag in batches]
        self.look()
        return self

    def operate(self, operations, tag):
        if self.is_over:
            return False
        for one in operations:
            if one.type() in (SEND, SEND_END) and self.exchange.status is None:
                self.exchange.send(getattr(one, "_message") if one.type() == SEND else None)
        self.batches.append(([one.type() for one in operations], tag))
        self.look()
        return True

    def is_ready(self, kinds):
        """Whether all of a batch has come. A status comes behind the messages before it."""
        one = self.exchange
        return (one.status is not None and len(one.messages) <= (RECEIVE in kinds) if RECEIVE_STATUS in kinds
                else one.status is not None or (RECEIVE_METADATA not in kinds or one.initial is not None)
                and (RECEIVE not in kinds or bool(one.messages)))

    def look(self):
        while (ready := next((one for one in self.batches if self.is_ready(one[0])), None)) is not None:
            self.batches.remove(ready)
            kinds, tag = ready
            self.is_over = self.is_over or RECEIVE_STATUS in kinds
            self.queue.put(types.SimpleNamespace(
                completion_type=cygrpc.CompletionType.operation_complete, success=True, tag=tag, operation_call=self,
                batch_operations=[Operation(kind, self.exchange) for kind in kinds]))

    def next_event(self):
        return self.queue.take()

    def cancel(self, code, details):
        self.exchange.cancel(int(code), details)


class Channel(Target):
    """The channel below `grpc`."""

    def __init__(self, target, options, credentials=None):
        super().__init__(target, options, credentials)
        self.queue, self.calls = Queue(), []

    def call(self, method, deadline, credentials, batches, queue):
        call = CoreCall(self, method, deadline, credentials, queue)
        self.calls = [*(one for one in self.calls if one.exchange.status is None), call]
        return call.begin(batches)

    def segregated_call(self, flags, method, host, deadline, metadata, credentials, batches, *others):
        if not APP.is_making:
            return self.call(method, deadline, credentials, batches, Queue())
        # Within an external, gRPC works as ever.
        given, _ = asked_of((*self.plugins, *getattr(credentials, "plugins", ())), self, method)
        sent = tuple((tuple(cygrpc.SendInitialMetadataOperation((*(getattr(one, "_initial_metadata") or ()), *given), 0)
                            if one.type() == SEND_METADATA else one for one in operations), tag) for operations, tag in batches)
        return self.core().segregated_call(flags, method, host, deadline, metadata, None, sent, None)

    def integrated_call(self, flags, method, host, deadline, metadata, credentials, batches, *others):
        if APP.is_making:
            raise voice.refused("network", f"gRPC {method.decode()}: in an external, wait for the call")
        return self.call(method, deadline, credentials, batches, self.queue)

    def next_call_event(self):
        return self.queue.take()

    def watch_connectivity_state(self, last_observed_state, deadline):
        time.sleep(max(0, deadline - time.time()))
        return types.SimpleNamespace(completion_type=cygrpc.CompletionType.queue_timeout, success=False, tag=None)

    def close(self, code, details):
        for one in self.calls:
            one.cancel(code, details)

    def close_on_fork(self, code, details):
        self.close(code, details)


def take():
    """Replaces what stands below gRPC's Python."""
    from voicetest_grpc_aio import AioChannel
    cygrpc.Channel, cygrpc.AioChannel = Channel, AioChannel
    cygrpc.MetadataPluginCallCredentials, cygrpc.CompositeCallCredentials = PluginCredentials, CallCredentials
    cygrpc.CompositeChannelCredentials, cygrpc.channel_credentials_compute_engine = ChannelCredentials, compute_engine
