"""A Pipecat bot on its FastAPI transport, with the serializer of the carrier that calls: pipecat_bot.py CARRIER."""
import os
import sys

import services
import uvicorn
from fastapi import FastAPI, Request, Response, WebSocket
from pipecat.audio.vad.silero import SileroVADAnalyzer
from pipecat.frames.frames import LLMRunFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.aggregators.llm_context import LLMContext
from pipecat.processors.aggregators.llm_response_universal import LLMContextAggregatorPair, LLMUserAggregatorParams
from pipecat.runner.types import WebSocketRunnerArguments
from pipecat.runner.utils import create_transport
from pipecat.serializers.genesys import GenesysAudioHookSerializer
from pipecat.serializers.vonage import VonageFrameSerializer
from pipecat.services.openai.llm import OpenAILLMService
from pipecat.services.openai.stt import OpenAISTTService
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.transports.websocket.fastapi import FastAPIWebsocketParams, FastAPIWebsocketTransport
from pipecat.workers.runner import WorkerRunner

services.stand_in()
CARRIER = sys.argv[1]
os.environ.setdefault("TWILIO_ACCOUNT_SID", "AC0")
os.environ.setdefault("TELNYX_API_KEY", "none")
ANSWERS = {"plivo": '<Stream bidirectional="true" keepCallAlive="true">wss://{}/ws</Stream>'}
RATE = 16_000 if CARRIER == "vonage" else 8_000
# Those that create_transport does not know, each with the bytes that its carrier asks for in a message.
SERIALIZERS = {"vonage": (VonageFrameSerializer, 640), "genesys": (GenesysAudioHookSerializer, 1_600)}
app = FastAPI()


@app.post("/answer")
async def answer(request: Request):
    connect = ANSWERS.get(CARRIER, '<Connect><Stream url="wss://{}/ws"/></Connect>').format(request.url.hostname)
    return Response(f"<Response>{connect}</Response>", media_type="text/xml")


@app.get("/answer")
async def actions(request: Request):
    stream = {"type": "websocket", "uri": f"wss://{request.url.hostname}/ws", "content-type": "audio/l16;rate=16000"}
    return [{"action": "connect", "endpoint": [stream]}]


async def made(websocket):
    """The transport of the call."""
    usual = {"audio_in_enabled": True, "audio_out_enabled": True}
    if CARRIER in SERIALIZERS:
        serializer, size = SERIALIZERS[CARRIER]
        params = FastAPIWebsocketParams(serializer=serializer(), fixed_audio_packet_size=size, **usual)
        return FastAPIWebsocketTransport(websocket=websocket, params=params)
    return await create_transport(WebSocketRunnerArguments(websocket=websocket),
                                  {CARRIER: lambda: FastAPIWebsocketParams(**usual)})


@app.websocket("/ws")
async def call(websocket: WebSocket):
    await websocket.accept()
    transport = await made(websocket)
    users, assistants = LLMContextAggregatorPair(
        LLMContext(), user_params=LLMUserAggregatorParams(vad_analyzer=SileroVADAnalyzer()))
    worker = PipelineWorker(
        Pipeline([transport.input(), OpenAISTTService(api_key="none"), users, OpenAILLMService(api_key="none"),
                  OpenAITTSService(api_key="none", sample_rate=24_000), transport.output(), assistants]),
        params=PipelineParams(audio_in_sample_rate=RATE, audio_out_sample_rate=RATE))

    @transport.event_handler("on_client_connected")
    async def on_client_connected(transport, client):
        await worker.queue_frame(LLMRunFrame())

    @transport.event_handler("on_client_disconnected")
    async def on_client_disconnected(transport, client):
        await worker.cancel()
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()


uvicorn.run(app, host="0.0.0.0", port=7860, log_level="warning")
