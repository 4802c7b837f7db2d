"""Orders a pizza by a tool that fills the wait for the kitchen: a LiveKit agent."""
import asyncio

import kitchen
import voicetest_livekit
from livekit.agents import Agent, AgentSession, function_tool
from livekit.plugins import openai

kitchen.stand_in()


class Pizzeria(Agent):
    async def on_enter(self):
        self.session.generate_reply()

    async def fill(self):
        await asyncio.sleep(1)
        self.session.say("One moment, please.")

    @function_tool
    async def order_pizza(self) -> None:
        """Orders the pizza."""
        filler = asyncio.create_task(self.fill())
        await kitchen.ask("reserve")
        await kitchen.ask("order")
        filler.cancel()
        await self.session.say("Thank you. It is on its way.")
        self.session.shutdown()


async def main():
    session = AgentSession(llm=openai.LLM(model="gpt-4.1-mini", api_key="none"), tts=openai.TTS(api_key="none"))
    voicetest_livekit.attach(session)
    await session.start(Pizzeria(instructions="You take pizza orders."))
    await voicetest_livekit.closed(session)


asyncio.run(main())
