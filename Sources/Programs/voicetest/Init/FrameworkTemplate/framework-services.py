"""Stand-ins for the model, the recognizer and the voice, so that the first run needs no key and no network.

Take the call of `stand_in` out of bot.py, set OPENAI_API_KEY and run `voicetest test --calls live` once to put the real
ones in: nothing else of the bot changes.
"""
import array
import json
import math
import os
import re

import voicetest_app as voice

API = "https://api.openai.com/v1"
# What the recognizer hears in an utterance with so many milliseconds of voice: it knows three callers' lines.
LINES = ((400, "large"), (1_200, "my name is Ada Lovelace"), (2_000, "a small pizza with a lot of cheese please"))


def stand_in():
    os.environ.pop("OPENAI_BASE_URL", None)       # another address would be asked for real
    voice.stub(f"POST {API}/chat/completions", think)
    voice.stub(f"POST {API}/audio/transcriptions", hear)
    voice.stub(f"POST {API}/audio/speech", speak)
    voice.stub(f"GET {API}/", lambda to, body: b"{}")      # the SDKs of LiveKit warm a connection up


def think(to, body):
    """The model: asks for what is missing, then orders."""
    asked = json.loads(body)
    said = [one["content"] for one in asked["messages"] if one["role"] == "user" and isinstance(one["content"], str)]
    if len(said) > 1:
        size = "small" if "small" in said[0] else "large"
        order = json.dumps({"size": size, "name": said[-1].removeprefix("my name is ")})
        deltas = [{"tool_calls": [{"index": 0, "id": "call_1", "type": "function",
                                   "function": {"name": "order_pizza", "arguments": order}}]}]
    else:
        deltas = [{"content": word} for word in (("And your", " name?") if said else ("Hello, this is the pizzeria,", " which size?"))]
    lines = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    lines.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls" if "tool_calls" in deltas[0] else "stop"}]})
    head = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": asked["model"]}
    events = [f"data: {json.dumps({**head, **line})}\n\n" for line in lines] + ["data: [DONE]\n\n"]
    return 200, "text/event-stream", [(.4 + .05 * number, event) for number, event in enumerate(events)]


def hear(to, body):
    """The recognizer: goes by how much of the utterance is loud."""
    start = body.find(b"RIFF")
    rate = int.from_bytes(body[start + 24:start + 28], "little")
    data = body[body.find(b"data", start) + 8:]
    samples = array.array("h", data[:len(data) // 2 * 2])
    block = rate // 100
    loud = sum(max(map(abs, samples[at:at + block])) > 800 for at in range(0, len(samples) - block, block))
    text = min(LINES, key=lambda line: abs(line[0] - 10 * loud))[1]
    return [(.2, json.dumps({"text": text}))]


def speak(to, body):
    """The voice: a tone of 40 ms for each letter, at 24,000 samples a second."""
    samples = array.array("h")
    for letter in re.sub("[^a-z ]", "", json.loads(body)["input"].lower()):
        hertz = 0 if letter == " " else 150 + 20 * (ord(letter) % 32)
        samples.extend(round(6_000 * math.sin(2 * math.pi * hertz * index / 24_000)) for index in range(960))
    pcm = samples.tobytes()
    return 200, "audio/pcm", [(.15 + start / 480_000, pcm[start:start + 24_000]) for start in range(0, len(pcm), 24_000)]
