"""The wire, its turns, and the start of the app."""
import functools
import gc
import hashlib
import importlib.util
import json
import os
import runpy
import sys
import threading
import time

from .machine import frame_of
from .app import APP, LINE_LIMIT, LINE_SECONDS, MEMORY_SECONDS, PROTOCOL, REAL, Unkept, VERSION
from .callers import CALLER, fields, in_call, tell_failure
from .place import is_of_app, last_place
from .replacing import order_classes, replace_everywhere
from .children import may_record
from .threads import Strands, take_threads
from .loop import call_in
from .bodies import error_text, packed
from .secret_texts import Secrets
from .hiding import exchanged_answer, tell_strayed, told_line
from .sockets import catch_http_client, take_asyncio
from .servers import take_servers
from .visits import take_visit
from .libraries import Catcher
from .world import seed_chance, take_datetime, take_world, virtual_clocks, watch_bound_clocks
from .files import EarlierFiles, FileTimes, LoadedFiles, TemporaryFiles, order_files
from .escapes import Unhandled, watch_for_escapes
from .guard import guard_progress


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
