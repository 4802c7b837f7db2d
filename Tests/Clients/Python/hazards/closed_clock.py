import asyncio
import early_clock       # its default argument holds the real clock, where nothing can replace it
import voicetest_app as voice


def microseconds(read=early_clock.CLOSED[0]):
    return round(1e6 * read())


async def main():
    start = microseconds()
    await asyncio.sleep(.3)
    voice.emit("waited", microseconds=microseconds() - start)
asyncio.run(main())
