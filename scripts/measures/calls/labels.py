"""Makes calls of one channel with labels beside them, and says which labels are accepted and what is measured then.

Each is a call of two channels whose truth is known, both channels as one. Labels are its own, as good as those of a
person or of a diarizer, or those of another call.
"""
import collections
import json
import wave

import numpy as np

import rules
import sound
import verdicts

# The kinds of call that get labels of their own; and the calls that get those of another one, where they are made.
OWN = ("clean", "mulaw", "street-20", "echo", "voicemail", "called", "barge-ins", "loss", "low")
OTHERS = [f"{kind}-{number}" for kind in ("clean", "mulaw", "called", "barge-ins") for number in range(4)]
# How far on in the list the call stands whose labels lie beside a call as foreign ones.
FURTHER = 5


def rounded(segments, step):
    """Segments whose times are multiples of `step` seconds, none of them empty."""
    for start, end, who in segments:
        start = round(start / step) * step
        yield start, max(start + step, round(end / step) * step), who


def gapless(segments):
    """Segments that end where the next begins."""
    starts = [start for start, _, _ in segments[1:]] + [segments[-1][1]]
    return [(start, following, who) for (start, _, who), following in zip(segments, starts)]


# What a kind of labels does to the segments of a call.
KINDS = {
    "exact": list,
    "gapless": gapless,
    "late": lambda segments: [(start + 0.5, end + 0.5, who) for start, end, who in segments],
    "rounded": lambda segments: list(rounded(segments, 0.25)),
    "seconds": lambda segments: list(rounded(segments, 1)),
}
FOREIGN = ("exact", "gapless", "rounded")


def segments(call):
    """Who speaks from when to when."""
    return sorted([(*span, "agent") for span in call["app"]] + [(*span, "caller") for span in call["caller"]])


def mixed(voicetest, path, work):
    """The rate of a call, and both of its channels as one: 16-bit samples."""
    plain = work / f"mixed-{path.name}"
    rules.plain(voicetest, path, plain)
    rate, samples = sound.read(plain)
    return rate, np.clip(samples.sum(axis=1) * 32768, -32768, 32767).astype("<i2")


def written(name, kind, call, listed, mix, folder):
    """Writes one call of a kind with the labels `listed`; gives its truth."""
    path = folder / f"labels-{kind}-{name}.wav"
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, mix[0], 0, "NONE", ""))
        file.writeframes(mix[1].tobytes())
    path.with_suffix(".labels.json").write_text(json.dumps(
        {"segments": [{"speaker": who, "start": start, "end": end} for start, end, who in listed]}))
    return {**call, "file": path.name, "kind": f"labels-{kind.split('-')[0]}"}


def make(calls, voicetest, folder, work):
    """Makes the calls of each kind of labels out of `calls`, which lie in `folder`; gives their truths."""
    named = {call["file"].removesuffix(".wav"): call for call in calls}
    own = [name for name, call in named.items() if call["kind"] in OWN]
    foreign = [name for name in OTHERS if name in named]
    mixes = {name: mixed(voicetest, folder / named[name]["file"], work) for name in {*own, *foreign}}
    for kind, change in KINDS.items():
        for name in own:
            yield written(name, kind, named[name], change(segments(named[name])), mixes[name], folder)
    for place, name in enumerate(foreign):
        other = segments(named[foreign[(place + FURTHER) % len(foreign)]])
        for kind in FOREIGN:
            yield written(name, f"foreign-{kind}", named[name], KINDS[kind](other), mixes[name], folder)


def said(program, _call, path):
    """What the program says of a call with labels: whether they are accepted, and its turns in seconds."""
    done = program.run(path)
    if done.returncode == 65 and "no usable labels" in done.stderr:
        return {"accepted": False, "unfit": [], "turns": []}
    session = json.loads(done.stdout)["sessions"][0]
    return {"accepted": True, "unfit": session["call"].get("unfit", []), "turns": verdicts.turns(session)}


class Labels:
    """The figures of the calls with labels, by their kind."""

    def __init__(self):
        self.counts = collections.defaultdict(lambda: [0, 0])
        self.waits, self.ends = collections.defaultdict(list), collections.defaultdict(list)
        self.unfit, self.open = collections.Counter(), collections.Counter()

    def add(self, call, found):
        """Judges what was said of one call."""
        kind = call["kind"]
        self.counts[kind][0] += found["accepted"]
        self.counts[kind][1] += 1
        if not found["accepted"] or kind == "labels-foreign":
            return
        self.unfit[kind] += bool(found["unfit"])
        if found["unfit"]:
            return
        true, told = verdicts.known(call, found["turns"])
        self.open[kind] += len(call["turns"]) - len(true["turns"])
        self.waits[kind] += verdicts.judged(true, told).waits
        for one in true["turns"]:
            self.ends[kind] += [abs(turn["end"] - one["end"]) * 1000 for turn in told
                                if min(turn["end"], one["end"]) > max(turn["start"], one["start"])]

    def print(self):
        """A line a kind."""
        for kind, (accepted, count) in self.counts.items():
            print(f"{kind:16} {f'{accepted} of {count} accepted':40} {verdicts.errors(self.waits[kind])}"
                  + (", " + verdicts.errors(self.ends[kind], "ends") if self.ends[kind] else "")
                  + (f", {self.open[kind]} waits are not known" if self.open[kind] else "")
                  + (f", {self.unfit[kind]} are unfit" if self.unfit[kind] else ""))

    def misses(self):
        """Which goals are missed, in words."""
        foreign = self.counts["labels-foreign"]
        if foreign[0]:
            yield f"{foreign[0]} of {foreign[1]} foreign labels are accepted"
        for kind in ("exact", "gapless", "late", "rounded"):
            accepted, count = self.counts[f"labels-{kind}"]
            if accepted < 0.8 * count:
                yield f"{accepted} of {count} labels that are {kind} are accepted"
        known = sum(len(waits) for waits in self.waits.values())
        if sum(self.open.values()) > 0.05 * known:
            yield f"{sum(self.open.values())} waits by labels are not known, beside {known} that are"
        for what, found in (("waits", self.waits), ("ends", self.ends)):
            every = [error for errors in found.values() for error in errors]
            yield from verdicts.over(f"{what} by labels", every, (40, 160, 250))
