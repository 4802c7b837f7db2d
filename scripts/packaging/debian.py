"""A Debian package out of a folder of files, and what its programs need."""
import os
import pathlib
import re
import subprocess
import tempfile

# What the programs load while they run: no linker knows of it.
LOADED = ["espeak-ng-data", "pocketsphinx-en-us"]
RECOMMENDED = ["libasound2-plugins"]


def libraries(programs):
    """The packages of the libraries that `programs` link, with versions, as dpkg-shlibdeps names them.

    Raises SystemExit where a library belongs to no package.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "debian").mkdir()
        (folder / "debian/control").write_text("Source: voicetest\n\nPackage: voicetest\nArchitecture: any\n")
        told = subprocess.run(["dpkg-shlibdeps", "-O", *[f"-e{one.resolve()}" for one in programs]],
                              cwd=folder, capture_output=True, text=True)
    found = re.search(r"^shlibs:Depends=(.*)$", told.stdout, re.M)
    if told.returncode or not found:
        raise SystemExit(f"dpkg-shlibdeps cannot name the libraries: {told.stderr.strip()}")
    return found[1].split(", ")


def names(depends):
    """Names of packages without their versions."""
    return [one.split()[0] for one in depends]


def architecture():
    """The machine in Debian's words: amd64, arm64."""
    return subprocess.run(["dpkg", "--print-architecture"], capture_output=True, text=True,
                          check=True).stdout.strip()


def build(tree, output, version, depends):
    """Writes the package `output` (.deb); `tree` holds what goes into /usr and gets a control file."""
    control = tree / "DEBIAN"
    control.mkdir()
    files = sorted(one for one in (tree / "usr").rglob("*") if one.is_file())
    size = sum(one.stat().st_size for one in files) // 1024 + 1
    (control / "control").write_text(
        f"Package: voicetest\nVersion: {version}\nArchitecture: {architecture()}\n"
        f"Installed-Size: {size}\nDepends: {', '.join(depends)}\n"
        f"Recommends: {', '.join(RECOMMENDED)}\nSection: devel\nPriority: optional\n"
        "Maintainer: voicetest <voicetest@localhost>\n"
        "Description: test voice apps by recording and replaying their sessions\n"
        " voicetest records a session with a voice app, replays it through the same\n"
        " engine, and reports what changed, where and why.\n")
    sums = subprocess.run(["md5sum", *[one.relative_to(tree) for one in files]], cwd=tree,
                          capture_output=True, text=True, check=True)
    (control / "md5sums").write_text(sums.stdout)
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "--build", tree, output], check=True,
                   stdout=subprocess.DEVNULL, env=os.environ)
