"""Faults of "what the caller heard", planted in the bot of `voicetest init --app twilio`; its callers, and its time."""
import dataclasses
import random
import re
import resource
import time


def after(how, sound, milliseconds, **deed):
    return {"after": {"kind": how, "sound": f"sound {sound}"}, "delayMs": milliseconds, **deed}


# One interrupts what the bot says first; one lets it end once, and interrupts then; one hangs up; one waits for more.
CALLERS = {
    "first": [after("says", 1, 900, say="a small pizza please"), after("said", 2, 500, hangUp=True)],
    "second": [after("said", 1, 500, say="a large pizza please"), after("says", 2, 900, say="no a small one"),
               after("said", 3, 500, hangUp=True)],
    "leaves": [after("said", 1, 500, say="a large pizza please"), after("says", 2, 900, hangUp=True)],
    "waits": [after("said", 1, 500, say="a large pizza please"), after("said", 2, 500, say="my name is Ada"),
              after("said", 3, 6_000, hangUp=True)],
}
DELTA = 'await self.send("media", media={"payload": event["delta"]})'
CLEAR = 'await self.send("clear")\n'
END = "audio_end_ms=self.now - self.start)"
IS_NEW = 'if event["item_id"] != self.item:'
STOP = 'elif message["event"] == "stop":\n                return'
HANG_UP = """import urllib.request
                to = f"https://api.twilio.com/2010-04-01/Accounts/{self.account}/Calls/{self.call}.json"
                asking = urllib.request.Request(to, b"Status=completed", method="POST")
"""
START = 'self.stream = message["streamSid"]'
EVENT = "event = json.loads(text)\n"
STAND_IN = "services.stand_in()\n"
# The model also gives the words of each answer, whole.
WORDS_OF_MODEL = '''begin = services.Model.begin


def begin_with_words(self, event):
    words = services.LINES[min(self.turns + 1, len(services.LINES)) - 1]
    return [*begin(self, event), {"type": "response.output_audio_transcript.delta", "item_id": f"item_{self.turns}",
                                  "delta": words}]


services.Model.begin = begin_with_words
'''
CUT = f"""await self.tell("conversation.item.truncate", item_id=self.item, content_index=0,
                                    {END}
"""


@dataclasses.dataclass
class Fault:
    """Texts of the bot and what takes their place, the rules of which one is red, and the callers who find it.

    Without rules it is green.
    """

    changes: list
    rules: tuple
    scenarios: tuple = ("first",)

    def planted(self, text):
        for before, instead in self.changes:
            if text.count(before) != 1:
                raise SystemExit(f"{before!r} stands {text.count(before)} times in bot.py of the template")
            text = text.replace(before, instead)
        return text


def by_marks(count, rules):
    """The bot cuts where marks say that the caller heard it; it sends so many of them behind each part of 80 ms."""
    return Fault(
        [(DELTA, DELTA + count * '\n                await self.send("mark", mark={"name": "part"})'),
         (STOP, 'elif message["event"] == "mark":\n'
          '                self.marked = getattr(self, "marked", 0) + 80\n            ' + STOP),
         (END, 'audio_end_ms=getattr(self, "marked", 0))')], rules)


def of_end(instead, scenario="first"):
    return Fault([(END, f"audio_end_ms={instead})")], ("cut",), (scenario,))


def marked(condition, rules):
    """The bot sends a mark behind each answer of whose number the condition holds."""
    return Fault([(EVENT, EVENT + f'''
            if event["type"] == "response.done":
                self.answers = getattr(self, "answers", 0) + 1
                if {condition}:
                    await self.send("mark", mark={{"name": f"answer {{self.answers}}"}})
''')], rules, ("waits",))


def told(words, rules):
    """The bot tells its model these words of an interrupted answer as said."""
    return Fault([(STAND_IN, WORDS_OF_MODEL + STAND_IN), (EVENT, EVENT + '''
            if event["type"] == "response.output_audio_transcript.delta":
                self.words, self.letters = event["delta"].split(), len(event["delta"])
'''), (CUT, CUT + f'''                    item = {{"type": "message", "role": "assistant", "content": [
                        {{"type": "output_text", "text": " ".join({words})}}]}}
                    await self.tell("conversation.item.create", item=item)
''')], rules)


