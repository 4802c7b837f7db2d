# Written by scripts/checks/make-client out of the modules of Sources/Clients/Python/client: change those.
"""Runs a voice app under voicetest: unmodified, in virtual time, the same way each time.

    python -m voicetest_app [--with SERVICES.py] bot.py [ARGUMENTS]

voicetest starts this as a child and speaks protocol 1 with it: JSON lines on standard input and
output (ProgramProtocol.md). Time is counted in frames of the session's clock and stands still while
the app works. The app's clocks, timers, threads, chance and connections are taken over before its
first import; what cannot be taken over is told as an escape, with the app's own line.

What an app calls: `say`, `play`, `listen`, `microphone`, `on`, `emit`, `field`, `external`, `declare`, `in_each_call`.

One file, no dependency, Python 3.9 and newer. The layers, from the inside:

    Machine       pure: frames, timers, inputs and acts in; what is due next out. It reads and starts nothing.
    Strands       threads, one at a time: they change places only where one waits.
    VirtualLoop   asyncio over the two.
    Peer          pure: the far end of a connection, HTTP/1.1 and WebSocket, in bytes.
    Wire          the only part that reads and writes lines.
"""
import os
import sys


def fix_addresses():
    """Asks Linux for one layout of memory in the program that follows: ADDR_NO_RANDOMIZE, personality(2)."""
    try:
        import ctypes
        ctypes.CDLL(None).personality(0x0040000)
    except (ImportError, OSError, AttributeError):
        pass


def app_word():
    """The app's file as the command line names it, behind a file of stand-ins for its services."""
    return "".join(sys.argv[3:4] if sys.argv[1:2] == ["--with"] else sys.argv[1:2])


def words_with(code):
    """The words that start this file again. Where Python keeps no bytecode of it, its code goes along, in memory."""
    if not hasattr(sys, "orig_argv"):
        return [os.path.abspath(__file__), *sys.argv[1:]]
    words, options = sys.orig_argv[1:], sys.orig_argv[1:-len(sys.argv)]
    if __spec__ is not None:            # started by its name, with -m
        is_kept = os.path.exists(__spec__.cached or __file__)
        if is_kept or options[-1:] != ["-m"]:
            return words
        options.pop()
    if not hasattr(os, "memfd_create"):
        return words
    import marshal
    with os.fdopen(os.memfd_create("voicetest_app", 0), "wb", closefd=False) as stream:
        stream.write(marshal.dumps(code))
        number = stream.fileno()
    os.lseek(number, 0, os.SEEK_SET)
    start = (f"import marshal, sys\n__file__ = sys.argv[0] = {__file__!r}\nsys.path[0] = {sys.path[0]!r}\n"
             f"with open({number}, 'rb') as stream:\n    code = marshal.load(stream)\nexec(code)")
    return [*options, "-c", start, *sys.argv[1:]]


if __name__ == "__main__" and os.environ.get("PYTHONHASHSEED", "random") == "random" and os.path.isfile(app_word()):
    # Sets of texts have an order of their own in each process otherwise, and so have sets of functions, whose addresses
    # are drawn. What follows is imported once only: by the process that stays.
    fix_addresses()
    os.execve(sys.executable, [sys.executable, *words_with(sys._getframe().f_code)], {**os.environ, "PYTHONHASHSEED": "0"})

if __name__ == "__main__":
    # What follows is loaded to stay: the collector would look through it again and again.
    import gc
    gc.disable()

import _thread
import array
import asyncio
import base64
import binascii
import bisect
import builtins
import codecs
import collections
import collections.abc
import concurrent.futures
import contextlib
import contextvars
import dataclasses
import datetime
import decimal
import enum
import errno
import functools
import gc
import gzip
import hashlib
import heapq
import http.client
import importlib
import importlib.abc
import importlib.metadata
import importlib.util
import inspect
import io
import itertools
import json
import locale
import logging
import math
import operator
import queue
import random
import re
import runpy
import selectors
import shlex
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
import traceback
import types
import urllib.parse
import uuid
import warnings
import weakref
import zlib


# ---- client/machine.py
# Virtual time alone: timers, inputs and acts in; what is due next out. Pure: it reads and starts nothing.

class Timer:
    """Something due at a frame. Timers of one frame come in the order in which they were set, limits of waits behind them."""
    __slots__ = ("frame", "is_limit", "number", "callback", "is_cancelled")

    def __init__(self, frame, is_limit, number, callback):
        self.frame, self.is_limit, self.number, self.callback, self.is_cancelled = frame, is_limit, number, callback, False

    def __lt__(self, other):
        return (self.frame, self.is_limit, self.number) < (other.frame, other.is_limit, other.number)


class Machine:
    """Virtual time: what is due at which frame, and what the app did. Pure: no clock, no file, no thread."""

    def __init__(self):
        self.hide = lambda line: line   # exchanges secrets in what is told
        self.whose = lambda: None       # the caller in whose call the app acts, where there are several
        self.frame = 0           # where the app stands
        self.until = -1          # as far as it may go
        self.inputs = collections.deque()
        self.timers, self.count = [], 0
        self.acts, self.escapes, self.told = [], [], set()

    def set_timer(self, frame, callback, is_limit=False):
        """Calls `callback` at `frame`, which is not before now; a limit gives way to all else that is due at its frame."""
        self.count += 1
        timer = Timer(max(frame, self.frame), is_limit, self.count, callback)
        heapq.heappush(self.timers, timer)
        return timer

    def act(self, kind, **fields):
        fields["caller"] = self.whose()
        self.acts.append(self.hide({"kind": kind, **{key: value for key, value in fields.items() if value is not None}}))

    def escape(self, what, name, line):
        """Notes once that something of the app escapes virtual time."""
        key = (what, name, line)
        if key not in self.told and len(self.told) < 1_000:
            self.told.add(key)
            self.escapes.append(self.hide({"kind": "escape", "what": what, "name": str(name)[:500], "line": line or "unknown"}))

    def go(self, until, inputs):
        """The other side says what happens up to `until`, and that nothing else does before."""
        self.until, self.inputs = until, collections.deque(inputs)

    def next_timer(self):
        """The frame of the next timer; None without one."""
        while self.timers and self.timers[0].is_cancelled:
            heapq.heappop(self.timers)
        return self.timers[0].frame if self.timers else None

    def due(self):
        """What happens next: ("inputs", list) of one frame, ("timer", callback), or None where the turn is over.

        Inputs of a frame come before its timers. An app that has acted goes no further than this frame.
        """
        timer, first = self.next_timer(), self.inputs[0]["at"] if self.inputs else None
        frame = min((one for one in (timer, first) if one is not None), default=None)
        if frame is None or frame > self.until or ((self.acts or self.escapes) and frame > self.frame):
            return None
        self.frame = max(self.frame, frame)
        if first is not None and first <= self.frame:
            found = []
            while self.inputs and self.inputs[0]["at"] <= self.frame:
                found.append(self.inputs.popleft())
            return "inputs", found
        return "timer", heapq.heappop(self.timers).callback

    def turn(self, latest=None):
        """The lines that end this turn; the next one begins by `latest`. What was sent for later frames counts as not sent."""
        if not self.acts and not self.escapes:
            self.frame = max(self.frame, self.until)
        self.inputs.clear()
        following = min((one for one in (self.next_timer(), latest) if one is not None), default=None)
        lines = self.escapes + self.acts + [{"kind": "idle", "t": self.frame, "next": following}]
        self.acts, self.escapes, self.until = [], [], -1
        return lines


def frame_of(seconds, rate):
    """The first frame that is not before `seconds`; a thousandth of a frame is rounding."""
    return max(0, math.ceil(seconds * rate - 1e-3))


# ---- client/app.py
# The state of the app under test, one per process, and what all modules share: limits, real functions, errors.

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


# ---- client/place.py
# The app's own lines: whether a file is the app's, and which line of it led here.

HERE = os.path.abspath(__file__)
# Names of this file: started by a relative path, its code has that one.
OWN = {HERE, __file__}
LIBRARY = (os.path.dirname(os.path.abspath(os.__file__)) + os.sep, "<frozen", "<string>")


def is_of_app(name):
    """Whether a file is the app's own: not this one, not Python's library, not an installed package."""
    return not (name in OWN or name.startswith(LIBRARY) or "site-packages" in name or "dist-packages" in name
                or name.startswith("<"))


def place(frame=None):
    """The app's own line that led here and where that was called, as `bot.py:87 hear from bot.py:95 main`.

    Behind a function that was not called by the app, that is where its task was made. None where no line is the app's.
    """
    frame, lines = frame or sys._getframe(1), []
    while frame is not None and frame.f_code is not asyncio.Handle._run.__code__ and len(lines) < 2:
        if is_of_app(frame.f_code.co_filename):
            lines.append(f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno} {frame.f_code.co_name}")
        frame = frame.f_back
    if len(lines) < 2:
        try:
            made = (getattr(asyncio.current_task(), "made_at", None) or "").partition(" from ")[0]
        except RuntimeError:
            made = ""
        # That a module's own code runs `main` says nothing.
        if made and not (lines and made.endswith(" <module>")):
            lines.append(made)
    return " from ".join(lines) or None


def last_place(error):
    """The app's own line nearest to where an error was raised."""
    found = "unknown"
    for frame, line in traceback.walk_tb(error.__traceback__):
        if is_of_app(frame.f_code.co_filename):
            found = f"{os.path.basename(frame.f_code.co_filename)}:{line} {frame.f_code.co_name}"
    # A file that is no Python runs no line.
    if isinstance(error, SyntaxError) and error.lineno and error.filename and is_of_app(error.filename):
        found = f"{os.path.basename(error.filename)}:{error.lineno} <module>"
    return found


def without_addresses(value):
    """The text of a value; `<Kitchen object at 0x7fffe9a599d0>` has no address, which each run draws anew."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", str(value))


def refused(what, name):
    """Tells an escape; gives what is raised for it."""
    APP.machine.escape(what, name, place(sys._getframe(1)))
    return Unreachable(f"{name}: voicetest lets the app reach nothing that it does not record")


# ---- client/callers.py
# Several callers who call one app at once: in whose call code runs.

CALLER = contextvars.ContextVar("caller", default=None)     # the caller's number; None outside of calls


def in_call(number, function, *args):
    """Calls a function in the call of a caller; tasks, threads and connections that it begins are of that call."""
    return function(*args) if number is None else of_call(number, function, *args)


def of_call(number, function, *args):
    """Calls a function in the call of a caller, or outside of all calls, wherever this runs."""
    context = contextvars.copy_context()
    context.run(CALLER.set, number)
    return context.run(function, *args)


def call_context():
    """A new context, of the call in which this runs."""
    context = contextvars.Context()
    if CALLER.get() is not None:
        context.run(CALLER.set, CALLER.get())
    return context


async def in_each_call(begin):
    """Runs `await begin()` in the call of each caller, at once; of one caller it is `await begin()`.

    A call that is over, or that fails, leaves the others alone. Its end is told, also where voicetest runs its caller alone.
    """
    if not APP.callers and APP.alone is None:
        return await begin()

    async def call():
        try:
            await begin()
        except (Exception, asyncio.CancelledError) as error:
            tell_failure(error)
        else:
            APP.machine.act("ended")
    numbers = range(1, len(APP.callers) + 1) if APP.callers else [APP.alone]
    await asyncio.gather(*(in_call(number, asyncio.ensure_future, call()) for number in numbers))
    return None


def tell_failure(error):
    """Tells that the app, or one call of it, failed."""
    APP.machine.act("failed", reason=f"{type(error).__name__}: {error}"[:4_000], line=last_place(error))
    text = "".join(traceback.format_exception(type(error), error, error.__traceback__))
    sys.stderr.write(APP.secrets.told(text) if APP.secrets else text)


def fields():
    """The fields that the scenario of this call sets, by name."""
    return APP.callers[(CALLER.get() or 1) - 1] if APP.callers else APP.first_fields


def own_name(name):
    """The name of something that each call has one of."""
    return name if CALLER.get() in (None, 1) else f"{name}-{CALLER.get()}"


def own_number(number):
    """The telephone number of a caller, where `number` is that of the first: the last digit goes on."""
    if not number[-1:].isdigit():
        return number
    return number[:-1] + str((int(number[-1]) + (CALLER.get() or 1) - 1) % 10)


class Chance(random.Random):
    """A source of numbers for each caller, so that none draws what another one has drawn. Outside of calls it is `first`."""

    def __init__(self, seed, first):
        self.name, self.sources = seed, {None: first}
        super().__init__(0)

    def own(self):
        number = CALLER.get()
        if number not in self.sources:
            self.sources[number] = random.Random(f"{self.name} caller {number}")
        return self.sources[number]

    def random(self):
        return self.own().random()

    def gauss(self, *args, **options):          # which keeps a second number
        return self.own().gauss(*args, **options)

    def getrandbits(self, count):
        return self.own().getrandbits(count)

    def seed(self, *args, **options):
        if hasattr(self, "gauss_next"):
            self.own().seed(*args, **options)

    def getstate(self):
        return self.own().getstate()

    def setstate(self, state):
        self.own().setstate(state)


# ---- client/replacing.py
# Puts virtual functions in the place of real ones, and gives sets of objects one order.

def like(real, virtual):
    """Gives a function or class that stands for a real one what the real one says of itself."""
    for name in ("__name__", "__qualname__", "__module__", "__doc__", "__self__", "__text_signature__"):
        if hasattr(real, name):
            try:
                setattr(virtual, name, getattr(real, name))
            except (AttributeError, TypeError):
                pass
    return virtual


def put(owner, name, virtual):
    """Puts a function of a class or module in the place of the real one."""
    setattr(owner, name, like(getattr(owner, name), virtual))


def replace_everywhere(pairs):
    """Puts virtual functions wherever a module that is loaded has bound the real ones."""
    by_identity = {id(real): virtual for real, virtual in pairs}
    for real, virtual in pairs:
        like(real, virtual)
        for names in (os.supports_dir_fd, os.supports_fd, os.supports_follow_symlinks):
            names.update([virtual] if real in names else [])
    for module in list(sys.modules.values()):
        # subprocess waits for children, which live in real time.
        if not isinstance(module, types.ModuleType) or module.__name__ in ("subprocess", "selectors", "_thread") \
                or getattr(module, "__file__", None) in OWN:
            continue
        if by_identity.keys().isdisjoint(map(id, vars(module).values())):
            continue
        for name, value in list(vars(module).items()):
            if id(value) in by_identity and not name.startswith("__"):
                setattr(module, name, by_identity[id(value)])


class StandIn:
    """Stands for an object of C: `isinstance` takes it for one of `kind`, and it cannot be copied or pickled either."""
    kind = object
    __class__ = property(lambda self: self.kind)

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{self.kind.__module__}.{self.kind.__qualname__}' object")


BIRTHS = {}      # by address: number and weak reference of what was hashed


class Born:
    """Hashes by number of birth, so that a set has one order whatever the addresses are."""
    count = 0

    def __init__(self, *args, **kwargs):
        Born.count += 1
        self.birth = Born.count
        super().__init__(*args, **kwargs)

    def __hash__(self):
        return self.birth


def birth_hash(kind):
    """Gives instances a hash by the order in which they were first hashed, in place of their address."""
    def number(self):
        key = id(self)
        if key not in BIRTHS:
            try:
                watcher = weakref.ref(self, lambda _: BIRTHS.pop(key, None))
            except TypeError:
                APP.machine.escape("order", f"{type(self).__name__} takes no weak reference: a set of it has a chance order",
                                   place())
                return object.__hash__(self)
            Born.count += 1
            BIRTHS[key] = (Born.count, watcher)
        return BIRTHS[key][0]
    kind.__hash__ = number


def order_classes():
    """Sets of the app's own objects get one order, which addresses do not give them."""
    build = builtins.__build_class__

    def build_class(function, name, /, *bases, **options):     # a class may have an option `name`
        kind = build(function, name, *bases, **options)
        if isinstance(kind, type) and kind.__hash__ is object.__hash__ and is_of_app(function.__code__.co_filename):
            try:
                birth_hash(kind)
            except (TypeError, AttributeError):
                pass
        return kind
    builtins.__build_class__ = build_class


# ---- client/children.py
# Children that open the sound card: which they are. `voicetest_children`, a file beside this one, stands in for them.

CARD_CHILDREN = {"arecord", "rec", "parec", "parecord", "aplay", "play", "paplay", "ffplay"}
MAYBE_CARD_CHILDREN = {"sox", "ffmpeg", "espeak", "espeak-ng"}      # with a device only, or without a file
OTHER_CARD_CHILDREN = {"mpg123", "mpg321", "ogg123", "mpv", "mplayer", "vlc", "cvlc", "pacat", "pw-cat", "pw-play", "pw-record",
                       "jack_capture", "afplay", "say", "spd-say", "festival", "omxplayer"}
SHELLS = {"sh", "bash", "dash", "zsh"}
# A child that records, as a file of an app names it.
RECORDING = re.compile(r"""['"](?:arecord|parec|parecord|rec|sox|ffmpeg)(?=['" ])""")


def words_of_child(args, is_shell):
    """The words of a child's command, and whether a shell reads them; none where they are no words."""
    try:
        words = [os.fsdecode(args)] if isinstance(args, (str, bytes, os.PathLike)) else [os.fsdecode(one) for one in args]
        text = words[0] if is_shell else words[words.index("-c") + 1] if os.path.basename(words[0]) in SHELLS and "-c" in words else None
        if text is None:
            return words, False
        return shlex.split(text.replace("|", " ; ").replace("&", " ; ").replace(";", " ; ")), True
    except (TypeError, ValueError, IndexError):
        return [], False


def card_child(args, is_shell=False):
    """What a child of the sound card does, as `voicetest_children` reads it; None for another child.

    One that nothing stands in for is told with the app's line.
    """
    if APP.is_making or not APP.is_under_voicetest:
        return None
    words, is_shell = words_of_child(args, is_shell)
    for start, word in enumerate(words if is_shell else words[:1]):
        name = os.path.basename(word)
        if is_shell and start and words[start - 1] not in (";", "exec", "nohup", "sudo"):
            continue
        if name in OTHER_CARD_CHILDREN:
            found = f"{name!r} opens the sound card: voicetest stands in for {', '.join(sorted(CARD_CHILDREN))}"
        elif name in CARD_CHILDREN or name in MAYBE_CARD_CHILDREN:
            found = read_child(name, words[start + 1:])
        else:
            continue
        if is_shell and found is not None:
            found = f"{name!r} opens the sound card in a shell: start it without one"
        if not isinstance(found, str):
            return found
        APP.machine.escape("child", found, place())
    return None


def read_child(name, words):
    try:
        return importlib.import_module("voicetest_children").read(name, words)
    except ImportError:
        files = "voicetest_children.py, voicetest_child_commands.py, voicetest_child_files.py and voicetest_card.py"
        return f"{name!r} opens the sound card: copy {files} of voicetest's release beside voicetest_app.py" \
            if name in CARD_CHILDREN else None


def may_record():
    """Whether a file of the app, which has no adapter of its own, names a child that records: it hears sound from its start."""
    if not os.path.isfile(os.path.join(os.path.dirname(HERE), "voicetest_children.py")):
        return False
    files = {APP.script, *(getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))}
    texts = []
    for file in sorted(one for one in files if one.endswith(".py") and is_of_app(one)):
        try:
            with open(file, encoding="utf-8", errors="replace") as stream:
                texts.append(stream.read())
        except OSError:
            continue
    return any(map(RECORDING.search, texts)) and not any("voicetest_app" in text for text in texts)


# ---- client/threads.py
# Threads, one at a time: they change places only where one waits, in virtual time.

class Strand:
    """A thread of the app. It runs only while it is the current one."""
    count = 0

    def __init__(self):
        Strand.count += 1
        self.number, self.gate, self.ident, self.thread = Strand.count, REAL.allocate_lock(), None, None
        self.is_parked, self.was_woken, self.is_over, self.timer = False, False, False, None
        self.ending = []
        self.gate.acquire()


class Strands:
    """Gives the turn from thread to thread, only where one waits, first in first out."""

    def __init__(self, machine, advance):
        self.machine, self.advance = machine, advance
        self.current = Strand()
        self.current.ident, self.current.thread = REAL.get_ident(), threading.get_native_id()
        self.ready = collections.deque()
        self.progress = 0
        self.reads = 0          # of clocks, since a thread waited
        self.turnstiles = []    # of loops that wait for files

    def is_ours(self):
        """Whether the calling thread is the one that has the turn; another one is an escape."""
        return REAL.get_ident() == self.current.ident

    def park(self, frame=None, is_limit=False):
        """Waits for `wake`, up to `frame`; False where the frame came first. A wake-up at the frame of a limit wins."""
        strand, self.reads = self.current, 0
        strand.is_parked, strand.timer = True, None
        if frame is not None:
            strand.timer = self.machine.set_timer(frame, lambda: self.wake(strand, False), is_limit)
        self.give(strand)
        return strand.was_woken

    def wake(self, strand, was_woken=True):
        if strand is None or not strand.is_parked:
            return
        strand.is_parked, strand.was_woken = False, was_woken
        if strand.timer is not None:
            strand.timer.is_cancelled = True
        self.ready.append(strand)

    def give(self, strand):
        """Gives the turn to the next thread; comes back when `strand` has it again, unless it is over."""
        while not self.ready:
            for turnstile in list(self.turnstiles):
                turnstile.look()
            if not self.ready:
                self.advance()
        self.progress += 1
        following = self.ready.popleft()
        if following is strand:
            return
        self.current = following
        following.gate.release()
        if not strand.is_over:
            strand.gate.acquire()

    def start(self, function, args, kwargs, begin):
        """Starts a thread that waits for its turn, and for as long as its work takes; `begin` starts the real one."""
        strand, frames = Strand(), APP.duration(getattr(getattr(function, "__self__", None), "_target", function))
        self.ready.append(strand)
        caller = CALLER.get()
        if isinstance(getattr(function, "__self__", None), threading.Thread):
            function.__self__.strand = strand

        def run():
            strand.gate.acquire()
            strand.ident, strand.thread = REAL.get_ident(), threading.get_native_id()
            CALLER.set(caller)
            try:
                sys.set_coroutine_origin_tracking_depth(1)
                if frames:
                    self.park(self.machine.frame + frames)
                function(*args, **kwargs)
            except SystemExit:
                pass
            except BaseException as error:      # told while this thread has its turn
                APP.unhandled.tell(error, "thread")
                sys.unraisablehook(sys.UnraisableHookArgs((type(error), error, error.__traceback__, "Exception ignored in thread "
                                                           "started by", function)))
            finally:
                strand.is_over = True
                for waiting in strand.ending:
                    self.wake(waiting)
                self.give(strand)
        return strand, begin(run)

    def join(self, strand, frame=None):
        waiting = self.current
        if not strand.is_over:
            strand.ending.append(waiting)
            if not self.park(frame, is_limit=True):
                strand.ending.remove(waiting)


class Lock(StandIn):
    """`threading.Lock`, with waiting in virtual time and in the order of asking. `held` is the real one, for other threads."""
    kind = _thread.LockType

    def __init__(self):
        self.held, self.waiting = REAL.allocate_lock(), collections.deque()

    def acquire(self, blocking=True, timeout=-1):
        if not blocking or not self.held.locked() or APP.is_making or not APP.strands.is_ours():
            return self.held.acquire(blocking, timeout)
        REAL.allocate_lock().acquire(blocking, timeout)     # raises what a limit of this kind raises
        strand = APP.strands.current
        self.waiting.append(strand)
        if APP.strands.park(None if timeout == -1 else APP.frame_after(timeout), is_limit=True):
            return True
        self.waiting.remove(strand)
        return False

    def release(self):
        if self.waiting and self.held.locked():
            APP.strands.wake(self.waiting.popleft())
        else:
            self.held.release()

    def locked(self):
        return self.held.locked()

    def _at_fork_reinit(self):
        self.__init__()

    def __exit__(self, *error):
        self.release()

    __enter__, acquire_lock, release_lock, locked_lock = acquire, acquire, release, locked


class RLock(Lock):
    """`threading.RLock` likewise."""
    kind = _thread.RLock

    def __init__(self):
        super().__init__()
        self.owner, self.depth = None, 0

    def acquire(self, blocking=True, timeout=-1):
        me = REAL.get_ident()
        if self.owner != me:
            if not super().acquire(blocking, timeout):
                return False
            self.owner = me
        self.depth += 1
        return True

    __enter__ = acquire

    def release(self):
        if self.owner != REAL.get_ident():
            raise RuntimeError("cannot release un-acquired lock")
        self.depth -= 1
        if not self.depth:
            self.owner = None
            super().release()

    def _release_save(self):
        state, self.depth, self.owner = self.depth, 0, None
        Lock.release(self)
        return state

    def _acquire_restore(self, state):
        Lock.acquire(self)
        self.depth, self.owner = state, REAL.get_ident()

    def _is_owned(self):
        return self.owner == REAL.get_ident()

    def _recursion_count(self):
        return self.depth if self._is_owned() else 0


def take_threads():
    def start_new_thread(function, args=(), kwargs=None):
        if APP.is_making:
            return REAL.start_new_thread(function, args, kwargs or {})
        return APP.strands.start(function, args, kwargs or {}, lambda run: REAL.start_new_thread(run, ()))[1]

    def start_joinable_thread(function, handle=None, daemon=True):
        if APP.is_making:
            return REAL.start_joinable_thread(function, handle=handle, daemon=daemon)
        return APP.strands.start(
            function, (), {}, lambda run: REAL.start_joinable_thread(run, handle=handle, daemon=daemon))[1]
    put(_thread, "start_new_thread", start_new_thread)
    threading._start_new_thread = start_new_thread
    if REAL.start_joinable_thread:
        put(threading, "_start_joinable_thread", start_joinable_thread)
    join, alive = threading.Thread.join, threading.Thread.is_alive

    def join_one(self, timeout=None):
        if self is threading.current_thread():
            raise RuntimeError("cannot join current thread")
        if getattr(self, "strand", None) is not None:
            APP.strands.join(self.strand, None if timeout is None else APP.frame_after(max(0, timeout)))
            if not self.strand.is_over:
                return
        join(self)
    put(threading.Thread, "join", join_one)
    put(threading.Thread, "is_alive",
        lambda self: not self.strand.is_over if getattr(self, "strand", None) else alive(self))
    take_locks()


