"""Noise made by arithmetic, in great variety: what a speech detector must not take for speech.

Every function takes a numpy Generator and a number of samples at 16 kHz and gives that many.
"""
import numpy as np
from scipy.signal import butter, fftconvolve, lfilter, sosfilt

RATE = 16000


def _log(rng, low, high, size=None):
    return np.exp(rng.uniform(np.log(low), np.log(high), size))


def _unit(x):
    return x / (np.sqrt(np.mean(x * x)) + 1e-12)


def coloured(rng, n, tilt=None):
    """Noise that falls a number of decibels an octave, with a few soft bumps."""
    size = n // 2 + 1
    f = np.arange(1, size + 1) * RATE / 2 / size
    shape = f ** (-(rng.uniform(-0.2, 2.2) if tilt is None else tilt) / 2)
    for _ in range(rng.integers(0, 5)):
        shape *= 1 + rng.uniform(0, 8) * np.exp(-((np.log(f / _log(rng, 80, 7000)) / rng.uniform(0.1, 0.8)) ** 2))
    spectrum = shape * (rng.standard_normal(size) + 1j * rng.standard_normal(size))
    return _unit(np.fft.irfft(spectrum, n))


def slow(rng, n, hertz):
    """A smooth random curve, about -2 to 2, that changes `hertz` times a second."""
    points = max(4, int(n / RATE * hertz) + 4)
    return np.interp(np.arange(n), np.linspace(0, n, points), rng.standard_normal(points))


def envelope(sound, rng, n):
    """Swells and fades, now and then in a rhythm."""
    depth = rng.uniform(0, 8)
    level = depth * slow(rng, n, _log(rng, 0.2, 12))
    if rng.random() < 0.4:
        phase = 2 * np.pi * np.cumsum(_log(rng, 0.5, 16) * (1 + 0.1 * slow(rng, n, 1))) / RATE
        level += rng.uniform(1, 10) * np.sin(phase) ** rng.choice([1, 3])
    return sound * 10 ** (level / 20)


def fan(rng, n):
    """A steady rush with a blade's hum."""
    out = coloured(rng, n)
    pitch = _log(rng, 20, 400) * (1 + 0.01 * slow(rng, n, 0.5))
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    hum = sum(rng.uniform(0, 1) / k**rng.uniform(0.3, 1.5) * np.sin(k * phase + rng.uniform(0, 6))
              for k in range(1, 12))
    return out + rng.uniform(0, 2) * _unit(hum)


def hum(rng, n):
    """Mains and motors: steady partials, some with a beat."""
    base = rng.choice([50, 60, 100, 120, _log(rng, 40, 500)])
    t = np.arange(n) / RATE
    out = np.zeros(n)
    for k in range(1, rng.integers(3, 40)):
        if k * base < 7800 and rng.random() < 0.7:
            beat = 1 + rng.uniform(0, 0.8) * np.sin(2 * np.pi * rng.uniform(0.1, 6) * t)
            out += k ** -rng.uniform(0, 1.5) * beat * np.sin(2 * np.pi * k * base * t + rng.uniform(0, 6))
    return _unit(out + 1e-9) + rng.uniform(0.02, 0.6) * coloured(rng, n)


def engine(rng, n):
    """Partials of a pitch that revs, with roughness a turn."""
    pitch = _log(rng, 20, 140) * np.exp(rng.uniform(0, 0.6) * slow(rng, n, _log(rng, 0.1, 1.5)))
    phase = 2 * np.pi * np.cumsum(pitch) / RATE
    tilt = rng.uniform(0.2, 1.6)
    out = sum(k**-tilt * rng.uniform(0.2, 1) * np.sin(k * phase + rng.uniform(0, 6)) for k in range(1, 30))
    rough = coloured(rng, n) * (1 + rng.uniform(0, 1) * np.sin(phase * rng.choice([0.5, 1, 2])))
    return envelope(_unit(out) + rng.uniform(0.1, 1.5) * rough, rng, n)


