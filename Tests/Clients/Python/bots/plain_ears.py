"""A bot at the level of sound without asyncio: it reads blocks in a loop, and stops its voice for the caller."""
import array
import time
import voicetest_app as voice

sound = voice.play(bytes(3_200 * 20))
voiced = silent = 0
for pcm in voice.microphone():
    samples = array.array("h", pcm)
    if sum(sample * sample for sample in samples) > 90_000 * len(samples):
        if not voiced and not sound.is_done:
            sound.cancel()
            voice.emit("stopped")
        voiced, silent = voiced + 20, 0
    elif voiced:
        silent += 20
        if silent == 400:
            break
time.sleep(.1)
voice.play(bytes(3_200)).wait()
voice.emit("turn", voiced=voiced, milliseconds=round(1_000 * time.monotonic()))
