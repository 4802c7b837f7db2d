import asyncio
import voicetest_app as voice


async def main():
    child = await asyncio.create_subprocess_exec("sh", "-c", "read x; echo $x; sleep 0.01; echo b", stdin=asyncio.subprocess.PIPE,
                                                 stdout=asyncio.subprocess.PIPE)
    child.stdin.write(b"a\n")
    first = await child.stdout.readline()
    rest, _ = await child.communicate()
    voice.emit("said", first=first.decode(), rest=rest.decode(), code=child.returncode, at=asyncio.get_running_loop().time())
asyncio.run(main())
