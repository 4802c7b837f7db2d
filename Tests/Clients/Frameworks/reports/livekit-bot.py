"""Rebuilds a public report about LiveKit Agents on its real code: a handover to another agent."""
import asyncio
import json

import services
import voicetest_livekit
from livekit.agents import Agent, AgentSession, function_tool
from livekit.plugins import openai, silero

services.stand_in()


def chunk(delta, ends=None):
    """A chunk of the model's answer, as the service streams it."""
    choice = {"index": 0, "delta": delta, "finish_reason": ends}
    return "data: " + json.dumps({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "gpt",
                                  "choices": [choice]}) + "\n\n"


def think(to, body):
    """The model: the pizzeria hands over, the kitchen greets."""
    if "You are the kitchen" in json.dumps(json.loads(body)["messages"]):
        delta, ends = {"content": "Hello, this is the kitchen."}, "stop"
    else:
        call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "transfer", "arguments": "{}"}}
        delta, ends = {"tool_calls": [call]}, "tool_calls"
    return 200, "text/event-stream", [(.4, chunk(delta)), (.4, chunk({}, ends) + "data: [DONE]\n\n")]


class Kitchen(Agent):
    async def on_enter(self):
        self.session.generate_reply()


class Pizzeria(Agent):
    async def on_enter(self):
        self.session.say("Hello, this is the pizzeria, which size would you like to have today?")

    @function_tool
    async def transfer(self):
        """Hands the caller over to the kitchen."""
        return Kitchen(instructions="You are the kitchen.")


async def main():
    services.voice.stub(f"POST {services.API}/chat/completions", think)
    session = AgentSession(
        vad=silero.VAD.load(min_silence_duration=.3),
        stt=openai.STT(model="gpt-4o-mini-transcribe", api_key="none", use_realtime=False),
        llm=openai.LLM(model="gpt-4.1-mini", api_key="none"), tts=openai.TTS(voice="alloy", api_key="none"),
        aec_warmup_duration=None, turn_handling={
            "turn_detection": "vad", "endpointing": {"min_delay": .5},
            "interruption": {"false_interruption_timeout": 1}})
    voicetest_livekit.attach(session)
    await session.start(Pizzeria(instructions="You take pizza orders."))
    await voicetest_livekit.closed(session)


asyncio.run(main())
