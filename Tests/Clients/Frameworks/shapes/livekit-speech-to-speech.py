"""A realtime model that hears and speaks."""
import asyncio
import base64

import livekit_parts
import realtime
from livekit.agents import Agent, AgentSession
from livekit.plugins import openai


class Speaker(realtime.Model):
    """Answers with a tone of a second and its transcript."""

    def answer(self, part, text):
        pcm = base64.b64encode(realtime.tone(realtime.RATE)).decode()
        return [self.event("response.content_part.added", **part, part={"type": "audio", "transcript": ""}),
                self.event("response.output_audio_transcript.delta", **part, delta=text),
                self.event("response.output_audio.delta", **part, delta=pcm),
                self.event("response.output_audio.done", **part),
                self.event("response.output_audio_transcript.done", **part, transcript=text)]

    def reply(self):
        self.turn = f"turn_{next(self.numbers)}"        # the next one
        return self.respond({"type": "message", "role": "assistant", "content": []}, {})


realtime.stand_in(Speaker())
asyncio.run(livekit_parts.call(AgentSession(llm=openai.realtime.RealtimeModel(voice="alloy", api_key="none")),
                               Agent(instructions="Talk.")))
