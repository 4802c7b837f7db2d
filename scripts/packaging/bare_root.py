"""A Debian 12 without anything but its base system, to install into."""
import os
import shutil
import subprocess
import sys

import pipelines

MIRROR = "http://deb.debian.org/debian"
SYSTEM = {"PATH": "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8",
          "DEBIAN_FRONTEND": "noninteractive"}
# The files of the release, seen from inside.
RELEASE = "file:///tmp/release"
# Changes what the app of `init` says, so that its sessions differ.
BREAK = "sed -i 's/Shall I order it?/Shall I order that?/' prompts.json"
# A project from nothing, tested: what a new user does first.
FIRST = ("set -e; rm -rf /tmp/first; mkdir /tmp/first; cd /tmp/first; voicetest --version; "
         "voicetest doctor; voicetest init pizza; cd pizza; voicetest test; "
         "voicetest replay happy.vsession --certify 2")


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
        """Runs `command` of the shell in there, with a /proc and /dev of its own.

        Raises CalledProcessError where it fails.
        """
        self.tried(command, **environment).check_returncode()

    def tried(self, command, **environment):
        """Runs `command` as `run` does; returns the process, with `stdout` where `keeps` is asked for."""
        keeps = environment.pop("keeps", False)
        mounted = ('mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && '
                   'exec chroot "$0" /bin/sh -c "$1"')
        return subprocess.run(
            ["unshare", "--mount", "--pid", "--fork", "--propagation", "private", "sh", "-c", mounted, self.root,
             command], env=SYSTEM | environment, stdout=subprocess.PIPE if keeps else None, text=True)

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


def check_action(root):
    """Runs the steps of the action in `root`, on a project that agrees and on one that differs."""
    steps = pipelines.action(RELEASE, "pizza")
    home = root.root / "tmp/action/scripts/packaging"
    home.mkdir(parents=True)
    shutil.copy(pipelines.root / "scripts/packaging/install-release", home)

    def step(name):
        (root.root / "tmp/step").write_text(steps[name])
        return root.tried("mkdir -p /tmp/job; cd /tmp/job && bash /tmp/step", keeps=True)
    if step("Install voicetest").returncode:
        failed("the action does not install")
    root.run("cd /tmp/job && voicetest init pizza > /dev/null")
    for code, told in ((0, ""), (1, "::error file=pizza/")):
        done = step("Test")
        if done.returncode != code or told not in done.stdout:
            failed(f"the action's test exits {done.returncode}, expected {code} and {told!r}: {done.stdout}")
        if step("Write the summary of the job").returncode or not (root.root / "tmp/summary.md").stat().st_size:
            failed("the action writes no summary")
        root.run(f"cd /tmp/job/pizza && {BREAK}")
    print("action.yml: its steps install, test green and red, and write a summary in a bare Debian 12")


def check_template(root):
    """Runs the job of the GitLab template in `root`, on a project that agrees and on one that differs."""
    shutil.copytree(root.base.parent.parent / "release-files", root.root / "tmp/release")
    (root.root / "tmp/step").write_text(pipelines.template(RELEASE, "pizza"))
    # The project of the repository is there before the job.
    root.run(f"sh /tmp/release/install-release {RELEASE} && mkdir /tmp/job && cd /tmp/job && "
             "voicetest init pizza > /dev/null && apt-get remove -y -qq voicetest > /dev/null")
    for code in (0, 1):
        done = root.tried("cd /tmp/job && sh /tmp/step", keeps=True)
        if done.returncode != code:
            failed(f"the template's job exits {done.returncode}, expected {code}: {done.stdout}")
        if "<testsuite" not in (root.root / "tmp/job/junit.xml").read_text():
            failed("the template's job writes no junit.xml")
        root.run(f"rm -r /tmp/job/report /tmp/job/junit.xml; cd /tmp/job/pizza && {BREAK}")
    print("voicetest.gitlab-ci.yml: its job installs, tests green and red in a bare Debian 12")


def check(folder, archive, package, depends):
    """Installs `package` (.deb, by install-release beside it) into one bare root and `archive` (.tar.xz)
    into another; runs both, and the action and the template of GitLab.

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
    root.run(f"sh /tmp/release/install-release {RELEASE}")
    root.run(FIRST)
    root.run("set -e; dpkg -L voicetest | grep -q man1/voicetest-test.1.gz; "
             "dpkg --remove voicetest > /dev/null; ! command -v voicetest")
    print(f"{package.name}: installed into a bare Debian 12, init and test pass, removed")
    check_action(root)
    root.make()
    check_template(root)
    root.make()
    with open(archive, "rb") as packed:
        subprocess.run(["tar", "-xJ", "--strip-components=1", "-C", root.root / "usr/local"],
                       stdin=packed, check=True)
    root.run(f"({install} {' '.join(depends)}) > /dev/null")
    root.run(FIRST)
    print(f"{archive.name}: unpacked into a bare Debian 12, init and test pass")
    root.remove()