def take_locks():
    for kind in (Lock, RLock):
        like(kind.kind, kind)
    for name, kind in (("Lock", Lock), ("_allocate_lock", Lock), ("RLock", RLock), ("_CRLock", RLock), ("_PyRLock", RLock)):
        if hasattr(threading, name):
            setattr(threading, name, kind)
    queue.SimpleQueue = queue._PySimpleQueue
    ident = REAL.get_ident

    def get_ident():
        strands = APP.strands
        return strands.current.number if ident() == strands.current.ident else ident()
    main = threading.main_thread()
    threading._active.pop(main._ident, None)
    main._ident = APP.strands.current.number
    threading._active[main._ident] = main
    put(threading, "get_ident", get_ident)
    for kind in (concurrent.futures.Future, threading.Thread):
        birth_hash(kind)
    APP.unhandled.take()

    submit = concurrent.futures.ThreadPoolExecutor.submit

    def submit_timed(self, function, /, *args, **kwargs):
        frames = APP.duration(function)
        if CALLER.get() is not None:        # the pool's thread may be of another call
            function = functools.partial(in_call, CALLER.get(), function)
        future = submit(self, *((after, frames) if frames else ()), function, *args, **kwargs)
        future.caller = CALLER.get()
        return future
    put(concurrent.futures.ThreadPoolExecutor, "submit", submit_timed)


def after(frames, function, *args, **kwargs):
    """Does work that takes so many frames: what it does comes at its end."""
    APP.strands.park(APP.machine.frame + frames)
    return function(*args, **kwargs)


# ---- client/processes.py
# A child that asyncio starts: virtual time stands still while it works, and goes on where it waits to be asked.

# Real seconds in which no thread of a child runs before it counts as waiting: one that has answered, and one that was asked
# and has not. The latter may wait for something else, and a message of one way gets no answer.
REST_SECONDS, ASKED_SECONDS = .15, 2


def text_of(path):
    """The beginning of a file of `/proc`."""
    file = os.open(path, os.O_RDONLY)
    try:
        return os.read(file, 4_096).decode(errors="replace")
    finally:
        os.close(file)


def switches_of(process):
    """How often the threads of a process and of all below it were taken off a processor, 0 where there is none any more;
    None while one of them runs or waits for a disk, and where the system does not say."""
    count, below = 0, [process]
    if os.path.isdir("/proc/self") and not os.path.isdir(f"/proc/{process}"):
        return 0
    try:
        for one in below:
            for thread in os.listdir(f"/proc/{one}/task"):
                folder = f"/proc/{one}/task/{thread}"
                fields = dict(line.split(":", 1) for line in text_of(f"{folder}/status").splitlines() if ":" in line)
                if fields["State"].split()[0] not in "SZ":
                    return None
                count += int(fields["voluntary_ctxt_switches"]) + int(fields["nonvoluntary_ctxt_switches"])
                below += text_of(f"{folder}/children").split()
    except (OSError, KeyError, ValueError):
        return None
    return count


class Process:
    """A child, by its transport, which is None while it starts.

    One that said something while it may still be asked is a server: it answers, and then rests until it is asked again.
    """

    def __init__(self, label, line):
        self.label, self.line, self.transport, self.is_server = label, line, None, False
        self.is_asked, self.is_resting = True, False        # since it said something last; time goes on until it is asked
        self.switches = self.since = None

    def begin(self, transport):
        """Notes from now on when the app asks it something."""
        self.transport = transport
        pipe = transport.get_pipe_transport(0)
        if pipe is not None:
            write = pipe.write

            def ask(data):
                self.is_asked, self.is_resting = True, False
                write(data)
            pipe.write = ask

    def is_alive(self):
        return self.transport is None or getattr(self.transport, "_proc", None) is not None

    def file(self, number):
        """The file of one of its pipes that is open; None without one."""
        pipe = self.transport and self.transport.get_pipe_transport(number)
        return None if pipe is None or pipe.is_closing() else pipe.get_extra_info("pipe").fileno()

    def hear(self, files):
        """Takes note of what it says, where its file is among those that can be read."""
        if self.transport is None or self.file(1) not in files:
            return
        if self.is_resting and self.file(0) is not None:
            APP.machine.escape("child", f"{self.label} says something that it was not asked, or late", self.line)
        self.is_server |= self.file(0) is not None
        self.is_asked = self.is_resting = False

    def is_still(self, seconds):
        """Whether none of its threads has run for so long; to be asked again and again."""
        if self.transport is None or (pid := self.transport.get_pid()) is None:
            return False
        switches, now = switches_of(pid), REAL.monotonic()
        if switches is None or switches != self.switches:
            self.switches, self.since = switches, now
            return False
        return now - self.since >= seconds

    def rests(self):
        """Whether it waits to be asked, and time goes on."""
        if not self.is_server or self.file(0) is None:
            return False
        self.is_resting = self.is_resting or self.is_still(ASKED_SECONDS if self.is_asked else REST_SECONDS)
        return self.is_resting


def wait_for(processes, select):
    """Waits in real time until a child says something, or until all wait to be asked.

    Gives what `select(seconds)` found, and those that did neither within `CHILD_SECONDS`. Of several, all have to be still,
    so that it is no chance which is heard first.
    """
    end = REAL.monotonic() + CHILD_SECONDS
    while True:
        busy = [one for one in processes if not one.rests()]
        found = select(.01 if busy else 0)
        if found and (len(processes) == 1 or all([one.is_still(REST_SECONDS) for one in processes]) or REAL.monotonic() > end):
            return sorted(found, key=lambda one: one[0].fd), []
        if not found and (not busy or REAL.monotonic() > end):
            return [], busy
        if found:
            REAL.sleep(.01)


# ---- client/loop.py
# asyncio's loop in virtual time, and things under way that both threads and coroutines wait for.

class Pending(collections.abc.Coroutine):
    """Something under way. `await` it, give it to `asyncio.create_task`, or `wait()` for it in a thread."""

    def __init__(self, cancel=None):
        self.is_done, self.value, self.error = False, None, None
        self.cancel_act, self.callbacks, self.steps = cancel, [], None

    def send(self, value):
        if self.steps is None:
            self.steps = self.__await__()
        return self.steps.send(value)

    def throw(self, *error):
        if self.steps is None:
            self.cancel()
            raise error[-1] if isinstance(error[-1], BaseException) else error[0]
        return self.steps.throw(*error)

    def close(self):
        if self.steps is not None:
            self.steps.close()

    def finish(self, value=None, error=None):
        if self.is_done:
            return
        self.is_done, self.value, self.error = True, value, error
        callbacks, self.callbacks = self.callbacks, []
        for callback in callbacks:
            callback()

    def cancel(self):
        """Ends it from the app's side: the sound stops, the call is given up."""
        if not self.is_done:
            if self.cancel_act:
                self.cancel_act()
            self.finish(error=asyncio.CancelledError())

    def result(self):
        if self.error is not None:
            raise self.error
        return self.value

    def wait(self, timeout=None):
        """Blocks this thread, at most `timeout` seconds of virtual time; TimeoutError behind it."""
        frame = None if timeout is None else APP.frame_after(timeout)
        wake = functools.partial(APP.strands.wake, APP.strands.current)
        while not self.is_done:
            self.callbacks.append(wake)
            if not APP.strands.park(frame, is_limit=True):
                self.callbacks.remove(wake)
                self.cancel()
                raise TimeoutError(f"nothing within {timeout:g} s")
        return self.result()

    def __await__(self):
        if not self.is_done:
            loop = asyncio.get_running_loop()
            future = loop.create_future()
            self.callbacks.append(lambda: call_in(loop, lambda: future.done() or future.set_result(None)))
            try:
                yield from future
            except asyncio.CancelledError:
                self.cancel()
                raise
        return self.result()


def running_loop():
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def call_in(loop, callback):
    """Calls it in the loop's next round, in a context of its own."""
    if loop is None:
        callback()
    elif not loop.is_closed():
        loop.call_soon(callback, context=call_context())
        APP.strands.wake(getattr(loop, "strand", None))


async def waited(pending):
    return await pending


# Callbacks by which asyncio, async_timeout and anyio end a wait at its limit.
LIMITS = {"_release_waiter", "_on_timeout", "_handle_timeout", "_timeout"}


class Task(Born, asyncio.Task):
    def __init__(self, *args, **kwargs):
        self.made_at, self.caller = place(sys._getframe(1)), CALLER.get()
        super().__init__(*args, **kwargs)
        APP.unhandled.tasks.append(weakref.ref(self))


class Future(Born, asyncio.Future):
    def set_exception(self, exception):
        super().set_exception(exception)
        self.made_at = place(sys._getframe(1))
        APP.unhandled.watch(self)


class LoopTimer(asyncio.TimerHandle):
    def cancel(self):
        super().cancel()
        self.timer.is_cancelled = True


BUSY_LIMIT = 1_000      # looks of a loop that has always something to do, before it hears its children all the same


class Turnstile(selectors.DefaultSelector):
    """Where the loop would sleep, its thread waits in virtual time instead."""
    loop, busy = None, 0

    def select(self, timeout=None):
        has_files = len(self.get_map()) > 1      # one is the loop's own
        found = super().select(0) if has_files else []
        if timeout is not None and timeout <= 0:
            # How far the loop is when a child says something is chance: the loop hears it where it has nothing else to do.
            self.busy = self.busy + 1 if found else 0
            pipes = {one.file(number) for one in self.loop.children for number in range(3)} if self.busy < BUSY_LIMIT else ()
            return self.heard([one for one in found if one[0].fd not in pipes])
        self.busy = 0
        if found and not self.loop.living_children():
            return found
        if has_files and (children := self.loop.living_children()) and not APP.strands.ready:
            found, late = wait_for(children, super().select)
            if found:
                return self.heard(found)
            for child in late:
                self.loop.children.remove(child)
                APP.machine.escape("child", f"{child.label} has neither ended nor waited within {CHILD_SECONDS:g} s", child.line)
        self.loop.strand = APP.strands.current
        if has_files:
            APP.strands.turnstiles.append(self)
        is_busy = has_files and not all([one.rests() for one in self.loop.living_children()])
        APP.strands.park(APP.machine.frame if is_busy else None)
        self.loop.strand = None
        if has_files:
            APP.strands.turnstiles.remove(self)
        return self.heard(super().select(0)) if has_files else []

    def heard(self, found):
        files = {key.fd for key, _ in found}
        for one in self.loop.children:
            one.hear(files)
        return found

    def look(self):
        """Wakes the loop where a thread has written to one of its files."""
        if super().select(0):
            APP.strands.wake(self.loop.strand)


class TimeLoop(REAL.loop):
    """asyncio's loop; its time is the session's. `VirtualLoop` adds connections."""

    def __init__(self, *arguments):
        selector = Turnstile()
        selector.loop, self.strand, self.children = self, None, []
        self.early = None       # the time of the last timer that came before it, by rounding
        super().__init__(selector)
        self.set_task_factory(lambda loop, coroutine, **options: Task(coroutine, loop=loop, **options))

    def time(self):
        return APP.machine.frame / APP.rate

    def call_at(self, when, callback, *args, context=None):
        self._check_closed()
        handle = LoopTimer(when, callback, args, self, context)

        def due():
            self.early = when if when > self.time() else self.early
            self._ready.append(handle)
            APP.strands.wake(self.strand)
        frame = frame_of(when, APP.rate)
        if when == self.early and frame <= APP.machine.frame:
            frame = APP.machine.frame + 1       # its callback looked at the time and sets it again, as aiohttp's does
        handle.timer = APP.machine.set_timer(frame, due, getattr(callback, "__name__", "") in LIMITS)
        return handle

    def call_later(self, delay, callback, *args, context=None):
        if delay is None:
            raise TypeError("delay must not be None")
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def _timer_handle_cancelled(self, handle):
        pass

    def call_soon_threadsafe(self, callback, *args, context=None):
        if not APP.strands.is_ours():
            APP.machine.escape("thread", "a thread that Python did not start wakes the loop", place())
        return super().call_soon_threadsafe(callback, *args, context=context)

    def _write_to_self(self):
        APP.strands.wake(self.strand)

    def create_future(self):
        return Future(loop=self)

    def call_exception_handler(self, context):
        APP.unhandled.tell_context(context)
        super().call_exception_handler(context)

    # Children.

    def living_children(self):
        self.children = [one for one in self.children if one.is_alive()]
        return list(self.children)

    async def _make_subprocess_transport(self, protocol, args, shell, *others, **options):
        task = card_child(args, shell)
        if task is not None:
            return await sys.modules["voicetest_children"].transport_of(self, protocol, task, args, others, options)
        label = str(args if isinstance(args, (str, bytes)) else args[0])[:100]
        if busy := [one for one in self.living_children() if not one.is_server]:
            APP.machine.escape("child", f"{label} runs beside {busy[0].label}: which ends first is chance", place())
        child = Process(label, place())
        self.children.append(child)
        try:
            child.begin(await super()._make_subprocess_transport(protocol, args, shell, *others, **options))
        finally:
            if child.transport is None:
                self.children.remove(child)
        return child.transport


# ---- client/frames.py
# WebSocket frames (RFC 6455) and how the wire has their messages. Pure.

class Frames:
    """Whole messages and control frames out of the bytes of one side of a WebSocket."""

    def __init__(self):
        self.rest, self.parts, self.code = b"", [], 1

    def take(self, data):
        self.rest += data
        while (found := split_frame(self.rest)) is not None:
            first, body, self.rest = found
            code = first & 15
            if code > 2:
                yield code, body
                continue
            self.code = code or self.code
            self.parts.append(body)
            if first & 128:
                whole, self.parts = b"".join(self.parts), []
                yield self.code, whole


