"""Servers of plain asyncio: addresses, ports, ends and sockets."""
import asyncio
import contextvars
import http.client
import json
import os
import selectors
import signal
import socket
import sys
import threading

import voicetest_app as voice

NAME = contextvars.ContextVar("name", default="none")
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


async def answer(reader, writer):
    await reader.readuntil(b"\r\n\r\n")
    found = {key: writer.get_extra_info(key) for key in ("peername", "sockname")}
    sock = writer.get_extra_info("socket")
    voice.emit("asked", name=NAME.get(), **found, same=[sock.getpeername(), sock.getsockname()] == list(found.values()))
    writer.write(ANSWER)
    await writer.drain()
    writer.close()


async def addresses():
    NAME.set("main")
    server = await asyncio.start_server(answer, "localhost", 0)
    voice.emit("serves", at=server.sockets[0].getsockname(), is_serving=server.is_serving(), count=len(server.sockets))
    other = await asyncio.start_server(answer, None, 0, start_serving=False)
    voice.emit("serves", at=other.sockets[0].getsockname(), is_serving=other.is_serving())
    await other.start_serving()
    await asyncio.sleep(.2)
    server.close()
    await server.wait_closed()
    voice.emit("closed", is_serving=server.is_serving(), sockets=len(server.sockets))
    again = await asyncio.start_server(answer, "127.0.0.1", server_port := other.sockets[0].getsockname()[1] - 1)
    voice.emit("again", port=server_port)
    async with again:
        await again.serve_forever()


async def twice():
    """A port twice is what the system makes of it, here and in plain Python."""
    found = []
    server = await asyncio.start_server(answer, "127.0.0.1", int(sys.argv[2]))
    for host, options in (("127.0.0.1", {}), ("0.0.0.0", {}), ("127.0.0.1", {"reuse_port": True})):
        try:
            await asyncio.start_server(answer, host, int(sys.argv[2]), **options)
        except OSError as error:
            found.append([type(error).__name__, error.errno, str(error)])
    server.close()
    one = await asyncio.start_server(answer, "127.0.0.1", int(sys.argv[2]), reuse_port=True)
    two = await asyncio.start_server(answer, "127.0.0.1", int(sys.argv[2]), reuse_port=True)
    found.append([one.is_serving(), two.is_serving()])
    three = socket.socket()
    try:
        three.bind(("127.0.0.1", int(sys.argv[2])))
    except OSError as error:
        found.append([type(error).__name__, error.errno, str(error)])
    print(json.dumps(found))


async def ports():
    """Ports that are none are what the system makes of them, here and in plain Python."""
    found = []
    for port in (70_000, -1, "80"):
        try:
            socket.socket().bind(("", port))
        except (OSError, OverflowError, TypeError) as error:
            found.append([type(error).__name__, str(error)])
    try:
        await asyncio.start_server(answer, "127.0.0.1", 70_000)
    except (OSError, OverflowError) as error:
        found.append([type(error).__name__, str(error)])
    print(json.dumps(found))


async def names():
    """Addresses of this machine, by each way to ask for them."""
    loop, hosts = asyncio.get_running_loop(), (None, "", "localhost", socket.gethostname(), "127.0.0.1", "127.0.0.9", "0.0.0.0", "::1")
    found = [[one[0][4][0] for one in (socket.getaddrinfo(host, 5050), await loop.getaddrinfo(host, 5050, type=socket.SOCK_STREAM))]
             for host in hosts]
    voice.emit("names", found=found, other=(await loop.getaddrinfo("bot.example", 5050))[0][4][0])


async def waits():
    """Waits for a port that no one calls, and for a connection beside it, again and again."""
    with socket.create_server(("127.0.0.1", 5050)) as listening, selectors.DefaultSelector() as selector:
        listening.settimeout(.1)
        for _ in range(20):
            try:
                listening.accept()
            except socket.timeout:
                pass
        selector.register(listening, selectors.EVENT_READ)
        for _ in range(20):
            selector.select(.1)
        voice.emit("kept", count=len(voice.BOUND[listening].pendings))
        with socket.create_server(("127.0.0.1", 5051)) as other:
            client = http.client.HTTPConnection("127.0.0.1", 5051)
            client.connect()
            one, _ = other.accept()
            selector.register(one, selectors.EVENT_READ)
            for _ in range(20):
                threading.Timer(.05, client.sock.send, [b"a"]).start()
                selector.select()
                one.recv(1)
        voice.emit("kept", count=len(voice.BOUND[listening].pendings))


async def ends():
    """What a server sees where the client goes away, and clients where a server does."""
    async def take(reader, writer):
        if await reader.readline() == b"GET /early HTTP/1.1\r\n":
            return writer.close()
        try:
            while True:
                data = await reader.read(100)
                voice.emit("read", empty=not data)
                writer.write(b"HTTP/1.1 200 OK\r\n")
                await writer.drain()
                await asyncio.sleep(.1)
        except ConnectionError as error:
            voice.emit("lost", error=type(error).__name__)
    server = await asyncio.start_server(take, "127.0.0.1", 5050)
    await server.serve_forever()


async def sockets():
    """A server of sockets alone, in one loop, and a signal by which it ends."""
    loop, listening, over = asyncio.get_running_loop(), socket.socket(), asyncio.Event()
    loop.add_signal_handler(signal.SIGTERM, over.set)
    listening.bind(("127.0.0.1", 5050))
    listening.listen()
    listening.setblocking(False)
    one, address = await loop.sock_accept(listening)
    data = b""
    while not data.endswith(b"\r\n\r\n"):
        data += await loop.sock_recv(one, 10)
    voice.emit("asked", first=data.split(b"\r\n")[0].decode(), of=address)
    await loop.sock_sendall(one, ANSWER)
    one.close()
    signal.raise_signal(signal.SIGTERM)
    await over.wait()


async def raw():
    """Answers in bytes that no library sends, by the path that it is asked for."""
    text, token = "приём €".encode(), os.environ.get("BOT_TOKEN", "").encode()
    answers = {"letters": [text[:1], text[1:3], text[3:-1], text[-1:]], "bytes": [b"a\xd0", b"a\xff", b"b", b"\xd0"], "half": [b"a\xd0"]}
    closes = {"low": b"\0\x07low", "high": b"\xff\xffhigh", "secret": b"\x0f\xa1api_key=" + token}

    async def take(reader, writer):
        first = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[0]
        name = first.split()[1].strip("/")
        voice.emit("asked", first=first)
        if name in closes:
            writer.write(b"HTTP/1.1 101 Switching Protocols\r\n\r\n\x88" + bytes([len(closes[name])]) + closes[name])
            voice.emit("echo", code=int.from_bytes((await reader.read(100))[6:8], "big"))
        else:
            writer.write(b"HTTP/1.1 200 OK\r\n" + (b"content-length: 9\r\n" if name == "half" else b"") + b"\r\n")
            for part in answers.get(name, ()):
                writer.write(part)
                await asyncio.sleep(.1)
        writer.close()
    async with await asyncio.start_server(take, "127.0.0.1", 5050) as server:
        await server.serve_forever()


async def fails():
    """A server that cannot take a connection."""
    server = await asyncio.get_running_loop().create_server(lambda: [][0], "127.0.0.1", 5050)
    await server.serve_forever()


async def hung_up():
    over = asyncio.Event()
    voice.on("hangUp", lambda message: voice.emit("hungUp", caller=message.get("caller")))
    voice.on("hangUp", lambda message: over.set())
    async with await asyncio.start_server(answer, "127.0.0.1", 5050):
        await over.wait()


asyncio.run(globals()[sys.argv[1]]())
