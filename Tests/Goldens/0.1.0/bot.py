"""Takes a pizza order: voicetest hears and speaks, a model behind HTTP understands."""
import asyncio
import json
import urllib.request

import voicetest_app as voice

MODEL = "http://127.0.0.1:8765/understand"
settings = voice.declare(
    name="pizza", version="1", settings={"patienceMs": 4_000, "modelMs": 1_500},
    kinds={
        "state": {"role": "state", "fields": {"state": "text"}, "states": ["size", "confirm", "done"]},
        "decided": {"role": "decision", "fields": {"choice": "text"}},
        "gaveUp": {"role": "decision", "fields": {"waiting": "text"}, "units": {"limit": "ms"}},
    })


def understand(state, words):
    question = {"model": "small-1", "messages": [{"role": "system", "content": f"The caller is asked for: {state}."},
                                                 {"role": "user", "content": words}]}
    request = urllib.request.Request(MODEL, json.dumps(question).encode(), {"authorization": "Bearer none"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["choice"]


async def ask(question, phrases):
    """Asks until something is understood; the caller may speak into the question."""
    for _ in range(2):
        listening = asyncio.ensure_future(voice.listen(phrases))
        talk = voice.say(question)
        forget = voice.on("speechStart", lambda _: talk.cancel())
        await asyncio.wait([asyncio.ensure_future(talk)])
        forget()
        try:
            words = await asyncio.wait_for(listening, settings["patienceMs"] / 1_000)
        except asyncio.TimeoutError:
            voice.emit("gaveUp", waiting="caller", why={"limit": settings["patienceMs"]})
            continue
        if words:
            return words
    return None


async def choose(state, question, phrases):
    voice.emit("state", state=state)
    words = await ask(question, phrases)
    if words is None:
        return None
    thinking = asyncio.to_thread(understand, state, words)
    try:
        choice = await asyncio.wait_for(thinking, settings["modelMs"] / 1_000)
    except asyncio.TimeoutError:
        voice.emit("gaveUp", waiting="model", why={"limit": settings["modelMs"]})
        return None
    voice.emit("decided", choice=choice, why={"words": len(words.split())})
    return choice


async def main():
    size = await choose("size", "Which size?", ["a large pizza", "a small pizza", "something strange"])
    if size:
        voice.field("Size", size)
        answer = await choose("confirm", f"A {size} pizza. Shall I order it?", ["yes please", "no thanks"])
        await voice.say("It is on its way." if answer == "yes" else "Then not.")
    else:
        await voice.say("Please call again.")
    voice.emit("state", state="done")


asyncio.run(main())
