"""Every verb that writes, killed at a random moment: what it writes is the old or the new whole."""
import json
import os
import shutil
import signal

import mutations
import sealing

SIGNALS = [signal.SIGKILL] * 6 + [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT]


class Work:
    """A command line and what it writes, below the case's folder."""

    def __init__(self, arguments, output, old=None, cwd="in", codes=(0,), check=None, within=()):
        self.arguments, self.output, self.old, self.cwd = arguments, output, old, cwd
        self.codes, self.check, self.within = codes, check, within


def sound(verb, *options, name="o.flac", source="tone.wav"):
    def prepare(case):
        mutations.write_tree({source: case.bases.sound(source)}, case.path("in"), case.folder)
        return Work([verb, *options, "--force", source, case.path("out", name)], "out/" + name,
                    case.bases.sound("noise.flac"))
    return prepare


def split(case):
    mutations.write_tree({"seven.flac": case.bases.sound("seven.flac")}, case.path("in"), case.folder)
    return Work(["split", "--pause", "100", "seven.flac", case.path("out/pieces")], "out/pieces",
                codes=(0, 1, 65))


def speak(case):
    return Work(["speak", "--force", "one two three", case.path("out/o.wav")], "out/o.wav",
                case.bases.sound("noise.wav"))


def vad(case):
    mutations.write_tree({"tone.wav": case.bases.sound("tone.wav")}, case.path("in"), case.folder)
    return Work(["vad", "--force", "tone.wav", "--output", case.path("out/v")], "out/v")


def project(case, name=None):
    name = name or case.chance.choice(["shutdown/field-set", "voicekit-calls/resets",
                                       "saykit-requests/refusals", "keenasr/talks-on"])
    mutations.write_tree(case.bases.whole[name], case.path("in"), case.folder)
    return name.split("/")[1]


def record(case):
    scenario = project(case)
    return Work(["record", "--force", "--scenario", f"{scenario}.scenario.json", "--output",
                 case.path("out/o.vsession")], "out/o.vsession",
                case.bases.session("shutdown/field-unset"), check=session)


def test(case):
    scenario = project(case, "shutdown/field-set")
    path = case.path("in/prompts.json")
    with open(path, "rb") as file:
        data = file.read()
    with open(path, "wb") as file:
        file.write(data.replace(b'"textString": "', b'"textString": "Well '))
    return Work(["test", "."], f"in/{scenario}.vsession.new", codes=(0, 1), check=session,
                within=[f"in/{scenario}.vsession.new.partial", "in/.voicetest"])


def report(case):
    project(case)
    return Work(["test", ".", "--force", "--report", case.path("out/r")], "out/r", check=merged)


def replay(case):
    tree = dict(case.bases.session("shutdown/field-set"))
    events = sealing.events_of(tree["trace.jsonl"])[:-1]
    tree["trace.jsonl"] = sealing.trace_bytes(events)
    mutations.write_tree(tree, case.path("in/s.vsession"), case.folder)
    return Work(["replay", "s.vsession"], "in/s.vsession/trace.new.jsonl", codes=(0, 1))


def accept(case):
    """A pending trace, or a pending session beside its golden."""
    true = case.bases.session("shutdown/field-set")
    tree = dict(true)
    if case.chance.random() < 0.5:
        tree["trace.jsonl"] = sealing.trace_bytes(sealing.events_of(tree["trace.jsonl"])[:-1])
        tree["trace.new.jsonl"] = true["trace.jsonl"]
    else:
        tree = case.bases.session("shutdown/field-unset")
        mutations.write_tree(true, case.path("in/s.vsession.new"), case.folder)
    mutations.write_tree(tree, case.path("in/s.vsession"), case.folder)
    return Work(["accept", "s.vsession", "--reason", "x", "--budget", "60000"], "in/s.vsession",
                check=accepted, within=["in/s.vsession.new"])


def recover(case):
    name = case.chance.choice(sorted(case.bases.partials))
    mutations.write_tree(case.bases.partials[name], case.path("in/p.vsession.partial"), case.folder)
    return Work(["recover", "p.vsession.partial"], "in/p.vsession", check=recovered,
                within=["in/p.vsession.partial"])


def redact(case):
    mutations.write_tree(case.bases.session("shutdown/field-set"), case.path("in/s.vsession"),
                         case.folder)
    return Work(["redact", "s.vsession", "--output", case.path("out/o.vsession")], "out/o.vsession",
                check=session)


def baseline(case):
    mutations.write_tree(case.bases.session("shutdown/field-set"), case.path("in/s.vsession"),
                         case.folder)
    return Work(["latency", "s.vsession", "--force", "--write-baseline", case.path("out/b.json")],
                "out/b.json", b"{}\n")


def history(case):
    mutations.write_tree(case.bases.session("shutdown/field-set"), case.path("in/s.vsession"),
                         case.folder)
    return Work(["latency", "s.vsession", "--history", case.path("out/h.db")], "out/h.db",
                check=kept, within=["out"])


def merge(case):
    shares = case.bases.reports["green"]
    for part in ("one", "two"):
        mutations.write_tree(shares[part], case.path("in", part), case.folder)
    return Work(["report", "one", "two", "--force", "--output", case.path("out/m")], "out/m",
                check=merged)


def init(case):
    engine = case.chance.choice(["voiceflow", "keenasr", "voicekit", "saykit"])
    return Work(["init", "--engine", engine, case.path("out/p")], "out/p", check=tested)


