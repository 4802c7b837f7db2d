"""Talks to a WebSocket: a stub's, a recording's, or the server whose address is the second argument."""
import asyncio
import sys

import voicetest_app as voice
import websockets

ADDRESS = sys.argv[2] if len(sys.argv) > 2 else "wss://model.example/talk"


def answer(to, message):
    if message is None:
        return [(.4, "hello")]
    return [(.4, message) if message == b"end" else (.2, f"{message}: {len(to) and 1}")]


if sys.argv[1] == "stub":
    voice.stub("GET wss://model.example/", answer)


async def main():
    async with websockets.connect(ADDRESS) as socket:
        async def hear(count):
            for _ in range(count):
                text = await socket.recv()
                text = text.decode() if isinstance(text, bytes) else text
                at = {} if sys.argv[1] == "live" else {"at": round(asyncio.get_running_loop().time() * voice.APP.rate)}
                voice.emit("heard", text=text, **at)
        await hear(1)
        await socket.send("large")
        await socket.send("small")
        await hear(2)
        await socket.send(b"end")
        await hear(1)


async def listen():
    """Turns of 20 ms, as a bot that hears has them."""
    async for _ in voice.microphone():
        pass


async def both():
    hearing = asyncio.ensure_future(listen())
    await main()
    hearing.cancel()
asyncio.run(both())
