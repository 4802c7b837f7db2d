"""Projects of every engine under `test`, `record` and `validate`: what is red stays red."""
import json
import os

import mutations
import sessions
import texts
from project import forms as report_forms

# A project of the corpus and a scenario of it, and how often it is taken.
PROJECTS = [("shutdown/field-set", 6), ("digits/one", 6), ("keenasr/talks-on", 6),
            ("keenasr/recognizer-fails", 4), ("voicekit/no-microphone", 5), ("voicekit/stranger", 5),
            ("voicekit-calls/resets", 4), ("voicekit-calls/stops-one", 3), ("saykit/app-answers", 5),
            ("saykit/recognizer-fails", 4), ("saykit-requests/refusals", 5),
            ("saykit-requests/own-tones", 3)]
EXPECTED = ["answer<=3000", "answer<=0", "pause>=1", "silence<=99999", "repeat=never", "x", "answer<=",
            "answer<=9223372036854775808", 'says "x"', "says /(a+)+$/", 'hears "one" before says "x"',
            "talkover<=-1", 'calls {"a":', "\x1b[31m", "::error::PLANTED", "says " + "x" * 20_000]
LATENCIES = ["response.p90=1200", "response=1", "response=99999999", "x=1", "response.p90=", "=5",
             "@module:x=1", "response@kind:final=5000", "*=60000", "response.p101=1", "response=1e999"]


def read(corpora, name):
    """The files of a project with one scenario and its golden."""
    folder, scenario = name.split("/")
    tree = {}
    for place, folders, files in os.walk(corpora / folder):
        inside = os.path.relpath(place, corpora / folder)
        folders[:] = sorted(each for each in folders
                            if not each.endswith(".vsession") or each == f"{scenario}.vsession")
        for file in sorted(files):
            path = os.path.normpath(os.path.join(inside, file))
            if file.endswith(".scenario.json") and file != f"{scenario}.scenario.json":
                continue
            with open(os.path.join(place, file), "rb") as data:
                tree[path] = data.read()
    project = json.loads(tree["voicetest.json"])
    for each in project.get("overrides", []):  # patterns name scenarios that are left out here
        names = each["scenarios"] if isinstance(each["scenarios"], list) else [each["scenarios"]]
        if scenario in names:
            project["recognizer"] = each.get("recognizer", project.get("recognizer"))
    project.pop("overrides", None)
    tree["voicetest.json"] = json.dumps(project, indent=4).encode()
    return tree


def language(case, tree):
    """A SayKit project with a language of its own, which is mutated."""
    data = case.bases.language
    value, told = mutations.mutate_json(case.chance, json.loads(data))
    tree["own.language.json"] = mutations.encode(mutations.dumps(value))
    project = json.loads(tree["voicetest.json"])
    project.setdefault("files", {})["language.json"] = "own.language.json"
    tree["voicetest.json"] = json.dumps(project).encode()
    return f"own.language.json ({told[:60]})"


def forged(case, tree, golden):
    """Changes the golden so that every sum fits, the ledger's too."""
    chance = case.chance
    events = sessions.events_of(tree[f"{golden}/trace.jsonl"])
    at = chance.randrange(len(events))
    kind = chance.randrange(4)
    if kind == 0:
        events[at]["t"] += chance.choice([1, -1, 160, 16_000])
    elif kind == 1:
        del events[at]
    elif kind == 2:
        events.insert(at, dict(chance.choice(events)))
    else:
        ways = [way for way in mutations.places(events) if way and way[0] == at and len(way) > 1
                and way[-1] not in ("seq", "tap")]
        events, _ = mutations.mutate_json(chance, events, among=[()] + ways)
    for number, event in enumerate(events):
        if isinstance(event, dict):
            event["seq"] = number
    data = sessions.trace_bytes(events)
    before = tree[f"{golden}/trace.jsonl"]
    tree[f"{golden}/trace.jsonl"] = data
    digest = json.loads(data.splitlines()[-1])["digest"]
    anchor = tree[f"{golden}/accepted.anchor.jsonl"] = data
    tree[f"{golden}/accepted.jsonl"] = mutations.encode(mutations.dumps({
        "before": digest, "after": digest, "anchor": digest, "reason": "x",
        "time": "2026-01-01T00:00:00Z", "budgetMs": 500, "counts": {}, "groups": 0,
        "driftMs": 0, "greatestShiftMs": 0}) + "\n")
    inside = {name[len(golden) + 1:]: each for name, each in tree.items()
              if name.startswith(golden + "/")}
    sessions.reseal(inside)
    tree[f"{golden}/session.json"] = inside["session.json"]
    settings = json.loads(tree[f"{golden}/session.json"])["settings"]
    return anchor != before and happened(anchor, settings) != happened(before, settings)


def happened(data, settings):
    """What happened, without numbers, taps, and constants that the session does not repeat."""
    try:
        return [sessions.compared(sessions.without_constants(event, settings))
                for event in sessions.events_of(data)]
    except (AttributeError, TypeError, ValueError, RecursionError):
        return data  # events that are none


