"""Stand-ins of Pipecat's transports: the caller and the loudspeaker of the session, with the events of the real ones.

Each is a class of the framework's name that derives from the real one and makes nothing of it: it opens no room, no peer
connection and no sound card. Signature, methods and events are read off the real class, and its own handlers run.
"""
import abc
import inspect
import json
import re
import sys
import types

import voicetest_app as voice
import voicetest_pipecat
from pipecat.frames import frames

voice.OWN.add(__file__)
CALLER = "caller"


# Messages of RTVI that a bot sends of its own accord, or as its answer.
ANSWERS = ("server-message", "server-response", "error-response")


def number(which):
    """A number of the call, as the scenario's fields `from` and `to` say it."""
    return str(voice.fields().get(which, voice.own_number("+15550100") if which == "from" else "+15550199"))


class Connection:
    """The caller's end of a SmallWebRTC connection, or of a carrier's WebSocket, as handlers of events see it."""

    def __init__(self, **values):
        self.pc_id, self.headers, self.client_state = CALLER, {}, types.SimpleNamespace(name="CONNECTED")
        vars(self).update(values)

    def is_connected(self):
        return True


def told(value):
    """What the bot sends, as one text."""
    return voicetest_pipecat.text_of(value if isinstance(value, str) or not hasattr(value, "model_dump")
                                     else value.model_dump(mode="json", exclude_none=True))[:2_000]


class Input(voicetest_pipecat.Microphone):
    """The caller, and what a transport asks of a real input: there is no other stream than the caller's voice."""
    message_frame = frames.InputTransportMessageFrame

    async def push_app_message(self, message, sender=None):
        """The caller's app sends a message: of RTVI where it says so."""
        is_told = self.message_frame is not frames.InputTransportMessageFrame
        await self.broadcast_frame(self.message_frame, message=message, **({"participant_id": sender} if is_told else {}))

    async def nothing(self, *args, **options):
        return None
    capture_participant_audio = capture_participant_video = capture_participant_media = nothing
    remove_participant_video = remove_all_video = push_stt_metadata_frame = nothing

    def release_participant(self, *args):
        pass

    def _supports_video_in_source(self, source):
        return False


class Output(voicetest_pipecat.Loudspeaker):
    """The loudspeaker. What goes to the caller's app beside the sound is an event `sent`."""

    async def send_message(self, frame):
        message = frame.message
        if not (isinstance(message, dict) and message.get("label") == "rtvi-ai"):
            voice.emit("sent", what="message", content=told(message))
        elif message.get("type") in ANSWERS:                    # the rest of RTVI tells what the trace tells
            voice.emit("sent", what=message["type"], content=told(message.get("data")))

    async def write_dtmf(self, frame):
        voice.emit("sent", what="keys", content=str(getattr(frame.button, "value", frame.button)))

    async def write_transport_frame(self, frame):
        if type(frame).__module__.startswith("pipecat.transports."):       # a transfer of the call, and the like
            voice.emit("sent", what=type(frame).__name__, content=told(getattr(frame, "settings", None) or ""))


