"""Mutated sessions: what is replayed, compared, dumped, accepted, redacted and measured."""
import copy
import hashlib
import json
import os

import mutations
from mutations import Raw, Special, dumps, encode, loads
from project import forms as report_forms

NAMES = ["a\x1b[31mb", "::error::PLANTED", "x\n::error::PLANTED", "sp ace", "-force", "\u202egnp",
         "q'\"<b>&", "\udcff\udcfe", "é" * 60, "a,b%3A", "x" * 200, ".."]
KINDS = ["flowStart", "moduleStart", "moduleEnd", "transition", "media", "segment", "field",
         "intent", "prompt", "flowEnd", "error", "speechStart", "speechEnd", "partial", "final",
         "rejected", "recognitionError", "unheard-of", "::error::PLANTED"]
INPUT_KINDS = ["run", "gap", "call", "returned", "permission", "audioSession", "device",
               "recognizerDelay", "partialDelay", "caller", "end", "unheard-of"]


class Plan:
    """A mutated session and what may not be green about it."""

    def __init__(self, tree, what):
        self.tree, self.what = tree, what
        # Why no replay may agree; from which taps, and whether `validate` has to know it too.
        self.never, self.taps, self.refused = None, ("audio", "speech", "words"), False
        self.golden_changed = False
        self.mended = False  # the closing line fits the changed events
        self.marked = False  # to replay from its words only
        self.said = None  # a word that has to stand in what `diff` against the original says


def sha(data):
    return hashlib.sha256(data).hexdigest()


def events_of(data):
    return [json.loads(line) for line in data.decode().splitlines()[:-1]]


def compared(event):
    kept = {key: value for key, value in event.items() if key not in ("seq", "tap")}
    if isinstance(kept.get("why"), dict):
        kept["why"] = {key: value for key, value in kept["why"].items() if key != "line"}
        if not kept["why"]:
            del kept["why"]
    return encode(dumps(kept) + "\n")


def trace_bytes(events, closing=None):
    """A trace file whose closing line fits, unless one is given."""
    body = b"".join(encode(dumps(event) + "\n") for event in events)
    if closing is None:
        digest = hashlib.sha256()
        for event in events:
            digest.update(compared(event) if isinstance(event, dict) else encode(dumps(event)))
        closing = {"digest": digest.hexdigest(), "events": len(events), "kind": "traceEnd"}
    return body + encode(dumps(closing) + "\n")


def closing_of(data):
    return json.loads(data.decode().splitlines()[-1])