FAULTS = {
    "cut 300 ms too late": of_end("self.now - self.start + 300"),
    "cut 300 ms too early": of_end("max(0, self.now - self.start - 300)"),
    "cut where the sound ends that was sent": of_end("self.end - self.start"),
    "cut longer than the sound": of_end("60_000"),
    "cut at zero": of_end("0"),
    "cut in seconds": of_end("(self.now - self.start) // 1000"),
    "cut by the time of the call": of_end("self.now", "second"),
    "the start of an item is that of the first": Fault(
        [(IS_NEW, 'self.item = event["item_id"]\n                if not self.start:'),
         ('self.item, self.start = event["item_id"], begin', "self.start = begin")], ("cut",), ("second",)),
    "cut of the item before": Fault([("item_id=self.item", 'item_id="item_1"')], ("cut", "stopped"), ("second",)),
    "clear is not sent": Fault([(CLEAR, "pass\n")], ("stopped",)),
    "clear is sent late": Fault([(CLEAR, 'asyncio.get_running_loop().call_later(.4, lambda: asyncio.ensure_future('
                                  'self.send("clear")))\n')], ("stopped",)),
    "sound of the interrupted item behind the stop": Fault(
        [(CLEAR, CLEAR + '                for old in self.old:\n'
          '                    await self.send("media", media={"payload": old})\n'),
         (DELTA, DELTA + '\n                self.old = [*getattr(self, "old", []), event["delta"]][-8:]')],
        ("stopped",)),
    "sound on its way behind the stop": Fault(
        [(DELTA, 'asyncio.get_running_loop().call_later(.7, lambda text=event["delta"]: asyncio.ensure_future('
          'self.send("media", media={"payload": text})))')], ("stopped", "cut")),
    "older item behind a newer one": Fault(
        [(DELTA, 'self.count = getattr(self, "count", 0) + 1\n'
          '                if self.count == 5:\n                    self.late = event["delta"]\n'
          '                else:\n                    ' + DELTA + '\n'
          '                if self.item == "item_2" and self.late:\n'
          '                    await self.send("media", media={"payload": self.late})\n'
          '                    self.late = None')], ("order",), ("second",)),
    "no answer to the second turn": Fault(
        [(DELTA, 'if self.item != "item_2":\n                    ' + DELTA)], ("mute",), ("second",)),
    "mute behind an interruption": Fault(
        [(DELTA, 'if not getattr(self, "mute", False):\n                    ' + DELTA),
         (CLEAR, CLEAR + "                self.mute = True\n")], ("mute",)),
    "the call is ended behind its end": Fault(
        [(START, START + '\n                self.call = message["start"]["callSid"]\n'
          '                self.account = message["start"]["accountSid"]'),
         (STOP, 'elif message["event"] == "stop":\n                ' + HANG_UP +
          "                await asyncio.to_thread(urllib.request.urlopen, asking)\n                return")],
        ("end",), ("first", "leaves")),
    "the position is counted by marks": by_marks(1, ()),
    "the position is counted by marks, each sent twice": by_marks(2, ("cut",)),
    "the position is counted by marks, none is sent": by_marks(0, ("cut",)),
    "a mark stands behind each answer": marked("True", ()),
    "no mark stands behind the last answer": marked("self.answers < 3", ("marks",)),
    "two marks of one name are under way": Fault(
        [(DELTA, DELTA + '\n                self.parts = getattr(self, "parts", 0) + 1\n'
          '                await self.send("mark", mark={"name": f"part {self.parts % 4}"})')], ("marks",)),
    # A letter lasts for 60 ms.
    "the text that is told is what was heard": told(
        "self.words[:round(len(self.words) * (self.now - self.start) / self.letters / 60)]", ()),
    "the text that is told is the whole answer": told("self.words", ("text",)),
    "no truncation": Fault([("if self.now > self.start:", "if False:")], ("cut",)),
}

WORDS = ("a small pizza please", "no a large one", "wait", "my name is Ada Lovelace", "and a lot of cheese")
# Behind model.py as services.py of the template.
SERVICES = '''

def stand_in_of_template():
    voice.stub("GET wss://api.openai.com/v1/realtime", OpenAI("openai").answer)


stand_in = stand_in_of_template
'''