def machine(rng, n):
    """A cycle of thuds, squeaks and rushes that repeats with small changes: bikes, pumps, washers."""
    period = int(RATE / _log(rng, 0.5, 6))
    out = rng.uniform(0.05, 0.6) * coloured(rng, n)
    for _ in range(rng.integers(1, 5)):
        place, length = rng.uniform(0, period), int(RATE * _log(rng, 0.02, 0.5))
        burst = coloured(rng, n=max(length, 64)) * np.hanning(max(length, 64))
        if rng.random() < 0.4:
            t = np.arange(len(burst)) / RATE
            burst = np.sin(2 * np.pi * (_log(rng, 150, 4000) * t + rng.uniform(-1500, 1500) * t * t)) * \
                           np.hanning(len(burst))
        at = place
        while at < n:
            start, gain = int(at), rng.uniform(0.5, 1)
            end = min(n, start + len(burst))
            out[start:end] += gain * burst[: end - start]
            at += period * (1 + 0.03 * rng.standard_normal())
    return _unit(out)


def _ring(rng, partials, decay):
    """A struck body: inharmonic partials that die away."""
    length = max(64, int(RATE * min(1.5, decay * 5)))
    t = np.arange(length) / RATE
    out = np.zeros(length)
    for f in partials:
        out += rng.uniform(0.1, 1) * np.exp(-t / (decay * rng.uniform(0.3, 1))) * \
                           np.sin(2 * np.pi * f * t + rng.uniform(0, 6))
    attack = min(length, max(2, int(RATE * _log(rng, 0.0005, 0.006))))
    out[:attack] *= np.linspace(0, 1, attack)
    return out


def impacts(rng, n):
    """Clicks, keys, knocks, dishes, coins, steps, applause: struck bodies in random rhythms."""
    kinds = [
        [_ring(rng, _log(rng, low, high, rng.integers(2, 14)), _log(rng, short, long))
         for _ in range(rng.integers(2, 8))]
        for low, high, short, long in [
            [(800, 7500, 0.001, 0.012), (60, 900, 0.01, 0.08), (700, 7500, 0.02, 0.5), (150, 3000, 0.005, 0.1)][
                rng.integers(4)]
            for _ in range(rng.integers(1, 3))
        ]
    ]
    out = np.zeros(n + 2 * RATE)
    rate = _log(rng, 0.4, 25)
    bursty, at = rng.random() < 0.6, 0.0
    while at < n:
        bodies = kinds[rng.integers(len(kinds))]
        body = bodies[rng.integers(len(bodies))] * _log(rng, 0.05, 1)
        if rng.random() < 0.5:
            noise = rng.standard_normal(int(RATE * _log(rng, 0.002, 0.06)))
            body = body.copy()
            m = min(len(noise), len(body))
            body[:m] += rng.uniform(0, 0.6) * np.max(np.abs(body)) * noise[:m] * np.linspace(1, 0, m) ** 2
        out[int(at) : int(at) + len(body)] += body
        if rng.random() < 0.35:
            late = int(at + RATE * rng.uniform(0.03, 0.12))
            out[late : late + len(body)] += 0.4 * body[: len(out) - late]
        gap = rng.exponential(1 / rate) if not bursty else (0.08 + rng.exponential(0.06)
                              if rng.random() < 0.85 else rng.exponential(2))
        at += RATE * max(0.004, gap)
    return _unit(out[:n]) + _log(rng, 0.002, 0.3) * coloured(rng, n)


