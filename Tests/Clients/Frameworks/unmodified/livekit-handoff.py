"""Hands the caller on to another agent."""

import os

from livekit.agents import Agent, AgentServer, AgentSession, JobContext, RunContext, cli, function_tool
from livekit.plugins import openai, silero

KEY = os.getenv("OPENAI_API_KEY", "none")
server = AgentServer()


class Cashier(Agent):
    def __init__(self):
        super().__init__(instructions="You take the money.")

    async def on_enter(self):
        await self.session.generate_reply()


class Waiter(Agent):
    def __init__(self):
        super().__init__(instructions="You take the order.")

    async def on_enter(self):
        await self.session.generate_reply()

    @function_tool
    async def to_cashier(self, context: RunContext, size: str):
        """Called when the size is known.

        Args:
            size: of the pizza
        """
        return Cashier(), "You are with the cashier."


def session_of(ctx):
    return AgentSession(
        vad=silero.VAD.load(), stt=openai.STT(model="gpt-4o-mini-transcribe", api_key=KEY, use_realtime=False),
        llm=openai.LLM(model="gpt-4.1-mini", api_key=KEY), tts=openai.TTS(voice="alloy", api_key=KEY),
        turn_handling={"turn_detection": "vad"})


@server.rtc_session()
async def entrypoint(ctx: JobContext):
    await session_of(ctx).start(agent=Waiter(), room=ctx.room)


if __name__ == "__main__":
    cli.run_app(server)
