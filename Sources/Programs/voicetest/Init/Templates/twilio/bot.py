"""Takes calls of Twilio: the caller talks with a realtime model of OpenAI.

voicetest is Twilio: it asks the webhook, opens the media stream and plays what comes over it.
"""
import asyncio
import base64
import json
import os

import services

try:
    import uvicorn
    import websockets
    from fastapi import FastAPI, Request, Response, WebSocket, WebSocketDisconnect
except ImportError as error:
    raise ImportError(f"bot.py needs {error.name}. Run python3 -m pip install fastapi uvicorn websockets.") from None

services.stand_in()
MODEL = "wss://api.openai.com/v1/realtime?model=gpt-realtime"
KEY = os.environ.get("OPENAI_API_KEY", "none")
SOUND = {"format": {"type": "audio/pcmu"}}
SESSION = {"type": "realtime", "instructions": "You take pizza orders. Ask for the size, then for the name.",
           "audio": {"input": {**SOUND, "turn_detection": {"type": "server_vad"}}, "output": SOUND}}
app = FastAPI()


@app.post("/incoming-call")
async def incoming_call(request: Request):
    stream = f"wss://{request.url.hostname}/media-stream"
    return Response(f'<Response><Connect><Stream url="{stream}"/></Connect></Response>', media_type="text/xml")


class Call:
    """A call: sound goes both ways between telephone and model. Times are milliseconds of the media stream."""

    def __init__(self, phone, model):
        self.phone, self.model, self.stream = phone, model, None
        self.now = self.end = 0         # where the caller hears us, and where what was sent ends
        self.item, self.start = None, 0     # of the model, that is being heard, and where it begins

    async def listen(self):
        """Takes the caller's sound to the model, until the call is over."""
        async for text in self.phone.iter_text():
            message = json.loads(text)
            if message["event"] == "start":
                self.stream = message["streamSid"]
                await self.tell("response.create")      # the bot speaks first
            elif message["event"] == "media":
                self.now = int(message["media"]["timestamp"]) + 20
                await self.tell("input_audio_buffer.append", audio=message["media"]["payload"])
            elif message["event"] == "stop":
                return

    async def speak(self):
        """Takes the model's sound to the caller, who may interrupt it."""
        async for text in self.model:
            event = json.loads(text)
            if event["type"] == "response.output_audio.delta":
                begin = max(self.now, self.end)
                self.end = begin + len(base64.b64decode(event["delta"])) // 8
                if event["item_id"] != self.item:
                    self.item, self.start = event["item_id"], begin
                await self.send("media", media={"payload": event["delta"]})
            elif event["type"] == "input_audio_buffer.speech_started" and self.now < self.end:
                await self.send("clear")
                if self.now > self.start:
                    await self.tell("conversation.item.truncate", item_id=self.item, content_index=0,
                                    audio_end_ms=self.now - self.start)
                self.end = self.now

    async def tell(self, kind, **fields):
        await self.model.send(json.dumps({"type": kind, **fields}))

    async def send(self, event, **fields):
        await self.phone.send_text(json.dumps({"event": event, "streamSid": self.stream, **fields}))


@app.websocket("/media-stream")
async def media_stream(phone: WebSocket):
    await phone.accept()
    async with websockets.connect(MODEL, additional_headers={"Authorization": f"Bearer {KEY}"}) as model:
        call = Call(phone, model)
        await call.tell("session.update", session=SESSION)
        speaking = asyncio.create_task(call.speak())
        try:
            await call.listen()
        except WebSocketDisconnect:
            pass                        # the caller hung up
        finally:
            speaking.cancel()


uvicorn.run(app, host="0.0.0.0", port=5050, log_level="warning")
