"""Speech to train on: how a file is read, and where speech begins and ends in a clean clip."""
import pathlib
import subprocess

import numpy as np
import soundfile
from scipy.signal import butter, resample_poly, sosfiltfilt

RATE = 16000

def read(path):
    """A file as 16 kHz mono floats."""
    if pathlib.Path(path).suffix in (".wav", ".ogg", ".opus", ".flac"):
        sound, rate = soundfile.read(str(path), always_2d=True)
        divisor = int(np.gcd(rate, RATE))
        return resample_poly(sound.mean(1), RATE // divisor, rate // divisor) if rate != RATE else sound.mean(1)
    # G.722 has no header: always 16 kHz.
    raw = subprocess.run(["ffmpeg", "-v", "error", "-i", str(path), "-ac", "1", "-ar", str(RATE), "-f", "s16le", "-"],
                         capture_output=True, check=True).stdout
    return np.frombuffer(raw, "<i2").astype(float) / 32768


def extent(x):
    """Islands of speech in a clean clip, by level in steps of 2.5 ms, below and above 2 kHz."""
    def level(low, high):
        y = sosfiltfilt(butter(4, [low, high], "band", fs=RATE, output="sos"), np.pad(x, 800))[800:-800]
        window = np.hanning(162)[1:-1]
        return 10 * np.log10(np.convolve(y * y, window / window.sum(), "same")[::40] + 1e-12)
    voice, friction = level(90, 3800), level(2000, 7600)
    smooth = lambda y: np.percentile(np.convolve(y, np.ones(20) / 20, "same"), 8)
    top, above = np.percentile(voice, 98), np.percentile(friction, 98)
    floor = max(min(smooth(voice), top - 35), top - 55)
    hiss = max(min(smooth(friction), above - 30), above - 50)
    seed = voice > max(floor + 12, top - 30)
    keep = (voice > max(floor + 6, top - 40)) | (friction > max(hiss + 8, above - 36))
    islands, at = [], 0
    while at < len(seed):
        if not seed[at]:
            at += 1
            continue
        start, end = at, at
        hole = 0
        for place in range(at, max(0, at - 100), -1):
            hole = 0 if keep[place] else hole + 1
            if hole > 24:
                break
            start = place if keep[place] else start
        hole, place = 0, at
        last = at
        while place < len(seed) and hole <= 24 and place - last < 100:
            last = place if seed[place] else last
            hole = 0 if keep[place] else hole + 1
            end = place if keep[place] else end
            place += 1
        if islands and start * 40 - islands[-1][1] < 2400:
            islands[-1][1] = end * 40 + 40
        else:
            islands.append([start * 40, end * 40 + 40])
        at = max(end, last) + 1
    return [i for i in islands if i[1] - i[0] > 800]
