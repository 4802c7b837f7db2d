"""The same command in another world: masks of modes, times of files, clocks that jump, time zones."""
import os
import shutil
import subprocess
import tempfile

import mutations

MASKS = [0o000, 0o002, 0o022, 0o027, 0o077, 0o177, 0o777]
TIMES = [0, 1, -1, 2**31 - 1, 2**31, 4_102_444_800, 253_402_300_800]
JUMPING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
#include <sys/time.h>
static long turn;
static const long long jumps[] = {0, 1 << 20, -(1 << 20), 1LL << 31, -(1LL << 31), 1LL << 33, -1};
int clock_gettime(clockid_t clock, struct timespec *time) {
    static int (*next)(clockid_t, struct timespec *);
    if (!next) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = next(clock, time);
    if (clock == CLOCK_REALTIME) time->tv_sec += jumps[turn++ % 7];
    return result;
}
"""
_jumping = []


def jumping():
    """A library under which the time of day jumps at each look; None without a compiler."""
    if not _jumping:
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
        library = None
        if compiler:
            folder = tempfile.mkdtemp(prefix="prove-hostile-clock.")
            library = f"{folder}/clock.so"
            made = subprocess.run([compiler, "-shared", "-fPIC", "-x", "c", "-", "-o", library],
                                  input=JUMPING.encode(), capture_output=True)
            library = library if made.returncode == 0 else None
        _jumping.append(library)
    return _jumping[0]


def commands(case):
    """A command line, what it may write, and what it has to leave."""
    out = case.path("out/o")
    project = case.path("in/p")
    session = case.path("in/s.vsession")
    return case.chance.choice([
        (["test", project], []), (["test", project, "--report", out], [out]),
        (["replay", session], []), (["replay", session, "--report", out], [out]),
        (["record", "--scenario", "scenario.json", "--recognizer", "scripted", "--output",
          out + ".vsession"], [out + ".vsession"]),
        (["latency", session, "--write-baseline", out], [out]),
        (["latency", session, "--history", out], [out]),
        (["redact", session, "--output", out + ".vsession"], [out + ".vsession"]),
        (["convert", case.path("in/tone.wav"), out + ".flac"], [out + ".flac"]),
        (["speak", "one", out + ".wav"], [out + ".wav"]),
        (["init", out], [out]), (["vad", case.path("in/tone.wav"), "--output", out], [out])])


def run(case):
    chance = case.chance
    mutations.write_tree(case.bases.session("shutdown/field-set"), case.path("in/s.vsession"),
                         case.folder)
    tree = {**case.bases.projects["digits/one"], "voicetest.json": b'{"recognizer": "scripted"}'}
    tree["one.scenario.json"] = tree["scenario.json"]
    mutations.write_tree(tree, case.path("in/p"), case.folder)
    mutations.write_tree({"tone.wav": case.bases.sound("tone.wav")}, case.path("in"), case.folder)
    arguments, made = commands(case)
    kind = chance.choice(["mask", "mask", "times", "clock", "zone"])
    environment = {}
    case.note = f"{kind}, {arguments[0]}"
    case.touched()
    plain = case.run(*arguments, cwd=case.path("in/p"), writes=["out", "in"])
    if plain is None:
        return
    for each in made:
        shutil.rmtree(each) if os.path.isdir(each) else os.path.exists(each) and os.remove(each)
    for name in os.listdir(case.path("out")):  # what stands beside a database
        os.remove(case.path("out", name))
    for name in os.listdir(case.path("in/p")):
        if name.endswith(".vsession.new"):
            shutil.rmtree(case.path("in/p", name))
    before = os.umask(0o022)
    try:
        mask = 0o022
        if kind == "mask":
            mask = chance.choice(MASKS)
        elif kind == "times":
            for place, folders, files in os.walk(case.path("in")):
                for name in files + folders:
                    os.utime(os.path.join(place, name), (chance.choice(TIMES), chance.choice(TIMES)))
        elif kind == "clock" and jumping():
            environment["LD_PRELOAD"] = jumping()
        else:
            environment["TZ"] = chance.choice(["UTC+99", "Asia/Kathmandu", "x", ":/dev/zero", ""])
        case.note += f" {mask:o}" if kind == "mask" else ""
        case.touched()
        # The sandbox's own files are there already; only the program's are under the mask.
        case.before = None
        case.path("cwd")
        os.umask(mask)
        again = case.run(*arguments, cwd=case.path("in/p"), writes=["out", "in"],
                         environment=environment)
    finally:
        os.umask(before)
    if again is None:
        return
    # A file that its writer may not read is no fault of the program; this user may be root.
    if again.code != plain.code and not (kind == "mask" and mask & 0o700):
        case.find(f"{arguments[0]} exits {plain.code}, and {again.code} under another {kind}")
    if kind == "mask":
        for each in made:
            for path in [each] + [os.path.join(place, name) for place, folders, files in
                                  os.walk(each) for name in files + folders]:
                mode = os.lstat(path).st_mode & 0o777 if os.path.lexists(path) else 0
                if mode & mask:
                    case.find(f"{os.path.basename(path)} has mode {mode:o} under the mask {mask:o}")
                    return
