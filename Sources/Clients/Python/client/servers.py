"""Servers of the app: they listen in memory, where voicetest and the app's own clients connect to them."""
import asyncio
import collections
import contextvars
import errno
import itertools
import operator
import os
import selectors
import signal
import socket
import sys

from .app import APP, ssl
from .callers import CALLER
from .place import place, refused
from .replacing import like, put
from .loop import Pending, waited
from .calls import own_address
from .memory import Listener
from .sockets import Inbox, PeerSocket, PeerTransport, VirtualLoop

BOUND = APP.servers             # sockets of the app that have a port, and their listeners


# Sockets that listen. Each is a real one without an address, so that all else about it is as ever.

def is_in_memory(sock):
    return not APP.is_making and sock.family in (socket.AF_INET, socket.AF_INET6) and sock.type == socket.SOCK_STREAM


def take_sockets():
    bind, listen, connect, name, close, accept = (
        getattr(socket.socket, one) for one in ("bind", "listen", "connect", "getsockname", "_real_close", "accept"))

    def bind_in_memory(self, address):
        if not is_in_memory(self):
            return bind(self, address)
        if sys._getframe(1).f_code.co_name == "_has_ipv6":      # urllib3 looks whether it could
            raise OSError("no IPv6")
        if self in BOUND:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        port, taken = operator.index(address[1]), {one.port for one in BOUND.values()}
        if not 0 <= port <= 65_535:
            raise OverflowError("bind(): port must be 0-65535.")
        port = port or next(one for one in itertools.count(40_000) if one not in taken)
        own = Listener(self, (address[0] or "0.0.0.0", port, *address[2:]))
        if any(own.clashes(one) for one in BOUND.values()):
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
        BOUND[self] = own
        return None

    def listen_in_memory(self, *backlog):
        if not is_in_memory(self):
            return listen(self, *backlog)
        if self not in BOUND:
            self.bind(("", 0))
        BOUND[self].is_listening = True
        if BOUND[self].port not in APP.served:
            APP.served.add(BOUND[self].port)
            APP.machine.act("serve", port=BOUND[self].port, line=place())
        return None

    def accept_in_memory(self):
        if not is_in_memory(self):
            return accept(self)
        while self in BOUND and not BOUND[self].waiting:
            if self.gettimeout() == 0:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            try:
                BOUND[self].more().wait(self.gettimeout())
            except TimeoutError:
                raise socket.timeout("timed out") from None
        if self not in BOUND:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        end = BOUND[self].waiting.popleft()
        CALLER.set(end.caller)
        found = PeerSocket.__new__(PeerSocket)
        found.begin(end, socket.getdefaulttimeout())
        found.inbox = Inbox(end)
        return found, (end.host, end.port)

    def close_in_memory(self, *others):
        own = BOUND.pop(self, None)
        close(self, *others)
        if own is not None:
            for end in own.waiting:
                end.close()
            own.wake()

    def connect_datagrams(self, address):
        if self.type == socket.SOCK_DGRAM and not APP.is_making:        # no datagram was sent yet
            raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))
        return connect(self, address)
    for one, virtual in (("bind", bind_in_memory), ("listen", listen_in_memory), ("accept", accept_in_memory),
                         ("_real_close", close_in_memory), ("connect", connect_datagrams),
                         ("getsockname", lambda self: BOUND[self].address if self in BOUND else name(self))):
        put(socket.socket, one, virtual)


def take_names():
    """Names and addresses of this machine are known without a look-up."""
    look_up, full_name = socket.getaddrinfo, socket.getfqdn

    def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
        address = own_address(host)
        if APP.is_making or address is None or not str(port or 0).isdigit():
            return look_up(host, port, family, type, proto, flags)
        kind = socket.AddressFamily(family or (socket.AF_INET6 if ":" in address else socket.AF_INET))
        return [(kind, socket.SocketKind(type or socket.SOCK_STREAM), proto or 6, "",
                 (address, int(port or 0), *((0, 0) if kind == socket.AF_INET6 else ())))]
    put(socket, "getaddrinfo", getaddrinfo)
    put(socket, "getfqdn", lambda name="": "localhost" if name in ("127.0.0.1", "::1") else full_name(name))


def with_memory(kind):
    """A selector of this kind that waits for sockets in memory as well."""
    class Selector(kind):
        def __init__(self):
            super().__init__()
            self.ours = {}

        def register(self, fileobj, events, data=None):
            sock = getattr(fileobj, "socket", fileobj)      # that of a server of socketserver
            source = BOUND[sock] if sock in BOUND else getattr(sock, "inbox", None)
            if source is None:
                return super().register(fileobj, events, data)
            self.ours[fileobj] = source, selectors.SelectorKey(fileobj, -1, events, data)
            return self.ours[fileobj][1]

        def unregister(self, fileobj):
            return self.ours.pop(fileobj)[1] if fileobj in self.ours else super().unregister(fileobj)

        def select(self, timeout=None):
            if not self.ours or APP.is_making:
                return super().select(timeout)
            while True:
                found = [(key, key.events & selectors.EVENT_READ) for source, key in self.ours.values() if source.is_ready()]
                if found or timeout is not None and timeout <= 0:
                    return found
                any_of, each = Pending(), [source.more() for source, _ in self.ours.values()]
                for one in each:
                    one.callbacks.append(any_of.finish)
                try:
                    any_of.wait(timeout)
                except TimeoutError:
                    timeout = 0
                finally:
                    for one in each:
                        one.cancel()
    for name in ("__init__", "register", "unregister", "select"):
        like(getattr(kind, name), vars(Selector)[name])
    return like(kind, type(kind.__name__, (Selector,), {}))


