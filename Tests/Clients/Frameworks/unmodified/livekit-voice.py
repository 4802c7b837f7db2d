"""A voice agent in the shape of LiveKit's examples: a server, a model that is warmed up, a greeting."""
import logging
import os

from livekit.agents import Agent, AgentServer, AgentSession, JobContext, JobProcess, cli, room_io
from livekit.plugins import openai, silero

logger = logging.getLogger("voice")
server = AgentServer()


class Greeter(Agent):
    def __init__(self):
        super().__init__(instructions="You take pizza orders. Say one short sentence.")

    async def on_enter(self):
        self.session.generate_reply(instructions="greet the user")


def prewarm(proc: JobProcess):
    proc.userdata["vad"] = silero.VAD.load()


server.setup_fnc = prewarm


@server.rtc_session()
async def entrypoint(ctx: JobContext):
    ctx.log_context_fields = {"room": ctx.room.name}
    key = os.getenv("OPENAI_API_KEY", "none")
    session = AgentSession(
        vad=ctx.proc.userdata["vad"], stt=openai.STT(model="gpt-4o-mini-transcribe", api_key=key, use_realtime=False),
        llm=openai.LLM(model="gpt-4.1-mini", api_key=key), tts=openai.TTS(voice="alloy", api_key=key),
        turn_handling={"turn_detection": "vad"})

    async def log_usage():
        logger.info("usage: %s", session.usage)
    ctx.add_shutdown_callback(log_usage)
    await session.start(agent=Greeter(), room=ctx.room, room_options=room_io.RoomOptions(audio_input=room_io.AudioInputOptions()))


if __name__ == "__main__":
    cli.run_app(server)
