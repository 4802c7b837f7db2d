"""A bot that calls a person by Telnyx when it is asked to: it says how its frames came, and hangs up."""
import asyncio
import base64
import json
import os

import aiohttp
from aiohttp import WSMsgType, web

ACCOUNT = os.environ["TELNYX_ACCOUNT_SID"]
API = "https://api.telnyx.com/v2"


async def start(request):
    asked = await request.json()
    order = {"To": asked["phone_number"], "From": "+15550177", "Url": "https://bot.example/outgoing"}
    async with aiohttp.ClientSession() as session:
        async with session.post(f"{API}/texml/Accounts/{ACCOUNT}/Calls", json=order) as answer:
            called = await answer.json()
    return web.json_response({"call": called["sid"], "status": called["status"]})


async def outgoing(request):
    form = await request.post()
    assert (form["Direction"], form["To"]) == ("outbound-api", "+15550123"), dict(form)
    text = '<Response><Connect><Stream url="wss://bot.example/ws"/></Connect></Response>'
    return web.Response(text=text, content_type="application/xml")


async def stream(request):
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    loop, call = asyncio.get_running_loop(), ""
    last, swapped, burst, count, times = 0, 0, 0, 0, []
    async for message in socket:
        if message.type is not WSMsgType.TEXT:
            continue
        told = json.loads(message.data)
        if told["event"] == "start":
            call = told["start"]["call_control_id"]
        elif told["event"] == "media":
            number = int(told["media"]["chunk"])
            swapped += number < last
            last, count = number, count + 1
            times.append(loop.time())
            burst = max(burst, sum(time == times[-1] for time in times[-60:]))
            if count == 200:
                # 100 ms of sound for each frame that came too early, and for each of the largest burst.
                sound = b"\x10\x90" * 400 * (swapped + burst)
                media = {"payload": base64.b64encode(sound).decode()}
                await socket.send_json({"event": "media", "media": media})
                await socket.send_json({"event": "mark", "mark": {"name": "said"}})
        elif told["event"] == "mark":
            async with aiohttp.ClientSession() as session:
                await session.post(f"{API}/calls/{call}/actions/hangup", json={})
    return socket


app = web.Application()
app.add_routes([web.post("/start", start), web.post("/outgoing", outgoing), web.get("/ws", stream)])
web.run_app(app, port=5050, print=None)
