"""Peers as what Python has connections in: transports of asyncio, sockets, streams of httpcore."""
import asyncio
import errno
import functools
import http.client
import os
import socket
import sys
import types

from .app import APP, ssl
from .place import refused
from .replacing import like, replace_everywhere
from .loop import Pending, TimeLoop, call_in, waited
from .calls import own_address, own_server, reach, reach_now
from .peer import Peer


def far_end(host, port, is_secure, held):
    """The other end of a connection of the app: one of its own servers, or a peer."""
    listener = own_server(host, port)
    return listener.connect() if listener else Peer(host, port, is_secure, held)


class PeerTransport(asyncio.transports._FlowControlMixin):
    """A peer as asyncio's transport, plain or of TLS."""
    max_size = 256 * 1024

    def __init__(self, loop, peer, protocol):
        super().__init__(None, loop)
        self.loop, self.peer, self.protocol, self.closing = loop, peer, protocol, False
        loop.call_soon(protocol.connection_made, self)
        peer.receive = lambda what: call_in(loop, lambda: self.received(what))

    def received(self, what):
        if self.closing:
            return
        if isinstance(what, Exception):
            self.closing = True
            self.protocol.connection_lost(what)
        elif what:
            self.protocol.data_received(what)
        elif not self.protocol.eof_received():
            self.close()

    def write(self, data):
        if not self.closing:
            self.peer.write(data)

    def writelines(self, parts):
        self.write(b"".join(bytes(part) for part in parts))

    def close(self):
        if not self.closing:
            self.closing = True
            self.peer.close()
            self.loop.call_soon(self.protocol.connection_lost, None)

    abort = close

    def is_closing(self):
        return self.closing

    def get_protocol(self):
        return self.protocol

    def set_protocol(self, protocol):
        self.protocol = protocol

    def get_extra_info(self, name, default=None):
        return extra_info(self.peer, name, default)

    def can_write_eof(self):
        return False

    def write_eof(self):
        pass

    def get_write_buffer_size(self):
        return 0

    def get_read_buffer_size(self):
        return 0

    def get_read_buffer_limits(self):
        return 0, self.max_size

    def set_read_buffer_limits(self, high=None, low=None):
        pass

    def pause_reading(self):
        pass

    def resume_reading(self):
        pass

    def is_reading(self):
        return not self.closing


class Inbox:
    """What a peer sent, for code that blocks or awaits."""

    def __init__(self, peer):
        self.peer, self.data, self.error, self.is_ended, self.pending = peer, b"", None, False, None
        peer.receive = self.receive

    def receive(self, what):
        if isinstance(what, Exception):
            self.error = what
        elif what:
            self.data += what
        else:
            self.is_ended = True
        if self.pending is not None:
            self.pending.finish()

    def is_ready(self):
        return bool(self.data or self.error or self.is_ended)

    def take(self, size):
        if not self.data and self.error:
            raise self.error
        found, self.data = self.data[:size], self.data[size:]
        return found

    def more(self):
        """Something to wait for until there is more."""
        self.pending = Pending()
        return self.pending


class PeerSocket(socket.socket):
    """A peer as a blocking socket, for http.client and what is built on it. The socket that it is has no number."""

    def __init__(self, host, port, is_secure, timeout=None):
        held = reach_now(host, port, timeout if isinstance(timeout, (int, float)) else None)
        self.begin(far_end(host, port, is_secure, held), timeout)
        self.inbox = Inbox(self.inbox.peer)

    def begin(self, peer, limit):
        socket.socket.__init__(self)
        socket.socket._real_close(self)
        self.inbox, self.limit = types.SimpleNamespace(peer=peer, data=b""), limit

    def sendall(self, data, flags=0):
        if isinstance(data, memoryview) or isinstance(data, (bytes, bytearray)):
            self.inbox.peer.write(data)
        else:
            self.inbox.peer.write(data.tobytes())

    def send(self, data, flags=0):
        self.sendall(data)
        return len(data)

    def recv(self, size, flags=0):
        while not self.inbox.is_ready():
            timeout = self.gettimeout()
            if timeout == 0:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            try:
                self.inbox.more().wait(timeout)
            except TimeoutError:
                self.inbox.peer.give_up()
                raise socket.timeout("timed out") from None
        return self.inbox.take(size)

    def recv_into(self, buffer, size=0, flags=0):
        data = self.recv(size or len(buffer))
        buffer[:len(data)] = data
        return len(data)

    def settimeout(self, timeout):
        self.limit = timeout

    def gettimeout(self):
        return self.limit if isinstance(self.limit, (int, float)) else None

    def setblocking(self, is_blocking):
        self.limit = None if is_blocking else 0

    timeout = property(gettimeout)

    def getpeername(self):
        return self.inbox.peer.host, int(self.inbox.peer.port)

    def getsockname(self):
        return self.inbox.peer.own

    def setsockopt(self, *options):
        pass

    def shutdown(self, how):
        pass

    def _real_close(self):
        self.inbox.peer.close()


class SecurePeerSocket(PeerSocket, ssl.SSLSocket if ssl else socket.socket):
    """A peer as a socket of TLS. What only a real connection knows of its certificate and cipher is empty."""
    server_side, session, session_reused = False, None, None
    _connected, _sslobj = True, None
    context = property(lambda self: ssl.create_default_context())
    server_hostname = property(lambda self: self.inbox.peer.host)

    def read(self, len=1024, buffer=None):
        return self.recv(len) if buffer is None else self.recv_into(buffer, len)

    def write(self, data):
        return self.send(data)

    def pending(self):
        return len(self.inbox.data)

    def do_handshake(self, block=False):
        pass

    def unwrap(self):
        return self

    def getpeercert(self, binary_form=False):
        return None if binary_form else {}

    def get_verified_chain(self):
        return []

    get_unverified_chain = get_verified_chain


