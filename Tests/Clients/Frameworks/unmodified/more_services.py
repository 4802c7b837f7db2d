"""More stand-ins for unmodified bots: models of OpenAI, Anthropic and Gemini, Deepgram's voice and Flux, Cartesia's recognizer.

`services.py` loads it. Models answer as the one there does, recognizers hear as the ones there do.
"""
import itertools
import json
import re

import services
import voicetest_app as voice

NUMBERS = itertools.count(1)


def words_of(answer):
    return re.findall(r"\S+\s*", answer)


def events_of_response(asked):
    """The events of an answer of OpenAI's Responses."""
    answer, number = next(services.ANSWERS, services.ANSWER), next(NUMBERS)
    head = {"id": f"resp_{number}", "object": "response", "created_at": 1, "model": asked.get("model", "gpt"), "output": [],
            "parallel_tool_calls": True, "tool_choice": "auto", "tools": []}
    place = {"item_id": f"item_{number}", "output_index": 0}
    if isinstance(answer, str):
        item = {"id": place["item_id"], "type": "message", "role": "assistant", "status": "completed",
                "content": [{"type": "output_text", "text": answer, "annotations": []}]}
        parts = [{"type": "response.output_text.delta", **place, "content_index": 0, "delta": one, "logprobs": []} for one in words_of(answer)]
        first = {**item, "content": []}
    else:
        words = json.dumps(answer[1])
        item = {"id": place["item_id"], "type": "function_call", "call_id": f"call_{number}", "name": answer[0], "arguments": words,
                "status": "completed"}
        parts = [{"type": "response.function_call_arguments.delta", **place, "delta": words},
                 {"type": "response.function_call_arguments.done", **place, "name": answer[0], "arguments": words}]
        first = {**item, "arguments": ""}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2, "input_tokens_details": {"cached_tokens": 0},
             "output_tokens_details": {"reasoning_tokens": 0}}
    events = [{"type": "response.created", "response": {**head, "status": "in_progress"}},
              {"type": "response.output_item.added", "output_index": 0, "item": first}, *parts,
              {"type": "response.output_item.done", "output_index": 0, "item": item},
              {"type": "response.completed", "response": {**head, "status": "completed", "output": [item], "usage": usage}}]
    return [{**one, "sequence_number": at} for at, one in enumerate(events)]


def respond(to, message):
    """OpenAI's Responses on a WebSocket."""
    asked = {} if message is None else json.loads(message)
    if asked.get("type") != "response.create":
        return []
    return [(.4 + .03 * at, json.dumps(one)) for at, one in enumerate(events_of_response(asked))]


def respond_once(to, body):
    """OpenAI's Responses by HTTP."""
    asked = json.loads(body)
    events = events_of_response(asked)
    if not asked.get("stream"):
        return [(.5, json.dumps(events[-1]["response"]))]
    return 200, "text/event-stream", [(.4 + .03 * at, f"event: {one['type']}\ndata: {json.dumps(one)}\n\n") for at, one in enumerate(events)]


