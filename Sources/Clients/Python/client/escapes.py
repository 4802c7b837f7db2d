"""What goes around virtual time, and errors that the app did not handle: both are told."""
import asyncio
import concurrent.futures
import gc
import inspect
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import types
import warnings
import weakref

from .app import APP, CHILD_SECONDS, REAL
from .callers import CALLER, of_call
from .place import is_of_app, last_place, place, refused, without_addresses
from .replacing import put, replace_everywhere
from .children import card_child


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
