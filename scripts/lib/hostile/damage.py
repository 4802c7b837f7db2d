"""Damaged files of every kind under every verb that reads such files: what is damaged is refused or told."""
import json
import os

import mutations
import sandbox
import sealing
from mutations import Special
from project import forms as report_forms

MODEL = "/usr/share/pocketsphinx/model/en-us"
# Text files by the verb that reads them; {} is the damaged file.
TEXTS = {
    "phrases.txt": (b"yes\nno\n", [["listen", "--phrases", "{}", "a.flac"]]),
    "grammar.jsgf": (b"#JSGF V1.0;\ngrammar g;\npublic <top> = [please] (yes | no) {t} /3/ <x>;\n"
                     b"<x> = one* | two+ | <NULL>;\n", [["listen", "--grammar", "{}", "a.flac"]]),
    "phonemes.txt": (b"w\xca\x8cn one\n", [["speak", "--phonemes", "{}", "one", "out.wav"]]),
    "aliases.txt": (b"one = won\n", [["speak", "--aliases", "{}", "one", "out.wav"]]),
    "rules.json": (b'[{"match": "o+ne", "replace": "x"}]',
                   [["redact", "--rules", "{}", "--output", "out.vsession", "s.vsession"]]),
    "spans.json": (b'[{"startMs": 0, "endMs": 700}]',
                   [["redact", "--spans", "{}", "--output", "out.vsession", "s.vsession"]]),
    "tolerance.json": (b'{"default": {"timeMs": 0}, "rules": [{"kind": "media", "event": "ended", "timeMs": 20}, '
                       b'{"kind": "final", "fields": ["confidence"], "within": 50}]}',
                       [["replay", "--tolerance", "{}", "s.vsession"],
                        ["diff", "--tolerance", "{}", "s.vsession", "s.vsession"]]),
    "words.json": (b'{"file": "a", "sampleRate": 16000, "frames": 12000, "utterances": [{"start": 2000, "end": 9000, '
                   b'"outcome": "final", "text": "one", "confidence": 900, "words": [{"text": "one", "start": 2100, '
                   b'"end": 8800, "confidence": 900}]}]}', [["trim", "--words", "{}", "a.flac", "out.flac"]]),
}


class Kind:
    """Files of one kind: how a case gets them, and the command lines that read them."""

    def __init__(self, make, lines, judge=None, environment=None):
        self.make, self.lines, self.judge, self.environment = make, lines, judge, environment or {}


class Given:
    """What a case has: the files, the one to damage, what it is called, and the whole of before."""

    def __init__(self, tree, place, candidates=None, name=""):
        self.tree, self.place, self.name = dict(tree), place, name
        self.before, self.candidates = dict(tree), candidates or sorted(tree)
        # The file that was damaged; whether its sums were made to fit; whether an event of the golden is another.
        self.file, self.is_resealed, self.is_another, self.what = None, False, False, "nothing"


def session(case):
    name = case.chance.choices(case.bases.names, case.bases.weights)[0]
    return Given(case.bases.session(name), "s.vsession", name=name)


def project(case):
    name = case.chance.choice(sorted(case.bases.whole))
    tree = case.bases.whole[name]
    own = [each for each in tree if ".vsession/" not in each]
    return Given(tree, "p", own * 2 + sorted(tree), name)


def sound(case):
    name = case.chance.choice(sorted(case.bases.sounds))
    return Given({name: case.bases.sound(name)}, ".", name=name)


def report(case):
    name = case.chance.choice(sorted(case.bases.reports))
    shares = case.bases.reports[name]
    tree = {f"{part}/{each}": data for part in ("one", "two") for each, data in shares[part].items()}
    return Given(tree, ".", [each for each in tree if each.endswith("result.json")] * 5 + sorted(tree), name)


def partial(case):
    name = case.chance.choice(sorted(case.bases.partials))
    return Given(case.bases.partials[name], "p.vsession.partial", name=name)


def model(case):
    """The installed model, all files but one as links to it."""
    files = [os.path.relpath(os.path.join(place, name), MODEL)
             for place, _, names in os.walk(MODEL) for name in sorted(names)]
    given = Given({each: Special("link", f"{MODEL}/{each}") for each in files}, "model")
    given.candidates = [case.chance.choice(files)] if files else []
    if files:
        with open(f"{MODEL}/{given.candidates[0]}", "rb") as file:
            given.tree[given.candidates[0]] = file.read()
    return given


