"""Stand-ins for the services of unmodified bots, loaded by `--with`: Deepgram, Cartesia, OpenAI and LiveKit Inference.

The recognizers hear a line by how much of an utterance is loud; the model answers in turn what ANSWERS has, or by default
one sentence; the voices speak a tone for each letter. A scenario's bot names its answers in BY_BOT.
"""
import array
import base64
import importlib.util
import itertools
import json
import math
import os
import pathlib
import re

import voicetest_app as voice

HOME = pathlib.Path(__file__).resolve().parent
LINES = ((400, "large"), (1_200, "my name is Ada Lovelace"), (2_000, "a small pizza with a lot of cheese please"))
# What the model says in a bot's call, one after the other: a text, or the name of a tool and its arguments.
BY_BOT = {
    "pipecat-function.py": ["Where are you?", ["get_weather", {"place": "Rome"}], "It is sunny in Rome."],
    "pipecat-end.py": ["How can I help?", ["end_call", {"reason": "done"}]],
    "livekit-function.py": ["Where are you?", ["lookup_weather", {"place": "Rome"}], "It is sunny in Rome."],
    "livekit-end.py": ["How can I help?", ["end_call", {"reason": "done"}], "Goodbye."],
    "livekit-handoff.py": ["Which size?", ["to_cashier", {"size": "large"}], "How do you pay?"],
}
ANSWER = "All right, and what else?"
ANSWERS = iter(BY_BOT.get(os.path.basename(voice.APP.script or ""), ()))
NUMBERS = itertools.count(1)        # of calls of tools
for name in ("DEEPGRAM_API_KEY", "CARTESIA_API_KEY", "OPENAI_API_KEY", "LIVEKIT_API_KEY"):
    os.environ.setdefault(name, "none")
os.environ.setdefault("LIVEKIT_API_SECRET", "a secret of a test, as long as one has to be")
os.environ.setdefault("LIVEKIT_URL", "wss://voicetest.invalid")


