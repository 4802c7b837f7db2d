import asyncio
import sys
import voicetest_app as voice

SERVES = """import sys, time
for line in sys.stdin:
    time.sleep(.3)
    print(line.strip(), flush=True)"""


async def main():
    """A child that waits for something else before it answers: its bot waits no longer than that."""
    child = await asyncio.create_subprocess_exec(sys.executable, "-c", SERVES, stdin=asyncio.subprocess.PIPE,
                                                 stdout=asyncio.subprocess.PIPE)
    for text in (b"one\n", b"two\n"):
        child.stdin.write(text)
        answer = await asyncio.wait_for(child.stdout.readline(), 1)
        voice.emit("answer", text=answer.decode().strip(), at=asyncio.get_running_loop().time())
        await asyncio.sleep(1)
    child.stdin.close()
    await child.wait()
asyncio.run(main())