def text(case):
    name = case.chance.choice(sorted(TEXTS))
    return Given({name: TEXTS[name][0]}, ".", name=name)


def damage(case, given):
    """Damages one file of what a case was given: its bytes, its JSON, its lines, or what it is."""
    chance = case.chance
    draw = chance.random()
    if draw < 0.06 or not given.candidates:
        return
    given.file = file = chance.choice(given.candidates)
    data = given.tree[file]
    given.what = "bytes"
    if given.place == "s.vsession" and draw < 0.25:
        given.file, given.is_another, given.what = "trace.jsonl", True, "another event, all sums mended"
        given.tree["trace.jsonl"] = another_event(chance, data := given.tree["trace.jsonl"])
    elif draw < 0.4 and given.place != "model":
        # Some gigabytes of sound are a long recording; a terabyte is none.
        found = given.tree[file] = mutations.special(chance, b"" if given.place == "." else data)
        if isinstance(found, Special) and found.kind == "sparse":
            found.value = (found.value[0], 1 << 40)
        given.what = f"{given.tree[file]!r:.50}"
    elif draw < 0.75 and file.endswith((".json", ".jsonl")) and (value := values(data)) is not None:
        value, given.what = mutations.mutate_json(chance, value)
        lines = value if file.endswith(".jsonl") and isinstance(value, list) else [value]
        given.tree[file] = mutations.encode("".join(mutations.dumps(line) + "\n" for line in lines))
    elif file.endswith(".json") or chance.random() < 0.5:
        given.tree[file] = mutations.mutate_bytes(chance, data)
    else:  # the header, where a few bytes say much
        given.tree[file] = mutations.mutate_bytes(chance, data[:200]) + data[200:]
    if given.place == "s.vsession" and (given.is_another or chance.random() < 0.4):
        given.is_resealed = True
        sealing.reseal(given.tree)


def values(data):
    """The JSON of a file, or that of its lines; None where it is none."""
    value = mutations.loads(data)
    if value is None:
        try:
            value = [json.loads(line) for line in data.splitlines()]
        except (ValueError, RecursionError):
            return None
    return value


def another_event(chance, data):
    """A golden with one event moved, dropped or told twice."""
    events = sealing.events_of(data)
    at = chance.randrange(len(events))
    kind = chance.randrange(3)
    if kind == 0:
        events[at]["t"] += chance.choice([1, 160, 16_000])
    elif kind == 1:
        del events[at]
    else:
        events.insert(at, dict(events[at]))
    for number, event in enumerate(events):
        event["seq"] = number
    return sealing.trace_bytes(events)


# ---- what an exit code may not be


def sealed_judge(case, given, line, outcome):
    """A session that is not what was sealed, or whose golden is another, is not green."""
    verb, green = line[0], outcome.code == 0
    manifest = json.loads(given.before["session.json"])
    is_sealed = given.file in manifest["files"]
    is_other = given.file and given.tree[given.file] != given.before[given.file]
    plain = isinstance(given.tree.get(given.file), bytes)
    if given.what == "nothing" and verb in ("replay", "validate") and not green:
        case.find(f"{verb} exits {outcome.code} though nothing was changed")
    if green and is_sealed and is_other and plain and not given.is_resealed and verb in (
            "replay", "validate", "accept"):
        case.find(f"{verb} agrees (exit 0), and {given.file} is not what was sealed")
    from_audio = "audio" in line and "audio/mic.flac" in given.before and b"replayFrom" not in given.before[
        "session.json"]
    if green and given.is_another and (verb == "replay" and from_audio or verb == "diff"):
        case.find(f"{verb} agrees (exit 0): {given.what}")
    if verb == "redact" and green:
        again = case.run("replay", "out.vsession", cwd=case.path("in"), writes=["in"])
        if again and again.code != 0 and given.what == "nothing":
            case.find(f"replay of what redact wrote exits {again.code}")


