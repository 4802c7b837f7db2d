"""Command lines of every verb: hostile values of every option that its help names."""
import re
import subprocess

import mutations

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
# Programs that are none, or misbehave.
COMMANDS = ["", " ", "'", '"x', "\\", "x", "/bin/true", "/bin/cat", "/bin/false", "in/a.wav", "in", "/",
            "sh -c 'exec cat /dev/zero'", "sh -c 'kill -9 $$'", "\udcff", "x\n::error::PLANTED", "x " * 300,
            "sh -c 'echo ::error::PLANTED >&2; printf \"\\033[31m\" >&2'", "x" * 40_000]
# Where the outcome depends on the machine, or the command waits for a person.
LEFT_OUT = {"--watch", "--force", "--device", "--live", "--open", "--serve", "--input-device", "--output-device"}
WRITES = {"--output", "--report", "--write-baseline", "--history", "--recordings", "--accept-baseline", "--save"}
RIGHT = {"record": ["--flow", "in/voiceflow.json", "--prompts", "in/prompts.json", "--scenario",
                    "in/field-set.scenario.json", "--recognizer", "scripted", "--duration", "5"],
         "accept": ["--reason", "x"], "resample": ["--rate", "8000"], "gain": ["--db", "-3"],
         "cut": ["--piece", "0.1-"]}
READING = {"info", "dump", "diff", "validate", "flow", "review", "listen", "evaluate", "doctor"}
_verbs = {}


def verbs(case):
    """The verbs, each with its options, whether one has a value, and its arguments: from their help, asked once."""
    if not _verbs:
        for verb in re.findall(r"^  ([a-z]+)(?:  |$)", asked(case), re.M):
            page = asked(case, verb)
            options = dict(re.findall(r"^  (?:-\w, )?(--[a-z-]+)( <)?", page, re.M))
            arguments = re.findall(r"^  <([\w. ]+)>", page, re.M)
            _verbs[verb] = ({name: bool(value) for name, value in options.items() if name not in LEFT_OUT}, arguments)
    return _verbs


def asked(case, *verb):
    """The help of the program, or of one of its verbs."""
    return subprocess.run([case.sandbox.program, *verb, "--help"], capture_output=True, text=True, check=True).stdout


def value(chance, name):
    """A hostile value for an option or an argument of this name."""
    if name in WRITES or "out" in name:
        return chance.choice(OUTPUTS)
    if name.endswith("-command"):
        return chance.choice(COMMANDS)
    return chance.choice(chance.choice([WORDS, NUMBERS, PATHS, PATHS]))


def prepare(case):
    tree = {"a.wav": case.bases.sound("tone.wav"), "a.flac": case.bases.sound("tone.flac"), "empty": b"",
            "folder/x": b"", "fifo": mutations.Special("fifo"), "loop": mutations.Special("link", "loop"),
            "\x1b[31m.json": b"[1,]]", "x\n::error::PLANTED": b"x", "phrases.txt": b"yes\nno\n",
            "deep/" + "d/" * 100 + "x": b"", **case.bases.whole["shutdown/field-set"]}
    for folder, files in (("s.vsession", case.bases.session("shutdown/field-unknown")),
                          ("r", case.bases.reports["green"]["whole"]),
                          ("p.vsession.partial", case.bases.partials["shutdown/field-set"])):
        tree |= {f"{folder}/{name}": data for name, data in files.items()}
    mutations.write_tree(tree, case.path("cwd/in"), case.folder)
    mutations.write_tree({"x": b""}, case.path("cwd/out/there"), case.folder)
    case.touched()


def run(case):
    """Four command lines of verbs drawn by chance."""
    chance = case.chance
    prepare(case)
    for _ in range(4):
        verb = chance.choice(sorted(verbs(case)))
        options, arguments = verbs(case)[verb]
        line = [verb] + (RIGHT.get(verb, []) if chance.random() < 0.75 else [])
        for name in chance.sample(sorted(options), min(len(options), chance.choice([0, 1, 1, 2, 3]))):
            line += [name, value(chance, name)] if options[name] else [name]
        if "--output" in options and "--output" not in line:
            line += ["--output", chance.choice(OUTPUTS[:6])]
        for name in arguments:
            line += [value(chance, each) for each in name.replace("...", "").split()]
        case.note = verb
        writes = [] if verb in READING else ["cwd", "out", "x"]
        if verb in ("replay", "test", "accept", "review", "recover"):
            writes.append("cwd/in")
        if verb == "devices":       # the library of the sound server keeps its cookie and its socket there
            writes += ["home/.config", "tmp"]
        form = "free" if {"--help", "-h", "--version"} & {*line} else form_of(line)
        case.run(*line, writes=writes, keeps=["cwd/in"] if "cwd/in" not in writes else [],
                 adds=["cwd/in", "cwd/in/folder"], form=form)


def form_of(line):
    """What standard output holds, by the format that the line asks for."""
    return "free" if "--format" in line or "-" in line else "text"
