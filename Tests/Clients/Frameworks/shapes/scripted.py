"""Services that follow a script: the model and the recognizer give the next of what a bot names, and a voice speaks."""
import itertools
import json

import services

NUMBERS = itertools.count(1)        # of calls of tools


def stand_in(answers, heard=()):
    """Takes the place of the services. An answer is a text, or the name of a tool and its arguments."""
    answers, heard = iter(answers), iter(heard)
    services.stand_in()
    services.voice.stub(f"POST {services.API}/chat/completions", lambda to, body: streamed(next(answers, "Goodbye.")))
    services.voice.stub(f"POST {services.API}/audio/transcriptions",
                        lambda to, body: [(.2, json.dumps({"text": next(heard, "")}))])


def streamed(answer):
    """Returns an answer as the model's service streams it."""
    if isinstance(answer, str):
        deltas, ends = [{"content": word + " "} for word in answer.split()], "stop"
    else:
        deltas, ends = [{"tool_calls": [{"index": 0, "id": f"call_{next(NUMBERS)}", "type": "function", "function": {
            "name": answer[0], "arguments": json.dumps(answer[1])}}]}], "tool_calls"
    lines = [json.dumps({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "gpt", "choices": [
        {"index": 0, "delta": delta, "finish_reason": end}]})
        for delta, end in [*((delta, None) for delta in deltas), ({}, ends)]]
    lines.append("[DONE]")
    return 200, "text/event-stream", [(.4 + .05 * number, f"data: {line}\n\n") for number, line in enumerate(lines)]