def run(case):
    chance = case.chance
    name = sessions.pick(chance, PROJECTS)
    scenario = name.split("/")[1]
    golden = f"{scenario}.vsession"
    tree = dict(case.bases.whole[name])
    draw = chance.random()
    is_forged = False
    own = [each for each in tree if not each.startswith(golden + "/")]
    if draw < 0.2:
        is_forged = forged(case, tree, golden)
        what = "the golden, all sums mended"
    elif draw < 0.3 and name.startswith("saykit"):
        what = language(case, tree)
    elif draw < 0.37:
        file = chance.choice(own)
        tree[file] = mutations.special(chance, tree[file])
        what = f"{file} is {tree[file]!r:.40}"
    elif draw < 0.92:
        file = chance.choice([each for each in own if each.endswith(".json")] * 3 + own)
        tree[file], told = texts.changed(case, tree[file])
        what = f"{file} ({told})"
    else:
        what = "nothing"
    case.note = f"{name}: {what}"
    try:
        mutations.write_tree(tree, case.path("in/p"), case.folder)
    except (FileExistsError, NotADirectoryError):
        return
    case.touched()
    for verb in {sessions.pick(chance, [(tested, 8), (validated, 3), (recorded, 3), (measured, 1),
                                        (drafted, 1)]) for _ in range(chance.choice([1, 1, 2]))}:
        verb(case, scenario, tree[f"{golden}/trace.jsonl"], is_forged, what)


def tested(case, scenario, golden, is_forged, what):
    chance = case.chance
    options = []
    form = chance.choice(["text"] * 4 + report_forms())
    forms = {"json": "json", "sarif": "json", "junit": "xml", "github": "github"}
    options += ["--format", form] if form != "text" else []
    plain = True
    if chance.random() < 0.15:
        options += ["--expect", chance.choice(EXPECTED)]
        plain = False
    if chance.random() < 0.15:
        options += ["--max", chance.choice(LATENCIES)]
        plain = False
    if chance.random() < 0.15:
        options += ["--coverage", chance.choice(["0", "50", "100", "101", "x"])]
        plain = False
    if chance.random() < 0.2:
        options += ["--report", case.path("out/report"), f"--label={chance.choice(mutations.STRINGS[1:])}"]
    outcome = case.run("test", *options, "--", case.path("in/p"), form=forms.get(form, "text"),
                       ci=True, writes=["out"])
    if outcome is None:
        return
    if outcome.code != 0:
        if what == "nothing" and plain and "\0" not in "".join(options):
            case.find(f"test exits {outcome.code} though nothing was changed")
        return
    if is_forged:
        case.find("test agrees (exit 0) with a golden that was forged")
        return
    # The same files recorded anew tell what happens now.
    made = case.run("record", "--scenario", f"{scenario}.scenario.json", "--output",
                    case.path("out/now.vsession"), cwd=case.path("in/p"), writes=["out"])
    if made is None or made.code != 0:
        return
    try:
        with open(case.path("out/now.vsession/trace.jsonl"), "rb") as file:
            now = file.read()
        with open(case.path("in/p/voicetest.json"), "rb") as file:
            is_tolerant = b"tolerance" in file.read()
    except OSError:
        return
    if not is_tolerant and happened(now, {}) != happened(golden, {}):
        case.find("test agrees (exit 0), and a record of the same files has another trace")


def validated(case, scenario, golden, is_forged, what):
    form = case.chance.choice(["text", "json"])
    outcome = case.run("validate", "--format", form, "--", case.path("in/p"), form=form)
    if outcome and outcome.code != 0 and what == "nothing":
        case.find(f"validate exits {outcome.code} though nothing was changed")


def recorded(case, scenario, golden, is_forged, what):
    output = case.path("out/r.vsession")
    outcome = case.run("record", "--scenario", f"{scenario}.scenario.json", "--duration", "20",
                       "--output", output, cwd=case.path("in/p"), writes=["out"])
    texts.sealed(case, outcome, output)


def measured(case, scenario, golden, is_forged, what):
    form = case.chance.choice(["text", "json", "html"])
    case.run("latency", "--format", form, "--max", case.chance.choice(LATENCIES), "--",
             case.path("in/p"), form={"html": "page"}.get(form, form))


def drafted(case, scenario, golden, is_forged, what):
    """`init --from` a mutated flow: a folder that is there keeps what it has."""
    flow = case.path("in/p/voiceflow.json")
    if not os.path.isfile(flow):
        return
    folder = case.path("out/drafts")
    if case.chance.random() < 0.5:
        mutations.write_tree({"notes.txt": b"an hour of work\n", "media/a.wav": b"x"}, folder,
                             case.folder)
        case.touched()
    outcome = case.run("init", "--from", flow, folder, writes=["out"], seconds=60)
    kept = os.path.join(folder, "notes.txt")
    if outcome and outcome.code != 0 and os.path.exists(folder):
        left = [each for each in os.listdir(folder) if each not in ("notes.txt", "media")]
        if left:
            case.find(f"init exits {outcome.code} and leaves {sorted(left)[:3]}")
    if outcome and os.path.exists(folder) and os.path.exists(os.path.join(folder, "media")) and \
            not os.path.exists(kept):
        case.find("init removed a file that it did not make")
