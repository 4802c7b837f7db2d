"""Plays voicetest's part of protocol 1 against a program: callers, sounds, answers, in steps of any size.

It sends only what is certain, as voicetest does: up to `steps` blocks of sound, and never behind the
next thing that the caller may react to.
"""
import atexit
import base64
import ctypes
import hashlib
import heapq
import itertools
import json
import os
import pathlib
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
CLIENT = ROOT / "Sources/Clients/Python"
RATE, BLOCK = 16_000, 320
PYTHON = sys.executable
GUARDED = ("the app has done nothing else", "the app used")     # the process ends behind these
PERSONALITY = ctypes.CDLL(None).personality
FRAMES_A_LETTER = 960
LINE_BYTES = 1 << 20
ORDER = {"answer": 0, "make": 0, "field": 1, "playEnded": 2, "audio": 3, "speechStart": 4, "words": 5, "speechEnd": 6, "key": 7,
         "open": 8, "message": 8, "close": 8, "hangUp": 8}


def refused(calls):
    """The connections of recorded calls that cannot be made: which attempts, by their addresses."""
    found = {}
    for one in calls:
        if one["to"].startswith("CONNECT "):
            body = one["body"] if isinstance(one["body"], dict) else json.loads(one["body"])
            found.setdefault(one["to"], []).append(body["attempt"])
    return found


class ForkServer:
    """A process that starts clients by forks (forks.py), one after the other."""
    servers = {}

    @classmethod
    def of(cls, python, search_path):
        return cls.servers.get((python, search_path)) or cls.servers.setdefault((python, search_path), cls(python, search_path))

    def __init__(self, python, search_path):
        self.line, end = socket.socketpair()
        self.replies = self.line.makefile("rb")
        with end, tempfile.TemporaryFile() as messages:
            # The standard streams are of the kinds that those of a run are.
            self.process = subprocess.Popen(
                [python, "-c", (pathlib.Path(__file__).parent / "forks.py").read_text(), str(CLIENT / "voicetest_app.py"), str(end.fileno())],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=messages, pass_fds=[end.fileno()],
                preexec_fn=lambda: PERSONALITY(0x0040000), env={**os.environ, "PYTHONPATH": search_path, "PYTHONHASHSEED": "0"})

        atexit.register(self.end)

    def end(self):
        self.replies.close()
        self.line.close()
        self.process.communicate()

    def start(self, arguments, environment, files):
        request = {"arguments": arguments, "environment": {**environment, "PYTHONHASHSEED": "0"}, "folder": os.getcwd()}
        socket.send_fds(self.line, [json.dumps(request).encode() + b"\n"], files)
        return int(self.replies.readline())


class Fork:
    """A client that a fork server has started, as a `subprocess.Popen`."""

    def __init__(self, server, arguments, environment, messages):
        self.server, self.code = server, None
        theirs, ours = os.pipe()
        self.stdin = os.fdopen(ours, "wb")
        ours, theirs_too = os.pipe()
        self.stdout = os.fdopen(ours, "rb")
        self.pid = server.start(arguments, environment, [theirs, theirs_too, messages.fileno()])
        os.close(theirs)
        os.close(theirs_too)

    def poll(self):
        return self.wait(0)

    def wait(self, timeout=None):
        if self.code is None:
            if timeout is not None and not select.select([self.server.line], [], [], timeout)[0]:
                if timeout == 0:
                    return None
                raise subprocess.TimeoutExpired("the client", timeout)
            self.code = int(self.server.replies.readline())
        return self.code


