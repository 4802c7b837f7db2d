"""Calls to learn from: a caller at known places, over noise, music, rooms, lines and other people's talk."""
import collections
import struct
import subprocess
from fractions import Fraction

import numpy as np
from scipy.signal import butter, fftconvolve, resample_poly, sosfilt

import noises

RATE = 16000
HOP = 160
SECONDS = 30
N = SECONDS * RATE


class Voices:
    """The clips of each voice; a voice is drawn the more often the more there is of it."""

    def __init__(self, clips):
        self.own = {}
        for clip in clips:
            self.own.setdefault(clip["speaker"], []).append(clip)
        self.names = sorted(self.own)
        shares = np.sqrt([sum(len(c["sound"]) for c in self.own[name]) for name in self.names])
        self.shares = shares / shares.sum()

    def draw(self, rng):
        return self.own[self.names[rng.choice(len(self.names), p=self.shares)]]


def _level(x):
    return np.sqrt(np.mean(x * x)) + 1e-9


def whispered(rng, x):
    """The same sound without its voice: its smoothed short-time spectra on white noise."""
    size, step = 512, 128
    window = np.hanning(size)
    padded = np.pad(x, (size, size))
    hiss = rng.standard_normal(len(padded))
    out = np.zeros(len(padded))
    for start in range(0, len(padded) - size, step):
        magnitude = np.abs(np.fft.rfft(padded[start : start + size] * window)) + 1e-7
        cepstrum = np.fft.irfft(np.log(magnitude))
        cepstrum[26:-26] = 0
        shape = np.exp(np.fft.rfft(cepstrum).real)
        noise = np.fft.rfft(hiss[start : start + size] * window)
        out[start : start + size] += np.fft.irfft(noise / 16 * shape) * window
    return out[size:-size]


def utterance(rng, clip, colour):
    """One clip cut to its speech, as another mouth may say it; and where speech begins and ends in it."""
    x, islands = clip["sound"].astype(np.float64) / 32768, np.array(clip["islands"])
    # Of a long prompt some islands.
    if len(islands) > 1 and rng.random() < 0.7:
        first = rng.integers(len(islands))
        islands = islands[first : first + rng.integers(1, 5)]
    start, end = islands[0, 0], islands[-1, 1]
    pad = 160
    first, last = max(0, start - pad), min(len(x), end + pad)
    y, islands = x[first:last].copy(), islands - first
    before, after = islands[0, 0], len(y) - islands[-1, 1]
    if before:
        y[:before] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(before) / before)
    if after > 0:
        y[-after:] *= 0.5 + 0.5 * np.cos(np.pi * (np.arange(after) + 1) / after)
    speed = Fraction(int(colour["speed"]), 100)
    if speed != 1:
        y = resample_poly(y, speed.denominator, speed.numerator)
        islands = (islands / float(speed)).astype(int)
    if colour["whisper"]:
        y = whispered(rng, y)
    islands = np.clip(islands, 0, len(y))
    y /= _level(np.concatenate([y[a:b] for a, b in islands] or [y]))
    return y, islands


def colour(rng):
    """What all utterances of a caller share."""
    return dict(speed=rng.integers(84, 120) if rng.random() < 0.7 else 100, whisper=rng.random() < 0.05,
                seed=int(rng.integers(1 << 30)), equal=rng.random() < 0.5,
                room=noises._log(rng, 0.05, 0.5) if rng.random() < 0.35 else 0)


def coloured(sound, colour):
    """The caller's microphone and room, the same for the whole call."""
    rng = np.random.default_rng(colour["seed"])
    if colour["equal"]:
        sound = noises.equalised(rng, sound)
    return noises.room(rng, sound, colour["room"]) if colour["room"] else sound


def talk(rng, own, pauses, begin, spread=3, others=None):
    """Utterances of one voice one after the other: the sound at level 1, and all islands.

    With `others` other people now and then take over the telephone.
    """
    sound, islands, at = np.zeros(N), [], int(RATE * begin)
    hue = colour(rng)
    base = 1.0
    while at < N - RATE // 2:
        if others and rng.random() < 0.5:
            own, hue = others.draw(rng), dict(hue, speed=rng.integers(84, 120))
        for _ in range(rng.integers(1, 4)):
            y, found = utterance(rng, own[rng.integers(len(own))], hue)
            y = y * base * 10 ** (rng.uniform(-spread, spread) / 20)
            if len(found) == 0 or at + len(y) > N - 1600:
                at = N
                break
            sound[at : at + len(y)] += y
            islands += [(at + a, at + b) for a, b in found]
            at += len(y) + int(RATE * rng.uniform(0.05, 0.5))
        at += int(RATE * pauses())
    return coloured(sound, hue), islands


