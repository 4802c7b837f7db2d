"""Threads, one at a time: they change places only where one waits, in virtual time."""
import _thread
import collections
import concurrent.futures
import functools
import queue
import sys
import threading

from .app import APP, REAL
from .callers import CALLER, in_call
from .replacing import StandIn, birth_hash, like, put


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
