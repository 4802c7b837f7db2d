"""Each way to wait with a limit of the library, woken before the limit, at it and behind it.

Under voicetest it emits a row for each. In plain Python, `python3 waits.py` prints the rows of before and behind:
they are the same.
"""
import asyncio
import concurrent.futures as futures
import os
import queue
import sys
import threading
import time

LIMIT = .04
ROWS, ASYNC_ROWS = {}, {}       # by name: what makes a pair of what wakes and what waits, and what is there then


def row(function):
    ROWS[function.__name__] = function
    return function


def row_async(function):
    ASYNC_ROWS[function.__name__] = function
    return function


# Each gives (wake, wait, left): `left` says whether all is as it was where the wait was not woken in time.

@row
def event():
    one = threading.Event()
    return one.set, lambda: one.wait(LIMIT), one.is_set


def condition_of(wait):
    one, state = threading.Condition(), []

    def wake():
        with one:
            state.append(1)
            one.notify()

    def waiting():
        with one:
            return wait(one, state)
    return wake, waiting, lambda: state == [1] and one.acquire(False) and one.release() is None


@row
def condition():
    return condition_of(lambda one, state: one.wait(LIMIT))


@row
def condition_for():
    return condition_of(lambda one, state: one.wait_for(lambda: bool(state), LIMIT))


def counted(one):
    return one.release, lambda: one.acquire(timeout=LIMIT), lambda: one.acquire(False)


@row
def lock():
    one = threading.Lock()
    one.acquire()
    return counted(one)


@row
def semaphore():
    return counted(threading.Semaphore(0))


@row
def bounded_semaphore():
    one = threading.BoundedSemaphore(1)
    one.acquire()
    return counted(one)


@row
def recursive_lock():
    """Held by a thread of its own, which gives it back where it is woken."""
    one, go, is_held = threading.RLock(), threading.Event(), threading.Event()

    def hold():
        with one:
            is_held.set()
            go.wait()
    holder = threading.Thread(target=hold)
    holder.start()
    is_held.wait()

    def wake():
        go.set()
        holder.join()

    def wait():
        found = one.acquire(timeout=LIMIT)
        if found:
            one.release()
        return found
    return wake, wait, lambda: one.acquire(False) and one.release() is None


@row
def barrier():
    one = threading.Barrier(2)

    def meet():
        try:
            return one.wait(LIMIT) in (0, 1)
        except threading.BrokenBarrierError:
            return False
    return meet, meet, lambda: one.broken and one.n_waiting == 0


@row
def thread_join():
    end = threading.Event()
    one = threading.Thread(target=end.wait)
    one.start()

    def wait():
        one.join(LIMIT)
        return not one.is_alive()
    return end.set, wait, lambda: one.join() is None and not one.is_alive()


@row
def lock_behind_join():
    """A limit of `join` that ran out leaves nothing that wakes the thread from its next wait."""
    one, thread = threading.Lock(), threading.Thread(target=time.sleep, args=(LIMIT / 2,))
    one.acquire()
    thread.start()

    def wait():
        thread.join(LIMIT / 4)
        return one.acquire(timeout=LIMIT * 3 / 4)
    return one.release, wait, lambda: one.acquire(False)


def got(kind):
    one = kind()

    def wait():
        try:
            return one.get(timeout=LIMIT) == 1
        except queue.Empty:
            return False
    return lambda: one.put(1), wait, lambda: one.get_nowait() == 1 and one.empty()


@row
def queue_get():
    return got(queue.Queue)


@row
def last_get():
    return got(queue.LifoQueue)


@row
def priority_get():
    return got(queue.PriorityQueue)


@row
def simple_get():
    return got(queue.SimpleQueue)


@row
def queue_put():
    one = queue.Queue(1)
    one.put(0)

    def wait():
        try:
            return one.put(1, timeout=LIMIT) is None
        except queue.Full:
            return False
    return one.get, wait, one.empty


def future_of(wait):
    one = futures.Future()

    def waiting():
        try:
            return wait(one)
        except futures.TimeoutError:
            return False
    return lambda: one.set_result(1), waiting, lambda: one.result(0) == 1


@row
def future_result():
    return future_of(lambda one: one.result(LIMIT) == 1)


@row
def future_exception():
    return future_of(lambda one: one.exception(LIMIT) is None)


@row
def futures_wait():
    return future_of(lambda one: futures.wait([one], LIMIT).done == {one})


@row
def futures_completed():
    return future_of(lambda one: [each.result() for each in futures.as_completed([one], LIMIT)] == [1])


@row
def executor_map():
    one, pool = threading.Event(), futures.ThreadPoolExecutor(1)

    def wait():
        try:
            return list(pool.map(lambda _: one.wait(), [1], timeout=LIMIT)) == [True]
        except futures.TimeoutError:
            return False
    return one.set, wait, lambda: pool.submit(lambda: 2).result() == 2 and pool.shutdown() is None


@row
def loop_of_other_thread():
    """A coroutine in the loop of another thread."""
    loop, box = asyncio.new_event_loop(), []
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()

    async def work():
        box.append(asyncio.Event())
        return await box[0].wait()
    one = asyncio.run_coroutine_threadsafe(work(), loop)

    def wait():
        try:
            return one.result(LIMIT)
        except futures.TimeoutError:
            return False

    def left():
        found = one.result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
        return found is True
    return lambda: loop.call_soon_threadsafe(lambda: box[0].set()), wait, left


async def limited(awaitable):
    try:
        await asyncio.wait_for(awaitable, LIMIT)
        return True
    except asyncio.TimeoutError:
        return False


