"""Rebuilds public reports about Pipecat on its real code; the argument is the number of the report."""
import asyncio
import json
import sys

import services
import voicetest_pipecat
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import FunctionCallResultProperties, TTSSpeakFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.openai.stt import OpenAISTTService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.services.tts_service import TextAggregationMode
from pipecat.workers.runner import WorkerRunner

REPORT = sys.argv[1]
HAS_ORDER = REPORT in ("5481", "5823")
services.stand_in()


def hear(to, body, heard=[]):
    """The recognizer: makes nothing of what it hears, but for an order."""
    heard.append(to)
    return [(.2, json.dumps({"text": "large" if HAS_ORDER and len(heard) == 1 else ""}))]


def think(to, body, asked=[]):
    """The model: orders, then says what became of it."""
    asked.append(to)
    call = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "order", "arguments": "{}"}}
    delta, ends = ({"tool_calls": [call]}, "tool_calls") if len(asked) == 1 else ({"content": "About your order."}, "stop")
    lines = [json.dumps({"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "gpt", "choices": [
        {"index": 0, "delta": one, "finish_reason": end}]}) for one, end in ((delta, None), ({}, ends))]
    return 200, "text/event-stream", [(.4, f"data: {line}\n\n") for line in [*lines, "[DONE]"]]


async def order(call):
    """Orders: the kitchen takes the order on and says no more (5481), or answers after two seconds (5823)."""
    if REPORT == "5481":
        await call.result_callback("started", properties=FunctionCallResultProperties(run_llm=False, is_final=False))
        await asyncio.sleep(60)
    await asyncio.sleep(2)
    await call.result_callback("ordered")


async def main():
    services.voice.stub(f"POST {services.API}/audio/transcriptions", hear)
    if HAS_ORDER:
        services.voice.stub(f"POST {services.API}/chat/completions", think)
    transport = voicetest_pipecat.Transport()
    llm = OpenAILLMService(api_key="none")
    llm.register_function("order", order, cancel_on_interruption=False, timeout_secs=4)
    users, assistants = LLMContextAggregatorPair(
        LLMContext([]), user_params=LLMUserAggregatorParams(vad_analyzer=SileroVADAnalyzer(), user_idle_timeout=4))
    worker = PipelineWorker(Pipeline([
        transport.input(), OpenAISTTService(api_key="none"), users, llm,
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
