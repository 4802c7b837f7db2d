"""Wheels: of the Python client and of the speech model, for every Python from 3.9 on; of the programs, for Linux with
glibc."""
import base64
import hashlib
import pathlib
import stat
import zipfile

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Sources/Clients/Python"
CLIENT = sorted(FOLDER.glob("voicetest_*.py"))
# `voicetest` on PyPI is another tool.
NAME, PROGRAMS, MODEL = "voicetest_app", "voicetest_program", "voicetest_model"
# The model lies where the programs look for it: in their folder. It is the same on every machine and in many releases.
MODEL_FOLDER, MODEL_LICENCE = "share/pocketsphinx", "share/licences/pocketsphinx-en-us"
LICENCE = pathlib.Path(__file__).resolve().parents[2] / "LICENSE"
METADATA = """Metadata-Version: 2.4
Name: {name}
Version: {version}
Summary: {summary}
License-Expression: {licence}
License-File: LICENSE
Requires-Python: >=3.9
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: voicetest scripts/release\nRoot-Is-Purelib: {pure}\nTag: {tag}\n"
PLUGIN = "[pytest11]\nvoicetest = voicetest_pytest\n"
COMMANDS = "[console_scripts]\nvoicetest = voicetest_program:voicetest\nvoicetest-speak = voicetest_program:speak\n"
# The programs find their libraries and data by themselves; the model, of another wheel, also where files are links.
START = '''"""The programs of voicetest, with their libraries and data."""
import os
import sys


def start(name):
    home = os.path.dirname(os.path.abspath(__file__))
    os.environ.setdefault("VOICETEST_MODEL", os.path.join(home, "share/pocketsphinx/model/en-us"))
    os.execv(os.path.join(home, "bin", name), [name, *sys.argv[1:]])


def voicetest():
    start("voicetest")


def speak():
    start("voicetest-speak")
'''


def digest(content):
    """The digest of a file as a wheel's RECORD has it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def write(folder, version):
    """Writes the wheel of the client into `folder`: the same bytes each time. Returns its path."""
    return pack(folder, NAME, version, "py3-none-any", {one.name: (one.read_bytes(), False) for one in CLIENT}, PLUGIN,
                "Runs a voice app under voicetest: unmodified, in virtual time, the same way each time.")


def write_programs(folder, version, tree, platform):
    """Writes the wheel of the programs in `tree` for `platform`; it needs client and model. Returns its path."""
    files = {path: one for path, one in below(tree).items() if not path.startswith(f"{PROGRAMS}/{MODEL_FOLDER}/")}
    files[f"{PROGRAMS}/__init__.py"] = (START.encode(), False)
    return pack(folder, PROGRAMS, version, f"py3-none-{platform}", files, COMMANDS,
                "Tests voice apps by recording and replaying their sessions.",
                [f"voicetest-app (=={version})", f"voicetest-model (=={version})"])


def write_model(folder, version, tree):
    """Writes the wheel of the speech model in `tree`. Returns its path."""
    files = {path: one for path, one in below(tree).items() if path.startswith(f"{PROGRAMS}/{MODEL_FOLDER}/")}
    return pack(folder, MODEL, version, "py3-none-any", files, "", "The speech model of voicetest, for English.",
                licence=("BSD-2-Clause", (tree / MODEL_LICENCE).read_bytes()))


def below(tree):
    """The files of `tree` by their paths in a wheel."""
    return {f"{PROGRAMS}/{path.relative_to(tree)}": (path.read_bytes(), bool(path.stat().st_mode & stat.S_IXUSR))
            for path in sorted(tree.rglob("*")) if path.is_file()}


def pack(folder, name, version, tag, files, entries, summary, needs=(), licence=None):
    """Writes a wheel of `files`: bytes and whether they are a program, by path. `licence` is its name and text, where
    that is not the project's. Returns its path."""
    info = f"{name}-{version}.dist-info"
    licence = licence or ("GPL-3.0-or-later", LICENCE.read_bytes())
    metadata = METADATA.format(name=name.replace("_", "-"), version=version, summary=summary, licence=licence[0])
    metadata += "".join(f"Requires-Dist: {one}\n" for one in needs)
    files = {**files, f"{info}/METADATA": (metadata.encode(), False),
             f"{info}/WHEEL": (WHEEL.format(pure=str(tag.endswith("any")).lower(), tag=tag).encode(), False),
             **({f"{info}/entry_points.txt": (entries.encode(), False)} if entries else {}),
             f"{info}/licenses/LICENSE": (licence[1], False)}
    record = "".join(f"{path},{digest(content)},{len(content)}\n" for path, (content, _) in files.items())
    files[f"{info}/RECORD"] = (f"{record}{info}/RECORD,,\n".encode(), False)
    path = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for place, (content, is_program) in files.items():
            entry = zipfile.ZipInfo(place)
            entry.external_attr = (stat.S_IFREG | (0o755 if is_program else 0o644)) << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return path
