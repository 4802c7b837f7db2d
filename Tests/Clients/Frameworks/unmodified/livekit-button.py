"""Is talked to by push-to-talk: the caller's app calls methods of the agent's, and the microphone is off between."""

import os

from livekit import rtc
from livekit.agents import Agent, AgentServer, AgentSession, JobContext, cli
from livekit.plugins import openai, silero

KEY = os.getenv("OPENAI_API_KEY", "none")
server = AgentServer()


def session_of(ctx):
    return AgentSession(
        vad=silero.VAD.load(), stt=openai.STT(model="gpt-4o-mini-transcribe", api_key=KEY, use_realtime=False),
        llm=openai.LLM(model="gpt-4.1-mini", api_key=KEY), tts=openai.TTS(voice="alloy", api_key=KEY),
        turn_handling={"turn_detection": "manual"})


@server.rtc_session()
async def entrypoint(ctx: JobContext):
    session = session_of(ctx)
    await session.start(agent=Agent(instructions="You take orders."), room=ctx.room)
    local = ctx.room.local_participant
    session.input.set_audio_enabled(False)

    @local.register_rpc_method("start_turn")
    async def start_turn(data: rtc.RpcInvocationData):
        session.interrupt()
        session.clear_user_turn()
        session.input.set_audio_enabled(True)
        return f"listening to {data.caller_identity}"

    @local.register_rpc_method("end_turn")
    async def end_turn(data: rtc.RpcInvocationData):
        session.input.set_audio_enabled(False)
        session.commit_user_turn()

    @ctx.room.on("sip_dtmf_received")
    def pressed(event: rtc.SipDTMF):
        session.say(f"You pressed {event.digit}.")

    @ctx.room.on("data_received")
    def told(packet: rtc.DataPacket):
        print("told", packet.topic, packet.data.decode())

    @ctx.room.on("participant_attributes_changed")
    def changed(attributes, participant):
        session.say(f"You are {attributes['mood']}.")
    await session.say("Hold the button to talk.")


if __name__ == "__main__":
    cli.run_app(server)
