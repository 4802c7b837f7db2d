"""Tools that the model calls one after the other: the first fails, the next takes its place, the last reserves."""
import asyncio

import livekit_parts
import scripted
from livekit.agents import Agent, ToolError, function_tool

scripted.stand_in(["Which place?", ("find", {"place": "Rome"}), ("find", {"place": "Ulm"}), ("reserve", {"table": 7}),
                   "Table seven is yours."], ["large"])


class Host(Agent):
    async def on_enter(self):
        self.session.generate_reply()

    @function_tool
    async def find(self, place: str) -> dict:
        """Finds a table."""
        if place == "Rome":
            raise ToolError("There is no table in Rome. Try Ulm.")
        await asyncio.sleep(.4)
        return {"table": 7}

    @function_tool
    async def reserve(self, table: int) -> str:
        """Reserves a table."""
        return f"table {table} is reserved"


asyncio.run(livekit_parts.call(livekit_parts.session(max_tool_steps=4), Host(instructions="Reserve tables.")))