def loud_ms(pcm, rate):
    samples, block = array.array("h", pcm[:len(pcm) // 2 * 2]), rate // 100
    return 10 * sum(max(map(abs, samples[at:at + block])) > 800 for at in range(0, len(samples) - block + 1, block))


def text_of(ms):
    return min(LINES, key=lambda line: abs(line[0] - ms))[1]


def tone(text, rate):
    samples = array.array("h")
    for letter in re.sub("[^a-z ]", "", text.lower()):
        hertz = 0 if letter == " " else 150 + 20 * (ord(letter) % 32)
        samples.extend(round(6_000 * math.sin(2 * math.pi * hertz * index / rate)) for index in range(rate * 40 // 1_000))
    return samples.tobytes()


class Hearing:
    """What a recognizer that streams has heard of an utterance."""
    QUIET_MS = 400              # that end an utterance

    def __init__(self, rate=16_000):
        self.rate, self.pcm, self.quiet, self.is_speaking = rate, b"", 0, False

    def take(self, pcm):
        """Takes sound; gives the text of an utterance that is over."""
        if loud_ms(pcm, self.rate):
            self.is_speaking, self.quiet = True, 0
        self.quiet += 1_000 * len(pcm) // 2 // self.rate
        self.pcm = self.pcm + pcm if self.is_speaking else pcm
        return self.finish() if self.is_speaking and self.quiet > self.QUIET_MS else None

    def finish(self):
        ms, self.pcm, self.is_speaking = loud_ms(self.pcm, self.rate), b"", False
        return text_of(ms) if ms > 100 else ""


class Deepgram:
    """Deepgram's recognizer: an utterance is over after a silence, or where the bot says `Finalize`."""

    def __call__(self, to, message):
        if message is None:
            found = re.search(r"sample_rate=(\d+)", to)
            self.hearing = Hearing(int(found[1]) if found else 16_000)
            return []
        if isinstance(message, bytes):
            text = self.hearing.take(message)
            return [(.1, self.result(text))] if text else []
        if json.loads(message).get("type") == "Finalize":
            return [(.15, self.result(self.hearing.finish(), True))]
        return []

    def result(self, text, is_asked=False):
        return json.dumps({
            "type": "Results", "channel_index": [0, 1], "duration": 1.0, "start": 0.0, "is_final": True,
            "speech_final": True, "from_finalize": is_asked,
            "channel": {"alternatives": [{"transcript": text, "confidence": .99, "words": []}]},
            "metadata": {"request_id": "r", "model_uuid": "m", "model_info": {"name": "n", "version": "v", "arch": "a"}}})


def cartesia(to, message):
    """Cartesia's voice, with the times of its words."""
    asked = {} if message is None else json.loads(message)
    if not asked or asked.get("cancel"):
        return []
    context, text, sent = asked["context_id"], asked.get("transcript", ""), []
    if text.strip():
        rate = asked["output_format"]["sample_rate"]
        words, pcm, step = text.split(), tone(text, rate), rate // 2
        times = {"words": words, "start": [.2 * at for at in range(len(words))], "end": [.2 * at + .2 for at in range(len(words))]}
        sent.append((.18, json.dumps({"type": "timestamps", "context_id": context, "done": False, "status_code": 206,
                                      "word_timestamps": times})))
        sent += [(.2 + at / 1e6, json.dumps({
            "type": "chunk", "context_id": context, "done": False, "status_code": 206, "step_time": 1,
            "data": base64.b64encode(pcm[at:at + step]).decode()})) for at in range(0, len(pcm), step)]
    if not asked.get("continue"):
        sent.append((.3, json.dumps({"type": "done", "context_id": context, "done": True, "status_code": 200})))
    return sent


def think(to, body):
    """The model, in a stream or in one piece."""
    asked, answer = json.loads(body), next(ANSWERS, ANSWER)
    head = {"id": "1", "created": 1, "model": asked["model"]}
    if isinstance(answer, str):
        deltas, end = [{"content": word} for word in re.findall(r"\S+\s*", answer)], "stop"
    else:
        end = "tool_calls"
        deltas = [{"tool_calls": [{"index": 0, "id": f"call_{next(NUMBERS)}", "type": "function", "function": {
            "name": answer[0], "arguments": json.dumps(answer[1])}}]}]
    if not asked.get("stream"):
        message = {"role": "assistant", "content": "".join(one.get("content", "") for one in deltas)}
        return [(.5, json.dumps({**head, "object": "chat.completion", "choices": [
            {"index": 0, "finish_reason": end, "message": message}]}))]
    lines = [json.dumps({**head, "object": "chat.completion.chunk", "choices": [
        {"index": 0, "delta": delta, "finish_reason": reason}]})
        for delta, reason in [*((delta, None) for delta in deltas), ({}, end)]]
    return 200, "text/event-stream", [(.4 + .03 * at, f"data: {line}\n\n") for at, line in enumerate([*lines, "[DONE]"])]


def hear(to, body):
    start = body.find(b"RIFF")
    rate, data = int.from_bytes(body[start + 24:start + 28], "little"), body[body.find(b"data", start) + 8:]
    return [(.2, json.dumps({"text": text_of(loud_ms(data, rate))}))]


def speak(to, body):
    pcm = tone(json.loads(body)["input"], 24_000)
    return 200, {"content-type": "audio/pcm", "x-request-id": "1"}, [
        (.15 + at / 480_000, pcm[at:at + 24_000]) for at in range(0, len(pcm), 24_000)]


def other(name):
    """The stand-ins of another file of the tests, where its project lies beside this one."""
    path = HOME.parent / f"{name}.py"
    if path.is_file():
        spec = importlib.util.spec_from_file_location(re.sub(r"\W", "_", name), path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.stand_in()


def stand_in():
    os.environ.pop("OPENAI_BASE_URL", None)
    for name in ("livekit-inference/services", "livekit-realtime/services", "unmodified/more_services"):
        other(name)
    voice.stub("GET wss://api.deepgram.com/", Deepgram())
    voice.stub("GET wss://api.cartesia.ai/", cartesia)
    for address in ("https://api.openai.com/v1", "https://agent-gateway.livekit.cloud/v1"):
        voice.stub(f"POST {address}/chat/completions", think)
        voice.stub(f"GET {address}/", lambda to, body: b"{}")
    voice.stub("POST https://api.openai.com/v1/audio/transcriptions", hear)
    voice.stub("POST https://api.openai.com/v1/audio/speech", speak)
