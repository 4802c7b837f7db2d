"""A stand-in for realtime models, for bots of others: it hears by loudness, speaks faster than it is heard, and stops.

`SEED` in the environment varies the sizes and the delays of what it sends.
"""
import base64
import json
import math
import os
import random
import struct

import voicetest_app as voice

LINES = ("hello, this is the pizza place", "which size may it be", "thank you, it is on its way")
QUIET_MS = 500                  # behind which a turn is over
RATES = {"openai": 8_000, "older": 8_000, "gemini": 24_000}
TARGETS = {"gemini": "GET wss://generativelanguage.googleapis.com/"}


def stand_in(kind):
    """Answers for the model; `MODEL=off` in the environment ends the process where it is asked."""
    model = {"gemini": Gemini}.get(kind, OpenAI)(kind)
    voice.stub(TARGETS.get(kind, "GET wss://api.openai.com/v1/realtime"), model.answer)


class Model:
    """Hears, and says a line in each turn of its own."""

    def __init__(self, kind):
        self.kind, self.rate = kind, RATES[kind]

    def answer(self, to, message):
        """Gives the events behind a message of the bot, each with its seconds."""
        if os.environ.get("MODEL") == "off":
            os._exit(70)
        if message is None:
            self.turns, self.loud, self.quiet, self.rest, self.given = 0, 0, 0, b"", {}
            self.chance, self.heard, self.last = random.Random(os.environ.get("SEED", "none")), 0, 0
            said = self.opened()
        else:
            said = self.told(json.loads(message))
        delay = .01 if "SEED" not in os.environ else self.chance.choice((.005, .01, .04))
        if said:                # a connection keeps their order; the caller's sound is the clock
            delay = max(delay, self.last - self.heard / 1_000)
            self.last = self.heard / 1_000 + delay
        return [(delay, json.dumps(one)) for one in said]

    def hear(self, is_loud, milliseconds):
        """What it says where the caller is loud or quiet for so long."""
        self.heard += milliseconds
        self.loud, self.quiet = (self.loud + milliseconds, 0) if is_loud else (self.loud, self.quiet + milliseconds)
        if is_loud and self.loud >= 60 and self.loud - milliseconds < 60:
            self.rest = b""
            return self.interrupted()
        was_loud = self.loud >= 60
        if self.quiet >= QUIET_MS:
            self.loud = 0
            if was_loud:
                return [*self.stopped(), *self.begin()]
        return self.speak(milliseconds)

    def begin(self):
        self.turns += 1
        self.rest = voice_of(LINES[min(self.turns, len(LINES)) - 1], self.rate, self.width)
        return [*self.created(), *self.speak(20)]

    def speak(self, milliseconds):
        size = 4 * milliseconds
        if "SEED" in os.environ:
            size = self.chance.choice((0, 20, 57, 80, 133, 400))
        count = size * self.rate // 1_000 * self.width
        part, self.rest = self.rest[:count], self.rest[count:]
        if not part:
            return []
        return [self.sound(part), *([] if self.rest else self.done())]


class OpenAI(Model):
    """The Realtime API of OpenAI with mu-law; `older` has the names of its beta."""

    width = 1

    def opened(self):
        return [{"type": "session.created", "session": {"type": "realtime"}}]

    def told(self, event):
        if event["type"] == "session.update":
            return [{"type": "session.updated", "session": event["session"]}]
        if event["type"] == "input_audio_buffer.append":
            sound = base64.b64decode(event["audio"])
            return self.hear(max(~byte & 0x7f for byte in sound) > 0x40, len(sound) // 8)
        if event["type"] == "response.create":
            return self.begin()
        return self.cut(event) if event["type"] == "conversation.item.truncate" else []

    def cut(self, event):
        has, end = self.given.get(event["item_id"], 0) / 8, event["audio_end_ms"]
        if end <= has:
            return [{"type": "conversation.item.truncated", "item_id": event["item_id"], "audio_end_ms": end}]
        return [{"type": "error", "error": {"message": f"Audio content of {has}ms is already shorter than {end}ms"}}]

    def interrupted(self):
        return [{"type": "input_audio_buffer.speech_started", "item_id": f"caller_{self.turns}"}]

    def stopped(self):
        return [{"type": "input_audio_buffer.speech_stopped"}, {"type": "input_audio_buffer.committed"}]

    def created(self):
        return [{"type": "response.created", "response": {"id": f"response_{self.turns}"}}]

    def sound(self, part):
        item = f"item_{self.turns}"
        self.given[item] = self.given.get(item, 0) + len(part)
        kind = "response.audio.delta" if self.kind == "older" else "response.output_audio.delta"
        return {"type": kind, "item_id": item, "delta": base64.b64encode(part).decode()}

    def done(self):
        return [{"type": "response.done", "response": {"id": f"response_{self.turns}"}}]


class Gemini(Model):
    """The Live API of Gemini."""

    width = 2

    def opened(self):
        return []

    def told(self, event):
        if "setup" in event:
            return [{"setupComplete": {}}]
        if "client_content" in event or "clientContent" in event:
            return self.begin()
        heard = event.get("realtime_input", event.get("realtimeInput", {})).get("audio")
        if not heard:
            return []
        sound = base64.urlsafe_b64decode(heard["data"])
        samples = struct.unpack(f"<{len(sound) // 2}h", sound)
        return self.hear(max(map(abs, samples), default=0) > 1_000, len(samples) // 16)

    def interrupted(self):
        return [{"serverContent": {"interrupted": True}}]

    def stopped(self):
        return []

    def created(self):
        return []

    def sound(self, part):
        data = {"mimeType": "audio/pcm;rate=24000", "data": base64.b64encode(part).decode()}
        return {"serverContent": {"modelTurn": {"parts": [{"inlineData": data}]}}}

    def done(self):
        return [{"serverContent": {"generationComplete": True}}, {"serverContent": {"turnComplete": True}}]


def voice_of(text, rate, width):
    """A tone of 60 ms for each letter: mu-law (ITU-T G.711) where a sample has one byte, else 16 bits."""
    sound = bytearray()
    for letter in text:
        hertz = 150 + 20 * (ord(letter) % 32) if letter.isalpha() else 0
        for index in range(60 * rate // 1_000):
            sample = round(6_000 * math.sin(2 * math.pi * hertz * index / rate))
            size = abs(sample) + 132
            exponent = size.bit_length() - 8
            law = ~(128 * (sample < 0) | exponent << 4 | size >> exponent + 3 & 15) & 255
            sound += bytes([law]) if width == 1 else struct.pack("<h", sample)
    return bytes(sound)
