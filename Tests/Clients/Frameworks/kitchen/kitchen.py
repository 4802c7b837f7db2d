"""A kitchen that a tool asks twice, and a model that orders at once."""
import json

import httpx
import services

URL = "https://kitchen.example"


def stand_in():
    services.stand_in()
    services.voice.stub(f"POST {services.API}/chat/completions", think)
    services.voice.stub(f"POST {URL}/", lambda to, body: [(.3, "{}")])


def think(to, body):
    call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "order_pizza", "arguments": "{}"}}
    lines = [json.dumps({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "gpt", "choices": [
        {"index": 0, "delta": delta, "finish_reason": ends}]})
        for delta, ends in (({"tool_calls": [call]}, None), ({}, "tool_calls"))]
    return 200, "text/event-stream", [(.4, f"data: {line}\n\n") for line in [*lines, "[DONE]"]]


async def ask(what):
    async with httpx.AsyncClient() as client:
        await client.post(f"{URL}/{what}", json={"size": "large"})
