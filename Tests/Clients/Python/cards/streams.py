"""A public shape: asyncio, float streams of sounddevice with numpy and callbacks, an interruption, a cloud in a thread."""
import asyncio
import json
import sys
import urllib.request

import numpy as np
import sounddevice as sd

CLOUD, RATE = sys.argv[1], int(sys.argv[2])
waiting = np.zeros(0, dtype="float32")


def speaker(outdata, frames, time, status):
    global waiting
    part, waiting = waiting[:frames], waiting[frames:]
    outdata[:len(part), 0] = part
    outdata[len(part):] = 0


def think(seconds):
    body = json.dumps({"heard": f"{seconds:.1f} s", "prompt": "Be short."}).encode()
    with urllib.request.urlopen(CLOUD + "/think", body, timeout=10) as answer:
        return json.loads(answer.read())["text"]


async def main():
    global waiting
    loop, blocks = asyncio.get_running_loop(), asyncio.Queue()

    def microphone(indata, frames, time, status):
        loop.call_soon_threadsafe(blocks.put_nowait, indata[:, 0].copy())
    with sd.InputStream(samplerate=RATE, channels=1, callback=microphone, blocksize=RATE // 50), \
            sd.OutputStream(samplerate=RATE, channels=1, callback=speaker, blocksize=RATE // 50):
        spoken = silent = turns = 0
        while turns < 2:
            block = await blocks.get()
            if np.sqrt(np.mean(block ** 2)) > .02:
                if len(waiting):
                    print("interrupted")
                    waiting = waiting[:0]
                spoken, silent = spoken + 1, 0
            elif spoken:
                silent += 1
                if silent == 30:
                    text = await asyncio.to_thread(think, spoken / 50)
                    waiting = np.full(int(RATE * .04) * len(text), .25, dtype="float32")
                    spoken, turns = 0, turns + 1
        while len(waiting):
            await asyncio.sleep(.05)
        await asyncio.sleep(.3)
asyncio.run(main())
