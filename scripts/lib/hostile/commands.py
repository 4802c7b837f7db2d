"""Command lines of every verb: hostile values of every option, in every order."""
import os

import mutations
from project import forms as report_forms

WORDS = ["", "-", "--", "x", "\x1b[31m", "x\n::error::PLANTED", "::error::PLANTED", "\udcff",
         "x" * 120_000,
         "a" * 4096, "--help", "--force", "-h", "\u202ex", "../x", "é", "a,b", "a=b", "=", "0x10",
         "*", "$HOME"]
NUMBERS = ["0", "1", "-1", "2", "1e3", "nan", "inf", "-inf", "1e308", "2147483648", "4294967296",
           "4611686018427387904", "9223372036854775807", "9223372036854775808",
           "-9223372036854775808",
           "00", "1.5", "", "x", " 1", "1/0", "٣"]
PATHS = ["in/s.vsession", "in/s.vsession", "in/s.vsession/trace.jsonl",
         "in/s.vsession/session.json",
         "in/a.wav", "in/a.flac", "in/r", "in/p.vsession.partial", "in/voiceflow.json",
         "in/prompts.json", "in/scenario.json", "in/phrases.txt", "in", ".", "in/nowhere",
         "in/fifo",
         "in/empty", "in/folder", "in/deep", "/dev/null", "/dev/zero", "in/loop", "in/a.wav/x",
         "in/\x1b[31m.json", "in/x\n::error::PLANTED", "/proc/self/environ"]
OUTPUTS = ["out/o", "out/o.vsession", "out/o.wav", "out/o.flac", "out/a/b/c/o.wav", "out",
           "out/x\x1b[31m.wav",
           "in/nowhere/../../out/y", "out/x\n::error::PLANTED.wav", "out/" + "x" * 300,
           "in/a.wav/x", "out/.", "/dev/null",
           "/dev/full", "in/fifo", "in/loop/x", "out/\udcff.wav"]
# Commands of recognizers: words that are none, and programs that are none, or misbehave.
COMMANDS = ["", " ", "'", '"x', "\\", "x", "/bin/true", "/bin/cat", "/bin/false", "in/a.wav", "in", "/",
            "sh -c 'exec cat /dev/zero'", "sh -c 'kill -9 $$'",
            "sh -c 'echo ::error::PLANTED >&2; printf \"\\033[31m\" >&2'", "\x1b[31m", "\udcff",
            "x\n::error::PLANTED", "x " * 300, "x" * 40_000, "python3 in/heard.py",
            "python3 in/heard.py nan", "python3 in/heard.py far", "python3 in/heard.py long",
            "python3 in/heard.py deep", "python3 in/heard.py twice", "python3 in/heard.py dies"]
