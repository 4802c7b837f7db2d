import asyncio
import voicetest_app as voice


async def main():
    loop = asyncio.get_running_loop()

    async def ask():
        await asyncio.sleep(.2)
        return 5

    def work():
        return asyncio.run_coroutine_threadsafe(ask(), loop).result(20)
    voice.emit("got", number=await asyncio.to_thread(work), at=loop.time())
asyncio.run(main())
