"""Files in virtual time: temporary names, times, order of folders, files that the app loads, and those that earlier runs wrote."""
import hashlib
import json
import os
import random
import shutil
import sys
import tempfile
import urllib.parse

from .app import APP, LINE_LIMIT, REAL, tell_once
from .place import is_of_app, place
from .replacing import StandIn, replace_everywhere


class TemporaryFiles:
    """Names of `tempfile` from the seed: each call has its own, and takes the next one where that is taken on the disk.

    What an app leaves behind in the folder of temporary files is removed when it ends: the next run needs the name.
    """

    def __init__(self):
        self.count, self.made = 0, []

    def names(self, seed):
        self.count += 1
        found = tempfile._RandomNameSequence()
        found._rng, found._rng_pid = random.Random(f"{seed} tempfile {self.count}"), os.getpid()
        return found

    def take(self, seed):
        make_file, make_folder = tempfile._mkstemp_inner, tempfile.mkdtemp

        def made_file(*args):
            number, path = make_file(*args)
            self.made.append(path)
            return number, path

        def made_folder(*args, **options):
            path = make_folder(*args, **options)
            self.made.append(path)
            return path
        tempfile._get_candidate_names = lambda: self.names(seed)
        tempfile._mkstemp_inner = made_file
        replace_everywhere([(make_folder, made_folder)])

    def remove(self):
        for path in map(os.fsdecode, self.made):
            if os.path.dirname(os.path.abspath(path)) == tempfile.gettempdir():
                if os.path.isdir(path):
                    shutil.rmtree(path, ignore_errors=True)
                elif os.path.lexists(path):
                    os.unlink(path)


class FileTimes:
    """When files changed, in virtual time: what the app writes carries the frame at which it opened it.

    Files that were there before the run keep their times. One that changed by other means, such as a child, has changed
    when the app looks.
    """
    TICK = 10_000_000        # nanoseconds by which a file system's clock may be behind
    PLACES = {"st_atime": 7, "st_mtime": 8, "st_ctime": 9}

    def __init__(self):
        self.written = {}        # frame by path
        self.is_looking = False

    def whole(self, path):
        """The path without links, which takes looking at files."""
        self.is_looking = True
        try:
            return os.path.realpath(os.fsdecode(path))
        finally:
            self.is_looking = False

    def note(self, event, args):
        """Hears what Python's audit events say of files."""
        if event == "open" and isinstance(args[0], (str, bytes, os.PathLike)) and (
                args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)):
            self.written[self.whole(args[0])] = APP.machine.frame
        elif event == "os.rename":
            before, after = map(self.whole, args[:2])
            if before in self.written:
                self.written[after] = self.written.pop(before)

    def virtual(self, found, path):
        """`found`, a stat result, without times of this run's real time."""
        if APP.is_making or self.is_looking or max(found.st_mtime_ns, found.st_ctime_ns, found.st_atime_ns) < REAL.began - self.TICK:
            return found
        if isinstance(path, int):
            path = f"/proc/self/fd/{path}"
        frame = self.written.get(self.whole(path), APP.machine.frame)
        moment = int(APP.epoch * 1_000_000_000) + frame * 1_000_000_000 // APP.rate
        kind, (values, more) = found.__reduce__()
        values, more = list(values), dict(more)
        for name, place_of in self.PLACES.items():
            if getattr(found, name + "_ns") >= REAL.began - self.TICK:
                values[place_of], more[name], more[name + "_ns"] = moment // 1_000_000_000, moment / 1e9, moment
        if "st_birthtime" in more:
            more["st_birthtime"] = min(more["st_birthtime"], moment / 1e9)
        return kind(values, more)

    def take(self):
        pairs = []
        for name in ("stat", "lstat", "fstat"):
            def looked(path, *, plain=getattr(os, name), **options):
                return self.virtual(plain(path, **options), path)
            pairs.append((getattr(os, name), looked))
        replace_everywhere(pairs)


class LoadedFiles:
    """Files of the project that the app loaded or read, each with the ID of its Git blob: sessions keep them."""
    LIMIT, BYTES = 2_000, 4 << 20

    def __init__(self):
        self.project, self.modules, self.opened, self.seen = None, 0, [], set()
        self.is_reading = False

    def begin(self):
        self.project = os.path.realpath(os.getcwd()) + os.sep

    def note(self, args):
        """Hears of a file that is opened; what Python compiled is known by its module."""
        path, _, flags = args
        if self.project and isinstance(path, (str, bytes, os.PathLike)) and not flags & (os.O_WRONLY | os.O_TRUNC):
            path = os.fsdecode(path)
            if not path.endswith(".pyc"):
                self.opened.append(os.path.abspath(path))

    def take(self):
        """The blobs that are new since the last call, by paths below the project."""
        if len(sys.modules) != self.modules:
            self.modules = len(sys.modules)
            for module in list(sys.modules.values()):
                try:            # a lazy module would load itself
                    self.opened.append(os.path.abspath(object.__getattribute__(module, "__dict__")["__file__"]))
                except (AttributeError, KeyError, TypeError):
                    pass
        opened, self.opened, found = self.opened, [], {}
        for path in opened:
            if path not in self.seen and path.startswith(self.project) and len(self.seen) < self.LIMIT:
                self.seen.add(path)
                blob = self.blob(path)
                if blob:
                    found[path[len(self.project):]] = blob
        return found

    def blob(self, path):
        """The ID of the Git blob; None of what is no file of the project's own, or what the app wrote itself."""
        parts = path[len(self.project):].split(os.sep)
        is_own = is_of_app(path) and not any(one.startswith(".") or one == "__pycache__" or ".vsession" in one for one in parts)
        if not is_own or path in APP.files.written:
            return None
        self.is_reading = True
        try:
            if not os.path.isfile(path) or os.path.islink(path) or os.path.getsize(path) > self.BYTES:
                return None
            with open(path, "rb") as stream:
                content = stream.read()
        except OSError:
            return None
        finally:
            self.is_reading = False
        return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


