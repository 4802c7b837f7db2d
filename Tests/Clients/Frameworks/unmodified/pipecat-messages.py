"""Has an app at its caller's: answers its message of RTVI, and tells it which key was pressed and what else it said."""
import os

from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import InputDTMFFrame, LLMRunFrame, OutputTransportMessageUrgentFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.runner.types import RunnerArguments
from pipecat.runner.utils import create_transport
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.openai.stt import OpenAISTTService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.transports.base_transport import TransportParams
from pipecat.transports.daily.transport import DailyParams
from pipecat.workers.runner import WorkerRunner

KEY = os.getenv("OPENAI_API_KEY", "none")
transport_params = {
    "daily": lambda: DailyParams(audio_in_enabled=True, audio_out_enabled=True),
    "webrtc": lambda: TransportParams(audio_in_enabled=True, audio_out_enabled=True),
}


class Keys(FrameProcessor):
    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        if isinstance(frame, InputDTMFFrame):
            await self.push_frame(OutputTransportMessageUrgentFrame(message={"pressed": frame.button.value}))
        await self.push_frame(frame, direction)


async def run_bot(transport, runner_args):
    users, assistants = LLMContextAggregatorPair(
        LLMContext(), user_params=LLMUserAggregatorParams(vad_analyzer=SileroVADAnalyzer()))
    worker = PipelineWorker(
        Pipeline([transport.input(), Keys(), OpenAISTTService(api_key=KEY), users, OpenAILLMService(api_key=KEY),
                  OpenAITTSService(api_key=KEY), transport.output(), assistants]))

    @transport.event_handler("on_client_connected")
    async def on_client_connected(transport, client):
        await worker.queue_frames([LLMRunFrame()])

    @worker.rtvi.event_handler("on_client_message")
    async def on_client_message(rtvi, message):
        await rtvi.send_server_response(message, {"menu": f"{message.data['size']} of {message.type}"})

    @transport.event_handler("on_app_message")
    async def on_app_message(transport, message, sender):
        if message.get("label") != "rtvi-ai":
            await transport.output().queue_frame(OutputTransportMessageUrgentFrame(message={"from": sender, **message}))

    @transport.event_handler("on_client_disconnected")
    async def on_client_disconnected(transport, client):
        await worker.cancel()
    runner = WorkerRunner(handle_sigint=runner_args.handle_sigint)
    await runner.add_workers(worker)
    await runner.run()


async def bot(runner_args: RunnerArguments):
    transport = await create_transport(runner_args, transport_params)
    await run_bot(transport, runner_args)


if __name__ == "__main__":
    from pipecat.runner.run import main

    main()
