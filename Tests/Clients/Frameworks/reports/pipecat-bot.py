"""Rebuilds public reports about Pipecat on its real code: the recognizer makes nothing of what it hears."""
import asyncio

import services
import voicetest_pipecat
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import TTSSpeakFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.openai.stt import OpenAISTTService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.services.tts_service import TextAggregationMode
from pipecat.workers.runner import WorkerRunner

services.stand_in()
services.voice.stub(f"POST {services.API}/audio/transcriptions", lambda to, body: [(.2, '{"text": ""}')])


async def main():
    transport = voicetest_pipecat.Transport()
    users, assistants = LLMContextAggregatorPair(
        LLMContext([]), user_params=LLMUserAggregatorParams(vad_analyzer=SileroVADAnalyzer(), user_idle_timeout=4))
    worker = PipelineWorker(Pipeline([
        transport.input(), OpenAISTTService(api_key="none"), users, OpenAILLMService(api_key="none"),
        OpenAITTSService(api_key="none", text_aggregation_mode=TextAggregationMode.TOKEN), transport.output(),
        assistants]),
        observers=[voicetest_pipecat.Observer()])

    @transport.event_handler("on_client_connected")
    async def on_client_connected(transport, client):
        await worker.queue_frame(TTSSpeakFrame("Hello, this is the pizzeria, which size would you like?"))

    @users.event_handler("on_user_turn_idle")
    async def on_user_turn_idle(users):
        await worker.queue_frame(TTSSpeakFrame("Are you still there?"))
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()


asyncio.run(main())
