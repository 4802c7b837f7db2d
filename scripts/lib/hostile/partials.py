"""Damaged recordings under `recover`: what it seals can be opened, and nothing is followed out."""
import json
import os

import bases
import mutations
from mutations import Special


def run(case):
    chance = case.chance
    name = chance.choice(sorted(case.bases.partials))
    tree = dict(case.bases.partials[name])
    draw = chance.random()
    aside = {}
    if draw < 0.3:
        file = chance.choice(["journal/story", "journal/sound-00000000"])
        tree[file] = mutations.mutate_bytes(chance, tree[file])
        what = f"bytes of {file}"
    elif draw < 0.55:
        what = changed_records(case, tree)
    elif draw < 0.65:
        file = chance.choice(sorted(tree))
        tree[file] = mutations.mutate_bytes(chance, tree[file])
        what = f"bytes of {file}"
    elif draw < 0.75:
        value, told = mutations.mutate_json(chance, json.loads(tree["session.draft.json"]))
        tree["session.draft.json"] = mutations.encode(mutations.dumps(value))
        what = f"the draft ({told[:60]})"
    elif draw < 0.95:
        file = chance.choice(sorted(tree) + ["audio/mic.flac", "session.json", "inputs.jsonl",
                                             "trace.jsonl", "audio/prompts/index.json",
                                             "timing.json", "journal/sound-00000001"])
        if chance.random() < 0.4:
            tree[file] = Special("link", chance.choice(
                ["{case}/outside/secret.txt", "{case}/outside/new"]))
        else:
            tree[file] = mutations.special(chance, tree.get(file, b""))
            if tree[file].__class__ is Special and tree[file].kind == "sparse":
                # Three gigabytes of sound are a long recording; a terabyte is none.
                tree[file] = Special("sparse", (tree[file].value[0], 1 << 40))
        what = f"{file} is {tree[file]!r:.50}"
        if chance.random() < 0.3:  # a folder that is a link: files would land elsewhere
            folder = chance.choice(["audio", "audio/prompts", "journal", "flow"])
            inner = {each: tree.pop(each) for each in list(tree) if each.startswith(folder + "/")}
            aside = {each[len(folder) + 1:]: data for each, data in inner.items()}
            tree[folder] = Special("link", "{case}/outside/folder")
            what = f"{folder} is a link"
    else:
        what = "nothing"
    case.note = f"{name}: {what}"
    shown = "in/p.vsession"
    partial = case.path(shown + ".partial")
    try:
        os.makedirs(case.path("outside/folder"), exist_ok=True)
        mutations.write_tree(aside, case.path("outside/folder"), case.folder)
        mutations.write_tree(tree, partial, case.folder)
    except (FileExistsError, NotADirectoryError):
        return
    case.touched()
    form = chance.choice(["text", "json"])
    outcome = case.run("recover", "--format", form, "--", partial, form=form, writes=["in"])
    if outcome is None or outcome.code != 0:
        if outcome and os.path.exists(case.path(shown)):
            case.find(f"recover exits {outcome.code} and leaves a session")
        again = case.run("recover", "--", partial, writes=["in"])
        if outcome and again and again.code != outcome.code:
            case.find(f"recover exits {outcome.code}, and again {again.code}")
        return
    session = case.path(shown)
    case.check_modes(session)
    again = case.run("replay", "--no-self-test", session, ci=True)
    if again is None:
        return
    # `recover` replays from the words; sound that was damaged may be heard otherwise.
    alike = (form == "json" and outcome.json.get("replaysAlike")
             or b"the session replays alike" in outcome.out)
    whole = (form == "json" and outcome.json.get("isWhole")
             or b"nothing before the end is missing" in outcome.out)
    if again.code not in (0, 1) and alike:
        case.find(f"recover says that the session replays alike, and replay exits {again.code}")
    elif again.code == 1 and whole and what.startswith(("bytes of journal", "nothing")):
        case.find("recover says that the session is whole, and its replay differs")
    if what == "nothing" and not whole and form == "json":
        case.find("recover loses something of an undamaged partial")


def changed_records(case, tree):
    """Changes records whose checksums fit again."""
    chance = case.chance
    file = chance.choice(["journal/story", "journal/story", "journal/sound-00000000"])
    found = [list(each) for each in bases.records(tree[file])]
    for _ in range(chance.choice([1, 1, 2])):
        at = chance.randrange(len(found))
        kind = chance.randrange(8)
        if kind == 0:
            found[at][2] = mutations.mutate_bytes(chance, found[at][2])
        elif kind == 1:
            found[at][0] = chance.choice([0, 1, 2, 3, 4, 5, 6, 7, 255])
        elif kind == 2:
            found[at][1] = chance.choice(
                [0, (found[at][1] + 1) & (2**64 - 1), 2**31, 2**63, 2**64 - 1])
        elif kind == 3:
            found.insert(at, list(chance.choice(found)))
        elif kind == 4 and len(found) > 1:
            del found[at]
        elif kind == 5:
            other = chance.randrange(len(found))
            found[at], found[other] = found[other], found[at]
        elif kind == 6 and found[at][0] in (3, 5, 6):
            number = chance.choice(mutations.NUMBERS) & (2**64 - 1)
            found[at][2] = number.to_bytes(8, "little") + found[at][2][8:]
        elif found[at][0] in (1, 2):
            try:
                lines = [json.loads(line) for line in found[at][2].splitlines()]
            except ValueError:  # an earlier change left no JSON
                continue
            value, _ = mutations.mutate_json(chance, lines)
            if isinstance(value, list):
                found[at][2] = b"".join(
                    mutations.encode(mutations.dumps(each) + "\n") for each in value)
    tree[file] = b"".join(bases.record(*each) for each in found)
    return f"records of {file}"