def bed(rng, pool):
    """Real sound of one package after another, or one again and again, as long as the call."""
    out, at = np.zeros(N), 0
    kind = "music" if rng.random() < 0.45 else "effect"
    own = [n for n in pool if n["kind"] == kind]
    chosen = [own[rng.integers(len(own))] for _ in range(1 if kind == "music" else rng.integers(1, 6))]
    gap = 0 if kind == "music" or rng.random() < 0.3 else noises._log(rng, 0.05, 3)
    speed = Fraction(int(rng.integers(75, 134)), 100) if rng.random() < 0.5 else Fraction(1)
    while at < N:
        sound = chosen[rng.integers(len(chosen))]["sound"]
        if len(sound) > N + RATE:
            first = rng.integers(len(sound) - N - RATE // 2)
            sound = sound[first : first + N + RATE // 2]
        y = sound.astype(np.float64) / 32768
        if kind == "effect" and len(y) > 4 * RATE and rng.random() < 0.5:
            y = y[: 4 * RATE]
        if speed != 1:
            y = resample_poly(y, speed.denominator, speed.numerator)
        y = y[: N - at] / _level(y) * 10 ** (rng.uniform(-6, 6) / 20)
        edge = min(160, len(y) // 2)
        y[:edge] *= np.linspace(0, 1, edge)
        y[len(y) - edge :] *= np.linspace(1, 0, edge)
        out[at : at + len(y)] += y
        at += max(len(y), 800) + int(RATE * gap * rng.uniform(0, 2))
    if rng.random() < 0.4:
        out = noises.room(rng, out)
    if rng.random() < 0.5:
        out = noises.equalised(rng, out)
    return out / _level(out)


def clatter(rng, pool):
    """Short pieces of real sounds, again and again: keys, dishes, steps, things put down."""
    own = [n["sound"] for n in pool if n["kind"] == "effect"]
    out = np.zeros(N)
    pieces = []
    for _ in range(rng.integers(1, 7)):
        sound = own[rng.integers(len(own))].astype(np.float64)
        # From where it is loudest on, or anywhere.
        first = max(0, int(np.argmax(np.abs(sound[: 4 * RATE]))) - \
                    160) if rng.random() < 0.7 else rng.integers(len(sound))
        length = int(RATE * noises._log(rng, 0.015, 0.3))
        y = sound[first : first + length]
        if len(y) < 80:
            continue
        speed = Fraction(int(rng.integers(60, 170)), 100)
        y = resample_poly(y * np.exp(-noises._log(rng, 0.5, 12) * np.arange(len(y)) / len(y)),
                          speed.denominator, speed.numerator)
        y[-min(40, len(y)) :] *= np.linspace(1, 0, min(40, len(y)))
        pieces.append(y / _level(y))
    if not pieces:
        return noises.scene(rng, N)
    rate, burst = noises._log(rng, 0.5, 12), rng.random() < 0.5
    at = int(rng.uniform(0, 2) * RATE)
    while at < N - RATE:
        y = pieces[rng.integers(len(pieces))] * 10 ** (rng.normal(0, 5) / 20)
        out[at : at + len(y)] += y
        at += max(200, int(RATE * (rng.exponential(1 / rate) if rng.random() < 0.5 else rng.normal(1, 0.2) / rate)))
        if burst and rng.random() < 0.08:
            at += int(RATE * rng.uniform(0.3, 3))
    if rng.random() < 0.6:
        out = noises.room(rng, out)
    if rng.random() < 0.5:
        out = noises.equalised(rng, out)
    return out / _level(out)


def crowd(rng, voices, count):
    """Other people's talk at level 1."""
    out = np.zeros(N)
    for _ in range(count):
        pauses = lambda: rng.uniform(0, 1 if count > 2 else 3)
        sound, _ = talk(rng, voices.draw(rng), pauses, rng.uniform(0, 1 if count > 2 else 6))
        out += sound / _level(sound) * 10 ** (rng.uniform(-4, 2) / 20)
    if rng.random() < 0.6:
        out = noises.room(rng, out)
    return out / _level(out)


def gated(rng, sound):
    """Noise that begins or ends in the middle of a call."""
    first, last = int(rng.uniform(0, 0.8) * N), int(rng.uniform(0.2, 1.4) * N)
    if last < first + RATE:
        return sound
    ramp = int(RATE * noises._log(rng, 0.005, 1))
    gate = np.clip((np.arange(N) - first) / ramp, 0, 1) * np.clip((last - np.arange(N)) / ramp, 0, 1)
    return sound * gate


def dialled(rng):
    """Tones of a telephone's keys."""
    out, at, t = np.zeros(N), int(rng.uniform(0, 10) * RATE), np.arange(int(RATE * rng.uniform(0.06, 0.3))) / RATE
    while at + len(t) < N:
        low, high = rng.choice([697, 770, 852, 941]), rng.choice([1209, 1336, 1477, 1633])
        out[at : at + len(t)] = np.sin(2 * np.pi * low * t) + np.sin(2 * np.pi * high * t)
        at += len(t) + int(RATE * rng.choice([rng.uniform(0.05, 0.3), rng.uniform(0.5, 6)]))
    return out / _level(out)


def line(rng, x):
    """A telephone: 300 to 3,400 Hz at 8 kHz in eight bits of mu-law."""
    y = sosfilt(butter(4, [rng.uniform(150, 350), rng.uniform(3200, 3750)], "band", fs=RATE, output="sos"), x)
    y = resample_poly(y, 1, 2)
    if rng.random() < 0.6:
        y = np.clip(y, -1, 1)
        code = np.round(np.sign(y) * np.log1p(255 * np.abs(y)) / np.log(256) * 127) / 127
        y = np.sign(code) * (256 ** np.abs(code) - 1) / 255
    return resample_poly(y, 2, 1)[: len(x)]


# Up to which of a draw from 0 to 1 a call has no caller; then no noise, made noise, clatter, and real sound.
Shares = collections.namedtuple("Shares", "silent quiet made clatter real")
PLAIN = Shares(0.12, 0.12, 0.40, 0.40, 0.75)
CLATTERING = Shares(0.16, 0.12, 0.36, 0.50, 0.76)
UNEVEN = Shares(0.15, 0.20, 0.42, 0.54, 0.77)


def mix(rng, voices, pool, shares):
    """Samples of 16 bits, and for every hop its truth (0, 1, or between at a bound) and weight."""
    sound, truth, weight = np.zeros(N), np.zeros(N, np.float32), np.ones(N, np.float32)
    islands = []
    if rng.random() > shares.silent:
        pauses = lambda: rng.choice([rng.uniform(0.4, 1.5), rng.uniform(1, 3), rng.uniform(3, 10)])
        sound, islands = talk(rng, voices.draw(rng), pauses,
                              rng.uniform(0, 0.3) if rng.random() < 0.2 else rng.uniform(0.3, 5),
                              8 if shares == UNEVEN and rng.random() < 0.7 else 3,
                              voices if shares == UNEVEN and rng.random() < 0.4 else None)
    last = None
    for start, end in islands:
        truth[start:end] = 1
        if last is not None and start - last < 0.3 * RATE:
            weight[last:start] = 0
        last = end
    for edge in (e for pair in islands for e in pair):
        weight[max(0, edge - 480) : edge + 480] *= 0.3
    loud = _level(np.concatenate([sound[a:b] for a, b in islands])) if islands else 1.0
    noise, kind = np.zeros(N), rng.random()
    ratio = rng.uniform(-3, 28)
    if kind < shares.quiet:
        ratio = 90
    elif kind < shares.made:
        noise = noises.scene(rng, N)
    elif kind < shares.clatter:
        noise = clatter(rng, pool)
    elif kind < shares.real:
        noise = bed(rng, pool)
    elif kind < 0.80:
        noise = dialled(rng)
    elif kind < 0.92:
        noise = crowd(rng, voices, int(rng.choice([3, 4, 5, 6, 8])))
        ratio = rng.uniform(-1, 25)
    else:
        noise = crowd(rng, voices, int(rng.choice([1, 1, 2])))
        ratio = rng.uniform(10, 28)
        if shares == UNEVEN:
            noise = noises.room(rng, noise, noises._log(rng, 0.2, 0.7))
            ratio = rng.uniform(16, 32)
        if not islands:
            weight[:] = 0
    if kind >= shares.quiet and rng.random() < 0.35:
        noise = gated(rng, noise)
    whole = sound + noise * loud * 10 ** (-ratio / 20)
    # What every microphone has of its own.
    if rng.random() < 0.85:
        whole = whole + noises.coloured(rng, N) * loud * 10 ** (-rng.uniform(25, 65) / 20)
    if shares != PLAIN and rng.random() < 0.1:
        whole = whole + clatter(rng, pool) * loud * 10 ** (-rng.uniform(0, 30) / 20)
    if rng.random() < 0.15:
        whole = whole + noises.scene(rng, N) * loud * 10 ** (-rng.uniform(5, 35) / 20)
    level = rng.uniform(-48, -12) if islands else rng.uniform(-55, -12)
    whole *= 10 ** (level / 20) / loud
    if rng.random() < 0.92:
        whole *= min(1, rng.uniform(0.7, 1.3) / (np.max(np.abs(whole)) + 1e-9))
    if rng.random() < 0.25:
        whole = line(rng, whole)
    samples = np.clip(np.round(whole * 32768), -32768, 32767).astype("<i2")
    return samples, truth.reshape(-1, HOP).mean(1), weight.reshape(-1, HOP).mean(1)


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
