import asyncio
import voicetest_app as voice


async def main():
    child = await asyncio.create_subprocess_exec("sleep", "1000")
    await asyncio.sleep(.3)
    voice.emit("went on")
    child.kill()
asyncio.run(main())
