"""Prints all that a library tells of a WebSocket: the arguments are the library, the address and the path."""
import asyncio
import json
import sys

import voicetest_app as voice

LIBRARY, BASE, PATH = sys.argv[1:]
OFFERED = ["token", "second"]
PIECES = [["pie", "ces"], [b"\xc8", b"\xc9"]]


def note(what, *words):
    print(json.dumps([what, *words], default=lambda data: data.hex()), flush=True)
    voice.emit(what, at=round(asyncio.get_running_loop().time() * 1_000))


async def over_websockets():
    import websockets
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
    try:
        async with websockets.connect(BASE + PATH, subprotocols=OFFERED, open_timeout=.5 if PATH == "/silent" else 20,
                                      ping_interval=.2 if PATH == "/alive" else None,
                                      ping_timeout=None) as talk:
            note("open", talk.subprotocol)
            if PATH == "/echo":
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


async def over_aiohttp():
    import aiohttp
    async with aiohttp.ClientSession() as session:
        try:
            async with session.ws_connect(BASE + PATH, protocols=OFFERED, heartbeat=3 if PATH == "/alive" else None,
                                          timeout=aiohttp.ClientWSTimeout(ws_close=1), autoping=PATH != "/pings") as talk:
                note("open", talk.protocol)
                if PATH == "/echo":
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


asyncio.run({"websockets": over_websockets, "aiohttp": over_aiohttp}[LIBRARY]())