def split_frame(data):
    """First byte, body without its mask, and rest of a WebSocket frame; None where it is not whole."""
    if len(data) < 2:
        return None
    size, start = data[1] & 127, 2
    if size > 125:
        start = 4 if size == 126 else 10
        if len(data) < start:
            return None
        size = int.from_bytes(data[2:start], "big")
    mask = data[start:start + 4] if data[1] & 128 else b""
    start += 4 if data[1] & 128 else 0
    if len(data) < start + size:
        return None
    body = data[start:start + size]
    if mask:
        row = (mask * (size // 4 + 1))[:size]
        body = (int.from_bytes(body, "big") ^ int.from_bytes(row, "big")).to_bytes(size, "big")
    return data[0], body, data[start + size:]


# What stands for a WebSocket on the wire: a message is text or base64, JSON is one of `{open}` (the subprotocol),
# `{refused, headers, body}`, `{ping}`, `{pong}` (bytes as Latin-1) and `{close, reason, error}`. The code 1005 is a
# close without code, 1006 an end without close.

def content_of(code, body):
    """A message or control frame as the wire has it."""
    if code == 2:
        return {"body": base64.b64encode(body).decode("ascii"), "encoding": "base64"}
    if code in (9, 10):
        return {"body": {"ping" if code == 9 else "pong": body.decode("latin-1")}, "encoding": "json"}
    if code != 8:
        return {"body": body.decode("utf-8", "replace"), "encoding": "text"}
    reason = body[2:].decode("utf-8", "replace")
    return {"body": {"close": int.from_bytes(body[:2], "big") if len(body) > 1 else 1005, **({"reason": reason} if reason else {})},
            "encoding": "json"}


def control_of(message):
    """What JSON of a WebSocket says; None of a message."""
    return message["body"] if message.get("encoding") == "json" and isinstance(message.get("body"), dict) else None


def frame_bytes(code, body, is_masked=False):
    """One WebSocket frame: from a server, or masked with zeros, from a client."""
    mask = 128 if is_masked else 0
    size = bytes([mask | len(body)]) if len(body) < 126 else (
        struct.pack(">BH", mask | 126, len(body)) if len(body) < 65_536 else struct.pack(">BQ", mask | 127, len(body)))
    return bytes([128 | code]) + size + (bytes(4) if is_masked else b"") + body


# ---- client/bodies.py
# Bodies and results as lines have them, and bodies in their content codings. Pure.

def packed(data):
    """`body` and `encoding` of bytes."""
    try:
        return {"body": data.decode("utf-8"), "encoding": "text"}
    except UnicodeDecodeError:
        return {"body": base64.b64encode(data).decode("ascii"), "encoding": "base64"}


def packed_question(data):
    """The same with JSON as such, which a person can read and compare."""
    try:
        if not data.strip():
            return {"body": "", "encoding": "text"}
        body = json.loads(data.decode())        # of UTF-8 alone (RFC 8259, 8.1)
        json.dumps(body, allow_nan=False)       # Python reads NaN, and takes 1e999 for infinity
        return {"body": body, "encoding": "json"}
    except ValueError:
        return packed(data)


def unpacked(message):
    body, encoding = message.get("body", ""), message.get("encoding", "text")
    if encoding == "base64":
        return base64.b64decode(body)
    return (json.dumps(body) if encoding == "json" else body).encode("utf-8")


def changed_bytes(data, change):
    """Bytes with `change` of their text: that of UTF-16 behind its mark, else one letter for each byte."""
    kind = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(data[:2], "latin-1")
    try:
        return change(data.decode(kind, "surrogatepass")).encode(kind, "surrogatepass")
    except UnicodeDecodeError:
        return change(data.decode("latin-1")).encode("latin-1")


def changed_coded(data, change, codings=None):
    """The same of a body in `codings`; without, of one that may be gzip. Where they do not fit, the bytes stay."""
    codings = codings or ([GZIP] if data.startswith(b"\x1f\x8b") else [])
    try:
        plain = data
        for decode, _ in codings:
            plain = decode(plain) if plain else plain
        changed = changed_bytes(plain, change)
        if changed == plain:
            return data
        for _, code in reversed(codings):
            changed = code(changed)
        return changed
    except Exception as error:      # of whichever library
        del error
        return data


def packed_coded(data, change, codings=None):
    return {"body": base64.b64encode(changed_coded(data, change, codings)).decode("ascii"), "encoding": "base64"}


def members(data, begins, start):
    """What is in the members of a coding, which begin with `begins`, without what is behind them."""
    parts = []
    while data.startswith(begins):
        member = start()
        parts.append(member.decompress(data))
        if not member.eof:
            raise EOFError
        data = member.unused_data
    return b"".join(parts)


GZIP = (lambda data: members(data, b"\x1f\x8b", lambda: zlib.decompressobj(31)),
        lambda data: gzip.compress(data, mtime=0))


def coders(headers):
    """What decodes and codes a body by its headers: pairs of functions, outermost first; None where one is not known."""
    found = [value.lower() for name, value in headers if name.lower() == "content-encoding"]
    names = [name for name in (one.strip() for value in found for one in value.split(",")) if name != "identity"]
    if not names:
        return []
    kinds = {"gzip": GZIP, "x-gzip": GZIP,
             "deflate": (lambda data: zlib.decompress(data, 15 if data[:1] and data[0] & 15 == 8 else -15), zlib.compress)}
    # The libraries by which an app decodes such a body itself; Python 3.14 has one of its own.
    for name, modules in (("br", ("brotli", "brotlicffi")), ("zstd", ("compression.zstd", "backports.zstd", "zstandard"))):
        for module in modules if name in names else ():
            try:
                one = importlib.import_module(module)
            except ImportError:
                continue
            kinds[name] = (one.decompress, one.compress)
            if module == "zstandard":       # its `decompress` needs a length in the head
                kinds[name] = (lambda data: members(data, b"\x28\xb5\x2f\xfd", one.ZstdDecompressor().decompressobj), one.compress)
            break
    return [kinds[name] for name in reversed(names)] if all(name in kinds for name in names) else None


# What JSON has not stands in a result as `{"$TYPE": …}`: by its text, or by what it holds.
AS_TEXT = {
    float: (repr, float), complex: (repr, complex), decimal.Decimal: (str, decimal.Decimal), uuid.UUID: (str, uuid.UUID),
    bytes: (lambda value: base64.b64encode(value).decode(), base64.b64decode),
    bytearray: (lambda value: base64.b64encode(value).decode(), lambda text: bytearray(base64.b64decode(text))),
    **{kind: (kind.isoformat, kind.fromisoformat) for kind in (datetime.datetime, datetime.date, datetime.time)},
    datetime.timedelta: (lambda value: f"{value.days} {value.seconds} {value.microseconds}",
                         lambda text: datetime.timedelta(*map(int, text.split())))}
AS_LIST = (tuple, set, frozenset)
BITS_LIMIT = 14_000              # of a whole number in a result: Python reads 4,300 digits


def packed_result(value):
    """`body` and `encoding` of what an external gives: JSON as a text, which keeps the order of keys and every digit."""
    try:
        plain = kept(value, "result")
        has_halves = bool(re.search("[\ud800-\udfff]", text := json.dumps(plain, ensure_ascii=False)))   # no UTF-8 has them
    except RecursionError:
        raise Unkept("a result that holds itself or is nested too deep. Return a flat value.") from None
    if type(value) is str and not has_halves:
        return {"body": value, "encoding": "json"}
    return {"body": json.dumps(plain) if has_halves else text, "encoding": "text"}


def kept(value, path):
    """The value as JSON. Unkept, with the path, where it would come back as another one."""
    kind = type(value)
    if value is None or kind in (bool, str) or kind is float and math.isfinite(value) \
            or kind is int and value.bit_length() < BITS_LIMIT:
        return value
    if kind is dict:
        parts = [[key, kept(one, f"{path}[{key!r}]")] for key, one in value.items()]
        if all(type(key) is str for key in value) and not is_marked(value):
            return dict(parts)
        return {"$dict": [[kept(key, f"a key of {path}"), one] for key, one in parts]}
    if kind is list or kind in AS_LIST:
        parts = [kept(one, f"{path}[{index}]") for index, one in enumerate(value)]
        return parts if kind is list else {"$" + kind.__name__: parts}
    if kind in AS_TEXT:
        write, read = AS_TEXT[kind]
        if repr(read(write(value))) == repr(value):
            return {"$" + kind.__name__: write(value)}
    if (parts := parts_of(value)) is not None and class_named(name := f"{kind.__module__}:{kind.__qualname__}") is kind:
        return {"$class": [name, {key: kept(one, f"{path}.{key}") for key, one in parts.items()}]}
    raise Unkept(f"a {kind.__module__}.{kind.__qualname__} at {path}, which would come back as another value. Return texts, "
                 "numbers, dates without a named time zone, bytes, lists, tuples, sets, dicts, or named tuples, enums and data "
                 "classes of a module.")


def error_text(error):
    """What is told of an error of a call: `CLASS: WORDS`, no longer than the protocol allows."""
    return f"{type(error).__name__}: {error}".encode("utf-8", "replace")[:4_000].decode("utf-8", "ignore")


def packed_error(error):
    """`packed` of an error of an external: its class and what that is made of. Empty where another one would come back."""
    kind = type(error)
    try:
        made_by, args, *state = error.__reduce__()
        parts = [f"{kind.__module__}:{kind.__qualname__}", *(kept(one, "error") for one in (args, state[0] if state else None))]
        again = made_error(*json.loads(text := json.dumps({"$error": parts}))["$error"])
        if (made_by, type(again), str(again), repr(again.__reduce__()[1:])) == (kind, kind, str(error), repr((args, *state))):
            return packed(text.encode())
    except Exception:
        pass        # what it is made of cannot be kept, or makes no such error
    return packed(b"")


def made_error(name, args, state):
    """The error of a class `MODULE:NAME`; ExternalError where no such class is loaded."""
    kind = loaded(name)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        raise ExternalError(f"the session has an error {name}, which the app does not know. Ask anew with --calls live.")
    error = kind(*restored(args))
    if state is not None:
        error.__setstate__(restored(state))
    return error


def parts_of(value):
    """The fields of a named tuple or data class, the name of a member of an enum; None of anything else."""
    if isinstance(value, enum.Enum):
        return {"name": value.name} if value.name in type(value).__members__ else None
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return value._asdict()
    if dataclasses.is_dataclass(value):
        parts = {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}
        return parts if parts.keys() >= getattr(value, "__dict__", {}).keys() else None
    return None


def class_named(name):
    """The class `MODULE:NAME` of a module that is loaded and whose instances have parts; None without one."""
    kind = loaded(name)
    is_kind = isinstance(kind, type) and (
        issubclass(kind, enum.Enum) or issubclass(kind, tuple) and hasattr(kind, "_fields") or dataclasses.is_dataclass(kind))
    return kind if is_kind else None


def loaded(name):
    """What `MODULE:NAME` names in a module that is loaded; None without one."""
    module, _, path = name.partition(":")
    found = sys.modules.get(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    return found


def made_of(kind, parts):
    """What `parts_of` took apart."""
    if issubclass(kind, enum.Enum):
        return kind[parts["name"]]
    if issubclass(kind, tuple):
        return kind._make(parts[name] for name in kind._fields)
    made = object.__new__(kind)
    for name, value in parts.items():
        object.__setattr__(made, name, value)
    return made


def is_marked(value):
    return len(value) == 1 and str(next(iter(value))).startswith("$")


def restored(value):
    """What was kept."""
    if isinstance(value, list):
        return [restored(one) for one in value]
    if not isinstance(value, dict):
        return value
    if not is_marked(value):
        return {key: restored(one) for key, one in value.items()}
    [(name, inner)] = value.items()
    if name == "$dict":
        return {restored(key): restored(one) for key, one in inner}
    for kind in AS_LIST:
        if name == "$" + kind.__name__:
            return kind(restored(inner))
    for kind, (_, read) in AS_TEXT.items():
        if name == "$" + kind.__name__:
            return read(inner)
    if name == "$class" and (kind := class_named(inner[0])):
        return made_of(kind, {key: restored(one) for key, one in inner[1].items()})
    raise ExternalError(f"the session has a value {name} {inner[0] if name == '$class' else ''} that the app and this client do "
                        "not know. Ask anew with --calls live.")


# ---- client/secret_texts.py
# Secrets in texts, and the stand-ins for them. Pure: texts in, texts out.

# A secret that may not reach the disk is exchanged for a stand-in of the same form, length and alphabet, before the app
# sees it in an answer and before anything is told of what the app brings. The values live in memory only.

BLANKS = " \t\n\r\f\v"


def rule(pattern):
    """A pattern whose blanks, digits and letters are those of ASCII: bytes of UTF-8 are read as Latin-1, one letter each."""
    return re.compile(pattern, re.A)


NAME = r"[A-Za-z](?:[A-Za-z0-9_.\-]){0,63}"
# Words that make a name one of a secret whatever its value is: at its end written as one word, or alone among its words.
SECRET_ENDINGS = ("authorization", "apikey", "accesskey", "privatekey", "secretkey", "secret", "secrets", "password", "passwords", "passwd",
                  "passphrase", "token", "credential", "credentials", "signature", "bearer")
SECRET_WORDS = {"authorization", "secret", "secrets", "password", "passwords", "passwd", "pwd", "pass", "passphrase", "credential",
                "credentials", "pin", "otp"}
# Words that make it one where the value looks like a key.
KEY_WORDS = {"key", "keys", "sig", "token", "tokens", "session", "sessionid", "sid", "auth", "jwt", "code", "cookie"}
NO_SECRETS = {"true", "false", "null", "none", "***"}
BEGINNINGS = rule(
    r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(?:sk-(?:proj-|svcacct-|admin-|ant-[a-z]{1,8}\d{1,4}-)?|sk_(?:live_|test_)?|pk_live_|rk_live_|rk_test_|whsec_|xox[a-z]-|xapp-|gh[opsur]_|github_pat_|glpat-|AIza|AKIA|ASIA|ya29\.|SG\."
    r"|npm_|pypi-|dop_v1_|hf_|gsk_|xai-|ek_)([A-Za-z0-9_.\-]{8,512})")
WITH_DIGITS = ("hf_", "gsk_", "xai-", "ek_", "sk_", "npm_", "pypi-")
SHORT_BEGINNINGS = ("AIza", "AKIA", "ASIA")
SCHEMES = rule(r"(?:(?<![A-Za-z])|(?<=\\[nrt]))(?:[Bb]earer|BEARER|[Bb]asic|BASIC|Token) {1,4}([A-Za-z0-9_.\-+/=~]{8,4096})")
TOKENS = rule(r"eyJ[A-Za-z0-9_\-]{5,4096}\.([A-Za-z0-9_\-]{2,8192})\.([A-Za-z0-9_\-]{2,8192})")
PRIVATE_KEYS = rule(r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----([^-]{1,16384})-----END")
MEMBERS = rule(r"(\\{0,7}[\"'])(" + NAME + r")\1\s{0,8}:\s{0,8}")
NAMED = rule(r"(\\{0,7}[\"'])(?:name|key)\1\s{0,8}:\s{0,8}\1(" + NAME + r")\1\s{0,8},\s{0,8}\1value\1\s{0,8}:\s{0,8}(?=\1)")
PAIRS = rule(r"\[\s{0,8}(\\{0,7}[\"'])(" + NAME + r")\1\s{0,8},\s{0,8}(?=\1)")
BARE = rule(r"(?<![A-Za-z0-9_.\"'\-\\])(" + NAME + r")\s{0,8}[:=]\s{0,8}(?=\\{0,7}[\"'])")
# In a line of code a name may stand for what reads the environment: no secret is there.
PARAMETERS = rule(r"(?<![A-Za-z0-9_.\-%])((?:[A-Za-z]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.\-%]){0,63})=(?!(?:os\.)?(?:getenv\(|environ[.\[])|process\.env[.\[])"
                  r"([^&;\s\"'<>#\\,={][^&;\s\"'<>#\\,]{0,4095})")
LINES = rule(r"(?<![^\n])[ \t\-]{0,16}(" + NAME + r"):[ \t]{1,8}([^\s\"'{\[][^\r\n]{0,4095})")
ELEMENTS = rule(r"<(" + NAME + r")(?:\s[^<>]{0,200})?>([^<>]{1,4096})</")
PARTS = rule(r"name=\"(" + NAME + r")\"[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,500}\r?\n){0,8}\r?\n([^\r\n]{1,4096})\r?\n--")
PATHS = rule(
    r"(?:://|CONNECT )[^\s/?#@:\"'\\]{0,200}:([^\s/?#@\"'\\]{1,500})@|/bot\d{3,20}:([A-Za-z0-9_\-]{4,200})|/services/T\w{1,20}/B\w{1,20}/(\w{4,100})"
    r"|/(?:keys?|tokens?|secrets?)/([A-Za-z0-9_\-]{16,200})")
QUOTES = re.compile(r"\\{0,7}[\"']")
BLANKS_OF = rule(r"\s")
COLON = rule(r"\s{0,8}:")
NUMBER = rule(r"\d{4,32}(?![\d.eE])")
STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')
LETTERS = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|%[0-9a-fA-F]{2}|.", re.S)


# A part of each match of a rule: texts without it, as most are, are not searched for the rule.
SIGNS = {
    NAMED: ("name", "key"), PAIRS: ("[",), PATHS: ("://", "CONNECT ", "/bot", "/services/T", "/key", "/token", "/secret"),
    SCHEMES: ("earer ", "EARER ", "asic ", "ASIC ", "Token "),
    BEGINNINGS: ("sk-", "sk_", "pk_live_", "rk_", "whsec_", "xox", "xapp-", "gho_", "ghp_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "AIza",
                 "AKIA", "ASIA", "ya29.", "SG.", "npm_", "pypi-", "dop_v1_", "hf_", "xai-", "ek_"),
}
HAS_VALUE = rule(r"=[^&;\s\"'<>#\\,={]")


def matches(pattern, text):
    """What a rule finds in a text."""
    signs = SIGNS.get(pattern)
    is_possible = HAS_VALUE.search(text) if pattern is PARAMETERS else signs is None or any(one in text for one in signs)
    return pattern.finditer(text) if is_possible else ()


def words_of(name):
    """The words of a name in lower case: `accessToken`, `access_token` and `Access-Token` have the same."""
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", re.sub(r"%[0-9A-Fa-f]{2}", " ", name))
    return [word.lower() for word in re.findall(r"[A-Za-z0-9]+", spaced)]


def looks_like_key(text):
    return len(text) >= 16 and re.search(r"[0-9]", text) is not None and BLANKS_OF.search(text) is None


def is_secret(name, value):
    """Whether a value of this name may not reach the disk."""
    words = words_of(name)
    plain = "".join(words)
    if not words or not value.strip(BLANKS) or value.lower() in NO_SECRETS or plain.endswith("cachekey"):
        return False
    # Models send pieces of a text as `token`.
    if plain != "token" and (plain.endswith(SECRET_ENDINGS) or not SECRET_WORDS.isdisjoint(words)):
        return True
    if "=" in value and "cookie" in words:      # what is in it has names of its own
        return False
    return looks_like_key(value) and (not KEY_WORDS.isdisjoint(words) or plain.endswith(("key", "sessionid")))


def end_of_text(text, start, quote):
    """Where a quoted text ends that begins at `start`; `quote` may have backslashes, in a text within a text."""
    found = text.find(quote, start)
    while found >= 0 and len(quote) == 1:
        escape = text.find("\\", start, found)
        if escape < 0:
            break
        start = escape + 2
        if start > found:
            found = text.find(quote, start)
    return len(text) if found < 0 else found


def group_spans(text, start):
    """Texts within the list or object at `start`, which a secret's name has: elements, members `value`, and what looks like a key."""
    at, depth, name = start, 0, None
    while at < min(len(text), start + 16_384):
        found = QUOTES.match(text, at)
        if found:
            end = end_of_text(text, found.end(), found[0])
            at, word = end + len(found[0]), text[found.end():end]
            if COLON.match(text, at):
                name = word
                continue
            if word and word.lower() not in NO_SECRETS and (looks_like_key(word) or name in (None, "value")):
                yield found.end(), end
            continue
        depth += (text[at] in "[{") - (text[at] in "]}")
        if depth == 0:
            return
        at += 1


def secret_spans(text, keep, is_call):
    """Where secrets are in a text: (start, end, name or None) in order. `is_call` says that it is of a call, with
    headers and forms."""
    # A message is read more than once on its way, and silence is the same message again and again.
    return (remembered_spans if len(text) <= 4_096 else found_spans)(text, frozenset(keep), is_call)


def found_spans(text, keep, is_call):
    spans, names, strings = [], {}, []

    def ended(start, end):
        """The end of a span: at the latest that of the text of JSON in which it begins, where nothing closes its quote."""
        if '"' not in text[start:end]:
            return end
        if not strings:
            strings.append(strings_of(text))
        index = bisect.bisect(strings[0], (start, len(text) + 1)) - 1
        return min(end, strings[0][index][1]) if index >= 0 and start <= strings[0][index][1] else end

    def add(name, start, end):
        end = ended(start, end)
        if name.lower() not in keep and start < end and is_secret(name, text[start:end]):
            spans.append((start, end))
            names.setdefault((start, end), name)
    for found in MEMBERS.finditer(text):
        quote, start = found[1], found.end()
        if text.startswith(quote, start):
            add(found[2], start + len(quote), end_of_text(text, start + len(quote), quote))
        elif text[start:start + 1] in ("[", "{"):
            if is_secret(found[2], "x") and found[2].lower() not in keep:
                group = list(group_spans(text, start))
                spans.extend(group)
                names.update(dict.fromkeys(group, found[2]))
        else:
            number = NUMBER.match(text, start)
            if number and not SECRET_WORDS.isdisjoint(words_of(found[2])):
                add(found[2], *number.span())
    for pattern in (NAMED, PAIRS, BARE):
        for found in matches(pattern, text):
            name = found[1] if pattern is BARE else found[2]
            quote = QUOTES.match(text, found.end())[0]
            start = found.end() + len(quote)
            end = end_of_text(text, start, quote)
            if pattern is not PAIRS or looks_like_key(text[start:end]):
                add(name, start, end)
    for found in matches(PARAMETERS, text):
        add(urllib.parse.unquote(found[1]), *found.span(2))
    if is_call:
        for pattern in (LINES, ELEMENTS, PARTS):
            for found in pattern.finditer(text):
                scheme = re.match(r"[A-Za-z]{1,20} {1,4}", found[2])
                add(found[1], found.start(2) + (scheme.end() if scheme else 0), found.start(2) + len(found[2].rstrip(BLANKS)))
    for found in matches(PATHS, text):
        index = found.lastindex
        if index != 4 or looks_like_key(found[index]):
            spans.append(found.span(index))
    for found in matches(BEGINNINGS, text):
        whole = found[0]
        is_short = len(whole) < 16 or whole.startswith(SHORT_BEGINNINGS) and len(whole) > 64
        if not is_short and (not whole.startswith(WITH_DIGITS) or re.search(r"[0-9]", whole)):
            spans.append(found.span(1))
    for found in matches(SCHEMES, text):
        if re.search(r"[0-9]", found[1]) and len(found[0]) >= 16:
            spans.append(found.span(1))
    for found in TOKENS.finditer(text):
        # A token stays readable: its signature changes.
        spans.append(found.span(2) if is_readable(found[1]) else (found.start(1), found.end(2)))
    spans.extend(found.span(1) for found in PRIVATE_KEYS.finditer(text))
    names = {(start, ended(start, end)): name for (start, end), name in reversed(names.items())}
    spans = [(start, ended(start, end)) for start, end in spans]
    known = ({found.span() for found in matches(BEGINNINGS, text)}
             | {found.span() for found in TOKENS.finditer(text) if is_readable(found[1])})
    by_end = {span[1]: names.get(span) for span in known}      # the part of a key or token that changes ends with it
    return [(start, end, names.get((start, end)) or by_end.get(end)) for start, end in apart(spans, known)]


remembered_spans = functools.lru_cache(256)(found_spans)


def strings_of(text):
    """Where the texts of JSON are: in order, of what is JSON as a whole, else of its lines that are or end with an object or list."""
    found, at = [], 0
    for piece in [text] if is_json(text) else text.split("\n"):
        inner = re.search(r"[{\[]", piece)
        if inner and is_json(piece[inner.start():]):
            found += [(at + one.start() + 1, at + one.end() - 1) for one in STRINGS.finditer(piece, inner.start())]
        at += len(piece) + 1
    return found


def is_json(text):
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def is_readable(part):
    try:
        return isinstance(json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))), dict)
    except ValueError:
        return False


def apart(spans, known):
    """Spans in order, none within another; `known` are whole keys and tokens of which a part changes."""
    found, parts = [], [span for span in spans if span not in known]
    has_part = {whole for whole in known if any(whole[0] <= start and end <= whole[1] for start, end in parts)}
    for start, end in sorted(set(spans) - has_part, key=lambda one: (one[0], -one[1])):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


def stand_in(secret, seed, number):
    """Another text of the same form, length and alphabet, from the seed and the number alone."""
    letters = LETTERS.findall(secret)
    plain = "".join(one for one in letters if len(one) == 1)
    is_hex = len(plain) > 7 and re.fullmatch(r"[0-9a-f\-]+|[0-9A-F\-]+", plain) and re.search(r"[a-fA-F]", plain)
    block, bytes_left, result = 0, b"", []
    for one in letters:
        if len(one) == 1 and one.isascii() and one.isalnum():
            if not bytes_left:
                bytes_left = hashlib.sha256(f"{seed}/{number}/{block}".encode()).digest()
                block += 1
            drawn, bytes_left = bytes_left[0], bytes_left[1:]
            if one.isdigit():
                one = str(1 + drawn % 9 if not result else drawn % 10)
            else:
                first = "a" if one.islower() else "A"
                one = chr(ord(first) + drawn % (6 if is_hex else 26))
        result.append(one)
    return "".join(result)


class Secrets:
    """Which values stand for which. Pure: texts in, texts out; nothing of it is written.

    Stand-ins of what the app brings have a row of numbers of their own, and so have those of answers: in a replay an answer has
    them already, so only the former are drawn again.
    """
    LIMIT = 10_000          # values that are known at once

    def __init__(self, seed, keep=(), is_replay=False):
        self.seed, self.keep, self.is_replay = seed, {name.lower() for name in keep}, is_replay
        # Stand-ins by value; values by stand-in, of answers and of the app; the sites that gave a stand-in.
        self.own, self.given, self.brought, self.sources = {}, {}, {}, {}
        # By stand-in, the name of its value and the call that has it.
        self.places = {}
        self.public = set()     # what looks like a secret and came from voicetest
        self.strayed = {}       # (stand-in, site) where it went to a site that did not give it, in order
        self.counts = {"own": 0, "answer": 0}

    def exchanged(self, text, row, site=None, is_call=False, to=None):
        parts, at = [], 0
        for start, end, name in secret_spans(text, self.keep, is_call):
            parts += [self.with_known(text[at:start]), self.for_value(text[start:end], row, site, name, to)]
            at = end
        return "".join([*parts, self.with_known(text[at:])])

    def for_value(self, value, row, site, name=None, to=None):
        new = self.new_for(value, row, site)
        self.places.setdefault(new, (name, to))
        return new

    def new_for(self, value, row, site):
        if value in self.public:
            return value
        if value in self.given:                 # a stand-in already
            if site is not None:
                self.sources[value].add(site)
            return value
        if row == "answer" and self.is_replay:
            self.given[value], self.sources[value] = value, {site}
            return value
        if value in self.own:
            new = self.own[value]
            if row == "answer" and new in self.sources:
                self.sources[new].add(site)
            return new
        self.counts[row] += 1
        new = stand_in(value, f"{self.seed}/{row}", self.counts[row])
        if new == value or len(self.own) >= self.LIMIT:
            return new
        self.own[value] = new
        if row == "answer":
            self.given[new], self.sources[new] = value, {site}
        else:
            self.brought[new] = value
        return new

    def with_known(self, text):
        for value, new in self.own.items():
            if len(value) >= 8 and value in text:
                text = text.replace(value, new)
        return text

    def told(self, text, is_call=False, to=None):
        """What is told of a text of the app, of its call `to`."""
        return self.exchanged(text, "own", None, is_call, to)

    def told_value(self, name, value, to=None):
        """What is told of a value that has a name in the app alone, as an argument has."""
        is_hidden = isinstance(value, str) and name.lower() not in self.keep and is_secret(name, value)
        return self.for_value(value, "own", None, name, to) if is_hidden else value

    def answered(self, text, site, to=None):
        """What the app gets of a text of a server, or of a function that is an outside call `to`."""
        return self.exchanged(text, "answer", site, True, to)

    def shown(self, text):
        """A text that the app prints, without its secrets: `***` for one that has no stand-in yet, since none is drawn for it."""
        parts, at = [], 0
        for start, end, _ in secret_spans(text, self.keep, True):
            value = text[start:end]
            is_known = value in self.given or value in self.brought
            parts += [self.with_known(text[at:start]), value if is_known else self.own.get(value, "***")]
            at = end
        return "".join([*parts, self.with_known(text[at:])])

    def header(self, name, value, site, to=None):
        """The value of a header of an answer as the app gets it; of a cookie, its own value alone."""
        lower = name.lower()
        if lower == "set-cookie":
            own, equals, rest = value.partition("=")
            data, end, more = rest.partition(";")
            key = own.strip(BLANKS)
            if key.lower() not in self.keep and (is_secret(key, data) or looks_like_key(data)):
                data = self.for_value(data, "answer", site, key, to)
            return own + equals + data + end + more
        if lower not in self.keep and is_secret(name, value):
            scheme = re.match(r"[A-Za-z]{1,20} {1,4}", value)
            start = scheme.end() if scheme else 0
            return value[:start] + self.for_value(value[start:], "answer", site, name, to)
        return self.answered(value, site, to)

    def hidden_in(self, text):
        """Stand-ins in a text of the app. A short one counts as a whole word, for it may be there by chance."""
        return [new for new in (*self.given, *self.brought) if new in text and (
            len(new) >= 8 or len(new) >= 4 and re.search(rf"(?<![A-Za-z0-9]){re.escape(new)}(?![A-Za-z0-9])", text))]

    def returned(self, text):
        """What the app gets of a text that repeats what it brought."""
        for new, value in self.brought.items():
            if len(value) >= 8 and new in text:
                text = text.replace(new, value)
        return text

    def real(self, text, site):
        """A text of the app with the values that this server gave, where the app has stand-ins."""
        for new, value in self.given.items():
            if new == value:
                continue
            if site in self.sources[new]:
                for form in (str, lambda one: urllib.parse.quote(one, safe="")):
                    text = text.replace(form(new), form(value))
            elif len(new) >= 8 and new in text:
                self.strayed[new, site] = None
        return text


# ---- client/hiding.py
# Exchanges secrets in lines, answers and requests, and tells where that may change what happens.

def place_of(new):
    """Where the value of a stand-in is, its name with call and variable of the environment, and how it is kept."""
    name, to = APP.secrets.places.get(new, (None, None))
    value = APP.secrets.brought.get(new)
    variables = [one for one, text in os.environ.items()
                 if value is not None and (text == value or len(value) >= 8 and value in text)]
    of_call = f" of {shown_call(to)}" if to else ""
    of_variable = f" (the variable {variables[0]} of the environment)" if variables else ""
    return f"{name or 'a key'}{of_call}{of_variable}", f'"keep": ["{name}"] in rules.json' if name else None


def shown_call(to):
    return APP.secrets.told(to.partition("?")[0], True)[:120]


def tell_hidden(line):
    """Tells where an event, a field or a text that is said has a stand-in: in production it has the value."""
    says = {"emit": f"the event {line.get('event')}", "field": f"the field {line.get('name')}",
            "play": "the text that is said"}
    for new in APP.secrets.hidden_in(json.dumps(line, ensure_ascii=False)):
        where, keeping = place_of(new)
        if where not in APP.hidden:
            APP.hidden.add(where)
            way = f"; keep it with {keeping}" if keeping else ""
            tell_once(line.get("line"), f"{says[line['kind']]} has a value that is hidden: {where}{way}")


def tell_strayed(call):
    """Tells where a stand-in went to a site that did not give it, whose answer may be a refusal for that."""
    if APP.secrets is None:
        return
    for new, site in APP.secrets.strayed:
        where, keeping = place_of(new)
        givers = ", ".join(sorted(APP.secrets.sources[new]))
        way = f"; to send it, write {keeping}, and sessions have it" if keeping else ""
        tell_once(call.line, f"{shown_call(call.to)} has a stand-in in the place of {where}, and {site} may refuse it: "
                  f"the value goes to {givers} alone, which gave it{way}")
    APP.secrets.strayed.clear()


def returned(data):
    """Bytes of an answer as the app gets them: what it brought itself is its own again."""
    if APP.secrets is None or not APP.secrets.brought:
        return data
    return APP.secrets.returned(data.decode("latin-1")).encode("latin-1")


def returned_fields(fields):
    """The same of headers."""
    return [(name, value if APP.secrets is None else APP.secrets.returned(str(value))) for name, value in fields]


def site_of(host):
    """What servers share that belong together: the last two labels of a name, or an address."""
    return host if re.fullmatch(r"[\d.:\[\]]+", host) else ".".join(host.lower().split(".")[-2:])


def told_line(line):
    """A line with stand-ins for what the app brings."""
    kind, secrets = line["kind"], APP.secrets
    if secrets is None or kind in ("made", "came", "idle", "stop", "cancel", "serve", "open", "message", "close") or "pcm" in line:
        return line
    to = line["to"] if kind == "call" else APP.calls[line["id"]].to if kind == "more" else None
    change = functools.partial(secrets.told, is_call=True, to=to)
    told_to = {"to": change(to)} if kind == "call" else {}
    if line.get("encoding") == "base64":
        codings = APP.calls[line["id"]].asked if kind == "call" and line["id"] in APP.calls else None
        return {**line, **packed_coded(base64.b64decode(line["body"]), change, codings), **told_to}
    if kind in ("call", "more") and line["encoding"] == "text":
        return {**line, **told_to, "body": change(line["body"])}
    text = json.dumps({key: value for key, value in line.items() if key != "line"}, ensure_ascii=False)
    told = secrets.told(text, False, to)
    line = line if told == text else {**json.loads(told), **({"line": line["line"]} if "line" in line else {})}
    if kind in ("emit", "field", "play") and not secrets.is_replay:
        tell_hidden(line)
    return line


def exchanged_answer(head, chunks, site, to=None):
    """An answer with stand-ins: headers, trailers and body, which is decoded and coded again; its length and digests follow."""
    secrets = APP.secrets
    if secrets is None:
        return head, chunks
    headers = head.get("headers") or []
    pairs = list(headers.items()) if isinstance(headers, dict) else headers
    told = [[name, secrets.header(name, value, site, to)] for name, value in pairs]
    data = b"".join(unpacked(chunk) for _, chunk in chunks)
    codings = coders(pairs)
    if codings is None:
        tell_unknown(f"the answer of {shown_call(to or site)}", pairs, data)
    changed = exchanged_body(data, codings, site, to)
    if changed != data:
        sizes, at, parts = [len(unpacked(chunk)) for _, chunk in chunks], 0, []
        last = max((index for index, size in enumerate(sizes) if size), default=0)
        for index, size in enumerate(sizes):
            end = len(changed) if index == last else min(at + size, len(changed)) if index < last else at
            is_json = chunks[index][1].get("encoding") == "json"
            parts.append((chunks[index][0], {"body": json.loads(changed[at:end]), "encoding": "json"} if is_json else packed(changed[at:end])))
            at = end
        chunks, told = parts, [[name, followed(name, value, data, changed)] for name, value in told]
    head = {**head, **({"headers": dict(told) if isinstance(headers, dict) else told} if headers else {})}
    for name in ("trailers", "error", "statusLine"):
        if name in head:
            head[name] = secrets.answered(head[name], site, to) if isinstance(head[name], str) else [
                [one, followed(one, secrets.header(one, value, site, to), data, changed)] for one, value in head[name]]
    return head, chunks


def exchanged_message(content, site, to=None):
    """A message of a WebSocket's server with stand-ins."""
    secrets = APP.secrets
    if secrets is None or "encoding" not in content:        # a connection that failed has no message
        return content
    if content["encoding"] == "base64":
        return packed_coded(base64.b64decode(content["body"]), lambda text: secrets.answered(text, site, to))
    text = content["body"] if content["encoding"] == "text" else json.dumps(content["body"])
    told = secrets.answered(text, site, to)
    return content if told == text else {**content, "body": told if content["encoding"] == "text" else json.loads(told)}


def exchanged_body(data, codings, site, to=None):
    return changed_coded(data, lambda text: APP.secrets.answered(text, site, to), codings)


def tell_unknown(whose, headers, data):
    """Tells of a body in a coding that is not known; one that is a text has none."""
    if packed(data)["encoding"] == "base64":
        coding = next(value for name, value in headers if name.lower() == "content-encoding")
        tell_once(None, f"{whose} is coded as {coding}, which this client does not know: a secret in it is not hidden")


def followed(name, value, data, changed):
    """The value of a header that says the length or a digest of a body that was changed."""
    if data == changed:
        return value
    lower = name.lower()
    if lower == "content-length" and value == str(len(data)):
        return str(len(changed))
    for kind in ("md5", "sha1", "sha256", "sha512"):
        def text(body, kind=kind):
            return base64.b64encode(hashlib.new(kind, body).digest()).decode()
        if lower in ("content-md5", "digest", "content-digest", "repr-digest") and text(data) in value:
            value = value.replace(text(data), text(changed))
    return value


def real_basic(line, site):
    """A line of a head whose `Basic` has a stand-in, with the value."""
    found = re.match(r"(?i)(authorization: basic +)([A-Za-z0-9+/=]+)$", line)
    try:
        return line if not found else found[1] + base64.b64encode(
            APP.secrets.real(base64.b64decode(found[2]).decode("latin-1"), site).encode("latin-1")).decode()
    except ValueError:
        return line


def real_bytes(data, site, codings=None):
    """Bytes of the app, in `codings`, with what this server gave in the place of stand-ins."""
    if APP.secrets is None or not APP.secrets.given:
        return data
    return changed_coded(data, lambda text: APP.secrets.real(text, site), codings)


def real_texts(value, site):
    """A value of the app with what this server gave in the place of stand-ins."""
    if APP.secrets is None or not APP.secrets.given:
        return value
    if isinstance(value, str):
        return APP.secrets.real(value, site)
    if isinstance(value, dict):
        return {key: real_texts(one, site) for key, one in value.items()}
    return type(value)(real_texts(one, site) for one in value) if type(value) in (list, tuple) else value


def unpacked_result(message):
    """What was packed; of an old session it is JSON."""
    value = json.loads(returned(unpacked(message)) or b"null")
    return restored(value) if message.get("encoding", "text") == "text" else value


def unpacked_error(text, message):
    """The error that an external raised; ExternalError where the session has nothing but its words."""
    return made_error(*json.loads(returned(unpacked(message)))["$error"]) if message else ExternalError(text)


# ---- client/http1.py
# HTTP/1.1 (RFC 9112): requests out of bytes, and answers of real servers with their heads as they came.

# Headers of a connection and not of an answer (RFC 9110, 7.6.1): each connection has its own. How the body comes, which
# `content-length` and `transfer-encoding` say, is kept.
OF_CONNECTION = {"connection", "keep-alive", "proxy-connection", "te", "upgrade"}
HEAD_BYTES = 1 << 18            # of the headers of one answer


class Request:
    """An HTTP/1.1 request out of bytes."""

    def __init__(self):
        self.buffer, self.head, self.body, self.is_whole = b"", None, b"", False
        self.first, self.fields = "", []        # the request line, and [name, value] as the app wrote them

    def take(self, data):
        """Takes bytes; True once the request is whole."""
        self.buffer += data
        if self.head is None:
            if self.buffer and not self.buffer[:8].split(b" ")[0].isalpha():
                raise ValueError("not HTTP/1.1")
            head, separator, rest = self.buffer.partition(b"\r\n\r\n")
            if not separator:
                return False
            first, *lines = head.decode("latin-1").split("\r\n")
            parts = first.split(" ")
            if len(parts) != 3 or not parts[2].startswith("HTTP/1.") or not all(":" in line for line in lines):
                raise ValueError("not HTTP/1.1")
            self.method, self.path, self.buffer, self.first = parts[0], parts[1], rest, first
            self.fields = [[name.strip(" \t"), value.strip(" \t")] for name, _, value in (line.partition(":") for line in lines)]
            self.head = {name.lower(): value for name, value in self.fields}
        if self.is_chunked():
            return self.take_chunks()
        length = length_of(self.head.get("content-length", "0"), 10)
        self.is_whole, self.body = len(self.buffer) >= length, self.buffer[:length]
        return self.is_whole

    def is_chunked(self):
        return "chunked" in self.head.get("transfer-encoding", "").lower()

    def real(self, without=(), site=None):
        """The request in the bytes that a server gets, but for the headers `without`, with the values that its site gave."""
        body = real_bytes(self.body, site, coders(self.fields))
        fields = [pair for pair in self.fields if pair[0].lower() not in without]
        lines = [self.first, *(f"{name}: {followed(name, value, self.body, body)}" for name, value in fields)]
        if APP.secrets is not None and APP.secrets.given:
            lines = [real_basic(APP.secrets.real(line, site), site) for line in lines]
        if self.is_chunked():
            body = (b"%x\r\n%b\r\n" % (len(body), body) if body else b"") + b"0\r\n\r\n"
        return "\r\n".join([*lines, "", ""]).encode("latin-1") + body

    def told_body(self):
        """The body, of a form with one boundary in all runs: libraries draw it by chance."""
        found = re.match(r"multipart/.*boundary=\"?([^\";,]+)", self.head.get("content-type", ""))
        if not found:
            return self.body
        boundary = found[1].encode()
        return self.body.replace(b"--" + boundary, b"--" + b"0" * len(boundary))

    def take_chunks(self):
        while True:
            size, separator, rest = self.buffer.partition(b"\r\n")
            length = length_of(size.split(b";")[0].decode("latin-1"), 16) if separator else 0
            if not separator or len(rest) < length + 2:
                return False
            self.body, self.buffer = self.body + rest[:length], rest[length + 2:]
            if length == 0:
                self.is_whole = True
                return True


def length_of(text, base):
    """The length that a request says of its body or of a chunk: digits and nothing else (RFC 9112, 6.2 and 7.1)."""
    if not re.fullmatch(r"[0-9]+" if base == 10 else r"[0-9A-Fa-f]+[ \t]*", text):
        raise ValueError("not HTTP/1.1")
    return int(text, base)


def read_answer(stream, method, start):
    """An answer of HTTP/1.1: its head, and its pieces with the seconds after `start` at which they came."""
    return read_body(stream, method, read_head(stream), start)


def read_head(stream):
    """Status line, status and headers, in their order and spelling. What is no whole head is the line alone, all of it."""
    while True:
        lines = read_lines(stream)
        if not lines:
            raise http.client.RemoteDisconnected("Remote end closed connection without response")
        first = lines[0].rstrip("\r\n")
        found = re.match(r"HTTP/1\.[01] ([1-9]\d\d)(?: |$)", first)
        if not found or lines[-1].strip("\r\n"):
            return {"statusLine": "".join(lines), "headers": []}
        # What only says that the answer is still to come is between server and library.
        status = int(found[1])
        if status >= 200 or status == 101:
            headers = [pair for pair in fields_of(lines[1:]) if pair[0].lower() not in OF_CONNECTION]
            return {"statusLine": first, "status": status, "headers": headers}


def read_lines(stream):
    """Lines of a head with their ends, up to the empty one or the end of the stream."""
    lines, size = [], 0
    while not lines or lines[-1].strip("\r\n"):
        try:
            line = stream.readline(65_537)
        except OSError:
            if not lines:
                raise
            break
        size += len(line)
        if size > HEAD_BYTES:
            raise http.client.LineTooLong("header line")
        if not line:
            break
        lines.append(line.decode("latin-1"))
    return lines


def fields_of(lines):
    """Lines of a head as [name, value]; a value may go on in further lines."""
    fields = []
    for text in (line.rstrip("\r\n") for line in lines):
        if text[:1] in (" ", "\t") and fields:
            fields[-1][1] += "\r\n" + text
        elif text:
            name, _, value = text.partition(":")
            fields.append([name, value.removeprefix(" ")])
    return fields


def read_body(stream, method, head, start):
    """The rest of an answer; `error` of what is found says why it broke off."""
    found, chunks = dict(head), []
    try:
        for data in body_parts(stream, method, head, found):
            chunks.append((REAL.monotonic() - start, packed(data)))
    except (OSError, http.client.HTTPException) as error:
        found["error"] = error_text(error)
    # A library takes an answer as over with the last byte of the length that it said.
    is_sized = chunks and "error" not in found and not is_chunked(head["headers"]) and length_said(head) is not None
    chunks.append((chunks[-1][0] if is_sized else REAL.monotonic() - start, packed(b"")))
    return found, chunks


def length_said(head):
    """The length of its body that the head of an answer says, in bytes; None where it says none."""
    length = next((value for name, value in head["headers"] if name.lower() == "content-length"), "")
    return int(length) if re.fullmatch(r"\d{1,15}", length) else None


def body_parts(stream, method, head, found):
    """The pieces of a body as they come; `trailers` of `found` are those behind it."""
    def cut(data, rest):
        if not data:
            raise http.client.IncompleteRead(b"", rest)
        return data

    status, read = head.get("status", 0), getattr(stream, "read1", stream.read)
    if status < 200 or method == "HEAD" or status in (204, 304):
        return
    if is_chunked(head["headers"]):
        while True:
            line = stream.readline(4_097).split(b";")[0].strip()
            rest = int(line, 16) if re.fullmatch(rb"[0-9a-fA-F]{1,15}", line) else cut(b"", None)
            if not rest:
                trailers = fields_of(read_lines(stream))
                if trailers:
                    found["trailers"] = trailers
                return
            while rest:
                data = cut(read(min(rest, 65_536)), rest)
                rest -= len(data)
                yield data
            cut(stream.readline(3), None)
    rest = length_said(head)
    while rest is None or rest > 0:
        data = read(65_536 if rest is None else min(rest, 65_536))
        if not data and rest is None:
            return
        rest = None if rest is None else rest - len(cut(data, rest))
        yield data


def is_chunked(headers):
    """Whether the body of an answer says its length piece by piece."""
    return any(name.lower() == "transfer-encoding" and value.lower().endswith("chunked") for name, value in headers)


def field_lines(fields):
    """Headers as lines of a head."""
    return "".join(f"{name}: {value}\r\n" for name, value in fields).encode("latin-1", "replace")


# ---- client/calls.py
# Outside calls: asked on the wire, answered in virtual time; connections that are made, and stubs.

def world_error(text):
    """The error of the world that a recording tells as `TYPE: WORDS`, of its own type where Python's library has it."""
    name, _, words = text.partition(": ")
    kind, found = getattr(builtins, name, getattr(socket, name, None)), re.fullmatch(r"\[Errno (-?\d+)\] (.*)", words, re.S)
    if not (isinstance(kind, type) and issubclass(kind, OSError)):
        return ConnectionError(text)
    return kind(int(found[1]), found[2]) if found else kind(words)


class OutsideCall:
    """One call of the world: asked on the wire, answered in virtual time."""

    def __init__(self, to, question, answered, make, is_open=False, fields=()):
        host = urllib.parse.urlsplit(to.partition(" ")[2]).hostname
        self.site, self.told, self.codings = site_of(host) if host else to, b"", None
        self.number, self.answered, self.make, self.is_over, self.is_answered = APP.number(), answered, make, False, False
        self.to, self.is_open, self.asked = to, is_open, coders(fields)
        if self.asked is None and APP.secrets is not None and not APP.secrets.is_replay:
            tell_unknown(f"what {shown_call(to)} asks", fields, unpacked(question))
        APP.calls[self.number], self.line = self, place()
        APP.machine.act("call", id=self.number, to=to, **question, open=is_open or None, line=self.line)

    def answer(self, message):
        if self.is_over:
            return
        is_first, self.is_answered = not self.is_answered, True
        # Without status and body it says when an error comes, or that a WebSocket is being opened.
        if is_first and message.get("last") is False and "status" not in message and message.get("body") == "":
            return
        self.is_over = bool(message.get("last", True))
        if self.is_over:
            APP.calls.pop(self.number, None)
        if APP.secrets is not None and APP.secrets.is_replay:
            self.note(message)
        if APP.secrets is not None and message.get("error"):
            message = {**message, "error": APP.secrets.returned(message["error"])}
        self.answered(message)

    def note(self, message):
        """Knows the stand-ins of an answer that was recorded."""
        if isinstance(message.get("headers"), list):
            self.codings = coders(message["headers"])
        for pairs in (message.get("headers"), message.get("trailers")):
            for name, value in pairs if isinstance(pairs, list) else ():
                APP.secrets.header(name, value, self.site, self.to)
        for name in ("statusLine", "error"):
            APP.secrets.answered(message.get(name) or "", self.site, self.to)
        if self.is_open:
            for name, value in (control_of(message) or {}).get("headers") or []:
                APP.secrets.header(name, value, self.site, self.to)
            exchanged_message(message, self.site, self.to)
            return
        data = unpacked(message)
        self.told = (self.told + data)[:LINE_LIMIT]
        exchanged_body(data, None, self.site, self.to)
        # An app may go on as soon as it has the length that was said, before the end is told.
        if self.is_over or len(self.told) <= 1 << 16:
            exchanged_body(self.told, self.codings, self.site, self.to)

    def more(self, content):
        if not self.is_over:
            APP.machine.act("more", id=self.number, **content, line=place())

    def cancel(self):
        if not self.is_over:
            self.is_over = True
            APP.calls.pop(self.number, None)
            APP.machine.act("cancel", id=self.number)


def own_address(host):
    """Gives the address of this machine that a host names; None of another machine's."""
    host = host.decode() if isinstance(host, bytes) else host
    if host in ("localhost", socket.gethostname()):
        return "127.0.0.1"
    is_own = not host or host in ("0.0.0.0", "::", "::1") or re.fullmatch(r"127(\.\d+){1,3}", str(host))
    return (host or "0.0.0.0") if is_own else None


def own_server(host, port):
    """The app's own server at an address of this machine; None without one."""
    if not APP.servers or own_address(host) is None:
        return None
    return next((one for one in APP.servers.values() if one.port == int(port) and one.is_listening), None)


def stands_in_for(target, host, port):
    """Whether the target of a stub may be at `host:port`; one without port and path is at all ports of its host."""
    site = urllib.parse.urlsplit(target.split(" ", 1)[-1])
    try:
        own = site.port
    except ValueError:          # no number of a port
        return False
    usual = {"https": 443, "wss": 443, "http": 80, "ws": 80}.get(site.scheme)
    return site.hostname == host.lower() and (own is None and not site.path or (own or usual) == int(port))


class Connecting:
    """A connection to a server that is being made: for real where nothing is recorded, and at once in a replay.

    `held` is the server's socket, None in a replay and where a function stands in for the server. One that cannot be made
    is an outside `call`, `CONNECT host:port`, and `pending` ends with its error.
    """

    def __init__(self, host, port, seconds=None):
        host = host.decode() if isinstance(host, bytes) else host
        self.to, self.held, self.pending, self.call = f"CONNECT {host}:{port}", None, Pending(), None
        if own_server(host, port):
            return
        self.attempt = APP.attempts[self.to]
        APP.attempts[self.to] += 1
        if APP.hello.get("mode") == "replay":
            told = APP.secrets.told(self.to, True) if APP.secrets and "@" in host else self.to
            if self.attempt in APP.hello.get("refused", {}).get(told, ()):
                self.ask(None)
        elif host.lower() in APP.hello.get("answered", ()):     # voicetest answers what is asked there
            return
        elif not any(stands_in_for(target, host, port) for target in APP.stubs):
            self.connect(host, port, min(CALL_SECONDS, seconds or CALL_SECONDS))

    def connect(self, host, port, seconds):
        start, APP.is_making = REAL.monotonic(), True
        try:
            self.held = socket.create_connection((host, int(port)), seconds)
            self.held.settimeout(CALL_SECONDS)
        except OSError as error:
            told = {"error": error_text(error)}, [(REAL.monotonic() - start, packed(b""))]
            self.ask(lambda: told)
        finally:
            APP.is_making = False

    def ask(self, make):
        self.call = OutsideCall(self.to, packed_question(json.dumps({"attempt": self.attempt}).encode()), self.answered, make)

    def answered(self, message):
        if message.get("last", True):
            self.pending.finish(error=world_error(message.get("error") or "ConnectionError: no connection"))


def reach_now(host, port, seconds=None):
    """Connects to a server as code that blocks does; gives its socket, None in a replay. OSError where it cannot."""
    connecting = Connecting(host, port, seconds)
    if connecting.call is not None:
        try:
            connecting.pending.wait(seconds)
        finally:
            connecting.call.cancel()
    return connecting.held


async def reach(host, port, seconds=None):
    """`reach_now` for coroutines."""
    connecting = Connecting(host, port, seconds)
    if connecting.call is not None:
        try:
            await asyncio.wait_for(waited(connecting.pending), seconds)
        finally:
            connecting.call.cancel()
    return connecting.held


def stub(target, answer):
    """Lets a function stand in for a service: it answers calls to `target` where one is made for real.

    `target` is the method and the address up to any part of its path: "POST https://api.example/v1/". `answer(to,
    body)` takes the whole target and the bytes that are asked, and gives bytes, which take no time, or a list of pairs
    of seconds after the call and bytes. With `(status, content type, answer)` it says those as well; a dict of headers
    may stand for the content type. A WebSocket, "GET wss://…", asks with None when it opens and then with each message,
    a text or bytes; the function gives pairs of seconds and a message, or None. It takes the first subprotocol that the
    app offers, and answers pings and the close of the app.
    Answers are recorded as those of a server are; a replay asks nothing. Where it raises, stderr has the traceback, and the
    app an error of its connection: the code 1011 of a WebSocket that is open.
    """
    APP.stubs[target] = answer


def stub_of(to):
    """The function that stands in for `to`; None without one."""
    return APP.stubs.get(max((target for target in APP.stubs if to.startswith(target)), key=len, default=None))


@contextlib.contextmanager
def stood_in(to, function):
    """Tells where the function that stands in for `to` raises: the app has an error of its connection alone."""
    try:
        yield
    except Exception as error:
        rows = error.__traceback__
        while rows is not None and rows.tb_frame.f_code.co_filename in OWN:
            rows = rows.tb_next
        name = getattr(function, "__qualname__", type(function).__name__)
        told = "".join(traceback.format_exception(type(error), error, rows or error.__traceback__))
        sys.stderr.write(f"The function {name}, which stands in for {to.partition('?')[0]}, raises. The app's connection "
                         f"ends with an error. Mend the function:\n{told}")
        raise


def stubbed(to, body):
    """The answer of the stub for a call as `make` gives it; None without one."""
    function = stub_of(to)
    if function is None:
        return None
    with stood_in(to, function):
        answer = function(to, body)
        status, kind, answer = answer if isinstance(answer, tuple) else (200, "application/json", answer)
        pieces = [(0, answer)] if isinstance(answer, (bytes, str)) else list(answer)
        chunks = [(seconds, packed(piece.encode() if isinstance(piece, str) else piece)) for seconds, piece in pieces]
    headers = {name.lower(): value for name, value in kind.items()} if isinstance(kind, dict) else {"content-type": kind}
    return {"status": status, "headers": headers}, chunks


# ---- client/peer.py
# The far end of a connection, in bytes: HTTP/1.1 and WebSocket, from a recording or a real server.

class Peer:
    """The far end of a connection: takes the client's bytes, gives `receive` what comes back. `held` is its real socket.

    `receive(bytes)`, `receive(b"")` at the end, `receive(error)`. It speaks HTTP/1.1, one request a connection, and
    WebSocket. Anything else is told and refused.
    """

    def __init__(self, host, port, is_secure, held=None):
        host = host.decode() if isinstance(host, bytes) else host
        self.held, self.is_chunked = held, False
        standard = 443 if is_secure else 80
        self.origin = f"{host}" if port in (None, standard) else f"{host}:{port}"
        self.host, self.port, self.is_secure = host, port or standard, is_secure
        self.request, self.call, self.receive, self.is_socket = Request(), None, None, False
        self.frames, self.has_head, self.line = Frames(), False, None
        self.closes = set()         # sides of a WebSocket that have sent their close
        # What waits for the end of its message, and whether the server has a part of one.
        self.unsent, self.unsent_frames, self.is_cut = b"", [], False

    def write(self, data):
        data = bytes(data)
        if self.is_socket:
            return self.take_frames(data)
        if self.request.is_whole:
            return None
        try:
            was_begun = self.request.head is not None
            if not self.request.take(data):
                # The app waits with its body until the server wants it.
                if not was_begun and (self.request.head or {}).get("expect", "").lower() == "100-continue":
                    self.receive(b"HTTP/1.1 100 Continue\r\n\r\n")
                return None
        except ValueError:
            raise refused("network", f"{self.origin} is spoken to in something else than HTTP") from None
        request = self.request
        self.is_socket = request.head.get("upgrade", "").lower() == "websocket"
        scheme = ("wss" if self.is_secure else "ws") if self.is_socket else "https" if self.is_secure else "http"
        # A proxy is asked for the whole address.
        target = f"{scheme}://{self.origin}{request.path}" if request.path.startswith("/") else request.path
        self.to = f"{request.method} {target}"
        self.call = OutsideCall(self.to, packed_question(request.told_body()), self.answered, self.make,
                                is_open=self.is_socket, fields=request.fields)
        return None

    own = ("127.0.0.1", 1)      # the address of the app's end

    def give_up(self):
        """A time limit of the app's ran out."""
        self.close()

    def close(self):
        if self.call is not None:
            self.call.cancel()
        elif self.held is not None:
            self.held.close()
        if self.line is not None:
            self.line.close()

    def answered(self, message):
        if message.get("error"):
            # Libraries find out by themselves that a server ended the connection without an answer, or within one.
            is_end = message["error"].startswith(("RemoteDisconnected: ", "IncompleteRead"))
            return self.receive(b"" if is_end else world_error(message["error"]))
        is_last = message.get("last", True)
        if self.is_socket:
            return self.answer_socket(message, is_last) if self.has_head else self.answer_handshake(message, is_last)
        data, head = returned(unpacked(message)), b""
        if not self.has_head:
            self.has_head = True
            head = self.head_of(message, len(data) if is_last else None)
        if self.is_chunked:
            end = field_lines(message.get("trailers") or [])
            data = (b"%x\r\n%b\r\n" % (len(data), data) if data else b"") + (b"0\r\n%b\r\n" % end if is_last else b"")
        if head or data:
            self.receive(head + data)
        if is_last:
            self.receive(b"")
        return None

    def head_of(self, message, length):
        """The head as the server sent it; of headers by name, in which nothing says how long the body is, with that."""
        status, headers = message.get("status", 200), message.get("headers")
        if "status" not in message and message.get("statusLine"):
            return message["statusLine"].encode("latin-1", "replace")     # no HTTP: the server's own bytes
        has_body = self.request.method != "HEAD" and status not in (204, 304)
        if isinstance(headers, list):
            self.is_chunked = has_body and is_chunked(headers)
        else:
            headers = [(name, value) for name, value in (headers or {}).items()
                       if name.lower() not in ("content-length", "transfer-encoding", "content-encoding", "connection")]
            self.is_chunked = length is None and has_body
            if self.is_chunked:
                headers.append(("transfer-encoding", "chunked"))
            elif length is not None and self.request.method != "HEAD":
                headers.append(("content-length", length))
        headers = [*returned_fields(headers), ("connection", "close")]
        line = message.get("statusLine") or f"HTTP/1.1 {status} {http.client.responses.get(status, 'Answer')}"
        return line.encode("latin-1", "replace") + b"\r\n" + field_lines(headers) + b"\r\n"

    # WebSocket, RFC 6455.

    def answer_handshake(self, message, is_last):
        self.has_head = True
        answer = control_of(message) or {
            "refused": message.get("status", 101), "headers": message.get("headers"), "body": message.get("body")}
        if answer.get("refused", 101) != 101:
            encoding = answer.get("encoding", "text")
            data = returned(unpacked({"body": str(answer.get("body") or ""), "encoding": encoding}))
            head = self.head_of({**answer, "status": answer["refused"]}, len(data))
            if self.is_chunked:
                data = (b"%x\r\n%b\r\n" % (len(data), data) if data else b"") + (b"" if answer.get("error") else b"0\r\n\r\n")
            self.receive(head + data)
            return self.receive(b"")
        key = self.request.head.get("sec-websocket-key", "") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Accept: {base64.b64encode(hashlib.sha1(key.encode()).digest()).decode()}"]
        if answer.get("open"):
            lines.append(f"Sec-WebSocket-Protocol: {answer['open']}")
        lines += [f"{name}: {value}" for name, value in returned_fields(answer.get("headers") or [])]
        self.receive("\r\n".join([*lines, "", ""]).encode("latin-1", "replace"))
        return self.answer_socket({"body": ""}, True) if is_last else None

    def answer_socket(self, message, is_last):
        control, frames = control_of(message), b""
        end = control or {}
        if "ping" in end or "pong" in end:
            code, data = (9, end["ping"]) if "ping" in end else (10, end["pong"])
            frames = frame_bytes(code, data.encode("latin-1"))
        elif control is None and (message.get("body") or not is_last):
            frames = frame_bytes(2 if message.get("encoding") == "base64" else 1, returned(unpacked(message)))
        is_end, code = is_last or "close" in end, end.get("close", 1000)
        if is_end and code != 1006:
            frames += frame_bytes(8, b"" if code == 1005 else struct.pack(">H", code) + end.get("reason", "").encode())
        if frames:
            self.receive(frames)
        if end.get("error"):
            self.receive(world_error(end["error"]))
        elif is_end:
            if code == 1006:
                self.receive(b"")
            else:
                self.closed("server")

    def closed(self, side):
        """Behind the close of both sides a server ends the connection."""
        is_new = side not in self.closes
        self.closes.add(side)
        if is_new and len(self.closes) == 2:
            self.receive(b"")

    def take_frames(self, data):
        frames = list(self.frames.take(data))
        if self.line is not None:
            self.forward(data, frames)
        for code, body in frames:
            if code != 10:          # a pong is the library's answer to a ping
                self.call.more(content_of(code, body))
            if code == 8:
                self.closed("app")
            if self.line is not None:
                self.line.take(code, body)

    def forward(self, data, frames):
        """Sends it as the app wrote it. Where a server gave stand-ins, whole messages go, with its values."""
        self.unsent, self.unsent_frames = self.unsent + data, self.unsent_frames + frames
        secrets, is_closed = APP.secrets, any(code == 8 for code, _ in frames)
        is_within = bool(self.frames.rest or self.frames.parts)
        if secrets is not None and secrets.given and not self.is_cut:
            if is_within and not is_closed:
                return
            real = [(code, real_bytes(body, self.call.site)) for code, body in self.unsent_frames]
            tell_strayed(self.call)
            if real != self.unsent_frames:
                self.unsent = b"".join(frame_bytes(code, body, True) for code, body in real)
        self.line.forward(self.unsent)
        self.unsent, self.unsent_frames, self.is_cut = b"", [], is_within

    # For real.

    def make(self):
        """Makes the call for real; gives status, headers and chunks with the seconds after which they came."""
        if self.is_socket:
            function = stub_of(self.to)
            self.line = StubbedLine(self, function) if function else LiveLine(self)
            return {}, self.line.opened
        site = self.call.site
        answer = stubbed(real_texts(self.to, site), real_bytes(self.request.body, site, self.call.asked))
        if answer is not None:
            return answer
        start, sock = REAL.monotonic(), connect_for_real(self)
        try:
            sock.sendall(self.request.real(site=self.call.site))
        except OSError:
            pass                # a server may have answered before it had all
        with sock, sock.makefile("rb") as stream:
            return read_answer(stream, self.request.method, start)


class StubbedLine:
    """A function in place of a server: asked with None when the app connects, then with each message."""
    raised = {"body": {"close": 1011, "reason": "the stand-in fails"}, "encoding": "json"}

    def __init__(self, peer, function):
        self.peer, self.function, self.is_ended = peer, function, False
        offered = peer.request.head.get("sec-websocket-protocol", "").split(",")[0].strip()
        self.opened = [(0, {"body": {"open": offered}, "encoding": "json"})]
        self.ask(None)

    def ask(self, message):
        with stood_in(self.peer.to, self.function):
            for seconds, body in self.function(self.peer.to, message) or ():
                content = content_of(1, body.encode()) if isinstance(body, str) else content_of(2, body)
                APP.machine.set_timer(APP.frame_after(seconds), functools.partial(self.came, content))

    def ask_open(self, message):
        """Asks where the app's connection is open: what raises ends it as a server does, which a replay has, too."""
        try:
            self.ask(message)
        except Exception:
            self.came(self.raised, True)

    def came(self, content, is_last=False):
        if not self.peer.call.is_over and not self.is_ended:
            self.is_ended = is_last
            APP.machine.act("came", id=self.peer.call.number, last=is_last, **content)

    def forward(self, data):
        """Takes the app's bytes as they are."""

    def take(self, code, body):
        """Takes a message or control frame of the app, and answers the latter as servers do."""
        if code == 9:
            self.came(content_of(10, body))
        elif code == 8:
            self.came(content_of(8, body), True)
        elif code != 10 and not self.is_ended:
            body = real_bytes(body, self.peer.call.site)
            self.ask_open(body if code == 2 else body.decode("utf-8", "replace"))

    def close(self):
        """Ends with the call."""


class LiveLine:
    """A real server: virtual time keeps to real time while it is recorded, and what comes is told as it comes."""

    def __init__(self, peer):
        self.peer, self.messages, self.frames, self.opened, self.is_ended = peer, collections.deque(), Frames(), [], False
        start = REAL.monotonic()
        self.socket = connect_for_real(peer)
        # What this side does not speak is not offered.
        self.socket.sendall(peer.request.real(without=("sec-websocket-extensions",), site=peer.call.site))
        stream = self.socket.makefile("rb", 0)      # nothing behind the head is taken
        head = read_head(stream)
        seconds = REAL.monotonic() - start
        if head.get("status") == 101:
            named = {name.lower(): value for name, value in head["headers"]}
            rest = [pair for pair in head["headers"] if not pair[0].lower().startswith("sec-websocket-")]
            rest = exchanged_answer({"headers": rest}, [], peer.call.site, peer.to)[0]["headers"]
            self.opened = [(seconds, {"body": {"open": named.get("sec-websocket-protocol", ""), **({"headers": rest} if rest else {})},
                                      "encoding": "json"})]
        else:
            found, chunks = exchanged_answer(*read_body(stream, "GET", head, start), peer.call.site, peer.to)
            body = packed(b"".join(unpacked(chunk) for _, chunk in chunks)[:LINE_LIMIT // 16])
            if body["encoding"] == "text":
                del body["encoding"]
            kept = {name: found[name] for name in ("statusLine", "headers", "error") if name in found}
            self.end({"refused": head.get("status", 200), **kept, **body})
            self.socket.close()
        # The app hears of it then, and of all else behind that.
        self.began, self.frame = REAL.monotonic(), APP.frame_after(seconds)
        APP.lines.add(self)
        if self.opened:
            self.socket.settimeout(None)
            REAL.start_new_thread(self.receive, ())

    def end(self, body):
        """Nothing comes behind this."""
        if not self.is_ended:
            self.is_ended = True
            self.messages.append((True, {"body": body, "encoding": "json"}))

    def receive(self):
        """Reads frames in a thread of its own, and keeps whole messages."""
        try:
            while not self.is_ended:
                data = self.socket.recv(65_536)
                if not data:
                    return self.end({"close": 1006})
                for code, body in self.frames.take(data):
                    content = content_of(code, body)
                    if code == 8:
                        self.end(content["body"])
                    elif not self.is_ended:
                        self.messages.append((False, content))
        except OSError as error:
            self.end({"close": 1006, "error": f"{type(error).__name__}: {error}"[:4_000]})

    def forward(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass

    def take(self, code, body):
        """The server has it by `forward`."""

    def poll(self):
        """Tells what came meanwhile."""
        if APP.machine.frame < self.frame:
            return
        behind = (APP.machine.frame - self.frame) / APP.rate - (REAL.monotonic() - self.began)
        if behind > 0:
            REAL.sleep(behind)
        while self.messages and self in APP.lines:
            is_last, content = self.messages.popleft()
            content = exchanged_message(content, self.peer.call.site, self.peer.to)
            APP.machine.act("came", id=self.peer.call.number, last=is_last, **content)
            if is_last:
                APP.lines.discard(self)     # what the app says to the end goes out still

    def close(self):
        APP.lines.discard(self)
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.socket.close()


def connect_for_real(peer):
    """The socket of a server: that of the app's connection, where there is one."""
    sock, peer.held = peer.held or socket.create_connection((peer.host, int(peer.port)), CALL_SECONDS), None
    if peer.is_secure:
        sock = ssl.create_default_context().wrap_socket(sock, server_hostname=peer.host)
    return sock


# ---- client/sockets.py
# Peers as what Python has connections in: transports of asyncio, sockets, streams of httpcore.

def far_end(host, port, is_secure, held):
    """The other end of a connection of the app: one of its own servers, or a peer."""
    listener = own_server(host, port)
    return listener.connect() if listener else Peer(host, port, is_secure, held)


class PeerTransport(asyncio.transports._FlowControlMixin):
    """A peer as asyncio's transport, plain or of TLS."""
    max_size = 256 * 1024

    def __init__(self, loop, peer, protocol):
        super().__init__(None, loop)
        self.loop, self.peer, self.protocol, self.closing = loop, peer, protocol, False
        loop.call_soon(protocol.connection_made, self)
        peer.receive = lambda what: call_in(loop, lambda: self.received(what))

    def received(self, what):
        if self.closing:
            return
        if isinstance(what, Exception):
            self.closing = True
            self.protocol.connection_lost(what)
        elif what:
            self.protocol.data_received(what)
        elif not self.protocol.eof_received():
            self.close()

    def write(self, data):
        if not self.closing:
            self.peer.write(data)

    def writelines(self, parts):
        self.write(b"".join(bytes(part) for part in parts))

    def close(self):
        if not self.closing:
            self.closing = True
            self.peer.close()
            self.loop.call_soon(self.protocol.connection_lost, None)

    abort = close

    def is_closing(self):
        return self.closing

    def get_protocol(self):
        return self.protocol

    def set_protocol(self, protocol):
        self.protocol = protocol

    def get_extra_info(self, name, default=None):
        return extra_info(self.peer, name, default)

    def can_write_eof(self):
        return False

    def write_eof(self):
        pass

    def get_write_buffer_size(self):
        return 0

    def get_read_buffer_size(self):
        return 0

    def get_read_buffer_limits(self):
        return 0, self.max_size

    def set_read_buffer_limits(self, high=None, low=None):
        pass

    def pause_reading(self):
        pass

    def resume_reading(self):
        pass

    def is_reading(self):
        return not self.closing


class Inbox:
    """What a peer sent, for code that blocks or awaits."""

    def __init__(self, peer):
        self.peer, self.data, self.error, self.is_ended, self.pending = peer, b"", None, False, None
        peer.receive = self.receive

    def receive(self, what):
        if isinstance(what, Exception):
            self.error = what
        elif what:
            self.data += what
        else:
            self.is_ended = True
        if self.pending is not None:
            self.pending.finish()

    def is_ready(self):
        return bool(self.data or self.error or self.is_ended)

    def take(self, size):
        if not self.data and self.error:
            raise self.error
        found, self.data = self.data[:size], self.data[size:]
        return found

    def more(self):
        """Something to wait for until there is more."""
        self.pending = Pending()
        return self.pending


class PeerSocket(socket.socket):
    """A peer as a blocking socket, for http.client and what is built on it. The socket that it is has no number."""

    def __init__(self, host, port, is_secure, timeout=None):
        held = reach_now(host, port, timeout if isinstance(timeout, (int, float)) else None)
        self.begin(far_end(host, port, is_secure, held), timeout)
        self.inbox = Inbox(self.inbox.peer)

    def begin(self, peer, limit):
        socket.socket.__init__(self)
        socket.socket._real_close(self)
        self.inbox, self.limit = types.SimpleNamespace(peer=peer, data=b""), limit

    def sendall(self, data, flags=0):
        if isinstance(data, memoryview) or isinstance(data, (bytes, bytearray)):
            self.inbox.peer.write(data)
        else:
            self.inbox.peer.write(data.tobytes())

    def send(self, data, flags=0):
        self.sendall(data)
        return len(data)

    def recv(self, size, flags=0):
        while not self.inbox.is_ready():
            timeout = self.gettimeout()
            if timeout == 0:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            try:
                self.inbox.more().wait(timeout)
            except TimeoutError:
                self.inbox.peer.give_up()
                raise socket.timeout("timed out") from None
        return self.inbox.take(size)

    def recv_into(self, buffer, size=0, flags=0):
        data = self.recv(size or len(buffer))
        buffer[:len(data)] = data
        return len(data)

    def settimeout(self, timeout):
        self.limit = timeout

    def gettimeout(self):
        return self.limit if isinstance(self.limit, (int, float)) else None

    def setblocking(self, is_blocking):
        self.limit = None if is_blocking else 0

    timeout = property(gettimeout)

    def getpeername(self):
        return self.inbox.peer.host, int(self.inbox.peer.port)

    def getsockname(self):
        return self.inbox.peer.own

    def setsockopt(self, *options):
        pass

    def shutdown(self, how):
        pass

    def _real_close(self):
        self.inbox.peer.close()


class SecurePeerSocket(PeerSocket, ssl.SSLSocket if ssl else socket.socket):
    """A peer as a socket of TLS. What only a real connection knows of its certificate and cipher is empty."""
    server_side, session, session_reused = False, None, None
    _connected, _sslobj = True, None
    context = property(lambda self: ssl.create_default_context())
    server_hostname = property(lambda self: self.inbox.peer.host)

    def read(self, len=1024, buffer=None):
        return self.recv(len) if buffer is None else self.recv_into(buffer, len)

    def write(self, data):
        return self.send(data)

    def pending(self):
        return len(self.inbox.data)

    def do_handshake(self, block=False):
        pass

    def unwrap(self):
        return self

    def getpeercert(self, binary_form=False):
        return None if binary_form else {}

    def get_verified_chain(self):
        return []

    get_unverified_chain = get_verified_chain


def socket_kind(is_secure):
    return SecurePeerSocket if is_secure else PeerSocket


def extra_info(peer, name, default=None):
    """What transports and streams tell of a connection."""
    if name == "socket" or name == "ssl_object" and peer.is_secure:
        kind = socket_kind(peer.is_secure)
        sock = kind.__new__(kind)
        sock.begin(peer, 0)
        return sock
    return {"peername": (peer.host, peer.port), "sockname": peer.own}.get(name, default)


class PeerStream:
    """A peer as the network stream of httpcore, whose `library` names the errors; `AsyncPeerStream` is for coroutines."""

    def __init__(self, library, host, port, held):
        self.library, self.address, self.held, self.timeout = library, (host, port), held, None
        self.secure(False)

    def secure(self, is_secure):
        if not is_secure or isinstance(self.inbox.peer, Peer):
            self.inbox = Inbox(far_end(*self.address, is_secure, self.held))
        return self

    def take(self, size):
        try:
            return self.inbox.take(size)
        except OSError as error:
            raise self.library.ReadError(str(error)) from error

    def read(self, size, timeout=None):
        while not self.inbox.is_ready():
            try:
                self.inbox.more().wait(timeout)
            except TimeoutError:
                self.inbox.peer.give_up()
                raise self.library.ReadTimeout("timed out") from None
        return self.take(size)

    def write(self, data, timeout=None):
        self.inbox.peer.write(data)

    def start_tls(self, *args, **options):
        return self.secure(True)

    def close(self):
        self.inbox.peer.close()

    def get_extra_info(self, info):
        name = {"client_addr": "sockname", "server_addr": "peername"}.get(info, info)
        return False if info == "is_readable" else extra_info(self.inbox.peer, name)


class AsyncPeerStream(PeerStream):
    def take(self, size):
        try:
            return self.inbox.take(size)
        except OSError as error:
            try:
                from anyio import BrokenResourceError       # what httpcore reads with says it so
            except ImportError:
                raise self.library.ReadError(str(error)) from error
            try:
                raise BrokenResourceError from error
            except BrokenResourceError as broken:
                raise self.library.ReadError("") from broken

    async def read(self, size, timeout=None):
        while not self.inbox.is_ready():
            try:
                await asyncio.wait_for(waited(self.inbox.more()), timeout)
            except (asyncio.TimeoutError, TimeoutError):
                self.inbox.peer.give_up()
                raise self.library.ReadTimeout("timed out") from None
        return self.take(size)

    async def write(self, data, timeout=None):
        self.inbox.peer.write(data)

    async def start_tls(self, *args, **options):
        return self.secure(True)

    async def aclose(self):
        self.inbox.peer.close()


def catch_http_client():
    def catch(kind, is_secure):
        plain = kind.connect

        def connect(self):
            if APP.is_making:
                return plain(self)
            self.sock = socket_kind(is_secure)(self.host, self.port, is_secure, self.timeout)
            return None
        kind.connect = like(plain, connect)
    catch(http.client.HTTPConnection, False)
    catch(http.client.HTTPSConnection, True)


class VirtualLoop(TimeLoop):
    """asyncio's loop in virtual time, whose connections are peers."""

    async def create_connection(self, protocol_factory, host=None, port=None, *, ssl=None, sock=None, **options):
        if APP.is_making:
            return await super().create_connection(protocol_factory, host, port, ssl=ssl, sock=sock, **options)
        if host is None:
            raise refused("network", f"connection over {sock!r}")
        held = await reach(host, port)
        transport = PeerTransport(self, far_end(host, port, bool(ssl), held), protocol_factory())
        await asyncio.sleep(0)      # connection_made comes in the loop's next round
        return transport, transport.get_protocol()

    async def create_datagram_endpoint(self, *args, **options):
        raise refused("network", "a datagram socket")

    async def sock_connect(self, sock, address):
        raise refused("network", f"connection to {address}")

    async def getaddrinfo(self, host, port, **options):
        if own_address(host) is not None:
            return socket.getaddrinfo(host, port, **options)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("192.0.2.1", int(port or 0)))]


def take_asyncio():
    as_completed, wait = asyncio.as_completed, asyncio.wait

    def in_order(awaitables):
        return [asyncio.ensure_future(one) for one in awaitables]
    completed = functools.wraps(as_completed)(lambda fs, **options: as_completed(in_order(fs), **options))

    async def wait_in_order(fs, **options):
        return await wait(in_order(fs) if sys.version_info < (3, 11) else fs, **options)
    replace_everywhere([(as_completed, completed), (wait, functools.wraps(wait)(wait_in_order)),
                        (asyncio.SelectorEventLoop, VirtualLoop), (asyncio.new_event_loop, lambda: VirtualLoop())])
    policy = asyncio.get_event_loop_policy() if sys.version_info < (3, 14) else asyncio.events._get_event_loop_policy()
    type(policy)._loop_factory = VirtualLoop
    for name in ("DefaultEventLoopPolicy", "_DefaultEventLoopPolicy"):
        if (kind := getattr(asyncio, name, None)) is not None:
            kind._loop_factory = VirtualLoop
    if sys.version_info < (3, 12) and hasattr(os, "pidfd_open"):
        policy.set_child_watcher(asyncio.PidfdChildWatcher())


# ---- client/memory.py
# Connections in memory: their two ends, and the ports of the app at which they begin.

class End:
    """One end of a connection in memory, as a peer is one: what it writes comes to the other end, in order."""
    is_secure = False

    def __init__(self, host, port, own):
        self.host, self.port, self.own, self.other = host, port, own, None
        self.taker, self.early, self.is_closed, self.is_lost = None, [], False, False
        self.caller = CALLER.get()

    def arrive(self, what):
        (self.taker or self.early.append)(what)

    def set_receive(self, taker):
        early, self.taker, self.early = self.early, taker, []
        for what in early:
            taker(what)
    receive = property(lambda self: self.arrive, set_receive)

    def write(self, data):
        if self.other.is_closed:
            if self.is_lost:            # what was written first is lost without a word, as on a network
                raise ConnectionResetError(errno.ECONNRESET, os.strerror(errno.ECONNRESET))
            self.is_lost = True
        elif data:
            self.other.arrive(bytes(data))

    def finish(self):
        """Ends what this end sends."""
        self.other.arrive(b"")

    def close(self):
        if not self.is_closed:
            self.is_closed = True
            self.finish()

    def give_up(self):
        """A time limit of the app's ran out: the connection stays."""


class Listener:
    """A port of the app. `accepted` takes each connection; without it, they wait for `accept`."""
    count = itertools.count(50_000)

    def __init__(self, sock, address):
        self.family, self.address, self.port = sock.family, address, address[1]
        self.shares = bool(hasattr(socket, "SO_REUSEPORT") and sock.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT))
        self.is_listening, self.accepted, self.waiting, self.pendings = False, None, collections.deque(), []

    def clashes(self, other):
        """Whether the system would refuse the address of `other` beside this one."""
        anywhere = {"0.0.0.0", "::", self.address[0]}
        return (self.port, self.family) == (other.port, other.family) and not (self.shares and other.shares) and (
            other.address[0] in anywhere or self.address[0] in ("0.0.0.0", "::"))

    def connect(self):
        """Gives the client's end of a new connection."""
        number = next(Listener.count)
        far = End("127.0.0.1", number, ("127.0.0.1", self.port))
        near = far.other = End("127.0.0.1", self.port, ("127.0.0.1", number))
        near.other = far
        if self.accepted:
            self.accepted(far)
        else:
            self.waiting.append(far)
            self.wake()
        return near

    def is_ready(self):
        return bool(self.waiting)

    def more(self):
        """Gives something to wait for until there is more. A wait that is over ends its own, and no other's."""
        self.pendings = [*(one for one in self.pendings if not one.is_done), Pending()]
        return self.pendings[-1]

    def wake(self):
        pendings, self.pendings = self.pendings, []
        for one in pendings:
            one.finish()


# ---- client/servers.py
# Servers of the app: they listen in memory, where voicetest and the app's own clients connect to them.

BOUND = APP.servers             # sockets of the app that have a port, and their listeners


# Sockets that listen. Each is a real one without an address, so that all else about it is as ever.

def is_in_memory(sock):
    return not APP.is_making and sock.family in (socket.AF_INET, socket.AF_INET6) and sock.type == socket.SOCK_STREAM


def take_sockets():
    bind, listen, connect, name, close, accept = (
        getattr(socket.socket, one) for one in ("bind", "listen", "connect", "getsockname", "_real_close", "accept"))

    def bind_in_memory(self, address):
        if not is_in_memory(self):
            return bind(self, address)
        if sys._getframe(1).f_code.co_name == "_has_ipv6":      # urllib3 looks whether it could
            raise OSError("no IPv6")
        if self in BOUND:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        port, taken = operator.index(address[1]), {one.port for one in BOUND.values()}
        if not 0 <= port <= 65_535:
            raise OverflowError("bind(): port must be 0-65535.")
        port = port or next(one for one in itertools.count(40_000) if one not in taken)
        own = Listener(self, (address[0] or "0.0.0.0", port, *address[2:]))
        if any(own.clashes(one) for one in BOUND.values()):
            raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
        BOUND[self] = own
        return None

    def listen_in_memory(self, *backlog):
        if not is_in_memory(self):
            return listen(self, *backlog)
        if self not in BOUND:
            self.bind(("", 0))
        BOUND[self].is_listening = True
        if BOUND[self].port not in APP.served:
            APP.served.add(BOUND[self].port)
            APP.machine.act("serve", port=BOUND[self].port, line=place())
        return None

    def accept_in_memory(self):
        if not is_in_memory(self):
            return accept(self)
        while self in BOUND and not BOUND[self].waiting:
            if self.gettimeout() == 0:
                raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
            try:
                BOUND[self].more().wait(self.gettimeout())
            except TimeoutError:
                raise socket.timeout("timed out") from None
        if self not in BOUND:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        end = BOUND[self].waiting.popleft()
        CALLER.set(end.caller)
        found = PeerSocket.__new__(PeerSocket)
        found.begin(end, socket.getdefaulttimeout())
        found.inbox = Inbox(end)
        return found, (end.host, end.port)

    def close_in_memory(self, *others):
        own = BOUND.pop(self, None)
        close(self, *others)
        if own is not None:
            for end in own.waiting:
                end.close()
            own.wake()

    def connect_datagrams(self, address):
        if self.type == socket.SOCK_DGRAM and not APP.is_making:        # no datagram was sent yet
            raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))
        return connect(self, address)
    for one, virtual in (("bind", bind_in_memory), ("listen", listen_in_memory), ("accept", accept_in_memory),
                         ("_real_close", close_in_memory), ("connect", connect_datagrams),
                         ("getsockname", lambda self: BOUND[self].address if self in BOUND else name(self))):
        put(socket.socket, one, virtual)


