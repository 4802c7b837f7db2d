"""A public shape: arecord as a child, a thread that reads it, a queue and time.time; aplay plays what a cloud speaks."""
import array
import json
import queue
import subprocess
import sys
import threading
import time
import urllib.request

CLOUD, RATE = sys.argv[1], sys.argv[2]
CHUNK = int(RATE) // 10 * 2
blocks = queue.Queue()
recorder = subprocess.Popen(["arecord", "-q", "-D", "default", "-f", "S16_LE", "-r", RATE, "-c", "1", "-t", "raw"],
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


def read():
    while True:
        chunk = recorder.stdout.read(CHUNK)
        if not chunk:
            break
        blocks.put(chunk)


def ask(path, body):
    with urllib.request.urlopen(CLOUD + path, body, timeout=10) as answer:
        return answer.read()


def play(pcm):
    player = subprocess.Popen(["aplay", "-q", "-t", "raw", "-f", "S16_LE", "-r", "24000", "-c", "1", "-"], stdin=subprocess.PIPE)
    player.stdin.write(pcm)
    player.stdin.close()
    return player.wait()


threading.Thread(target=read, daemon=True).start()
turn, last, turns = b"", None, 0
while turns < 2:
    try:
        chunk = blocks.get(timeout=1)
    except queue.Empty:
        continue
    samples = array.array("h", chunk)
    if sum(map(abs, samples)) > 500 * len(samples):
        turn, last = turn + chunk, time.time()
    elif turn and time.time() - last > .5:
        text = json.loads(ask("/listen", turn))["text"]
        print("heard", text)
        play(ask("/speak", ask("/think", json.dumps({"heard": text, "prompt": "Be short."}).encode())))
        turn, turns = b"", turns + 1
recorder.terminate()
print("arecord ends with", recorder.wait())
subprocess.run(["espeak-ng", "-v", "en", "Goodbye."], check=True)
