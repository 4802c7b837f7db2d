"""Runs the program in a folder of its own and holds every run to the rules that hold for all."""
import errno
import json
import os
import re
import resource
import shutil
import signal
import stat
import time
import xml.etree.ElementTree

DOCUMENTED = {0, 1, 64, 65, 66, 69, 73, 74}
SECONDS = 20
MEGABYTES = 1024
ADDRESS_SPACE = 4 << 30
FILE_SIZE = 1 << 30

# A terminal obeys these: C0 but newline and tab, DEL, C1, and what turns the writing direction.
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f\x80-\x9f\u202a-\u202e\u2066-\u2069]")
COLOURS = re.compile("\x1b\\[[0-9;]*m")
# GitHub's runner trims a line before it looks for a command.
COMMANDS = re.compile(r"^[ \t]*::", re.M)
MARK = "::error::PLANTED"


class Outcome:
    """What one run of the program came to."""

    def __init__(self, argv, code, out, err, seconds, cpu, megabytes, hung):
        self.argv, self.code, self.out, self.err = argv, code, out, err
        self.seconds, self.cpu, self.megabytes, self.hung = seconds, cpu, megabytes, hung

    @property
    def text(self):
        return (self.out + self.err).decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.out)


class Sandbox:
    """Starts processes one after the other, each with limits, a group and an end."""

    def __init__(self, program, cache):
        self.program, self.cache = program, cache
        self.out = os.memfd_create("out")
        self.err = os.memfd_create("err")
        self.null = os.open("/dev/null", os.O_RDONLY)
        self.input = os.memfd_create("in")
        self.child = self.kill = None
        signal.signal(signal.SIGALRM, self.ring)
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        self.space = (ADDRESS_SPACE, hard)
        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))

    def ring(self, *_):
        """Ends a process that hangs: one that stands still, or one that took its time itself."""
        if self.child is None:
            return
        if self.kill is not None:
            number, self.kill = self.kill, None
            signal.setitimer(signal.ITIMER_REAL, self.limit)
            try:
                os.kill(self.child, number)
            except ProcessLookupError:
                pass
            return
        waited = time.monotonic() - self.started
        used = processor_seconds(self.child)
        # A machine that is busy with other work is no hang of this program.
        busy = used > 1 or waited_for_processor(self.child) > waited / 2
        if busy and used < self.limit / 2 and waited < 4 * self.limit:
            signal.setitimer(signal.ITIMER_REAL, self.limit / 4)
            return
        self.hung = True
        try:
            os.killpg(self.child, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def run(self, arguments, cwd, environment, stdin=None, seconds=SECONDS, kill=None):
        """Runs the program; `kill` is the signal that it gets, and after how many seconds."""
        argv = [os.fsencode(self.program)] + [os.fsencode(each) for each in arguments]
        for file in (self.out, self.err):
            os.ftruncate(file, 0)
            os.lseek(file, 0, os.SEEK_SET)
        source = self.null
        if stdin is not None:
            os.ftruncate(self.input, 0)
            os.pwrite(self.input, stdin, 0)
            os.lseek(self.input, 0, os.SEEK_SET)
            source = self.input
        actions = [(os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_DUP2, self.out, 1),
                   (os.POSIX_SPAWN_DUP2, self.err, 2)]
        os.chdir(cwd)
        self.hung, self.limit = False, seconds
        old = {kind: resource.getrlimit(kind)
               for kind in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE)}
        self.started = time.monotonic()
        try:
            resource.setrlimit(resource.RLIMIT_AS, self.space)
            resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_SIZE, old[resource.RLIMIT_FSIZE][1]))
            self.child = os.posix_spawn(
                argv[0], argv, environment, file_actions=actions, setpgroup=0,
                setsigmask=[], setsigdef=[signal.SIGXFSZ, signal.SIGPIPE])
        except OSError as error:
            if error.errno not in (errno.E2BIG, errno.EINVAL):
                raise
            return None
        except ValueError:  # a zero byte cannot be an argument
            return None
        finally:
            for kind, limit in old.items():
                resource.setrlimit(kind, limit)
        self.kill = kill[1] if kill else None
        signal.setitimer(signal.ITIMER_REAL, max(1e-4, kill[0]) if kill else seconds)
        _, status, usage = os.wait4(self.child, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.kill = None
        took = time.monotonic() - self.started
        # What it started itself must not outlive it.
        try:
            os.killpg(self.child, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.child = None
        out, err = (os.pread(file, min(os.fstat(file).st_size, 64 << 20), 0)
                    for file in (self.out, self.err))
        return Outcome(argv, os.waitstatus_to_exitcode(status), out, err, took,
                       usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, self.hung)


def reason(outcome):
    """The line of a crash that says most."""
    lines = outcome.err.decode("utf-8", "replace").splitlines() or [""]
    for mark in ("Fatal error", "Swift/", "Crash", "crashed", "std::"):
        for line in lines:
            if mark in line:
                return line.strip()[:200]
    return lines[0][:200]


def processor_seconds(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0


def waited_for_processor(process):
    """The seconds that one of its threads was ready to run and had no processor."""
    longest = 0
    try:
        for thread in os.listdir(f"/proc/{process}/task"):
            with open(f"/proc/{process}/task/{thread}/schedstat") as file:
                longest = max(longest, int(file.read().split()[1]))
    except (OSError, IndexError, ValueError):
        pass
    return longest / 1e9


def snapshot(folder):
    """Path to what a file is: everything below a folder, as bytes of names."""
    found = {}
    waiting = [os.fsencode(folder)]
    while waiting:
        path = waiting.pop()
        try:
            with os.scandir(path) as entries:
                for entry in entries:
                    status = entry.stat(follow_symlinks=False)
                    if stat.S_ISDIR(status.st_mode):
                        waiting.append(entry.path)
                        found[entry.path] = (status.st_mode, status.st_ino)
                    else:
                        found[entry.path] = (status.st_mode, status.st_ino, status.st_size,
                                             status.st_mtime_ns)
        except OSError:
            found[path + b"/?"] = None
    return found


def quoted(arguments):
    """A command line that can be pasted."""
    shown = []
    for each in arguments:
        text = os.fsencode(each)
        if len(text) > 400:
            shown.append(f"<{len(text)} bytes: {text[:60]!r}…>")
        elif re.fullmatch(rb"[A-Za-z0-9_./:=,+@%-]+", text):
            shown.append(text.decode())
        elif all(32 <= byte < 127 and byte != 39 for byte in text):
            shown.append("'" + text.decode() + "'")
        else:
            shown.append("$'" + "".join(
                chr(byte) if 32 <= byte < 127 and byte not in (39, 92) else f"\\x{byte:02x}"
                for byte in text) + "'")
    return " ".join(shown)


class Case:
    """One case: its chance, its folder, its runs, and what was found."""

    def __init__(self, name, area, chance, folder, sandbox, bases):
        self.name, self.area, self.chance, self.folder = name, area, chance, folder
        self.sandbox, self.bases = sandbox, bases
        self.findings, self.lines, self.exits = [], [], {}
        self.note = ""
        for part in ("in", "cwd", "home", "tmp", "out", "outside"):
            os.makedirs(f"{folder}/{part}")
        for part in ("secret.txt", "mic.flac"):
            with open(f"{folder}/outside/{part}", "wb") as file:
                file.write(b"not to be touched\n")
        self.before = None

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def find(self, what):
        """Notes what should not be."""
        self.findings.append(f"{what} [{self.note}]" if self.note else what)

    def touched(self):
        """Call after the case itself has written files."""
        self.before = None

    def run(self, *arguments, writes=(), form="text", ci=False, stdin=None, cwd=None,
            environment=None, megabytes=MEGABYTES, seconds=SECONDS, keeps=(), adds=(), kill=None):
        """Runs the program and checks what holds for every run.

        What is below one of `writes` may change, but for what is below one of `keeps`; new files
        may come into the folders `adds` all the same.
        """
        if self.before is None:
            self.before = snapshot(self.folder)
        variables = {"HOME": self.path("home"), "TMPDIR": self.path("tmp"), "PATH": "/usr/bin:/bin",
                     "LANG": "C.UTF-8", "XDG_CACHE_HOME": self.sandbox.cache, **(environment or {})}
        if ci:
            variables["CI"] = "1"
        outcome = self.sandbox.run(arguments, cwd or self.path("cwd"), variables, stdin, seconds,
                                   kill)
        if outcome is None:
            return None
        self.lines.append((f"(cd {cwd or self.path('cwd')}; " + ("CI=1 " if ci else "")
                           + f"{quoted(outcome.argv)})", outcome.code))
        self.exits[outcome.code] = self.exits.get(outcome.code, 0) + 1
        line = len(self.lines)
        found = len(self.findings)
        if kill is None or outcome.code != -kill[1]:
            self.check_end(outcome, megabytes, seconds)
        if not outcome.hung and outcome.code in DOCUMENTED:
            self.check_words(outcome, form)
        self.check_files(writes, keeps, adds)
        for index in range(found, len(self.findings)):
            verb = os.fsdecode(arguments[0]) if arguments else ""
            if not re.fullmatch("[a-z-]+", verb):
                verb = "?"
            self.findings[index] = f"{verb}: {self.findings[index]} (command {line})"
        return outcome

    def check_modes(self, session):
        """What was said is as private as the sound it was said in."""
        try:
            sound = os.stat(session + "/audio/mic.flac").st_mode & 0o777
            for name in ("inputs.jsonl", "trace.jsonl"):
                mode = os.stat(f"{session}/{name}").st_mode & 0o777
                if mode & ~sound:
                    self.find(f"{name} has mode {mode:o} beside a microphone of mode {sound:o}")
        except OSError:
            pass

    def check_end(self, outcome, megabytes, seconds):
        if outcome.megabytes > megabytes:
            self.find(f"took {outcome.megabytes:.0f} MB")
        if outcome.hung:
            self.find(f"hangs: ended after {outcome.seconds:.0f} s,"
                      f" {outcome.cpu:.1f} s of the processor")
        elif outcome.code < 0:
            self.find(f"crashes with signal {-outcome.code}: {reason(outcome)}")
        elif outcome.code not in DOCUMENTED:
            self.find(f"exit {outcome.code}: {reason(outcome)}")
        elif b"Fatal error" in outcome.err:
            self.find("'Fatal error' on standard error")
        if outcome.code != 0 and not outcome.hung and not (outcome.out + outcome.err).strip():
            self.find(f"exit {outcome.code} without a word")

    def check_words(self, outcome, form):
        streams = [("standard error", outcome.err, "text")]
        if form != "sound":
            streams.append(("standard output", outcome.out, form))
        for name, data, kind in streams:
            try:
                text = data.decode()
            except UnicodeDecodeError as error:
                self.find(f"{name} is not UTF-8: {data[max(0, error.start - 20):error.end + 20]!r}")
                continue
            if b"always" in outcome.argv:
                text = COLOURS.sub("", text)
            match = CONTROLS.search(text)
            if match:
                around = text[max(0, match.start() - 40):match.end() + 40]
                self.find(f"{name} holds the control character U+{ord(match[0]):04X}: {around!r}")
            if kind in ("json", "lines"):
                if outcome.code in (0, 1):
                    self.check_json(text, kind)
                continue
            # Pages are made to be kept, and in the GitHub form commands are meant.
            match = None if kind in ("github", "page") else COMMANDS.search(text)
            if match or kind == "github" and MARK in text and re.search(
                    r"^[ \t]*" + MARK, text, re.M):
                self.find(f"{name} holds a line that begins with '::'")
            if kind in ("xml", "page") and outcome.code in (0, 1) and text.lstrip().startswith(
                    ("<?xml", "<svg", "<testsuite")):
                try:
                    xml.etree.ElementTree.fromstring(text)
                except xml.etree.ElementTree.ParseError as error:
                    self.find(f"{name} is not XML: {error}")

    def check_json(self, text, kind):
        def refuse(name):
            raise ValueError(f"{name} is no JSON")
        try:
            if kind == "json":
                documents = [text]
                # Several files print one object a line; one document may stand on many.
                try:
                    json.loads(text, parse_constant=refuse)
                    return
                except json.JSONDecodeError:
                    documents = text.splitlines()
            else:
                documents = text.split("\n")
            for document in documents:
                if document.strip():
                    json.loads(document, parse_constant=refuse)
            if kind == "json" and not text.strip():
                self.find("--format json printed nothing")
        except (ValueError, RecursionError) as error:
            self.find(f"--format json printed what is no JSON: {error}: {text[:120]!r}")

    def check_files(self, writes, keeps, adds):
        after = snapshot(self.folder)
        # The longest name decides.
        places = sorted(((os.fsencode(self.path(each)), allowed) for allowed, names in
                         ((True, writes), (False, keeps)) for each in names),
                        key=lambda place: -len(place[0]))
        changed = {path for path, _ in self.before.items() ^ after.items()}
        folders = [os.fsencode(self.path(each)) for each in adds]
        for path in sorted(changed):
            if path not in self.before and os.path.dirname(path) in folders:
                continue
            if next((allowed for place, allowed in places
                     if path == place or path.startswith(place + b"/")), False):
                continue
            how = ("appeared" if path not in self.before else
                   "vanished" if path not in after else "changed")
            shown = path[len(os.fsencode(self.folder)) + 1:]
            self.find(f"{how} though nothing should: {shown!r}")
            break
        self.before = after


def remove(folder):
    """Removes a folder whatever it holds."""
    def again(function, path, _):
        try:
            os.chmod(os.path.dirname(path), 0o700)
            os.chmod(path, 0o700)
            function(path)
        except OSError:
            pass
    shutil.rmtree(folder, onerror=again)
