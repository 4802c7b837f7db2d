"""The caller is not heard before the bot's first words are over, nor while a tool runs."""
import asyncio

import pipecat_parts
import scripted
from pipecat.adapters.llm.schemas.function_schema import FunctionSchema
from pipecat.frames.frames import LLMRunFrame
from pipecat.turns.user_mute import FunctionCallUserMuteStrategy, MuteUntilFirstBotCompleteUserMuteStrategy

scripted.stand_in(["Hello, this is the pizzeria, which size?", ("order", {"size": "large"}), "It is on its way."],
                  ["large"])
call = pipecat_parts.Call(
    tools=[FunctionSchema(name="order", description="Orders.", required=["size"],
                          properties={"size": {"type": "string"}})],
    user={"user_mute_strategies": [MuteUntilFirstBotCompleteUserMuteStrategy(), FunctionCallUserMuteStrategy()]})


async def order(params):
    await asyncio.sleep(2)
    await params.result_callback({"ordered": params.arguments["size"]})


call.llm.register_function("order", order)
asyncio.run(call.run(LLMRunFrame()))
