import os
import voicetest_app as voice

child = os.posix_spawn("/bin/true", ["true"], dict(os.environ))
voice.emit("spawned")
os.waitpid(child, 0)
