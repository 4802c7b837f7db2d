"""LiveKit Agents under voicetest: the caller and the loudspeaker of a session, and its events in the trace.

    session = AgentSession(…)
    voicetest_livekit.attach(session)
    await session.start(agent)                    # without a room
    await voicetest_livekit.closed(session)

Nothing else of the bot changes. `python -m voicetest_app bot.py` runs it. `TESTED` has the versions of livekit-agents
that this file is tested with.
"""
import asyncio
import functools
import time
import types

import voicetest_app as voice

TESTED = ("1.8",)
VERSION = voice.adapt(__file__, "livekit-agents", TESTED)

try:
    from livekit import rtc
    from livekit.agents.utils import http_context
    from livekit.agents.voice import TranscriptSynchronizer, io
    from livekit.agents.voice.agent_activity import AgentActivity
except ImportError as error:
    raise ImportError(
        f"voicetest_livekit does not know LiveKit Agents {VERSION}: {error}. Install livekit-agents {TESTED[-1]}."
    ) from error


class Microphone(io.AudioInput):
    """The caller, in blocks of the session's rate. What comes while the input is disabled is not heard."""

    def __init__(self):
        super().__init__(label="voicetest")
        self.blocks, self.is_enabled = voice.microphone(), True

    def on_attached(self):
        self.is_enabled = True

    def on_detached(self):
        self.is_enabled = False

    async def __anext__(self):
        pcm = await self.blocks.__anext__()
        while not self.is_enabled:
            pcm = await self.blocks.__anext__()
        return rtc.AudioFrame(data=pcm, sample_rate=voice.APP.rate, num_channels=1, samples_per_channel=len(pcm) // 2)


class Loudspeaker(io.AudioOutput):
    """What the caller hears: takes sound as fast as it comes, plays it in its own time, and can pause."""

    def __init__(self):
        super().__init__(label="voicetest", capabilities=io.AudioOutputCapabilities(pause=True),
                         sample_rate=voice.APP.rate)
        self.is_paused = False
        self.begin()

    def begin(self):
        """Nothing of a segment was taken."""
        self.sound, self.waiting, self.is_whole = None, None, False
        self.pcm, self.ends, self.rest = b"", 0.0, b""

    def play(self, pcm):
        now = asyncio.get_running_loop().time()
        if self.sound is None:
            self.sound, self.ends = voice.Sound(), now
        self.sound.more(pcm)
        self.ends = max(self.ends, now) + len(pcm) / 2 / voice.APP.rate

    def unplayed(self):
        """The bytes that were taken and not heard yet."""
        seconds = 0 if self.sound is None else max(0.0, self.ends - asyncio.get_running_loop().time())
        return len(self.rest) + min(len(self.pcm), 2 * round(seconds * voice.APP.rate))

    async def capture_frame(self, frame):
        await super().capture_frame(frame)
        is_first, pcm = not self.pcm, bytes(frame.data)
        self.pcm += pcm
        if self.is_paused:
            self.rest += pcm
            return
        self.play(pcm)
        if is_first:
            self.on_playback_started(created_at=time.time())

    def flush(self):
        super().flush()
        if self.pcm and not self.is_whole:
            self.is_whole = True
            self.close()

    def close(self):
        """No more comes, so the segment is over when what plays was heard."""
        if self.sound is not None and not self.is_paused:
            self.waiting = asyncio.ensure_future(self.wait(self.sound.more(b"", is_last=True)))

    async def wait(self, sound):
        await sound
        seconds = len(self.pcm) / 2 / voice.APP.rate
        self.begin()
        self.on_playback_finished(playback_position=seconds, interrupted=False)

    def stop(self):
        if self.sound is not None:
            self.sound.cancel()
            self.sound = None

    def clear_buffer(self):
        if not self.pcm:
            return
        seconds = (len(self.pcm) - self.unplayed()) / 2 / voice.APP.rate
        self.stop()
        self.begin()
        voice.emit("interrupted")
        self.on_playback_finished(playback_position=seconds, interrupted=True)

    def pause(self):
        super().pause()
        if not self.is_paused:
            self.is_paused = True
            left = self.unplayed()
            self.stop()
            self.rest = self.pcm[len(self.pcm) - left:]

    def resume(self):
        super().resume()
        if self.is_paused:
            self.is_paused, rest, self.rest = False, self.rest, b""
            if rest:
                is_first = len(rest) == len(self.pcm)
                self.play(rest)
                if is_first:
                    self.on_playback_started(created_at=time.time())
            if self.is_whole:
                if self.sound is None:      # all of it was heard before the pause
                    self.sound = voice.Sound()
                self.close()


class Source:
    """In place of what `rtc.AudioSource` asks of the native library: the caller hears what is captured, in time.

    It is published nowhere, and plays beside the agent's speech, as the background of `BackgroundAudioPlayer` does.
    """

    def __init__(self, sample_rate, num_channels, queue_size_ms=1000, loop=None):
        self._sample_rate, self._num_channels, self._loop = sample_rate, num_channels, loop or asyncio.get_event_loop()
        self._last_capture, self._q_size, self._join_handle, self._join_fut = 0.0, 0.0, None, None
        self.limit, self.sound, self.converter = queue_size_ms / 1_000, None, None

    async def capture_frame(self, frame):
        if not frame.samples_per_channel:
            return
        now = time.monotonic()
        self._q_size = self.queued_duration + frame.samples_per_channel / self._sample_rate
        self._last_capture = now
        if self._join_handle:
            self._join_handle.cancel()
        if self._join_fut is None:
            self._join_fut = self._loop.create_future()
        self._join_handle = self._loop.call_later(self._q_size, self._release_waiter)
        if self.sound is None:
            self.sound, self.converter = voice.Sound(), voice.Converter(self._sample_rate, voice.APP.rate)
        self.sound.more(self.converter.take(one_channel(frame)))
        await asyncio.sleep(max(0.0, self._q_size - self.limit))

    def clear_queue(self):
        if self.sound is not None:
            self.sound.cancel()
            self.sound = None
        self._release_waiter()

    async def aclose(self):
        self.clear_queue()

    def _release_waiter(self):
        if self.sound is not None:          # all of it was heard
            self.sound.more(self.converter.take(b"", True), is_last=True)
            self.sound = None
        if self._join_handle:
            self._join_handle.cancel()
        release_plainly(self)


def one_channel(frame):
    """The samples of a frame, all its channels as one."""
    pcm, count = bytes(frame.data), frame.num_channels
    if count == 1:
        return pcm
    import numpy
    return numpy.frombuffer(pcm, dtype="<i2").reshape(-1, count).mean(axis=1).round().astype("<i2").tobytes()


release_plainly = rtc.AudioSource._release_waiter
for name, value in vars(Source).items():
    if isinstance(value, types.FunctionType):
        setattr(rtc.AudioSource, name, value)
rtc.LocalAudioTrack.create_audio_track = staticmethod(
    lambda name, source: types.SimpleNamespace(name=name, source=source, sid=""))


def room():
    """A room without participants, for what asks for one, as `BackgroundAudioPlayer.start` does."""
    from livekit.agents.ipc.mock_room import create_mock_room
    return create_mock_room()


class Words(io.TextOutput):
    """What the bot says, as far as it was heard: the words come with the sound, as they do in a room."""

    def __init__(self):
        super().__init__(label="voicetest", next_in_chain=None)
        self.text = ""

    async def capture_text(self, text):
        self.text += text

    def flush(self):
        if text := self.text.rstrip():      # a sentence comes with the blank behind it
            voice.emit("spoken", text=text)
        self.text = ""


class Teller:
    """Writes what a session says about itself into the trace."""

    def __init__(self, session):
        self.tools = {}         # names by call
        self.prediction = None  # what the turn detector compared last in this turn
        for name in ("user_state_changed", "agent_state_changed", "user_input_transcribed", "conversation_item_added",
                     "tool_execution_updated", "agent_false_interruption",
                     "user_transcription_timeout", "error"):
            session.on(name, getattr(self, name))

    def user_state_changed(self, event):
        if event.new_state == "speaking":
            voice.emit("userSpeech", **{"is": "began"})
        elif event.old_state == "speaking":
            voice.emit("userSpeech", **{"is": "ended"})
        else:
            voice.emit("user", state=event.new_state)

    def agent_state_changed(self, event):
        voice.emit("bot", state=event.new_state)

    def user_input_transcribed(self, event):
        voice.emit("heard", text=event.transcript, final=event.is_final)

    def conversation_item_added(self, event):
        if getattr(event.item, "type", None) == "agent_handoff" and event.item.old_agent_id is not None:
            voice.emit("handoff", **{"from": event.item.old_agent_id, "to": event.item.new_agent_id})
        role = getattr(event.item, "role", None)
        if role == "user":
            voice.emit("userTurn", why=self.prediction, **{"is": "ended"})
            self.prediction = None
        told = getattr(event.item, "metrics", None) or {}
        for of, what, name in FIGURES:
            if name in told and voice.ticks(told[name]) != 0:
                voice.emit("measured", of=of, what=what, ms=voice.ticks(told[name]))

    def predicted(self, event):
        self.prediction = {"probability": voice.ticks(event.probability), "threshold": voice.ticks(event.threshold)}

    def tool_execution_updated(self, event):
        update = event.update
        if update.type == "tool_call_started":
            call = update.function_call
            self.tools[call.call_id] = call.name
            voice.emit("toolCalled", tool=call.name, arguments=call.arguments)
        elif update.type == "tool_call_ended":
            voice.emit("toolAnswered", tool=self.tools.pop(update.call_id, ""),
                       result=voice.without_addresses(f"{update.status}: {update.message or ''}"))

    def agent_false_interruption(self, event):
        voice.emit("resumed" if event.resumed else "falseInterruption")

    def user_transcription_timeout(self, event):
        voice.emit("fault", of="recognizer", error="speech without a transcript")

    def error(self, event):
        voice.APP.unhandled.note(getattr(event.error, "error", event.error))
        error = voice.without_addresses(getattr(event.error, "error", event.error))
        voice.emit("fault", of=type(event.source).__name__, error=error[:500])


# What a message says about the turn that it belongs to: of what, which figure, its name.
FIGURES = (
    ("turn", "transcription", "transcription_delay"), ("turn", "end of turn", "end_of_turn_delay"),
    ("turn", "turn completed", "on_user_turn_completed_delay"), ("llm", "first token", "llm_node_ttft"),
    ("llm", "first sentence", "llm_node_ttfs"), ("tts", "first byte", "tts_node_ttfb"),
    ("turn", "latency", "e2e_latency"),
)


def attach(session):
    """Gives a session the caller and the loudspeaker, and tells its events. Call it before `session.start(agent)`."""
    both = TranscriptSynchronizer(next_in_chain_audio=Loudspeaker(), next_in_chain_text=Words())
    session.input.audio, session.output.audio = Microphone(), both.audio_output
    session.output.transcription = both.text_output
    session.teller = Teller(session)
    session.on("close", functools.partial(lambda end, event: end(), voice.begin_session(voice.place())))
    session.has_own_http = http_context._ContextVar.get(None) is None
    if session.has_own_http:        # a worker gives each call a session for HTTP, and closes it
        http_context._new_session_ctx()
    options = vars(session.options)
    voice.tell_options("session", {key: options[key] for key in options if key != "endpointing_overrides"})
    voice.tell_options("vad", getattr(session.vad, "_opts", None))


async def closed(session):
    """Waits until the session is over."""
    over = asyncio.Event()
    session.on("close", lambda event: over.set())
    await over.wait()
    if session.has_own_http:
        await http_context._close_http_ctx()


def predict(self, event):
    """AgentActivity's own handling of what a turn detector says, which no event of the session tells."""
    predict_plainly(self, event)
    if (teller := getattr(self._session, "teller", None)) is not None:
        teller.predicted(event)


predict_plainly = AgentActivity.on_eot_prediction
AgentActivity.on_eot_prediction = predict
