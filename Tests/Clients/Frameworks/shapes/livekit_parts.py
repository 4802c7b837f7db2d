"""What the agents of LiveKit share: a session with the services of OpenAI, and its call."""
import voicetest_livekit
from livekit.agents import AgentSession
from livekit.plugins import openai, silero


def session(**options):
    return AgentSession(**{
        "vad": silero.VAD.load(min_silence_duration=.3),
        "stt": openai.STT(model="gpt-4o-mini-transcribe", api_key="none", use_realtime=False),
        "llm": openai.LLM(model="gpt-4.1-mini", api_key="none"), "tts": openai.TTS(voice="alloy", api_key="none"),
        "turn_handling": {"turn_detection": "vad"}, "aec_warmup_duration": None, **options})


async def call(session, agent):
    voicetest_livekit.attach(session)
    await session.start(agent)
    await voicetest_livekit.closed(session)
