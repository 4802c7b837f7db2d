import asyncio
import voicetest_app as voice


async def main():
    voice.emit("begins")
    while True:
        pass
asyncio.run(main())
