"""24,000 samples a second both ways, with voice activity of its own: that of Silero knows 8,000 and 16,000."""
import asyncio

import numpy
import pipecat_parts
import scripted
from pipecat.audio.vad.vad_analyzer import VADAnalyzer
from pipecat.frames.frames import LLMRunFrame
from pipecat.pipeline.worker import PipelineParams

scripted.stand_in(["Hello, which size?", "A large one."], ["large"])


class Loudness(VADAnalyzer):
    """Goes by the loudest sample of 20 ms."""

    def num_frames_required(self):
        return self.sample_rate // 50

    def voice_confidence(self, buffer):
        return float(numpy.abs(numpy.frombuffer(buffer, dtype="<i2").astype(int)).max() > 800)


asyncio.run(pipecat_parts.Call(user={"vad_analyzer": Loudness()}, params=PipelineParams(
    audio_in_sample_rate=24_000, audio_out_sample_rate=24_000, enable_metrics=True)).run(LLMRunFrame()))
