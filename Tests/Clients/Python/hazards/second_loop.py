import asyncio
import voicetest_app as voice


def inner():
    asyncio.run(asyncio.sleep(.05))
    return 1


async def main():
    voice.emit("got", number=await asyncio.to_thread(inner), at=asyncio.get_running_loop().time())
asyncio.run(main())
