"""Programs as apps that break the protocol, and tapes of their calls that were cut, doubled, reordered, made enormous
or come from elsewhere: a clear sentence, in bounded memory and time, and nothing is left running."""
import hashlib
import json
import os
import time

import mutations

# A program of the protocol that misbehaves as its argument says; each process that it starts notes its number.
BOT = r'''import json, os, signal, subprocess, sys, time
way = sys.argv[1]
def say(**line):
    print(json.dumps(line), flush=True)
def idle(frame, after=None):
    say(kind="idle", t=frame, next=after)
def note():
    with open("pids.txt", "a") as file:
        file.write(f"{os.getpid()}\n")
def endless():
    # It keeps none of the ways to the command open: an end of the bot's output is an end.
    subprocess.Popen([sys.executable, "-c",
        "import os, signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "open('pids.txt', 'a').write(f'{os.getpid()}\\n')\ntime.sleep(600)"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
note()
if way == "silent-start": sys.exit(0)
if way == "dies-at-start": os.kill(os.getpid(), signal.SIGKILL)
hello = sys.stdin.readline()
if way == "no-json": print("hello", flush=True)
if way == "no-utf8": sys.stdout.buffer.write(b"\xff\xfe{}\n"); sys.stdout.flush()
if way == "idle-first": idle(0)
if way == "endless-line":
    while True: sys.stdout.write("x" * 65536)
if way == "endless-error":
    while True: sys.stderr.write("\x1b[31m::error::PLANTED\n" * 1000)
if way == "deep": print('{"kind":' * 50_000, flush=True)
ready = {"kind": "ready", "protocol": 1, "name": "bot", "version": "1", "hears": "words"}
ready |= {"old-protocol": {"protocol": 99}, "no-name": {"name": ""}, "bad-level": {"hears": "smell"},
          "many-kinds": {"kinds": {f"k{n}": {} for n in range(5000)}}, "own-kind": {"kinds": {"says": {}}},
          "audio-listens": {"hears": "audio"}}.get(way, {})
say(**ready)
if way == "ready-twice": say(**ready)
if way in ("orphan", "closes-output"): endless()
turn = 0
for text in sys.stdin:
    line = json.loads(text)
    if line["kind"] == "end":
        if way == "ignores-end":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True: time.sleep(600)
        sys.exit(0)
    if line["kind"] == "make":
        if way == "tape":
            say(kind="made", id=line["id"], status=200, chunks=[{"after": 10, "body": "fine", "encoding": "text"}])
        elif way == "made-backwards":
            say(kind="made", id=line["id"], chunks=[{"after": 9, "body": ""}, {"after": 1, "body": ""}])
        else:
            say(kind="made", id=77, chunks=[])
    if line["kind"] != "go": continue
    turn += 1
    until = line["until"]
    if way == "orphan": say(kind="emit", event="\x1b[31m::error::PLANTED"); say(kind="ended")
    if way == "closes-output": os.close(1); time.sleep(600)
    if way == "exits": sys.exit(3)
    if way == "segfault": os.kill(os.getpid(), signal.SIGSEGV)
    if way == "fails": say(kind="failed", reason="ValueError: no size", line="bot.py:1 main")
    if way == "acts-forever":
        while True: say(kind="cancel", id=1)
    if way == "far": idle(1 << 32); continue
    if way == "past": idle(until, 0); continue
    if way == "frame-forever": say(kind="emit", event="a"); idle(until, until); continue
    if way == "twice": say(kind="play", id=1, text="a"); say(kind="listen", id=1, task={})
    if way == "unknown-stop": say(kind="stop", id=9)
    if way == "audio-listens": say(kind="listen", id=1, task={})
    if way == "many-sounds":
        for number in range(100): say(kind="play", id=number + 1, text="a")
    if way == "bad-sound": say(kind="play", id=1, pcm="AAA")
    if way == "many-calls":
        for number in range(1500): say(kind="call", id=number + 1, to="a", body="")
    if way in ("tape", "made-backwards", "made-other") and turn == 1:
        for number, word in enumerate(("one", "two", "one")): say(kind="call", id=number + 1, to="ask", body=word)
    if way == "tape" and until >= 480: say(kind="ended")
    idle(until, until + 160 if way == "tape" else None)
    if way == "idle-twice": idle(until); time.sleep(600)
'''

