import asyncio
import time
import voicetest_app as voice


async def main():
    start = time.monotonic()
    time.sleep(.3)
    await asyncio.sleep(.1)
    voice.emit("slept", milliseconds=round(1_000 * (time.monotonic() - start)))
asyncio.run(main())
