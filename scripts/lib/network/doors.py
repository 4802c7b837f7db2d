"""Listeners on loopback that count who reaches them: TCP, UDP, and Unix sockets by path, one set for each way."""
import collections
import functools
import os
import selectors
import socket
import threading

ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\nhi"


class Door:
    """The sockets of one way, and how often each was reached."""

    def __init__(self, folder, number):
        self.hits = collections.Counter()
        self.path, self.datagram_path = str(folder / f"{number}.s"), str(folder / f"{number}.d")
        self.tcp, self.udp = self.bound()
        self.port = self.tcp.getsockname()[1]
        self.stream = socket.socket(socket.AF_UNIX)
        self.stream.bind(self.path)
        self.datagrams = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.datagrams.bind(self.datagram_path)
        for one in (self.tcp, self.stream):
            one.listen(16)

    @staticmethod
    def bound():
        """Returns a TCP and a UDP socket of one port."""
        while True:
            tcp, udp = socket.socket(), socket.socket(type=socket.SOCK_DGRAM)
            tcp.bind(("127.0.0.1", 0))
            try:
                udp.bind(tcp.getsockname())
                return tcp, udp
            except OSError:
                tcp.close()
                udp.close()

    def taken(self):
        """Returns the hits so far, such as "tcp 2", and begins to count anew."""
        found, self.hits = self.hits, collections.Counter()
        return found


class Doors:
    """All listeners, on a thread of their own, until the process ends."""

    def __init__(self, folder):
        self.folder, self.selector = folder, selectors.DefaultSelector()
        self.wakes, self.wake = socket.socketpair()
        self.selector.register(self.wakes, selectors.EVENT_READ, lambda: self.wakes.recv(1))
        threading.Thread(target=self.serve, daemon=True).start()

    def open(self, number):
        door = Door(self.folder, number)
        for kind, one, take in (("tcp", door.tcp, self.accept), ("unix", door.stream, self.accept),
                                ("udp", door.udp, self.receive), ("unix", door.datagrams, self.receive)):
            one.setblocking(False)
            self.selector.register(one, selectors.EVENT_READ, functools.partial(take, door, kind, one))
        self.wake.send(b"x")
        return door

    def serve(self):
        while True:
            for key, _ in self.selector.select():
                try:
                    key.data()
                except OSError:
                    pass            # the other side is gone

    def accept(self, door, kind, listener):
        connection, _ = listener.accept()
        door.hits[kind] += 1
        threading.Thread(target=self.answer, args=(connection,), daemon=True).start()

    @staticmethod
    def answer(connection):
        """Reads what comes at once, then answers; protocols that wait for a greeting take this for a bad one."""
        with connection:
            connection.settimeout(.2)
            try:
                connection.recv(65_536)
            except OSError:
                pass
            try:
                connection.sendall(ANSWER)
            except OSError:
                pass

    @staticmethod
    def receive(door, kind, listener):
        data, sender = listener.recvfrom(65_536)
        door.hits[kind] += 1
        is_question = len(data) > 12 and data[4:6] == b"\0\1"       # of a resolver: there is no such name
        if sender:
            listener.sendto(data[:2] + b"\x81\x83" + data[4:] if is_question else b"hi", sender)


def knock(door):
    """Reaches all sockets of a door from this process, outside of any confinement; gives how many."""
    for family, address in ((socket.AF_INET, ("127.0.0.1", door.port)), (socket.AF_UNIX, door.path)):
        with socket.socket(family) as one:
            one.connect(address)
            one.recv(1)
    for family, address in ((socket.AF_INET, ("127.0.0.1", door.port)), (socket.AF_UNIX, door.datagram_path)):
        with socket.socket(family, socket.SOCK_DGRAM) as one:
            if family == socket.AF_UNIX:
                one.bind(address + ".from")
            one.settimeout(5)
            one.sendto(b"x", address)
            one.recv(8)
            if family == socket.AF_UNIX:
                os.unlink(address + ".from")
    return 4
