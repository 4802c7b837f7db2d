"""The state of the app under test, one per process, and what all modules share: limits, real functions, errors."""
import _thread
import asyncio
import collections
import functools
import os
import threading
import time
import types
import weakref

from .machine import Machine, frame_of

try:
    import ssl
except ImportError:             # a Python without OpenSSL
    ssl = None

PROTOCOL = 1
VERSION = "0.1.0"
LINE_LIMIT = 1 << 20             # bytes of a line that this side writes
PIECE_BYTES = 480_000            # bytes of sound in one line
READS_LIMIT = 20_000             # clock reads in one frame before a further one takes a frame
SECONDS = float(os.environ.get("VOICETEST_APP_SECONDS", "20"))   # that one step of an app may run, or sleep
START_SECONDS = 5 * SECONDS      # that it may run until the app waits for the first time: its imports
LINE_SECONDS = .02               # of virtual time in a turn while a WebSocket is recorded
CALL_SECONDS = 25                # real seconds in which an outside call has to say something: voicetest waits for 30
CHILD_SECONDS = SECONDS / 4      # real seconds that virtual time stands still for a child
MEMORY_SECONDS = 10              # virtual seconds between two collections of garbage
REAL = types.SimpleNamespace(
    sleep=time.sleep, monotonic=time.monotonic, time_ns=time.time_ns, began=time.time_ns(),
    get_ident=threading.get_ident, allocate_lock=threading.Lock,
    start_new_thread=_thread.start_new_thread,
    start_joinable_thread=getattr(threading, "_start_joinable_thread", None),
    loop=asyncio.SelectorEventLoop, stat=os.stat, process_time=time.process_time)


class Unreachable(ConnectionRefusedError):
    """The app wanted something of the real world that no outside call covers."""


class ExternalError(RuntimeError):
    """An outside call ended with an error, live or in the recording."""


class Unkept(TypeError):
    """A result that no session can keep: it ends the run."""


class App:
    """The app under test: one per process."""

    def __init__(self):
        self.machine = Machine()
        # Parts of other modules, which run.py makes.
        self.strands = self.files = self.temporary = self.loaded = self.earlier = self.unhandled = None
        self.wire, self.hello, self.attempts, self.secrets = None, {}, collections.Counter(), None
        self.rate, self.epoch, self.durations = 16_000, 0, {}
        self.read_frame, self.reads, self.count, self.collected = -1, {}, 0, 0
        # Callers who call at once, with their fields; none where there is one. The number of one who is alone in this run.
        self.callers, self.alone = [], None
        self.calls, self.plays, self.listens = {}, {}, {}
        # Sockets of the app that have a port, with their listeners; the ports that were told; voicetest's connections to them.
        self.servers, self.served, self.visits = weakref.WeakKeyDictionary(), set(), {}
        self.watchers = collections.defaultdict(list)
        self.is_making = self.is_ending = self.is_ready_sent = self.is_under_voicetest = False
        self.declared = {"name": "app", "version": "0", "hears": None, "kinds": {}, "settings": {}}
        self.script, self.first_fields, self.stubs, self.lines = None, {}, {}, set()
        self.notes, self.hidden = set(), set()      # told on standard error; places of values that events have

    def number(self):
        self.count += 1
        return self.count

    def duration(self, work):
        """The frames that this work takes: a function, or the command of a child, as text or words."""
        if not self.durations:
            return 0
        while isinstance(work, functools.partial):
            work = next((one for one in work.args if callable(one)), work.func)
        if callable(work):
            return self.durations.get(getattr(work, "__qualname__", ""), 0)
        words = os.fsdecode(work).split() if isinstance(work, (str, bytes, os.PathLike)) else list(work or ())
        return self.durations.get(os.path.basename(os.fsdecode(words[0])), 0) if words else 0

    def frame_after(self, seconds):
        return self.machine.frame + frame_of(max(0, seconds), self.rate)


APP = App()


def tell_once(line, text):
    """A note to the user, on standard error."""
    text = f"voicetest: {line + ': ' if line else ''}{text}\n"
    if text not in APP.notes and len(APP.notes) < 50:
        APP.notes.add(text)
        try:
            os.write(2, text.encode("utf-8", "replace"))
        except OSError:
            pass                # it is only a note