def _tone(rng, f, length, timbre):
    """One note of a made-up instrument."""
    t = np.arange(length) / RATE
    kind, tilt, decay, vibrato, rate, inharmonic = timbre
    phase = 2 * np.pi * (f * t + vibrato * f / rate / 6.28 * np.sin(2 * np.pi * rate * t))
    if kind == "fm":
        out = np.sin(phase + tilt * 3 * np.exp(-t / decay) * np.sin(phase * inharmonic))
    elif kind == "pluck":
        period = max(2, int(RATE / f))
        seed = np.zeros(length)
        seed[: min(period, length)] = rng.uniform(-1, 1, min(period, length))
        feedback = np.zeros(period + 2)
        feedback[0], feedback[period], feedback[period + 1] = 1, -0.498, -0.498
        out = lfilter([1], feedback, seed)
    else:
        out = np.zeros(length)
        for k in range(1, min(25, int(7500 / f)) + 1):
            stretch = k * (1 + inharmonic * 1e-3 * k * k) if kind == "bell" else k
            if f * stretch < 7800:
                out += k**-tilt * np.exp(-t * k**0.5 / decay) * np.sin(phase * stretch)
    attack = max(8, int(length * 0.02))
    out[:attack] *= np.linspace(0, 1, attack)
    release = min(length, int(0.03 * RATE))
    out[-release:] *= np.linspace(1, 0, release)
    return out


def _drum(rng, kind):
    length = int(RATE * _log(rng, 0.05, 0.3))
    t = np.arange(length) / RATE
    fade = np.exp(-t * 5 * RATE / length)
    if kind == 0:
        return 2 * np.sin(2 * np.pi * (50 * t + rng.uniform(2, 9) * (1 - np.exp(-t * 30)))) * fade
    hit = rng.standard_normal(length) * fade
    if kind == 1:
        return hit + np.sin(2 * np.pi * rng.uniform(150, 260) * t) * fade
    return sosfilt(butter(2, 5000, "high", fs=RATE, output="sos"), hit)