# A recognizer that misbehaves as its argument says.
HEARD = b'''import json, sys
way = sys.argv[1] if len(sys.argv) > 1 else ""
for line in sys.stdin:
    message = json.loads(line)
    if message["kind"] == "hello":
        print(json.dumps({"kind": "ready", "protocol": 1, "name": "heard", "version": "1"}), flush=True)
        continue
    if way == "dies":
        sys.exit("\\x1b[31mdead\\n::error::PLANTED")
    start = {"nan": float("nan"), "far": 1 << 62}.get(way, 0)
    word = {"text": "x" * (1 << 20 if way == "long" else 3), "start": start, "end": message["samples"]}
    reply = json.dumps({"kind": "answer", "id": message["id"], "words": [word]})
    print("[" * 100_000 if way == "deep" else reply, flush=True)
    if way == "twice":
        print(reply, flush=True)
'''
# Number, path, output, word, command of a recognizer, or the values that are right.
VERBS = {
    "replay": ([("p", 1)], {"--from": ["audio", "speech", "words", "x"], "--jobs": "n",
                            "--tolerance": "p", "--certify": ["-1", "0", "1", "2", "x", "nan"],
                            "--block": "n", "--set": ["endpoint.offsetMs=200", "=", "x=1", "a",
                                                      "endpoint.offsetMs=9223372036854775807",
                                                      "speech.floorWindowMs=-1",
                                                      "speech.floorWindowMs=4611686018427387904",
                                                      "detector.windowMs=0", "endpoint.offsetMs=x"],
                            "--format": [*report_forms(), "x"], "--coverage": "n", "--no-self-test": None,
                            "--recognizer-command": "c", "--program-command": "c",
                            "--report": "o", "--shard": ["1/1", "0/1", "2/1", "1/0", "auto", "-1/2",
                                                         "1/4611686018427387904", "x", "1/2/3"],
                            "--force": None, "--keep-sound": None, "--color": ["never", "always", "x"]}),
    "diff": ([("p", 2)], {"--tolerance": "p", "--format": [*report_forms("PairFormat"), "x"],
                          "--report": "o", "--force": None}),
    "accept": ([("p", 1)], {"--reason": "w", "--budget": "n", "--re-anchor": None, "--unmet": None,
                            "--upgrade": None, "--recognizer-command": "c",
                            "--program-command": "c"}),
    "review": ([("p", 1)], {"--reason": "w", "--budget": "n", "--re-anchor": None, "--unmet": None,
                            "--recognizer-command": "c", "--program-command": "c"}),
    "latency": ([("p", 1)], {"--baseline": "p", "--write-baseline": "o", "--force": None,
                             "--work": None, "--no-work": None, "--history": "o", "--label": "w",
                             "--from": ["audio", "speech", "words", "x"],
                             "--recognizer-command": "c", "--program-command": "c",
                             "--format": ["text", "json", "html", "x"], "--turns": None}),
    "report": ([("p", 1)], {"--output": "o", "--format": ["text", "json", "x"], "--force": None}),
    "dump": ([("p", 1)], {"--tap": ["speech", "words", "actions", "audio"], "--kind": "w",
                          "--from-ms": "n", "--to-ms": "n", "--format": ["text", "json"]}),
    "validate": ([("p", 3)], {"--media": "p", "--language": "w", "--format": ["text", "json"],
                              "--program-command": "c"}),
    "flow": ([("p", 1)], {"--format": ["text", "svg", "dot", "json"], "--sessions": "p"}),
    "recover": ([("p", 1)], {"--format": ["text", "json"]}),
    "redact": ([("p", 1)], {"--output": "o", "--spans": "p", "--all-speech": None, "--rules": "p"}),
    "doctor": ([], {"--format": ["text", "json", "x"]}),
    "vad": ([("p", 1)], {"--format": ["text", "json", "audacity", "textgrid", "rttm"],
                         "--output": "o", "--force": None, "--frames": None, "--explain": None,
                         "--rule": ["detector", "voicekit"], "--jobs": "n"}),
    "trim": ([("p", 1), ("o", 1)], {"--force": None, "--jobs": "n", "--format": ["text", "json"],
                                    "--pre-pad": "n", "--post-pad": "n", "--start": "n",
                                    "--end": "n", "--words": "p", "--explain": None}),
    "gain": ([("p", 1), ("o", 1)], {"--force": None, "--jobs": "n", "--db": "n", "--peak": "n",
                                    "--loudness": "n", "--limit": None, "--ceiling": "n",
                                    "--no-dither": None, "--remove-offset": None,
                                    "--bitrate": "n"}),
    "cut": ([("p", 1), ("o", 1)], {"--force": None, "--jobs": "n", "--format": ["text", "json"],
                                   "--piece": ["0.1-0.5", "100f-", "x", "1-0"],
                                   "--fade-in": "n", "--fade-out": "n", "--pad-before": "n",
                                   "--pad-after": "n"}),
    "split": ([("p", 1), ("o", 1)], {"--force": None, "--jobs": "n", "--format": ["text", "json"],
                                     "--pause": "n", "--least": "n", "--longest": "n",
                                     "--pre-pad": "n", "--post-pad": "n", "--labels": None}),
    "resample": ([("p", 1), ("o", 1)], {"--force": None, "--jobs": "n", "--rate": "n",
                                        "--quality": ["best", "fast", "x"]}),
    "convert": ([("p", 1), ("o", 1)], {"--force": None, "--jobs": "n", "--container": [
        "wav", "flac", "mp3", "x"], "--encoding": ["pcm16", "float", "x"], "--channels": "n",
        "--bitrate": "n", "--quality": "n"}),
    "info": ([("p", 2)], {"--jobs": "n", "--format": ["text", "json"]}),
    "speak": ([("w", 1), ("o", 1)], {"--voice": "w", "--rate": "n", "--wpm": "n", "--aliases": "p",
                                     "--phonemes": "p", "--force": None}),
    "listen": ([("p", 1)], {"--grammar": "p", "--phrases": "p", "--graph": "p", "--context": "n",
                            "--trigger": "w", "--alternatives": "n", "--words": None,
                            "--phones": None, "--gop": None, "--reference": "w",
                            "--recognizer-command": "c",
                            "--format": ["text", "json"]}),
    "evaluate": ([("p", 1)], {"--grammar": "p", "--phrases": "p", "--graph": "p", "--context": "n",
                              "--trigger": "w", "--transcripts": "p", "--labels": "p",
                              "--baseline": "p", "--allow-points": "n", "--allow-ms": "n",
                              "--tolerance": "n", "--tolerance-ms": "n",
                              "--seed": "n", "--list": None, "--jobs": "n",
                              "--recognizer-command": "c",
                              "--format": ["text", "json"]}),
    "record": ([], {"--flow": "p", "--prompts": "p", "--audio-text-map": "p", "--media": "p",
                    "--recordings": "o", "--language": "w", "--field": "w", "--seed": "n",
                    "--scenario": "p", "--input": "p", "--delays-of": "p", "--duration": "n",
                    "--recognizer": ["scripted"], "--recognizer-command": "c",
                    "--program-command": "c", "--grammar": "p",
                    "--phrases": "p",
                    "--sample-rate": "n", "--set": ["a", "endpoint.offsetMs=5"], "--durable": None,
                    "--keep-last": "n", "--keep-when": ["end", "failure", "intent", "x"],
                    "--force": None, "--output": "o", "--buffer-ms": "n", "--block-frames": "n"}),
    "help": ([("w", 1)], {}), "": ([("w", 1)], {"--version": None, "--help": None}),
}
WRITING = {"replay", "diff", "accept", "latency", "report", "redact", "recover", "vad", "trim",
           "gain", "cut", "split", "resample", "convert", "speak", "record"}
