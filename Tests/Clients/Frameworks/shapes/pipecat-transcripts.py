"""Writes down who said what, as the turns of both end."""
import asyncio

import pipecat_parts
import scripted
import voicetest_app
from pipecat.frames.frames import LLMRunFrame

scripted.stand_in(["Hello, which size?", "A large one."], ["large"])
call = pipecat_parts.Call()
voicetest_app.declare(kinds={"wrote": {"role": "note", "fields": {"role": "text", "text": "text", "at": "text"}}})


@call.users.event_handler("on_user_turn_stopped")
async def on_user_turn_stopped(users, strategy, message):
    voicetest_app.emit("wrote", role="user", text=message.content, at=message.timestamp)


@call.assistants.event_handler("on_assistant_turn_stopped")
async def on_assistant_turn_stopped(assistants, message):
    voicetest_app.emit("wrote", role="assistant", text=message.content, at=message.timestamp)


asyncio.run(call.run(LLMRunFrame()))
