"""A bot at the level of words: what the client's own names make of thirty lines."""
import asyncio
import voicetest_app as voice

settings = voice.declare(name="pizza", version="2", settings={"patienceMs": 5_000},
                         kinds={"decided": {"role": "decision", "fields": {"state": "text"}}})


async def main():
    state = "size"
    print("a bot may print")
    while state != "done":
        talk = voice.say("Which size?" if state == "size" else "Shall I order it?")
        forget = voice.on("speechStart", lambda _: talk.cancel())
        await asyncio.wait([asyncio.ensure_future(talk)])
        forget()
        try:
            words = await asyncio.wait_for(voice.listen(["large", "yes"]), settings["patienceMs"] / 1_000)
        except asyncio.TimeoutError:
            voice.emit("timeout")
            continue
        await asyncio.sleep(.3)
        state = {"large": "confirm", "yes": "done"}.get(words, state)
        voice.emit("decided", state=state, why={"words": words})
    await voice.say("Goodbye.")
asyncio.run(main())
