"""A stand-in for the realtime model, so that the first run needs no key and no network.

Take the call of `stand_in` out of bot.py, set OPENAI_API_KEY and run `voicetest test --calls live` once to put the real
one in: nothing else of the bot changes.
"""
import base64
import json
import math

import voicetest_app as voice

LINES = ("Hello, this is the pizzeria. Which size?", "And your name, please?", "Thank you. It is on its way.")
QUIET_MESSAGES = 25             # of 20 ms each, behind which a turn is over


def stand_in():
    voice.stub("GET wss://api.openai.com/v1/realtime", Model().answer)


class Model:
    """Says a line in each turn of its own, four times as fast as it is heard, and stops where the caller speaks."""

    def answer(self, to, message):
        """Gives the events behind a message of the bot, each with its seconds."""
        if message is None:
            self.turns, self.loud, self.quiet, self.rest, self.given = 0, 0, 0, b"", {}
            return [(.1, json.dumps({"type": "session.created"}))]
        event = json.loads(message)
        said = {"input_audio_buffer.append": self.hear, "response.create": self.begin,
                "conversation.item.truncate": self.cut}.get(event["type"], lambda event: [])(event)
        return [(.01, json.dumps(one)) for one in said]

    def hear(self, event):
        is_loud = max(~byte & 0x7f for byte in base64.b64decode(event["audio"])) > 0x40     # of mu-law
        self.loud, self.quiet = (self.loud + 1, 0) if is_loud else (self.loud, self.quiet + 1)
        if is_loud and self.loud == 3:
            self.rest = b""
            return [{"type": "input_audio_buffer.speech_started"}]
        if self.loud >= 3 and self.quiet == QUIET_MESSAGES:
            self.loud = 0
            return [{"type": "input_audio_buffer.speech_stopped"}, *self.begin(event)]
        if self.quiet == QUIET_MESSAGES:
            self.loud = 0
        return self.speak()

    def begin(self, event):
        self.turns += 1
        self.rest = voice_of(LINES[min(self.turns, len(LINES)) - 1])
        return [{"type": "response.created"}, *self.speak()]

    def speak(self):
        part, self.rest = self.rest[:640], self.rest[640:]
        if not part:
            return []
        item = f"item_{self.turns}"
        self.given[item] = self.given.get(item, 0) + len(part) // 8
        delta = {"type": "response.output_audio.delta", "item_id": item, "delta": base64.b64encode(part).decode()}
        return [delta] if self.rest else [delta, {"type": "response.done"}]

    def cut(self, event):
        has, end = self.given.get(event["item_id"], 0), event["audio_end_ms"]
        if end <= has:
            return [{"type": "conversation.item.truncated", "item_id": event["item_id"], "audio_end_ms": end}]
        return [{"type": "error", "error": {"message": f"Audio content of {has}ms is already shorter than {end}ms"}}]


def voice_of(text):
    """A tone of 60 ms for each letter, in mu-law at 8,000 samples a second (ITU-T G.711)."""
    sound = bytearray()
    for letter in text.lower():
        hertz = 150 + 20 * (ord(letter) % 32) if letter.isalpha() else 0
        for index in range(480):
            sample = round(6_000 * math.sin(2 * math.pi * hertz * index / 8_000))
            size = abs(sample) + 132
            exponent = size.bit_length() - 8
            sound.append(~(128 * (sample < 0) | exponent << 4 | size >> exponent + 3 & 15) & 255)
    return bytes(sound)
