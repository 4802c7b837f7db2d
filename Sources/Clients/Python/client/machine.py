"""Virtual time alone: timers, inputs and acts in; what is due next out. Pure: it reads and starts nothing."""
import collections
import heapq
import math


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
