import subprocess
import voicetest_app as voice

try:
    subprocess.run(["sleep", "10"], timeout=.05)
except subprocess.TimeoutExpired:
    voice.emit("late")
