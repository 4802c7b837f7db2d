"""Real speech and real sound to learn from, out of Debian packages, as clips and noises at 16 kHz.

Sources (Debian 12, fetched with `apt-get download`; the licence of each is in its copyright file):
speech  asterisk-core-sounds-{en,es,fr,it,ru}-g722 (CC-BY-SA-3.0), asterisk-prompt-it-menardi-wav (GPL-2+),
        ktuberling-data and klettres-data (GPL-2+): voices in about 30 languages
noise   wesnoth-1.16-music, wesnoth-1.16-data (GPL-2+), supertuxkart-data (CC-BY-SA, GPL-3+),
        hedgewars-data (GPL-2), minetest-data (CC-BY-SA-3.0), torcs-data (GPL-2+),
        asterisk-moh-opsound-g722 (CC-BY-SA)
Some voices and some packages are kept for validation: nothing of them is learnt from.
"""
import multiprocessing
import pathlib
import subprocess
import sys
import zlib

import numpy as np
import soundfile

from speech import RATE, extent, read

SPEECH = [f"asterisk-core-sounds-{language}-g722" for language in ("en", "es", "fr", "it", "ru")] + [
    "asterisk-prompt-it-menardi-wav", "ktuberling-data", "klettres-data"]
NOISE = ["wesnoth-1.16-music", "wesnoth-1.16-data", "supertuxkart-data", "hedgewars-data", "minetest-data",
         "torcs-data", "asterisk-moh-opsound-g722"]
ENDINGS = {".g722", ".wav", ".ogg", ".opus"}
# Voices and packages that only judge.
JUDGING_PACKAGES = {"asterisk-core-sounds-ru-g722", "asterisk-prompt-it-menardi-wav", "torcs-data", "hedgewars-data",
                    "asterisk-moh-opsound-g722"}
TONES = ("tone", "beep", "silence", "monkeys", "weasels")
LONGEST = 20 * RATE


def fetch(folder):
    """Downloads and unpacks what is missing; gives the folder of each package."""
    folder.mkdir(parents=True, exist_ok=True)
    for package in SPEECH + NOISE:
        target = folder / package
        if target.exists():
            continue
        subprocess.run(["apt-get", "download", "-qq", package], cwd=folder, check=True)
        archive = next(folder.glob(f"{package}_*.deb"))
        subprocess.run(["dpkg-deb", "-x", archive, target], check=True)
        archive.unlink()
    return {package: folder / package for package in SPEECH + NOISE}


def files(root):
    return sorted(p for p in root.rglob("*") if p.suffix in ENDINGS and p.is_file() and not p.is_symlink())


def voice(package, path):
    """Who speaks, as well as the path tells it: a language of a package."""
    if package.startswith("asterisk"):
        return package
    parts = path.parts
    name = parts[parts.index("klettres") + 1] if "klettres" in parts else parts[parts.index("sounds") + 1]
    return f"{package} {name}"


def judges(package, group):
    """Whether a voice or a noise is kept for validation."""
    return package in JUDGING_PACKAGES or (package in SPEECH[-2:] and zlib.crc32(group.encode()) % 5 == 0)


def _clip(job):
    package, path = job
    sound = _sound(path)
    if sound is None or not RATE // 5 < len(sound) or np.abs(sound).max() < 0.01:
        return None
    sound = sound[:LONGEST]
    group, islands = voice(package, path), extent(sound)
    return dict(sound=np.round(np.clip(sound, -1, 1) * 32767).astype(np.int16), islands=islands, speaker=group,
                judging=judges(package, group)) if islands else None


def _noise(job):
    package, path = job
    sound = _sound(path)
    if sound is None or len(sound) < RATE // 2 or np.abs(sound).max() < 0.003:
        return None
    kind = "music" if len(sound) > 40 * RATE else "effect"
    return dict(sound=np.round(np.clip(sound, -1, 1) * 32767).astype(np.int16)[: 300 * RATE], kind=kind, name=path.name,
                judging=package in JUDGING_PACKAGES)


def _sound(path):
    try:
        return read(path)
    except (subprocess.CalledProcessError, soundfile.LibsndfileError):
        print(f"{path}: cannot be read", file=sys.stderr)
        return None


def _all(work, jobs):
    with multiprocessing.Pool() as pool:
        return [row for row in pool.imap(work, jobs, chunksize=16) if row]


def clips(folders):
    """Every clip of speech: dictionaries of sound (int16), islands, speaker, judging."""
    return _all(_clip, [(package, path) for package in SPEECH for path in files(folders[package])
                        if not any(word in path.name or word in path.parent.name for word in TONES)])


def noises(folders):
    """Every noise of at least half a second: dictionaries of sound (int16), kind, name, judging."""
    return _all(_noise, [(package, path) for package in NOISE for path in files(folders[package])
                         if "voices" not in path.parts])
