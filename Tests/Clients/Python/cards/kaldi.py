"""A recognizer on this machine, with the names of vosk's: it hears how long somebody speaks."""
import array
import json


class Model:
    def __init__(self, name):
        self.name = name


class KaldiRecognizer:
    def __init__(self, model, rate):
        self.rate, self.voiced, self.silent = rate, 0, 0

    def AcceptWaveform(self, data):
        samples = array.array("h", data)
        for start in range(0, len(samples), self.rate // 50):
            part = samples[start:start + self.rate // 50]
            if sum(map(abs, part)) > 500 * len(part):
                self.voiced, self.silent = self.voiced + 1, 0
            else:
                self.silent += 1
        return self.voiced > 5 and self.silent > 20

    def Result(self):
        words, self.voiced = ["long"] * (self.voiced // 25) + ["word"], 0
        return json.dumps({"text": " ".join(words)})