def drawn(seed):
    """A caller drawn from a seed: waits or interrupts, and hangs up at the end or in the middle."""
    chance, lines = random.Random(seed), []
    for sound in range(1, chance.randint(2, 4)):
        is_hasty = chance.random() < .6
        delay = chance.randrange(100, 1_500 if is_hasty else 2_500, 7)
        lines.append(after("says" if is_hasty else "said", sound, delay, say=chance.choice(WORDS)))
    how = chance.choice(("said", "says"))
    return [*lines, after(how, len(lines) + 1, chance.randrange(20, 1_200), hangUp=True)]


COMMAND = "python3 -m voicetest_app bot.py"
PROJECT = {"engine": "program", "programCommand": COMMAND,
           "telephone": {"carrier": "twilio", "port": 5050, "stream": "/media-stream"}}
# The bot of the template without FastAPI and uvicorn.
PLAIN = ('''"""Takes calls of Twilio on plain websockets."""
import asyncio
import base64
import json

import services
import websockets
from websockets.asyncio.server import serve

services.stand_in()
SOUND = {"format": {"type": "audio/pcmu"}}
SESSION = {"type": "realtime", "audio": {"input": SOUND, "output": SOUND}}


''', '''
async def call(phone):
    async with websockets.connect("wss://api.openai.com/v1/realtime") as model:
        call = Call(phone, model)
        await call.tell("session.update", session=SESSION)
        speaking = asyncio.create_task(call.speak())
        await call.listen()
        speaking.cancel()


async def main():
    async with serve(call, "0.0.0.0", 5050):
        await asyncio.get_running_loop().create_future()
asyncio.run(main())
''')


def plain(text):
    """The bot of the template on plain websockets."""
    call = text[text.index("class Call:"):text.index('@app.websocket("/media-stream")')]
    call = call.replace("self.phone.iter_text()", "self.phone").replace("send_text(", "send(")
    return call.rstrip().join((PLAIN[0], "\n\n" + PLAIN[1]))


def minute():
    """A caller of 60 s who interrupts every other answer."""
    lines = [after("says" if sound % 2 else "said", sound, 900, say="a small pizza please") for sound in range(1, 20)]
    return [*lines[:14], {"atMs": 60_000, "hangUp": True}]


def taken(work):
    """What `work` gives, with the seconds and the processor's seconds that it takes."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    found = work()
    now = resource.getrusage(resource.RUSAGE_CHILDREN)
    return found, time.perf_counter() - start, now.ru_utime + now.ru_stime - before.ru_utime - before.ru_stime


def measure(bots, folder, environment, fails):
    """Prints what a replay of a call of 60 s takes on each server, without that of a call that is over at once."""
    whole = (folder / "bot.py").read_text()
    (folder / "short.scenario.json").write_text('{"caller": [{"atMs": 100, "hangUp": true}]}')
    bots.write(folder / "call.scenario.json", minute())
    for title, text, goal, limit in (("plain websockets", plain(whole), 3, 3), ("FastAPI and uvicorn", whole, 5, 8)):
        (folder / "bot.py").write_text(text)
        command, took = ("--program-command", COMMAND), {}
        bots.write(folder / "voicetest.json", PROJECT)
        for name in ("short", "call"):
            code, out, told = bots.run(folder, environment, "record", *command, "--scenario", f"{name}.scenario.json",
                                       "--output", f"{title} {name}.vsession")
            events = re.search(r"(\d+) events.* (\d+) ms", out + told)
            runs = [taken(lambda: bots.run(folder, environment, "replay", f"{title} {name}.vsession", *command))
                    for _ in range(3)]
            if code or any(found[0] for found, _, _ in runs):
                return fails(f"{title}, {name}: record exits {code}: {told} {runs[0][0]}")
            took[name] = [min(one[place] for one in runs) for place in (1, 2)]
        clock, processor = (took["call"][place] - took["short"][place] for place in (0, 1))
        print(f"{title}: a call of {int(events[2]) / 1_000:.0f} s, {events[1]} events: {clock:.1f} s, "
              f"{processor:.1f} s of the processor (goal {goal} s, limit {limit} s); start and imports "
              f"{took['short'][0]:.1f} s", flush=True)
        if clock > limit:
            fails(f"{title}: {clock:.1f} s")
    return None
