"""Makes the kinds of call that companies have every day, with their truth: rooms, lines, gates, sides, labels.

Half of the speakers, and voices of the app of their own, belong to one half: rules are tried on `tried`, figures
come from `kept`. `fresh` has the speakers of `kept` in other calls, with voices that nothing was tried on. A call is
good by its truth: no gate, no burst echo, no second talker above -25 dB of the caller, and the caller 15 dB above the
noise.
"""
import hashlib
import json
import random

import numpy as np

import events
import making
import sound
from sound import RATE

VOICES = {"tried": ["en-us", "en-gb", "en-us+f3", "en-gb+m3"], "kept": ["en-gb-scotland+f2", "en-029+m7"],
          "fresh": ["en-us+m2", "en-gb-x-rp+f4"]}
# What each kind of call does, how often it is made, and what of it its truth tells. Levels are in decibels: `room` and
# `bed` against full scale (the caller's speech has -22), `talker`, `echo` against what they are of.
KINDS = {
    "clean": (8, {}),
    "mulaw": (8, {"codec": "pcm_mulaw"}),
    "street-20": (4, {"bed": ("street_city", -42), "codec": "pcm_mulaw"}),
    "street-14": (4, {"bed": ("street_city", -36), "codec": "pcm_mulaw"}),
    "street-8": (4, {"bed": ("street_city", -30), "codec": "pcm_mulaw"}),
    "babble": (6, {"bed": ("babble_8-voices", -36), "codec": "pcm_mulaw"}),
    "music": (6, {"bed": ("music_vibe-ace", -40), "codec": "pcm_mulaw"}),
    "echo": (6, {"echo": -18}),
    "echo-bursts": (6, {"echo": -16, "bursts": True}),
    "gate-60": (3, {"gate": 0.06, "codec": "pcm_mulaw"}),
    "gate-200": (3, {"gate": 0.2, "codec": "pcm_mulaw"}),
    "gate-400": (3, {"gate": 0.4, "codec": "pcm_mulaw"}),
    "gate-800": (3, {"gate": 0.8, "codec": "pcm_mulaw"}),
    "gate-babble": (3, {"gate": 0.4, "bed": ("babble_8-voices", -44), "codec": "pcm_mulaw"}),
    "dtx": (3, {"gate": 0.15, "comfort": -70, "codec": "pcm_mulaw"}),
    "talker-28": (2, {"talker": -28}),
    "talker-20": (2, {"talker": -20}),
    "talker-12": (2, {"talker": -12}),
    "ring-back": (4, {"rings": True}),
    "hold": (4, {"hold": True}),
    "voicemail": (4, {"first": "voicemail"}),
    "called": (5, {"first": "hello"}),
    "barge-ins": (4, {"barges": True}),
    "drift": (4, {"echo": -22, "drift": 80}),
    "loss": (4, {"loss": 0.02, "codec": "pcm_mulaw"}),
    "low": (4, {"level": -24}),
    "clipped": (4, {"level": 14}),
}
ROOM = -62


class Half(making.People):
    """The utterances of one half of the speakers."""

    def __init__(self, voicetest, corpus, half):
        self.voicetest = voicetest
        super().__init__(voicetest, corpus)
        half = "kept" if half == "fresh" else half
        named = json.loads((corpus / "MANIFEST.json").read_text())["files"]
        speakers = {one["file"].rsplit("/", 1)[-1]: one["speaker"] for one in named}
        for kind, clips in self.clips.items():
            self.clips[kind] = [clip for clip in clips if self.half(speakers.get(clip[0].name, clip[0].name)) == half]

    @staticmethod
    def half(speaker):
        return "kept" if hashlib.sha256(speaker.encode()).digest()[0] % 2 else "tried"


def gated(samples, spans, hold, comfort, dice):
    """Samples that pass while there is speech and `hold` seconds longer; else nothing, or the noise of comfort."""
    passes = np.zeros(len(samples))
    for start, end in spans:
        passes[round(max(0, start - 0.02) * RATE):round((end + hold) * RATE)] = 1
    edges = np.convolve(passes, np.ones(32) / 32, "same")
    rest = making.noise(len(samples), comfort, dice) if comfort is not None else 0
    return samples * edges + rest * (1 - edges)


def lost(samples, share, chance):
    """Samples of which packets of 20 ms are missing."""
    samples = samples.copy()
    for start in range(0, len(samples) - 320, 320):
        if chance.random() < share:
            samples[start:start + 320] = 0
    return samples


def echoed(app, line, chance):
    """The app's sound as it comes back; of bursts only parts do, for 150 to 500 ms."""
    delay = chance.randrange(60, 240) * RATE // 1000
    back = np.convolve(app, [0.1, 0.8, 0.3, -0.1], "same") * 10 ** (line["echo"] / 20)
    if line.get("bursts"):
        opens, place = np.zeros(len(back)), 0
        while place < len(back):
            length = round(chance.uniform(0.15, 0.5) * RATE)
            opens[place:place + length] = 1
            place += length + round(chance.uniform(0.4, 1.8) * RATE)
        back = back * np.convolve(opens, np.ones(160) / 160, "same")
    return np.concatenate([np.zeros(delay), back])[:len(app)]


