"""A bot on a WebSocket of Vonage: it repeats the caller a second later, and clears what waits at a key."""
import asyncio
import json

from aiohttp import WSMsgType, web


async def answer(request):
    endpoint = {"type": "websocket", "uri": "wss://bot.example/ws", "content-type": "audio/l16;rate=16000",
                "headers": {"call": request.query["uuid"]}}
    return web.json_response([{"action": "talk", "text": "One moment."}, {"action": "connect", "endpoint": [endpoint]}])


async def stream(request):
    socket = web.WebSocketResponse()
    await socket.prepare(request)

    async def repeat(sound):
        await asyncio.sleep(1)
        await socket.send_bytes(sound)

    tasks = set()
    count = 0
    async for message in socket:
        if message.type is WSMsgType.BINARY:
            task = asyncio.create_task(repeat(message.data))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            count += 1
            if count % 100 == 0:
                await socket.send_json({"action": "notify", "payload": {"count": count}})
            continue
        event = json.loads(message.data)["event"]
        if event == "websocket:dtmf":
            for _ in range(100):
                await socket.send_bytes(b"\x00\x20\x00\xe0" * 160)
            await socket.send_json({"action": "clear"})
        elif event == "websocket:cleared":
            await socket.close()
    for task in tasks:
        task.cancel()
    return socket


app = web.Application()
app.add_routes([web.get("/answer", answer), web.get("/ws", stream)])
web.run_app(app, port=5050, print=None)
