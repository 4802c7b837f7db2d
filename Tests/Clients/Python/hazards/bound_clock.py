import asyncio
import early_clock       # a file that was imported before the client, by the test's sitecustomize
import voicetest_app as voice


async def main():
    start = early_clock.stamp()
    await asyncio.sleep(.3)
    voice.emit("waited", seconds=early_clock.stamp() - start)
asyncio.run(main())
