"""Wheels: of the Python client, for every Python from 3.9 on, and of the programs, for Linux with glibc."""
import base64
import hashlib
import pathlib
import stat
import zipfile

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "Sources/Clients/Python"
CLIENT = sorted(FOLDER.glob("voicetest_*.py"))
# `voicetest` on PyPI is another tool.
NAME, PROGRAMS = "voicetest_app", "voicetest_program"
LICENCE = pathlib.Path(__file__).resolve().parents[2] / "LICENSE"
METADATA = """Metadata-Version: 2.4
Name: {name}
Version: {version}
Summary: {summary}
License-Expression: GPL-3.0-or-later
License-File: LICENSE
Requires-Python: >=3.9
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: voicetest scripts/release\nRoot-Is-Purelib: {pure}\nTag: {tag}\n"
PLUGIN = "[pytest11]\nvoicetest = voicetest_pytest\n"
COMMANDS = "[console_scripts]\nvoicetest = voicetest_program:voicetest\nvoicetest-speak = voicetest_program:speak\n"
# The programs find their libraries by themselves, and their data by two variables.
START = '''"""The programs of voicetest, with their libraries and data."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def start(name):
    os.environ.setdefault("VOICETEST_MODEL", os.path.join(HERE, "share/pocketsphinx/model/en-us"))
    os.environ.setdefault("ESPEAK_DATA_PATH", os.path.join(HERE, "share"))
    os.execv(os.path.join(HERE, "bin", name), [name, *sys.argv[1:]])


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
    """Writes the wheel of the programs in `tree` for `platform`; it needs that of the client. Returns its path."""
    files = {f"{PROGRAMS}/__init__.py": (START.encode(), False)}
    for path in sorted(one for one in tree.rglob("*") if one.is_file()):
        is_program = bool(path.stat().st_mode & stat.S_IXUSR)
        files[f"{PROGRAMS}/{path.relative_to(tree)}"] = (path.read_bytes(), is_program)
    return pack(folder, PROGRAMS, version, f"py3-none-{platform}", files, COMMANDS,
                "Tests voice apps by recording and replaying their sessions.", [f"voicetest-app (=={version})"])


def pack(folder, name, version, tag, files, entries, summary, needs=()):
    """Writes a wheel of `files`: bytes and whether they are a program, by path. Returns its path."""
    info = f"{name}-{version}.dist-info"
    metadata = METADATA.format(name=name.replace("_", "-"), version=version, summary=summary)
    metadata += "".join(f"Requires-Dist: {one}\n" for one in needs)
    files = {**files, f"{info}/METADATA": (metadata.encode(), False),
             f"{info}/WHEEL": (WHEEL.format(pure=str(tag.endswith("any")).lower(), tag=tag).encode(), False),
             f"{info}/entry_points.txt": (entries.encode(), False),
             f"{info}/licenses/LICENSE": (LICENCE.read_bytes(), False)}
    record = "".join(f"{path},{digest(content)},{len(content)}\n" for path, (content, _) in files.items())
    files[f"{info}/RECORD"] = (f"{record}{info}/RECORD,,\n".encode(), False)
    path = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for place, (content, is_program) in files.items():
            entry = zipfile.ZipInfo(place)
            entry.external_attr = (stat.S_IFREG | (0o755 if is_program else 0o644)) << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return path
