"""Takes a pizza order. voicetest is its ears, its voice and its clock.

    python3 -m voicetest_app bot.py     is what voicetest starts; voicetest.json says so
"""
import asyncio

import voicetest_app as voice

settings = voice.declare(
    name="pizza", version="1", settings={"patienceMs": 4_000},
    kinds={
        "state": {"role": "state", "fields": {"state": "text"}, "states": ["size", "confirm", "done"]},
        "decided": {"role": "decision", "fields": {"size": "text"}},
        "gaveUp": {"role": "decision", "units": {"limit": "ms"}},
    })


@voice.external("kitchen")
async def price(size):
    """What the outside world answers: a session keeps it, and a test takes it from there."""
    await asyncio.sleep(.3)
    return {"large": 12, "small": 8}[size]


async def ask(question, phrases):
    """Asks twice at most; the caller may speak into the question."""
    for _ in range(2):
        listening = asyncio.ensure_future(voice.listen(phrases))
        talk = voice.say(question)
        forget = voice.on("speechStart", lambda _: talk.cancel())
        await asyncio.wait([asyncio.ensure_future(talk)])
        forget()
        try:
            words = await asyncio.wait_for(listening, settings["patienceMs"] / 1_000)
        except asyncio.TimeoutError:
            voice.emit("gaveUp", why={"limit": settings["patienceMs"]})
            continue
        if words:
            return words
    return None


async def main():
    voice.emit("state", state="size")
    words = await ask("Which size?", ["large", "small", "a large pizza please", "a small pizza please"])
    if words is None:
        await voice.say("Please call again.")
        return
    size = "large" if "large" in words else "small"
    voice.emit("decided", size=size)
    euros = await price(size)
    voice.emit("state", state="confirm")
    words = await ask(f"A {size} pizza is {euros} euros. Shall I order it?", ["yes", "no", "yes please", "no thanks"])
    await voice.say("It is on its way." if words and "yes" in words else "Then not.")
    voice.emit("state", state="done")


asyncio.run(main())