def manifest_bytes(manifest):
    if isinstance(manifest, dict) and all(key in manifest for key in ("files", "engine")):
        try:
            return encode(json.dumps(manifest, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
        except (TypeError, ValueError):
            pass
    return encode(dumps(manifest))


def reseal(tree, counts=True):
    """Makes sizes and digests of the manifest fit the files, and counts the lines."""
    try:
        manifest = json.loads(tree["session.json"])
        files = manifest["files"]
        for name in list(files):
            data = tree.get(name)
            if isinstance(data, bytes):
                files[name] = {"sha256": sha(data), "size": len(data)}
        if counts and isinstance(tree.get("inputs.jsonl"), bytes):
            manifest["counts"]["inputs"] = tree["inputs.jsonl"].count(b"\n")
        if counts and isinstance(tree.get("trace.jsonl"), bytes):
            manifest["counts"]["events"] = max(0, tree["trace.jsonl"].count(b"\n") - 1)
    except (KeyError, TypeError, ValueError, AttributeError):
        return
    tree["session.json"] = manifest_bytes(manifest)


def listed(tree):
    return [name for name in json.loads(tree["session.json"])["files"] if name in tree]


# ---- what is changed


def golden(case, tree):
    """Changes events of the golden trace: no replay may agree any more."""
    chance = case.chance
    original = tree["trace.jsonl"]
    events = events_of(original)
    closing = closing_of(original)
    mends = chance.random() < 0.6
    kind = chance.randrange(11)
    at = chance.randrange(len(events))
    event = events[at]
    taps = {event["tap"]}
    what = f"golden event {at}"
    if kind == 0:
        event["t"] = chance.choice([event["t"] + 1, event["t"] - 1, event["t"] + 160, 0, 2**62,
                                    event["t"] + 16_000, -5, Raw("1e3")])
    elif kind == 1:
        event["kind"] = chance.choice(KINDS)
    elif kind == 2:
        event["tap"] = chance.choice(["speech", "words", "actions", "audio", "", 3])
        taps |= {str(event["tap"])}
    elif kind == 3:
        event["seq"] = chance.choice([event["seq"] + 1, 0, -1, 2**31, 2**63 - 1])
    elif kind == 4:
        del events[at]
    elif kind == 5:
        events.insert(at, copy.deepcopy(chance.choice(events)))
        taps |= {events[at]["tap"]}
    elif kind == 6:
        other = chance.randrange(len(events))
        taps |= {events[other]["tap"]}
        low, high = sorted((at, other))
        taps |= {each["tap"] for each in events[low:high + 1]}
        events[at], events[other] = events[other], events[at]
    elif kind == 7:
        taps |= {each["tap"] for each in events[at:]}
        del events[at:]
    elif kind == 8:
        del events[at]["kind"]
    else:
        ways = [way for way in mutations.places(events) if way and way[0] == at]
        if kind == 9 and "why" in event:
            ways = [way for way in ways if "why" in way]
        events, told = mutations.mutate_json(chance, events, among=[()] + ways)
        what += f" ({told})"
    if chance.random() < 0.5:  # numbers follow on, as a careful forger would have it
        for number, each in enumerate(events):
            if kind != 3 and isinstance(each, dict) and "seq" in each:
                each["seq"] = number
    tree["trace.jsonl"] = trace_bytes(events, None if mends else closing)
    is_accepted = mends and "accepted.jsonl" in tree and chance.random() < 0.6
    if is_accepted:  # the ledger says that this is what was accepted
        *first, last = tree["accepted.jsonl"].splitlines()
        last = dict(json.loads(last), after=closing_of(tree["trace.jsonl"])["digest"])
        tree["accepted.jsonl"] = b"\n".join([*first, encode(dumps(last)), b""])
        what += ", ledger mended"
    if chance.random() < 0.8:
        reseal(tree)
    plan = Plan(tree, what + (", digest mended" if mends else ""))
    plan.mended = mends
    if tree["trace.jsonl"] != original:
        plan.golden_changed = True
        plan.never = "the golden was changed"
        # What stands before the tap is what the replay is fed: mended, it may agree with itself.
        if mends and (is_accepted or "accepted.jsonl" not in tree):
            if taps & {"speech"}:
                plan.taps = ("audio",)
            elif taps & {"words"}:
                plan.taps = ("audio", "speech")
    return plan


def closing(case, tree):
    """Changes the line that closes the golden."""
    events, end = events_of(tree["trace.jsonl"]), closing_of(tree["trace.jsonl"])
    kind = case.chance.randrange(4)
    if kind == 0:
        end["events"] += case.chance.choice([1, -1, 2**31])
    elif kind == 1:
        end["digest"] = case.chance.choice([end["digest"][:-1], end["digest"].upper(), "", 5])
    elif kind == 2:
        end = {"kind": "traceEnd"}
    else:
        end["kind"] = "traceend"
    tree["trace.jsonl"] = trace_bytes(events, end)
    plan = Plan(tree, "the golden's closing line")
    plan.never = "the closing line of the golden was changed"
    return plan


def raw(case, tree):
    """Changes bytes of a listed file, whose digest then no longer fits."""
    name = case.chance.choice(listed(tree))
    before = tree[name]
    tree[name] = mutations.mutate_bytes(case.chance, before)
    plan = Plan(tree, f"bytes of {name}")
    if tree[name] != before:
        plan.never, plan.refused = f"{name} is not what was sealed", True
    return plan


def resealed(case, tree):
    """Changes bytes of any file and seals the session again."""
    names = [name for name in tree if name not in ("session.json", "trace.jsonl")]
    name = case.chance.choice(names)
    before = tree[name]
    tree[name] = mutations.mutate_bytes(case.chance, before)
    reseal(tree, counts=case.chance.random() < 0.9)
    plan = Plan(tree, f"bytes of {name}, sealed again")
    if name.endswith(".flac") and not name.endswith("mic.flac") and tree[name] != before:
        plan.said = None
    return plan


def trace_bytes_changed(case, tree):
    before = tree["trace.jsonl"]
    tree["trace.jsonl"] = mutations.mutate_bytes(case.chance, before)
    plan = Plan(tree, "bytes of trace.jsonl")
    if b"".join(tree["trace.jsonl"].split()) != b"".join(before.split()):
        plan.golden_changed, plan.never = True, "bytes of the golden were changed"
    return plan


def inputs(case, tree):
    """Changes inputs; counts and digests fit."""
    chance = case.chance
    values = [json.loads(line) for line in tree["inputs.jsonl"].decode().splitlines()]
    before = copy.deepcopy(values)
    kind = chance.randrange(7)
    at = chance.randrange(len(values))
    if kind == 0:
        del values[at]
    elif kind == 1:
        values.insert(at, copy.deepcopy(chance.choice(values)))
    elif kind == 2:
        values.insert(at, {
            "kind": chance.choice(INPUT_KINDS), "t": values[at].get("t", 0), "after": 0, "seq": at,
            "frames": chance.choice(mutations.NUMBERS), "reason": chance.choice(mutations.STRINGS),
            "facade": "voiceflow", "name": chance.choice(["stop", "resume", "setField", "x"]),
            "arguments": {"name": chance.choice(mutations.STRINGS), "value": 3},
            "event": chance.choice(["began", "lost", "underrun", "opened", 5])})
    else:
        values, _ = mutations.mutate_json(chance, values)
    if not isinstance(values, list) or isinstance(values, mutations.Pairs):
        values = [values]
    if chance.random() < 0.8:
        for number, each in enumerate(values):
            if isinstance(each, dict) and "seq" in each:
                each["seq"] = number
    tree["inputs.jsonl"] = b"".join(encode(dumps(each) + "\n") for each in values)
    reseal(tree)
    plan = Plan(tree, "inputs, sealed again")
    if values != before:
        plan.said = "input"
    return plan


def manifest(case, tree):
    """Changes the manifest."""
    chance = case.chance
    text = tree["session.json"]
    value = json.loads(text)
    plan = Plan(tree, "the manifest")
    kind = chance.randrange(13)
    if kind == 0:
        value["frames"] = chance.choice([0, value["frames"] + 1, value["frames"] - 1, 2 * value[
            "frames"] + 5, 48 * 3600 * 16_000, 2**62, -1, 2**63 - 1])
        plan.never, plan.refused = "the length claimed is not the sound's", True
    elif kind == 1:
        key = chance.choice(["events", "inputs"])
        value["counts"][key] = chance.choice([0, value["counts"][key] + 1, -1, 2**62])
        # An accepted golden has events of its own. Another number of events differs, others make
        # the session damaged.
        if key == "inputs" or "accepted.jsonl" not in tree:
            plan.never, plan.refused = f"counts.{key} does not fit", key == "inputs"
    elif kind == 2:
        value["clock"]["sampleRate"] = chance.choice([8000, 48_000, 44_100, 0, -1, 2**31, 15_999])
        plan.never, plan.refused = "the rate claimed is not the sound's", True
    elif kind == 3:
        key = chance.choice(list(value["settings"]))
        value["settings"][key] = chance.choice([0, -1, 2**31, 2**62, 50, 7777, "x", None])
        # A setting that changes nothing else is no difference: the replay itself decides.
        plan.what += f" (the setting {key})"
    elif kind == 4:
        value["formatVersion"] = chance.choice([0, 2, -1, 2**62, "1", None])
        plan.never, plan.refused = "the format's version is none of this program's", True
    elif kind == 5:
        name = chance.choice(["audio/extra.flac", "../x", "/etc/hostname", "flow/none.json", ".",
                              "", "flow", "trace.jsonl", "session.json", "a\x1b[31m"])
        value["files"][name] = {"sha256": sha(b""), "size": chance.choice([0, 5, -1, 2**62])}
        plan.never, plan.refused = f"{name!r} is listed and is not such a file", True
        if name in ("trace.jsonl", "session.json"):
            plan.refused = False
    elif kind == 6:
        name = chance.choice(list(value["files"]))
        value["files"][name][chance.choice(["size", "sha256"])] = chance.choice(
            [0, -1, 2**62, "", "0" * 64, None])
        plan.never, plan.refused = f"what was sealed of {name} does not fit", True
    elif kind == 7:
        name = chance.choice(list(value["files"]))
        del value["files"][name]
        if name == "inputs.jsonl" or name.endswith(".flac") and "prompts/" in name:
            plan.never, plan.refused = f"{name} is not listed", True
    elif kind == 8:
        part = chance.choice(["engine", "recognizer", "synthesizer"])
        value[part]["kind"] = chance.choice(
            ["none", "scripted", "voicekit", "x", "::error::PLANTED", "\x1b[2J", 3])
    elif kind == 9:
        value["engine"]["version"] = chance.choice(["2", "", "\x1b[31m", "x\n::error::PLANTED"])
    elif kind == 10:
        value["replayFrom"] = tap = chance.choice(["words", "words", "speech", "audio", 3, "x"])
        plan.marked = tap == "words"
        value["heardFrom"] = chance.choice(mutations.NUMBERS)
    else:
        before = value
        value, told = mutations.mutate_json(chance, value)
        plan.what += f" ({told})"
    tree["session.json"] = (encode(dumps(value)) if kind > 10 or chance.random() < 0.5
                            else manifest_bytes(value))
    if chance.random() < 0.05:
        tree["session.json"] = mutations.mutate_bytes(chance, text)
        plan.never, plan.refused = None, False
    return plan


def prompts(case, tree):
    """Prompts that are not what the index says; the manifest's digests fit."""
    chance = case.chance
    index = json.loads(tree["audio/prompts/index.json"])
    entries = [entry for entry in index["prompts"].values() if "file" in entry]
    if not entries:
        return raw(case, tree)
    entry = chance.choice(entries)
    name = "audio/prompts/" + entry["file"]
    plan = Plan(tree, f"the prompt {entry['file']}")
    plan.never, plan.refused = "a prompt is not what the index claims", True
    kind = chance.randrange(9)
    if kind == 0 and len(entries) > 1:
        other = chance.choice([each for each in entries if each is not entry])
        place = "audio/prompts/" + other["file"]
        if tree[place] == tree[name]:
            plan.never, plan.refused = None, False
        tree[place], tree[name] = tree[name], tree[place]
    elif kind == 1:
        tree[name] = chance.choice([b"this is text\n", b"", b"fLaC", tree["session.json"]])
    elif kind == 2:
        entry["frames"] = chance.choice([48 * 3600 * 16_000, entry["frames"] + 1, 0, 2**62, -1,
                                         entry["frames"] - 1, 2**40])
    elif kind == 3:
        tree[name] = tree[name][:chance.randrange(len(tree[name]))]
    elif kind == 4:
        tree[name] = case.bases.sound(chance.choice(
            ["noise.flac", "stereo.flac", "narrow.flac", "wide.flac", "short.flac"]))
    elif kind == 5:
        entry["digest"] = chance.choice(["0" * 64, "", entry["digest"][::-1]])
    elif kind == 6:
        entry["file"] = chance.choice(["../mic.flac", "none.flac", "", "/etc/hostname"])
    elif kind == 7:
        del tree[name]
        value = json.loads(tree["session.json"])
        del value["files"][name]
        tree["session.json"] = manifest_bytes(value)
    else:
        tree[name] = case.bases.sound("noise.wav")
    tree["audio/prompts/index.json"] = encode(json.dumps(index, indent=2, sort_keys=True) + "\n")
    reseal(tree)
    return plan


def microphone(case, tree):
    """Another microphone; the manifest's digests fit."""
    chance = case.chance
    name = "audio/mic.flac"
    plan = Plan(tree, "the microphone")
    if name not in tree:
        return raw(case, tree)
    frames = json.loads(tree["session.json"])["frames"]
    kind = chance.randrange(7)
    if kind == 0:
        tree[name] = chance.choice([b"this is text\n", b"", b"fLaC", tree["inputs.jsonl"]])
        plan.never, plan.refused = "the microphone is no FLAC", True
    elif kind == 1:
        sound = chance.choice(["noise.flac", "stereo.flac", "narrow.flac", "wide.flac",
                               "short.flac"])
        tree[name] = case.bases.sound(sound)
        if case.bases.frames(sound) != frames or sound in ("stereo.flac", "narrow.flac"):
            plan.never, plan.refused = "the microphone has another length or form", True
    elif kind == 2:
        data = tree[name]
        tree[name] = data[:chance.randrange(len(data) - 1)]
        plan.never, plan.refused = "the microphone's sound is cut off", True
    elif kind == 3:
        other = case.bases.session(chance.choice(case.bases.names))
        if name in other:
            tree[name] = other[name]
            if json.loads(other["session.json"])["frames"] != frames:
                plan.never, plan.refused = "the microphone has another length", True
    elif kind == 4:
        tree[name] = case.bases.sound("noise.wav")
        plan.never, plan.refused = "the microphone is no FLAC", True
    else:  # deleted, and nobody asks for it
        del tree[name]
        value = json.loads(tree["session.json"])
        del value["files"][name]
        tree["session.json"] = manifest_bytes(value)
        plan.what = "the microphone, deleted and not listed"
        plan.never, plan.taps = "there is no microphone", ("audio", "speech?")
    reseal(tree)
    return plan


def flow_file(case, tree):
    """Changes a flow file as JSON, sealed again."""
    chance = case.chance
    name = chance.choice([each for each in tree if each.startswith("flow/")])
    value = loads(tree[name])
    if value is None:
        tree[name] = mutations.mutate_bytes(chance, tree[name])
        told = "bytes"
    else:
        value, told = mutations.mutate_json(chance, value)
        tree[name] = encode(dumps(value))
    reseal(tree)
    return Plan(tree, f"{name} ({told[:80]}), sealed again")


BOMBS = [
    "\n".join(f"<r{number}> = (<r{number + 1}> | <r{number + 1}>);" for number in range(30)),
    "\n".join(f"<r{number}> = <r{number + 1}> <r{number + 1}>;" for number in range(30)),
    "\n".join(f"<r{number}> = [<r{number + 1}>] [<r{number + 1}>];" for number in range(30)),
    "\n".join(f"<r{number}> = (<r{number + 1}>)+ ;" for number in range(30)),
    "<r0> = " + "(" * 3000 + "a" + ")" * 3000 + ";", "<r0> = <r0> a | a;",
    "<r0> = " + " ".join("(a | b)" for _ in range(60)) + ";",
    "<r0> = " + " ".join("[a]" for _ in range(200)) + ";", "<r0> = (a*)* ((b)+)*;"]


def grammar(case):
    """A grammar that is small and means much."""
    text = case.chance.choice(BOMBS)
    return ("#JSGF V1.0;\ngrammar g;\npublic <top> = <r0>;\n" + text
            + "\n<r30> = one | two;\n").encode()


def bomb(case, tree):
    """Files that are small and mean much."""
    chance = case.chance
    plan = Plan(tree, "a file that means more than it weighs")
    kind = chance.randrange(6)
    value = json.loads(tree["session.json"])
    if kind == 0:
        case.base = "digits/seven"  # a recognizer that reads it
        tree.clear()
        tree.update(case.bases.session(case.base))
        value = json.loads(tree["session.json"])
        del tree["flow/phrases.txt"], value["files"]["flow/phrases.txt"]
        tree["flow/grammar.jsgf"] = grammar(case)
        value["files"]["flow/grammar.jsgf"] = {}
    elif kind == 1:
        file = chance.choice([each for each in tree if each.startswith("flow/")])
        tree[file] = chance.choice(
            [b"[" * 100_000, b'{"a":' * 100_000, b"[" + b"{}," * 200_000 + b"{}]",
             b'[{"id":"' + b"x" * 2_000_000 + b'"}]'])
    elif kind == 2:
        head, tail = encode(dumps(dict(json.loads(tree["inputs.jsonl"].splitlines()[0]),
                                       seq=Raw("|")))).split(b"|")
        count = chance.choice([20_000, 60_000, 60_000, 1_000_000])
        tree["inputs.jsonl"] = b"".join(
            b"%b%d%b\n" % (head, number, tail) for number in range(count))
    elif kind == 3:
        events = events_of(tree["trace.jsonl"])
        many = [dict(events[number % len(events)], seq=number) for number in range(4_000)]
        tree["trace.jsonl"] = trace_bytes(many)
        plan.golden_changed, plan.never, plan.taps = True, "the golden was changed", ("audio",)
    elif kind == 4:
        index = json.loads(tree["audio/prompts/index.json"])
        for entry in index["prompts"].values():
            entry["frames"] = 48 * 3600 * 16_000
        if index["prompts"]:
            plan.never, plan.refused = "a prompt claims 48 hours", True
        tree["audio/prompts/index.json"] = encode(dumps(index))
    else:
        value["frames"] = 48 * 3600 * 16_000
        last = tree["inputs.jsonl"].decode().splitlines()
        end = json.loads(last[-1])
        end["t"] = value["frames"]
        tree["inputs.jsonl"] = encode("\n".join(last[:-1] + [dumps(end)]) + "\n")
        if "audio/mic.flac" in tree:
            plan.never, plan.refused = "48 hours are claimed over seconds of sound", True
    tree["session.json"] = manifest_bytes(value)
    reseal(tree)
    return plan


def replaced(case, tree):
    """Something that is no plain file in the place of one."""
    chance = case.chance
    names = list(tree) + ["timing.json", "accepted.jsonl", "accepted.anchor.jsonl",
                          "trace.new.jsonl"]
    name = chance.choice(names)
    data = tree.get(name, b"")
    tree[name] = mutations.special(chance, data)
    plan = Plan(tree, f"{name} replaced by {tree[name]!r:.60}")
    old = case.bases.session(case.base).get(name)
    if name != "timing.json" and not name.startswith(("trace.new", "accepted")) and tree[
            name] != old:
        plan.never, plan.refused = f"{name} is no plain file", name != "trace.jsonl"
    if chance.random() < 0.15:  # a whole folder of the session as a link out
        for folder in ("audio", "flow"):
            inner = {each: tree.pop(each) for each in list(tree) if each.startswith(folder + "/")}
            if inner:
                case.aside = (folder, inner)
                tree[folder] = Special("link", "{case}/outside/" + folder)
                tree[name] = tree.get(name, old) if not name.startswith(folder + "/") else None
                if tree[name] is None:
                    del tree[name]
                plan.what = f"{folder} is a link out of the session"
                plan.never, plan.refused = f"{folder} is a link", True
                break
    return plan


def link_inside(case, tree):
    """A file of the session as a link to a copy of itself elsewhere."""
    chance = case.chance
    name = chance.choice([each for each in tree if each != "timing.json"])
    case.aside = ("", {"kept": tree[name]})
    tree[name] = Special("link", "{case}/outside/kept")
    plan = Plan(tree, f"{name} is a link to the same bytes")
    plan.never, plan.refused = f"{name} is a link", True
    return plan


def ledger(case, tree):
    """The ledger of acceptances and the anchor."""
    chance = case.chance
    name = chance.choice(["accepted.jsonl", "accepted.anchor.jsonl"])
    if name in tree and chance.random() < 0.6:
        before = tree[name]
        tree[name] = mutations.mutate_bytes(chance, before)
    elif name in tree:
        del tree[name]
    else:
        tree[name] = chance.choice([b"", b"{}\n", tree["trace.jsonl"], b"x",
                                    b'{"after":"0","anchor":"0","before":"0"}\n'])
    return Plan(tree, name)


def harmless(case, tree):
    """Nothing that matters: such a session has to agree."""
    kind = case.chance.randrange(4)
    if kind == 0:
        tree["timing.json"] = case.chance.choice([b"{}", b"\x1b[31m", b"[" * 1000, b""])
    elif kind == 1:
        tree["extra/notes.txt"] = b"\x1b[31m::error::PLANTED\n"
    elif kind == 2:
        tree["accepted.txt"] = b"x"
    plan = Plan(tree, "nothing that matters")
    plan.harmless = True
    return plan


CHANGES = [(golden, 26), (closing, 2), (trace_bytes_changed, 6), (raw, 8), (resealed, 9),
           (inputs, 9), (manifest, 12), (prompts, 8), (microphone, 7), (flow_file, 8), (bomb, 2),
           (replaced, 8), (link_inside, 2), (ledger, 3), (harmless, 3)]


# ---- what is done with it


def replay_verb(case, plan, session):
    chance = case.chance
    options = []
    tap = chance.choice([None, None, None, "audio", "speech", "words"])
    if tap:
        options += ["--from", tap]
    form = chance.choice(["text"] * 5 + report_forms())
    if form != "text":
        options += ["--format", form]
    if chance.random() < 0.3:
        options.append("--no-self-test")
    if chance.random() < 0.1:
        options += ["--block", chance.choice(["0", "1", "7", "4096", "4294967296",
                                              str(2**62), "-1", "160"])]
    if chance.random() < 0.1:
        options += ["--coverage", chance.choice(["0", "96", "100", "1e9", "-1"])]
    certifies = chance.random() < 0.03
    if certifies:
        options += ["--certify", "2"]
    reports = chance.random() < 0.12
    if reports:
        options += ["--report", case.path("out/report")]
        if chance.random() < 0.3:
            options += ["--shard", "1/1"]
    ci = chance.random() < 0.4
    forms = {"json": "json", "sarif": "json", "junit": "xml", "github": "github"}
    writes = ["out"] if ci else ["out", case.shown + "/trace.new.jsonl"]
    outcome = case.run("replay", *options, "--", session, form=forms.get(form, "text"), ci=ci, writes=writes)
    if outcome is None or certifies:
        return
    if outcome.code == 0:
        green(case, plan, session, tap, outcome, form)
    elif getattr(plan, "harmless", False) and "--coverage" not in options and "--block" not in \
            options and not (tap == "audio" or tap == "speech") and "\udcff" not in session + case.shown \
            and not (session == case.path("in") and "/." in case.shown):
        case.find(f"replay exits {outcome.code} though nothing that matters was changed")
    if reports and outcome.code != 70:
        merged = case.run("report", case.path("out/report"), "--output", case.path("out/merged"),
                          writes=["out"])
        if merged and merged.code == 0 and outcome.code != 0:
            case.find(f"report merges a run that exits {outcome.code} to 0")


def green(case, plan, session, tap, outcome, form):
    """A replay agrees: it must have had the right to."""
    silent = plan.never and plan.taps == ("audio", "speech?")  # no microphone
    if silent or plan.marked or case.base == "flight":
        if tap == "audio":
            case.find("replay agrees from audio where it can run from words only")
        elif form in ("text", "json") and tap is None and "words" not in outcome.text:
            case.find("replay agrees and does not say that it ran from words only")
    if silent:
        return
    if plan.never and (tap or case.stage) in plan.taps:
        # What was mended only in spelling says the same.
        if plan.golden_changed and same_events(case, plan):
            return
        case.find(f"replay agrees (exit 0): {plan.never}")


def same_events(case, plan):
    """Whether the program reads the same events from the mutated golden as from the original."""
    shown = case.run("dump", "--format", "json", "--", case.path(case.shown), form="lines")
    if shown is None or shown.code != 0:
        return False
    original = case.bases.session(case.base)["trace.jsonl"]
    try:
        found = [json.loads(line) for line in shown.out.decode().splitlines()]
    except ValueError:
        return False
    try:
        # The closing line fits, and constants that the manifest does not repeat are those of the
        # engine that wrote them.
        tree = case.tree["trace.jsonl"]
        settings = json.loads(case.bases.session(case.base)["session.json"])["settings"]
        fits = plan.mended or closing_of(tree) == closing_of(trace_bytes(events_of(tree)))
        return fits and [
            without_constants(each, settings) for each in found] == [
            without_constants(each, settings) for each in events_of(original)]
    except (ValueError, AttributeError, TypeError, KeyError, UnicodeError):
        return False


def without_constants(event, settings):
    """An event whose evidence names the session's settings only."""
    why = event.get("why", {})
    if not isinstance(why.get("settings"), dict):
        return event
    named = {key: value for key, value in why["settings"].items() if key in settings}
    return {**event, "why": {**why, "settings": named}}


def same_story(case):
    """Whether the mutated golden tells the same story, whatever its numbers and taps."""
    try:
        mutated = [json.loads(line) for line in case.tree["trace.jsonl"].splitlines()[:-1]]
        base = case.bases.session(case.base)
        settings = json.loads(base["session.json"])["settings"]
        return [compared(without_constants(each, settings)) for each in mutated] == [
            compared(without_constants(each, settings)) for each in events_of(base["trace.jsonl"])]
    except (ValueError, AttributeError, TypeError, UnicodeError):
        return True  # what cannot be read is refused, and said


def validate_verb(case, plan, session):
    form = case.chance.choice(["text", "text", "json"])
    outcome = case.run("validate", "--format", form, "--", session, form=form)
    if outcome and outcome.code == 0 and plan.refused:
        case.find(f"validate finds nothing: {plan.never}")


def dump_verb(case, plan, session):
    options = case.chance.choice([[], [], ["--tap", "words"], ["--kind", "media"],
                                  ["--from-ms", "100", "--to-ms", "2000"], ["--to-ms", "-1"],
                                  ["--from-ms", str(2**62)], ["--kind", "\x1b[31m"],
                                  ["--to-ms", str(2**63 - 1)]])
    form = case.chance.choice(["text", "text", "json"])
    case.run("dump", *options, "--format", form, "--", session,
             form="lines" if form == "json" else "text")


def diff_verb(case, plan, session):
    chance = case.chance
    original = case.path("in/original.vsession")
    mutations.write_tree(case.bases.session(case.base), original, case.folder)
    case.touched()
    form = chance.choice(["text"] * 4 + report_forms("PairFormat"))
    options = ["--format", form]
    if chance.random() < 0.15:
        options += ["--report", case.path("out/diff.html")]
    pair = [original, session]
    if chance.random() < 0.3:
        pair.reverse()
    forms = {"json": "json", "sarif": "json", "perfetto": "json", "junit": "xml",
             "github": "github"}
    outcome = case.run("diff", *options, "--", *pair, form=forms.get(form, "text"), writes=["out"])
    if outcome is None or outcome.code != 0:
        return
    if plan.golden_changed and not same_events(case, plan):
        case.find(f"diff with the original agrees (exit 0): {plan.never}")
    elif plan.never and plan.refused:
        case.find(f"diff with the original agrees (exit 0): {plan.never}")
    elif plan.said and form == "text" and plan.said not in outcome.text.lower():
        case.find(f"diff with the original says nothing of other {plan.said}s")


def latency_verb(case, plan, session):
    form = case.chance.choice(["text", "text", "json", "html"])
    options = case.chance.choice([[], ["--turns"], ["--work"], ["--write-baseline",
                                                               case.path("out/base.json")]])
    outcome = case.run("latency", *options, "--format", form, "--", session,
                       form={"html": "page"}.get(form, form), writes=["out"])
    if outcome and outcome.code == 0 and plan.refused:
        case.find(f"latency measures (exit 0): {plan.never}")
    if outcome and outcome.code == 0 and plan.golden_changed and "audio" in plan.taps and \
            not outcome.err.strip() and case.stage == "audio" and not same_story(case):
        case.find("latency does not say that the replay differs from the golden")
    if outcome and outcome.code == 0 and "--write-baseline" in options:
        again = case.run("latency", "--baseline", case.path("out/base.json"), "--", session)
        if again and again.code != 0:
            case.find(f"latency with the baseline it wrote exits {again.code}")


def redact_verb(case, plan, session):
    output = case.path("out/redacted.vsession")
    spans = case.chance.choice([["--all-speech"], [], ["--spans", "span.json"]])
    if "span.json" in spans:
        with open(case.path("cwd/span.json"), "w") as file:
            file.write(case.chance.choice(['[{"startMs": 0, "endMs": 700}]', "[]", "[{}]",
                                           '[{"startMs": 5, "endMs": 9223372036854775807}]']))
        case.touched()
    outcome = case.run("redact", "--output", output, *spans, "--", session, writes=["out"])
    if outcome is None:
        return
    if outcome.code == 0:
        if plan.refused:
            case.find(f"redact takes it (exit 0): {plan.never}")
        for verb in ("replay", "validate"):
            again = case.run(verb, output, ci=True)
            if again and again.code != 0:
                # What is red before is red afterwards.
                before = case.run(verb, session, ci=True)
                if before is None or before.code != 0:
                    continue
                case.find(f"{verb} of what redact wrote exits {again.code}")
    else:
        left = [name for name in os.listdir(case.path("out")) if name.startswith("redacted")]
        if left:
            case.find(f"redact exits {outcome.code} and leaves {left}")


def accept_verb(case, plan, session):
    """A pending trace is accepted only when it is what the replay gives."""
    chance = case.chance
    path = session + "/trace.new.jsonl"
    true = case.bases.session(case.base)["trace.jsonl"]
    pending, is_true = true, True
    kind = chance.randrange(4)
    if kind == 0:
        events = events_of(true)
        events[chance.randrange(len(events))]["t"] += chance.choice([1, 160, 16_000])
        pending, is_true = trace_bytes(events), False
    elif kind == 1:
        pending = mutations.mutate_bytes(chance, true)
        is_true = pending == true
    elif kind == 2:
        pending = mutations.special(chance, true)
        is_true = False
    try:
        if os.path.lexists(path):
            os.remove(path)
        mutations.write_tree({"trace.new.jsonl": pending}, session, case.folder)
    except OSError:
        return
    private = isinstance(case.tree.get("trace.jsonl"), bytes)
    if private:
        os.chmod(session + "/trace.jsonl", 0o600)
    case.touched()
    reason = chance.choice(["why not", "", "\x1b[31m", "x\n::error::PLANTED", "é" * 3000])
    outcome = case.run("accept", "--reason", reason, "--", session, writes=[case.shown])
    if outcome is None or outcome.code != 0:
        return
    if not is_true and not isinstance(pending, Special) and plan.what == "nothing that matters":
        if b"".join(pending.split()) != b"".join(true.split()):
            case.find("accept takes a pending trace that no replay gives")
    if plan.refused:
        case.find(f"accept takes it (exit 0): {plan.never}")
    if private and os.stat(session + "/trace.jsonl").st_mode & 0o077:
        case.find("accept leaves a trace of mode 600 open to others")
    again = case.run("replay", "--", session, ci=True)
    if again and again.code != 0:
        case.find(f"replay of what accept took exits {again.code}")


def flow_verb(case, plan, session):
    if "flow/voiceflow.json" not in case.tree:
        return
    form = case.chance.choice(["text", "svg", "dot", "json"])
    case.run("flow", "--format", form, "--sessions", session, "--",
             session + "/flow/voiceflow.json",
             form={"svg": "page", "dot": "text"}.get(form, form))


def review_verb(case, plan, session):
    case.run("review", "--", session, stdin=b"s\nq\n", writes=[])


VERBS = [(replay_verb, 60), (validate_verb, 12), (dump_verb, 9), (diff_verb, 14), (latency_verb, 6),
         (redact_verb, 4), (accept_verb, 5), (flow_verb, 3), (review_verb, 1)]


def pick(chance, weighted):
    return chance.choices([each for each, _ in weighted], [weight for _, weight in weighted])[0]


def run(case):
    """A mutated session under one to three verbs."""
    chance = case.chance
    case.base = chance.choices(case.bases.names, case.bases.weights)[0]
    case.aside = None
    tree = dict(case.bases.session(case.base))
    case.stage = "audio" if "audio/mic.flac" in tree and b"replayFrom" not in tree[
        "session.json"] else "words"
    change = pick(chance, CHANGES)
    plan = change(case, tree)
    case.tree = tree
    name = "s" if chance.random() < (0.6 if change is harmless else 0.9) else chance.choice(NAMES)
    case.shown = f"in/{name}.vsession"
    case.note = f"{case.base}: {plan.what}"
    session = case.path(case.shown)
    if case.aside:
        folder, inner = case.aside
        mutations.write_tree({each: data for each, data in inner.items()}, case.path("outside"),
                             case.folder)
    try:
        mutations.write_tree(tree, session, case.folder)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        return  # two changes that exclude each other
    case.touched()
    target = session
    if chance.random() < 0.15:
        target = case.path("in")
        os.chdir(case.path("in"))
    verbs = {pick(chance, VERBS) for _ in range(chance.choice([1, 1, 2, 3]))}
    for verb in sorted(verbs, key=lambda each: each.__name__, reverse=True):
        verb(case, plan, target if verb is replay_verb else session)
