"""Takes a pizza order: a Pipecat bot with Silero, smart turns and the services of OpenAI."""
import asyncio
import os

import services
import voicetest_pipecat
from pipecat.adapters.llm.schemas.function_schema import FunctionSchema
from pipecat.adapters.llm.schemas.tools_schema import ToolsSchema
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADParams
from pipecat.frames.frames import EndWorkerFrame, FunctionCallResultProperties, LLMRunFrame, TTSSpeakFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.openai.stt import OpenAISTTService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.workers.runner import WorkerRunner

services.stand_in()
KEY = os.environ.get("OPENAI_API_KEY", "none")
INSTRUCTIONS = "You take pizza orders. Ask for the size, then for the name, then order. Say one short sentence."
ORDER = FunctionSchema(name="order_pizza", description="Orders the pizza.", required=["size", "name"],
                       properties={"size": {"type": "string"}, "name": {"type": "string"}})


async def order_pizza(call):
    await call.result_callback({"ordered": call.arguments["size"]}, properties=FunctionCallResultProperties(run_llm=False))
    await call.llm.push_frame(TTSSpeakFrame("Thank you. It is on its way."))
    await call.llm.push_frame(EndWorkerFrame(), FrameDirection.UPSTREAM)


async def main():
    transport = voicetest_pipecat.Transport()
    context = LLMContext([], ToolsSchema(standard_tools=[ORDER]))
    users, assistants = LLMContextAggregatorPair(context, user_params=LLMUserAggregatorParams(
        vad_analyzer=SileroVADAnalyzer(params=VADParams(stop_secs=.2)), user_idle_timeout=4))
    llm = OpenAILLMService(api_key=KEY, settings=OpenAILLMService.Settings(
        model="gpt-4.1-mini", temperature=0, system_instruction=INSTRUCTIONS))
    llm.register_function("order_pizza", order_pizza)
    stt = OpenAISTTService(api_key=KEY, settings=OpenAISTTService.Settings(model="gpt-4o-mini-transcribe"))
    tts = OpenAITTSService(api_key=KEY, settings=OpenAITTSService.Settings(voice="alloy"))
    worker = PipelineWorker(
        Pipeline([transport.input(), stt, users, llm, tts, transport.output(), assistants]),
        params=PipelineParams(enable_metrics=True), observers=[voicetest_pipecat.Observer()])

    @transport.event_handler("on_client_connected")
    async def on_client_connected(transport, client):
        await worker.queue_frame(LLMRunFrame())

    @users.event_handler("on_user_turn_idle")
    async def on_user_turn_idle(users):
        await worker.queue_frame(TTSSpeakFrame("Are you still there?"))
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()


asyncio.run(main())
