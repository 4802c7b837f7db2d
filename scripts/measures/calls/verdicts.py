"""What `latency` says of the kinds of call: sides, which calls are unfit, and the waits of those that are fit."""
import collections
import json

import judging


class Kinds:
    """The figures of one half of the calls."""

    def __init__(self, program):
        self.program = program
        self.rows = collections.defaultdict(list)
        self.sides = collections.Counter()
        self.waits = {"fit": [], "good": []}
        self.turns = [0, 0]
        self.good = [0, 0]

    def add(self, call, path):
        """Measures one call."""
        done = self.program.run(path)
        if done.returncode == 64 and "--app-channel" in done.stderr:
            self.sides["asked"] += 1
            done = self.program.run(path, "--app-channel", str(call["appChannel"]))
        elif json.loads(done.stdout)["sessions"][0]["call"]["appChannel"] == call["appChannel"]:
            self.sides["right"] += 1
        else:
            self.sides["wrong"] += 1
        session = json.loads(done.stdout)["sessions"][0]
        rate, unfit = session["sampleRate"], [one["kind"] for one in session["call"].get("unfit", [])]
        self.good[0] += call["isGood"] and bool(unfit)
        self.good[1] += call["isGood"]
        score = judging.Score()
        if not unfit:
            turns = []
            for turn in session["turns"]:
                outcome = dict(turn["response"])
                outcome["seconds"] = outcome.pop("us") / 1e6 if "us" in outcome else None
                turns.append({"start": turn["start"] / rate, "end": turn["end"] / rate, "response": outcome,
                              "stopped": None})
            score.add_turns({**call, "turns": [{**turn, "stopped": None} for turn in call["turns"]]}, turns, None)
            self.waits["fit"] += score.waits
            self.waits["good"] += score.waits if call["isGood"] else []
            self.turns[0] += score.matched
            self.turns[1] += score.turns
        self.rows[call["kind"]].append((", ".join(unfit) or "fit", score.waits))

    def print(self):
        """A line a kind, then what all have together."""
        for kind, calls in self.rows.items():
            said = ", ".join(f"{count} {what}" for what, count in collections.Counter(one for one, _ in calls).items())
            print(f"{kind:12} {said:44} {self.errors([wait for _, waits in calls for wait in waits])}")
        print("sides        " + ", ".join(f"{count} {what}" for what, count in sorted(self.sides.items())))
        print(f"turns        {self.turns[0]} of {self.turns[1]} of the calls that are fit")
        for name, waits in self.waits.items():
            print(f"{name:12} {self.errors(waits)}")
        print(f"unfit        {self.good[0]} of {self.good[1]} good calls")

    @staticmethod
    def errors(waits):
        if not waits:
            return ""
        parts = (judging.quantile(waits, 50), judging.quantile(waits, 95), max(waits))
        return "waits {} / {} ms, at most {}".format(
            *("missing" if part == float("inf") else f"{part:.0f}" for part in parts))

    def misses(self):
        """Which goals are missed, in words."""
        if self.sides["wrong"]:
            yield f"{self.sides['wrong']} sides are wrong"
        if self.turns[0] < 0.98 * self.turns[1]:
            yield f"{self.turns[0]} of {self.turns[1]} turns"
        if self.good[0] > 0.1 * self.good[1]:
            yield f"{self.good[0]} of {self.good[1]} good calls are called unfit"
        for name, goals in (("fit", (40, 160, 250)), ("good", (25, 90, 250))):
            for share, goal in zip((50, 95, 100), goals):
                at = judging.quantile(self.waits[name], share)
                if at is not None and at > goal:
                    yield f"waits of {name} calls: {at:.0f} ms for {share} %, the goal is {goal} ms"