def socket_kind(is_secure):
    return SecurePeerSocket if is_secure else PeerSocket


def extra_info(peer, name, default=None):
    """What transports and streams tell of a connection."""
    if name == "socket" or name == "ssl_object" and peer.is_secure:
        kind = socket_kind(peer.is_secure)
        sock = kind.__new__(kind)
        sock.begin(peer, 0)
        return sock
    return {"peername": (peer.host, peer.port), "sockname": peer.own}.get(name, default)


class PeerStream:
    """A peer as the network stream of httpcore, whose `library` names the errors; `AsyncPeerStream` is for coroutines."""

    def __init__(self, library, host, port, held):
        self.library, self.address, self.held, self.timeout = library, (host, port), held, None
        self.secure(False)

    def secure(self, is_secure):
        if not is_secure or isinstance(self.inbox.peer, Peer):
            self.inbox = Inbox(far_end(*self.address, is_secure, self.held))
        return self

    def take(self, size):
        try:
            return self.inbox.take(size)
        except OSError as error:
            raise self.library.ReadError(str(error)) from error

    def read(self, size, timeout=None):
        while not self.inbox.is_ready():
            try:
                self.inbox.more().wait(timeout)
            except TimeoutError:
                self.inbox.peer.give_up()
                raise self.library.ReadTimeout("timed out") from None
        return self.take(size)

    def write(self, data, timeout=None):
        self.inbox.peer.write(data)

    def start_tls(self, *args, **options):
        return self.secure(True)

    def close(self):
        self.inbox.peer.close()

    def get_extra_info(self, info):
        name = {"client_addr": "sockname", "server_addr": "peername"}.get(info, info)
        return False if info == "is_readable" else extra_info(self.inbox.peer, name)


class AsyncPeerStream(PeerStream):
    def take(self, size):
        try:
            return self.inbox.take(size)
        except OSError as error:
            try:
                from anyio import BrokenResourceError       # what httpcore reads with says it so
            except ImportError:
                raise self.library.ReadError(str(error)) from error
            try:
                raise BrokenResourceError from error
            except BrokenResourceError as broken:
                raise self.library.ReadError("") from broken

    async def read(self, size, timeout=None):
        while not self.inbox.is_ready():
            try:
                await asyncio.wait_for(waited(self.inbox.more()), timeout)
            except (asyncio.TimeoutError, TimeoutError):
                self.inbox.peer.give_up()
                raise self.library.ReadTimeout("timed out") from None
        return self.take(size)

    async def write(self, data, timeout=None):
        self.inbox.peer.write(data)

    async def start_tls(self, *args, **options):
        return self.secure(True)

    async def aclose(self):
        self.inbox.peer.close()


def catch_http_client():
    def catch(kind, is_secure):
        plain = kind.connect

        def connect(self):
            if APP.is_making:
                return plain(self)
            self.sock = socket_kind(is_secure)(self.host, self.port, is_secure, self.timeout)
            return None
        kind.connect = like(plain, connect)
    catch(http.client.HTTPConnection, False)
    catch(http.client.HTTPSConnection, True)


class VirtualLoop(TimeLoop):
    """asyncio's loop in virtual time, whose connections are peers."""

    async def create_connection(self, protocol_factory, host=None, port=None, *, ssl=None, sock=None, **options):
        if APP.is_making:
            return await super().create_connection(protocol_factory, host, port, ssl=ssl, sock=sock, **options)
        if host is None:
            raise refused("network", f"connection over {sock!r}")
        held = await reach(host, port)
        transport = PeerTransport(self, far_end(host, port, bool(ssl), held), protocol_factory())
        await asyncio.sleep(0)      # connection_made comes in the loop's next round
        return transport, transport.get_protocol()

    async def create_datagram_endpoint(self, *args, **options):
        raise refused("network", "a datagram socket")

    async def sock_connect(self, sock, address):
        raise refused("network", f"connection to {address}")

    async def getaddrinfo(self, host, port, **options):
        if own_address(host) is not None:
            return socket.getaddrinfo(host, port, **options)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", int(port or 0)))]


def take_asyncio():
    as_completed, wait = asyncio.as_completed, asyncio.wait

    def in_order(awaitables):
        return [asyncio.ensure_future(one) for one in awaitables]
    completed = functools.wraps(as_completed)(lambda fs, **options: as_completed(in_order(fs), **options))

    async def wait_in_order(fs, **options):
        return await wait(in_order(fs) if sys.version_info < (3, 11) else fs, **options)
    replace_everywhere([(as_completed, completed), (wait, functools.wraps(wait)(wait_in_order)),
                        (asyncio.SelectorEventLoop, VirtualLoop), (asyncio.new_event_loop, lambda: VirtualLoop())])
    policy = asyncio.get_event_loop_policy() if sys.version_info < (3, 14) else asyncio.events._get_event_loop_policy()
    type(policy)._loop_factory = VirtualLoop
    for name in ("DefaultEventLoopPolicy", "_DefaultEventLoopPolicy"):
        if (kind := getattr(asyncio, name, None)) is not None:
            kind._loop_factory = VirtualLoop
    if sys.version_info < (3, 12) and hasattr(os, "pidfd_open"):
        policy.set_child_watcher(asyncio.PidfdChildWatcher())