# Servers of asyncio.

def soon(loop, context, callback, *arguments):
    """Calls it in the loop's next round, in a context."""
    if not loop.is_closed():
        loop.call_soon(callback, *arguments, context=context)
        APP.strands.wake(getattr(loop, "strand", None))


class ServerTransport(PeerTransport):
    """The server's end of a connection as asyncio's transport."""

    def __init__(self, loop, factory, end, server, secured, context):
        self.server, self.secured, self.is_paused, self.held = server, secured, False, collections.deque()
        try:
            protocol = factory()
        except BaseException:
            end.close()
            raise
        super().__init__(loop, end, protocol)
        end.receive = lambda what: soon(loop, context, self.received, what)
        self.attached = () if server is None or server._attach.__code__.co_argcount == 1 else (self,)
        if server is not None:
            server._attach(*self.attached)

    def received(self, what):
        self.held.append(what)
        self.give()

    def give(self):
        while self.held and not self.is_paused and not self.closing:
            what = self.held.popleft()
            if what and isinstance(self.protocol, asyncio.BufferedProtocol):
                asyncio.protocols._feed_data_to_buffered_proto(self.protocol, what)
            else:
                super().received(what)

    def pause_reading(self):
        self.is_paused = True

    def resume_reading(self):
        self.is_paused = False
        self.loop.call_soon(self.give)

    def is_reading(self):
        return not self.closing and not self.is_paused

    def write(self, data):
        try:
            super().write(data)
        except ConnectionError as error:
            self.end(error)

    def can_write_eof(self):
        return True

    def write_eof(self):
        self.peer.finish()

    def close(self):
        self.end(None)

    def end(self, error):
        if not self.closing:
            self.closing = True
            self.peer.close()
            self.loop.call_soon(self.over, error)

    def over(self, error):
        self.protocol.connection_lost(error)
        if self.server is not None:
            self.server._detach(*self.attached)

    abort = close

    def get_extra_info(self, name, default=None):
        return self.secured or default if name == "sslcontext" else super().get_extra_info(name, default)


def take_loops():
    start = VirtualLoop._start_serving

    def start_serving(self, factory, sock, sslcontext=None, server=None, *limits, **others):
        if sock not in BOUND:
            return start(self, factory, sock, sslcontext, server, *limits, **others)
        own, context = BOUND[sock], contextvars.copy_context()

        def accepted(end):
            one = context.copy()
            one.run(CALLER.set, end.caller)
            soon(self, one, ServerTransport, self, factory, end, server, sslcontext, one)
        own.accepted = accepted
        while own.waiting:
            accepted(own.waiting.popleft())
        return None

    def awaits(name, source):
        plain = getattr(VirtualLoop, name)

        async def one(self, sock, *arguments):
            if sock not in BOUND and not isinstance(sock, PeerSocket):
                return await plain(self, sock, *arguments)
            while True:
                try:
                    return getattr(sock, name[5:])(*arguments)
                except BlockingIOError:
                    await waited(source(sock).more())
        setattr(VirtualLoop, name, one)
    add = VirtualLoop.add_signal_handler

    def add_signal_handler(self, sig, callback, *args):
        add(self, sig, callback, *args)
        signal.set_wakeup_fd(-1)        # one that the app raises comes in virtual time
        signal.signal(sig, lambda *_: self._handle_signal(sig))
    put(VirtualLoop, "add_signal_handler", add_signal_handler)
    watch = VirtualLoop.add_reader

    def add_reader(self, fd, callback, *args):
        if any(fd in (one, one.fileno()) for one in BOUND):
            raise refused("network", "a server that waits for its socket with add_reader")
        return watch(self, fd, callback, *args)
    put(VirtualLoop, "add_reader", add_reader)
    VirtualLoop._start_serving = start_serving
    awaits("sock_accept", BOUND.get)
    for name in ("sock_recv", "sock_recv_into", "sock_sendall"):
        awaits(name, lambda sock: sock.inbox)


def take_servers():
    take_sockets()
    take_names()
    for name in ("DefaultSelector", "PollSelector", "SelectSelector", "EpollSelector"):
        if hasattr(selectors, name):
            setattr(selectors, name, with_memory(getattr(selectors, name)))
    take_loops()
    if ssl:
        wrap = ssl.SSLContext.wrap_socket
        put(ssl.SSLContext, "wrap_socket", lambda self, sock, *arguments, **options: sock if (   # TLS ends at the connection
            sock in BOUND or isinstance(sock, PeerSocket)) else wrap(self, sock, *arguments, **options))
