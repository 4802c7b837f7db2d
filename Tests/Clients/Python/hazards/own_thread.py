import asyncio
import threading
import time
import voicetest_app as voice


async def main():
    loop, queue = asyncio.get_running_loop(), asyncio.Queue()

    def work():
        for number in range(3):
            time.sleep(.01)
            loop.call_soon_threadsafe(queue.put_nowait, number)
    threading.Thread(target=work, daemon=True).start()
    for _ in range(3):
        voice.emit("got", number=await asyncio.wait_for(queue.get(), 1), at=loop.time())
asyncio.run(main())
