"""What an app calls, and what adapters of frameworks call."""
import asyncio
import base64
import binascii
import collections
import dataclasses
import functools
import importlib.metadata
import inspect
import json
import math
import os
import sys

from .app import APP, PIECE_BYTES, REAL, tell_once, Unkept
from .callers import CALLER, fields
from .place import OWN, place
from .loop import Pending, running_loop
from .bodies import error_text, packed_error, packed_result
from .hiding import real_texts, unpacked_error, unpacked_result
from .calls import OutsideCall


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
