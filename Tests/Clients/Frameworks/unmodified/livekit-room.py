"""Says things to the caller's app: attributes, data, text, a call of a method that it has not. It does not listen."""

import asyncio
import os

from livekit import rtc
from livekit.agents import Agent, AgentServer, AgentSession, JobContext, cli, room_io
from livekit.plugins import openai, silero

KEY = os.getenv("OPENAI_API_KEY", "none")
server = AgentServer()


def session_of(ctx):
    return AgentSession(
        vad=silero.VAD.load(), stt=openai.STT(model="gpt-4o-mini-transcribe", api_key=KEY, use_realtime=False),
        llm=openai.LLM(model="gpt-4.1-mini", api_key=KEY), tts=openai.TTS(voice="alloy", api_key=KEY),
        turn_handling={"turn_detection": "vad"})


@server.rtc_session()
async def entrypoint(ctx: JobContext):
    session = session_of(ctx)
    await session.start(agent=Agent(instructions="You help."), room=ctx.room,
                        room_options=room_io.RoomOptions(audio_input=False))
    local = ctx.room.local_participant

    @local.register_rpc_method("stop")
    async def stop(data: rtc.RpcInvocationData):
        ctx.shutdown(reason="stopped")
    await local.set_attributes({"mood": "glad"})
    await local.publish_data("ready", topic="state")
    await local.send_text("Welcome", topic="notes")
    caller = next(iter(ctx.room.remote_participants.values()))
    try:
        await local.perform_rpc(destination_identity=caller.identity, method="show", payload="menu")
    except rtc.RpcError as error:
        await session.say(f"I cannot show it. {error.message}")
    await asyncio.sleep(4)
    heard = [one for one in session.history.items if getattr(one, "role", None) == "user"]
    await local.publish_data(str(len(heard)), topic="heard")


if __name__ == "__main__":
    cli.run_app(server)
