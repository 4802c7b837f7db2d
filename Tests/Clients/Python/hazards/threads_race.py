import asyncio
import select
import voicetest_app as voice


def work(number):
    with open("/dev/urandom", "rb") as chance:      # real chance in how long it takes
        select.select([], [], [], chance.read(1)[0] / 20_000)
    return number


async def main():
    got = []

    async def one(number):
        got.append(await asyncio.to_thread(work, number))
    await asyncio.gather(*(one(number) for number in range(6)))
    voice.emit("order", order=got)
asyncio.run(main())
