"""Mutated project files: flows, prompts, maps, scenarios, grammars, phrases, rules, baselines."""
import json
import os
import sqlite3

import mutations
import sessions

REGEXES = ["(a+)+$", "(a|a)*$", "(.*)*x", "((a?){50})*b", "(?=(a+))*b", "[", "(?<x", "\\1(",
           "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$", "a{1000}{1000}", "(" * 5000 + ")" * 5000]
IPA = ["one: wʌn\n", "one: " + "ʌ" * 500_000 + "\n", "one: " + "wʌn " * 200_000 + "\n",
       ("word: wʌn\n") * 50_000, "one: \x1b[31m\n", "one\n", ": x\n", "one: ::error::PLANTED\n",
       "one: qqqqqq\n", "<<<<<<< HEAD\n", "\udcff: x\n", "one: " + "x" * 1_000_000 + "\n"]
ALIASES = ["one: two\n", "one: " + "two " * 200_000 + "\n", "x" * 1_000_000, "one: one\n",
           "a: b\nb: a\n", "one: <speak>\n", "one: \x00\n"] + IPA[3:9]
PHRASES = ["yes\nno\n", "", "\n" * 100_000, "x" * 1_000_000, "one " * 100_000 + "\n",
           "\n".join(f"w{number}" for number in range(20_000)), "\x1b[31m\n", "# only\n",
           "::error::PLANTED\n", "<yes>\n", "yes | no\n", "one\n" * 20_000, "\udcff\n", "YES;\n",
           "zero one\n" * 5000]
RULES = ['[{"match": "[0-9]{4,}", "replace": "number"}]', "[]", "{}",
         '[{"match": "", "replace": ""}]', '[{"match": ".*", "replace": "x"}]',
         '[{"match": "(?<a>.)\\\\1", "replace": "$1$2\\u0000"}]',
         '[{"match": ".", "replace": "' + "x" * 100_000 + '"}]', '[{"match": "one"}]']
SPANS = ['[{"startMs": 0, "endMs": 700}]', "[]", "{}", "[{}]", '[{"startMs": 700, "endMs": 0}]',
         '[{"startMs": -5, "endMs": 10}]', '[{"startMs": 0, "endMs": 9223372036854775807}]',
         '[{"startMs": 4611686018427387904, "endMs": 4611686018427387905}]', '[{"startMs": "x"}]',
         json.dumps([{"startMs": at, "endMs": at + 1} for at in range(20_000)])]


def changed(case, data):
    """The file mutated as JSON or as bytes."""
    chance = case.chance
    value = mutations.loads(data)
    if value is None or chance.random() < 0.3:
        return mutations.mutate_bytes(chance, data), "bytes"
    value, told = mutations.mutate_json(chance, value)
    return mutations.encode(mutations.dumps(value)), told[:80]


def regexes(chance, data):
    value = mutations.loads(data)
    regex = chance.choice(REGEXES)
    if not isinstance(value, dict):
        return data
    callback = chance.choice(["SRHypothesis", "PreModuleStart", "MediaEvent"])
    value["app"] = [{"on": {"callback": callback, "matches": regex}, "setIntent": "x", "times": 5}]
    value["caller"] = [{"after": {"kind": "media", "event": "ended"}, "delayMs": 300,
                        "say": chance.choice(["a" * 40 + " x", "a" * 40, "x" * 60 + "!"])}]
    return mutations.encode(mutations.dumps(value))


