import os
import voicetest_app as voice

if os.fork() == 0:
    os._exit(0)
os.wait()
voice.emit("forked")
