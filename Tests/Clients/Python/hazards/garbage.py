import asyncio
import gc
import weakref
import voicetest_app as voice


class Node:
    pass


async def main():
    gone = []
    for number in range(40):
        node = Node()
        node.me = node          # a circle, which only the collector ends
        weakref.finalize(node, gone.append, number)
        del node
        await asyncio.sleep(.5)
        if gone:
            break
    voice.emit("gone", count=len(gone), at=asyncio.get_running_loop().time(), is_on=gc.isenabled())
asyncio.run(main())
