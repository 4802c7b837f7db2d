import asyncio
import os
import time
import voicetest_app as voice


async def main():
    loop, (end, start), got = asyncio.get_running_loop(), os.pipe(), asyncio.Event()
    loop.add_reader(end, lambda: (os.read(end, 9), got.set()))

    def work():
        time.sleep(.2)
        os.write(start, b"x")
    written = loop.run_in_executor(None, work)
    await got.wait()
    voice.emit("got", at=loop.time())
    await written
    loop.remove_reader(end)
asyncio.run(main())
