import subprocess
import time
import voicetest_app as voice

child, looks = subprocess.Popen(["sleep", "0.05"]), 0
while child.poll() is None:
    looks += 1
    time.sleep(.01)
voice.emit("ended", looks=looks, said=subprocess.run(["echo", "yes"], stdout=subprocess.PIPE).stdout.decode())
