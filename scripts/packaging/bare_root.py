"""A Debian 12 without anything but its base system, to install into."""
import os
import shutil
import subprocess
import sys

MIRROR = "http://deb.debian.org/debian"
SYSTEM = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
          "DEBIAN_FRONTEND": "noninteractive"}
# A project from nothing, tested: what a new user does first.
FIRST = ("set -e; rm -rf /tmp/first; mkdir /tmp/first; cd /tmp/first; voicetest --version; "
         "voicetest doctor; voicetest init pizza; cd pizza; voicetest test")


class BareRoot:
    """The base system of Debian 12 in `folder`, made by debootstrap once and copied for each use."""

    def __init__(self, folder):
        self.base, self.root = folder / "base", folder / "root"

    def make(self):
        """Makes a fresh system. Exits 69 without debootstrap or without root."""
        if os.geteuid() != 0 or not shutil.which("debootstrap"):
            raise SystemExit(missing("--check needs root and debootstrap. "
                                     "Run scripts/install-dependencies debootstrap, then this as root."))
        if not (self.base / "etc/debian_version").exists():
            shutil.rmtree(self.base, ignore_errors=True)
            self.base.mkdir(parents=True)
            subprocess.run(["debootstrap", "--variant=minbase", "bookworm", self.base, MIRROR], check=True,
                           stdout=subprocess.DEVNULL)
        self.remove()
        subprocess.run(["cp", "-a", self.base, self.root], check=True)
        shutil.copy("/etc/resolv.conf", self.root / "etc/resolv.conf")

    def run(self, command, **environment):
        """Runs `command` of the shell in there, with a /proc and /dev of its own."""
        mounted = ('mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && '
                   'exec chroot "$0" /bin/sh -c "$1"')
        subprocess.run(["unshare", "--mount", "--pid", "--fork", "--propagation", "private", "sh", "-c",
                        mounted, self.root, command], check=True, env=SYSTEM | environment)

    def remove(self):
        """Removes the system that was installed into; the base stays for the next time."""
        if self.root.exists():
            subprocess.run(["rm", "-rf", "--one-file-system", self.root], check=True)


def missing(text):
    """Says `text`; returns 69."""
    print(text, file=sys.stderr)
    return 69


def check(folder, archive, package, depends):
    """Installs `package` (.deb, by install-release beside it) into one bare root and `archive` (.tar.xz)
    into another; runs both.

    A package that is not the one of SHA256SUMS must not install.

    Raises CalledProcessError where an installation, `voicetest init` or `voicetest test` fails.
    """
    root = BareRoot(folder)
    install = "apt-get update -qq && apt-get install -y -qq --no-install-recommends "
    root.make()
    shutil.copytree(package.parent, root.root / "tmp/release")
    root.run("set -e; cp -r /tmp/release /tmp/changed; echo | tee -a /tmp/changed/*.deb; "
             "if sh /tmp/release/install-release file:///tmp/changed > /dev/null 2>&1; then exit 1; fi; "
             "! command -v voicetest")
    root.run("sh /tmp/release/install-release file:///tmp/release")
    root.run(FIRST)
    root.run("set -e; dpkg -L voicetest | grep -q man1/voicetest-test.1.gz; "
             "dpkg --remove voicetest > /dev/null; ! command -v voicetest")
    print(f"{package.name}: installed into a bare Debian 12, init and test pass, removed")
    root.make()
    with open(archive, "rb") as packed:
        subprocess.run(["tar", "-xJ", "--strip-components=1", "-C", root.root / "usr/local"],
                       stdin=packed, check=True)
    root.run(f"({install} {' '.join(depends)}) > /dev/null")
    root.run(FIRST)
    print(f"{archive.name}: unpacked into a bare Debian 12, init and test pass")
    root.remove()