def project(case):
    """Records with, validates and draws a mutated project."""
    chance = case.chance
    name = chance.choice(sorted(case.bases.projects))
    tree = dict(case.bases.projects[name])
    tree["map.json"] = b'[{"audioFile": "a.wav", "text": "hello"}]'
    file = chance.choice(sorted(tree) + ["scenario.json", "voiceflow.json"])
    draw = chance.random()
    if draw < 0.1:
        tree[file], told = mutations.special(chance, tree[file]), "no plain file"
        told = f"{tree[file]!r:.50}"
    elif draw < 0.2 and file == "scenario.json":
        tree[file], told = regexes(chance, tree[file]), "regular expression"
    elif draw < 0.25:
        file, told = "grammar.jsgf", "grammar"
        tree[file] = sessions.grammar(case)
    else:
        tree[file], told = changed(case, tree[file])
    case.note = f"{name}: {file} ({told})"
    mutations.write_tree(tree, case.path("in"), case.folder)
    case.touched()
    here = case.path("in")
    verb = chance.choice(["record", "record", "record", "validate", "validate", "flow"])
    if verb == "validate":
        form = chance.choice(["text", "text", "json"])
        files = [each for each in ("voiceflow.json", "prompts.json", "scenario.json", "map.json")]
        if chance.random() < 0.3:
            files = [file]
        more = ["--media", "."] if chance.random() < 0.2 else []
        case.run("validate", "--format", form, *more, "--", *files, cwd=here, form=form)
        return
    if verb == "flow":
        form = chance.choice(["text", "svg", "dot", "json"])
        target = file if chance.random() < 0.5 else "voiceflow.json"
        case.run("flow", "--format", form, "--", target, cwd=here,
                 form={"svg": "page", "dot": "text"}.get(form, form))
        return
    output = case.path("out/r.vsession")
    options = ["--flow", "voiceflow.json", "--prompts", "prompts.json", "--scenario",
               "scenario.json", "--duration", chance.choice(["5", "20"]), "--output", output]
    if "grammar.jsgf" in tree:
        options += ["--grammar", "grammar.jsgf"]
    elif "phrases.txt" in tree:
        options += ["--phrases", "phrases.txt"]
    if chance.random() < 0.85:
        options += ["--recognizer", "scripted"]
    if chance.random() < 0.3:
        options += ["--audio-text-map", "map.json"]
    if chance.random() < 0.2:
        options += ["--media", chance.choice([".", "..", "/dev", "nowhere"])]
    if chance.random() < 0.3:
        options += ["--recordings", case.path("out/recordings")]
    if chance.random() < 0.1:
        options += ["--field", chance.choice(["a=1", "Next=\"x\"", "=", "a=[", "\x1b[31m=1",
                                              "a=1e308", "a=" + "[" * 50_000])]
    outcome = case.run("record", *options, cwd=here, writes=["out"])
    sealed(case, outcome, output)


def sealed(case, outcome, output):
    if outcome is None:
        return
    left = [each for each in os.listdir(case.path("out")) if each.endswith(".partial")]
    if left and not outcome.hung and outcome.code in (64, 65, 66, 73):
        case.find(f"record exits {outcome.code} and leaves {left[0]}")
    if outcome.code not in (0, 1) or outcome.hung:
        return
    case.check_modes(output)
    again = case.run("replay", output, ci=True)
    # A recording that did not get what its scenario asks for is red until it is accepted.
    if again and again.code != outcome.code:
        case.find(f"record exits {outcome.code}, and a replay of what it sealed {again.code}")


def listened(case):
    """Grammars and phrases."""
    chance = case.chance
    kind = chance.choice(["grammar", "phrases"])
    if kind == "grammar":
        data = sessions.grammar(case)
        if chance.random() < 0.4:
            data = mutations.mutate_bytes(
                chance, b"#JSGF V1.0;\ngrammar g;\n"
                b"public <top> = [please] (yes | no) {t} /3/ <x>;\n<x> = one* | two+ | <NULL>;\n")
    else:
        data = mutations.encode(chance.choice(PHRASES))
    if chance.random() < 0.1:
        data = mutations.special(chance, data)
    case.note = f"{kind} {data!r:.80}"
    mutations.write_tree({"g": data}, case.path("in"), case.folder)
    with open(case.path("in/a.flac"), "wb") as file:
        file.write(case.bases.sound(chance.choice(["tone.flac", "seven.flac"])))
    case.touched()
    form = chance.choice(["text", "json"])
    case.run("listen", "--" + kind, case.path("in/g"), "--format", form, case.path("in/a.flac"),
             form=form)


