"""The versions of symbols that a Linux of a platform tag has, and what programs ask for beyond them."""
import pathlib
import re
import subprocess

# The oldest Linux that the wheel of the programs is for, as its tag says it.
TAG = "manylinux_2_35"
# The newest version of each kind that every system of the tag has: those of Ubuntu 22.04, whose glibc is 2.35 and
# whose libstdc++ and libgcc_s are of GCC 12 (PEP 600, and the table of auditwheel for the tag).
NEWEST = {"GLIBC": "2.35", "GLIBCXX": "3.4.30", "CXXABI": "1.3.13", "GCC": "12.0.0"}
# Libraries that every system of the tag has. All others have to be brought.
OF_SYSTEM = re.compile(r"^(ld-linux.*|lib(c|m|dl|rt|pthread|resolv|util|nsl|anl|mvec|BrokenLocale)"
                       r"|libstdc\+\+|libgcc_s)\.so")
ELF = b"\x7fELF"


def files(folder):
    """The programs and libraries below `folder`."""
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.is_file() and not path.is_symlink():
            with open(path, "rb") as file:
                if file.read(4) == ELF:
                    yield path


def said(*words):
    return subprocess.run(["readelf", "--wide", *words], check=True, capture_output=True, text=True).stdout


def asked(path):
    """The versions that the file `path` asks its libraries for, by their kinds: GLIBC to a set of texts."""
    needed = said("--version-info", str(path)).partition("Version needs section")[2]
    found = {}
    for name in re.findall(r"Name: (\S+)", needed):
        kind, _, version = name.partition("_")
        if kind in NEWEST:
            found.setdefault(kind, set()).add(version)
    return found


def number(version):
    """A version as numbers that compare; None for a name such as ABI_DT_RELR."""
    return tuple(map(int, version.split("."))) if re.fullmatch(r"[\d.]+", version) else None


def newest(folder):
    """The newest version of each kind that any file below `folder` asks for."""
    found = {}
    for path in files(folder):
        for kind, versions in asked(path).items():
            for one in filter(number, versions):
                found[kind] = max(found.get(kind, "0"), one, key=number)
    return found


def faults(folder):
    """What the files below `folder` ask for that a system of the tag does not have, as sentences."""
    brought = {path.name for path in files(folder)}
    for path in files(folder):
        name = path.relative_to(folder)
        for kind, versions in sorted(asked(path).items()):
            for one in sorted(versions):
                if not number(one) or number(one) > number(NEWEST[kind]):
                    yield f"{name} asks for {kind}_{one}; {TAG} has {kind}_{NEWEST[kind]}"
        for library in re.findall(r"\(NEEDED\).*\[(.+)\]", said("--dynamic", str(path))):
            if library not in brought and not OF_SYSTEM.match(library):
                yield f"{name} needs {library}, which neither the wheel nor {TAG} has"
