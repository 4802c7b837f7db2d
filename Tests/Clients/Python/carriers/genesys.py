"""A bot of Genesys AudioHook: it plays a tone, throws it away at a key, and ends at the next key."""
import json

from aiohttp import WSMsgType, web


async def hook(request):
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    state = {"seq": 0, "heard": 0, "id": ""}

    async def say(kind, **parameters):
        state["seq"] += 1
        await socket.send_json({"version": "2", "type": kind, "seq": state["seq"], "clientseq": state["heard"],
                                "id": state["id"], "parameters": parameters})

    keys = count = 0
    async for message in socket:
        if message.type is WSMsgType.BINARY:
            count += 1
            if count == 100:
                await socket.send_bytes(bytes([0x10, 0x90]) * 8_000)
            continue
        said = json.loads(message.data)
        state["heard"] = said["seq"]
        if said["type"] == "open":
            state["id"] = said["id"]
            await say("opened", startPaused=False, media=said["parameters"]["media"])
        elif said["type"] == "ping":
            await say("pong")
        elif said["type"] == "dtmf":
            keys += 1
            if keys == 1:
                await say("event", entities=[{"type": "barge_in", "data": {}}])
            else:
                await say("disconnect", reason="completed", outputVariables={"keys": keys})
        elif said["type"] == "close":
            await say("closed")
    return socket


app = web.Application()
app.add_routes([web.get("/audiohook", hook)])
web.run_app(app, port=5050, print=None)
