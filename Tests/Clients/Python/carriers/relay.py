"""A bot in words, as Twilio's ConversationRelay has them: it says what it heard, and ends at "bye"."""
import asyncio
import json

from aiohttp import web

ANSWER = """<?xml version="1.0" encoding="UTF-8"?><Response><Connect action="/done"><ConversationRelay
 url="wss://bot.example/ws" dtmfDetection="true"
 welcomeGreeting="Welcome. Which size would you like? We have small, medium and large."/></Connect></Response>"""


async def call(request):
    return web.Response(text=ANSWER, content_type="text/xml")


async def done(request):
    form = await request.post()
    text = f"{form['SessionStatus']} {form.get('HandoffData')}"
    return web.Response(text=f"<Response><Say>{text}</Say><Hangup/></Response>", content_type="text/xml")


async def relay(request):
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async for message in socket:
        said = json.loads(message.data)
        if said["type"] == "prompt" and "bye" in said["voicePrompt"]:
            await socket.send_json({"type": "end", "handoffData": "over"})
        elif said["type"] == "prompt":
            for token in ("You said ", said["voicePrompt"], ". ", "Anything ", "else?"):
                await socket.send_json({"type": "text", "token": token, "last": False})
                await asyncio.sleep(.02)
            await socket.send_json({"type": "text", "token": "", "last": True})
        elif said["type"] == "interrupt":
            heard = f"You heard {len(said['utteranceUntilInterrupt'].split())} words."
            await socket.send_json({"type": "text", "token": heard, "last": True, "interruptible": False})
        elif said["type"] == "dtmf":
            await socket.send_json({"type": "text", "token": f"Key {said['digit']}.", "last": True})
    return socket


app = web.Application()
app.add_routes([web.post("/call", call), web.post("/done", done), web.get("/ws", relay)])
web.run_app(app, port=5050, print=None)
