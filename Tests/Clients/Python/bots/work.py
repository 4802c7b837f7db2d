"""Work in a thread, in an executor and in children of both kinds, each told with the time at which it is done."""
import asyncio
import subprocess
import threading
import time

import voicetest_app as voice


def think():
    voice.emit("thought")


async def main():
    thread = threading.Thread(target=think)
    thread.start()
    thread.join()
    voice.emit("joined")
    await asyncio.to_thread(think)
    subprocess.run(["echo", "a"], stdout=subprocess.DEVNULL, check=True)
    voice.emit("child", milliseconds=round(1e3 * time.monotonic()))
    child = await asyncio.create_subprocess_exec("/bin/echo", "b", stdout=subprocess.DEVNULL)
    await child.wait()
    voice.emit("child", milliseconds=round(1e3 * time.monotonic()))


asyncio.run(main())
