import time
import voicetest_app as voice

end = time.monotonic() + .3
while time.monotonic() < end:
    pass
voice.emit("waited", milliseconds=round(1_000 * time.monotonic()))
