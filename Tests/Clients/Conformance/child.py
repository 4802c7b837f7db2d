"""A program under test without a client. It keeps the protocol, or breaks it in the way that its argument names.

`bringsSound` breaks nothing: it plays sound in the place of text.
"""
import heapq
import json
import os
import sys
import time

WAY = sys.argv[1] if len(sys.argv) > 1 else ""


class Child:
    def __init__(self, hello):
        self.rate = 16_000 if WAY == "fixedRate" else hello["sampleRate"]
        self.patience = hello.get("settings", {}).get("patienceMs", 5_000)
        if WAY == "deafToSettings":
            self.patience = 5_000
        self.frame, self.acts, self.inputs, self.timers, self.count, self.number = 0, [], [], [], 0, 0
        self.state, self.talk, self.heard, self.call, self.rounds, self.timer = None, 0, 0, 0, 0, None
        self.turns, self.is_begun, self.streamed = 0, False, ""

    def new(self):
        self.number += 0 if WAY == "sameNumber" and self.number else 1
        return self.number

    def act(self, kind, **members):
        self.acts.append({"kind": kind, **members})

    def wait(self, frames, what):
        self.count += 1
        self.timer = [self.frame + frames, self.count, what]
        heapq.heappush(self.timers, self.timer)

    def forget_timer(self):
        if self.timer is not None:
            self.timer[2] = None
        while self.timers and self.timers[0][2] is None:
            heapq.heappop(self.timers)

    # The app: it asks, listens for five seconds, asks a model what was meant, and asks again.

    def ask(self):
        self.state, self.talk = "asking", self.new()
        text = f"Which size? {time.monotonic_ns()}" if WAY == "ownClock" else "Which size?"
        sound = {"pcm": "AAAA" * 4_000} if WAY == "bringsSound" else {"text": text}
        self.act("play", id=self.talk, **sound, last=True, line="child.py:1 ask")
        if WAY == "countsTurns":
            self.act("emit", event="asks", fields={"turns": self.turns})
        if WAY == "soundBehindLast":
            self.act("play", id=self.talk, text="again", last=True)
        if WAY == "wrongPcm":
            self.act("play", id=self.new(), pcm="A", last=True)

    def listen(self):
        self.state, self.heard = "listening", self.new()
        self.act("listen", id=self.heard, task={"phrases": ["large", "small"]})
        self.wait(self.patience * self.rate // 1_000, self.give_up)

    def give_up(self):
        self.act("stop", id=99_999 if WAY == "unknownNumber" else self.heard)
        self.act("emit", event="timeout")
        self.ask()

    def give_up_call(self):
        self.act("cancel", id=self.call)
        self.act("emit", event="gaveUp")
        self.ask()

    def take(self, one):
        kind = one["kind"]
        if kind == "playEnded" and self.state == "asking" and one["id"] == self.talk:
            self.listen()
        elif kind == "speechStart" and self.state == "asking":
            self.act("stop", id=self.talk)
            self.listen()
        elif kind == "words" and one["final"] and (one["id"] == self.heard or WAY == "remembers"):
            self.forget_timer()
            self.state, self.call = "thinking", self.new()
            self.act("call", id=self.call, to="ask", body={"text": one["text"]}, encoding="json")
            self.wait(self.rate, self.give_up_call)
            if WAY == "moreOfAClosedCall":
                self.act("more", id=self.call, body="x", encoding="text")
        elif kind == "make":
            if WAY != "unmade":
                self.act("made", id=one["id"], status=200,
                         chunks=[{"after": 1_600, "body": "{\"answer\": \"yes\"}", "encoding": "text"}])
            if WAY == "answersItself":
                self.answered({"body": "yes"})
        elif kind == "answer" and self.state == "thinking" and one["id"] == self.call:
            self.streamed += one.get("body", "")
            if one.get("last", True):
                self.answered(one)
        elif kind == "field" and WAY == "fearsText" and not one["value"].isascii():
            sys.exit(3)
        elif WAY == "fearsKeys" and kind == "key":
            sys.exit(3)
        elif WAY == "fearsUnknownInputs" and kind not in ("playEnded", "answer", "words", "speechStart", "speechEnd"):
            sys.exit(3)

    def answered(self, one):
        self.forget_timer()
        self.rounds += 1
        self.act("emit", event="decided", fields={"state": one.get("error") or self.streamed}, why={"rounds": self.rounds})
        self.streamed = ""
        if WAY == "reservedField":
            self.act("emit", event="decided", fields={"t": 1})
        if self.rounds > 2:
            self.state = "over"
            self.act("ended")
            if WAY == "goesOnBehindEnded":
                self.act("emit", event="decided")
        else:
            self.ask()

    # Turns.

    def go(self, line):
        self.turns += 1
        until = line["until"]
        if not self.is_begun:
            self.is_begun = True
            self.ask()
            if WAY == "crash":
                raise SystemExit(3)
        while True:
            frames = ([self.inputs[0]["at"]] if self.inputs else []) + ([self.timers[0][0]] if self.timers else [])
            if not frames or min(frames) > until + (20_000 if WAY == "runsTooFar" else 0) or (self.acts and min(frames) > self.frame):
                break
            self.frame = max(self.frame, min(frames))
            if self.inputs and self.inputs[0]["at"] <= self.frame:
                while self.inputs and self.inputs[0]["at"] <= self.frame:
                    self.take(self.inputs.pop(0))
            else:
                _, _, what = heapq.heappop(self.timers)
                if what:
                    what()
            self.forget_timer() if self.timer and not self.timer[2] else None
        if not self.acts:
            self.frame = until
        if WAY == "stopsEarly" and not self.acts and until - line["at"] > 1_000:
            self.frame = until - 1
        if WAY == "goesBack" and self.turns > 3:
            self.frame = max(0, line["at"] - 1)
        if WAY == "nextIsOver" and self.turns > 3:
            self.timers.insert(0, [0, 0, None])
        if WAY == "actsUnasked" and line["at"] == until and not self.acts:
            self.act("emit", event="hello")
        if WAY == "actsWithoutCause" and not self.inputs and self.turns % 7 == 0:
            self.act("emit", event="hello")
        if WAY == "standsStill":
            self.act("emit", event="hello")
            self.frame = line["at"]
        acts, self.acts = self.acts, []
        if WAY != "remembers":
            self.inputs = []
        return acts

    def idle(self):
        frame = self.timers[0][0] if self.timers else None
        if WAY == "standsStill":
            frame = self.frame
        return {"kind": "idle", "t": self.frame, **({} if WAY == "noNext" else {"next": frame})}


def say(*lines):
    sys.stdout.write("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    sys.stdout.flush()


def greet(hello):
    """Says what the program is."""
    ready = {"kind": "ready", "protocol": 1, "name": "child", "version": "1", "hears": "audio" if WAY == "listensToSound" else "words",
             "settings": {"patienceMs": hello.get("settings", {}).get("patienceMs", 5_000)}}
    if WAY == "deafToSettings":
        ready["settings"] = {"patienceMs": 5_000}
    if WAY == "anySetting":
        ready["settings"] = {"patienceMs": 5_000, **hello.get("settings", {})}
    if WAY == "nameless":
        del ready["name"]
    if WAY == "noReady":
        ready = {"kind": "idle", "t": 0, "next": None}
    if WAY == "wantsAll":
        hello["durations"]
    say(ready, *([{"kind": "emit", "event": "early"}] if WAY == "talksAtStart" else []))


def end(code=0):
    if WAY == "talksAtEnd":
        say({"kind": "ended"})
    if WAY == "staysForever":
        time.sleep(30)
    sys.stdout.flush()
    os._exit(4 if WAY == "wrongCode" else code)


def turn(child, line):
    acts, idle = child.go(line), child.idle()
    if WAY == "noJSON" and acts:
        say("Which size?")
    if WAY == "list":
        say([1])
    if WAY == "unknownKind" and acts:
        say({"kind": "shout", "text": "x"})
    if WAY == "unknownMember":
        idle["nxt"] = 5
    if WAY == "noNumber" and acts:
        say({"kind": "play", "text": "x"})
    if WAY == "longLine" and acts:
        say({"kind": "emit", "event": "x", "why": {"text": "a" * 1_100_000}})
    if WAY == "manyActs" and acts:
        say(*[{"kind": "emit", "event": "x"}] * 10_001)
    if WAY == "hangs" and acts:
        time.sleep(30)
    if WAY == "unaskedMade" and acts:
        say({"kind": "made", "id": 1, "chunks": []})
    if WAY == "readyTwice" and acts:
        say({"kind": "ready", "protocol": 1, "name": "child", "version": "1", "hears": "words"})
    if WAY == "listensToSound" and acts:
        say({"kind": "listen", "id": 5_000, "task": {}})
    if WAY == "escapes" and acts:
        say({"kind": "escape", "what": "clock", "name": "time", "line": "child.py:1 now"})
    say(*acts, idle, *([idle] if WAY == "idleTwice" else []))


def main():
    hello = json.loads(sys.stdin.readline())
    if hello["protocol"] != 1 and WAY != "anyProtocol":
        end(65)
    greet(hello)
    child = Child(hello)
    while True:
        text = sys.stdin.readline(1_000 if WAY == "shortLines" else -1)
        if not text:
            end(5 if WAY == "endOfInputIsAFault" else 0)
        try:
            line = json.loads(text)
            kind = line["kind"]
        except (ValueError, KeyError, TypeError):
            if WAY == "takesAnyLine":
                continue
            end(65)
        if WAY == "fearsUnknownMembers" and "voicetestUnknown" in line:
            sys.exit(3)
        if kind == "end":
            end()
        elif kind == "go":
            turn(child, line)
        else:
            child.inputs.append(line)


main()