class Run:
    """One run of a program. After `play`, it has trace, escapes, calls and what was printed."""

    def __init__(self, script, *, steps=50, callers=(), calls=None, limit=20, hello=None, environment=None, sounds=None,
                 python=None, arguments=(), answers=None, command=None, keys=(), is_forked=True, phone=None):
        self.steps, self.limit = steps * BLOCK, round(limit * RATE)
        self.callers, self.sounds, self.with_audio = list(callers), dict(sounds or {}), False
        self.tape = None if calls is None else [dict(one, used=False) for one in calls]
        self.trace, self.escapes, self.made, self.lines, self.end = [], [], [], [], None
        self.queue, self.count, self.at, self.turns = [], itertools.count(), 0, 0
        self.listening, self.open, self.unmatched, self.answers, self.phone = None, {}, [], answers, phone
        self.lines_open = {}     # calls that stay open: row, messages of the app, frame of the last
        self.hello = {"kind": "hello", "protocol": 1, "sampleRate": RATE, "seed": 7, "epoch": 1_700_000_000,
                      "mode": "simulate" if calls is None else "replay", "fields": {}, "settings": {}, "durations": {},
                      "refused": refused(calls or ()), **(hello or {})}
        for at, key in keys:
            self.later(at, "key", key=key)
        variables = {**os.environ, "PYTHONPATH": str(CLIENT), "VOICETEST_APP_SECONDS": "20", "XDG_CACHE_HOME": os.devnull, **(environment or {})}
        variables.pop("PYTHONHASHSEED", None)
        self.messages = tempfile.TemporaryFile()
        if command or not is_forked:
            self.child = subprocess.Popen(
                command or [python or PYTHON, "-m", "voicetest_app", str(script), *arguments], stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=self.messages, env=variables, start_new_session=True)
        else:
            self.child = Fork(ForkServer.of(python or PYTHON, variables["PYTHONPATH"]), [str(script), *arguments], variables, self.messages)
        self.guard = threading.Timer(40, self.kill)      # so that no test stands still
        self.guard.daemon = True
        self.guard.start()

    def kill(self):
        try:
            os.killpg(self.child.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def said(self):
        self.messages.seek(0)
        return self.messages.read().decode(errors="replace")

    # Lines.

    def send(self, **message):
        self.lines.append(message)
        self.child.stdin.write(json.dumps(message).encode() + b"\n")

    def read(self):
        self.child.stdin.flush()
        line = self.child.stdout.readline()
        if not line:
            raise AssertionError("the program ended: " + self.said()[-2_000:])
        message = json.loads(line)
        self.lines.append(message)
        return message

    def later(self, at, kind, **fields):
        heapq.heappush(self.queue, (at, ORDER[kind], fields.get("id", 0), next(self.count), {"kind": kind, "at": at, **fields}))

    # The run.

    def play(self):
        try:
            self.send(**self.hello)
            self.ready = self.read()
            while self.ready["kind"] == "escape":
                self.escapes.append(self.ready)
                self.ready = self.read()
            if self.ready["kind"] == "failed":
                self.end = self.ready
            else:
                assert self.ready["kind"] == "ready", self.ready
            self.with_audio = self.ready.get("hears") == "audio"
            while self.end is None and self.at < self.limit:
                self.turn()
            if self.child.poll() is None and not (self.end or {}).get("reason", "").startswith(GUARDED):
                self.send(kind="end")
                self.child.stdin.flush()
            self.code = self.child.wait(10)
        finally:
            self.kill()
            self.child.wait()
            self.guard.cancel()
            self.behind = self.child.stdout.read()      # what it wrote behind `end`
            self.printed = self.said()
            self.messages.close()
            for stream in (self.child.stdin, self.child.stdout):
                try:
                    stream.close()
                except BrokenPipeError:
                    pass
        return self

    def turn(self):
        self.turns += 1
        # The caller reacts to the end of a sound, so nothing behind it is certain.
        stops = [entry[0] for entry in self.queue if entry[4]["kind"] in ("playEnded", "make")]
        # While a WebSocket is recorded, the program comes back where it says, as with voicetest in all runs.
        if self.tape is None and self.lines_open and self.next is not None:
            stops.append(self.next)
        until = min([self.at + self.steps, self.limit, *stops])
        sent = sorted(entry for entry in self.queue if entry[0] <= until)
        blocks = [(at, 3, 0, -1, {"kind": "audio", "at": at, "pcm": base64.b64encode(self.sounds.get(at, bytes(2 * BLOCK))).decode()})
                  for at in range((self.at // BLOCK + 1) * BLOCK, until + 1, BLOCK)] if self.with_audio else []
        for entry in sorted(sent + blocks, key=lambda one: one[:4]):
            self.send(**entry[4])
        self.send(kind="go", at=self.at, until=until)
        acts, told = [], len(self.escapes)
        while (message := self.read())["kind"] != "idle":
            if message["kind"] == "escape":
                self.escapes.append(message)
            else:
                acts.append(message)
                if message["kind"] == "failed":
                    self.end = message
                    if message["reason"].startswith(GUARDED):
                        break
        if message["kind"] == "idle":
            assert self.at <= message["t"] <= until, message
            assert acts or len(self.escapes) > told or message["t"] == until, message
            self.at = message["t"]
            self.next = message["next"]
        for entry in sent:
            if entry[0] <= self.at:
                self.queue.remove(entry)
                self.took(entry[4])
        heapq.heapify(self.queue)
        for act in acts:
            self.act(act)

    def took(self, message):
        if message["kind"] == "playEnded":
            self.trace.append((message["at"], "playEnded", {"id": message["id"]}))
            self.speak()

    def speak(self):
        """The caller says the next thing half a second after a sound has ended."""
        if not self.callers or self.listening is None:
            return
        words, start = self.callers.pop(0), self.at + RATE // 2
        if words is None:
            return
        number, self.listening = self.listening, None
        self.later(start, "speechStart")
        self.later(start + 6_400, "words", id=number, text=words.split()[0], final=False)
        self.later(start + 12_800, "words", id=number, text=words, final=True)
        self.later(start + 12_800, "speechEnd")

    def act(self, act):
        kind, plain = act["kind"], {key: value for key, value in act.items() if key not in ("line", "kind")}
        if kind in ("failed", "ended"):
            self.end = act
        if kind == "play":
            frames = len(act.get("text", "")) * FRAMES_A_LETTER + len(base64.b64decode(act.get("pcm", ""))) // 2
            self.open[act["id"]] = self.open.get(act["id"], 0) + frames
            if act["last"]:
                self.later(self.at + self.open.pop(act["id"]), "playEnded", id=act["id"])
            if "pcm" in plain:
                plain["pcm"] = hashlib.sha256(plain["pcm"].encode()).hexdigest()
        elif kind == "stop":
            self.queue = [one for one in self.queue if one[4].get("id") != act["id"]]
            if self.listening == act["id"]:
                self.listening = None
        elif kind == "listen":
            self.listening = act["id"]
            if not any(one[4]["kind"] == "playEnded" for one in self.queue):
                self.speak()
        elif kind == "call":
            self.call(act)
        elif kind in ("serve", "open", "message", "close") and self.phone:
            self.phone(self, act)
        elif kind == "more":
            for at, answer in (self.answers or (lambda act: []))(act):
                self.later(self.at + at, "answer", id=act["id"], **answer)
            self.sent(act["id"])
        elif kind == "came":
            row, sent, frame = self.lines_open[act["id"]]
            body = {key: act[key] for key in ("body", "encoding")}
            row["chunks"].append({"after": self.at + 1 - frame, "behind": sent, **body})
            row["closed"] = act["last"]
            self.later(self.at + 1, "answer", id=act["id"], last=act["last"], **body)
            return
        elif kind == "cancel":
            self.queue = [one for one in self.queue if one[4].get("id") != act["id"] or one[4]["kind"] != "answer"]
        elif kind == "made":
            self.keep(act)
            return
        self.trace.append((self.at, kind, plain))

    # Outside calls.

    def call(self, act):
        if self.tape is None:
            self.open[act["id"]] = (act, self.at)
            self.later(self.at, "make", id=act["id"])
            return
        found = next((one for one in self.tape if not one["used"] and one["to"] == act["to"] and one["body"] == act["body"]), None)
        if found is None:
            self.unmatched.append(act)
            self.end = {"kind": "unrecorded", "line": act["line"]}
            return
        found["used"] = True
        (self.connect if act.get("open") and "error" not in found else self.answer)(act["id"], self.at, found)

    def connect(self, number, at, row):
        """What stays open: an empty answer says so, and all else comes behind what the app says."""
        self.lines_open[number] = [row, 0, at]
        self.later(at, "answer", id=number, body="", encoding="text", last=False, **{key: row[key] for key in ("status",) if key in row})
        self.release(number)

    def release(self, number):
        """Schedules what was recorded behind as many messages as the app has sent."""
        row, sent, at = self.lines_open[number]
        for chunk in row["chunks"]:
            if chunk.get("behind", 0) == sent:
                self.later(at + chunk["after"], "answer", id=number, body=chunk["body"], encoding=chunk["encoding"],
                           last=row.get("closed", False) and chunk is row["chunks"][-1])

    def answer(self, number, at, recorded):
        head, error = {key: recorded[key] for key in ("status", "statusLine", "headers") if key in recorded}, recorded.get("error")
        end = {key: recorded[key] for key in ("trailers",) if key in recorded}
        chunks = recorded["chunks"] or ([] if error else [{"after": 0, "body": "", "encoding": "text"}])
        for index, chunk in enumerate(chunks):
            self.later(at + chunk["after"], "answer", id=number, body=chunk["body"], encoding=chunk["encoding"],
                       last=index == len(chunks) - 1 and not error, **(head if index == 0 else {}),
                       **(end if index == len(chunks) - 1 else {}))
        if error:
            self.later(at + (chunks[-1]["after"] if chunks else 0), "answer", id=number, error=error, last=True)

    def keep(self, made):
        act, at = self.open.pop(made["id"])
        row = {"to": act["to"], "body": act["body"], **{key: made[key] for key in ("status", "statusLine", "headers", "trailers", "error") if key in made},
               "chunks": made["chunks"]}
        self.made.append(row)
        (self.connect if act.get("open") and "error" not in made else self.answer)(made["id"], at, row)

    def sent(self, number):
        """A message of the app: what was recorded behind it comes as long after it."""
        if number in self.lines_open:
            self.lines_open[number][1:] = [self.lines_open[number][1] + 1, self.at]
            if self.tape is not None:
                self.release(number)


def run(script, **options):
    return Run(script, **options).play()
