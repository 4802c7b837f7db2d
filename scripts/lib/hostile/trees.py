"""Folders of sessions: what is searched is found, named or refused, never left out silently."""
import os
import re

import mutations
import sessions


def put(case, place, base="shutdown/field-unknown"):
    mutations.write_tree(case.bases.session(base), case.path("in", place), case.folder)


def linked(case):
    put(case, "c/a.vsession")
    mutations.write_tree(case.bases.session("shutdown/field-unset"),
                         case.path("outside/b.vsession"), case.folder)
    os.symlink(case.path("outside/b.vsession"), case.path("in/c/hiddenone.vsession"))
    return "hiddenone.vsession", "a session that is a link"


def linked_folder(case):
    put(case, "c/a.vsession")
    mutations.write_tree(case.bases.session("shutdown/field-unset"),
                         case.path("outside/more/b.vsession"), case.folder)
    os.symlink(case.path("outside/more"), case.path("in/c/hiddenone"))
    return "hiddenone", "a session in a folder that is a link"


def hidden(case):
    put(case, "c/a.vsession")
    put(case, "c/.hiddenone/b.vsession")
    return "hiddenone", "a session in a hidden folder"


def hidden_session(case):
    put(case, "c/a.vsession")
    put(case, "c/.hiddenone.vsession")
    return "hiddenone", "a session with a hidden name"


def deep(case):
    put(case, "c/a.vsession")
    put(case, "c/" + "d/" * case.chance.choice([33, 34, 40]) + "hiddenone.vsession")
    return "d/d", "a session far below"


def nested(case):
    put(case, "c/a.vsession")
    put(case, "c/a.vsession/" + case.chance.choice(["", "audio/", "sub/"]) + "hiddenone.vsession")
    return "hiddenone", "a session in a session"


SKIPPED = [linked, linked_folder, hidden, hidden_session, deep, nested]


def skipped(case):
    """A session that is not replayed is named, and a run that counts on it is no 0."""
    chance = case.chance
    name, what = chance.choice(SKIPPED)(case)
    case.note = what
    case.touched()
    corpus = case.path("in/c")
    verb = chance.choice(["replay"] * 4 + ["latency", "accept", "flow"])
    if verb != "replay":
        options = {"latency": [], "accept": ["--reason", "x"], "flow": [
            case.path("in/c/a.vsession/flow/voiceflow.json"), "--sessions"]}[verb]
        outcome = case.run(verb, *options, corpus)
        if outcome and outcome.code == 0 and name not in outcome.text:
            case.find(f"{verb} says nothing of {what}")
        return
    ci = chance.random() < 0.4
    options = []
    if chance.random() < 0.4:
        options += ["--report", case.path("out/r")]
    if chance.random() < 0.3:
        options += ["--shard", "1/1"]
    outcome = case.run("replay", *options, corpus, ci=ci, writes=["out"])
    if outcome is None:
        return
    # A session found all the same is not skipped.
    if outcome.code == 0 and len(agreeing(outcome.text)) < 2:
        if name not in outcome.text:
            case.find("replay leaves it out silently")
        elif ci or options:
            case.find("replay leaves it out, and exits 0 with CI, --shard or --report")


def nothing(case):
    """Runs that found nothing, or not all, and what is merged from them."""
    chance = case.chance
    kind = chance.randrange(5)
    put(case, "c/a.vsession")
    os.makedirs(case.path("in/empty"))
    paths = [["nope"], ["empty"], ["c", "nope"], ["c", "empty"], ["c"]][kind]
    environment = False
    if kind == 4:  # a stale pending trace, which is red with CI
        environment = True
        with open(case.path("in/c/a.vsession/trace.new.jsonl"), "wb") as file:
            file.write(case.bases.session("shutdown/field-unset")["trace.jsonl"])
    count = chance.choice([1, 2])
    case.note = f"paths {paths}, {count} shares"
    case.touched()
    codes, folders = [], []
    for number in range(1, count + 1):
        folder = case.path(f"out/z{number}")
        share = ["--shard", f"{number}/{count}"] if count > 1 or chance.random() < 0.5 else []
        outcome = case.run("replay", *paths, *share, "--report", folder, cwd=case.path("in"),
                           ci=environment or chance.random() < 0.3, writes=["out"])
        if outcome is None:
            return
        codes.append(outcome.code)
        folders.append(folder)
        if outcome.code == 0 and kind in (0, 1):
            case.find("replay of nothing exits 0")
    outcome = case.run("report", *folders, "--output", case.path("out/m"), writes=["out"])
    if outcome and outcome.code == 0 and any(codes):
        case.find(f"report merges runs that exit {codes} to 0")


def agreeing(text):
    """The names of the sessions that agree, of a replay's text: one has a line of its own, several
    share one."""
    names = re.findall(r"([^/\s]+)\.vsession agrees, ", text)
    for line in re.findall(r"^\d+ sessions agree, [^:]*: (.*)$", text, re.MULTILINE):
        names += line.split(", ")
    return names


def bad_neighbour(case):
    """One bad session never costs another's verdict."""
    chance = case.chance
    put(case, "c/a.vsession")
    put(case, "c/z.vsession", "shutdown/field-unset")
    case.base = chance.choices(case.bases.names, case.bases.weights)[0]
    case.aside, case.stage = None, "audio"
    tree = dict(case.bases.session(case.base))
    change = chance.choice([sessions.bomb, sessions.bomb, sessions.replaced, sessions.manifest,
                            sessions.inputs, sessions.flow_file])
    plan = change(case, tree)
    case.note = f"{case.base}: {plan.what}, beside two good sessions"
    if case.aside:
        mutations.write_tree(case.aside[1], case.path("outside"), case.folder)
    try:
        mutations.write_tree(tree, case.path("in/c/m.vsession"), case.folder)
    except (FileExistsError, NotADirectoryError):
        return
    case.touched()
    outcome = case.run("replay", case.path("in/c"), "--jobs", chance.choice(["1", "2"]), ci=True)
    if outcome is None or outcome.hung:
        return
    if not {"a", "z"} <= set(agreeing(outcome.text)):
        case.find("a good session has no verdict beside a bad one")


def run(case):
    sessions.pick(case.chance, [(skipped, 4), (nothing, 3), (bad_neighbour, 5)])(case)
