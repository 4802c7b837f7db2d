import os
import voicetest_app as voice

voice.emit("started", process=os.getpid())
