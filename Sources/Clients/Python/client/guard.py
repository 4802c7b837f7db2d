"""The watch over the app: a step that goes on and on is ended, with its line."""
import os
import sys

from .app import APP, LINE_LIMIT, REAL, SECONDS, START_SECONDS
from .place import place


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
