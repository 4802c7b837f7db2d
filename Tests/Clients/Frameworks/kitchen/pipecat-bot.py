"""Orders a pizza by a tool that fills the wait for the kitchen: a Pipecat bot."""
import asyncio

import kitchen
import voicetest_pipecat
from pipecat.frames.frames import EndWorkerFrame, FunctionCallResultProperties, LLMRunFrame, TTSSpeakFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair
from pipecat.processors.frame_processor import FrameDirection
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.workers.runner import WorkerRunner

kitchen.stand_in()


async def fill(llm):
    await asyncio.sleep(1)
    await llm.push_frame(TTSSpeakFrame("One moment, please."))


async def order_pizza(call):
    filler = asyncio.create_task(fill(call.llm))
    await kitchen.ask("reserve")
    await kitchen.ask("order")
    filler.cancel()
    await call.result_callback("ordered", properties=FunctionCallResultProperties(run_llm=False))
    await call.llm.push_frame(TTSSpeakFrame("Thank you. It is on its way."))
    await call.llm.push_frame(EndWorkerFrame(), FrameDirection.UPSTREAM)


async def main():
    transport = voicetest_pipecat.Transport()
    users, assistants = LLMContextAggregatorPair(LLMContext([]))
    llm = OpenAILLMService(api_key="none")
    llm.register_function("order_pizza", order_pizza)
    worker = PipelineWorker(
        Pipeline([transport.input(), users, llm, OpenAITTSService(api_key="none"), transport.output(), assistants]),
        observers=[voicetest_pipecat.Observer()])

    @transport.event_handler("on_client_connected")
    async def on_client_connected(transport, client):
        await worker.queue_frame(LLMRunFrame())
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()


asyncio.run(main())