class Call(voicetest_pipecat.Transport):
    """What the stand-ins of all transports have in common; `_on_…` are the framework's own."""
    SIGNATURE, EVENTS = None, ()

    def __init__(self, *args, **options):
        self.given = self.SIGNATURE.bind(self, *args, **options)
        self.given.apply_defaults()
        super().__init__(self.given.arguments.get("params"))
        for name, is_sync in self.EVENTS:
            if name not in self._event_handlers:
                self._register_event_handler(name, sync=is_sync)
        params = self.microphone._params
        self.microphone, self.loudspeaker = Input(params), Output(params, self.begin)
        self._params, self._input, self._output = params, self.microphone, self.loudspeaker
        self._client = types.SimpleNamespace(in_sample_rate=voice.APP.rate, out_sample_rate=voice.APP.rate)
        self._other_participant_has_joined, self.is_left, self.messages = False, False, 0
        for name in ("DailyInputTransportMessageFrame", "LiveKitInputTransportMessageFrame"):
            self._input.message_frame = getattr(sys.modules[type(self).__module__], name, self._input.message_frame)

    async def begin(self):
        voice.on("key", lambda message: self.microphone.create_task(self.press(message["key"])))
        voice.on("send", lambda message: self.microphone.create_task(self.receive(message["content"])))
        await super().begin()

    async def receive(self, content):
        """The caller's app sends what a line of the scenario has: `rtvi`, or a `message` of its own."""
        if "rtvi" in content:
            self.messages += 1
            await self.take({"label": "rtvi-ai", "id": f"message {self.messages}", **content["rtvi"]})
        elif "message" in content:
            await self.take(content["message"])
        else:
            voice.tell_once(None, f"the caller sends {told(content)}, which has neither \"rtvi\" nor \"message\"")

    async def take(self, message):
        """What the real transport does with a message of the caller's app."""
        await self._input.push_app_message(message)

    async def press(self, key):
        """The caller pressed a key, and the carrier says so."""
        try:
            await self._input.push_frame(frames.InputDTMFFrame(button=frames.KeypadEntry(key)))
        except ValueError:
            pass                # A to D, which Pipecat has not

    async def disconnect(self):
        if not self.is_left:
            self.is_left = True
            await self.leave()

    async def leave(self):
        await self._on_client_disconnected(self.given.arguments.get("webrtc_connection") or
                                           self.given.arguments.get("websocket"))


class SmallWebRTC(Call):
    async def take(self, message):
        await self._on_app_message(message, CALLER)

    async def connect(self):
        await self._on_client_connected(self.given.arguments["webrtc_connection"])


class WebSocket(Call):
    async def connect(self):
        await self._on_client_connected(self.given.arguments["websocket"])
        await self._input.push_frame(frames.ClientConnectedFrame())


class Local(Call):
    async def connect(self):
        pass

    leave = connect


# Participants as Daily describes them.
PARTICIPANT = {"id": CALLER, "info": {"userName": CALLER, "isLocal": False, "isOwner": False, "userId": CALLER},
               "media": {"microphone": {"state": "playable", "subscribed": "subscribed"}}}
BOT = {"id": "bot", "info": {"userName": "bot", "isLocal": True, "isOwner": True, "userId": "bot"}}


class Daily(Call):
    """A room of Daily. Where the bot waits for an answer of whom it calls, the caller comes when it is called."""

    async def connect(self):
        await self._on_joined({"participants": {"local": BOT}, "meetingSession": {"id": "call"}})
        if getattr(self._params, "dialin_settings", None):
            await self._on_dialin_ready("sip:call@voicetest.invalid")
            await self._on_dialin_connected({"sessionId": CALLER, "sipFrom": number("from")})
        if not self._event_handlers["on_dialout_answered"].handlers:
            await self._on_participant_joined(PARTICIPANT)

    async def leave(self):
        if getattr(self._params, "dialin_settings", None):
            await self._on_dialin_stopped({"sessionId": CALLER})
        await self._on_participant_left(PARTICIPANT, "leftCall")

    async def press(self, key):
        await self._on_dtmf_event({"tone": key, "sessionId": CALLER})

    async def take(self, message):
        await self._on_app_message(message, CALLER)

    async def _handle_dialin_ready(self, sip_endpoint):
        pass                    # the real one asks Daily to put the call through to the room

    async def start_dialout(self, settings=None):
        voice.emit("sent", what="start_dialout", content=told(settings or {}))
        self.microphone.create_task(self.answer())
        return CALLER, None

    async def answer(self):
        await self._on_dialout_connected({"sessionId": CALLER})
        await self._on_dialout_answered({"sessionId": CALLER})
        await self._on_participant_joined(PARTICIPANT)

    async def start_recording(self, streaming_settings=None, stream_id=None, force_new=None):
        voice.emit("sent", what="start_recording", content=told(streaming_settings or {}))
        return stream_id or "recording", None

    def participants(self):
        return {"local": BOT, **({} if self.is_left else {CALLER: PARTICIPANT})}

    def participant_counts(self):
        return {"present": 1 if self.is_left else 2, "hidden": 0}

    room_url = property(lambda self: self.given.arguments["room_url"])
    participant_id = property(lambda self: BOT["id"])

    def set_log_level(self, level):
        pass