def project_judge(case, given, line, outcome):
    """A project whose golden was changed is red; one that nothing was done to is green."""
    if given.what == "nothing" and line[0] in ("test", "validate") and outcome.code != 0:
        case.find(f"{line[0]} exits {outcome.code} though nothing was changed")
    golden = given.file and given.file.endswith(".vsession/trace.jsonl")
    if golden and line[0] == "test" and outcome.code == 0 and b"".join(
            given.before[given.file].split()) != b"".join(bytes_of(given).split()):
        case.find("test agrees (exit 0) with a golden that was changed")
    if line[0] == "record" and outcome.code in (0, 1):
        again = case.run("replay", "r.vsession", cwd=case.path("in/p"), ci=True)
        if again and again.code != outcome.code:
            case.find(f"record exits {outcome.code}, and a replay of what it sealed {again.code}")


def bytes_of(given):
    """The bytes of the damaged file; none where it is no file."""
    data = given.tree[given.file]
    return data if isinstance(data, bytes) else b""


def sound_judge(case, given, line, outcome):
    """With exit 0 the program can read what it wrote; else nothing is left."""
    output = next((word for word in line if word.startswith("out.")), None)
    if output is None:
        return
    left = [each for each in os.listdir(case.path("in")) if each.endswith(".partial")]
    if left or outcome.code != 0 and os.path.lexists(case.path("in", output)):
        case.find(f"{line[0]} exits {outcome.code} and leaves {left or output}")
    elif outcome.code == 0 and os.path.isfile(case.path("in", output)):
        again = case.run("info", output, cwd=case.path("in"))
        if again and again.code != 0 and "4000 to 768000 Hz" not in again.text:
            case.find(f"info of what {line[0]} wrote exits {again.code}")


def report_judge(case, given, line, outcome):
    """No merge is better than its parts, and one that is green says what the whole run said."""
    whole = case.bases.reports[given.name]["whole"]
    if outcome.code == 0 and given.name not in ("green", "covered"):
        case.find(f"report of the run \"{given.name}\" exits 0")
    elif given.what == "nothing" and outcome.code != 0 and given.name in ("green", "covered"):
        case.find(f"report exits {outcome.code} though nothing was changed")
    elif outcome.code == 0 and given.file and not given.file.endswith("index.html"):
        with open(case.path("in/out/result.json"), "rb") as file:
            if json.loads(file.read()) != json.loads(whole["result.json"]):
                case.find("report exits 0 and the result is not that of the run")


def partial_judge(case, given, line, outcome):
    """What `recover` seals can be opened; where it seals nothing, nothing is left."""
    if outcome.code != 0:
        if given.what == "nothing" or os.path.exists(case.path("in/p.vsession")):
            case.find(f"recover exits {outcome.code}, and leaves a session or nothing was changed")
        return
    case.check_modes(case.path("in/p.vsession"))
    again = case.run("replay", "--no-self-test", "p.vsession", cwd=case.path("in"), ci=True)
    if again and again.code not in (0, 1) and b"the session replays alike" in outcome.out:
        case.find(f"recover says that the session replays alike, and replay exits {again.code}")


def lines(text):
    """The words of command lines, one a row; {} is the damaged file."""
    return [row.split() for row in text.strip().splitlines()]


SESSION_LINES = 3 * lines("replay s.vsession\nreplay --from audio s.vsession") + lines("""
replay --from words s.vsession
replay --report out s.vsession
replay .
validate s.vsession
dump s.vsession
dump --format json s.vsession
diff original.vsession s.vsession
latency s.vsession
latency --format json s.vsession
redact --all-speech --output out.vsession s.vsession
accept --reason x s.vsession
scenario s.vsession --output out.scenario.json
flow s.vsession/flow/voiceflow.json --sessions s.vsession""")
PROJECT_LINES = 4 * [["test", "."]] + lines("""
validate .
latency .
init --from voiceflow.json out
record --scenario {scenario} --duration 20 --output r.vsession
flow --format svg voiceflow.json""")
SOUND_LINES = lines("""
info {}
info --format json {}
vad {}
vad --format json {}
gain --db -3 {} out.wav
gain --loudness -23 {} out.flac
resample --rate 8000 {} out.wav
convert {} out.flac
convert --encoding float {} out.wav
trim {} out.wav
cut --piece 0.1-0.3 {} out.wav
split --pause 100 {} pieces
listen --phrases phrases.txt {}
latency {}
import {} --output out.vsession
evaluate .""")
MODEL_LINES = lines("listen a.flac\nlisten --phrases phrases.txt a.flac\ndoctor\n"
                    "replay --from audio original.vsession")
