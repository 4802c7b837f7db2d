"""A bot with a detector of its own, work in threads and a timer, at the level of sound."""
import array
import asyncio
import random
import voicetest_app as voice


def loudness(pcm):
    samples = array.array("h", pcm)
    return sum(sample * sample for sample in samples) // max(1, len(samples))


async def main():
    turns = asyncio.Queue()

    async def hear():
        voiced = silent = 0
        async for pcm in voice.microphone():
            if await asyncio.to_thread(loudness, pcm) > 90_000:
                voiced, silent = voiced + 20, 0
            elif voiced:
                silent += 20
                if silent == 400:
                    voice.emit("turn", why={"silent": silent, "limit": 400}, voiced=voiced)
                    turns.put_nowait(voiced)
                    voiced = silent = 0
    ears = asyncio.create_task(hear())
    await voice.play(bytes(3_200 * 5))
    for _ in range(2):
        try:
            voice.emit("heard", milliseconds=await asyncio.wait_for(turns.get(), 3))
        except asyncio.TimeoutError:
            voice.emit("timeout", draw=random.random())
            talk = asyncio.create_task(voice.say("Are you there?"))
            await asyncio.sleep(.1)
            talk.cancel()
    ears.cancel()
asyncio.run(main())