class EarlierFiles:
    """Files of the project that earlier runs wrote, by the list in the user's cache folder. Reading one is told.

    `begin` is left out where each run has the project as it is.
    """
    LIMIT = 10_000           # files of a project
    NO_STATE = {"__pycache__", "node-compile-cache", "v8-compile-cache", "report"}

    def __init__(self):
        self.list, self.project, self.earlier, self.names = None, "", set(), set()
        self.before = {}         # what the app may have written, with what it was before
        self.new = set()         # what this run has made anew

    def begin(self):
        cache = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(cache):
            cache = os.path.join(os.path.expanduser("~"), ".cache")
        self.project = os.path.realpath(os.getcwd())
        digest = hashlib.sha256(os.fsencode(self.project)).hexdigest()[:24]
        self.list = os.path.join(cache, "voicetest", "written", f"{digest}.json")
        self.earlier = self.read()
        self.names = {os.path.basename(one) for one in self.earlier}

    def read(self):
        try:
            with open(self.list, encoding="utf-8") as stream:
                found = json.loads(stream.read(64 * LINE_LIMIT))
        except (OSError, ValueError):
            return set()
        return {one for one in found if isinstance(one, str)} if isinstance(found, list) else set()

    def state(self, name):
        """What tells whether a file was written: its times and sizes, and those of the log that SQLite keeps beside it."""
        found = []
        for path in (os.path.join(self.project, name), os.path.join(self.project, name) + "-wal"):
            try:
                one = REAL.stat(path)
                found.append((one.st_mtime_ns, one.st_size, one.st_ino))
            except (OSError, ValueError):
                found.append(None)
        return found

    def name_of(self, path):
        """The path below the project; None of a file elsewhere and of one that is no state."""
        name = os.path.relpath(APP.files.whole(path), self.project)
        parts = name.split(os.sep)
        is_state = parts[0] != os.pardir and self.NO_STATE.isdisjoint(parts) and not any(".vsession" in one for one in parts)
        return name if is_state else None

    def note(self, event, args):
        """Hears what Python's audit events say of files."""
        path = args[0]
        if self.list is None or not isinstance(path, (str, bytes, os.PathLike)):
            return
        if event == "os.rename":
            return self.move(*map(self.name_of, args[:2]))
        flags = os.O_RDWR | os.O_CREAT if event == "sqlite3.connect" else args[2]
        path = os.fsdecode(path)
        if event == "sqlite3.connect" and path.startswith("file:"):
            path = urllib.parse.unquote(path[5:].partition("?")[0])
        is_writing = flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
        if not path or path == ":memory:" or not is_writing and os.path.basename(path) not in self.names:
            return
        name = self.name_of(path)
        if name is None:
            return
        state = self.state(name)
        if state[0] is None or flags & os.O_TRUNC:
            self.new.add(name)
        elif name in self.earlier and name not in self.new and not flags & os.O_WRONLY:
            tell_once((place() or "").partition(" from ")[0], f"reads {name}, which an earlier run wrote, so this run is not the "
                      "first one's equal; \"state\": \"fresh\" in voicetest.json gives each run the project as it is")
            self.new.add(name)      # once a file
        if is_writing:
            self.before.setdefault(name, state)

    def move(self, source, target):
        for name in {source, target} - {None}:
            self.before.setdefault(name, self.state(name))
        if target is not None:
            is_earlier = source in self.earlier and source not in self.new
            (self.earlier if is_earlier else self.new).add(target)
            if is_earlier:
                self.names.add(os.path.basename(target))
                self.new.discard(target)

    def end(self):
        """Adds to the list what this run wrote. Two runs at once do not damage it: each puts a whole one in its place."""
        written = {name for name, state in self.before.items() if self.state(name) != state}
        if self.list is None or not written:
            return
        earlier = self.read()
        found = sorted(name for name in earlier | written if self.state(name)[0])[:self.LIMIT]
        if set(found) == earlier:
            return
        try:
            os.makedirs(os.path.dirname(self.list), exist_ok=True)
            with open(f"{self.list}.{os.getpid()}", "w", encoding="utf-8") as stream:
                json.dump(found, stream)
            os.replace(stream.name, self.list)
        except OSError:
            pass                # a list that cannot be kept tells nothing


class Entry(StandIn):
    """`os.DirEntry`, with virtual times."""
    kind = os.DirEntry

    def __init__(self, entry):
        self.entry = entry

    def __getattr__(self, name):
        return getattr(self.entry, name)

    def __fspath__(self):
        return self.entry.path

    def __repr__(self):
        return repr(self.entry)

    def stat(self, *, follow_symlinks=True):
        return APP.files.virtual(self.entry.stat(follow_symlinks=follow_symlinks), self.entry.path)


def order_files():
    APP.files.take()
    listdir, scandir = os.listdir, os.scandir

    class Entries:
        def __init__(self, path):
            with scandir(path) as found:
                self.found = iter([Entry(one) for one in sorted(found, key=lambda entry: entry.name)])

        def __iter__(self):
            return self.found

        def __next__(self):
            return next(self.found)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            self.close()

        def close(self):
            self.found = iter(())
    replace_everywhere([(listdir, lambda path=".": sorted(listdir(path))),
                        (scandir, lambda path=".": Entries(path))])
