"""A caller who says nothing is asked twice, then the bot ends the call."""
import asyncio

import pipecat_parts
import scripted
from pipecat.frames.frames import EndWorkerFrame, TTSSpeakFrame
from pipecat.processors.frame_processor import FrameDirection

scripted.stand_in([])
call = pipecat_parts.Call(user={"user_idle_timeout": 2})
asked = []


@call.users.event_handler("on_user_turn_idle")
async def on_user_turn_idle(users):
    asked.append(users)
    if len(asked) < 3:
        await users.push_frame(TTSSpeakFrame("Are you still there?"))
    else:
        await users.push_frame(TTSSpeakFrame("Goodbye."))
        await users.push_frame(EndWorkerFrame(), FrameDirection.UPSTREAM)


asyncio.run(call.run(TTSSpeakFrame("Which size?")))
