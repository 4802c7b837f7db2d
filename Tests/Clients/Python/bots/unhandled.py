"""Errors that nothing of the bot handles: its argument says which one."""
import _thread
import asyncio
import concurrent.futures
import logging
import os
import sys
import threading

import voicetest_app as voice

kept = []


async def fails():
    await asyncio.sleep(.1)
    raise ValueError("no size")


def fails_plainly():
    raise ValueError("no size")


async def task_dropped():
    asyncio.create_task(fails())
    await asyncio.sleep(1)


async def task_dropped_in_a_cycle():
    task = asyncio.create_task(fails())
    task.itself = task
    del task
    await asyncio.sleep(30)


async def task_kept():
    kept.append(asyncio.create_task(fails()))
    await asyncio.sleep(8)


async def task_kept_to_the_end():
    kept.append(asyncio.create_task(fails()))
    await asyncio.sleep(1)


async def task_asked_late():
    task = asyncio.create_task(fails())
    await asyncio.sleep(4)
    try:
        await task
    except ValueError:
        pass


async def future_kept():
    kept.append(asyncio.get_running_loop().create_future())
    kept[0].set_exception(ValueError("no size"))
    await asyncio.sleep(8)


async def callback():
    asyncio.get_running_loop().call_later(.1, fails_plainly)
    await asyncio.sleep(1)


async def own_handler():
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: None)
    asyncio.get_running_loop().call_soon(fails_plainly)
    asyncio.get_running_loop().call_soon(fails_plainly)
    await asyncio.sleep(1)


async def thread():
    thread = threading.Thread(target=fails_plainly)
    thread.start()
    thread.join()


async def plain_thread():
    _thread.start_new_thread(fails_plainly, ())
    await asyncio.sleep(1)


async def executor():
    concurrent.futures.ThreadPoolExecutor().submit(fails_plainly)
    await asyncio.sleep(1)


async def executor_asked():
    try:
        await asyncio.to_thread(fails_plainly)
    except ValueError:
        pass


LIBRARY = """
async def work():
    pass


def drop():
    work()
    kept.append(work())
"""


async def coroutine_of_a_library():
    names = {"kept": kept}
    exec(compile(LIBRARY, asyncio.__file__.replace("asyncio", "library"), "exec"), names)
    names["drop"]()


async def coroutine():
    fails()
    await asyncio.sleep(1)


async def coroutine_kept():
    kept.append(fails())


async def coroutine_in_a_cycle():
    await asyncio.sleep(.1)
    one = [fails()]
    one.append(one)
    del one
    await asyncio.sleep(30)


async def generator():
    def numbers():
        try:
            yield 1
        finally:
            fails_plainly()
    next(numbers())


async def destructor():
    class Held:
        def __del__(self):
            fails_plainly()
    Held()


def logs(name):
    try:
        fails_plainly()
    except ValueError:
        logging.getLogger(name).exception("Error in work")


async def log():
    logs("livekit.agents")


async def own_log():
    logs("bot")


async def log_of_a_dead_task():
    async def work():
        try:
            await fails()
        except ValueError:
            logging.getLogger("livekit.agents").exception("Error in work")
            raise
    asyncio.create_task(work())
    await asyncio.sleep(1)


@voice.external("work")
async def work():
    asyncio.get_running_loop().call_soon(fails_plainly)
    asyncio.create_task(fails())
    await asyncio.sleep(.2)
    raise ValueError("no size")


async def call():
    try:
        await work()
    except (ValueError, voice.ExternalError):       # sessions before kept the words alone
        pass


async def secret():
    asyncio.get_running_loop().call_soon(raises, f"{os.environ['PIZZA_API_KEY']} {object()}")
    await asyncio.sleep(1)


async def long():
    asyncio.get_running_loop().call_soon(raises, "ä" * 5_000)
    await asyncio.sleep(1)


def raises(text):
    raise ValueError(text)


async def main(name):
    await globals()[name]()
    voice.emit("over")
    await asyncio.sleep(.5)

asyncio.run(main(sys.argv[1]))
