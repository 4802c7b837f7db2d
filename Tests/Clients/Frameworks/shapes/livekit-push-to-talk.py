"""Deaf until a key is held: the microphone is unmuted for a turn that the app ends, and muted again."""
import asyncio

import livekit_parts
import scripted
from livekit.agents import Agent

scripted.stand_in(["A large one."], ["large"])


async def main():
    session = livekit_parts.session(turn_handling={"turn_detection": "manual"})
    session.input.set_audio_enabled(False)
    calling = asyncio.create_task(livekit_parts.call(session, Agent(instructions="Answer.")))
    await asyncio.sleep(1)
    await session.say("Hold the key to talk.")
    await asyncio.sleep(3)                  # the caller speaks into a muted microphone
    session.interrupt()
    session.clear_user_turn()
    session.input.set_audio_enabled(True)
    await asyncio.sleep(2)                  # and again
    session.input.set_audio_enabled(False)
    session.commit_user_turn(transcript_timeout=3, stt_flush_duration=.5)
    await calling


asyncio.run(main())
