import asyncio
import voicetest_app as voice


async def main():
    loop, woken = asyncio.get_running_loop(), asyncio.Event()
    await asyncio.sleep(12_345 / 16_000)
    when, times = loop.time() + .02, []

    def wake():
        # As aiohttp does with its heartbeat: a float that is a little above the time of its frame is not over yet.
        times.append(loop.time())
        woken.set() if loop.time() >= when else loop.call_at(when, wake)
    loop.call_at(when, wake)
    await woken.wait()
    voice.emit("woken", isEarly=times[0] < when, frames=[round(at * 16_000) for at in times])
asyncio.run(main())
