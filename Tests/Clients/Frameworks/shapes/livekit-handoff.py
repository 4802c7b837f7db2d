"""One agent gathers who calls, and hands what it knows over to another, which ends the call."""
import asyncio
import dataclasses

import livekit_parts
import scripted
from livekit.agents import Agent, RunContext, function_tool

scripted.stand_in(["Hello, who are you?", ("know", {"name": "Ada"}), "Once upon a time, Ada.", ("end", {})],
                  ["my name is Ada Lovelace", "the end"])


@dataclasses.dataclass
class Caller:
    name: str = ""


class Host(Agent):
    def __init__(self):
        super().__init__(instructions="Ask for the name.")

    async def on_enter(self):
        self.session.generate_reply()

    @function_tool
    async def know(self, context: RunContext[Caller], name: str):
        """Takes the name of the caller.

        Args:
            name: The name.
        """
        context.userdata.name = name
        return Teller(name, self.chat_ctx)


class Teller(Agent):
    def __init__(self, name, chat_ctx):
        super().__init__(instructions=f"Tell {name} a story.", chat_ctx=chat_ctx)

    async def on_enter(self):
        self.session.generate_reply()

    @function_tool
    async def end(self, context: RunContext[Caller]):
        """Ends the call."""
        self.session.interrupt()
        await self.session.say(f"Goodbye, {context.userdata.name}.", allow_interruptions=False)
        self.session.shutdown()


asyncio.run(livekit_parts.call(livekit_parts.session(userdata=Caller()), Host()))
