"""Pipecat under voicetest: a transport in place of the network's, and an observer that tells what the pipeline decides.

    transport = voicetest_pipecat.Transport(TransportParams(audio_in_enabled=True, audio_out_enabled=True))
    worker = PipelineWorker(pipeline, observers=[voicetest_pipecat.Observer()])

Nothing else of the bot changes. `python -m voicetest_app bot.py` runs it. `TESTED` has the versions of Pipecat that
this file is tested with.
"""
import asyncio
import inspect
import json
import os

import voicetest_app as voice

# Pipecat's log of everything would hide what voicetest says; the bot's own choice of a level counts.
os.environ.setdefault("LOGURU_LEVEL", "WARNING")
TESTED = ("1.14",)
VERSION = voice.adapt(__file__, "pipecat-ai", TESTED)

try:
    from pipecat.frames import frames
    from pipecat.metrics import metrics
    from pipecat.observers.base_observer import BaseObserver
    from pipecat.pipeline.worker import PipelineParams, PipelineWorker
    from pipecat.processors.frame_processor import FrameDirection
    from pipecat.transports.base_input import BaseInputTransport
    from pipecat.transports.base_output import BaseOutputTransport
    from pipecat.transports.base_transport import BaseTransport, TransportParams
except ImportError as error:
    raise ImportError(
        f"voicetest_pipecat does not know Pipecat {VERSION}: {error}. Install pipecat-ai {TESTED[-1]}.") from error


class Microphone(BaseInputTransport):
    """The caller, as frames of the pipeline's rate."""

    def __init__(self, params):
        super().__init__(params)
        self.feeding, self.line, self.end = None, voice.place(), None

    async def start(self, frame):
        await super().start(frame)
        await self.set_transport_ready(frame)
        if self.feeding is None:
            self.end = voice.begin_session(self.line)
            self.feeding = self.create_task(self.feed())

    async def feed(self):
        converter = voice.Converter(voice.APP.rate, self._sample_rate)
        async for pcm in voice.microphone():
            await self.push_audio_frame(frames.InputAudioRawFrame(
                audio=converter.take(pcm), sample_rate=self._sample_rate, num_channels=1))

    async def close(self):
        """Nothing more is heard: the caller hung up, or the pipeline is over."""
        if self.feeding is not None:
            feeding, self.feeding = self.feeding, None
            self.end()
            await self.cancel_task(feeding)

    async def cleanup(self):
        await self.close()
        await super().cleanup()


