"""A bot whose prompts are said by one helper."""
import asyncio

import voicetest_app as voice


async def ask(text):
    await voice.say(text)


async def main():
    await ask("Which size?")
    await asyncio.create_task(ask("Shall I order it?"))


asyncio.run(main())
