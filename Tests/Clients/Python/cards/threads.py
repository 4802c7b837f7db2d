"""A public shape: a thread reads pyaudio into a queue, the main thread finds the end of speech and asks clouds, a thread plays."""
import array
import json
import queue
import sys
import threading
import urllib.request

import pyaudio

CLOUD, RATE = sys.argv[1], int(sys.argv[2])
CHUNK = 1024
frames, voice = queue.Queue(), queue.Queue()
audio = pyaudio.PyAudio()


def ask(path, body):
    request = urllib.request.Request(CLOUD + path, body, {"Content-Type": "application/octet-stream"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read()


def record():
    stream = audio.open(format=pyaudio.paInt16, channels=1, rate=RATE, input=True, frames_per_buffer=CHUNK)
    while True:
        frames.put(stream.read(CHUNK, exception_on_overflow=False))


def play():
    stream = audio.open(format=pyaudio.paInt16, channels=1, rate=24_000, output=True)
    while True:
        pcm = voice.get()
        for start in range(0, len(pcm), 2 * CHUNK):
            stream.write(pcm[start:start + 2 * CHUNK])
        voice.task_done()


def loudness(pcm):
    samples = array.array("h", pcm)
    return sum(map(abs, samples)) // len(samples)


for work in (record, play):
    threading.Thread(target=work, daemon=True).start()
turn, quiet, turns = [], 0, 0
while turns < 2:
    block = frames.get()
    if loudness(block) > 500:
        turn, quiet = turn + [block], 0
    elif turn:
        turn, quiet = turn + [block], quiet + CHUNK / RATE
        if quiet > .6:
            text = json.loads(ask("/listen", b"".join(turn)))["text"]
            answer = json.loads(ask("/think", json.dumps({"heard": text, "prompt": "Be short."}).encode()))["text"]
            print("heard", text, "says", answer)
            voice.put(ask("/speak", answer.encode()))
            voice.join()
            turn, quiet, turns = [], 0, turns + 1