def music(rng, n):
    """Chords, tunes and arpeggios of made-up instruments, with drums or without."""
    out = np.zeros(n + 8 * RATE)
    beat = 60 / rng.uniform(55, 180)
    key, scale = _log(rng, 55, 220), rng.choice([0, 1, 2])
    steps = [[0, 2, 4, 5, 7, 9, 11], [0, 2, 3, 5, 7, 8, 10], [0, 3, 5, 7, 10]][scale]
    note = lambda degree: key * 2 ** ((steps[degree % len(steps)] + 12 * (degree // len(steps))) / 12)
    for _ in range(rng.integers(1, 4)):
        timbre = (rng.choice(["partials", "partials", "fm", "pluck", "bell"]), rng.uniform(0.3, 2.2), _log(rng, 0.1, 4),
                  rng.choice([0, 0, rng.uniform(0.002, 0.03)]), rng.uniform(4, 7), rng.choice([1, 1.41, 2, 3, 3.5]))
        style, gain, octave = rng.integers(3), rng.uniform(0.2, 1), rng.integers(0, 3) * len(steps)
        at, degree = 0.0, rng.integers(0, 7)
        while at < n:
            length = beat * rng.choice([[1, 2, 4], [0.25, 0.5, 1], [0.25, 0.25, 0.5]][style])
            degree = int(np.clip(degree + rng.integers(-3, 4), 0, 14))
            notes = [degree, degree + 2, degree + 4][: rng.integers(1, 4)] if style == 0 else [degree]
            if rng.random() < 0.88:
                for d in notes:
                    sound = _tone(rng, note(d + octave), max(400, int(RATE * length * rng.uniform(0.6, 1.3))), timbre)
                    end = min(len(out), int(at) + len(sound))
                    out[int(at) : end] += gain * rng.uniform(0.5, 1) * sound[: end - int(at)]
            at += RATE * length
    if rng.random() < 0.6:
        drums, pattern = [_drum(rng, k) for k in range(3)], rng.random((3, 16)) < np.array([[0.25], [0.2], [0.5]])
        gains, step, index = rng.uniform(0, 1.5, 3), RATE * beat / 4, 0
        while index * step < n:
            for k in range(3):
                if pattern[k, index % 16]:
                    out[int(index * step) : int(index * step) + len(drums[k])] += gains[k] * drums[k]
            index += 1
    return _unit(out[:n] + 1e-9)


def beeps(rng, n):
    """Alarms, ringing telephones, dial tones, sirens."""
    t = np.arange(n) / RATE
    if rng.random() < 0.35:
        sweep = _log(rng, 300, 1500) * 2 ** (rng.uniform(0.2, 0.9) * np.sin(2 * np.pi * _log(rng, 0.1, 5) * t))
        out = np.sin(2 * np.pi * np.cumsum(sweep) / RATE)
    else:
        out = sum(np.sin(2 * np.pi * _log(rng, 300, 3500) * t) for _ in range(rng.integers(1, 4)))
    period, duty = _log(rng, 0.1, 5), rng.uniform(0.1, 0.95)
    on = ((t + rng.uniform(0, period)) % period < period * duty).astype(float)
    on = lfilter(np.ones(80) / 80, [1], on)
    return _unit(np.tanh(rng.uniform(0.5, 4) * out) * on + 1e-6) + _log(rng, 0.002, 0.5) * coloured(rng, n)


def rain(rng, n):
    """Countless small drops over a rush."""
    drops = np.where(rng.random(n) < _log(rng, 0.0005, 0.05), rng.exponential(1, n), 0) * rng.standard_normal(n)
    body = rng.standard_normal(200) * np.exp(-np.arange(200) / _log(rng, 5, 60))
    return _unit(fftconvolve(drops, body)[:n]) + rng.uniform(0.1, 2) * coloured(rng, n)


def wind(rng, n):
    """Gusts: low noise whose colour and level wander."""
    low, high = coloured(rng, n, rng.uniform(1.5, 3)), coloured(rng, n, rng.uniform(0.5, 1.5))
    gust = 10 ** (rng.uniform(3, 9) * slow(rng, n, _log(rng, 0.3, 4)) / 20)
    return _unit(low * gust + rng.uniform(0.05, 0.6) * high * gust**1.5)


def traffic(rng, n):
    """Cars that pass over a steady rumble."""
    out = coloured(rng, n, rng.uniform(0.8, 2.2))
    t = np.arange(n) / RATE
    for _ in range(rng.integers(1, 8)):
        middle, width = rng.uniform(0, n / RATE), _log(rng, 0.3, 4)
        car = engine(rng, n) if rng.random() < 0.4 else coloured(rng, n)
        out += rng.uniform(0.3, 4) * car / (1 + ((t - middle) / width) ** 2)
    return _unit(out)


def scrapes(rng, n):
    """Rustling, chairs, zips, breath of machines: noise in bursts with moving colour."""
    out = np.zeros(n)
    at = 0.0
    while at < n:
        length = int(RATE * _log(rng, 0.03, 1.5))
        burst = coloured(rng, length + 64)[:length]
        shape = np.hanning(length) if rng.random() < 0.5 else np.exp(-np.arange(length) / length * rng.uniform(1, 6))
        burst = burst * shape * (1 + rng.uniform(0, 1) * \
                                 np.sign(np.sin(np.arange(length) * _log(rng, 5, 90) * 6.28 / RATE)))
        end = min(n, int(at) + length)
        out[int(at) : end] += _log(rng, 0.1, 1) * burst[: end - int(at)]
        at += RATE * rng.exponential(_log(rng, 0.1, 1.5))
    return _unit(out + 1e-9) + _log(rng, 0.003, 0.5) * coloured(rng, n)


def birds(rng, n):
    """Chirps and squeaks: short glides, with partials or without."""
    out = np.zeros(n + RATE)
    at = 0.0
    while at < n:
        f0, f1 = _log(rng, 300, 5000, 2)
        length = int(RATE * _log(rng, 0.03, 0.4))
        t = np.linspace(0, 1, length)
        phase = 2 * np.pi * np.cumsum(f0 + (f1 - f0) * t) / RATE
        chirp = sum(k ** -rng.uniform(0.5, 3) * np.sin(k * phase) for k in range(1, 4)) * np.hanning(length)
        for repeat in range(rng.integers(1, 6)):
            start = int(at + repeat * length * 1.4)
            if start + length < len(out):
                out[start : start + length] += chirp
        at += RATE * rng.exponential(_log(rng, 0.2, 2))
    return _unit(out[:n] + 1e-9) + _log(rng, 0.01, 0.7) * coloured(rng, n)


def murmur(rng, n):
    """Modulated noise with the rhythm of a far crowd, without a voice in it."""
    out = np.zeros(n)
    for _ in range(rng.integers(3, 9)):
        low = _log(rng, 150, 2500)
        band = sosfilt(butter(2, [low, min(7500, low * rng.uniform(1.3, 3))],
                       "band", fs=RATE, output="sos"), rng.standard_normal(n))
        out += band * 10 ** (rng.uniform(2, 7) * slow(rng, n, rng.uniform(2, 8)) / 20)
    return _unit(out)


KINDS = {
    "coloured": lambda rng, n: coloured(rng, n), "swelling": lambda rng, n: envelope(coloured(rng, n), rng, n),
    "fan": fan, "hum": hum, "engine": engine, "machine": machine, "impacts": impacts, "music": music, "beeps": beeps,
    "rain": rain, "wind": wind, "traffic": traffic, "scrapes": scrapes, "birds": birds, "murmur": murmur,
}
WEIGHTS = {"impacts": 5, "music": 5, "machine": 2, "traffic": 2, "scrapes": 2}


def room(rng, x, seconds=None):
    """Puts a sound into a made-up room."""
    decay = _log(rng, 0.05, 0.6) if seconds is None else seconds
    length = int(RATE * decay)
    tail = rng.standard_normal(length) * 10 ** (-3 * np.arange(length) / length)
    tail = lfilter([1], [1, -rng.uniform(0, 0.6)], tail)
    tail *= _log(rng, 0.02, 0.6) / np.sqrt(np.sum(tail**2))
    tail[0] = 1
    return fftconvolve(x, tail)[: len(x)]


def equalised(rng, x):
    """Tilts, bumps and now and then a narrow band, as microphones and lines do."""
    size = len(x) // 2 + 1
    f = np.maximum(20, np.linspace(0, RATE / 2, size))
    decibels = rng.uniform(-4, 4) * np.log2(f / 1000)
    for _ in range(rng.integers(0, 4)):
        decibels += rng.uniform(-12, 9) * np.exp(-((np.log2(f / _log(rng, 100, 7000)) / rng.uniform(0.2, 1)) ** 2))
    if rng.random() < 0.2:
        top = rng.choice([3400, 4000, 5500])
        decibels -= 60 * np.clip((f - top) / 400, 0, 1)
        if rng.random() < 0.5:
            decibels -= 40 * np.clip((300 - f) / 150, 0, 1)
    return np.fft.irfft(np.fft.rfft(x) * 10 ** (np.clip(decibels, -80, 20) / 20), len(x))


def scene(rng, n):
    """One bed: a noise or two, in a room or not, as a microphone may hear it."""
    names = list(KINDS)
    p = np.array([WEIGHTS.get(k, 1) for k in names], float)
    out = np.zeros(n)
    for index in range(rng.choice([1, 2, 3], p=[0.65, 0.27, 0.08])):
        part = _unit(KINDS[names[rng.choice(len(names), p=p / p.sum())]](rng, n))
        out += part * (1 if index == 0 else _log(rng, 0.1, 1))
    if rng.random() < 0.5:
        out = room(rng, out)
    if rng.random() < 0.7:
        out = equalised(rng, out)
    if rng.random() < 0.3:
        out = out + _log(rng, 0.005, 0.2) * np.sqrt(np.mean(out**2)) * coloured(rng, n)
    return _unit(out)
