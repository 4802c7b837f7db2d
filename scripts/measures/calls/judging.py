"""Compares what was found in calls with their truth."""
import collections

# How far the end of a turn may be off, where only its end is told, to be that turn.
NEAR = 0.5


def overlap(one, other):
    return min(one["end"], other["end"]) - max(one["start"], other["start"])


def is_same(found, true):
    """Whether a found turn is about a true one."""
    if found["start"] is None:
        return abs(found["end"] - true["end"]) <= NEAR
    return overlap(found, true) > 0


def quantile(errors, share):
    """The error that so many stay within, in ms; infinite where what is missing decides; None of none."""
    ordered = sorted(errors)
    return ordered[max(0, -(-len(ordered) * share // 100) - 1)] if ordered else None


class Score:
    """What one finder makes of all calls."""

    def __init__(self):
        self.turns = self.matched = self.extra = self.split = self.merged = 0
        self.outcomes = collections.Counter()
        self.waits, self.stops, self.spans, self.worst = [], [], {"talkOver": [], "deadAir": []}, []
        self.extras = collections.Counter()
        self.guessed = self.guesses = 0
        self.told = {}

    def note(self, call, what, error):
        """An error in seconds, None where nothing was found, as ms; kept with its place."""
        size = float("inf") if error is None else abs(error) * 1000
        self.worst.append((size, call["file"], what))
        return size

    def add(self, call, found):
        self.add_turns(call, found["turns"], found.get("stops"))
        for kind, errors in self.spans.items():
            left = list(found[kind])
            for true in call[kind]:
                same = max(left, key=lambda one: overlap(one, true), default=None)
                if same is None or overlap(same, true) <= 0:
                    errors.append(self.note(call, f"{kind} at {true['start']:.2f} s", None))
                    continue
                left.remove(same)
                length = (same["end"] - same["start"]) - (true["end"] - true["start"])
                errors.append(self.note(call, f"{kind} at {true['start']:.2f} s", length))
            self.extras[kind] += len(left)
        if found["appChannel"] is not None:
            self.guesses += 1
            self.guessed += found["appChannel"] == call["appChannel"]
        if found["findings"] is not None:
            facts, findings = call["facts"], found["findings"]
            level = facts.get("echoDB")
            echo = "no echo" if level is None else f"echo {level} dB"
            if "crosstalkDB" in facts:
                echo = f"cross-talk {facts['crosstalkDB']} dB"
            self.told.setdefault(echo, []).append("echo" in findings)
            drift = "drift with an echo" if level is not None and "driftPPM" in facts else "no drift to see"
            self.told.setdefault(drift, []).append("drift" in findings)

    def add_turns(self, call, found, stops):
        used = collections.Counter()
        for true in call["turns"]:
            same = [place for place, turn in enumerate(found) if is_same(turn, true)]
            used.update(same)
            self.turns += 1
            self.split += len(same) > 1
            what = f"turn at {true['start']:.2f} to {true['end']:.2f} s"
            turn = found[same[-1]] if same else None
            self.matched += len(same) == 1
            right = turn is not None and turn["response"]["outcome"] == true["response"]["outcome"]
            self.outcomes["same" if right else "other"] += 1
            if true["response"]["outcome"] == "measured":
                error = turn["response"]["seconds"] - true["response"]["seconds"] if right else None
                self.waits.append(self.note(call, f"wait after the {what}", error))
            if true["stopped"] is not None:
                stopped = turn and turn["stopped"]
                if stops is not None:
                    stopped = next((after for at, after in stops if abs(at - true["start"]) <= NEAR), None)
                error = None if stopped is None else stopped - true["stopped"]
                self.stops.append(self.note(call, f"stop in the {what}", error))
        self.extra += sum(used[place] == 0 for place in range(len(found)))
        self.merged += sum(count > 1 for count in used.values())

    def rows(self):
        """The figures as (name, text)."""
        def times(errors):
            if not errors:
                return "none"
            lost = sum(error == float("inf") for error in errors)
            text = lambda share: "missing" if (at := quantile(errors, share)) == float("inf") else f"{at:.0f}"
            return f"{text(50)} / {text(95)} ms of {len(errors)}, {lost} missing"
        yield "turns", f"{self.matched} of {self.turns}, {self.split} split, {self.merged} joined, {self.extra} extra"
        yield "outcomes", f"{self.outcomes['same']} of {self.turns}"
        yield "waits", times(self.waits)
        yield "stops", times(self.stops)
        for kind, errors in self.spans.items():
            yield kind, f"{times(errors)}, {self.extras[kind]} extra"
        yield "app channel", f"{self.guessed} of {self.guesses}" if self.guesses else "told to it"
        for name, said in sorted(self.told.items()):
            yield name, f"told of {sum(said)} of {len(said)}"
