"""Several callers who call one app at once: in whose call code runs."""
import asyncio
import contextvars
import random
import sys
import traceback

from .app import APP
from .place import last_place

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