RIGHT = {"record": ["--flow", "in/voiceflow.json", "--prompts", "in/prompts.json", "--scenario",
                    "in/scenario.json", "--recognizer", "scripted"],
         "report": ["in/r"], "redact": [], "accept": ["--reason", "x"],
         "resample": ["--rate", "8000"], "gain": ["--db", "-3"], "cut": ["--piece", "0.1-"]}


def value(case, kind):
    chance = case.chance
    if isinstance(kind, list):
        return chance.choice(kind)
    if chance.random() < 0.05:
        return chance.choice(WORDS)
    if kind == "w":
        return chance.choice(WORDS)
    if kind == "n":
        return chance.choice(NUMBERS)
    if kind == "c":
        return chance.choice(COMMANDS)
    text = chance.choice(PATHS if kind == "p" else OUTPUTS)
    return text


def prepare(case):
    tree = {"a.wav": case.bases.sound("tone.wav"), "a.flac": case.bases.sound("tone.flac"),
            "empty": b"", "folder/x": b"", "fifo": mutations.Special("fifo"),
            "loop": mutations.Special("link", "loop"),
            "\x1b[31m.json": b"[1,]]", "x\n::error::PLANTED": b"x",
            **case.bases.projects["shutdown/field-set"], "phrases.txt": b"yes\nno\n",
            "heard.py": HEARD}
    for name, data in case.bases.session("shutdown/field-unknown").items():
        tree["s.vsession/" + name] = data
    for name, data in case.bases.reports["green"]["whole"].items():
        tree["r/" + name] = data
    for name, data in case.bases.partials["shutdown/field-set"].items():
        tree["p.vsession.partial/" + name] = data
    deep = "deep/" + "d/" * 100
    tree[deep + "x"] = b""
    mutations.write_tree(tree, case.path("cwd/in"), case.folder)
    os.makedirs(case.path("cwd/out"))
    case.touched()


def run(case):
    chance = case.chance
    prepare(case)
    for _ in range(4):
        verb = chance.choice(sorted(VERBS))
        arguments, options = VERBS[verb]
        line = [verb] if verb else []
        if chance.random() < 0.75:
            line += RIGHT.get(verb, [])
        count = min(len(options), chance.choice([0, 1, 1, 2, 3]))
        for name in chance.sample(sorted(options), count):
            if name == "--force":
                continue  # only below, where it can hurt nothing but what is there for it
            line.append(name)
            if options[name] is not None:
                line.append(value(case, options[name]))
        if verb in ("record", "report", "redact") and "--output" not in line:
            line += ["--output", chance.choice(OUTPUTS[:6])]
        for kind, count in arguments:
            for _ in range(count if chance.random() < 0.9 else chance.choice([0, count + 1])):
                line.append(value(case, kind))
        if chance.random() < 0.1 and len(line) > 1:
            line.insert(chance.randrange(1, len(line)), chance.choice(WORDS))
        if verb == "record" and "--duration" not in line:
            line += ["--duration", "5"]
        case.note = verb
        form = "free"
        # Anything may be written where a command line names it, but nothing that is there for it.
        writes = ["cwd", "out", "cwd/in/nowhere", "x"] if verb in WRITING else []
        if verb in ("replay", "accept", "review"):
            writes.append("cwd/in/s.vsession")
        if verb == "recover":
            writes.append("cwd/in")
        if verb in ("flow", "latency") and ("svg" in line or "html" in line):
            form = "page"
        elif "github" in line:
            form = "github"
        elif any(each in ("json", "sarif", "perfetto") for each in line):
            form = "json" if verb in ("replay", "diff", "report") and "--certify" not in line \
                else "lines" if verb in ("dump", "info") else "free"
        elif "junit" in line:
            form = "xml"
        elif verb in ("speak", "convert", "cut", "gain", "resample", "trim") and "-" in line:
            form = "sound"
        else:
            form = "text"
        if "--help" in line or "-h" in line or "--version" in line:
            form = "free"
        # An output folder may be one that is there: files are added to it.
        adds = [os.path.normpath("cwd/" + each) for each in line if each in PATHS] \
            if verb in WRITING else []
        case.run(*line, writes=writes, keeps=["cwd/in"], adds=adds, form=form)
