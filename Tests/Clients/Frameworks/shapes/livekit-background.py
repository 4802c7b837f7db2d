"""Sounds of an office while the agent listens, and of a keyboard while it thinks."""
import asyncio

import livekit_parts
import scripted
import voicetest_livekit
from livekit.agents import Agent, AudioConfig, BackgroundAudioPlayer, BuiltinAudioClip

scripted.stand_in(["Hello, which size?", "A large one, thank you."], ["large"])


class Pizzeria(Agent):
    async def on_enter(self):
        self.session.generate_reply()


async def main():
    session = livekit_parts.session()
    sounds = BackgroundAudioPlayer(ambient_sound=AudioConfig(BuiltinAudioClip.OFFICE_AMBIENCE, volume=.3),
                                   thinking_sound=[AudioConfig(BuiltinAudioClip.KEYBOARD_TYPING, volume=.5)])
    calling = asyncio.create_task(livekit_parts.call(session, Pizzeria(instructions="Take orders.")))
    await asyncio.sleep(.1)
    await sounds.start(room=voicetest_livekit.room(), agent_session=session)
    await calling


asyncio.run(main())
