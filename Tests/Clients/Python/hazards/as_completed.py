import asyncio
import voicetest_app as voice


async def one(number, seen):
    seen.append(number)
    await asyncio.sleep(.3)
    return number


async def main():
    seen = []
    got = [await each for each in asyncio.as_completed([one(number, seen) for number in range(8)])]
    voice.emit("order", order=got, begun=seen)
asyncio.run(main())
