"""An announcement that the caller cannot interrupt."""
import asyncio

import livekit_parts
import scripted
from livekit.agents import Agent

scripted.stand_in(["A small one, then."], ["a small pizza with a lot of cheese please", "large"])


class Announcer(Agent):
    async def on_enter(self):
        self.session.say("This call may be recorded. Please listen to the end of this announcement.")


INTERRUPTION = {"enabled": False, "discard_audio_if_uninterruptible": True}
asyncio.run(livekit_parts.call(
    livekit_parts.session(turn_handling={"turn_detection": "vad", "interruption": INTERRUPTION}),
    Announcer(instructions="Take orders.")))
