"""What `latency` says of the kinds of call: sides, which calls are unfit, and the waits of those that are fit."""
import collections
import json

import judging


def said(program, call, path):
    """What the program says of a call: its side, why it is unfit, its turns in seconds."""
    done, side = program.run(path), "right"
    if done.returncode == 64 and "--app-channel" in done.stderr:
        done, side = program.run(path, "--app-channel", str(call["appChannel"])), "asked"
    session = json.loads(done.stdout)["sessions"][0]
    if side == "right" and session["call"]["appChannel"] != call["appChannel"]:
        side = "wrong"
    return {"side": side, "unfit": [one["kind"] for one in session["call"].get("unfit", [])], "turns": turns(session)}


def turns(session):
    """The turns of a session in seconds, as they are judged."""
    rate, found = session["sampleRate"], []
    for turn in session["turns"]:
        outcome = dict(turn["response"])
        outcome["seconds"] = outcome.pop("us") / 1e6 if "us" in outcome else None
        found.append({"start": turn["start"] / rate, "end": turn["end"] / rate, "response": outcome, "stopped": None})
    return found


def is_open(turn):
    """Whether the program says of a turn that its wait is not known."""
    return turn["response"].get("reason") in ("noPause", "hiddenEnd")


def known(call, found):
    """The call without the turns whose waits are not known by what was found, and what was found without them."""
    left = [turn for turn in found if is_open(turn)]
    turns = [true for true in call["turns"]
             if not any(min(turn["end"], true["end"]) > max(turn["start"], true["start"]) for turn in left)]
    return {**call, "turns": turns}, [turn for turn in found if not is_open(turn)]


def judged(call, found):
    """The score of the turns found in one call; what stops a prompt is left out."""
    score = judging.Score()
    score.add_turns({**call, "turns": [{**turn, "stopped": None} for turn in call["turns"]]}, found, None)
    return score


def errors(waits, what="waits"):
    """The median, the 95 % and the largest of errors, in words."""
    if not waits:
        return ""
    parts = (judging.quantile(waits, 50), judging.quantile(waits, 95), max(waits))
    return what + " {} / {} ms, at most {}".format(
        *("missing" if part == float("inf") else f"{part:.0f}" for part in parts))


def over(what, waits, goals):
    """Which of the goals for 50, 95 and 100 % of errors are missed, in words."""
    for share, goal in zip((50, 95, 100), goals):
        at = judging.quantile(waits, share)
        if at is not None and at > goal:
            yield f"{what}: {at:.0f} ms for {share} %, the goal is {goal} ms"


class Kinds:
    """The figures of the calls of two channels."""

    def __init__(self):
        self.rows = collections.defaultdict(list)
        self.sides = collections.Counter()
        self.waits = {"fit": [], "good": []}
        self.turns = [0, 0]
        self.good = [0, 0]
        self.open = 0
        self.settled = collections.Counter()

    def add(self, call, found):
        """Judges what was said of one call."""
        self.sides[found["side"]] += 1
        self.good[0] += call["isGood"] and bool(found["unfit"])
        self.good[1] += call["isGood"]
        waits = []
        if not found["unfit"]:
            score = judged(call, found["turns"])
            waits = judged(*known(call, found["turns"])).waits
            self.open += len(score.waits) - len(waits)
            self.waits["fit"] += waits
            self.waits["good"] += waits if call["isGood"] else []
            self.turns[0] += score.matched
            self.turns[1] += score.turns
        self.rows[call["kind"]].append((", ".join(found["unfit"]) or "fit", waits))

    def settle(self, program, pairs, folder):
        """Measures the calls whose side was asked for together with all others, whose prompts may settle it."""
        done = program.run(*(str(folder / call["file"]) for call, _ in pairs))
        sides = {session["name"]: session["call"]["appChannel"] for session in json.loads(done.stdout)["sessions"]}
        for call, found in pairs:
            if found["side"] == "asked":
                side = sides.get(call["file"])
                self.settled["open" if side is None else "right" if side == call["appChannel"] else "wrong"] += 1

    def print(self):
        """A line a kind, then what all have together."""
        for kind, calls in self.rows.items():
            counts = collections.Counter(one for one, _ in calls)
            print(f"{kind:16} {', '.join(f'{count} {what}' for what, count in counts.items()):40} "
                  + errors([wait for _, waits in calls for wait in waits]))
        print("sides            " + ", ".join(f"{count} {what}" for what, count in sorted(self.sides.items())))
        if self.settled:
            print("settled          " + ", ".join(f"{count} {what}" for what, count in sorted(self.settled.items()))
                  + ", of the sides asked for, by prompts that recur")
        print(f"turns            {self.turns[0]} of {self.turns[1]} of the calls that are fit")
        for name, waits in self.waits.items():
            print(f"{name:16} {errors(waits)}")
        print(f"not known        {self.open} waits")
        print(f"unfit            {self.good[0]} of {self.good[1]} good calls")

    def misses(self):
        """Which goals are missed, in words."""
        if self.settled["wrong"]:
            yield f"{self.settled['wrong']} sides are settled wrong"
        if self.sides["wrong"]:
            yield f"{self.sides['wrong']} sides are wrong"
        if self.turns[0] < 0.98 * self.turns[1]:
            yield f"{self.turns[0]} of {self.turns[1]} turns"
        if self.good[0] > 0.1 * self.good[1]:
            yield f"{self.good[0]} of {self.good[1]} good calls are called unfit"
        if self.open > 0.05 * len(self.waits["fit"]):
            yield f"{self.open} waits are not known, beside {len(self.waits['fit'])} that are"
        yield from over("waits of fit calls", self.waits["fit"], (40, 160, 250))
        yield from over("waits of good calls", self.waits["good"], (25, 90, 250))
