"""Stand-ins for the recognizer, the model and the voice of LiveKit Inference."""
import base64
import json
import math
import os
import struct

import voicetest_app as voice

API = "agent-gateway.livekit.cloud/v1"
RATE = 16_000
os.environ.update(LIVEKIT_API_KEY="none", LIVEKIT_API_SECRET="a secret of a test, as long as one has to be")


def stand_in():
    voice.stub(f"GET https://{API}/models", lambda to, body: b"{}")
    voice.stub(f"GET wss://{API}/stt", Recognizer())
    voice.stub(f"POST https://{API}/chat/completions", think)
    voice.stub(f"GET wss://{API}/tts", speak)


class Recognizer:
    """Hears one text in whatever is loud."""

    def __call__(self, to, message):
        asked = {"type": "open"} if message is None else json.loads(message)
        if asked["type"] == "open":
            self.is_speaking, self.quiet = False, 0
        elif asked["type"] == "session.create":
            return [(.05, json.dumps({"type": "session.created", "session_id": "s"}))]
        elif asked["type"] == "input_audio":
            pcm = base64.b64decode(asked["audio"])
            is_loud = max(map(abs, struct.unpack(f"<{len(pcm) // 2}h", pcm))) > 800
            self.is_speaking |= is_loud
            self.quiet = 0 if is_loud else self.quiet + len(pcm) / 2 / RATE
            if self.is_speaking and self.quiet >= .25:
                self.is_speaking = False
                heard = {"type": "final_transcript", "transcript": "large", "language": "en", "words": [],
                         "confidence": .99, "start": 0, "duration": 1}
                return [(.1, json.dumps(heard))]
        return []


def think(to, body):
    asked = json.loads(body)
    said = [one for one in asked["messages"] if one["role"] == "user"]
    delta = {"content": "It is on its way." if said else "Which size?"}
    lines = [{"choices": [{"index": 0, "delta": one, "finish_reason": end}]}
             for one, end in ((delta, None), ({}, "stop"))]
    head = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": asked["model"]}
    events = [f"data: {json.dumps({**head, **line})}\n\n" for line in lines] + ["data: [DONE]\n\n"]
    return 200, "text/event-stream", [(.4 + .05 * number, event) for number, event in enumerate(events)]


def speak(to, message):
    """The voice: a tone of 40 ms for each letter."""
    asked = {"type": "open"} if message is None else json.loads(message)
    if asked["type"] == "session.create":
        return [(.05, json.dumps({"type": "session.created", "session_id": "s"}))]
    if asked["type"] == "input_transcript":
        count = RATE * len(asked["transcript"]) // 25
        pcm = struct.pack(f"<{count}h", *(round(6_000 * math.sin(index / 8)) for index in range(count)))
        return [(.2, json.dumps({"type": "output_audio", "session_id": "s", "audio": base64.b64encode(pcm).decode()}))]
    return [(.3, json.dumps({"type": "done", "session_id": "s"}))] if asked["type"] == "session.flush" else []
