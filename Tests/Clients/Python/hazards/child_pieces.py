import asyncio
import voicetest_app as voice


async def main():
    child = await asyncio.create_subprocess_exec("sh", "-c", "printf a; sleep 0.01; printf b", stdout=asyncio.subprocess.PIPE)
    pieces = []
    while piece := await child.stdout.read(100):
        pieces.append(piece.decode())
    await child.wait()
    voice.emit("said", text="".join(pieces), pieces=len(pieces))
asyncio.run(main())