def take_names():
    """Names and addresses of this machine are known without a look-up."""
    look_up, full_name = socket.getaddrinfo, socket.getfqdn

    def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
        address = own_address(host)
        if APP.is_making or address is None or not str(port or 0).isdigit():
            return look_up(host, port, family, type, proto, flags)
        kind = socket.AddressFamily(family or (socket.AF_INET6 if ":" in address else socket.AF_INET))
        return [(kind, socket.SocketKind(type or socket.SOCK_STREAM), proto or 6, "",
                 (address, int(port or 0), *((0, 0) if kind == socket.AF_INET6 else ())))]
    put(socket, "getaddrinfo", getaddrinfo)
    put(socket, "getfqdn", lambda name="": "localhost" if name in ("127.0.0.1", "::1") else full_name(name))


def with_memory(kind):
    """A selector of this kind that waits for sockets in memory as well."""
    class Selector(kind):
        def __init__(self):
            super().__init__()
            self.ours = {}

        def register(self, fileobj, events, data=None):
            sock = getattr(fileobj, "socket", fileobj)      # that of a server of socketserver
            source = BOUND[sock] if sock in BOUND else getattr(sock, "inbox", None)
            if source is None:
                return super().register(fileobj, events, data)
            self.ours[fileobj] = source, selectors.SelectorKey(fileobj, -1, events, data)
            return self.ours[fileobj][1]

        def unregister(self, fileobj):
            return self.ours.pop(fileobj)[1] if fileobj in self.ours else super().unregister(fileobj)

        def select(self, timeout=None):
            if not self.ours or APP.is_making:
                return super().select(timeout)
            while True:
                found = [(key, key.events & selectors.EVENT_READ) for source, key in self.ours.values() if source.is_ready()]
                if found or timeout is not None and timeout <= 0:
                    return found
                any_of, each = Pending(), [source.more() for source, _ in self.ours.values()]
                for one in each:
                    one.callbacks.append(any_of.finish)
                try:
                    any_of.wait(timeout)
                except TimeoutError:
                    timeout = 0
                finally:
                    for one in each:
                        one.cancel()
    for name in ("__init__", "register", "unregister", "select"):
        like(getattr(kind, name), vars(Selector)[name])
    return like(kind, type(kind.__name__, (Selector,), {}))


