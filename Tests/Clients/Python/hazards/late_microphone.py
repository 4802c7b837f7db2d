import asyncio

import voicetest_app as voice


async def main():
    await asyncio.sleep(.5)
    async for _ in voice.microphone():
        voice.emit("heard")
asyncio.run(main())
