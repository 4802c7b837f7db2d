import os
import subprocess
import sys
import voicetest_app as voice

print('{"kind": "idle", "t": 0, "next": null}')
os.write(1, b"raw\n")
sys.stdout.flush()
subprocess.run(["echo", "from a child"])
voice.emit("read", text=sys.stdin.read())
