"""Takes a call of a telephone: who calls stands in the attributes of the caller."""

import os

from livekit import rtc
from livekit.agents import Agent, AgentServer, AgentSession, JobContext, JobRequest, cli
from livekit.plugins import openai, silero

FILTER = rtc.AudioFilter("filter", "libfilter.so")     # as a plugin of noise cancellation does at its import
KEY = os.getenv("OPENAI_API_KEY", "none")
server = AgentServer()


async def on_request(request: JobRequest):
    await request.accept(name="hotline", identity="hotline", attributes={"line": "1"})


def session_of(ctx):
    return AgentSession(
        vad=silero.VAD.load(), stt=openai.STT(model="gpt-4o-mini-transcribe", api_key=KEY, use_realtime=False),
        llm=openai.LLM(model="gpt-4.1-mini", api_key=KEY), tts=openai.TTS(voice="alloy", api_key=KEY),
        turn_handling={"turn_detection": "vad"})


@server.rtc_session(agent_name="hotline", on_request=on_request)
async def entrypoint(ctx: JobContext):
    session = session_of(ctx)
    await ctx.connect()
    caller = await ctx.wait_for_participant()
    is_sip = caller.kind == rtc.ParticipantKind.PARTICIPANT_KIND_SIP

    @ctx.room.on("participant_disconnected")
    def on_disconnected(participant: rtc.RemoteParticipant):
        ctx.shutdown(reason=f"{participant.identity} left: {rtc.DisconnectReason.Name(participant.disconnect_reason)}")

    async def log(reason):
        print(reason)
    ctx.add_shutdown_callback(log)
    await session.start(agent=Agent(instructions=f"You talk to {caller.attributes['sip.phoneNumber']}."), room=ctx.room)
    await session.say(f"Hello, {caller.attributes['sip.phoneNumber']}." if is_sip else "Hello.")


if __name__ == "__main__":
    cli.run_app(server)