class LiveKit(Call):
    async def connect(self):
        await self._on_connected()
        await self._on_participant_connected(CALLER)
        await self._on_first_participant_joined(CALLER)
        await self._on_audio_track_subscribed(CALLER)

    async def leave(self):
        await self._on_audio_track_unsubscribed(CALLER)
        await self._on_participant_disconnected(CALLER)

    async def press(self, key):
        await self._on_dtmf_event({"tone": key, "participant_id": CALLER})

    async def take(self, message):
        await self._on_data_received(json.dumps(message).encode(), CALLER)

    def get_participants(self):
        return [] if self.is_left else [CALLER]

    async def get_participant_metadata(self, participant_id):
        return {"id": CALLER, "name": CALLER, "metadata": "", "is_speaking": False} if participant_id == CALLER else {}

    participant_id = property(lambda self: BOT["id"])


class StandsIn(abc.ABCMeta):
    """A WebSocket that a server of the bot's own took stays with the real transport."""

    def __call__(cls, *args, **options):
        given = cls.SIGNATURE.bind(None, *args, **options).arguments.get("websocket")
        is_caller = given is None or isinstance(given, Connection)
        return super().__call__(*args, **options) if is_caller else cls.REAL(*args, **options)


def told_method(name, real):
    """A method that asks something of the transport's service: an event `sent`, and no error."""
    signature = inspect.signature(real)

    async def method(self, *args, **options):
        given = dict(signature.bind(self, *args, **options).arguments)
        given.pop("self")
        voice.emit("sent", what=name, content=told(given))
        return ("", None) if str(signature.return_annotation).startswith("tuple") else None
    return method


def stand_in(module, name, kind):
    """Puts a stand-in into the place of a transport, with the signature, the methods and the events of the real one."""
    real = getattr(module, name)
    methods = {key: told_method(key, value) for key, value in vars(real).items()
               if inspect.iscoroutinefunction(value) and not key.startswith(("_", "send_image", "send_audio"))
               and not any(key in vars(base) for base in kind.__mro__[:-1])}
    names = re.findall(r'_register_event_handler\(\s*"(\w+)"(, sync=True)?', inspect.getsource(real.__init__))
    taken = StandsIn(name, (kind, real), {
        **methods, "SIGNATURE": inspect.signature(real.__init__), "REAL": real, "__module__": real.__module__,
        "EVENTS": [(one, bool(is_sync)) for one, is_sync in names], "__doc__": real.__doc__})
    setattr(module, name, taken)


TRANSPORTS = {
    "daily.transport": ("DailyTransport", Daily), "livekit.transport": ("LiveKitTransport", LiveKit),
    "smallwebrtc.transport": ("SmallWebRTCTransport", SmallWebRTC),
    "websocket.fastapi": ("FastAPIWebsocketTransport", WebSocket),
    "local.audio": ("LocalAudioTransport", Local), "local.tk": ("TkLocalTransport", Local),
}


def take_transport(module):
    stand_in(module, *TRANSPORTS[module.__name__.removeprefix("pipecat.transports.")])


def differences(taken):
    """What a stand-in of a transport has otherwise than the real one: parameters of methods, events that it fires."""
    kind, real = taken.__mro__[1], taken.REAL
    for name, value in vars(kind).items():
        asked = vars(real).get(name)
        if inspect.isfunction(value) and inspect.isfunction(asked) and name != "__init__":
            wanted, given = inspect.signature(asked).parameters, inspect.signature(value).parameters
            if [*map(str, wanted)] != [*map(str, given)] or any(
                    wanted[one].default != given[one].default for one in wanted):
                yield f"{real.__name__}.{name} takes {', '.join(wanted)}, and the stand-in {', '.join(given)}"
    for name in re.findall(r"self\.(_on_\w+)\(", inspect.getsource(kind)):
        if not hasattr(real, name):
            yield f"{real.__name__} has no {name}"
    if "_register_event_handler" in inspect.getsource(real.__init__) and not taken.EVENTS:
        yield f"{real.__name__} registers its events otherwise"
