"""Recordings to train on: speech at known places over made-up noise, as the features of their hops."""
import struct
import subprocess
from fractions import Fraction

import numpy as np
from scipy.signal import resample_poly

import noises

RATE = 16000
HOP = 160


def _level(x):
    return np.sqrt(np.mean(x * x)) + 1e-9


def _clip(rng, clip):
    """One clip cut to its speech, as another mouth or microphone might give it."""
    x, islands = clip["sound"], np.array(clip["islands"])
    start, end = islands[0, 0], islands[-1, 1]
    pad = 160
    first, last = max(0, start - pad), min(len(x), end + pad)
    y, islands = x[first:last].copy(), islands - first
    before, after = islands[0, 0], len(y) - islands[-1, 1]
    if before:
        y[:before] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(before) / before)
    if after > 0:
        y[-after:] *= 0.5 + 0.5 * np.cos(np.pi * (np.arange(after) + 1) / after)
    if rng.random() < 0.6:
        speed = Fraction(int(rng.integers(85, 118)), 100)
        y = resample_poly(y, speed.denominator, speed.numerator)
        islands = (islands / float(speed)).astype(int)
    if rng.random() < 0.35:
        y = noises.equalised(rng, y)
    if rng.random() < 0.15:
        y = noises.room(rng, np.pad(y, (0, 1600)), noises._log(rng, 0.05, 0.35))
    y *= 0.05 / _level(np.concatenate([y[a:b] for a, b in islands]))
    return y, islands[0, 0], min(islands[-1, 1], len(y))


def mix(rng, clips, seconds=24):
    """Samples of 16 bits, and for every hop its truth (0, 1, or between at a bound) and weight."""
    n = seconds * RATE
    sound, truth, weight = np.zeros(n), np.zeros(n, np.float32), np.ones(n, np.float32)
    at, bounds = int(RATE * rng.uniform(0.3, 4)), []
    has_speech, active = rng.random() > 0.15, []
    speakers = sorted({c["speaker"] for c in clips})
    while has_speech:
        speaker = speakers[rng.integers(len(speakers))]
        own = [c for c in clips if c["speaker"] == speaker]
        base = rng.uniform(-4, 4)
        for _ in range(rng.integers(1, 5)):
            y, start, end = _clip(rng, own[rng.integers(len(own))])
            if at + end > n - 3200:
                break
            y *= 10 ** ((base + rng.uniform(-2, 2)) / 20)
            first = at - start
            low, high = max(0, -first), min(len(y), n - first)
            sound[first + low : first + high] += y[low:high]
            truth[at : at + end - start] = 1
            active.append((at, at + end - start))
            if bounds and at - bounds[-1] < 0.3 * RATE:
                weight[bounds[-1] : at] = 0
            at += end - start
            bounds.append(at)
            at += int(RATE * rng.uniform(0.12, 0.45))
        at += int(RATE * rng.choice([rng.uniform(0.5, 1.5), rng.uniform(1, 3), rng.uniform(3, 8)]))
        if at > n - RATE:
            break
    for start, end in active:
        for bound in (start, end):
            weight[max(0, bound - 640) : bound + 640] *= 0.3
    loud = _level(np.concatenate([sound[a:b] for a, b in active])) if active else 0.05
    kind = rng.random()
    if kind < 0.12 and active:
        noise = np.zeros(n)
        if rng.random() < 0.5:
            noise = noises.coloured(rng, n) * 10 ** (rng.uniform(-75, -55) / 20)
    else:
        noise = noises.scene(rng, n)
        noise *= loud / 10 ** (rng.uniform(-4, 25) / 20) / _level(noise)
        if rng.random() < 0.3:
            noise += noises.coloured(rng, n) * 10 ** (rng.uniform(-75, -50) / 20)
    whole = sound + noise
    whole *= 10 ** (rng.uniform(-42, -16) / 20) / loud if kind >= 0.12 else 10 ** (rng.uniform(-30, -18) / 20) / loud
    whole *= min(1, rng.uniform(0.9, 1.3) / (np.max(np.abs(whole)) + 1e-9))
    samples = np.clip(np.round(whole * 32768), -32768, 32767).astype("<i2")
    hops = n // HOP
    return samples, truth.reshape(hops, HOP).mean(1), weight.reshape(hops, HOP).mean(1)


class Extractor:
    """The detector's own features, by a program that reads samples and writes them."""

    def __init__(self, program):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def features(self, samples):
        pad = (-len(samples)) % HOP
        samples = np.pad(samples, (0, pad)).astype("<i2")
        self.process.stdin.write(struct.pack("<i", len(samples)) + samples.tobytes())
        self.process.stdin.flush()
        hops = struct.unpack("<i", self.process.stdout.read(4))[0]
        return np.frombuffer(self.process.stdout.read(hops * 64), "<i2").reshape(hops, 32)
