"""Copies of projects with goldens, and changes that are planted into their files."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from project import outside_ci, root, voicetest

program = str(pathlib.Path(voicetest).resolve())


def run(folder, *arguments, is_ci=True):
    return subprocess.run(
        [program, *map(str, arguments)], cwd=folder, capture_output=True, text=True, timeout=300,
        env=outside_ci | ({"CI": "true"} if is_ci else {}))


def prepare(name, into, engine=None, recognizer=None):
    """A copy of a project with goldens: those of scripts/proofs/changes are recorded, those of `init` for an engine are
    written by it, and recorded for another recognizer."""
    folder = into / pathlib.Path(name).name
    if engine:
        run(into, "init", name, "--engine", engine, "--quiet").check_returncode()
        if recognizer:
            path = folder / "voicetest.json"
            path.write_text(path.read_text().replace("{", f'{{\n    "recognizer": "{recognizer}",', 1))
            run(folder, "test", is_ci=False)
            run(folder, "accept", ".", "--reason", "another recognizer", is_ci=False)
    elif name.startswith("Corpora/"):
        shutil.copytree(root / name, folder)
    else:
        shutil.copytree(root / "scripts/proofs/changes" / name, folder)
        if (folder / "audio-text-map.json").exists():
            (folder / "media").mkdir()
            for text, file in (("Welcome to the parking line.", "welcome"), ("Tum tum tum", "tune")):
                run(folder, "speak", text, f"media/{file}.wav").check_returncode()
        run(folder, "test", is_ci=False)
        run(folder, "accept", ".", "--reason", "the first golden", is_ci=False)
    done = run(folder, "test")
    if done.returncode:
        sys.exit(f"{name}: does not pass before it is changed:\n{done.stdout}{done.stderr}")
    return folder


def reordered(value):
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in sorted(value, reverse=True)}
    return [reordered(element) for element in value] if isinstance(value, list) else value


def plant(folder, change):
    """Makes the change; returns the line where it is, None where the file has none."""
    path = folder / change["file"]
    if change.get("remove"):
        path.unlink()
    elif "copy" in change:
        shutil.copyfile(folder / change["copy"], path)
    elif "write" in change:
        path.write_text(change["write"])
    elif change.get("reorder") or change.get("reverse"):
        value = json.loads(path.read_text())
        value = reordered(value) if change.get("reorder") else value[::-1]
        path.write_text(json.dumps(value, indent=1))
    else:
        return edit(path, change)
    return None


def edit(path, change):
    text = path.read_text()
    start = text.index(change.get("after", ""))
    start = text.index(change["from"], start)
    new = text[:start] + change["to"] + text[start + len(change["from"]):]
    path.write_text(new)
    if change.get("line") is False:
        return None
    if "at" in change:
        # The nearest such text before the change or at it, else the first after it.
        at = new.rfind(change["at"], 0, start + len(change["at"]))
        start = at if at >= 0 else new.index(change["at"], start)
    else:
        shared = os.path.commonprefix([change["from"], change["to"]])
        start += len(shared)
        start += len(new[start:]) - len(new[start:].lstrip())
    return new.count("\n", 0, start) + 1
