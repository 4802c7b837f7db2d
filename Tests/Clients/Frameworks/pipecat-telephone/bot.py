"""A Pipecat bot for telephones: 8,000 samples a second both ways, and a hum behind all that it says."""
import asyncio

import numpy
import services
import voicetest_pipecat
from pipecat.audio.mixers.base_audio_mixer import BaseAudioMixer
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import LLMRunFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.openai.stt import OpenAISTTService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.transports.base_transport import TransportParams
from pipecat.workers.runner import WorkerRunner

services.stand_in()
RATE = 8_000


class Hum(BaseAudioMixer):
    async def start(self, sample_rate):
        self.rate, self.count = sample_rate, 0

    async def stop(self):
        pass

    async def process_frame(self, frame):
        pass

    async def mix(self, audio):
        samples = numpy.frombuffer(audio, dtype=numpy.int16)
        places, self.count = self.count + numpy.arange(len(samples)), self.count + len(samples)
        hum = (400 * numpy.sin(2 * numpy.pi * 200 * places / self.rate)).astype(numpy.int16)
        return (samples + hum).tobytes()


async def main():
    transport = voicetest_pipecat.Transport(
        TransportParams(audio_in_enabled=True, audio_out_enabled=True, audio_out_mixer=Hum()))
    users, assistants = LLMContextAggregatorPair(
        LLMContext(), user_params=LLMUserAggregatorParams(vad_analyzer=SileroVADAnalyzer()))
    worker = PipelineWorker(
        Pipeline([transport.input(), OpenAISTTService(api_key="none"), users, OpenAILLMService(api_key="none"),
                  OpenAITTSService(api_key="none", sample_rate=24_000), transport.output(), assistants]),
        params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE),
        observers=[voicetest_pipecat.Observer()])

    @transport.event_handler("on_client_connected")
    async def on_client_connected(transport, client):
        await worker.queue_frame(LLMRunFrame())
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()


asyncio.run(main())
