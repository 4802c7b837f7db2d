"""Makes two-channel calls with known truth: recorded people, a synthetic app, and what a line does.

Shape: float64 samples at 16 kHz, a share of full scale. Seeds make every call the same every time.
"""
import json
import pathlib
import random
import subprocess

import numpy as np

import events
from sound import RATE, decoded, written

# Lines that no goal is set for.
BEYOND = {"street": {"roomDB": -64, "bed": "street_city", "bedDB": -44, "codec": "pcm_mulaw"}}
PROMPTS = """how can i help you today with your order
which size of coffee would you like to have
i have added that to your order for you
please tell me the number of your account
that will be ready in about ten minutes
would you like to add anything else to that
i am looking that up in the system right now
your order is almost done and will be sent today
please hold on while i check what we have
is that for here or would you like it to go""".split("\n")
VOICES = ["en-us", "en-gb", "en-us+f3", "en-gb+m3"]
# What a line does to a call. levelDB is below the app's own level, of noise below full scale.
LINES = {
    "quiet": {},
    "room": {"roomDB": -58},
    "mulaw": {"roomDB": -62, "codec": "pcm_mulaw"},
    "alaw": {"roomDB": -62, "codec": "pcm_alaw"},
    "narrow": {"roomDB": -60, "codec": "pcm_s16le"},
    "loud-room": {"roomDB": -52, "codec": "pcm_mulaw"},
    "crosstalk": {"roomDB": -62, "crosstalkDB": -40},
    "drift": {"roomDB": -60, "echoDB": -20, "driftPPM": 100, "laps": 2},
    "drift-dry": {"roomDB": -60, "driftPPM": 100},
    "echo-30": {"roomDB": -62, "echoDB": -30},
    "echo-20": {"roomDB": -62, "echoDB": -20, "codec": "pcm_mulaw"},
    "echo-10": {"roomDB": -62, "echoDB": -10},
}


def decibels(factor):
    return 20 * np.log10(max(factor, 1e-9))