# What each does, the exit codes that it may end in, and what the sentence says; None where the run may be fine.
CHILDREN = {
    "silent-start": (69, "ended or closed"), "dies-at-start": (69, "137"), "no-json": (69, "no JSON"),
    "no-utf8": (69, ""), "idle-first": (69, "something else"), "endless-line": (69, "1048576"),
    "deep": (69, ""), "old-protocol": (69, "another protocol"), "no-name": (69, "\"name\""),
    "bad-level": (69, "\"hears\""), "many-kinds": (69, "more than 128 kinds"), "own-kind": (69, "declared already"),
    "audio-listens": (65, "hears \"audio\""), "ready-twice": (None, ""), "orphan": (0, ""),
    "closes-output": (65, "closed its output"), "ignores-end": (None, ""), "exits": (65, "exit code 3"),
    "segfault": (65, "139"), "fails": (None, "no size"), "acts-forever": (65, "more than 10000 things"),
    "far": (65, "stopped at the frame"), "past": (65, "which is over"), "frame-forever": (65, "without an end"),
    "twice": (65, "twice"), "unknown-stop": (65, "did not use"), "many-sounds": (65, "more than 64 sounds"),
    "bad-sound": (65, "neither"), "many-calls": (65, "calls open at once"), "made-other": (65, "not asked to make"),
    "made-backwards": (65, "schema"), "idle-twice": (None, ""),
}
TAPES = {
    "cut": lambda lines: lines[:1], "half": lambda lines: [*lines[:2], lines[2][:40]],
    "doubled": lambda lines: [line for line in lines for _ in range(2)], "reordered": lambda lines: lines[::-1],
    "empty": lambda _: [], "foreign": lambda _: ['{"kind": "caller", "words": "yes"}'],
    "enormous": lambda lines: lines * 40_000,
    "late": lambda lines: [line.replace('"after":10', '"after":9000000000000') for line in lines],
    "deep": lambda lines: ["[" * 100_000, *lines],
    "long": lambda lines: [lines[0].replace("fine", "x" * (8 << 20)), *lines[1:]],
}
# Such a tape still answers what is asked.
ANSWERING = ("doubled", "reordered", "enormous", "long")


def run(case):
    """One child that misbehaves, or one tape."""
    way = case.chance.choice([*CHILDREN, *(f"tape-{name}" for name in TAPES)])
    case.note = way
    tape = way.removeprefix("tape-") if way.startswith("tape-") else None
    mutations.write_tree({"bot.py": BOT.encode(), "s.scenario.json": b'{"caller": [], "limits": {"seconds": 2}}'},
                         case.path("in"), case.folder)
    case.touched()
    command = f"/usr/bin/python3 -S -E bot.py {'tape' if tape else way}"
    session = case.path("out/s.vsession")
    made = case.run("record", "--engine", "program", "--program-command", command, "--scenario", "s.scenario.json",
                    "--output", session, cwd=case.path("in"), writes=["out", "in"], seconds=60)
    if made is None:
        return
    judge(case, made, *((0, "") if tape else CHILDREN[way]))
    left_running(case)
    if not tape or made.code != 0:
        return
    change(session, TAPES[tape])
    case.touched()
    again = case.run("replay", session, "--program-command", command, "--no-self-test", cwd=case.path("in"),
                     writes=["out", "in"], seconds=60)
    if again:
        judge(case, again, 0 if tape in ANSWERING else None, "")
        if tape not in ANSWERING and again.code == 0:
            case.find("a replay from this tape agrees")
        left_running(case)


def judge(case, outcome, code, says):
    """Whether a run ended as it has to, with the sentence that tells why."""
    if code is not None and outcome.code != code:
        case.find(f"exits {outcome.code} and not {code}: {outcome.text[:300]}")
    if says not in outcome.text:
        case.find(f"does not say \"{says}\": {outcome.text[:300]}")


def left_running(case):
    """Nothing that the child started is there once the command is over."""
    path = case.path("in/pids.txt")
    if not os.path.exists(path):
        return
    with open(path) as file:
        numbers = [int(line) for line in file if line.strip()]
    for _ in range(50):
        left = [number for number in numbers if is_running(number)]
        if not left:
            return
        time.sleep(.1)
    case.find(f"{len(left)} of {len(numbers)} processes are left running")


def is_running(number):
    try:
        with open(f"/proc/{number}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def change(session, edit):
    """Changes the tape of a session, and what its manifest says of it."""
    path = f"{session}/flow/calls.jsonl"
    with open(path) as file:
        lines = file.read().splitlines()
    data = "".join(f"{line}\n" for line in edit(lines)).encode()
    with open(path, "wb") as file:
        file.write(data)
    with open(f"{session}/session.json") as file:
        manifest = json.load(file)
    manifest["files"]["flow/calls.jsonl"] = {"sha256": hashlib.sha256(data).hexdigest(), "size": len(data)}
    with open(f"{session}/session.json", "w") as file:
        json.dump(manifest, file)
