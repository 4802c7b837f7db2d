"""Two functions that the model calls one after the other, and a word to fill the wait."""
import asyncio

import pipecat_parts
import scripted
from pipecat.adapters.llm.schemas.function_schema import FunctionSchema
from pipecat.frames.frames import LLMRunFrame, TTSSpeakFrame

scripted.stand_in(["Where are you?", ("weather", {"place": "Ulm"}), ("restaurant", {"place": "Ulm"}),
                   "It is sunny. Try the Golden Dragon."], ["large"])
call = pipecat_parts.Call(tools=[FunctionSchema(
    name=name, description=f"Tells the {name}.", properties={"place": {"type": "string"}}, required=["place"])
    for name in ("weather", "restaurant")])


async def weather(params):
    await asyncio.sleep(.5)
    await params.result_callback({"conditions": "sunny", "temperature": 24})


async def restaurant(params):
    await params.result_callback({"name": "The Golden Dragon"})


@call.llm.event_handler("on_function_calls_started")
async def on_function_calls_started(llm, calls):
    await llm.push_frame(TTSSpeakFrame("Let me check."))


call.llm.register_function("weather", weather)
call.llm.register_function("restaurant", restaurant)
asyncio.run(call.run(LLMRunFrame()))
