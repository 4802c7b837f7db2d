"""Ends the call by a function: the room is deleted, and what was to be done at the end is done."""

import os

from livekit.agents import Agent, AgentServer, AgentSession, JobContext, RunContext, cli, function_tool, get_job_context
from livekit.plugins import openai, silero

KEY = os.getenv("OPENAI_API_KEY", "none")
server = AgentServer()


class Assistant(Agent):
    def __init__(self):
        super().__init__(instructions="You help.")

    async def on_enter(self):
        await self.session.generate_reply()

    @function_tool
    async def end_call(self, context: RunContext, reason: str):
        """Called when the caller wants to end the call.

        Args:
            reason: why
        """
        await context.session.say("Goodbye.").wait_for_playout()
        await get_job_context().delete_room()


def session_of(ctx):
    return AgentSession(
        vad=silero.VAD.load(), stt=openai.STT(model="gpt-4o-mini-transcribe", api_key=KEY, use_realtime=False),
        llm=openai.LLM(model="gpt-4.1-mini", api_key=KEY), tts=openai.TTS(voice="alloy", api_key=KEY),
        turn_handling={"turn_detection": "vad"})


async def on_session_end(ctx: JobContext):
    print("session end:", len(ctx.make_session_report().events) > 0)


@server.rtc_session(on_session_end=on_session_end)
async def entrypoint(ctx: JobContext):
    async def log(reason):
        print("shutdown:", reason)
    ctx.add_shutdown_callback(log)
    await session_of(ctx).start(agent=Assistant(), room=ctx.room)


if __name__ == "__main__":
    cli.run_app(server)