class Loudspeaker(BaseOutputTransport):
    """What the caller hears. A write takes as long as its sound lasts, as with a sound card.

    What waits behind a piece is played together with it, so that a session keeps few sounds and not one for each 40 ms.
    """

    def __init__(self, params, connected):
        super().__init__(params)
        self.sound, self.converter, self.ends, self.ahead, self.connected = None, None, 0.0, b"", connected
        self.words, self.is_speaking = Words(), False

    async def setup(self, setup):
        # A pipeline that names no rate plays at the session's, so that its sound is converted once.
        is_named = setup.audio_out_sample_rate != PipelineParams.model_fields["audio_out_sample_rate"].default
        if not (is_named or self._params.audio_out_sample_rate or self._params.audio_out_mixer):
            self._params.audio_out_sample_rate = voice.APP.rate
        await super().setup(setup)

    async def start(self, frame):
        await super().start(frame)
        await self.set_transport_ready(frame)
        await self.connected()

    async def process_frame(self, frame, direction):
        if isinstance(frame, (frames.InterruptionFrame, frames.CancelFrame)):
            if self.is_speaking or not self._params.audio_out_mixer:      # a mixer's background goes on
                self.silence()          # what must not be interrupted is still written after this
            if isinstance(frame, frames.CancelFrame):
                self.tell_words()
            elif not self.is_speaking:
                self.words.begin()
        elif direction == FrameDirection.DOWNSTREAM:
            self.words.arrive(frame)
        await super().process_frame(frame, direction)

    async def push_frame(self, frame, direction=FrameDirection.DOWNSTREAM):
        if isinstance(frame, frames.BotStartedSpeakingFrame):
            self.is_speaking = True
            if not self.ahead:          # what a mixer plays before is a sound of its own
                self.finish()
        elif isinstance(frame, frames.BotStoppedSpeakingFrame):
            self.is_speaking = False
            self.finish()
            self.tell_words()
        elif isinstance(frame, frames.TTSTextFrame) and direction == FrameDirection.DOWNSTREAM:
            self.words.hear(frame)
        await super().push_frame(frame, direction)

    def finish(self):
        """No more comes to what plays."""
        if self.sound is not None:
            self.sound.more(self.converter.take(b"", True), is_last=True)
            self.sound = None

    def tell_words(self):
        self.words.tell(unplayed=max(0.0, self.ends - asyncio.get_running_loop().time()))

    def silence(self):
        """Stops what plays."""
        if self.sound is not None:
            self.sound.cancel()
        self.sound, self.ahead = None, b""

    async def write_audio_frame(self, frame):
        loop, pcm = asyncio.get_running_loop(), bytes(frame.audio)
        if self.ahead and not self.ahead.startswith(pcm):
            self.silence()              # what waited was changed
        if self.sound is None:
            self.ends = 0.0
        if not self.ahead:
            ahead = pcm + self.waiting()
            if self.sound is None and ahead.strip(b"\0"):      # the silence at the end of a call is no prompt
                self.sound, self.converter = voice.Sound(), voice.Converter(self._sample_rate, voice.APP.rate)
            if self.sound is not None:
                self.ahead = ahead
                self.sound.more(self.converter.take(ahead))
        if isinstance(frame, frames.TTSAudioRawFrame):
            self.words.played += len(pcm) / 2 / self._sample_rate
        self.ahead = self.ahead[len(pcm):]
        self.ends = max(self.ends, loop.time()) + len(pcm) / 2 / self._sample_rate
        await asyncio.sleep(self.ends - loop.time())
        return True

    def waiting(self):
        """The samples that are written next, as they are; none where something may change them."""
        sender = self._media_senders.get(None)
        queue = getattr(getattr(sender, "_audio_queue", None), "_queue", ())
        is_changed = self._params.audio_out_mixer or getattr(self._params, "audio_out_filter", None) or (
            getattr(sender, "_volume", 1) * getattr(sender, "_volume_gain", 1) != 1)
        pieces = []
        for one in () if is_changed else queue:
            if not isinstance(one, frames.OutputAudioRawFrame):
                break
            pieces.append(bytes(one.audio))
        return b"".join(pieces)


class Words:
    """What the bot says, as far as it was heard.

    A service that times its words sends each word when it is heard. Another one announces a text, then sends its sound,
    then the text: of a text that is interrupted, as much was heard as of its sound.
    """
    LETTERS_A_SECOND = 15           # of a voice, while the end of its sound has not come: 180 words a minute

    def __init__(self):
        self.text = ""
        self.begin()

    def begin(self):
        """Nothing of an utterance has arrived or was played."""
        self.taken, self.played, self.waiting = 0.0, 0.0, []      # seconds; [text, where its sound begins and ends]

    def arrive(self, frame):
        if isinstance(frame, frames.TTSAudioRawFrame):
            self.taken += len(frame.audio) / 2 / frame.sample_rate
        elif isinstance(frame, frames.TTSTextFrame):
            if not frame.pts:
                open_one = next((one for one in self.waiting if one[2] is None), None)
                if open_one is None:
                    self.waiting.append([frame.text, self.taken, self.taken])
                else:
                    open_one[2] = self.taken
        elif isinstance(frame, frames.AggregatedTextFrame) and frame.will_be_spoken and not frame.pts:
            self.waiting.append([frame.text, self.taken, None])

    def hear(self, frame):
        """All of a text was heard."""
        if not frame.pts and self.waiting:
            self.waiting.pop(0)
        is_spaced = not self.text or getattr(frame, "includes_inter_frame_spaces", False)
        self.text += ("" if is_spaced else " ") + frame.text

    def tell(self, unplayed):
        """Tells what was heard; `unplayed` has the seconds that were written last and not played."""
        if self.waiting:
            text, begins, ends = self.waiting[0]
            seconds = self.played - unplayed - begins
            letters = seconds * (self.LETTERS_A_SECOND if ends is None else len(text) / max(.001, ends - begins))
            heard = text[:max(0, int(letters))]
            if len(heard) < len(text) and not text[len(heard)].isspace():
                heard = heard.rpartition(" ")[0]        # whole words
            if heard.strip():
                self.text += (" " if self.text else "") + heard.strip()
        if self.text:
            voice.emit("spoken", text=self.text)
        self.text = ""
        self.begin()


