"""Takes an order with ears and a voice of its own: a detector, a recognizer behind HTTP, tones for speech."""
import array
import asyncio
import base64
import json
import math
import urllib.request

import voicetest_app as voice

RECOGNIZER = "http://127.0.0.1:8766/hear"
LOUD = 90_000
settings = voice.declare(
    name="ears", version="1", hears="audio",
    settings={"endMs": 500, "patienceMs": 4_000, "shortestMs": 120},
    kinds={
        "state": {"role": "state", "fields": {"state": "text"}, "states": ["size", "name", "done"]},
        "turn": {"role": "decision", "fields": {"voicedMs": "number"}, "units": {"voicedMs": "ms", "silent": "ms", "limit": "ms"}},
        "heard": {"role": "decision", "fields": {"text": "text"}, "private": ["text"]},
        "gaveUp": {"role": "decision", "fields": {"waiting": "text"}, "units": {"limit": "ms"}},
    })


def loudness(pcm):
    samples = array.array("h", pcm)
    return sum(sample * sample for sample in samples) // max(1, len(samples))


def recognize(pcm):
    question = {"audio": base64.b64encode(pcm[:3_200]).decode(), "milliseconds": len(pcm) // 32}
    request = urllib.request.Request(RECOGNIZER, json.dumps(question).encode())
    with urllib.request.urlopen(request, timeout=5) as answer:
        return json.load(answer)["text"]


def tones(text):
    """A voice: a tone of 100 ms for each letter."""
    for letter in text:
        hertz = 200 + 20 * (ord(letter) % 32)
        yield array.array("h", [round(6_000 * math.sin(2 * math.pi * hertz * index / 16_000)) for index in range(1_600)]).tobytes()


async def speak(text, turns):
    """Speaks until it is over, or until the caller has said something."""
    talk = voice.play(b"".join(tones(text)))
    waiting = asyncio.ensure_future(talk)
    heard = asyncio.ensure_future(turns.get())
    await asyncio.wait([waiting, heard], return_when=asyncio.FIRST_COMPLETED)
    if heard.done():
        waiting.cancel()
        return heard.result()
    heard.cancel()
    return None


async def hear(turns):
    utterance, voiced, silent = b"", 0, 0
    async for pcm in voice.microphone():
        if loudness(pcm) > LOUD:
            voiced, silent = voiced + 20, 0
        elif voiced:
            silent += 20
        if voiced:
            utterance += pcm
        if voiced and silent >= settings["endMs"]:
            if voiced >= settings["shortestMs"]:
                voice.emit("turn", voicedMs=voiced, why={"silent": silent, "limit": settings["endMs"]})
                turns.put_nowait(utterance)
            utterance, voiced, silent = b"", 0, 0


async def main():
    turns = asyncio.Queue()
    ears = asyncio.ensure_future(hear(turns))
    for state in ("size", "name"):
        voice.emit("state", state=state)
        sound = await speak(f"please tell me your {state}", turns)
        if sound is None:
            try:
                sound = await asyncio.wait_for(turns.get(), settings["patienceMs"] / 1_000)
            except asyncio.TimeoutError:
                voice.emit("gaveUp", waiting="caller", why={"limit": settings["patienceMs"]})
                continue
        text = await asyncio.to_thread(recognize, sound)
        voice.emit("heard", text=text)
        voice.field(state.title(), text)
    ears.cancel()
    await voice.play(b"".join(tones("thanks")))
    voice.emit("state", state="done")


asyncio.run(main())
