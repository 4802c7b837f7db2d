import asyncio
import voicetest_app as voice


async def main():
    got = []

    async def one(number):
        child = await asyncio.create_subprocess_exec("sh", "-c", "sleep 0.0$(($(od -An -N1 -tu1 /dev/urandom) % 4))")
        await child.wait()
        got.append(number)
    await asyncio.gather(*(one(number) for number in range(4)))
    voice.emit("order", order=got)
asyncio.run(main())
