import asyncio
import sys
import voicetest_app as voice

SERVES = "import sys\nfor line in sys.stdin: print(line.strip() * 2, flush=True)"


async def main():
    """Two children that answer what they are asked, alone and at once, while time goes on between the questions."""
    started, said = [], []
    for number in range(2):
        child = await asyncio.create_subprocess_exec(sys.executable, "-c", SERVES, stdin=asyncio.subprocess.PIPE,
                                                     stdout=asyncio.subprocess.PIPE)
        started.append(child)
        child.stdin.write(b"hello\n")
        said.append(await child.stdout.readline())

    async def ask(number, text):
        started[number].stdin.write(text)
        answer = await started[number].stdout.readline()
        voice.emit("answer", text=answer.decode().strip(), at=asyncio.get_running_loop().time())
    await asyncio.sleep(1)
    await ask(0, b"one\n")
    await asyncio.gather(ask(1, b"two\n"), ask(0, b"three\n"))
    await asyncio.sleep(1)
    for child in started:
        child.stdin.close()
    voice.emit("over", codes=[await child.wait() for child in started], said=len(said), at=asyncio.get_running_loop().time())
asyncio.run(main())
