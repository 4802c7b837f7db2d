"""Planted regressions under random tolerances: none that the documents do not allow may pass."""
import copy
import json

import mutations
import sealing

FREE = {"partial"}  # the only kind of event that a tolerance may leave out


def tolerance(chance, events, changed):
    """A random tolerance, about what was changed more often than not."""
    rules = []
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        event = chance.choice(changed if changed and chance.random() < 0.7 else events)
        rule = {}
        for key in ("kind", "tap", "module", "item", "event"):
            if key in event and isinstance(event[key], str) and chance.random() < (
                    0.6 if key == "kind" else 0.2):
                rule[key] = event[key]
        what = chance.randrange(4)
        names = [key for key in event if key not in ("seq", "t", "tap", "kind")] + [
            "text", "value", "confidence", "why", "reason", "to", "frames"]
        if what == 0:
            rule["ignore"] = True
        elif what == 1:
            rule.update(fields=chance.sample(names, min(len(names), chance.choice([1, 3, 20]))),
                        ignore=True)
        elif what == 2:
            rule.update(fields=names, within=chance.choice([10**6, 10**9, 2**31, 2**62, 2**63 - 1]))
        else:
            rule["timeMs"] = chance.choice([500, 501, 5000, 172_800_000, 2**31])
        rules.append(rule)
    value = {"rules": rules}
    if chance.random() < 0.2:
        value["default"] = {"timeMs": chance.choice([0, 500, 60_000])}
    return value


def plant(chance, events):
    """A copy with one regression, what it is, and the events concerned."""
    planted = copy.deepcopy(events)
    solid = [at for at, event in enumerate(events) if event["kind"] not in FREE]
    at = chance.choice(solid)
    kind = chance.randrange(7)
    if kind == 0:
        return planted[:at] + planted[at + 1:], "an event dropped", [events[at]]
    if kind == 1:  # every event of one kind, so that the tolerance has nothing left to hold to
        name = events[at]["kind"]
        rest = [event for event in planted if event["kind"] != name]
        return rest, f"all {name} dropped", [events[at]]
    if kind == 2:
        new = {"kind": chance.choice(["error", "intent", "recognitionError", "rejected", "field"]),
               "tap": "actions", "t": events[at]["t"], "seq": 0, "error": "ST_X", "name": "n",
               "value": 5}
        if new["kind"] in ("rejected", "recognitionError"):
            new["tap"] = "words"
        planted.insert(at + 1, new)
        return planted, f"an event {new['kind']} too many", [new]
    if kind == 3:
        delay = 16 * chance.choice([500, 501, 1000, 60_000])
        for event in planted[at:]:
            event["t"] += delay
        return planted, f"late by {delay // 16} ms", planted[at:]
    if kind == 4:
        texts = [(each, key) for each in solid for key, value in events[each].items()
                 if isinstance(value, str) and key not in ("kind", "tap")]
        if not texts:
            return planted[:at], "cut off", [events[at]]
        each, key = chance.choice(texts)
        planted[each][key] += "x"
        return planted, f"the text {key} of {events[each]['kind']}", [events[each]]
    if kind == 5:
        numbers = [(each, key) for each in solid for key, value in events[each].items()
                   if isinstance(value, int) and not isinstance(value, bool)
                   and key not in ("t", "seq", "confidence")]
        if not numbers:
            return planted[:at], "cut off", [events[at]]
        each, key = chance.choice(numbers)
        planted[each][key] += chance.choice([4, 100, 10**5, -3])
        return planted, f"the number {key} of {events[each]['kind']}", [events[each]]
    return planted[:at], "cut off", [events[at]]


def run(case):
    chance = case.chance
    base = chance.choices(case.bases.names, case.bases.weights)[0]
    tree = dict(case.bases.session(base))
    events = sealing.events_of(tree["trace.jsonl"])
    planted, what, concerned = plant(chance, events)
    for number, event in enumerate(planted):
        event["seq"] = number
    if not planted:
        return
    rules = tolerance(chance, events, [event for event in concerned if event in events
                                       or "kind" in event])
    case.note = f"{base}: {what}; tolerance {json.dumps(rules)[:200]}"
    data = sealing.trace_bytes(planted)
    mutations.write_tree({"t.json": json.dumps(rules).encode(), "golden.jsonl": tree["trace.jsonl"],
                          "planted.jsonl": data}, case.path("in"), case.folder)
    if chance.random() < 0.5:
        case.touched()
        pair = [case.path("in/golden.jsonl"), case.path("in/planted.jsonl")]
        if chance.random() < 0.5:
            pair.reverse()
        form = chance.choice(["text", "text", "json", "junit"])
        outcome = case.run("diff", *pair, "--tolerance", case.path("in/t.json"), "--format", form,
                           form={"junit": "xml"}.get(form, form))
        if outcome and outcome.code == 0:
            case.find(f"diff passes {what.split(' of ')[0].rstrip('0123456789 ms')}")
        return
    tree["trace.jsonl"] = data
    sealing.reseal(tree)
    mutations.write_tree(tree, case.path("in/s.vsession"), case.folder)
    case.touched()
    if base == "flight" or {event["tap"] for event in concerned} & {"words", "speech"} and \
            "audio/mic.flac" not in tree:
        return  # what stands before the tap is what the replay is fed
    outcome = case.run("replay", case.path("in/s.vsession"), "--tolerance", case.path("in/t.json"),
                       ci=True)
    if outcome and outcome.code == 0:
        case.find(f"replay passes {what.split(' of ')[0].rstrip('0123456789 ms')}")