def spoken(case):
    """Phonemes, aliases and texts for `speak`."""
    chance = case.chance
    kind = chance.choice(["phonemes", "aliases", "text", "text"])
    options, text = [], "one"
    if kind == "text":
        text = chance.choice(mutations.STRINGS + [
            "one " * 2000, "é" * 3000, "<speak>", "&", "1e308", "[[w'0n]]", "9" * 300,
            "a" * 20_000])
        options = chance.choice([[], ["--rate", "450"], ["--rate", str(2**62)], ["--voice", text],
                                 ["--voice", "../../x"], ["--voice", "en"], ["--rate", "-1"]])
    else:
        data = mutations.encode(chance.choice(IPA if kind == "phonemes" else ALIASES))
        if chance.random() < 0.3:
            data = mutations.mutate_bytes(chance, data)
        if chance.random() < 0.1:
            data = mutations.special(chance, data)
        mutations.write_tree({"table": data}, case.path("in"), case.folder)
        case.touched()
        options = ["--" + kind, case.path("in/table")]
    case.note = f"{kind} {text!r:.40}"
    output = case.path("out/said" + chance.choice([".wav", ".flac", ".x", ""]))
    outcome = case.run("speak", *options, "--", text, output, writes=["out"])
    if outcome and outcome.code == 0:
        again = case.run("info", output)
        if again and again.code != 0:
            case.find(f"info of what speak wrote exits {again.code}")


def redacted(case):
    """Rules and spans."""
    chance = case.chance
    base = case.bases.session("digits/one")
    mutations.write_tree(base, case.path("in/s.vsession"), case.folder)
    kind = chance.choice(["rules", "spans"])
    data = chance.choice(RULES if kind == "rules" else SPANS)
    if kind == "rules" and chance.random() < 0.3:
        data = json.dumps([{"match": chance.choice(REGEXES), "replace": "x"}])
    data = mutations.encode(data)
    if chance.random() < 0.3:
        data = changed(case, data)[0]
    if chance.random() < 0.1:
        data = mutations.special(chance, data)
    case.note = f"{kind} {data!r:.60}"
    mutations.write_tree({"f.json": data}, case.path("in"), case.folder)
    case.touched()
    output = case.path("out/r.vsession")
    outcome = case.run("redact", "--" + kind, case.path("in/f.json"), "--output", output, "--",
                       case.path("in/s.vsession"), writes=["out"])
    if outcome is None:
        return
    if outcome.code == 0:
        again = case.run("replay", output, ci=True)
        if again and again.code != 0:
            case.find(f"replay of what redact wrote exits {again.code}")
    elif os.listdir(case.path("out")):
        case.find(f"redact exits {outcome.code} and leaves {os.listdir(case.path('out'))}")


def measured(case):
    """Baselines and histories of `latency`."""
    chance = case.chance
    for number, name in enumerate(["digits/one", "shutdown/field-set"]):
        mutations.write_tree(case.bases.session(name), case.path(f"in/c/{number}.vsession"),
                             case.folder)
    case.touched()
    corpus = case.path("in/c")
    kind = chance.choice(["baseline", "history"])
    path = case.path("out", "b.json" if kind == "baseline" else "h.db")
    if kind == "baseline":
        made = case.run("latency", corpus, "--write-baseline", path, writes=["out"])
    else:
        made = case.run("latency", corpus, "--history", path, "--label", chance.choice(
            ["a", "\x1b[31m", "x\n::error::PLANTED", "<script>", "'; DROP TABLE runs; --"]),
            writes=["out"])
    if made is None or made.code != 0:
        case.note = f"{kind}: made"
        if made:
            case.find(f"latency exits {made.code} on sessions of the corpus")
        return
    with open(path, "rb") as file:
        before = file.read()
    draw = chance.random()
    if draw < 0.12:
        data = mutations.special(chance, before)
    elif kind == "baseline" and draw < 0.8:
        value, _ = mutations.mutate_json(chance, json.loads(before))
        data = mutations.encode(mutations.dumps(value))
    elif kind == "history" and draw < 0.5:
        data = history(chance, path)
    elif kind == "history" and draw < 0.6:
        data = mutations.mutate_bytes(chance, before[:100]) + before[100:]
    else:
        data = mutations.mutate_bytes(chance, before)
    os.remove(path)
    mutations.write_tree({os.path.basename(path): data}, case.path("out"), case.folder)
    case.touched()
    case.note = f"{kind} {data!r:.30}"
    form = chance.choice(["text", "json", "html"])
    outcome = case.run("latency", corpus, "--" + kind, path, "--format", form, writes=["out"] if
                       kind == "history" else [], form={"html": "page"}.get(form, form))
    if outcome and outcome.code == 0 and kind == "baseline" and isinstance(data, bytes):
        if is_worse(json.loads(before), mutations.loads(data)):
            case.find("latency agrees (exit 0) with a baseline that is better by more than its tolerance")


