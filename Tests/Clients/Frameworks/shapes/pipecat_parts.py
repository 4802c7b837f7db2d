"""What the bots of Pipecat share: a pipeline with the services of OpenAI, and its call."""
import voicetest_pipecat
from pipecat.adapters.llm.schemas.tools_schema import ToolsSchema
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.audio.vad.vad_analyzer import VADParams
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.openai.stt import OpenAISTTService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.workers.runner import WorkerRunner


def voice(name="alloy"):
    return OpenAITTSService(api_key="none", settings=OpenAITTSService.Settings(voice=name))


class Call:
    """A call of a bot: processors `before` the user's turns, and `speech` between the model and the loudspeaker."""

    def __init__(self, before=(), speech=None, tools=(), user=None, **options):
        self.transport = voicetest_pipecat.Transport()
        self.users, self.assistants = LLMContextAggregatorPair(
            LLMContext([], ToolsSchema(standard_tools=list(tools))),
            user_params=LLMUserAggregatorParams(
                **{"vad_analyzer": SileroVADAnalyzer(params=VADParams(stop_secs=.2)), **(user or {})}))
        self.llm = OpenAILLMService(api_key="none")
        self.worker = PipelineWorker(
            Pipeline([self.transport.input(), OpenAISTTService(api_key="none"), *before, self.users, self.llm,
                      speech or voice(), self.transport.output(), self.assistants]),
            observers=[voicetest_pipecat.Observer()], **options)

    async def run(self, *first):
        """Begins with the frames of `first`, and lasts as long as the bot runs."""
        @self.transport.event_handler("on_client_connected")
        async def on_client_connected(transport, client):
            await self.worker.queue_frames(list(first))
        runner = WorkerRunner(handle_sigint=False)
        await runner.add_workers(self.worker)
        await runner.run()
