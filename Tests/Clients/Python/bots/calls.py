"""Calls of several callers: chance, clocks, threads and pools of each, and one that fails where its field says so."""
import asyncio
import concurrent.futures
import random
import threading
import time
import uuid

import voicetest_app as voice

voice.emit("outside", drew=random.random())
POOL = concurrent.futures.ThreadPoolExecutor(1)


def work(what):
    time.sleep(.02)
    voice.emit("worked", what=what, drew=random.randint(1, 1_000_000))


async def forgets():
    raise KeyError(str(voice.fields()["forgets"]))


async def call():
    voice.emit("began", name=voice.own_name("call"), number=voice.own_number("+15550100"), of=voice.fields().get("name"),
               drew=str(uuid.uuid4()), now=time.time_ns())
    keys = asyncio.Queue()
    voice.on("key", lambda one: keys.put_nowait(one["key"]))
    thread = threading.Thread(target=work, args=("thread",))
    thread.start()
    await asyncio.get_running_loop().run_in_executor(POOL, work, "pool")
    await asyncio.to_thread(work, "task")
    voice.emit("pressed", key=await keys.get(), drew=random.random(), now=time.time_ns())
    if "forgets" in voice.fields():
        asyncio.ensure_future(forgets())
        POOL.submit(lambda: 1 // 0)
        await asyncio.sleep(.1)
    if voice.fields().get("fails"):
        raise ValueError("planted")

asyncio.run(voice.in_each_call(call))
