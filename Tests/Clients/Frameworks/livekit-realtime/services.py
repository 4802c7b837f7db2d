"""Stand-ins for OpenAI's realtime model, which writes and does not speak, and for a voice."""
import base64
import itertools
import json
import math
import struct

import voicetest_app as voice

RATE = 24_000


def stand_in(model=None):
    voice.stub("GET wss://api.openai.com/v1/realtime", model or Model())
    voice.stub("POST https://api.openai.com/v1/audio/speech", speak)
    voice.stub("GET https://api.openai.com/v1/", lambda to, body: b"{}")


class Model:
    """Finds the caller's turns by loudness. It hands over at the first one, and answers what it is told to say."""

    turn = "turn"           # the name of the caller's turn

    def __init__(self):
        self.numbers = itertools.count(1)
        self.is_speaking, self.quiet = False, 0

    def event(self, kind, **fields):
        return json.dumps({"type": kind, "event_id": f"event_{next(self.numbers)}", **fields})

    def __call__(self, to, message):
        session = {"id": "session", "object": "realtime.session", "type": "realtime", "model": "gpt-realtime"}
        if message is None:
            self.is_speaking, self.quiet = False, 0
            return [(.05, self.event("session.created", session=session))]
        asked = json.loads(message)
        if asked["type"] == "session.update":
            return [(.03, self.event("session.updated", session=session))]
        if asked["type"] == "conversation.item.create":
            item = {"id": f"item_{next(self.numbers)}", "object": "realtime.item", "status": "completed", **asked["item"]}
            return [(.03, self.event("conversation.item.added", item=item)),
                    (.04, self.event("conversation.item.done", item=item))]
        if asked["type"] == "conversation.item.delete":
            return [(.03, self.event("conversation.item.deleted", item_id=asked["item_id"]))]
        if asked["type"] == "response.create":
            return self.respond({"type": "message", "role": "assistant", "content": []}, asked.get("response", {}))
        return self.hear(base64.b64decode(asked["audio"])) if asked["type"] == "input_audio_buffer.append" else []

    def hear(self, pcm):
        is_loud = max(map(abs, struct.unpack(f"<{len(pcm) // 2}h", pcm))) > 800
        self.quiet = 0 if is_loud else self.quiet + len(pcm) / 2 / RATE
        if is_loud and not self.is_speaking:
            self.is_speaking = True
            return [(.02, self.event("input_audio_buffer.speech_started", audio_start_ms=0, item_id=self.turn))]
        if not self.is_speaking or self.quiet < .5:
            return []
        self.is_speaking = False
        item = {"id": self.turn, "type": "message", "role": "user", "object": "realtime.item", "status": "completed",
                "content": [{"type": "input_audio", "transcript": None}]}
        return [(.03, self.event("input_audio_buffer.speech_stopped", audio_end_ms=0, item_id=self.turn)),
                (.04, self.event("input_audio_buffer.committed", item_id=self.turn)),
                (.05, self.event("conversation.item.added", item=item)),
                (.06, self.event("conversation.item.done", item=item)),
                (.25, self.event("conversation.item.input_audio_transcription.completed", item_id=self.turn,
                                 content_index=0, transcript="my name is Ada Lovelace")),
                *self.reply()]

    def reply(self):
        """What it answers to a turn of the caller."""
        return self.respond({"type": "function_call", "name": "pay", "call_id": "call", "arguments": "{}"}, {})

    def answer(self, part, text):
        """The events of an answer's content."""
        return [self.event("response.content_part.added", **part, part={"type": "text", "text": ""}),
                self.event("response.output_text.delta", **part, delta=text),
                self.event("response.output_text.done", **part, text=text)]

    def respond(self, item, asked):
        number, text = next(self.numbers), "Card, or cash?"
        item = {"id": f"answer_{number}", "object": "realtime.item", "status": "completed", **item}
        part = {"response_id": f"response_{number}", "item_id": item["id"], "output_index": 0, "content_index": 0}
        response = {"id": f"response_{number}", "object": "realtime.response", "status": "in_progress", "output": [],
                    "metadata": asked.get("metadata")}
        parts = self.answer(part, text) if item["type"] == "message" else [
            self.event("response.function_call_arguments.done", **part, call_id="call", name="pay", arguments="{}")]
        events = [self.event("response.created", response=response),
                  self.event("response.output_item.added", **part, item=item),
                  self.event("conversation.item.added", item=item), *parts,
                  self.event("response.output_item.done", **part, item=item),
                  self.event("conversation.item.done", item=item),
                  self.event("response.done", response={**response, "status": "completed", "output": [item]})]
        return [(.3 + .01 * index, one) for index, one in enumerate(events)]


def speak(to, body):
    """The voice: a tone of 40 ms for each letter."""
    pcm = tone(RATE * len(json.loads(body)["input"]) // 25)
    return 200, {"content-type": "audio/pcm", "x-request-id": "1"}, [(.15, pcm)]


def tone(count):
    return struct.pack(f"<{count}h", *(round(6_000 * math.sin(index / 8)) for index in range(count)))
