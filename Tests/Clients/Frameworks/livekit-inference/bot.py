"""A LiveKit agent on LiveKit Inference, with its turn detector and a sound while it thinks."""
import asyncio
import math
import struct

import services
import voicetest_livekit
from livekit import rtc
from livekit.agents import Agent, AgentSession, BackgroundAudioPlayer, inference

services.stand_in()


class Pizzeria(Agent):
    async def on_enter(self):
        self.session.generate_reply()


async def humming():
    """Sound of 48,000 samples a second, 100 ms at a time, as long as it is asked for."""
    while True:
        samples = [round(2_000 * math.sin(2 * math.pi * index / 240)) for index in range(4_800)]
        yield rtc.AudioFrame(struct.pack("<4800h", *samples), 48_000, 1, 4_800)


async def main():
    session = AgentSession(stt=inference.STT("deepgram/nova-3"), llm=inference.LLM("openai/gpt-4.1-mini"),
                           tts=inference.TTS("cartesia/sonic-3"))
    background = BackgroundAudioPlayer()

    @session.on("agent_state_changed")
    def agent_state_changed(event):
        nonlocal hum
        if event.new_state == "thinking":
            hum = background.play(humming())
        elif hum is not None:
            hum.stop()
    hum = None
    voicetest_livekit.attach(session)
    await background.start(room=voicetest_livekit.room())
    await session.start(Pizzeria(instructions="You take pizza orders."))
    await voicetest_livekit.closed(session)


asyncio.run(main())
