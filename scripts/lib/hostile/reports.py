"""Mutated results of runs under `report`: no merge is better than its parts."""
import json
import os

import mutations
from project import forms as report_forms

CODES = {"green": 0, "red": 1, "damaged": 65, "tolerant": 1, "covered": 0, "uncovered": 1, "late": 1}


def merged(case, folders, output, **more):
    form = case.chance.choice(["text"] * 3 + report_forms())
    forms = {"json": "json", "sarif": "json", "junit": "xml", "github": "github"}
    return case.run("report", *folders, "--output", output, "--format", form, writes=["out"],
                    form=forms.get(form, "text"), **more)


def run(case):
    chance = case.chance
    kind = chance.choice(["green", "green", "covered", "covered", "uncovered", "late", "red",
                          "damaged", "tolerant"])
    shares = case.bases.reports[kind]
    parts = chance.choice([["whole"], ["one", "two"], ["two", "one"]])
    trees = {part: dict(shares[part]) for part in parts}
    folders = [case.path("in", part) for part in parts]
    draw = chance.random()
    changed = False
    if draw < 0.08:
        case.note = f"{kind}: an output that is an input by another name"
        return aliased(case, kind, parts, trees, folders)
    if draw < 0.16:
        wrong = chance.choice([["one"], ["one", "one"], ["one", "whole"], [], ["one", "missing"],
                               ["whole", "missing"], ["empty"], ["one", "empty"]])
        case.note = f"{kind}: {wrong} instead of the shares"
        for part in ("one", "two", "whole"):
            mutations.write_tree(shares[part], case.path("in", part), case.folder)
        os.makedirs(case.path("in/empty"))
        case.touched()
        outcome = merged(case, [case.path("in", part) for part in wrong], case.path("out/m"))
        if outcome and outcome.code == 0:
            case.find(f"report of {wrong} exits 0")
        return
    tree = trees[chance.choice(parts)]
    name = "result.json" if chance.random() < 0.6 else chance.choice(list(tree))
    before = tree[name]
    if draw < 0.25:
        tree[name] = mutations.special(chance, before)
        what = f"{tree[name]!r:.40}"
        changed = tree[name] != before
    elif name.endswith((".json", ".jsonl")) and draw < 0.8:
        value = mutations.loads(before)
        if value is None:
            value = [json.loads(line) for line in before.splitlines()]
        value, what = mutations.mutate_json(chance, value)
        tree[name] = mutations.encode(mutations.dumps(value))
        changed = mutations.loads(tree[name]) != mutations.loads(before)
    else:
        tree[name], what = mutations.mutate_bytes(chance, before), "bytes"
        changed = tree[name] != before
    case.note = f"{kind}: {name} ({what[:90]})"
    for part in parts:
        mutations.write_tree(trees[part], case.path("in", part), case.folder)
    case.touched()
    outcome = merged(case, folders, case.path("out/m"))
    if outcome is None or outcome.code != 0:
        return
    if CODES[kind] != 0:
        case.find(f"report of a run that exits {CODES[kind]} exits 0")
    if not changed or name == "index.html":
        return
    # What stands in the merge has to be what stood in the unmutated shares.
    with open(case.path("out/m/result.json"), "rb") as file:
        now = json.loads(file.read())
    true = json.loads(shares["whole"]["result.json"])
    if now != true:
        case.find("report exits 0 and the result is not that of the run")


def aliased(case, kind, parts, trees, folders):
    """The output is one of the shares: nothing of it may be lost."""
    chance = case.chance
    for part in parts:
        mutations.write_tree(trees[part], case.path("in", part), case.folder)
    victim = case.path("in", parts[0])
    os.symlink(victim, case.path("in/alias"))
    case.touched()
    spelled = chance.choice([victim, victim + "/", f"./{parts[0]}", case.path("in/alias"),
                             case.path("in/../in", parts[0]), parts[0] + "//", case.path("in")])
    force = ["--force"] if chance.random() < 0.7 else []
    outcome = case.run("report", *folders, "--output", spelled, *force, cwd=case.path("in"),
                       writes=["in"])
    if outcome is None:
        return
    if outcome.code == 0 and CODES[kind] != 0:
        case.find(f"report of a run that exits {CODES[kind]} exits 0")
    if outcome.code in (0, 1) and os.path.realpath(spelled) == victim:
        case.find(f"report writes over its own input (exit {outcome.code})")
    for name, data in trees[parts[0]].items():
        try:
            with open(os.path.join(victim, name), "rb") as file:
                if file.read() == data:
                    continue
        except OSError:
            pass
        if outcome.code not in (0, 1):
            case.find(f"report exits {outcome.code} and has destroyed the share {parts[0]}")
        break
