"""Looks the weather up with a function, in a worker of options."""

import os

from livekit.agents import Agent, AgentSession, JobContext, RunContext, WorkerOptions, cli, function_tool
from livekit.plugins import openai, silero

KEY = os.getenv("OPENAI_API_KEY", "none")


class Assistant(Agent):
    def __init__(self):
        super().__init__(instructions="You tell the weather.")

    async def on_enter(self):
        await self.session.generate_reply()

    @function_tool
    async def lookup_weather(self, context: RunContext, place: str):
        """Looks the weather up.

        Args:
            place: where
        """
        return f"sunny in {place}"


def session_of(ctx):
    return AgentSession(
        vad=silero.VAD.load(), stt=openai.STT(model="gpt-4o-mini-transcribe", api_key=KEY, use_realtime=False),
        llm=openai.LLM(model="gpt-4.1-mini", api_key=KEY), tts=openai.TTS(voice="alloy", api_key=KEY),
        turn_handling={"turn_detection": "vad"})


async def entrypoint(ctx: JobContext):
    await ctx.connect()
    await session_of(ctx).start(agent=Assistant(), room=ctx.room)


if __name__ == "__main__":
    cli.run_app(WorkerOptions(entrypoint_fnc=entrypoint))