def is_worse(true, baseline):
    """Whether the run is worse than a mutated baseline: what it lacks, or a slower turn."""
    try:
        if baseline["tolerance"] != true["tolerance"]:
            return False  # another tolerance lets other figures pass
        before = {each["name"]: each["figures"] for each in baseline["sessions"]}
        now = {each["name"]: each["figures"] for each in true["sessions"]}
        if before.keys() != now.keys():
            return True
        for name, figures in now.items():
            if len(figures["turns"]) > len(before[name]["turns"]):
                return True
            for kind in ("turns", "gaps"):
                for new, old in zip(figures[kind], before[name][kind]):
                    if is_slower(new, old, figures["sampleRate"]):
                        return True
    except (KeyError, TypeError, AttributeError):
        pass  # a baseline that is none is refused, or has what is not known
    return False


def is_slower(new, old, rate):
    """Whether one measure of a turn took more than the tolerance of 10 ms longer."""
    for key, value in new.items():
        was = old.get(key)
        if isinstance(value, dict) and isinstance(was, dict) and \
                value.get("outcome") == was.get("outcome") == "measured":
            if value["frames"] - was["frames"] > rate // 100:
                return True
    return False


def history(chance, path):
    """A database whose rows or tables are others."""
    with sqlite3.connect(path) as base:
        tables = [row[0] for row in base.execute(
            "SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite%'")]
        table = chance.choice(tables)
        columns = [row[1] for row in base.execute(f'PRAGMA table_info("{table}")')]
        try:
            if chance.random() < 0.2:
                base.execute(f'DROP TABLE "{table}"')
            else:
                value = chance.choice([None, -1, 2**63 - 1, "x", "\x1b[31m", 1e308, b"\xff\x00",
                                       "x\n::error::PLANTED", "", "9" * 1000])
                base.execute(f'UPDATE "{table}" SET "{chance.choice(columns)}" = ?', (value,))
        except sqlite3.Error:
            pass
    base.close()
    with open(path, "rb") as file:
        return file.read()


def words(case):
    """What a recognizer said, for `trim`."""
    chance = case.chance
    value = {"file": "a", "sampleRate": 16_000, "frames": 12_000, "utterances": [
        {"start": 2000, "end": 9000, "outcome": "final", "text": "one", "confidence": 900,
         "words": [{"text": "one", "start": 2100, "end": 8800, "confidence": 900}]}]}
    data, told = changed(case, mutations.encode(json.dumps(value)))
    case.note = f"words: {told}"
    mutations.write_tree({"w.json": data, "a.flac": case.bases.sound("tone.flac")},
                         case.path("in"), case.folder)
    case.touched()
    output = case.path("out/t.flac")
    outcome = case.run("trim", "--words", case.path("in/w.json"), "--explain", "--",
                       case.path("in/a.flac"), output, writes=["out"])
    if outcome and outcome.code == 0:
        again = case.run("info", output)
        if again and again.code != 0:
            case.find(f"info of what trim wrote exits {again.code}")


def tolerated(case):
    """A tolerance that is no tolerance any more, or another."""
    chance = case.chance
    data = json.dumps({"default": {"timeMs": 0}, "rules": [
        {"kind": "media", "event": "ended", "timeMs": 20},
        {"kind": "final", "fields": ["confidence"], "within": 50},
        {"kind": "partial", "ignore": True}]}).encode()
    if chance.random() < 0.1:
        data, told = mutations.special(chance, data), "no plain file"
    else:
        data, told = changed(case, data)
    case.note = f"tolerance ({told})"
    mutations.write_tree({"t.json": data}, case.path("in"), case.folder)
    mutations.write_tree(case.bases.session("shutdown/field-unknown"), case.path("in/s.vsession"),
                         case.folder)
    case.touched()
    session = case.path("in/s.vsession")
    verb = chance.choice([["replay", session], ["diff", session, session]])
    case.run(*verb, "--tolerance", case.path("in/t.json"), ci=True)


def run(case):
    kinds = [(project, 60), (tolerated, 6), (listened, 8), (spoken, 10), (redacted, 6),
             (measured, 8), (words, 6)]
    sessions.pick(case.chance, kinds)(case)