# What a line may write.
WRITES = ["out", "out.wav", "out.flac", "out.vsession", "out.scenario.json", "pieces", "r.vsession",
          "s.vsession/trace.new.jsonl"]
KINDS = {
    "session": (Kind(session, SESSION_LINES, sealed_judge), 40),
    "project": (Kind(project, PROJECT_LINES, project_judge), 20),
    "sound": (Kind(sound, SOUND_LINES, sound_judge), 20),
    "report": (Kind(report, [["report", "one", "two", "--output", "out"]], report_judge), 8),
    "partial": (Kind(partial, [["recover", "p.vsession.partial"]], partial_judge), 10),
    "model": (Kind(model, MODEL_LINES, None, {"VOICETEST_MODEL": "in/model"}), 4),
    "text": (Kind(text, [], None), 12),
}


def run_kind(name):
    """Returns the area that damages files of one kind."""
    return lambda case: run(case, name, KINDS[name][0])


def run(case, name, kind):
    """One damaged file under one to three command lines that read it."""
    chance = case.chance
    given = kind.make(case)
    damage(case, given)
    case.note = f"{name} {given.name}: {given.file} ({given.what[:80]})"
    base = given.name if name == "session" else "digits/seven"
    beside = {"a.flac": case.bases.sound("seven.flac"), "phrases.txt": b"yes\nno\nseven\n"} if name != "sound" else {
        "phrases.txt": b"yes\nno\n", given.name.split(".")[0] + ".txt": b"seven\n"}
    for folder, tree in (("original.vsession", case.bases.session(base)),
                         *([("s.vsession", case.bases.session("digits/one"))] if name == "text" else [])):
        if name in ("session", "model", "text"):
            beside |= {f"{folder}/{each}": data for each, data in tree.items()}
    mutations.write_tree(beside, case.path("in"), case.folder)
    try:
        mutations.write_tree(given.tree, case.path("in", given.place), case.folder)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        return  # two files that exclude each other
    case.touched()
    environment = {key: case.path(value) for key, value in kind.environment.items()}
    if chance.random() < 0.1:  # another place on earth
        environment["TZ"] = chance.choice(["UTC+99", "Asia/Kathmandu", "x", ":/dev/zero", ""])
    place = "in/p" if name == "project" else "in"
    known = TEXTS[given.name][1] if name == "text" else kind.lines
    scenario = f"{given.name.split('/')[-1]}.scenario.json"
    for line in chance.sample(known, min(len(known), chance.choice([1, 1, 2]))):
        clear(case, place)
        line = [word.replace("{}", given.name).replace("{scenario}", scenario) for word in line]
        if line[0] == "accept":  # what a replay of the whole session would have left
            pending = {"trace.new.jsonl": given.before["trace.jsonl"]}
            mutations.write_tree(pending, case.path("in/s.vsession"), case.folder)
            case.touched()
        form = "json" if "json" in line else "page" if "svg" in line else "text"
        if line[0] in ("replay", "test", "report", "diff") and chance.random() < 0.3:
            shown = chance.choice(report_forms())
            line[1:1] = ["--format", shown]
            form = {"json": "json", "sarif": "json", "junit": "xml", "github": "github"}.get(shown, "text")
        if form == "json" and line[0] in ("dump", "info", "vad"):
            form = "lines"
        # What is there for it stays: a verb may write beside it, and `accept` and `recover` in it.
        writes = [place] if line[0] in ("accept", "recover") else [f"{place}/{each}" for each in WRITES]
        outcome = case.run(*line, cwd=case.path(place), writes=writes, ci=line[0] in ("test", "report"),
                           adds=[place] if line[0] == "scenario" else [], environment=environment, form=form)
        if outcome is None or outcome.hung:
            return
        if kind.judge:
            kind.judge(case, given, line, outcome)
        if line[0] == "accept":
            return  # the session is another one now


def clear(case, place):
    """Removes what an earlier command line of the case wrote."""
    for each in os.listdir(case.path(place)):
        if each.startswith("out") or each in ("pieces", "r.vsession"):
            path = case.path(place, each)
            sandbox.remove(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)
            case.touched()
