"""asyncio's loop in virtual time, and things under way that both threads and coroutines wait for."""
import asyncio
import collections.abc
import functools
import selectors
import sys
import weakref

from .machine import frame_of
from .app import APP, CHILD_SECONDS, REAL
from .callers import CALLER, call_context
from .place import place
from .processes import Process, wait_for
from .replacing import Born
from .children import card_child


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
