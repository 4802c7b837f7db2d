"""Takes a pizza order: a LiveKit agent with Silero and the services of OpenAI."""
import asyncio
import os

import services
import voicetest_livekit
from livekit.agents import Agent, AgentSession, function_tool
from livekit.plugins import openai, silero

services.stand_in()
INSTRUCTIONS = "You take pizza orders. Ask for the size, then for the name, then order. Say one short sentence."
KEY = os.environ.get("OPENAI_API_KEY", "none")


class Pizzeria(Agent):
    def __init__(self):
        super().__init__(instructions=INSTRUCTIONS)

    async def on_enter(self):
        self.session.generate_reply()

    @function_tool
    async def order_pizza(self, size: str, name: str) -> None:
        """Orders the pizza."""
        self.session.say("Thank you. It is on its way.")
        self.session.shutdown()
        return None


async def main():
    session = AgentSession(
        vad=silero.VAD.load(min_silence_duration=.3),
        stt=openai.STT(model="gpt-4o-mini-transcribe", api_key=KEY, use_realtime=False),
        llm=openai.LLM(model="gpt-4.1-mini", temperature=0, api_key=KEY),
        tts=openai.TTS(voice="alloy", api_key=KEY),
        turn_handling={"turn_detection": "vad"}, user_away_timeout=4,
        aec_warmup_duration=None)       # it would ignore callers for the first three seconds of speech

    @session.on("user_state_changed")
    def user_state_changed(event):
        if event.new_state == "away":
            session.say("Are you still there?")
    voicetest_livekit.attach(session)
    await session.start(Pizzeria())
    await voicetest_livekit.closed(session)


asyncio.run(main())
