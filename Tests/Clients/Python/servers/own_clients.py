"""A bot whose own clients ask its own server, in the loop and in a thread, over one connection and over many."""
import asyncio
import http.client
import threading
import time

import aiohttp
import httpx
import requests
import websockets
from aiohttp import web

import voicetest_app as voice


async def number(request):
    return web.json_response({"peers": request.transport.get_extra_info("peername")[1]})


async def echo(request):
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async for message in socket:
        await socket.send_str(message.data.upper())
    return socket


def ask_in_thread(found):
    kept = http.client.HTTPConnection("localhost", 8080)
    for _ in range(2):
        kept.request("GET", "/number")
        found.append(kept.getresponse().read().decode())
    with requests.Session() as session:
        for seconds in (0, 0, 3):           # the server keeps a connection for two seconds
            time.sleep(seconds)
            found.append(session.get("http://127.0.0.1:8080/number").text)
    time.sleep(3)
    kept.request("GET", "/number")
    try:
        kept.getresponse()
    except ConnectionError as error:
        found.append(type(error).__name__)


async def main():
    app = web.Application()
    app.add_routes([web.get("/number", number), web.get("/echo", echo)])
    runner = web.AppRunner(app, keepalive_timeout=2)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 8080).start()
    async with aiohttp.ClientSession() as session:
        found = [await (await session.get("http://localhost:8080/number")).text() for _ in range(2)]
    async with httpx.AsyncClient() as client:
        found += [(await client.get("http://127.0.0.1:8080/number")).text for _ in range(2)]
    async with websockets.connect("ws://127.0.0.1:8080/echo") as socket:
        await socket.send("hello")
        found.append(await socket.recv())
    thread = threading.Thread(target=ask_in_thread, args=(found,))
    thread.start()
    while thread.is_alive():
        await asyncio.sleep(.01)
    try:
        await asyncio.open_connection("127.0.0.1", 8081)
    except OSError as error:
        found.append(type(error).__name__)
    voice.emit("found", texts=found)
    await runner.cleanup()

asyncio.run(main())
