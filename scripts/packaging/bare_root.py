"""A Debian without anything but its base system, to install into."""
import os
import re
import shlex
import shutil
import subprocess
import sys

import bundle

MIRROR = "http://deb.debian.org/debian"
SYSTEM = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
          "DEBIAN_FRONTEND": "noninteractive"}
INSTALL = "apt-get update -qq && apt-get install -y -qq --no-install-recommends"
# What the wheels and the archive with all libraries run on: what they are built on, and newer.
SUITES = ["bookworm", "trixie"]
# The files of the release, seen from inside.
RELEASE = "file:///tmp/release"
# Changes what the app of `init` says, so that its sessions differ.
BREAK = "sed -i 's/Shall I order it?/Shall I order that?/' prompts.json"
# A project from nothing, tested: what a new user does first.
FIRST = ("set -e; rm -rf /tmp/first; mkdir /tmp/first; cd /tmp/first; voicetest --version; "
         "voicetest doctor; voicetest init pizza; cd pizza; voicetest test; "
         "voicetest replay happy.vsession --certify 2")
# A bot in Python: green, red with its cause, accepted. Speech from text, found and understood.
BOT = ("set -e; cd /tmp/first; voicetest init --app python bot; cd bot; voicetest test; "
       "sed -i 's/Which size?/What size?/' bot.py; ! voicetest test > told; cat told; "
       "grep -q 'instead of “Which size?”' told; voicetest accept . --reason 'clearer'; voicetest test; "
       "voicetest speak seven call.wav; printf '%s\\n' one two three four five six seven > digits.txt; "
       "voicetest vad call.wav; voicetest listen call.wav --phrases digits.txt > told; cat told; "
       "grep -q '  seven' told")
# Each kind of app whose project takes no package of PyPI or npm: made, tested, its waits, its sessions replayed.
EVERY_APP = ("set -e; mkdir apps; cd apps; for kind in voiceflow keenasr voicekit saykit program; do "
             "voicetest init --engine $kind $kind; voicetest test $kind; voicetest latency $kind; cd $kind; "
             # Sessions name no program.
             "case $kind in program) voicetest replay . --program-command 'python3 -m voicetest_app bot.py' ;; "
             "*) voicetest replay . ;; esac; cd ..; done")


class BareRoot:
    """The base system of the Debian `suite` in `folder`, made by debootstrap once and copied for each use."""

    def __init__(self, folder, suite="bookworm"):
        self.suite, self.base, self.root = suite, folder / suite, folder / "root"

    def make(self):
        """Makes a fresh system. Exits 69 without debootstrap or without root."""
        if os.geteuid() != 0 or not shutil.which("debootstrap"):
            raise SystemExit(missing("--check needs root and debootstrap. "
                                     "Run scripts/install-dependencies debootstrap, then this as root."))
        if not (self.base / "etc/debian_version").exists():
            shutil.rmtree(self.base, ignore_errors=True)
            self.base.mkdir(parents=True)
            subprocess.run(["debootstrap", "--variant=minbase", self.suite, self.base, MIRROR], check=True,
                           stdout=subprocess.DEVNULL)
        self.remove()
        subprocess.run(["cp", "-a", self.base, self.root], check=True)
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")

    def run(self, command, **environment):
        """Runs `command` of the shell in there, with a /proc and /dev of its own, and without a network where
        `network` is False.

        Raises CalledProcessError where it fails.
        """
        self.tried(command, **environment).check_returncode()

    def tried(self, command, **environment):
        """Runs `command` as `run` does; returns the process, with `stdout` where `keeps` is asked for."""
        keeps = environment.pop("keeps", False)
        alone = [] if environment.pop("network", True) else ["--net"]
        mounted = ('mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && '
                   'exec chroot "$0" /bin/sh -c "$1"')
        return subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", *alone, "--propagation", "private", "sh", "-c", mounted,
             self.root, command], env=SYSTEM | environment, stdout=subprocess.PIPE if keeps else None, text=True)

    def remove(self):
        """Removes the system that was installed into; the base stays for the next time."""
        if self.root.exists():
            subprocess.run(["rm", "-rf", "--one-file-system", self.root], check=True)


def missing(text):
    """Says `text`; returns 69."""
    print(text, file=sys.stderr)
    return 69


def failed(what):
    """Stops because `what` is not so."""
    raise SystemExit(f"release: {what}")


