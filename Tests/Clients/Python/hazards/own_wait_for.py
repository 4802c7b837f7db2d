import asyncio
import voicetest_app as voice


async def main():
    ticks = []

    async def tick(name, seconds):
        for _ in range(4):
            await asyncio.sleep(seconds)
            ticks.append(name)
    await asyncio.gather(tick("a", .1), tick("b", .05), tick("c", .1), tick("d", .2))
    try:
        await asyncio.wait_for(asyncio.Event().wait(), .3)
    except asyncio.TimeoutError:
        ticks.append("late")
    voice.emit("ticks", ticks=ticks, at=asyncio.get_running_loop().time())
asyncio.run(main())