# Servers of asyncio.

def soon(loop, context, callback, *arguments):
    """Calls it in the loop's next round, in a context."""
    if not loop.is_closed():
        loop.call_soon(callback, *arguments, context=context)
        APP.strands.wake(getattr(loop, "strand", None))


class ServerTransport(PeerTransport):
    """The server's end of a connection as asyncio's transport."""

    def __init__(self, loop, factory, end, server, secured, context):
        self.server, self.secured, self.is_paused, self.held = server, secured, False, collections.deque()
        try:
            protocol = factory()
        except BaseException:
            end.close()
            raise
        super().__init__(loop, end, protocol)
        end.receive = lambda what: soon(loop, context, self.received, what)
        self.attached = () if server is None or server._attach.__code__.co_argcount == 1 else (self,)
        if server is not None:
            server._attach(*self.attached)

    def received(self, what):
        self.held.append(what)
        self.give()

    def give(self):
        while self.held and not self.is_paused and not self.closing:
            what = self.held.popleft()
            if what and isinstance(self.protocol, asyncio.BufferedProtocol):
                asyncio.protocols._feed_data_to_buffered_proto(self.protocol, what)
            else:
                super().received(what)

    def pause_reading(self):
        self.is_paused = True

    def resume_reading(self):
        self.is_paused = False
        self.loop.call_soon(self.give)

    def is_reading(self):
        return not self.closing and not self.is_paused

    def write(self, data):
        try:
            super().write(data)
        except ConnectionError as error:
            self.end(error)

    def can_write_eof(self):
        return True

    def write_eof(self):
        self.peer.finish()

    def close(self):
        self.end(None)

    def end(self, error):
        if not self.closing:
            self.closing = True
            self.peer.close()
            self.loop.call_soon(self.over, error)

    def over(self, error):
        self.protocol.connection_lost(error)
        if self.server is not None:
            self.server._detach(*self.attached)

    abort = close

    def get_extra_info(self, name, default=None):
        return self.secured or default if name == "sslcontext" else super().get_extra_info(name, default)


def take_loops():
    start = VirtualLoop._start_serving

    def start_serving(self, factory, sock, sslcontext=None, server=None, *limits, **others):
        if sock not in BOUND:
            return start(self, factory, sock, sslcontext, server, *limits, **others)
        own, context = BOUND[sock], contextvars.copy_context()

        def accepted(end):
            one = context.copy()
            one.run(CALLER.set, end.caller)
            soon(self, one, ServerTransport, self, factory, end, server, sslcontext, one)
        own.accepted = accepted
        while own.waiting:
            accepted(own.waiting.popleft())
        return None

    def awaits(name, source):
        plain = getattr(VirtualLoop, name)

        async def one(self, sock, *arguments):
            if sock not in BOUND and not isinstance(sock, PeerSocket):
                return await plain(self, sock, *arguments)
            while True:
                try:
                    return getattr(sock, name[5:])(*arguments)
                except BlockingIOError:
                    await waited(source(sock).more())
        setattr(VirtualLoop, name, one)
    add = VirtualLoop.add_signal_handler

    def add_signal_handler(self, sig, callback, *args):
        add(self, sig, callback, *args)
        signal.set_wakeup_fd(-1)        # one that the app raises comes in virtual time
        signal.signal(sig, lambda *_: self._handle_signal(sig))
    put(VirtualLoop, "add_signal_handler", add_signal_handler)
    watch = VirtualLoop.add_reader

    def add_reader(self, fd, callback, *args):
        if any(fd in (one, one.fileno()) for one in BOUND):
            raise refused("network", "a server that waits for its socket with add_reader")
        return watch(self, fd, callback, *args)
    put(VirtualLoop, "add_reader", add_reader)
    VirtualLoop._start_serving = start_serving
    awaits("sock_accept", BOUND.get)
    for name in ("sock_recv", "sock_recv_into", "sock_sendall"):
        awaits(name, lambda sock: sock.inbox)


