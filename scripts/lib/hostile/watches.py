"""`test --watch` over files that change under it: it goes on, ends at a signal, and says why."""
import json
import os
import shutil
import signal
import subprocess
import time

import mutations
import sandbox
import texts

LIMIT = 20


def wait(condition, seconds=LIMIT):
    """Whether something came to be in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def run(case):
    chance = case.chance
    name = chance.choice(["shutdown/field-set", "voicekit-calls/resets", "saykit-requests/refusals"])
    tree = dict(case.bases.whole[name])
    folder = case.path("in/p")
    mutations.write_tree(tree, folder, case.folder)
    log = case.path("out/log")
    with open(log, "wb") as file:
        child = subprocess.Popen(
            [case.sandbox.program, "test", "--watch", folder], stdin=subprocess.DEVNULL, stdout=file,
            stderr=file, cwd=case.path("cwd"), process_group=0, env={
                "HOME": case.path("home"), "TMPDIR": case.path("tmp"), "PATH": "/usr/bin:/bin",
                "LANG": "C.UTF-8", "XDG_CACHE_HOME": case.sandbox.cache})
    done = []
    try:
        follow(case, child, tree, folder, log, done)
    finally:
        try:
            os.killpg(child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        child.wait()
        code = child.returncode
        case.lines.append((f"test --watch {folder}: {', '.join(done)}", code))
        case.exits[code] = case.exits.get(code, 0) + 1


def follow(case, child, tree, folder, log, done):
    chance = case.chance

    def said():
        with open(log, "rb") as file:
            return file.read()

    def waiting():
        return said().count(b"Ctrl-C ends")

    if not wait(lambda: waiting() > 0 or child.poll() is not None):
        return case.find("watch says nothing")
    own = [each for each in tree if ".vsession/" not in each]
    for _ in range(chance.choice([1, 2, 3])):
        file = chance.choice(own)
        path = os.path.join(folder, file)
        kind = chance.randrange(5)
        done.append(f"{file} {['changed', 'removed', 'special', 'saved twice', 'back'][kind]}")
        try:
            if os.path.lexists(path):
                shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) \
                    else os.remove(path)
            if kind == 0:
                mutations.write_tree({file: texts.changed(case, tree[file])[0]}, folder, case.folder)
            elif kind == 2:
                mutations.write_tree({file: mutations.special(chance, tree[file])}, folder,
                                     case.folder)
            elif kind == 3:
                for data in (tree[file][:-2], tree[file]):
                    mutations.write_tree({file: data}, folder, case.folder)
            elif kind == 4:
                mutations.write_tree({file: tree[file]}, folder, case.folder)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            pass
        time.sleep(chance.choice([0, 0.1, 0.4, 1]))
        if child.poll() is not None:
            return case.find(f"watch ends with {child.returncode} at a change of {file}:"
                             f" {said()[-300:]!r}")
    if chance.random() < 0.3:
        done.append("the folder removed")
        shutil.rmtree(folder)
        if not wait(lambda: child.poll() is not None):
            case.find("watch goes on without its folder")
        elif child.returncode != 66:
            case.find(f"watch ends with {child.returncode} where its folder is gone")
    else:
        number = chance.choice([signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
        done.append(number.name)
        child.send_signal(number)
        if not wait(lambda: child.poll() is not None, 5):
            case.find(f"watch goes on 5 s after {number.name}")
        elif child.returncode != 0:
            case.find(f"watch ends with {child.returncode} at {number.name}")
    text = said().decode("utf-8", "replace")
    match = sandbox.CONTROLS.search(text)
    if match:
        case.find(f"watch writes the control character U+{ord(match[0]):04X}")
    if sandbox.COMMANDS.search(text):
        case.find("watch writes a line that begins with '::'")