def spoken(talk, line):
    """Goes through a call."""
    first, chance = line.get("first"), talk.chance
    if first == "hello":
        talk.speak("short" if chance.random() < 0.5 else "long", talk.now)
    elif first == "voicemail":
        for _ in range(2):
            talk.speak("long", talk.now + 0.25)
        talk.say(at=talk.now + 1.2)
        talk.say(at=talk.now + 0.4)
    if first is not None:
        talk.say(at=talk.now + chance.uniform(0.4, 1.2))
    else:
        talk.say()
    steps = [(talk.plain, wait) for wait in (0.3, 0.6, 0.9, 1.4, 2.4)]
    if line.get("barges"):
        steps += [(talk.interrupted, chance.uniform(0.3, 0.9)) for _ in range(3)] + [(talk.across,)]
    chance.shuffle(steps)
    for step, *values in steps:
        step(*values)


def tones(length):
    """Ring-back of a telephone: 440 and 480 Hz for 2 s of every 6."""
    at = np.arange(round(length * RATE)) / RATE
    return (np.sin(2 * np.pi * 440 * at) + np.sin(2 * np.pi * 480 * at)) * 0.04 * (at % 6 < 2)


def lined(caller, app, line, corpus, people, talk, dice):
    """Both sides as a line brings them."""
    frames, chance = len(caller), talk.chance
    level = 10 ** (line.get("level", 0) / 20)
    heard, said = caller.copy(), app.copy()
    if "talker" in line:
        room, at = np.zeros(frames), 0.3
        while at < frames / RATE - 4:
            samples, _, _ = people.utterance("long", chance)
            place = round(at * RATE)
            room[place:place + len(samples)] += samples[:frames - place] * 10 ** (line["talker"] / 20)
            at += len(samples) / RATE + chance.uniform(0.2, 1.5)
        heard += room
    if "bed" in line:
        name, loud = line["bed"]
        bed = sound.decoded(people.voicetest, corpus / f"noise/{name}.flac")
        heard += np.resize(making.levelled(bed, loud), frames)
    if "echo" in line:
        heard += echoed(app, line, chance)
    heard = heard + making.noise(frames, ROOM, dice)
    said = said + making.noise(frames, ROOM - 14, dice)
    if "gate" in line:
        heard = gated(heard, talk.spans["caller"], line["gate"], line.get("comfort"), dice)
        said = gated(app, talk.spans["app"], 0, None, dice)
    if "drift" in line:
        said = np.interp(np.arange(frames) / (1 + line["drift"] * 1e-6), np.arange(frames), said)
    if "loss" in line:
        heard, said = lost(heard, line["loss"], chance), lost(said, line["loss"], chance)
    return np.clip(heard * level, -0.98, 0.98), said * level if level < 1 else said


def made(name, kind, half, people, app, corpus, folder):
    """Makes one call of a kind and its truth; gives the truth."""
    line, chance = KINDS[kind][1], random.Random(f"{half} {name}")
    talk = making.Conversation(people, app, chance)
    talk.voice = chance.choice(VOICES[half])
    if line.get("rings"):
        talk.now = 9.0
    spoken(talk, line)
    # Whole half seconds: Fourier transforms of lengths with large prime factors take most of the time.
    length = -(-(talk.now + 3.0) // 0.5) * 0.5
    frames, dice = round(length * RATE), np.random.default_rng(int(hashlib.sha256(name.encode()).hexdigest()[:8], 16))
    heard, said = lined(*(talk.track(side, frames) for side in ("caller", "app")), line, corpus, people, talk, dice)
    if line.get("rings"):
        ring = tones(8.4)
        said[:len(ring)] += ring
    if line.get("hold"):
        music = sound.decoded(people.voicetest, corpus / "noise/music_vibe-ace.flac")[:8 * RATE]
        # The app plays music at the end, when no turn waits for it.
        start = talk.spans["app"][-1][1] + 0.3
        said = np.concatenate([said, np.zeros(9 * RATE)])
        heard = np.concatenate([heard, making.noise(9 * RATE, ROOM, dice)])
        place = round(start * RATE)
        said[place:place + len(music)] += making.levelled(music, -28)[:len(said) - place]
        length = len(said) / RATE
    side = 1 if chance.random() < 0.5 else 2
    path = folder / f"{name}.wav"
    sound.written(path, [said, heard] if side == 1 else [heard, said], line.get("codec"))
    factor = 1 + line.get("drift", 0) * 1e-6
    spans = [(start * factor, end * factor) for start, end in talk.spans["app"]]
    noise = max(ROOM, line["bed"][1] if "bed" in line else ROOM)
    good = ("gate" not in line and not line.get("bursts") and line.get("talker", -99) <= -25 and -22 - noise >= 15
            and kind != "clipped")
    truth = {"file": path.name, "kind": kind, "seconds": length, "appChannel": side, "facts": {}, "isGood": good,
             "caller": talk.spans["caller"], "app": spans, **events.events(talk.spans["caller"], spans, length)}
    path.with_suffix(".truth.json").write_text(json.dumps(truth, indent=1) + "\n")
    return truth


def beds():
    """The sounds of the corpus that calls are made with."""
    named = {line["bed"][0] for _, line in KINDS.values() if "bed" in line} | {"music_vibe-ace"}
    return sorted(f"noise/{name}.flac" for name in named)


def make_half(half, voicetest, corpus, folder, work, most=None):
    """Makes the calls of one half of the speakers in `folder`, at most so many of a kind; gives their truths."""
    people, app = Half(voicetest, corpus, half), making.App(voicetest, work)
    folder.mkdir(parents=True, exist_ok=True)
    return [made(f"{kind}-{number}", kind, half, people, app, corpus, folder)
            for kind, (count, _) in KINDS.items() for number in range(min(count, most or count))]
