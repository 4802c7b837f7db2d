"""Speech to train on: recordings of a corpus and voices of the synthesizer, with where they begin and end."""
import json
import pathlib
import subprocess

import numpy as np
from scipy.signal import butter, resample_poly, sosfiltfilt

RATE = 16000
VOICES = ["en-us", "en-gb", "de", "fr", "es", "it", "pt", "pl", "nl", "sv", "tr", "ru", "cs", "fi", "ro", "hu"]
VARIANTS = ["", "+f1", "+f2", "+f3", "+f4", "+f5", "+m1", "+m2", "+m3", "+m4", "+m5", "+m6", "+m7"]
PHRASES = [
    "zero one two three", "seven", "nine", "four", "eight six", "yes", "no", "yes please", "stop", "cancel that",
    "turn on the lights in the kitchen", "what is the weather like tomorrow", "i would like a large coffee with milk",
    "my number is five five two one seven", "the quick brown fox jumps over the lazy dog", "hello, can you hear me",
    "please call me back after six", "she had your dark suit in greasy wash water all year", "good morning",
    "set a timer for twenty minutes", "i do not know", "maybe later", "thank you very much", "who is there",
]


def read(path):
    """A file as 16 kHz mono floats."""
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


def corpus(folder):
    """Clips of a corpus: dictionaries of sound, islands and speaker."""
    folder = pathlib.Path(folder)
    manifest = json.loads((folder / "MANIFEST.json").read_text())
    known = {c["file"]: c["islands"] for c in json.loads((folder / "labelled/clips.json").read_text())}
    clips = []
    for entry in manifest["files"]:
        name = entry["file"]
        if name.split("/")[0] not in ("digits", "commands", "speech"):
            continue
        x = read(folder / name)
        islands = known.get(name)
        if islands is None and entry.get("labels"):
            islands = json.loads((folder / entry["labels"]).read_text()).get("islands")
        islands = islands or extent(x)
        if islands:
            clips.append(dict(sound=x, islands=islands, speaker=str(entry.get("speaker")), name=name))
    return clips


def synthesized(program, seed, count):
    """Clips of the synthesizer in many voices."""
    rng, clips = np.random.default_rng(seed), []
    for _ in range(count):
        voice = rng.choice(VOICES) + rng.choice(VARIANTS)
        command = [program, "--voice", voice, "--rate", str(rng.integers(110, 240)), "--pitch", str(rng.integers(15, 90))]
        done = subprocess.run(command, input=rng.choice(PHRASES).encode(), capture_output=True)
        if done.returncode:
            continue
        raw = done.stdout
        rate = int.from_bytes(raw[24:28], "little") if raw[:4] == b"RIFF" else 22050
        x = np.frombuffer(raw[44:] if raw[:4] == b"RIFF" else raw, "<i2").astype(float) / 32768
        x = resample_poly(x, 320, rate * 320 // RATE)
        islands = extent(x) if len(x) > 3200 else []
        if islands:
            clips.append(dict(sound=x, islands=islands, speaker="synthesized", name=voice))
    return clips