class Transport(BaseTransport):
    """In place of the bot's own transport. A client is connected once the pipeline has started, until it hangs up."""

    def __init__(self, params=None):
        BaseTransport.__init__(self)
        params = params.model_copy() if params else TransportParams(audio_in_enabled=True, audio_out_enabled=True)
        for name in ("on_client_connected", "on_client_disconnected"):
            self._register_event_handler(name)
        self.microphone = Microphone(params)
        self.loudspeaker = Loudspeaker(params, self.begin)

    async def begin(self):
        def told(message):
            self.microphone.create_task(self.hang_up())
        voice.on("hangUp", told)
        await self.connect()

    async def connect(self):
        """Tells the bot of the caller."""
        await self._call_event_handler("on_client_connected", "caller")

    async def hang_up(self):
        await self.microphone.close()
        await self.disconnect()

    async def disconnect(self):
        """Tells the bot that the caller is gone."""
        await self._call_event_handler("on_client_disconnected", "caller")

    def input(self):
        return self.microphone

    def output(self):
        return self.loudspeaker


def text_of(value):
    """A tool's arguments or result as one text."""
    return voice.without_addresses(
        value if isinstance(value, str) else json.dumps(value, sort_keys=True, default=str))


class Observer(BaseObserver):
    """Tells voice activity, turns, transcripts, tool calls, interruptions, spoken text and metrics as events."""

    def __init__(self):
        super().__init__(observe_every_push=False)
        self.state, self.prediction = None, None

    def enter(self, state):
        if state != self.state:
            self.state = state
            voice.emit("bot", state=state)

    async def on_pipeline_started(self):
        self.enter("listening")

    async def on_push_frame(self, data):
        frame = data.frame
        if isinstance(frame, frames.ErrorFrame):
            voice.APP.unhandled.note(frame.exception)
            voice.emit("fault", of=label(data.source), error=voice.without_addresses(frame.error)[:500])
        if data.direction == FrameDirection.DOWNSTREAM:
            tell = TOLD.get(type(frame))
            if tell is not None:
                tell(self, frame)

    # What frames say.

    def began_speech(self, frame):
        voice.emit("userSpeech", **{"is": "began"}, why={"limit": voice.ticks(frame.start_secs)})

    def ended_speech(self, frame):
        voice.emit("userSpeech", **{"is": "ended"}, why={"limit": voice.ticks(frame.stop_secs)})

    def began_turn(self, frame):
        voice.emit("userTurn", **{"is": "began"})

    def ended_turn(self, frame):
        voice.emit("userTurn", why=self.prediction, **{"is": "ended"})
        self.prediction = None

    def heard(self, frame):
        voice.emit("heard", text=frame.text, final=isinstance(frame, frames.TranscriptionFrame))

    def interrupted(self, frame):
        voice.emit("interrupted")

    def thinks(self, frame):
        self.enter("thinking")

    def speaks(self, frame):
        self.enter("speaking")

    def listens(self, frame):
        self.enter("listening")

    def called_tool(self, frame):
        voice.emit("toolCalled", tool=frame.function_name, arguments=text_of(frame.arguments))

    def tool_answered(self, frame):
        voice.emit("toolAnswered", tool=frame.function_name, result=text_of(frame.result))

    def tool_cancelled(self, frame):
        voice.emit("toolAnswered", tool=frame.function_name, result="cancelled")

    def measured(self, frame):
        for one in frame.data:
            if isinstance(one, metrics.TurnMetricsData):
                self.prediction = {"probability": voice.ticks(one.probability), **(
                    {"threshold": SMART_TURN_THRESHOLD} if label(one.processor) == "BaseSmartTurn" else {})}
            for kind, what, seconds in FIGURES:
                if type(one) is kind and (ms := voice.ticks(seconds(one))) != 0:    # a service says 0 when it starts
                    voice.emit("measured", of=label(one.processor), what=what, ms=ms)


