"""What measuring scripts make of recorded speech: whispering, a telephone, keys, a quiet room."""
import array
import math
import random
import subprocess

import sounds

# The keys of a telephone: a low and a high tone each (ITU-T Q.23).
KEYS = {key: (low, high)
        for low, row in ((697, "123"), (770, "456"), (852, "789"), (941, "*0#"))
        for high, key in zip((1209, 1336, 1477), row)}
ORDER = 18


def room(count, decibels=-68, seed=1):
    """A quiet room: noise that falls by 6 dB an octave above 200 Hz."""
    chance = random.Random(seed)
    last, raw = 0.0, []
    for _ in range(count):
        last = 0.075 * chance.gauss(0, 1) + 0.925 * last
        raw.append(last)
    factor = 32768 * 10 ** (decibels / 20) / math.sqrt(sum(value * value for value in raw) / count)
    return array.array("h", [sounds.clamped(value * factor) for value in raw])


def predictor(frame):
    """The coefficients of linear prediction of a windowed frame, and the power of what is left."""
    sums = [sum(map(float.__mul__, frame[lag:], frame)) for lag in range(ORDER + 1)]
    error, coefficients = sums[0] * 1.0001 + 1e-3, []
    for index in range(ORDER):
        rest = sums[index + 1] - sum(
            value * sums[index - place] for place, value in enumerate(coefficients))
        reflection = rest / error
        coefficients = [value - reflection * other for value, other in
                        zip(coefficients, reversed(coefficients))] + [reflection]
        error *= 1 - reflection * reflection
    return coefficients, error / len(frame)


def whispered(samples, seed=1):
    """Speech with noise in the place of the voice: its envelope, raised by 6 dB an octave.

    Linear prediction of order 18 over 32 ms, every 8 ms, excited by noise. The envelope of speech
    falls as its voice does; what is whispered does not, hence the raise.
    """
    chance = random.Random(seed)
    size, step = 512, 128
    window = [0.5 - 0.5 * math.cos(2 * math.pi * (index + 0.5) / size) for index in range(size)]
    noise = [chance.gauss(0, 1) for _ in range(len(samples) + size)]
    result = [0.0] * (len(samples) + size)
    for start in range(0, len(samples) - size, step):
        frame = [samples[start + index] * window[index] for index in range(size)]
        coefficients, power = predictor(frame)
        factor, past = math.sqrt(power), [0.0] * ORDER
        for index in range(size):
            value = noise[start + index] * factor + sum(map(float.__mul__, coefficients, past))
            past = [value, *past[:-1]]
            result[start + index] += value * window[index]
    raised = [value - 0.9 * last for value, last in zip(result, [0.0, *result])][:len(samples)]
    most = max(map(abs, raised)) or 1
    return array.array("h", [round(value * 16_000 / most) for value in raised])


def biquad(samples, hertz, high):
    """A Butterworth filter of second order: what is above a frequency, or below it."""
    turn = 2 * math.pi * hertz / sounds.RATE
    cosine, alpha = math.cos(turn), math.sin(turn) / math.sqrt(2)
    middle = (1 + cosine if high else 1 - cosine) / (1 + alpha)
    first, second = -2 * cosine / (1 + alpha), (1 - alpha) / (1 + alpha)
    side, centre = middle / 2, -middle if high else middle
    result, (x1, x2, y1, y2) = [], (0.0, 0.0, 0.0, 0.0)
    for value in samples:
        x1, x2, y1, y2, last = value, x1, (
            side * value + centre * x1 + side * x2 - first * y1 - second * y2), y1, x1
        result.append(y1)
    return result


def telephoned(voicetest, samples, work):
    """What a telephone leaves: 300 to 3400 Hz (24 dB an octave), at 8 kHz, as 8 bits of mu-law."""
    for hertz, high in ((300, True), (300, True), (3400, False), (3400, False)):
        samples = biquad(samples, hertz, high)
    wide, narrow, coded, back = (work / f"telephone-{part}.wav" for part in (
        "wide", "narrow", "coded", "back"))
    sounds.write(wide, [sounds.clamped(value) for value in samples])
    for command in (["resample", wide, narrow, "--rate", "8000"],
                    ["convert", narrow, coded, "--encoding", "ulaw"],
                    ["convert", coded, coded.with_suffix(".pcm.wav"), "--encoding", "pcm16"],
                    ["resample", coded.with_suffix(".pcm.wav"), back, "--rate", str(sounds.RATE)]):
        subprocess.run([voicetest, *command, "--force"], check=True, stdout=subprocess.DEVNULL)
    return sounds.read(back)


def keys(text, milliseconds, pause, decibels=-20):
    """Keys of a telephone, each held so long, with pauses between them."""
    pieces = array.array("h")
    factor = 32768 * 10 ** (decibels / 20)
    for key in text:
        low, high = KEYS[key]
        pieces.extend(
            sounds.clamped(factor * (math.sin(2 * math.pi * low * frame / sounds.RATE)
                                     + math.sin(2 * math.pi * high * frame / sounds.RATE)))
            for frame in range(sounds.frames(milliseconds)))
        pieces.extend([0] * sounds.frames(pause))
    return pieces