def levelled(samples, goal=-22.0):
    """Samples whose loud part has this level; none leaves the scale."""
    pieces = samples[:len(samples) // 160 * 160].reshape(-1, 160)
    powers = (pieces ** 2).mean(axis=1)
    active = powers[powers >= powers.max() / 1000].mean()
    factor = min(10 ** (goal / 20) / np.sqrt(active), 0.9 / np.abs(samples).max())
    return samples * factor


def sounding(samples):
    """From the first to the last 10 ms within 40 dB of the loudest, in seconds."""
    pieces = samples[:len(samples) // 160 * 160].reshape(-1, 160)
    powers = (pieces ** 2).mean(axis=1)
    loud = np.flatnonzero(powers >= powers.max() / 10_000)
    return loud[0] * 0.01, (loud[-1] + 1) * 0.01


def faded(samples, frames=160):
    """Samples without clicks at their ends."""
    samples = samples.copy()
    ramp = np.linspace(0, 1, min(frames, len(samples)))
    samples[:len(ramp)] *= ramp
    samples[len(samples) - len(ramp):] *= ramp[::-1]
    return samples


class People:
    """Recorded utterances of one stretch whose labels agree, cut to 30 ms around their labels."""

    def __init__(self, voicetest, corpus):
        self.voicetest = voicetest
        self.clips = {"long": [], "short": []}
        for path in sorted(pathlib.Path(corpus).glob("commands/*.labels.json")):
            labels = json.loads(path.read_text())
            agree = labels.get("agreesStart") is True and labels.get("agreesEnd") is True
            if not agree or len(labels["islands"]) > 1:
                continue
            start, end = (place / labels["sampleRate"] for place in labels["extent"])
            kind = "long" if end - start > 1.8 else "short"
            self.clips[kind].append((path.with_name(labels["file"]), start, end))

    def utterance(self, kind, chance):
        """Samples, and from when to when in them there is speech."""
        path, start, end = chance.choice(self.clips[kind])
        before, after = min(start, 0.03), 0.03
        whole = decoded(self.voicetest, path)
        samples = whole[round((start - before) * RATE):round((end + after) * RATE)]
        return faded(levelled(samples)), before, before + end - start


class App:
    """Prompts by the project's own synthesis."""

    def __init__(self, voicetest, work):
        self.voicetest, self.work, self.sounds = voicetest, work, {}

    def prompt(self, text, voice):
        key = (text, voice)
        if key not in self.sounds:
            path = self.work / f"prompt{len(self.sounds)}.wav"
            subprocess.run([self.voicetest, "speak", text, str(path), "--voice", voice, "--force", "--quiet"],
                           check=True)
            samples = decoded(self.voicetest, path)
            begin, end = sounding(samples)
            self.sounds[key] = faded(levelled(samples[round(begin * RATE):round(end * RATE)]), 80)
        return self.sounds[key]


class Conversation:
    """Two tracks that grow, and where each speaks."""

    def __init__(self, people, app, chance):
        self.people, self.app, self.chance = people, app, chance
        self.voice = chance.choice(VOICES)
        self.pieces = {"caller": [], "app": []}
        self.spans = {"caller": [], "app": []}
        self.now = 0.4

    def say(self, text=None, at=None):
        """The app speaks, now or at a time; gives where the prompt ends."""
        samples = self.app.prompt(text or self.chance.choice(PROMPTS), self.voice)
        return self.put("app", samples, at if at is not None else self.now, (0, len(samples) / RATE))

    def speak(self, kind, start):
        """The caller's speech begins at `start`; gives where it ends."""
        samples, begin, end = self.people.utterance(kind, self.chance)
        return self.put("caller", samples, start - begin, (begin, end))

    def put(self, side, samples, at, spoken):
        self.pieces[side].append((at, samples))
        self.spans[side].append((at + spoken[0], at + spoken[1]))
        self.now = max(self.now, at + spoken[1])
        return at + spoken[1]

    def cut(self, at):
        """The app's last prompt stops at `at`."""
        start, samples = self.pieces["app"][-1]
        kept = faded(samples[:round((at - start) * RATE)], 80)
        begin, end = sounding(kept)
        self.pieces["app"][-1] = (start, kept)
        self.spans["app"][-1] = (start + begin, start + end)

    # What may happen between two sides. Each begins after all that was said.

    def plain(self, wait):
        """The caller answers, and the app answers after `wait` seconds."""
        end = self.speak(self.chance.choice(["long", "short"]), self.now + self.chance.uniform(0.35, 1.3))
        self.say(at=end + wait)

    def missing(self):
        """No answer comes, so the caller speaks again."""
        end = self.speak("short", self.now + self.chance.uniform(0.4, 1.0))
        end = self.speak("long", end + self.chance.uniform(3.0, 4.5))
        self.say(at=end + 0.7)

    def early(self):
        """The app begins before the caller has ended."""
        end = self.speak("long", self.now + self.chance.uniform(0.4, 1.0))
        self.say(at=end - self.chance.uniform(0.5, 1.0))

    def interrupted(self, stop):
        """The caller begins while the app speaks, which stops `stop` seconds later."""
        begin = self.now + 0.5
        end = self.say(at=begin)
        at = begin + (end - begin) * self.chance.uniform(0.3, 0.45)
        done = self.speak("long", at)
        self.cut(min(end, at + stop))
        self.now = done
        self.say(at=done + self.chance.uniform(0.4, 1.1))

    def across(self):
        """The caller begins while the app speaks, which goes on to its end."""
        end = self.say(at=self.now + 0.6)
        done = self.speak("long", end - self.chance.uniform(0.6, 1.0))
        self.say(at=max(end, done) + self.chance.uniform(0.5, 1.0))

    def track(self, side, frames):
        samples = np.zeros(frames)
        for at, piece in self.pieces[side]:
            start = round(at * RATE)
            samples[start:start + len(piece)] += piece[:frames - start]
        return samples


def scripted(talk, laps):
    """Goes through a call: every kind of turn, in an order that the seed decides."""
    chance = talk.chance
    talk.say()
    for _ in range(laps):
        steps = [(talk.plain, wait) for wait in (0.22, 0.45, 0.8, 1.3)]
        steps += [(talk.plain, chance.uniform(2.6, 3.6)), (talk.interrupted, chance.uniform(0.3, 0.9)),
                  (talk.early,), (talk.missing,), (talk.across,)]
        chance.shuffle(steps)
        for step, *values in steps:
            step(*values)
    if chance.random() < 0.5:
        talk.speak("short", talk.now + 0.6)


def noise(frames, level, chance):
    """A quiet room: noise that falls by 6 dB an octave above 200 Hz."""
    white = chance.standard_normal(frames)
    spectrum = np.fft.rfft(white)
    frequencies = np.fft.rfftfreq(frames, 1 / RATE)
    samples = np.fft.irfft(spectrum / np.sqrt(1 + (frequencies / 200) ** 2), frames)
    return samples * 10 ** (level / 20) / np.sqrt((samples ** 2).mean())


def disturbed(caller, app, line, people, corpus, chance, seed):
    """The two tracks as a line brings them, and what it did."""
    frames, dice = len(caller), np.random.default_rng(seed)
    facts = {}
    heard_caller, heard_app = caller.copy(), app.copy()
    if "echoDB" in line:
        delay = chance.randrange(40, 180)
        path = np.convolve(app, [0.1, 0.8, 0.3, -0.1], "same")
        path *= np.sqrt((app ** 2).mean() / (path ** 2).mean()) * 10 ** (line["echoDB"] / 20)
        shift = delay * RATE // 1000
        heard_caller[shift:] += path[:frames - shift]
        facts |= {"echoDB": line["echoDB"], "echoMs": delay}
    if "crosstalkDB" in line:
        factor = 10 ** (line["crosstalkDB"] / 20)
        heard_caller, heard_app = heard_caller + factor * app, heard_app + factor * caller
        facts["crosstalkDB"] = line["crosstalkDB"]
    if "driftPPM" in line:
        factor = 1 + line["driftPPM"] * 1e-6
        heard_app = np.interp(np.arange(frames) / factor, np.arange(frames), heard_app)
        facts["driftPPM"] = line["driftPPM"]
    if "bed" in line:
        bed = levelled(decoded(people.voicetest, corpus / "noise" / f"{line['bed']}.flac"), line["bedDB"])
        heard_caller += np.resize(bed, frames)
    if "roomDB" in line:
        heard_caller += noise(frames, line["roomDB"], dice)
        heard_app += noise(frames, line["roomDB"] - 12, dice)
    return heard_caller, heard_app, facts


def make(number, kind, people, app, corpus, folder):
    """Makes one call and its truth; gives the truth."""
    line, chance = (LINES | BEYOND)[kind], random.Random(f"call {number}")
    talk = Conversation(people, app, chance)
    scripted(talk, line.get("laps", 1))
    length = talk.now + 3.0
    frames = round(length * RATE)
    tracks = [talk.track(side, frames) for side in ("caller", "app")]
    caller, app_track, facts = disturbed(*tracks, line, people, corpus, chance, number)
    factor = 1 + facts.get("driftPPM", 0) * 1e-6
    spans = [(start * factor, end * factor) for start, end in talk.spans["app"]]
    app_channel = 1 if chance.random() < 0.5 else 2
    path = folder / f"{number:02}-{kind}.wav"
    written(path, [app_track, caller] if app_channel == 1 else [caller, app_track], line.get("codec"))
    truth = {"file": path.name, "kind": kind, "seconds": length, "appChannel": app_channel,
             "caller": talk.spans["caller"], "app": spans, "facts": facts,
             **events.events(talk.spans["caller"], spans, length)}
    path.with_suffix(".truth.json").write_text(json.dumps(truth, indent=1) + "\n")
    return truth


def make_all(voicetest, corpus, folder, work):
    """Makes the 24 calls in `folder`, every line twice, and those that go beyond; gives their truths."""
    people, app = People(voicetest, corpus), App(voicetest, work)
    return [make(number, kind, people, app, corpus, folder)
            for number, kind in enumerate(2 * list(LINES) + 2 * list(BEYOND))]