def take_servers():
    take_sockets()
    take_names()
    for name in ("DefaultSelector", "PollSelector", "SelectSelector", "EpollSelector"):
        if hasattr(selectors, name):
            setattr(selectors, name, with_memory(getattr(selectors, name)))
    take_loops()
    if ssl:
        wrap = ssl.SSLContext.wrap_socket
        put(ssl.SSLContext, "wrap_socket", lambda self, sock, *arguments, **options: sock if (   # TLS ends at the connection
            sock in BOUND or isinstance(sock, PeerSocket)) else wrap(self, sock, *arguments, **options))


# ---- client/visits.py
# voicetest as a client of the app's servers: an HTTP request or a WebSocket for each connection that it opens.

PART_BYTES = 512 * 1024         # of a message in one line
SOUND = re.compile(r'("[A-Za-z0-9+/=]{160,}")')     # in a message of a WebSocket


class Answer:
    """An HTTP/1.1 answer out of the bytes of a server."""

    def __init__(self, method):
        self.method, self.buffer, self.head, self.left, self.is_over = method, b"", None, None, False

    def take(self, data):
        """Takes bytes, none at their end; gives what is new of the body. ValueError where it is no HTTP or breaks off."""
        self.buffer += data
        while self.head is None:
            head, found, rest = self.buffer.partition(b"\r\n\r\n")
            if not found:
                if not data or not b"HTTP/1.".startswith(head[:7]):
                    raise ValueError("no HTTP")
                return b""
            self.buffer = rest
            if head[9:10] == b"1" and head[9:12] != b"101":
                continue
            self.head = read_head(io.BytesIO(head + found))
            if "status" not in self.head:
                raise ValueError("no HTTP")
            self.measure()
        parts = []
        if self.is_chunked:
            self.take_chunks(parts)
        elif not self.is_over:
            parts, self.buffer = [self.buffer[:self.left]], self.buffer[self.left:] if self.left is not None else b""
            self.left = None if self.left is None else self.left - len(parts[0])
            self.is_over = self.left == 0 if self.left is not None else not data
        if not data and not self.is_over:
            raise ValueError("broken off")
        return b"".join(parts)

    def measure(self):
        status, headers = self.head["status"], self.head["headers"]
        self.is_chunked = is_chunked(headers)
        length = next((value for name, value in headers if name.lower() == "content-length"), None)
        self.left = None if length is None else length_of(length, 10)
        if self.method == "HEAD" or status in (101, 204, 304) or not self.is_chunked and self.left == 0:
            self.is_over, self.is_chunked = True, False

    def take_chunks(self, parts):
        while not self.is_over:
            size, found, rest = self.buffer.partition(b"\r\n")
            length = length_of(size.split(b";")[0].decode("latin-1"), 16) if found else 0
            if not found or len(rest) < length + 2 or not length and not rest.startswith(b"\r\n") and b"\r\n\r\n" not in rest:
                return
            parts.append(rest[:length])
            self.buffer, self.is_over = rest[length + 2:], length == 0


class Visit:
    """A connection of voicetest to a server of the app, which the server has as one from 127.0.0.1."""

    def __init__(self, message):
        self.number, self.is_over, self.frames = message["connection"], False, None
        self.letters = codecs.getincrementaldecoder("utf-8")()
        method, _, address = given(message["to"]).partition(" ")
        parts = urllib.parse.urlsplit(address)
        self.is_socket, self.answer, listener = parts.scheme in ("ws", "wss"), Answer(method), own_server("127.0.0.1", message["port"])
        if listener is None:
            return self.closed()
        APP.visits[self.number], self.end = self, listener.connect()
        self.end.receive = self.take
        body = given_bytes(message)
        fields = {"host": parts.netloc, **(self.opening() if self.is_socket else {"connection": "close"})}
        if body or method in ("POST", "PUT", "PATCH"):
            fields["content-length"] = len(body)
        own = [(name, given(str(value))) for name, value in message.get("headers") or []]
        fields = [*((name, value) for name, value in fields.items() if name not in {one.lower() for one, _ in own}), *own]
        target = re.sub("[^!-~]+", lambda found: urllib.parse.quote(found[0], errors="replace"),
                        (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))
        head = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields), "", ""]
        return self.end.write("\r\n".join(head).encode("latin-1", "replace") + body)

    def opening(self):
        seed = f"{APP.hello.get('seed', 0)}/{self.number}".encode()
        key = base64.b64encode(hashlib.sha256(seed).digest()[:16]).decode()
        return {"upgrade": "websocket", "connection": "Upgrade", "sec-websocket-key": key, "sec-websocket-version": "13"}

    def act(self, kind, **fields):
        APP.machine.act(kind, connection=self.number, **fields, line=place())

    def take(self, data):
        """Takes what the server sends; nothing is its end."""
        try:
            frames = data if self.is_over or self.frames else self.take_answer(data)
            if not self.is_over and self.frames:
                self.take_frames(frames)
                if not data:
                    self.closed()
        except ValueError:
            self.closed()
            self.end.close()
        if not data:
            self.end.close()

    def take_answer(self, data):
        """Takes bytes of the answer; gives those behind it, which are frames."""
        is_new, part, head = self.answer.head is None, self.answer.take(data), self.answer.head
        if head is None:
            return b""
        if is_new:
            headers = [[name, told(value)] for name, value in head["headers"] if name.lower() not in OF_CONNECTION]
            self.act("open", status=head["status"], headers=headers)
        if head["status"] == 101:
            self.frames = Frames()
            return self.answer.buffer
        content = self.content(part)
        if content or self.answer.is_over:
            self.tell(told(content) if isinstance(content, str) else content, self.answer.is_over)
        if self.answer.is_over:
            self.over()
            self.end.close()
        return b""

    def content(self, part):
        """Gives a part of a body as text, or as bytes where it is none. A letter that is cut waits for the next part."""
        data = self.letters.getstate()[0] + part
        try:
            return self.letters.decode(part, self.answer.is_over)
        except UnicodeDecodeError:
            self.letters.reset()
            return data

    def take_frames(self, data):
        for code, body in self.frames.take(data):
            if code == 8:
                end = content_of(8, body)["body"]
                is_allowed = 1_000 <= end["close"] <= 4_999        # of no other code, a client ends with an error of protocol
                self.write(8, body[:2] if is_allowed else struct.pack(">H", 1_002))
                return self.closed(end["close"] if is_allowed else 1_002, end.get("reason", ""))
            if code == 9:
                self.write(10, body)
            elif code == 2:
                self.tell(body)
            elif code != 10:
                parts = SOUND.split(body.decode("utf-8", "replace")) if APP.secrets else [body.decode("utf-8", "replace")]
                self.tell("".join(told(one) if index % 2 == 0 else one for index, one in enumerate(parts)))
        return None

    def tell(self, body, is_last=True):
        """Tells a message or a part of an answer, in parts that fit into lines."""
        parts = list(pieces(body))
        for index, part in enumerate(parts):
            content = {"body": part, "encoding": "text"} if isinstance(part, str) else {
                "body": base64.b64encode(part).decode("ascii"), "encoding": "base64"}
            self.act("message", **content, last=is_last and index == len(parts) - 1)

    def closed(self, code=1006, reason=""):
        """The server ended the connection."""
        if self.letters.getstate()[0]:
            self.tell(self.letters.getstate()[0], False)
        self.over()
        self.act("close", **({"code": code, "reason": told(reason)} if self.is_socket else {}))

    def over(self):
        self.is_over = True
        APP.visits.pop(self.number, None)

    def write(self, code, body):
        try:
            self.end.write(frame_bytes(code, body, True))
        except ConnectionError:
            pass                # its end is told

    def say(self, message):
        """Sends a message of voicetest's, or its end of the connection."""
        if message["kind"] == "message":
            return self.write(2 if message.get("encoding") == "base64" else 1, given_bytes(message))
        self.over()
        code = message.get("code")
        if code is None:
            return self.end.close()
        return self.write(8, b"" if code == 1005 else struct.pack(">H", code) + message.get("reason", "").encode())


def take_visit(message):
    """Takes an `open`, `message` or `close` of voicetest's."""
    if message["kind"] == "open":
        Visit(message)
    elif message["connection"] in APP.visits:
        APP.visits[message["connection"]].say(message)


