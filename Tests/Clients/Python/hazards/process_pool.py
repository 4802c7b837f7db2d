import asyncio
import concurrent.futures
import voicetest_app as voice


def square(number):
    return number * number


async def main():
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        voice.emit("got", number=await asyncio.get_running_loop().run_in_executor(pool, square, 7))
if __name__ == "__main__":
    asyncio.run(main())
