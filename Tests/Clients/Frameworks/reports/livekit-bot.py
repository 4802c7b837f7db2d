"""Rebuilds public reports about LiveKit Agents on its real code; the argument is the number of the report."""
import asyncio
import json
import sys

import services
import voicetest_livekit
from livekit.agents import Agent, AgentSession, function_tool
from livekit.plugins import openai, silero

REPORT = sys.argv[1]
services.stand_in()


def answer(text=None, tool=None):
    """What the model answers, as the service streams it: a text, a call of a tool, or both."""
    deltas = [({"content": text}, None)] if text else []
    if tool:
        deltas.append(({"tool_calls": [{"index": 0, "id": "call_1", "type": "function",
                                        "function": {"name": tool, "arguments": "{}"}}]}, None))
    deltas.append(({}, "tool_calls" if tool else "stop"))
    lines = ["data: " + json.dumps({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "gpt", "choices": [
        {"index": 0, "delta": delta, "finish_reason": ends}]}) + "\n\n" for delta, ends in deltas]
    return 200, "text/event-stream", [(.4, line) for line in [*lines, "data: [DONE]\n\n"]]


def think(to, body):
    """The model: hands over (7157), or orders and says how many pizzas it ordered."""
    messages = json.loads(body)["messages"]
    if REPORT == "7157":
        is_kitchen = "You are the kitchen" in json.dumps(messages)
        return answer("Hello, this is the kitchen.") if is_kitchen else answer(tool="transfer")
    if results := [one["content"] for one in messages if one["role"] == "tool"]:
        return answer(f"I ordered {results[-1]}.")
    return answer("One moment please, I tell the kitchen what you would like.", "order")


def hear(to, body, heard=[]):
    """The recognizer: fails until the framework gives an utterance up, after the fourth time (5665)."""
    heard.append(to)
    return (500, "application/json", "{}") if REPORT == "5665" and len(heard) <= 4 else '{"text": "large"}'


class Kitchen(Agent):
    async def on_enter(self):
        self.session.generate_reply()


class Pizzeria(Agent):
    pizzas = 0

    async def on_enter(self):
        self.session.say("Hello, this is the pizzeria, which size would you like to have today?")

    @function_tool
    async def transfer(self):
        """Hands the caller over to the kitchen."""
        return Kitchen(instructions="You are the kitchen.")

    @function_tool
    async def order(self):
        """Orders the pizza; the kitchen is slow (6904)."""
        await asyncio.sleep(9 if REPORT == "6904" else 0)
        self.pizzas += 1
        return str(self.pizzas)


async def main():
    services.voice.stub(f"POST {services.API}/chat/completions", think)
    services.voice.stub(f"POST {services.API}/audio/transcriptions", hear)
    session = AgentSession(
        vad=silero.VAD.load(min_silence_duration=.3),
        stt=openai.STT(model="gpt-4o-mini-transcribe", api_key="none", use_realtime=False),
        llm=openai.LLM(model="gpt-4.1-mini", api_key="none"),
        tts=openai.TTS(model="tts-1", voice="alloy", response_format="pcm", api_key="none"),
        aec_warmup_duration=None, user_away_timeout=3 if REPORT == "6904" else None, turn_handling={
            "turn_detection": "vad", "endpointing": {"min_delay": .5},
            "interruption": {"false_interruption_timeout": 1}})

    @session.on("user_state_changed")
    def user_state_changed(event):
        if event.new_state == "away":
            session.shutdown(drain=False)
    voicetest_livekit.attach(session)
    await session.start(Pizzeria(instructions="You take pizza orders."))
    await voicetest_livekit.closed(session)


asyncio.run(main())
