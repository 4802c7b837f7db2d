"""Prints all that a library tells of WebSockets: the arguments are the library, the address and the paths."""
import asyncio
import json
import sys

import voicetest_app as voice

LIBRARY, BASE, *PATHS = sys.argv[1:]
OFFERED = ["token", "second"]
PIECES = [["pie", "ces"], [b"\xc8", b"\xc9"]]


def note(what, *words):
    print(json.dumps([what, *words], default=lambda data: data.hex()), flush=True)
    voice.emit(what, at=round(asyncio.get_running_loop().time() * 1_000))


async def over_websockets(path):
    import websockets
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
    try:
        async with websockets.connect(BASE + path, subprotocols=OFFERED, open_timeout=.5 if path == "/silent" else 20,
                                      ping_interval=.2 if path == "/alive" else None,
                                      ping_timeout=None) as talk:
            note("open", talk.subprotocol)
            if path == "/echo":
                for pieces in PIECES:
                    await talk.send(pieces)
                    note("message", await talk.recv())
                await (await talk.ping("beat"))
                note("pong")
                await talk.close(4001, "enough")
            try:
                while True:
                    note("message", await talk.recv())
            except ConnectionClosed as end:
                note("end", type(end).__name__, talk.close_code, talk.close_reason, type(end.__cause__).__name__)
    except InvalidStatus as error:
        note("refused", error.response.status_code, error.response.body, error.response.headers.get("content-type"))
    except (InvalidHandshake, OSError) as error:
        note("failed", type(error).__name__)


async def over_aiohttp(path):
    import aiohttp
    async with aiohttp.ClientSession() as session:
        try:
            async with session.ws_connect(BASE + path, protocols=OFFERED, heartbeat=.2 if path == "/alive" else None,
                                          timeout=aiohttp.ClientWSTimeout(ws_close=1), autoping=path != "/pings") as talk:
                talk._pong_heartbeat = 20       # of its own it waits half a heartbeat, which may pass on a busy machine
                note("open", talk.protocol)
                if path == "/echo":
                    await talk.send_str("pieces")
                    note("message", (await talk.receive()).data)
                    await talk.send_bytes(b"\xc8\xc9")
                    note("message", (await talk.receive()).data)
                    await talk.close(code=4001, message=b"enough")
                while True:
                    message = await talk.receive()
                    note("message", message.type.name, message.data, message.extra)
                    if message.type == aiohttp.WSMsgType.PING:
                        await talk.pong(message.data)
                    if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR):
                        break
            note("end", talk.close_code)
        except aiohttp.WSServerHandshakeError as error:
            note("refused", error.status, error.headers.get("content-type"))
        except aiohttp.ClientError as error:
            note("failed", isinstance(error, OSError))


async def main():
    for path in PATHS:
        note("begins", path)
        await {"websockets": over_websockets, "aiohttp": over_aiohttp}[LIBRARY](path)


asyncio.run(main())