@row_async
async def async_event():
    one = asyncio.Event()
    return one.set, lambda: limited(one.wait()), one.is_set


@row_async
async def async_lock():
    one = asyncio.Lock()
    await one.acquire()
    return one.release, lambda: limited(one.acquire()), lambda: not one.locked()


@row_async
async def async_semaphore():
    one = asyncio.Semaphore(0)
    return one.release, lambda: limited(one.acquire()), lambda: not one.locked()


@row_async
async def async_condition():
    one = asyncio.Condition()

    async def wait():
        async with one:
            return await limited(one.wait())

    async def notify():
        async with one:
            one.notify()
    return lambda: asyncio.ensure_future(notify()), wait, lambda: not one.locked()


@row_async
async def async_get():
    one = asyncio.Queue()
    return lambda: one.put_nowait(1), lambda: limited(one.get()), lambda: one.get_nowait() == 1 and one.empty()


@row_async
async def async_put():
    one = asyncio.Queue(1)
    one.put_nowait(0)
    return one.get_nowait, lambda: limited(one.put(1)), one.empty


@row_async
async def async_future():
    one = asyncio.get_running_loop().create_future()
    return lambda: one.cancelled() or one.set_result(1), lambda: limited(one), one.cancelled


@row_async
async def async_shielded():
    one = asyncio.get_running_loop().create_future()
    return lambda: one.set_result(1), lambda: limited(asyncio.shield(one)), lambda: one.result() == 1


@row_async
async def async_task():
    end = asyncio.Event()
    one = asyncio.ensure_future(end.wait())
    return end.set, lambda: limited(one), one.cancelled


@row_async
async def async_wait():
    one = asyncio.get_running_loop().create_future()

    async def wait():
        done, pending = await asyncio.wait([one], timeout=LIMIT)
        return done == {one}
    return lambda: one.set_result(1), wait, lambda: one.result() == 1


@row_async
async def async_completed():
    one = asyncio.get_running_loop().create_future()

    async def wait():
        try:
            return [await each for each in asyncio.as_completed([one], timeout=LIMIT)] == [1]
        except asyncio.TimeoutError:
            return False
    return lambda: one.set_result(1), wait, lambda: one.result() == 1


@row_async
async def async_timeout():
    one = asyncio.Event()

    async def wait():
        try:
            async with asyncio.timeout(LIMIT):
                return await one.wait()
        except TimeoutError:
            return False
    return one.set, wait if hasattr(asyncio, "timeout") else lambda: limited(one.wait()), one.is_set


@row_async
async def async_thread():
    """Work in a thread."""
    one = threading.Event()
    work = asyncio.get_running_loop().run_in_executor(None, one.wait)
    return one.set, lambda: limited(asyncio.shield(work)), one.is_set


def run_row(make, seconds, is_waker_first):
    """What the wait gave, and whether all was left in order."""
    wake, wait, left = make()
    found, errors = [], []

    def guarded(function):
        try:
            return function()
        except BaseException as error:
            errors.append(f"{type(error).__name__}: {error}")
            return None
    waking = threading.Thread(target=lambda: (time.sleep(seconds), guarded(wake)))
    waiting = threading.Thread(target=lambda: found.append(guarded(wait)))
    for one in (waking, waiting) if is_waker_first else (waiting, waking):
        one.daemon = True
        one.start()
    waking.join(1)
    waiting.join(1)
    if found != [True]:
        found.append(guarded(left))
    return [*found, *errors, *(["hangs"] if waking.is_alive() or waiting.is_alive() else [])]


async def run_row_async(make, seconds, is_waker_first):
    wake, wait, left = await make()

    async def waking():
        await asyncio.sleep(seconds)
        wake()

    async def waiting():
        return await wait()
    tasks = {}
    for one in (waking, waiting) if is_waker_first else (waiting, waking):
        tasks[one] = asyncio.ensure_future(one())
    found = [*await asyncio.gather(*tasks.values(), return_exceptions=True)]
    found = [one for one in found if one is not None]
    await asyncio.sleep(LIMIT)
    return found if found == [True] else [*[str(one) if isinstance(one, Exception) else one for one in found], left()]


def rows(moments):
    for moment, seconds in moments.items():
        for is_waker_first in (True, False):
            for name, make in ROWS.items():
                yield name, moment, run_row(make, seconds, is_waker_first)
            for name, make in ASYNC_ROWS.items():
                yield name, moment, asyncio.run(run_row_async(make, seconds, is_waker_first))


def shared_sound(voice):
    """How two threads end that wait for one sound, which the limit of the first gives up."""
    sound, ends = voice.say("a text that takes long"), {}

    def wait(name, limit):
        try:
            ends[name] = sound.wait(limit)
        except BaseException as error:
            ends[name] = type(error).__name__
    threads = [threading.Thread(target=wait, args=each) for each in (("first", LIMIT), ("second", None))]
    for one in threads:
        one.start()
    for one in threads:
        one.join(1)
    return ends


if __name__ == "__main__":
    APART = {"before": LIMIT - .005, "behind": LIMIT + .005}
    if os.environ.get("VOICETEST_APP"):
        import voicetest_app as voice
        for name, moment, found in rows({**APART, "at": LIMIT}):
            voice.emit("row", name=name, moment=moment, found=found)
        voice.emit("shared", ends=shared_sound(voice))
    else:
        bad = [row for row in rows(APART) if row[2] != ([True] if row[1] == "before" else [False, True])]
        print("\n".join(map(str, bad)) or "the rows are right")
        sys.exit(bool(bad))
