"""A LiveKit agent with a realtime model that hears and writes, and a voice: deaf at first, and then handed over."""
import asyncio

import services
import voicetest_livekit
from livekit.agents import Agent, AgentSession, function_tool
from livekit.plugins import openai

services.stand_in()


class Waiter(Agent):
    @function_tool
    async def pay(self):
        """Lets the caller pay."""
        return Cashier(instructions="Ask how the caller pays.")


class Cashier(Agent):
    async def on_enter(self):
        self.session.generate_reply()


async def main():
    session = AgentSession(llm=openai.realtime.RealtimeModel(modalities=["text"], api_key="none"),
                           tts=openai.TTS(voice="alloy", api_key="none"))
    voicetest_livekit.attach(session)
    session.input.set_audio_enabled(False)
    await session.start(Waiter(instructions="Take orders."))
    await asyncio.sleep(3)
    session.input.set_audio_enabled(True)
    await voicetest_livekit.closed(session)


asyncio.run(main())
