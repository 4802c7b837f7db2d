import asyncio
import voicetest_app as voice


async def one(number):
    await asyncio.sleep(.3)
    return number


async def main():
    tasks = [asyncio.create_task(one(number)) for number in range(8)]
    kept = [object() for _ in range(hash(id(tasks)) % 97)]        # memory differs, as in a real program
    done, _ = await asyncio.wait(tasks)
    voice.emit("order", order=[task.result() for task in done], kept=bool(kept) or True)
asyncio.run(main())