def pieces(body):
    """A text or bytes in pieces that fit into a line each."""
    if isinstance(body, bytes):
        yield from (body[start:start + PART_BYTES] for start in range(0, len(body) or 1, PART_BYTES))
    elif 6 * len(body) < PART_BYTES or (len(body.encode()) <= PART_BYTES and len(json.dumps(body)) < LINE_LIMIT - 4_096):
        yield body
    else:
        yield from pieces(body[:len(body) // 2])
        yield from pieces(body[len(body) // 2:])


# Secrets. What voicetest gives is none: numbers of calls and streams come back as they are.

def given(text):
    """A text of voicetest's, with what the app brought in the place of stand-ins."""
    if APP.secrets is None:
        return text
    for one in SOUND.split(text)[::2]:
        APP.secrets.public.update(one[start:end] for start, end, _ in secret_spans(one, APP.secrets.keep, True))
    return APP.secrets.returned(text)


def given_bytes(message):
    """The body of a message of voicetest's likewise."""
    return unpacked({**message, "body": given(message.get("body", ""))} if message.get("encoding", "text") == "text" else message)


def told(text):
    """What is told of a text of the app's server."""
    return text if APP.secrets is None else APP.secrets.told(text, True)


# ---- client/libraries.py
# Libraries that are changed when the app imports them.

def catch_processes(module):
    class ProcessPoolExecutor(concurrent.futures.ThreadPoolExecutor):
        """Work of other processes is done in threads: its results are the same, its order is known."""

        def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), **options):
            super().__init__(max_workers, initializer=initializer, initargs=initargs)
    put(module, "ProcessPoolExecutor", ProcessPoolExecutor)


def catch_urllib3(module):
    import urllib3.exceptions as errors
    for name, is_secure in (("HTTPConnection", False), ("HTTPSConnection", True)):
        def connect(self, is_secure=is_secure):
            try:
                self.sock = socket_kind(is_secure)(self.host, self.port, is_secure, self.timeout)
            except socket.gaierror as error:
                raise errors.NameResolutionError(self.host, self, error) from error
            except TimeoutError as error:
                raise errors.ConnectTimeoutError(
                    self, f"Connection to {self.host} timed out. (connect timeout={self.timeout})") from error
            except OSError as error:
                raise errors.NewConnectionError(self, f"Failed to establish a new connection: {error}") from error
            self.is_verified = self.proxy_is_verified = True
        getattr(module, name).connect = connect
    look = module.wait_for_read
    module.wait_for_read = lambda sock, timeout=None: (     # whether a connection that was kept has ended
        sock.inbox.is_ready() if isinstance(sock, PeerSocket) else look(sock, timeout))


def httpcore_error(library, error):
    """What httpcore makes of an error of a connection."""
    return (library.ConnectTimeout if isinstance(error, TimeoutError) else library.ConnectError)(str(error))


def catch_httpcore_sync(module):
    library = sys.modules[module.__name__.partition(".")[0]]

    class Stream(PeerStream, module.NetworkStream):
        """The stand-in of this library."""

    def connect_tcp(self, host, port, timeout=None, **options):
        try:
            return Stream(library, host, port, reach_now(host, port, timeout))
        except OSError as error:
            raise httpcore_error(library, error) from error
    module.SyncBackend.connect_tcp = connect_tcp


def catch_httpcore_async(module):
    library = sys.modules[module.__name__.partition(".")[0]]

    class Stream(AsyncPeerStream, module.AsyncNetworkStream):
        """The stand-in of this library."""

    async def connect_tcp(self, host, port, timeout=None, **options):
        try:
            return Stream(library, host, port, await reach(host, port, timeout))
        except OSError as error:
            raise httpcore_error(library, error) from error
    getattr(module, "AutoBackend", getattr(module, "AnyIOBackend", None)).connect_tcp = connect_tcp


def catch_aiohttp(module):
    async def create_connection(self, request, traces, timeout):
        loop, (host, port) = asyncio.get_running_loop(), (request.url.raw_host, request.url.port)
        try:
            peer = far_end(host, port, request.is_ssl(), await reach(host, port))
        except OSError as error:
            aiohttp = sys.modules["aiohttp"]
            kind = getattr(aiohttp, "ClientConnectorDNSError", None) if isinstance(error, socket.gaierror) else None
            raise (kind or aiohttp.ClientConnectorError)(request.connection_key, error) from error
        transport = PeerTransport(loop, peer, self._factory())
        await asyncio.sleep(0)      # connection_made comes in the loop's next round
        return transport.get_protocol()
    module.TCPConnector._create_connection = create_connection


def catch_onnxruntime(module):
    """Lets models of whole numbers count alike on every CPU.

    Without it, sums overflow on CPUs that have AVX2 and no VNNI: smart-turn 3.2 took a turn to be over by .91 there and by
    .79 elsewhere. Source: onnxruntime_session_options_config_keys.h, `session.x64quantprecision`.
    """
    plain = module.InferenceSession.__init__

    @functools.wraps(plain)
    def begin(self, path_or_bytes, sess_options=None, *others, **options):
        sess_options = sess_options or sys.modules["onnxruntime"].SessionOptions()
        sess_options.add_session_config_entry("session.x64quantprecision", "1")
        plain(self, path_or_bytes, sess_options, *others, **options)
    module.InferenceSession.__init__ = begin


def catch_uvloop(module):
    module.install = lambda: None
    module.new_event_loop = VirtualLoop
    module.Loop = VirtualLoop
    module.run = lambda main, **options: asyncio.run(main, debug=options.get("debug"))
    module.EventLoopPolicy = asyncio.DefaultEventLoopPolicy


def filter_of(up, down):
    """The filter of a conversion by `up` / `down`: samples on each side, and the weights of each phase, of 32,768 in all."""
    width = -(-Resampler.HALF * max(up, down) // up)
    cutoff, rows = .94 * min(1, up / down), []
    for phase in range(up):
        row = []
        for tap in range(1 - width, width + 1):
            distance = tap - phase / up
            window = .5 + .5 * math.cos(math.pi * max(-1, min(1, distance / width)))
            angle = math.pi * distance * cutoff
            row.append(window * (math.sin(angle) / angle if angle else 1))
        rows.append([round(32_768 * value / sum(row)) for value in row])
    return width, rows


class Resampler:
    """Converts 16-bit samples between rates, in whole numbers: the same on every machine, in pieces of any size.

    libsoxr, which frameworks take, adds noise of a seed from the clock and an address. Source of the method: J. O. Smith,
    Digital Audio Resampling (windowed sinc, polyphase). Needs numpy, which those frameworks bring.
    """
    HALF = 16                # samples of the slower rate on each side

    def __init__(self, rate, target, channels=1):
        import numpy
        self.numpy, self.channels = numpy, channels
        divisor = math.gcd(int(rate), int(target))
        self.up, self.down = int(target) // divisor, int(rate) // divisor
        self.width, rows = filter_of(self.up, self.down)
        self.taps = numpy.array(rows, dtype=numpy.int64)
        self.clear()

    def clear(self):
        self.samples = self.numpy.zeros((self.width - 1, self.channels), dtype=self.numpy.int64)
        self.first, self.taken, self.given = 1 - self.width, 0, 0

    def take(self, samples, is_last=False):
        """Takes an array of frames and channels; gives what is ready, and all with `is_last`."""
        numpy = self.numpy
        self.taken += len(samples)
        self.samples = numpy.concatenate([self.samples, samples.astype(numpy.int64)])
        if is_last:
            self.samples = numpy.concatenate([self.samples, numpy.zeros((self.width, self.channels), dtype=numpy.int64)])
            ends = -(-self.taken * self.up // self.down)
        else:
            ends = max(self.given, -(-(self.taken - self.width) * self.up // self.down))
        places = numpy.arange(self.given, ends, dtype=numpy.int64) * self.down
        self.given = ends
        starts = places // self.up - (self.width - 1) - self.first
        found = numpy.zeros((len(places), self.channels), dtype=numpy.int64)
        for begin in range(0, len(places), 4_096):
            part = slice(begin, begin + 4_096)
            index = starts[part, None] + numpy.arange(2 * self.width)
            taps = self.taps[places[part] % self.up]
            for channel in range(self.channels):
                found[part, channel] = (self.samples[index, channel] * taps).sum(axis=1)
        kept = max(0, ends * self.down // self.up - (self.width - 1) - self.first)
        self.samples, self.first = self.samples[kept:], self.first + kept
        if is_last:
            self.clear()
        return numpy.clip((found + 16_384) >> 15, -32_768, 32_767).astype(numpy.int16)


class PlainResampler:
    """What `Resampler` does with one channel, to the last bit, for an app without numpy: takes and gives bytes."""

    def __init__(self, rate, target):
        divisor = math.gcd(rate, target)
        self.up, self.down = target // divisor, rate // divisor
        self.width, self.rows = filter_of(self.up, self.down)
        self.samples, self.first, self.taken, self.given = [0] * (self.width - 1), 1 - self.width, 0, 0

    def take(self, pcm, is_last=False):
        samples, found = array.array("h", pcm), array.array("h")
        self.taken += len(samples)
        self.samples += samples
        if is_last:
            self.samples += [0] * self.width
            ends = -(-self.taken * self.up // self.down)
        else:
            ends = max(self.given, -(-(self.taken - self.width) * self.up // self.down))
        for index in range(self.given, ends):
            start = index * self.down // self.up - (self.width - 1) - self.first
            row = self.rows[index * self.down % self.up]
            value = sum(map(operator.mul, row, self.samples[start:start + 2 * self.width]))
            found.append(max(-32_768, min(32_767, value + 16_384 >> 15)))
        self.given = ends
        kept = max(0, ends * self.down // self.up - (self.width - 1) - self.first)
        self.samples, self.first = self.samples[kept:], self.first + kept
        return found.tobytes()


class Converter:
    """Converts the bytes of 16-bit samples of one channel between rates, in pieces that last as long as what it takes.

    What it gives is late by the half width of the filter: 2 ms between 8,000 and 16,000 samples a second.
    """

    def __init__(self, rate, target):
        self.inner = None
        if rate != target:
            try:
                self.inner = Resampler(rate, target)
                self.inner.take(self.inner.numpy.zeros((self.inner.width, 1)))
            except ImportError:
                self.inner = PlainResampler(int(rate), int(target))
                self.inner.take(bytes(2 * self.inner.width))

    def take(self, pcm, is_last=False):
        if self.inner is None or isinstance(self.inner, PlainResampler):
            return pcm if self.inner is None else self.inner.take(pcm, is_last)
        samples = self.inner.numpy.frombuffer(pcm, dtype="<i2")[:, None]
        return self.inner.take(samples, is_last).astype("<i2").tobytes()


def catch_soxr(module):
    """Sound of 16 bits is converted without soxr's noise; other sound has none."""
    stream, plain = module.ResampleStream, module.resample

    class ResampleStream:
        def __new__(cls, in_rate, out_rate, num_channels, dtype="float32", quality="HQ", **options):
            import numpy
            if numpy.dtype(dtype) != numpy.int16 or any(options.values()):
                return stream(in_rate, out_rate, num_channels, dtype, quality, **options)
            self = super().__new__(cls)
            self.inner = Resampler(in_rate, out_rate, num_channels)
            return self

        def resample_chunk(self, x, last=False):
            found = self.inner.take(x[:, None] if x.ndim == 1 else x, last)
            return found[:, 0] if x.ndim == 1 else found

        def clear(self):
            self.inner.clear()

        def delay(self):
            return self.inner.taken * self.inner.up / self.inner.down - self.inner.given

        def num_clips(self):
            return 0

        def set_io_ratio(self, in_rate, out_rate, slew_len=0):
            raise RuntimeError("set_io_ratio is for variable rates: vr=True")

    def resample(x, in_rate, out_rate, quality="HQ"):
        if getattr(x, "dtype", None) != "int16":
            return plain(x, in_rate, out_rate, quality)
        found = Resampler(in_rate, out_rate, 1 if x.ndim == 1 else x.shape[1]).take(x[:, None] if x.ndim == 1 else x, True)
        return found[:, 0] if x.ndim == 1 else found
    module.ResampleStream, module.resample = ResampleStream, resample


def catch_livekit_resampler(module):
    kind = module.AudioResampler

    def begin(self, input_rate, output_rate, *, num_channels=1, quality=None):
        # Plugins of realtime models compare the rates, too.
        self._input_rate, self._output_rate, self._num_channels = input_rate, output_rate, num_channels
        self.inner = Resampler(input_rate, output_rate, num_channels)

    def converted(self, data, is_last):
        samples = self.inner.numpy.frombuffer(bytes(data), dtype="<i2").reshape(-1, self._num_channels)
        found = self.inner.take(samples, is_last)
        return [module.AudioFrame(bytearray(found.astype("<i2").tobytes()), self._output_rate, self._num_channels,
                                  len(found))] if len(found) else []
    kind.__init__ = begin
    kind.push = lambda self, data: converted(self, data if isinstance(data, (bytes, bytearray)) else data.data, False)
    kind.flush = lambda self: converted(self, b"", True)


def catch_livekit_native(module):
    """LiveKit's native library works in threads and a time of its own."""
    request = module.FfiClient.request

    def told(self, asked):
        APP.machine.escape("library", f"livekit's native library: {asked.WhichOneof('message')}", place())
        return request(self, asked)
    module.FfiClient.request = told


def catch_livekit_filter(module):
    """A filter of noise is a native library too, loaded by its plugin's import. The app hears the caller without it."""
    def begin(self, module_id, path, dependencies=None):
        self._path = path
    module.AudioFilter.__init__ = begin


def catch_sqlite(module):
    """What SQL asks of the clock and of chance comes from the run."""
    connect = module.connect
    other = []       # a connection of our own, where these functions are as they were

    def dated(name):
        def function(*args):
            if not other:
                other.append(connect(":memory:", check_same_thread=False))
            form = args[:1] if name == "strftime" else ()
            moment, *more = args[len(form):] or ("now",)
            if isinstance(moment, str) and moment.lower() == "now":
                moment = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
            values = (*form, moment, *more)
            return other[0].execute(f"SELECT {name}({', '.join('?' * len(values))})", values).fetchone()[0]
        return function

    def connected(*args, **options):
        connection = connect(*args, **options)
        for name in ("date", "time", "datetime", "julianday", "strftime", "unixepoch"):
            connection.create_function(name, -1, dated(name), deterministic=True)
        for name, plain in (("current_date", "date"), ("current_time", "time"), ("current_timestamp", "datetime")):
            connection.create_function(name, 0, dated(plain), deterministic=True)
        connection.create_function("random", 0, lambda: random.getrandbits(64) - (1 << 63))
        connection.create_function("randomblob", 1, lambda count: os.urandom(max(1, count)))
        return connection
    put(module, "connect", connected)


def catch_loguru(module):
    """Errors that pipecat logs: with a traceback, or with the place of an exception that it did not expect."""
    plain = module.Logger._log

    def logged(self, level, from_decorator, options, message, args, kwargs):
        exception, depth, *others = options
        caller = sys._getframe(depth + 2)
        if level in ("ERROR", "CRITICAL") and caller.f_globals.get("__name__", "").startswith("pipecat.") and (
                exception or re.search(r"^Error in |\b(unexpected|uncaught) exception\b", str(message))) \
                and caller.f_code.co_name != "push_error_frame":      # the adapter tells it as a fault
            error = exception[1] if isinstance(exception, tuple) else exception
            APP.unhandled.tell(error if isinstance(error, BaseException) else sys.exc_info()[1], "log")
        return plain(self, level, from_decorator, [exception, depth + 1, *others], message, args, kwargs)
    module.Logger._log = logged


# What takes the place of a framework's runner, in a file beside the client, where the app has no adapter of its own.
RUNNERS = {"pipecat": ("voicetest_pipecat", "voicetest_pipecat_runner"),
           "livekit.agents": ("voicetest_livekit", "voicetest_livekit_worker")}


def take_runner(module):
    """Takes over a framework's runner and transports, unless the app took the adapter before it."""
    adapter, runner = RUNNERS[module.__name__]
    if adapter in sys.modules:
        return
    try:
        importlib.import_module(runner)
    except ModuleNotFoundError as error:
        if error.name not in (adapter, runner):
            raise
        tell_once(place(), f"{error.name}.py is not there, so the transport stays {module.__name__}'s own. Copy it beside"
                  " voicetest_app.py, or pip install the client's wheel")


WAY_OUT = "put it behind @voice.external, or ask the service by HTTP or a WebSocket"


def catch_grpc(module):
    """gRPC has HTTP/2 of its own, in C: what stands below its channels is replaced by files beside this one."""
    try:
        importlib.import_module("voicetest_grpc").take()
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("voicetest_grpc"):
            raise
        files = "voicetest_grpc.py, voicetest_grpc_call.py and voicetest_grpc_aio.py"
        missing = f"gRPC: copy {files} of voicetest's release beside voicetest_app.py"

        def refusing(*words, **options):
            raise refused("network", missing)
        module.Channel = module.AioChannel = refusing


def catch_azure(module):
    """Azure's Speech SDK has connections of its own, in C."""
    plain = module._call_hr_fn

    def called(*args, fn):
        name = getattr(fn, "__name__", "")
        if not APP.is_making and re.match("recognizer_(recognize|start)|synthesizer_(speak|start_speaking|get_voices)|connection_open"
                                          "|dialog_service_connector_(connect|listen|send|start)|meeting_start", name) \
                and not name.endswith(("_wait_for", "_callback")):
            raise refused("network", f"Azure's Speech SDK ({name}) has connections of its own, in C: {WAY_OUT}")
        return plain(*args, fn=fn)
    module._call_hr_fn = functools.wraps(plain)(called)


def catch_awscrt(module):
    """The AWS Common Runtime has HTTP/2 of its own, in C: Nova Sonic and transcribing streams go by it."""
    plain = module.http_client_connection_new

    def connected(bootstrap, host, *others):
        if not APP.is_making:
            raise refused("network", f"awscrt to {host} (Nova Sonic and other streams of AWS) has HTTP/2 of its own, in C: {WAY_OUT}")
        return plain(bootstrap, host, *others)
    module.http_client_connection_new = connected


def opens_card(name):
    APP.machine.escape("library", f"{name} opens the sound card: voicetest stands in for {', '.join(STAND_INS)}", place())


def catch_card(module, *names):
    """Tells where a library that does other work as well opens the sound card."""
    def wrap(of, name):
        plain = getattr(of, name)

        def told(*args, **options):
            opens_card(module.__name__)
            return plain(*args, **options)
        setattr(of, name, functools.wraps(plain)(told))
    for name in names:
        found = getattr(module, name, None)
        if found is not None:
            wrap(*((found, "__init__") if isinstance(found, type) else (module, name)))


# Modules of the sound card: each has a stand-in in a file beside this one; and who imports one of them late.
STAND_INS = ("pyaudio", "sounddevice", "pyttsx3")
LATE_IMPORT = ("speech_recognition", "pyaudio")
# Others, which do nothing else.
CARD_MODULES = ("alsaaudio", "ossaudiodev", "playsound", "pvrecorder", "pyaudiowpatch", "simpleaudio", "soundcard")
CATCHERS = {
    **dict.fromkeys(CARD_MODULES, lambda module: opens_card(module.__name__)),
    "pygame": lambda module: catch_card(module, "init"), "pygame.mixer": lambda module: catch_card(module, "init"),
    "miniaudio": lambda module: catch_card(module, "PlaybackDevice", "CaptureDevice", "DuplexStream"),
    **dict.fromkeys(RUNNERS, take_runner),
    "concurrent.futures.process": catch_processes, "loguru._logger": catch_loguru,
    "sqlite3.dbapi2": catch_sqlite,
    "soxr": catch_soxr, "livekit.rtc.audio_resampler": catch_livekit_resampler,
    "livekit.rtc._ffi_client": catch_livekit_native,
    "livekit.rtc.audio_filter": catch_livekit_filter,
    "urllib3.connection": catch_urllib3, "httpcore._backends.sync": catch_httpcore_sync,
    "httpcore._backends.auto": catch_httpcore_async, "httpcore._backends.anyio": catch_httpcore_async,
    "httpcore2._backends.sync": catch_httpcore_sync, "httpcore2._backends.auto": catch_httpcore_async,
    "aiohttp.connector": catch_aiohttp, "uvloop": catch_uvloop, "grpc._cython.cygrpc": catch_grpc,
    "azure.cognitiveservices.speech.interop": catch_azure, "_awscrt": catch_awscrt,
    "onnxruntime.capi.onnxruntime_inference_collection": catch_onnxruntime,
}


class Catcher(importlib.abc.MetaPathFinder):
    """Changes a library right behind its import, and only if the app imports it."""
    is_looking = False

    def find_spec(self, name, path, target=None):
        own = f"voicetest_{name}" if name in STAND_INS else name
        file = os.path.join(os.path.dirname(HERE), f"{own}.py")
        if own.startswith("voicetest_") and os.path.isfile(file):
            OWN.add(file)
            return importlib.util.spec_from_file_location(name, file)
        if name in STAND_INS:
            APP.machine.escape("library", f"{name} opens the sound card: copy {own}.py and voicetest_card.py of voicetest's "
                               "release beside voicetest_app.py", place())
        elif name == LATE_IMPORT[0] and not self.is_looking:
            importlib.import_module(LATE_IMPORT[1])     # what it hears is said before the app waits
        if name not in CATCHERS or self.is_looking:
            return None
        self.is_looking = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self.is_looking = False
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            try:
                CATCHERS[name](module)
            except AttributeError as error:
                APP.machine.escape("library", f"{name} is of a version that this client does not know ({error})", place())
        spec.loader.exec_module = exec_module
        return spec


# ---- client/world.py
# Clocks, chance, time zone, host and user of the session in place of the machine's.

def take_world(world):
    """Gives the app time zone, locale, host, user and number of processors of its session, in place of the machine's.

    Its children have them from the environment. What `world` does not name stays the machine's.
    """
    zone, language, host, user, processors = map(world.get, ("timeZone", "locale", "host", "user", "processors"))
    if language and os.environ.get("LC_ALL") != language:
        for name in [one for one in os.environ if one == "LANGUAGE" or one.startswith("LC_")]:
            del os.environ[name]
    wanted = {"TZ": zone, "LANG": language, "LC_ALL": language, "HOSTNAME": host,
              **dict.fromkeys(("USER", "LOGNAME", "USERNAME"), user)}
    os.environ.update({name: value for name, value in wanted.items() if value})
    os.environ["VOICETEST_APP_WORLD"] = json.dumps(world)
    if zone:
        time.tzset()
        if "/" in zone and not os.path.exists(os.path.join(os.environ.get("TZDIR", "/usr/share/zoneinfo"), zone)):
            APP.machine.escape("clock", f"this machine has no time zone {zone}: install tzdata", None)
    if language:
        try:
            locale.setlocale(locale.LC_CTYPE, "")
        except locale.Error:
            APP.machine.escape("library", f"this machine has no locale {language}", None)
    kinds = ((of_host, host), (of_user, user), (of_processors, processors))
    replace_everywhere([pair for pairs_of, value in kinds if value for pair in pairs_of(value)])


def of_host(host):
    """What tells the name of the host, as pairs for `replace_everywhere`."""
    own, uname = (host, [], ["127.0.0.1"]), os.uname
    if "platform" in sys.modules:
        sys.modules["platform"]._uname_cache = None

    def named(plain, answer):
        return lambda name: answer if name == host else plain(name)
    return [(socket.gethostname, lambda: host), (uname, lambda: os.uname_result((uname()[0], host, *uname()[2:]))),
            (socket.gethostbyname, named(socket.gethostbyname, "127.0.0.1")),
            *((plain, named(plain, own)) for plain in (socket.gethostbyname_ex, socket.gethostbyaddr))]


def of_user(user):
    """What tells the name of the user likewise."""
    try:
        import pwd
    except ImportError:
        return []
    number, by_number, by_name = os.getuid(), pwd.getpwuid, pwd.getpwnam
    own = pwd.struct_passwd((user, "x", number, os.getgid(), user, os.environ.get("HOME", "/"), "/bin/sh"))
    return [(os.getlogin, lambda: user), (by_number, lambda uid: own if uid == number else by_number(uid)),
            (by_name, lambda name: own if name == user else by_name(name))]


def of_processors(count):
    """What tells the number of processors likewise."""
    pairs, asked = [(os.cpu_count, lambda: count)], os.sysconf
    if hasattr(os, "process_cpu_count"):
        pairs.append((os.process_cpu_count, lambda: count))
    if hasattr(os, "sched_getaffinity"):
        fitting = os.sched_getaffinity
        pairs.append((fitting, lambda pid: set(range(count)) if pid == 0 else fitting(pid)))
    names = {"SC_NPROCESSORS_ONLN", "SC_NPROCESSORS_CONF"}
    names |= {os.sysconf_names.get(name) for name in names}
    return [*pairs, (asked, lambda name: count if name in names else asked(name))]


CLOCKS = ("time", "monotonic", "perf_counter", "process_time", "thread_time")


def virtual_clocks():
    """Every clock of `time`, as (name, function)."""
    def now(extra):                             # nanoseconds at frame 0; None of a clock that has no date
        machine = APP.machine
        if APP.is_making or not APP.strands.is_ours():
            return int(REAL.monotonic() * 1e9) if extra is None else REAL.time_ns()
        strands = APP.strands
        strands.reads = reads = strands.reads + 1
        if reads > READS_LIMIT * (1 if APP.is_ready_sent else 5):
            strands.park(machine.frame + 1)     # the app waits by looking at the clock
            strands.reads = reads
        if APP.read_frame != machine.frame:
            APP.read_frame, APP.reads = machine.frame, {}
        caller = CALLER.get()
        reads = APP.reads[caller] = APP.reads.get(caller, 0) + 1        # strictly growing, as a clock is
        # No two callers read the same time.
        reads = min(reads, 20_000) if caller is None else 9 * min(reads, 6_000) + caller
        return (extra or 0) + machine.frame * 1_000_000_000 // APP.rate + reads
    found, epoch = {}, int(APP.epoch * 1_000_000_000)
    for name in CLOCKS:
        extra = epoch if name == "time" else None
        found[name + "_ns"] = lambda extra=extra: now(extra)
        found[name] = lambda extra=extra: now(extra) / 1e9
    found["sleep"] = virtual_sleep
    found["clock_gettime_ns"] = lambda clock: now(epoch if clock == time.CLOCK_REALTIME else None)
    found["clock_gettime"] = lambda clock: found["clock_gettime_ns"](clock) / 1e9
    for name in ("localtime", "gmtime", "ctime"):
        found[name] = with_now(getattr(time, name), found["time"])
    written, shown = time.strftime, time.asctime
    found["strftime"] = lambda form, moment=None: written(form, found["localtime"]() if moment is None else moment)
    found["asctime"] = lambda moment=None: shown(found["localtime"]() if moment is None else moment)
    return found


def with_now(plain, now):
    return lambda seconds=None: plain(now() if seconds is None else seconds)


def virtual_sleep(seconds):
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    if APP.is_making or not APP.strands.is_ours():
        REAL.sleep(seconds)
    else:
        APP.strands.park(APP.frame_after(seconds))


def take_datetime():
    """Gives `datetime.datetime` itself other clocks, so that it stays one type for `isinstance`, subclasses and C code.

    Source of the method: the type's own table of names, as the garbage collector knows it, and PyType_Modified.
    """
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    def utcnow(cls):
        return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)
    try:
        import ctypes
        kind, names = datetime.datetime, gc.get_referents(datetime.datetime.__dict__)[0]
        for function in (now, utcnow):
            names[function.__name__] = classmethod(like(getattr(kind, function.__name__), function))
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
    except (ImportError, AttributeError):
        APP.machine.escape("clock", "datetime.now: this Python has no ctypes, by which it is taken over", None)


def watch_bound_clocks(pairs):
    """Looks at every call into C by the app, which halves its speed: clocks that were bound before they were taken."""
    real = {id(one): one for _, one in pairs}     # kept: otherwise other functions come to lie at their addresses

    def profile(frame, event, function):
        if event == "c_call" and is_of_app(frame.f_code.co_filename):
            name = getattr(function, "__qualname__", "")
            if id(function) in real or name in ("datetime.now", "datetime.utcnow") and function.__self__ is datetime.datetime:
                APP.machine.escape("clock", f"{name} was bound before virtual time began", place(frame))
    sys.setprofile(profile)
    threading.setprofile(profile)


def seed_chance(seed):
    """Gives everything that draws numbers one source; of several callers, each has one of its own."""
    source = random.Random(seed)
    if APP.callers or APP.alone is not None:
        source = Chance(seed, source)
        module = Chance(f"{seed} module", random._inst)
        replace_everywhere([(function, getattr(module, name)) for name in random.__all__
                            if getattr(function := getattr(random, name), "__self__", None) is random._inst])

    def urandom(count):
        return source.getrandbits(8 * count).to_bytes(count, "big") if count else b""
    plain_seed = random.Random.seed

    def seed_one(self, a=None, version=2):
        plain_seed(self, source.getrandbits(64) if a is None else a, version)
    replace_everywhere([(os.urandom, urandom)])
    if hasattr(os, "getrandom"):
        replace_everywhere([(os.getrandom, lambda size, flags=0: urandom(size))])
    put(random.Random, "seed", seed_one)
    replace_everywhere([(random.seed, random._inst.seed)])
    random.seed(seed)
    APP.temporary.take(seed)
    uuid._generate_time_safe = uuid._UuidCreate = None
    uuid._node = 0x020000000001
    if ssl:
        put(ssl, "RAND_bytes", lambda count: urandom(count))


# ---- client/files.py
# Files in virtual time: temporary names, times, order of folders, files that the app loads, and those that earlier runs wrote.

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


# ---- client/escapes.py
# What goes around virtual time, and errors that the app did not handle: both are told.

def watch_for_escapes():
    """Tells what goes around virtual time, by Python's audit events."""
    clocks = ("clock_gettime", "gettimeofday", "time", "nanosleep", "usleep", "sleep", "getrandom", "random", "rand")
    by_name, own_names = ("socket.gethostbyname", "socket.gethostbyaddr"), ("localhost", socket.gethostname())

    def audit(event, args):
        if APP.is_making or APP.is_ending or APP.loaded.is_reading:
            return
        if event == "sys.unraisablehook":
            return APP.unhandled.tell_unraisable(args[1])
        if event in ("open", "os.rename", "sqlite3.connect"):
            if event == "open":
                APP.loaded.note(args)
            APP.earlier.note(event, args)
            return APP.files.note(event, args)
        if event == "socket.connect":
            raise refused("network", f"a socket to {args[1]!r}")
        if event == "socket.bind":
            raise refused("network", f"a socket at {args[1]!r}")
        if event == "socket.sendto" or event == "socket.sendmsg" and args[1] is not None:
            raise refused("network", f"a datagram to {args[1]!r}")
        if event in ("socket.getaddrinfo", "socket.getnameinfo") or event in by_name and args[0] not in own_names:
            raise refused("network", f"look-up of {args[0]!r}")
        if event == "ctypes.dlsym" and args[1] in clocks:
            APP.machine.escape("clock", f"{args[1]} of a C library", place())
        elif event == "os.exec":
            APP.machine.escape("child", f"{args[0]!r} takes the place of the app", place())
        elif event in ("os.fork", "os.forkpty"):
            APP.machine.escape("child", "a fork of the app's process runs in real time", place())
        elif event == "os.posix_spawn" and is_of_app(sys._getframe(1).f_code.co_filename):
            APP.machine.escape("child", f"{args[0]!r} runs in real time: start it with subprocess", place())
    sys.addaudithook(audit)
    stand_in_for_refused_sockets()
    plain = os.getpid

    def getpid():
        if is_of_app(sys._getframe(1).f_code.co_filename):
            APP.machine.escape("chance", "os.getpid: each run has another number", place())
        return plain()
    replace_everywhere([(plain, getpid)])
    for name in ("alarm", "setitimer"):
        tell_calls(signal, name, "clock", "a signal in real time")
    watch_children()


def stand_in_for_refused_sockets():
    """A replay has no sockets that are files. One of a pair takes the place, so that what the app asks of it is told
    as in the recording."""
    plain = socket.socket.__init__

    def made(self, family=-1, type=-1, proto=-1, fileno=None):
        try:
            plain(self, family, type, proto, fileno)
        except PermissionError:
            if family != socket.AF_UNIX or fileno is not None or APP.hello.get("mode") != "replay":
                raise
            near, far = socket.socketpair(family, socket.SOCK_STREAM if type == -1 else type, max(0, proto))
            far.close()
            plain(self, family, type, proto, near.detach())
    put(socket.socket, "__init__", made)


def tell_calls(module, name, what, reason):
    plain = getattr(module, name, None)
    if plain is None:
        return

    def told(*args, **options):
        APP.machine.escape(what, f"{module.__name__}.{name}: {reason}", place())
        return plain(*args, **options)
    put(module, name, told)


CHILDREN = []    # whose end the app has not heard of, and the lines that start them


def tell_children():
    """The app is over: tells each child that it did not wait for, and that ends with it wherever it stands."""
    for child, line in CHILDREN:
        if child.returncode is None:
            name = child.args if isinstance(child.args, (str, bytes, os.PathLike)) else child.args[0]
            APP.machine.escape("child", f"{os.path.basename(os.fsdecode(name).split(' ')[0])!r} is not waited for", line)


def watch_children():
    """A child that ends takes no time; one that goes on is told."""
    subprocess.time = types.SimpleNamespace(sleep=REAL.sleep, monotonic=REAL.monotonic)
    poll = subprocess.Popen.poll

    def poll_whole(self):
        if poll(self) is None and not APP.is_making and is_of_app(sys._getframe(1).f_code.co_filename):
            end = REAL.monotonic() + CHILD_SECONDS
            while poll(self) is None and REAL.monotonic() < end:
                REAL.sleep(.002)
            if self.returncode is None:
                APP.machine.escape("child", f"a child has not ended within {CHILD_SECONDS:g} s", place())
        return poll(self)
    put(subprocess.Popen, "poll", poll_whole)
    read = asyncio.StreamReader.read

    def read_some(self, n=-1):
        if n > 0 and hasattr(self._transport, "_pipe") and is_of_app(sys._getframe(1).f_code.co_filename):
            APP.machine.escape("child", "how much of a child's output comes at once is chance: read lines or all", place())
        return read(self, n)
    put(asyncio.StreamReader, "read", read_some)
    start, wait = subprocess.Popen.__init__, subprocess.Popen.wait

    def started(self, args, *others, **options):
        task = card_child(args, options.get("shell") or others[7:8] == (True,))
        if task is not None:
            return sys.modules["voicetest_children"].take_process(self, task, (args, *others), options)
        self.is_over_at = APP.machine.frame + APP.duration(args)
        start(self, args, *others, **options)
        if not APP.is_making:
            CHILDREN[:] = [one for one in CHILDREN if one[0].returncode is None] + [(self, place())]
        return None

    def waited_for(self, timeout=None):
        code = wait(self, timeout)
        if not APP.is_making and APP.strands.is_ours() and APP.machine.frame < self.is_over_at:
            APP.strands.park(self.is_over_at)
        return code
    put(subprocess.Popen, "__init__", started)
    put(subprocess.Popen, "wait", waited_for)
    wait_async = asyncio.subprocess.Process.wait

    async def waited_for_async(self):
        child = self._transport.get_extra_info("subprocess")
        code = await wait_async(self)
        await asyncio.sleep(max(0, getattr(child, "is_over_at", 0) - APP.machine.frame) / APP.rate)
        return code
    put(asyncio.subprocess.Process, "wait", waited_for_async)
    begin = subprocess.TimeoutExpired.__init__

    def expired(self, *args, **options):
        APP.machine.escape("child", "a child's time limit, which is real time, ran out", place())
        begin(self, *args, **options)
    put(subprocess.TimeoutExpired, "__init__", expired)


class Unhandled:
    """Errors that the app did not handle and that do not end it. Each is told once, with the app's own line.

    That of a task or future is told when the app lets go of it, or has not asked for it in `SECONDS`, and all at the app's
    end. None of it hangs on when garbage is collected by chance: that is done at fixed frames.
    """
    SECONDS = 5              # of virtual time
    LOGGERS = ("asyncio", "livekit", "pipecat")

    def __init__(self):
        self.tasks = []                     # weakly, in the order of their birth: those that were not over at the last look
        self.watched = {}                   # what ended with an error, weakly, and its caller, by the timer at which it is asked
        self.told = set()

    def tell(self, error, of, line=None):
        """Tells an error, unless it was, or caused one that was."""
        if APP.is_making or APP.is_ending or not APP.is_under_voicetest or not APP.strands.is_ours() or isinstance(
                error, (asyncio.CancelledError, SystemExit, KeyboardInterrupt, GeneratorExit)):
            return
        one, causes = error, []
        while one is not None and one not in causes and len(causes) < 100:
            causes.append(one)
            one = one.__cause__ or one.__context__
        if any("__voicetest_told__" in vars(one) for one in causes):
            return
        self.note(error)
        try:
            text = without_addresses(f"{type(error).__name__}: {error}")
        except Exception:       # of its own __str__
            text = type(error).__name__
        found = last_place(error)
        self.act(text, of, line if found == "unknown" else found)

    def note(self, error):
        """Takes an error as told."""
        if isinstance(error, BaseException):
            vars(error)["__voicetest_told__"] = True

    def act(self, text, of, line):
        text = text.encode("utf-8", "replace")[:4_096].decode("utf-8", "ignore")
        key = text, of, line, APP.machine.whose()
        if key not in self.told and len(self.told) < 1_000:
            self.told.add(key)
            APP.machine.act("unhandled", error=text, of=of, line=line or "unknown")

    # Tasks and futures.

    def look(self):
        """Finds tasks that have ended with an error since the last look."""
        living = [one for one in self.tasks if (task := one()) is not None and not task.done()]
        if len(living) < len(self.tasks):
            over, self.tasks = [task for one in self.tasks if (task := one()) is not None and task.done()], living
            for task in over:
                self.watch(task)

    def watch(self, one):
        if not APP.is_making and APP.strands.is_ours() and self.is_unasked(one):
            timer = APP.machine.set_timer(APP.frame_after(self.SECONDS), lambda: self.ask(timer))
            caller = getattr(one, "caller", CALLER.get())

            def gone(_):
                timer.is_cancelled = True
                self.watched.pop(timer, None)
            self.watched[timer] = weakref.ref(one, gone), caller

    def ask(self, timer):
        found, caller = self.watched[timer]
        one = found()
        if one is not None and self.is_unasked(one):
            of_call(caller, self.tell_one, one)
        self.watched.pop(timer, None)

    def is_unasked(self, one):
        if isinstance(one, concurrent.futures.Future):
            return one._exception is not None and not getattr(one, "is_asked", False)
        return one.done() and not one.cancelled() and one._log_traceback

    def tell_one(self, one):
        made = (getattr(one, "made_at", None) or "").partition(" from ")[0]
        of = "thread" if isinstance(one, concurrent.futures.Future) else "task"
        self.tell(one._exception, of, made or None)

    def end(self, failure=None):
        """The app is over, by `failure` if there is one: tells what it never asked for."""
        if failure is not None:
            self.note(failure)
        self.look()
        for timer in list(self.watched):
            self.ask(timer)
        tell_children()
        gc.unfreeze()
        kept = [one for one in gc.get_objects() if type(one) is types.CoroutineType
                and inspect.getcoroutinestate(one) == inspect.CORO_CREATED and self.is_of_app(one)]
        for line, name in sorted((self.origin(one) or "unknown", one.__qualname__) for one in kept):
            self.act(f"RuntimeWarning: coroutine '{name}' was never awaited", "coroutine", line)

    # What Python, asyncio and frameworks say.

    def tell_context(self, context):
        """Hears what a loop gives to its exception handler."""
        one = context.get("future") or context.get("task")
        error = context.get("exception")
        if isinstance(error, BaseException):
            of = "task" if one is not None else "generator" if "asyncgen" in context else "callback"
            line = (getattr(one, "made_at", None) or "").partition(" from ")[0] or None
            of_call(getattr(one, "caller", CALLER.get()), self.tell, error, of, line)

    def tell_unraisable(self, found):
        kinds = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType)
        of = "thread" if "thread" in (found.err_msg or "") else "generator" if isinstance(found.object, kinds) else "destructor"
        self.tell(found.exc_value, of)

    def origin(self, coroutine):
        """The line that made a coroutine."""
        for file, line, name in getattr(coroutine, "cr_origin", None) or ():
            if is_of_app(file):
                return f"{os.path.basename(file)}:{line} {name}"
        return None

    def is_of_app(self, coroutine):
        """Whether the app made a coroutine, or has its code: what a library drops of its own is no matter of the app."""
        return self.origin(coroutine) is not None or is_of_app(coroutine.cr_code.co_filename)

    def take(self):
        sys.set_coroutine_origin_tracking_depth(1)
        warn = warnings._warn_unawaited_coroutine

        def warned(coroutine):
            if (self.is_of_app(coroutine) and not (APP.is_making or APP.is_ending) and APP.is_under_voicetest
                    and APP.strands.is_ours()):
                line = self.origin(coroutine) or (place() or "").partition(" from ")[0] or None
                self.act(f"RuntimeWarning: coroutine '{coroutine.__qualname__}' was never awaited", "coroutine", line)
            warn(coroutine)
        warnings._warn_unawaited_coroutine = warned
        make = threading._make_invoke_excepthook

        def made():
            invoke = make()

            def told(thread):
                self.tell(sys.exc_info()[1], "thread")
                invoke(thread)
            return told
        threading._make_invoke_excepthook = made
        handle = logging.Logger.handle

        def handled(logger, record):
            if record.levelno >= logging.ERROR and record.exc_info and logger.name.partition(".")[0] in self.LOGGERS:
                self.tell(record.exc_info[1], "log")
            handle(logger, record)
        put(logging.Logger, "handle", handled)
        self.take_executors()

    def take_executors(self):
        """Notes which errors of an executor's futures the app asks for. Who gives a callback is told."""
        kind = concurrent.futures.Future
        ended, listened = kind.set_exception, kind.add_done_callback

        def end(future, exception):
            ended(future, exception)
            self.watch(future)

        def listen(future, callback):
            future.is_asked = True
            return listened(future, callback)

        def asks(plain):
            def asked(future, timeout=None):
                try:
                    return plain(future, timeout)
                finally:
                    future.is_asked = future.done() or getattr(future, "is_asked", False)
            return asked

        def dropped(future):
            if self.is_unasked(future):
                of_call(getattr(future, "caller", CALLER.get()), self.tell_one, future)
        put(kind, "set_exception", end)
        put(kind, "add_done_callback", listen)
        for name in ("result", "exception"):
            put(kind, name, asks(getattr(kind, name)))
        kind.__del__ = dropped


# ---- client/api.py
# What an app calls, and what adapters of frameworks call.

def declare(name=None, version=None, hears=None, kinds=None, settings=None, keys=None):
    """Says what the app is, before it waits for the first time.

    `hears` is "words" (detector, recognizer and voice are voicetest's) or "audio" (the app has its own). `kinds` has the
    app's own events: `{"decided": {"role": "decision", "fields": {"state": "text"}}}`. `settings` has what may change
    its behaviour, by name; a change is named as a cause. An app that hears audio and has `keys` is told the keys that its
    caller presses, in place of their tones. Gives the settings, as voicetest wants them for this run.
    """
    if APP.is_ready_sent:
        raise RuntimeError("declare comes before the app waits for the first time")
    for key, value in (("name", name), ("version", version), ("hears", hears), ("settings", settings), ("keys", keys)):
        if value is not None:
            APP.declared[key] = value
    APP.declared["kinds"] = {**APP.declared["kinds"], **(kinds or {})}
    wanted = {key: value for key, value in APP.hello.get("settings", {}).items() if key in APP.declared["settings"]}
    APP.declared["settings"] = {**APP.declared["settings"], **wanted}
    return dict(APP.declared["settings"])


def emit(event, why=None, **fields):
    """Writes an event of the app into the trace. `why` has what a decision compared, by name."""
    APP.machine.act("emit", event=event, fields=copied(fields) or None, why=copied(why), line=place())


def copied(value):
    """The value as JSON has it now; ValueError or TypeError, at the app's own line, where JSON has none."""
    return None if value is None else json.loads(json.dumps(value, allow_nan=False))


def field(name, value):
    """Sets a field that scenarios and other parts can read."""
    fields()[name] = value
    APP.machine.act("field", name=name, value=copied(value), line=place())


class Sound(Pending):
    """What the app plays: parts one behind the other, until the last. Cancelled, it stops."""

    def __init__(self):
        self.number = APP.number()
        super().__init__(self.stop)
        APP.plays[self.number] = self

    def stop(self):
        APP.plays.pop(self.number, None)
        APP.machine.act("stop", id=self.number, line=place())

    def part(self, is_last, **part):
        APP.machine.act("play", id=self.number, **part, last=is_last, line=place())
        return self

    def more(self, pcm, is_last=False):
        """Samples behind those that it has (16 bits, little-endian, one channel, the session's rate)."""
        pieces = [pcm[start:start + PIECE_BYTES] for start in range(0, len(pcm), PIECE_BYTES)] or [b""]
        for piece in pieces:
            self.part(is_last and piece is pieces[-1], pcm=base64.b64encode(piece).decode("ascii"))
        return self


def say(text):
    """Says a text with voicetest's voice; done when it was heard. Cancelled, it stops."""
    return Sound().part(True, text=text)


def play(pcm):
    """Plays samples (16 bits, little-endian, one channel, the session's rate); done when they were heard."""
    return Sound().more(pcm, is_last=True)


def play_file(path):
    """Plays a sound file of the project."""
    return Sound().part(True, file=path)


def listen(phrases=None, **limits):
    """Listens for one utterance; gives its text, "" for a rejection. Await it with a timeout, or `wait(timeout)`."""
    number = APP.number()
    APP.machine.act("listen", id=number, task={"phrases": list(phrases)} if phrases else {}, limits=limits or None,
                    line=place())

    def stop():
        APP.listens.pop(number, None)
        APP.machine.act("stop", id=number, line=place())
    APP.listens[number] = Pending(stop)
    return APP.listens[number]


def on(kind, callback):
    """Calls `callback(message)` for inputs of a kind: audio, speechStart, speechEnd, words, key, hangUp, send,
    playEnded, field."""
    entry = (running_loop(), callback, CALLER.get())
    APP.watchers[kind].append(entry)
    return lambda: APP.watchers[kind].remove(entry)


class Microphone:
    """The blocks of the microphone, as bytes, with `async for`; with `for` in a bot that works without asyncio."""

    def __init__(self, limit):
        self.limit, self.stream = limit, None

    def __aiter__(self):
        return self

    def __anext__(self):
        if self.stream is None:
            self.stream = self.awaited()
        return self.stream.__anext__()

    async def aclose(self):
        if self.stream is not None:
            await self.stream.aclose()

    def listen(self, arrived):
        """Keeps blocks from now on, and calls `arrived` for each; gives them, and what ends that."""
        if APP.is_ready_sent and APP.declared["hears"] != "audio":
            raise RuntimeError(
                "the app has waited already, and hears words since: call declare(hears=\"audio\") at its start")
        if not APP.is_ready_sent:
            APP.declared["hears"] = APP.declared["hears"] or "audio"
        blocks = collections.deque(maxlen=self.limit)

        def hear(message):
            blocks.append(binascii.a2b_base64(message["pcm"]))
            arrived()
        entry = (None, hear, CALLER.get())      # no round of the loop for it: there are fifty blocks a second
        APP.watchers["audio"].append(entry)
        return blocks, lambda: APP.watchers["audio"].remove(entry)

    async def awaited(self):
        loop, future = asyncio.get_running_loop(), None

        def arrived():
            if future is not None and not future.done() and not loop.is_closed():
                future.set_result(None)
                APP.strands.wake(getattr(loop, "strand", None))
        blocks, end = self.listen(arrived)
        try:
            while True:
                while blocks:
                    yield blocks.popleft()
                future = loop.create_future()
                await future
        finally:
            end()

    def __iter__(self):
        pending = Pending()
        blocks, end = self.listen(lambda: pending.finish())
        try:
            while True:
                while blocks:
                    yield blocks.popleft()
                pending = Pending()
                pending.wait()
        finally:
            end()


def microphone(limit=3_000):
    """The blocks of the microphone, as bytes, for `async for` or `for`; at most `limit` of them wait."""
    return Microphone(limit)


def external(name):
    """Makes a function an outside call: recorded with its duration, answered from the session in a replay.

    Arguments are JSON. The result is of JSON, too, or of the types of `AS_TEXT` and `AS_LIST`; another one ends the run. What
    the function raises is raised.
    Without voicetest the function is called as it is.
    """
    def wrap(function):
        names = names_by_place(function)

        def ask(args, kwargs):
            def make():
                start = REAL.monotonic()
                try:
                    result = run_for_real(function, real_texts(args, name), real_texts(kwargs, name))
                except Exception as error:
                    packed, seconds = packed_error(error), REAL.monotonic() - start
                    if not packed["body"]:
                        tell_once(call.line, f"{name} raised a {type(error).__module__}.{type(error).__qualname__}, which no "
                                  "session keeps: the app gets an ExternalError")
                    return {"error": error_text(error)}, [(seconds, packed)]
                seconds = REAL.monotonic() - start
                try:
                    return {}, [(seconds, packed_result(result))]
                except Unkept as error:
                    raise Unkept(f"external {name!r} gave {error}") from None

            def answered(message):
                nonlocal raised
                if not message.get("last", True):
                    raised = message
                    return
                try:
                    if message.get("error"):
                        raise unpacked_error(message["error"], raised)
                    pending.finish(unpacked_result(message))
                except Exception as error:
                    pending.finish(error=error)
            told = [*args]
            if APP.secrets is not None:
                told[:len(names)] = map(functools.partial(APP.secrets.told_value, to=name), names, args)
            body = copied({"args": told, **({"named": kwargs} if kwargs else {})})
            raised = None       # what comes before an error: what it is made of
            call = OutsideCall(name, {"body": body, "encoding": "json"}, answered, make)
            pending = Pending(call.cancel)
            return pending

        @functools.wraps(function)
        async def called(*args, **kwargs):
            return await (ask(args, kwargs) if APP.is_under_voicetest else function(*args, **kwargs))

        @functools.wraps(function)
        def called_plainly(*args, **kwargs):
            return ask(args, kwargs).wait() if APP.is_under_voicetest else function(*args, **kwargs)
        return called if inspect.iscoroutinefunction(function) else called_plainly
    return wrap


def names_by_place(function):
    """The names of the parameters that a function takes by their place."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):         # of a function in C
        return []
    return [one.name for one in found if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]


def run_for_real(function, args, kwargs):
    if not inspect.iscoroutinefunction(function):
        return function(*args, **kwargs)
    outer = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    loop = REAL.loop()
    try:
        return loop.run_until_complete(function(*args, **kwargs))
    finally:
        loop.close()
        asyncio._set_running_loop(outer)


# The events of a bot of a framework, the same whichever it is.
FRAMEWORK_KINDS = {
    "userSpeech": {"role": "decision", "fields": {"is": "text"}, "units": {"limit": "ms"}},
    "userTurn": {"role": "decision", "fields": {"is": "text"}},
    "heard": {"role": "decision", "fields": {"text": "text", "final": "flag"}, "private": ["text"]},
    "bot": {"role": "state", "fields": {"state": "text"}, "states": ["listening", "thinking", "speaking"]},
    "user": {"role": "note", "fields": {"state": "text"}},
    "falseInterruption": {"role": "decision", "fields": {}},
    "resumed": {"role": "decision", "fields": {}},
    "interrupted": {"role": "decision", "fields": {}},
    "spoken": {"role": "note", "fields": {"text": "text"}, "private": ["text"]},
    "toolCalled": {"role": "decision", "fields": {"tool": "text", "arguments": "text"}, "private": ["arguments"]},
    "toolAnswered": {"role": "note", "fields": {"tool": "text", "result": "text"}, "private": ["result"]},
    "measured": {"role": "figure", "fields": {"of": "text", "what": "text", "ms": "number"}, "units": {"ms": "ms"}},
    "fault": {"role": "note", "fields": {"of": "text", "error": "text"}},
    "handoff": {"role": "decision", "fields": {"from": "text", "to": "text"}},
}
SESSIONS = []                    # the lines of the frameworks' sessions that are open, with their callers


def adapt(file, package, tested):
    """Begins an adapter, the module `file`, for versions of `package` that begin as `tested` says; gives the version.

    Another version is told on standard error: its figures and its order of events may differ.
    """
    OWN.update({file, os.path.abspath(file)})
    try:
        version = importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        raise ImportError(f"{os.path.basename(file)} needs {package}. Run pip install '{package}=={tested[-1]}.*'.") from None
    if not any(version == one or version.startswith(one + ".") for one in tested):
        print(f"{os.path.basename(file)} is tested with {package} {', '.join(tested)}; this is {version}. Where a run fails or"
              f" differs without a cause, install {package} {tested[-1]}.", file=sys.stderr)
    if not APP.is_ready_sent:
        declare(hears="audio", kinds=FRAMEWORK_KINDS)
    return version


def begin_session(line):
    """Begins a framework's session, made at `line`, with the caller; gives the function that ends it.

    A second one at the same time is noted, with both lines: they hear one caller, and their sounds mix.
    """
    entry = line, CALLER.get()
    SESSIONS.append(entry)
    lines = [one or "unknown" for one, caller in SESSIONS if caller == entry[1]]
    if len(lines) == 2:
        first, second = lines
        emit("sharedCaller", why={"first": first, "second": second})
        if APP.hello.get("mode") != "replay":
            print(f"two sessions share one caller: {first}, and {second}. Start one session in each call.",
                  file=sys.stderr)
    return lambda: entry in SESSIONS and SESSIONS.remove(entry)


def tell_options(name, options):
    """Declares the plain values of a framework's options as settings `name.option`: one that changes is a named cause.

    `options` is a mapping or an object; options within them count too. Lists, long texts and paths are left out.
    """
    if APP.is_ready_sent:
        return
    for key, value in list((options if isinstance(options, dict) else getattr(options, "__dict__", {})).items()):
        path = f"{name}.{key}"
        if isinstance(value, dict) or dataclasses.is_dataclass(value) or hasattr(type(value), "model_fields"):
            tell_options(path, value)
        elif len(path) <= 60 and len(APP.declared["settings"]) < 256 and path.replace(".", "_").isidentifier():
            if isinstance(value, bool) or isinstance(value, str) and len(value) <= 80 and "/" not in value:
                APP.declared["settings"][path] = value
            elif isinstance(value, (int, float)) and math.isfinite(value):
                APP.declared["settings"][path] = float(value)      # a whole number could be asked for with --set


def ticks(seconds):
    """Seconds of a framework's figure in whole milliseconds; None for no figure."""
    return None if seconds is None else round(seconds * 1_000)


# ---- client/guard.py
# The watch over the app: a step that goes on and on is ended, with its line.

def thread_time(stat, schedstat):
    """What Linux says of a thread in `/proc`: the seconds that it ran, those that it was ready and had no processor, and
    whether it sleeps now. One that waits for a disk, or was stopped, does neither."""
    fields = stat[stat.rindex(b")") + 2:].split()       # the name may hold any byte
    return (int(fields[11]) + int(fields[12])) / 100, int(schedstat.split()[1]) / 1e9, fields[0] == b"S"


class StepTime:
    """Counts the time of one step of an app until it is over a limit. Pure: it is fed what the system says of the app's thread.

    The time that the thread ran and the time that it slept have a limit each, `most_running` and `most_sleeping`. Time in
    which it was ready to run and had no processor counts for neither. Ten times the former of real time ends every step.
    """

    def __init__(self, most_running, most_sleeping, sample, now):
        self.most_running, self.most_sleeping, self.sample, self.start, self.last = most_running, most_sleeping, sample, now, now
        self.running = self.sleeping = 0

    def look(self, sample, now):
        """Counts the time since the last look; gives what is over the limit, None for nothing."""
        (ran_before, ready_before, _), (ran, ready, is_asleep) = self.sample, sample
        elapsed = now - self.last
        share = min(elapsed, max(0, ran - ran_before))
        self.sample, self.last = sample, now
        self.running += share
        if is_asleep:
            self.sleeping += max(0, elapsed - share - (ready - ready_before))
        if self.running >= self.most_running:
            return f"{self.most_running:g} s of processor time"
        if self.sleeping >= self.most_sleeping:
            return f"{self.most_sleeping:g} s of waiting"
        most = 10 * self.most_running
        return f"{most:g} s of real time" if now - self.start >= most else None


def sample_of(thread):
    """What the system says of the thread `thread`, as `thread_time`. Where it says nothing, time in which the process does
    not run counts as sleep."""
    try:
        parts = []
        for name in ("stat", "schedstat"):
            file = os.open(f"/proc/self/task/{thread}/{name}", os.O_RDONLY)
            try:
                parts.append(os.read(file, 1_024))
            finally:
                os.close(file)
        return thread_time(*parts)
    except OSError:
        return REAL.process_time(), 0, True


def guard_progress():
    """Ends an app that neither gives up the turn nor ends, and names the line where it is: a step of a thread, and a turn of
    the app, in which its threads may read the clock and wait for each other."""
    def look():
        # Where this thread takes memory, and when, decides the addresses of the app's objects, and so the order of a set
        # of functions. It takes its memory before the app starts, and makes nothing while steps are short.
        bytes(LINE_LIMIT)
        has_begun.release()
        progress, turns, looks, step, turn = -1, -1, 0, None, None
        while True:
            REAL.sleep(.25)
            if APP.wire.turns % 256 != turns or APP.is_making or APP.wire.is_reading:
                turns, looks, step, turn = APP.wire.turns % 256, 0, None, None
                continue
            if APP.strands.progress % 256 != progress:
                progress, step = APP.strands.progress % 256, None
            looks += 1
            limit = SECONDS if APP.is_ready_sent else START_SECONDS
            if turn is None and 5 * looks < limit:      # less than a twentieth of the limit
                continue
            strand = APP.strands.current
            sample, moment = sample_of(strand.thread), REAL.monotonic()
            step = step or StepTime(limit, SECONDS, sample, moment)
            turn = turn or StepTime(1.25 * limit, float("inf"), (REAL.process_time(), 0, False), moment)
            reason = "the app has done nothing else for {} than what it does here"
            over = step.look(sample, moment)
            if not over:
                reason = "the app used {} and did not give the turn back: it is here now"
                over = turn.look((REAL.process_time(), 0, False), moment)
            if over:
                frame = sys._current_frames().get(strand.ident)
                APP.wire.write([*APP.machine.escapes, {
                    "kind": "failed", "line": place(frame) or "unknown", "reason": reason.format(over)}])
                os._exit(70)
    has_begun = REAL.allocate_lock()
    has_begun.acquire()
    REAL.start_new_thread(look, ())
    has_begun.acquire()


# ---- client/run.py
# The wire, its turns, and the start of the app.

class Wire:
    """Reads and writes lines; what the app prints goes to standard error."""

    def __init__(self):
        self.input, self.output = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", 0)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        self.is_reading = False
        self.turns = 0          # messages that were read
        # Inputs by their lines, of the last turn and of this one: voicetest sends anew those behind an act, parsed once.
        self.known, self.fresh = {}, {}

    def read(self):
        self.is_reading = True
        line = self.input.readline(LINE_LIMIT + 2)
        self.is_reading = False
        if not line:
            end_process(0)
        if line in self.known:
            self.fresh[line] = self.known[line]
            return self.fresh[line]
        try:
            message = json.loads(line)
            if message["kind"] == "go":
                message["until"] = int(message["until"])
            elif message["kind"] not in ("hello", "end"):
                message["at"] = int(message["at"])
        except (ValueError, KeyError, TypeError):
            print("voicetest sent a line that cannot be used. Take the client of its release.", file=sys.stderr)
            end_process(65)
        if message["kind"] == "go":
            self.known, self.fresh = self.fresh, {}
        else:
            self.fresh[line] = message
        return message

    def write(self, lines):
        data = b""
        for line in lines:
            one = json.dumps(line, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8", "replace")
            if len(one) > LINE_LIMIT:
                one = json.dumps({"kind": "failed", "reason": f"a line `{line['kind']}` is longer than {LINE_LIMIT} bytes",
                                  "line": line.get("line") or "unknown"}).encode()
            data += one + b"\n"
        view = memoryview(data)
        while view:
            view = view[self.output.write(view):]


def hide_what_is_printed():
    """Keeps secrets out of what the app prints, its errors too: it stands in the log of whoever runs the test."""
    for stream in (sys.stdout, sys.stderr):
        def write(text, plain=stream.write):
            plain(APP.secrets.shown(text) if isinstance(text, str) else text)
            return len(text)
        stream.write = functools.wraps(stream.write)(write)


def end_process(code):
    APP.is_ending = True
    APP.temporary.remove()
    APP.earlier.end()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        pass
    os._exit(code)


def advance():
    """Nothing can run at this frame: goes to the next thing that is due, or lets the other side say."""
    APP.unhandled.look()
    due = APP.machine.due()
    if due is None:
        return exchange()
    kind, found = due
    if APP.machine.frame // (MEMORY_SECONDS * APP.rate) > APP.collected:
        APP.collected = APP.machine.frame // (MEMORY_SECONDS * APP.rate)
        gc.collect()
    if kind == "timer":
        return found()
    for one in found:
        deliver(one)
    return None


def exchange():
    if not APP.is_ready_sent:
        send_ready()
    else:
        if APP.lines and not APP.machine.acts:
            APP.machine.frame = max(APP.machine.frame, APP.machine.until)
        for line in sorted(APP.lines, key=lambda one: one.peer.call.number):
            line.poll()
        lines = APP.machine.turn(APP.frame_after(LINE_SECONDS) if APP.lines else None)
        loaded = APP.loaded.take()
        if loaded:
            lines[-1]["files"] = loaded
        APP.wire.write(lines)
    inputs = []
    while True:
        message = APP.wire.read()
        APP.wire.turns += 1
        if message["kind"] == "go":
            return APP.machine.go(message["until"], inputs)
        if message["kind"] == "end":
            end_process(0)
        inputs.append(message)


def send_ready():
    APP.is_ready_sent = True
    gc.collect()
    gc.freeze()         # what is loaded stays: looking through it again takes most of a collection
    APP.declared["hears"] = APP.declared["hears"] or ("audio" if may_record() else "words")
    APP.wire.write([told_line({
        "kind": "ready", "protocol": PROTOCOL, **APP.declared, "digest": digest_of(APP.script),
        "client": f"voicetest_app {VERSION}, Python {sys.version.split()[0]}",
        **({"exchangesSecrets": True} if APP.secrets else {}),
        **({"callers": len(APP.callers)} if APP.callers else {})})])


def deliver(message):
    """Delivers an input, in the call of its caller."""
    in_call(message.get("caller", APP.alone), deliver_one, message)


def deliver_one(message):
    kind, number = message["kind"], message.get("id")
    if kind == "answer":
        if number in APP.calls:
            APP.calls[number].answer(message)
    elif kind == "make":
        if number in APP.calls:
            make_for_real(number, APP.calls[number])
    elif kind == "playEnded":
        if number in APP.plays:
            APP.plays.pop(number).finish()
    elif kind == "words" and message.get("final", True) and message.get("id") in APP.listens:
        APP.listens.pop(message["id"]).finish("" if message.get("rejected") else message["text"])
    elif kind in ("open", "message", "close"):
        take_visit(message)
    elif kind == "field":
        fields()[message["name"]] = message["value"]
    for loop, callback, caller in list(APP.watchers.get(kind, ())):
        if caller in (None, CALLER.get()):
            call_in(loop, functools.partial(callback, message))


def make_for_real(number, call):
    """Makes an outside call for real while virtual time stands."""
    APP.is_making, start, refusal = True, REAL.monotonic(), None
    try:
        head, chunks = exchanged_answer(*call.make(), call.site, call.to)
        chunks = [{"after": frame_of(seconds, APP.rate), **body} for seconds, body in chunks]
        APP.machine.act("made", id=number, **head, chunks=chunks)
    except Unkept as error:
        refusal = error
    except Exception as error:
        after = frame_of(REAL.monotonic() - start, APP.rate)
        head, _ = exchanged_answer({"error": error_text(error)}, [], call.site, call.to)
        APP.machine.act("made", id=number, chunks=[{"after": after, **packed(b"")}], **head)
    finally:
        APP.is_making = False
        tell_strayed(call)
    if refusal:
        fail(refusal, call.line)


def fail(reason, line):
    """The app goes no further."""
    APP.machine.act("failed", reason=str(reason)[:4_000], line=line or "unknown")
    while True:
        exchange()


def run_app(arguments, services=None):
    path = os.path.abspath(arguments[0])
    sys.argv = [path, *arguments[1:]]
    sys.path[0] = os.path.dirname(path)
    try:
        if services:
            load_services(os.path.abspath(services))
        runpy.run_path(path, run_name="__main__")
        for thread in threading.enumerate():
            if thread is not threading.current_thread() and not thread.daemon:
                thread.join()
        APP.unhandled.end()
        APP.machine.act("ended")
    except SystemExit as error:
        APP.unhandled.end()
        if error.code in (None, 0):
            APP.machine.act("ended")
        else:
            APP.machine.act("failed", reason=f"exit code {error.code}"[:4_000], line=last_place(error))
    except BaseException as error:
        APP.unhandled.end(error)
        tell_failure(error)
    while True:         # threads that the app left behind do not go on
        exchange()


def load_services(path):
    """Loads a file that stands in for services of an app that does not know it: its calls of `stub`, and `stand_in()`."""
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    getattr(module, "stand_in", lambda: None)()


def digest_of(script):
    """SHA-256 of the app's own files that are loaded, in the order of their names."""
    folder = os.path.dirname(script)
    files = {script} | {file for module in list(sys.modules.values())
                        if (file := getattr(module, "__file__", None)) and is_of_app(os.path.abspath(file))
                        and os.path.abspath(file).startswith(folder + os.sep)}
    digest = hashlib.sha256()
    for file in sorted(files):
        with open(file, "rb") as stream:
            content = stream.read()
        digest.update(f"{os.path.relpath(file, folder)} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def main():
    """Starts the app that the command line names, under protocol 1."""
    is_helped, services = sys.argv[1:2] in (["-h"], ["--help"]), None
    if sys.argv[1:2] == ["--with"]:
        services = "".join(sys.argv[2:3])
        del sys.argv[1:3]
    if len(sys.argv) < 2 or is_helped:
        print("usage: python -m voicetest_app [--with SERVICES.py] APP.py [ARGUMENTS]\nvoicetest starts it; "
              "ProgramProtocol.md says how.", file=sys.stderr)
        sys.exit(0 if is_helped else 64)
    for path, whose in ((services, "the file that stands in for its services"), (sys.argv[1], "the app's own .py file")):
        if path is not None and not os.path.isfile(path):
            print(f"{path} is no file. Name {whose}.", file=sys.stderr)
            sys.exit(66)
    sys.modules["voicetest_app"] = sys.modules["__main__"]
    APP.wire = Wire()
    hello = APP.hello = APP.wire.read()
    if hello.get("kind") != "hello" or hello.get("protocol") != PROTOCOL:
        print(f"voicetest speaks another protocol than {PROTOCOL}. Take the client of its release.", file=sys.stderr)
        end_process(65)
    APP.rate, APP.epoch, APP.durations = hello["sampleRate"], hello.get("epoch", 0), hello.get("durations", {})
    APP.first_fields, APP.script, APP.is_under_voicetest = dict(hello.get("fields", {})), os.path.abspath(sys.argv[1]), True
    APP.callers, APP.alone = [dict(one["fields"]) for one in hello.get("callers", ())], hello.get("world", {}).get("caller")
    if APP.callers:
        APP.machine.whose = CALLER.get
    APP.declared["name"] = os.path.splitext(os.path.basename(sys.argv[1]))[0]
    os.environ["VOICETEST_APP"] = "1"
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")     # onnxruntime reports its use from a thread of C
    if isinstance(hello.get("secrets"), dict):
        APP.secrets = Secrets(hello.get("seed", 0), hello["secrets"].get("keep", ()), hello.get("mode") == "replay")
        hide_what_is_printed()
    APP.loaded.begin()
    if not hello.get("fresh"):
        APP.earlier.begin()
    take_over(hello)
    guard_progress()
    run_app(sys.argv[1:], services)


def take_over(hello):
    """Takes over clocks, chance, threads, asyncio and connections, before the app's first import."""
    if hello.get("world"):
        take_world(hello["world"])
    clocks = virtual_clocks()
    names = [(name, getattr(time, name)) for name in clocks if hasattr(time, name)]
    replace_everywhere([(real, clocks[name]) for name, real in names])
    take_datetime()
    replace_everywhere([(os.times, lambda: os.times_result((0.0, 0.0, 0.0, 0.0, clocks["monotonic"]())))])
    seed_chance(hello.get("seed", 0))
    order_files()
    take_threads()
    order_classes()
    take_asyncio()
    catch_http_client()
    take_servers()
    sys.meta_path.insert(0, Catcher())
    watch_for_escapes()
    if hello.get("watch"):
        watch_bound_clocks(names)
    gc.disable()


APP.machine.hide, APP.strands = told_line, Strands(APP.machine, advance)
APP.files, APP.temporary, APP.loaded, APP.earlier = FileTimes(), TemporaryFiles(), LoadedFiles(), EarlierFiles()
APP.unhandled = Unhandled()

if __name__ == "__main__":
    main()
elif "VOICETEST_APP_WORLD" in os.environ:       # in a child that imports the app
    take_world(json.loads(os.environ["VOICETEST_APP_WORLD"]))
