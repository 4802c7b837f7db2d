"""A menu for keys: a key decides at once, digits are collected until `#`."""
import asyncio
import voicetest_app as voice

voice.declare(name="menu", kinds={"decided": {"role": "decision", "fields": {"state": "text"}}})


async def main():
    number, done = [], asyncio.Event()

    def press(message):
        if message["key"] == "#":
            done.set()
        else:
            number.append(message["key"])
    voice.on("key", press)
    await voice.say("Enter your number.")
    await done.wait()
    voice.emit("decided", state="".join(number))
    await voice.say("Thank you.")
asyncio.run(main())