def draft(case):
    mutations.write_tree(case.bases.whole["shutdown/field-set"], case.path("in"), case.folder)
    return Work(["init", "--from", "voiceflow.json", case.path("out/p")], "out/p", check=tested,
                codes=(0, 1))


def bundle(case):
    return Work(["bundle", "make", "--force", case.path("out/b")], "out/b", codes=(0, 69),
                check=bundled)


WORKS = {"convert": sound("convert"), "gain": sound("gain", "--db", "-3"),
         "resample": sound("resample", "--rate", "8000"), "cut": sound("cut", "--piece", "0.1-0.4"),
         "trim": sound("trim"), "split": split, "speak": speak, "vad": vad, "record": record,
         "test": test, "test --report": report, "replay": replay, "accept": accept,
         "recover": recover, "redact": redact, "latency": baseline, "latency --history": history,
         "report": merge, "init": init, "init --from": draft, "bundle": bundle}


# ---- whether what is there is whole


def session(case, path):
    again = case.run("replay", "--no-self-test", path, ci=True)
    return again is None or again.code == 0


def merged(case, path):
    again = case.run("report", path, "--output", case.path("out/again"), writes=["out"])
    return again is None or again.code == 0


def accepted(case, path):
    """Golden and ledger are the old or the new, or the acceptance can be repeated."""
    again = case.run("replay", path, writes=["in"])
    if again is not None and again.code == 1:
        case.run("accept", path, "--reason", "again", "--budget", "60000", writes=["in"])
        again = case.run("replay", path, writes=["in"])
    # The golden of before does not agree with another prompt; it is whole all the same.
    return again is None or again.code == 0


def recovered(case, path):
    return session(case, path)


def kept(case, path):
    again = case.run("latency", case.path("in/s.vsession"), "--history", path, writes=["out"])
    return again is None or again.code == 0


def tested(case, path):
    again = case.run("test", path, writes=["out"])
    return again is None or again.code in (0, 1)


def bundled(case, path):
    again = case.run("bundle", "check", path)
    return again is None or again.code == 0


# ---- one kill


def bytes_of(path):
    """What stands at a path: bytes, the files of a folder, or None."""
    if os.path.isdir(path):
        # A folder that is only claimed, or holds the draft of a report, is nothing yet.
        return {name: data for name, data in mutations.read_tree(path).items()
                if not name.startswith(".writing/")} or None
    if os.path.isfile(path):
        with open(path, "rb") as file:
            return file.read()
    return None


def run(case):
    chance = case.chance
    name = chance.choice(sorted(WORKS))
    work = WORKS[name](case)
    place = case.path(work.output)
    if work.old is not None and chance.random() < 0.6:
        if isinstance(work.old, dict):
            mutations.write_tree(work.old, place, case.folder)
        else:
            with open(place, "wb") as file:
                file.write(work.old)
    old = bytes_of(place)
    mutations.write_tree({"theirs/notes.txt": b"an hour of work\n"}, case.path("out"), case.folder)
    number = chance.choice(SIGNALS)
    # How long the verb takes on this machine; a kill comes up to a little later.
    known = case.sandbox.__dict__.setdefault("durations", {})
    moment = chance.random() * 1.1 * known.get(name, 0.3)
    case.note = f"{name}, {signal.Signals(number).name} after {1000 * moment:.0f} ms"
    case.touched()
    folder = os.path.dirname(work.output)
    outcome = case.run(*work.arguments, cwd=case.path(work.cwd), kill=(moment, number),
                       writes=[work.output, *work.within] + (["out"] if folder == "out" else []),
                       keeps=["out/theirs"], adds=[folder])
    if outcome is None:
        return
    if outcome.code >= 0:
        known[name] = max(0.02, outcome.seconds)
        if outcome.code not in work.codes:
            case.find(f"{name} exits {outcome.code} without a kill that reached it")
        return
    left = [each for each in os.listdir(case.path(folder))
            if each.startswith(os.path.basename(work.output) + ".") and each.endswith(".partial")]
    is_asked = number != signal.SIGKILL
    if is_asked and left and name not in ("record", "test", "recover", "redact"):
        case.find(f"{name} leaves {left[0]} at {signal.Signals(number).name}")
    now = bytes_of(place)
    if now == old or now is None and old is None:
        pass
    elif work.check is None:
        with_no_kill(case, name, work, place, now)
    elif now is None:
        if name not in ("accept",):
            case.find(f"{name}: the old is gone, and no new is there")
    elif not work.check(case, place):
        case.find(f"{name}: what is there is neither the old nor the new whole")


def with_no_kill(case, name, work, place, now):
    """What is there has to be what the verb writes when it is left alone."""
    kept = place + ".killed"
    os.rename(place, kept)
    case.touched()
    again = case.run(*work.arguments, cwd=case.path(work.cwd),
                     writes=[work.output, *work.within, work.output + ".killed"],
                     adds=[os.path.dirname(work.output)])
    if again is None or again.code not in work.codes:
        return
    whole = bytes_of(place)
    if isinstance(now, dict):  # several files: each is whole or not there
        if any(whole.get(each) != data for each, data in now.items() if not each.endswith(".partial")):
            case.find(f"{name}: a file that is there is not the whole new one")
    elif now != whole:
        case.find(f"{name}: what is there is neither the old nor the new whole")
    shutil.rmtree(kept) if os.path.isdir(kept) else os.remove(kept)
