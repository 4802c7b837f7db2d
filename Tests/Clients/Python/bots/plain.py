"""The same without asyncio: threads and time.sleep."""
import time
import voicetest_app as voice

voice.say("Which size?").wait()
try:
    words = voice.listen(["large"]).wait(5)
except TimeoutError:
    words = None
time.sleep(.25)
voice.emit("decided", words=words, milliseconds=round(1_000 * time.monotonic()))
