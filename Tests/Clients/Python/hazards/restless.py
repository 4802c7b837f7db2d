import asyncio
import voicetest_app as voice


async def main():
    voice.emit("begins")
    while True:
        await asyncio.sleep(1 / 16_000)
        sum(range(20_000))
asyncio.run(main())