def claude(to, body):
    """Anthropic's messages."""
    asked, answer, number = json.loads(body), next(services.ANSWERS, services.ANSWER), next(NUMBERS)
    is_text = isinstance(answer, str)
    block = {"type": "text", "text": answer} if is_text else {
        "type": "tool_use", "id": f"toolu_{number}", "name": answer[0], "input": answer[1]}
    message = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": asked["model"], "content": [],
               "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
    reason = "end_turn" if is_text else "tool_use"
    if not asked.get("stream"):
        return [(.5, json.dumps({**message, "content": [block], "stop_reason": reason}))]
    deltas = [{"type": "text_delta", "text": one} for one in words_of(answer)] if is_text else [
        {"type": "input_json_delta", "partial_json": json.dumps(answer[1])}]
    events = [{"type": "message_start", "message": message},
              {"type": "content_block_start", "index": 0, "content_block": {**block, **({"text": ""} if is_text else {"input": {}})}},
              *({"type": "content_block_delta", "index": 0, "delta": one} for one in deltas), {"type": "content_block_stop", "index": 0},
              {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": {"output_tokens": 1}},
              {"type": "message_stop"}]
    return 200, "text/event-stream", [(.4 + .03 * at, f"event: {one['type']}\ndata: {json.dumps(one)}\n\n") for at, one in enumerate(events)]


def gemini(to, body):
    """Gemini's `generateContent`, in a stream or in one piece."""
    answer = next(services.ANSWERS, services.ANSWER)
    parts = [{"text": one} for one in words_of(answer)] if isinstance(answer, str) else [
        {"functionCall": {"name": answer[0], "args": answer[1]}}]
    usage = {"promptTokenCount": 1, "candidatesTokenCount": 1, "totalTokenCount": 2}

    def piece(found, is_last):
        end = {"finishReason": "STOP"} if is_last else {}
        return json.dumps({"candidates": [{"content": {"role": "model", "parts": found}, "index": 0, **end}], "usageMetadata": usage})
    if ":streamGenerateContent" not in to:
        return [(.5, piece(parts, True))]
    return 200, "text/event-stream", [
        (.4 + .03 * at, f"data: {piece([one], at == len(parts) - 1)}\r\n\r\n") for at, one in enumerate(parts)]


def aura(to, message):
    """Deepgram's voice on a WebSocket, and that of Flux, which says otherwise that all was spoken."""
    asked = {} if message is None else json.loads(message)
    if asked.get("type") == "Speak":
        pcm = services.tone(asked["text"], rate_of(to, 24_000))
        return [(.15 + at / 1e6, pcm[at:at + 16_000]) for at in range(0, len(pcm), 16_000)]
    told = {"Flush": "SpeechMetadata" if "/v2/" in to else "Flushed", "Clear": "Cleared", "Interrupt": "SpeechInterrupted"}
    return [(.2, json.dumps({"type": told[asked["type"]], "sequence_id": 0, "speech_id": "s"}))] if asked.get("type") in told else []


def aura_once(to, body):
    pcm = services.tone(json.loads(body)["text"], rate_of(to, 24_000))
    return 200, {"content-type": "audio/l16"}, [(.15 + at / 480_000, pcm[at:at + 24_000]) for at in range(0, len(pcm), 24_000)] or b""


def sonic_once(to, body):
    asked = json.loads(body)
    return 200, {"content-type": "audio/pcm"}, [(.2, services.tone(asked["transcript"], asked["output_format"]["sample_rate"]))]


def rate_of(to, standard):
    found = re.search(r"sample_rate=(\d+)", to)
    return int(found[1]) if found else standard


class Flux:
    """Deepgram's Flux, which tells turns."""
    CONNECTED = {"type": "Connected", "request_id": "r", "sequence_id": 0}

    def __call__(self, to, message):
        if message is None:
            self.hearing, self.turn, self.is_open = services.Hearing(rate_of(to, 16_000)), 0, False
            return [(.01, json.dumps(self.CONNECTED))]
        if not isinstance(message, bytes):
            return []
        text, sent = self.hearing.take(message), []
        if self.hearing.is_speaking and not self.is_open:
            self.is_open = True
            sent.append((.02, self.told("StartOfTurn", "")))
        if text is not None and self.is_open:
            self.is_open = False
            sent.append((.1, self.told("EndOfTurn", text)))
            self.turn += 1
        return sent

    def told(self, event, text):
        words = [{"word": one, "confidence": .99} for one in text.split()]
        return json.dumps({"type": "TurnInfo", "event": event, "turn_index": self.turn, "transcript": text, "words": words,
                           "audio_window_start": 0, "audio_window_end": 1, "end_of_turn_confidence": .9, "request_id": "r", "sequence_id": 1})


class Turns(Flux):
    """Cartesia's recognizer that tells turns."""
    CONNECTED = {"type": "connected", "request_id": "r"}

    def told(self, event, text):
        return json.dumps({"type": {"StartOfTurn": "turn.start", "EndOfTurn": "turn.end"}[event], "transcript": text, "request_id": "r"})


class Ink:
    """Cartesia's recognizer: an utterance is over after a silence, or where the bot says `finalize`."""

    def __call__(self, to, message):
        if message is None:
            self.hearing = services.Hearing(rate_of(to, 16_000))
            return []
        if isinstance(message, bytes):
            text = self.hearing.take(message)
            return [(.1, self.result(text))] if text else []
        return [(.15, self.result(self.hearing.finish()))] if message == "finalize" else []

    def result(self, text):
        return json.dumps({"type": "transcript", "is_final": True, "text": text, "language": "en", "request_id": "r", "duration": 1})


def stand_in():
    voice.stub("GET wss://api.openai.com/v1/responses", respond)
    voice.stub("POST https://api.openai.com/v1/responses", respond_once)
    voice.stub("POST https://api.anthropic.com/v1/messages", claude)
    voice.stub("POST https://generativelanguage.googleapis.com/", gemini)
    voice.stub("POST https://api.groq.com/openai/v1/chat/completions", services.think)
    voice.stub("POST http://localhost:11434/v1/chat/completions", services.think)
    for version in ("v1", "v2"):
        voice.stub(f"GET wss://api.deepgram.com/{version}/speak", aura)
    voice.stub("POST https://api.deepgram.com/v1/speak", aura_once)
    voice.stub("GET wss://api.deepgram.com/v2/listen", Flux())
    voice.stub("GET wss://api.cartesia.ai/stt/", Ink())
    voice.stub("GET wss://api.cartesia.ai/stt/turns/", Turns())
    voice.stub("POST https://api.cartesia.ai/tts/bytes", sonic_once)
