"""Connections in memory: their two ends, and the ports of the app at which they begin."""
import collections
import errno
import itertools
import os
import socket

from .callers import CALLER
from .loop import Pending


class End:
    """One end of a connection in memory, as a peer is one: what it writes comes to the other end, in order."""
    is_secure = False

    def __init__(self, host, port, own):
        self.host, self.port, self.own, self.other = host, port, own, None
        self.taker, self.early, self.is_closed, self.is_lost = None, [], False, False
        self.caller = CALLER.get()

    def arrive(self, what):
        (self.taker or self.early.append)(what)

    def set_receive(self, taker):
        early, self.taker, self.early = self.early, taker, []
        for what in early:
            taker(what)
    receive = property(lambda self: self.arrive, set_receive)

    def write(self, data):
        if self.other.is_closed:
            if self.is_lost:            # what was written first is lost without a word, as on a network
                raise ConnectionResetError(errno.ECONNRESET, os.strerror(errno.ECONNRESET))
            self.is_lost = True
        elif data:
            self.other.arrive(bytes(data))

    def finish(self):
        """Ends what this end sends."""
        self.other.arrive(b"")

    def close(self):
        if not self.is_closed:
            self.is_closed = True
            self.finish()

    def give_up(self):
        """A time limit of the app's ran out: the connection stays."""


class Listener:
    """A port of the app. `accepted` takes each connection; without it, they wait for `accept`."""
    count = itertools.count(50_000)

    def __init__(self, sock, address):
        self.family, self.address, self.port = sock.family, address, address[1]
        self.shares = bool(hasattr(socket, "SO_REUSEPORT") and sock.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT))
        self.is_listening, self.accepted, self.waiting, self.pendings = False, None, collections.deque(), []

    def clashes(self, other):
        """Whether the system would refuse the address of `other` beside this one."""
        anywhere = {"0.0.0.0", "::", self.address[0]}
        return (self.port, self.family) == (other.port, other.family) and not (self.shares and other.shares) and (
            other.address[0] in anywhere or self.address[0] in ("0.0.0.0", "::"))

    def connect(self):
        """Gives the client's end of a new connection."""
        number = next(Listener.count)
        far = End("127.0.0.1", number, ("127.0.0.1", self.port))
        near = far.other = End("127.0.0.1", self.port, ("127.0.0.1", number))
        near.other = far
        if self.accepted:
            self.accepted(far)
        else:
            self.waiting.append(far)
            self.wake()
        return near

    def is_ready(self):
        return bool(self.waiting)

    def more(self):
        """Gives something to wait for until there is more. A wait that is over ends its own, and no other's."""
        self.pendings = [*(one for one in self.pendings if not one.is_done), Pending()]
        return self.pendings[-1]

    def wake(self):
        pendings, self.pendings = self.pendings, []
        for one in pendings:
            one.finish()