def tell_options(processor):
    """Tells what the turns of a pipeline go by: the options of voice activity and of the user's turns."""
    for one in getattr(processor, "processors", ()):
        tell_options(one)
    controller = getattr(processor, "_vad_controller", None)
    voice.tell_options("vad", getattr(getattr(controller, "_vad_analyzer", None), "params", None))
    params = getattr(processor, "_params", None)
    if not hasattr(params, "user_turn_strategies"):
        return
    voice.tell_options("user", params)
    for when in ("start", "stop"):
        for strategy in getattr(params.user_turn_strategies, when, None) or ():
            # What a strategy was made with, and not what it remembers.
            taken = {name for kind in type(strategy).__mro__ for name in inspect.signature(kind.__init__).parameters}
            plain = {key.strip("_"): value for key, value in vars(strategy).items() if key.strip("_") in taken - {"name"}}
            voice.tell_options(f"{when}.{type(strategy).__name__}", plain)


WATCHED = []        # what observes each pipeline, also one that the bot gives no observer: of voicetest_pipecat_runner


def begin(self, *args, **options):
    """PipelineWorker's own beginning, then what its pipeline goes by."""
    observers = options.get("observers") or []
    if WATCHED and not any(isinstance(one, Observer) for one in observers):
        options["observers"] = [*observers, *(kind() for kind in WATCHED)]
    begin_plainly(self, *args, **options)
    tell_options(self._pipeline)


begin_plainly = PipelineWorker.__init__
PipelineWorker.__init__ = begin


def label(processor):
    """A processor's name without its number, which counts the processors of the process."""
    return str(getattr(processor, "name", processor)).split("#")[0]


SMART_TURN_THRESHOLD = 500       # thousandths; no option: `_predict_endpoint` of smart-turn has it
FIGURES = tuple((getattr(metrics, kind), what, seconds) for kind, what, seconds in (
    ("TTFBMetricsData", "first byte", lambda one: one.value),
    ("ProcessingMetricsData", "processing", lambda one: one.value),
    ("TextAggregationMetricsData", "sentence", lambda one: one.value),
    ("TTFAMetricsData", "first sound", lambda one: one.ttfa),
    ("TTFATMetricsData", "first answer", lambda one: one.ttfat),
    ("TurnMetricsData", "turn", lambda one: one.e2e_processing_time_ms / 1_000),
) if hasattr(metrics, kind))        # an earlier version has fewer
TOLD = {
    frames.VADUserStartedSpeakingFrame: Observer.began_speech,
    frames.VADUserStoppedSpeakingFrame: Observer.ended_speech,
    frames.UserStartedSpeakingFrame: Observer.began_turn, frames.UserStoppedSpeakingFrame: Observer.ended_turn,
    frames.TranscriptionFrame: Observer.heard, frames.InterimTranscriptionFrame: Observer.heard,
    frames.InterruptionFrame: Observer.interrupted, frames.LLMFullResponseStartFrame: Observer.thinks,
    frames.BotStartedSpeakingFrame: Observer.speaks, frames.BotStoppedSpeakingFrame: Observer.listens,
    frames.FunctionCallInProgressFrame: Observer.called_tool,
    frames.FunctionCallResultFrame: Observer.tool_answered, frames.FunctionCallCancelFrame: Observer.tool_cancelled,
    frames.MetricsFrame: Observer.measured,
}