def check_wheels(root, wheels):
    """Installs `wheels` into `root`, which has Python alone, and runs the programs without a network as a user."""
    root.make()
    for wheel in wheels:
        shutil.copy(wheel, root.root / "tmp")
    root.run(f"(useradd --create-home ann && {INSTALL} python3-venv) > /dev/null")
    root.run("set -e; python3 -m venv /opt/venv; /opt/venv/bin/pip install -q --no-index /tmp/*.whl; "
             + as_user("/opt/venv/bin"), network=False)
    print(f"{', '.join(one.name for one in wheels)}: installed beside Python alone, {root.suite}: a bot in Python is "
          "green, red and accepted, and each kind of app is tested and replayed, without a network")


def check_portable(root, archive):
    """Unpacks `archive` into `root`, which lacks every library, and moves it; runs the programs from a folder
    with a space that nobody may write to, through links."""
    root.make()
    with open(archive, "rb") as packed:
        subprocess.run(["tar", "-xJ", "-C", root.root / "opt"], stdin=packed, check=True)
    root.run(f"(useradd --create-home ann && {INSTALL} python3) > /dev/null")
    root.run("set -e; mv /opt/voicetest-* '/opt/my tools'; mount --bind '/opt/my tools' '/opt/my tools'; "
             "mount -o remount,bind,ro '/opt/my tools'; ln -s '/opt/my tools/bin/'* /usr/local/bin; "
             + as_user("/usr/local/bin"), network=False)
    check_licences(root.root / "opt/my tools/lib/voicetest")
    print(f"{archive.name}: unpacked and moved, {root.suite}: green, red and accepted, read only, through links, "
          "without a network")


def as_user(path):
    """The command that runs what a new user does first, as the user ann with the programs in `path`."""
    return "su ann -s /bin/sh -c " + shlex.quote(f"PATH={path}:$PATH; {FIRST}; {BOT}; cd; {EVERY_APP}")


def check_licences(tree):
    """Stops where a library or a folder of data in `tree` has no licence, or a licence refers to a text that is
    not there."""
    folder = tree / "share/licences"
    parts = dict(re.findall(r"^(\S+): (\S+) ", (folder / "SOURCES").read_text(), re.M))
    for one in sorted({f"lib/{one.name}" for one in (tree / "lib").glob("*.so*")} - set(parts)):
        failed(f"{one} has no line in share/licences/SOURCES")
    for part, name in parts.items():
        if not (folder / name).exists():
            failed(f"{part} has no licence in share/licences/{name}")
    for one in (one for one in folder.iterdir() if one.is_file()):
        for name in bundle.REFERRED.findall(one.read_text()):
            if not (folder / bundle.COMMON.name / name).exists():
                failed(f"share/licences/{one.name} refers to {name}, which is not there")


def check(folder, archive, package, depends):
    """Installs `package` (.deb, by install-release beside it) into one bare root and `archive` (.tar.xz)
    into another; runs both. The wheels and the archive for any Linux, which lie beside them, run in each of SUITES
    without a network.

    A package that is not the one of SHA256SUMS must not install.

    Raises CalledProcessError where an installation, `voicetest init` or `voicetest test` fails.
    """
    root = BareRoot(folder)
    root.make()
    shutil.copytree(package.parent, root.root / "tmp/release")
    root.run("set -e; cp -r /tmp/release /tmp/changed; echo | tee -a /tmp/changed/*.deb; "
             "if sh /tmp/release/install-release file:///tmp/changed > /dev/null 2>&1; then exit 1; fi; "
             "! command -v voicetest")
    root.run(f"sh /tmp/release/install-release {RELEASE}")
    root.run(FIRST)
    root.run("set -e; dpkg -L voicetest | grep -q man1/voicetest-test.1.gz; "
             "dpkg --remove voicetest > /dev/null; ! command -v voicetest")
    print(f"{package.name}: installed into a bare Debian 12, init and test pass, removed")
    root.make()
    with open(archive, "rb") as packed:
        subprocess.run(["tar", "-xJ", "--strip-components=1", "-C", root.root / "usr/local"],
                       stdin=packed, check=True)
    root.run(f"({INSTALL} {' '.join(depends)}) > /dev/null")
    root.run(FIRST)
    print(f"{archive.name}: unpacked into a bare Debian 12, init and test pass")
    root.remove()
    for suite in SUITES:
        other = BareRoot(folder, suite)
        check_wheels(other, sorted(package.parent.glob("*.whl")))
        check_portable(other, next(package.parent.glob("*-linux-*.tar.xz")))
        other.remove()
