"""A public shape: a callback of sounddevice fills a queue, a recognizer on this machine takes it, sounddevice plays numpy."""
import json
import queue
import sys

import numpy as np
import sounddevice as sd

from kaldi import KaldiRecognizer, Model

RATE = int(sys.argv[2])
blocks = queue.Queue()


def callback(indata, frames, time, status):
    if status:
        print(status, file=sys.stderr)
    blocks.put(bytes(indata))


def beep(count):
    steps = np.arange(int(.2 * RATE)) / RATE
    tone = np.concatenate([.3 * np.sin(2 * np.pi * 440 * (1 + number) * steps) for number in range(count)])
    sd.play(tone, RATE)
    sd.wait()


print(sd.query_devices(sd.default.device[0], "input")["name"])
recognizer, turns = KaldiRecognizer(Model("model"), RATE), 0
with sd.RawInputStream(samplerate=RATE, blocksize=RATE // 2, dtype="int16", channels=1, callback=callback):
    while turns < 2:
        if recognizer.AcceptWaveform(blocks.get()):
            result = json.loads(recognizer.Result())
            print(result)
            turns += 1
            beep(len(result["text"].split()))
