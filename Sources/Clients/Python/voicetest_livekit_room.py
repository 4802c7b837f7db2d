"""Stands in for LiveKit's room: the agent and the caller are in it, and nothing goes over a network.

`rtc.Room` connects at once, and its events come through the real room's own handling. What the agent sends into the room
is an event `sent`. The caller has the identity, the attributes and the metadata of the scenario's fields: `identity`,
`name`, `metadata`, and each whose name has a dot, such as `sip.phoneNumber`; one that begins with `sip.` makes a caller of
a telephone.
"""
import inspect
import json
import traceback
import types

import voicetest_app as voice
from livekit import rtc
from livekit.rtc import room as real
from livekit.rtc._ffi_client import INVALID_HANDLE, FfiHandle
from livekit.rtc._proto import participant_pb2, room_pb2, track_pb2

voice.OWN.add(__file__)
DEPARTURE_SECONDS = 20          # that a server keeps a room after the last caller left, where the room does not say
RPC_SECONDS = 10.0              # that an app waits for an answer, where it does not say
ROOMS = []                      # that are connected


def told(what, **content):
    """Tells what the agent sends into the room."""
    text = content.pop("text", None)
    content = {key: value for key, value in content.items() if value not in (None, [], {}, "")}
    voice.emit("sent", what=what, content=voice.without_addresses(
        str(text if text is not None else json.dumps(content, sort_keys=True, default=str)))[:2_000])


def fields():
    return {key: str(value) for key, value in voice.fields().items()}


def caller():
    """The caller, as LiveKit describes a participant."""
    known = fields()
    attributes = {key: value for key, value in known.items() if "." in key}
    is_sip = any(key.startswith("sip.") for key in attributes)
    kind = participant_pb2.PARTICIPANT_KIND_SIP if is_sip else participant_pb2.PARTICIPANT_KIND_STANDARD
    number = attributes.get("sip.phoneNumber", "")
    identity = known.get("identity") or (f"sip_{number}" if number else voice.own_name("caller"))
    return participant_pb2.OwnedParticipant(info=participant_pb2.ParticipantInfo(
        sid="PA_caller", identity=identity, name=known.get("name", ""), metadata=known.get("metadata", ""), kind=kind,
        state=participant_pb2.ParticipantState.PARTICIPANT_STATE_ACTIVE, attributes=attributes))


def publication(kind, name, source, sid):
    """A track that is published, as LiveKit describes it."""
    return track_pb2.OwnedTrackPublication(info=track_pb2.TrackPublicationInfo(
        sid=sid, name=name, kind=kind, source=source, mime_type="audio/opus" if kind == rtc.TrackKind.KIND_AUDIO else ""))


class Writer:
    """A stream of text or bytes that the agent writes: one event when it is closed."""

    def __init__(self, what, topic, info):
        self.what, self.topic, self.info, self.parts = what, topic, info, []

    async def write(self, part):
        self.parts.append(part)

    async def aclose(self, *, reason="", attributes=None):
        if not self.topic.startswith("lk."):        # the framework's own: what is heard and said is in the trace
            told(self.what, topic=self.topic, **content_of(self.parts))


def content_of(parts):
    if all(isinstance(part, str) for part in parts):
        return {"content": "".join(parts)}
    return {"bytes": sum(map(len, parts))}


class LocalParticipant(rtc.LocalParticipant):
    """The agent. A method that the caller's app has is answered as a line of the scenario said; it has no others."""

    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        self.answers = {}

    async def publish_data(self, payload, *, reliable=True, destination_identities=(), topic=""):
        text = payload if isinstance(payload, str) else bytes(payload).decode("utf-8", "replace")
        told("data", topic=topic, to=list(destination_identities), content=text)

    async def publish_dtmf(self, *, code, digit):
        told("keys", text=digit)

    async def publish_transcription(self, transcription):
        pass                    # is in the trace as `heard` and `spoken`

    def register_rpc_method(self, method_name, handler=None):
        def register(function):
            self._rpc_handlers[method_name] = function
            return function
        return register if handler is None else register(handler)

    def unregister_rpc_method(self, method):
        self._rpc_handlers.pop(method, None)

    async def _perform_rpc_ffi(self, call):
        told("rpc", method=call.method, to=call.destination_identity, content=call.payload)
        if call.method in self.answers:
            return self.answers[call.method]
        raise rtc.RpcError(rtc.RpcError.ErrorCode.UNSUPPORTED_METHOD, "Method not supported at destination")

    async def set_metadata(self, metadata):
        self._info.metadata = metadata
        told("metadata", text=metadata)

    async def set_name(self, name):
        self._info.name = name
        told("name", text=name)

    async def set_attributes(self, attributes):
        self._info.attributes.update(attributes)
        own = {key: value for key, value in attributes.items() if not key.startswith("lk.")}
        if own:
            told("attributes", **own)

    async def stream_text(self, *, topic="", **options):
        return Writer("text", topic, types.SimpleNamespace(topic=topic, stream_id="stream", **options))

    async def send_text(self, text, *, topic="", **options):
        writer = await self.stream_text(topic=topic, **options)
        await writer.write(text)
        await writer.aclose()
        return writer.info

    async def stream_bytes(self, name, *, topic="", **options):
        return Writer("bytes", topic, types.SimpleNamespace(name=name, topic=topic, stream_id="stream", **options))

    async def send_bytes(self, data, name="", *, topic="", **options):
        writer = await self.stream_bytes(name, topic=topic, **options)
        await writer.write(data)
        await writer.aclose()
        return writer.info

    async def send_file(self, file_path, *, topic="", **options):
        told("file", topic=topic, content=str(file_path).rpartition("/")[2])
        return types.SimpleNamespace(name=file_path, topic=topic, stream_id="stream")

    async def publish_track(self, track, options=None):
        kind = getattr(track, "kind", None) or rtc.TrackKind.KIND_AUDIO
        sid = f"TR_{len(self._track_publications) + 1}"
        one = rtc.LocalTrackPublication(publication(kind, getattr(track, "name", ""), getattr(options, "source", 0), sid))
        one._track = track
        one._first_subscription.set_result(None)
        self._track_publications[sid] = one
        return one

    async def unpublish_track(self, track_sid):
        self._track_publications.pop(track_sid, None)

    def set_track_subscription_permissions(self, *, allow_all_participants, participant_permissions=()):
        pass

    async def invoke(self, identity, method, payload):
        """The caller's app calls a method of the agent's; what comes of it is an event `sent`."""
        handler = self._rpc_handlers.get(method)
        try:
            if handler is None:
                raise rtc.RpcError._built_in(rtc.RpcError.ErrorCode.UNSUPPORTED_METHOD)
            answer = handler(rtc.RpcInvocationData("request", identity, payload, RPC_SECONDS, method))
            answer = await answer if inspect.isawaitable(answer) else answer
            told("rpcAnswer", method=method, content=answer)
        except Exception as error:
            if not isinstance(error, rtc.RpcError):
                traceback.print_exc()       # the caller's app is told no more than that it failed
                error = rtc.RpcError._built_in(rtc.RpcError.ErrorCode.APPLICATION_ERROR)
            told("rpcAnswer", method=method, error=error.message, code=int(error.code))


class Reader:
    """A stream of text that the caller's app sent, as handlers of streams read it."""

    def __init__(self, topic, text):
        self.info, self.parts = rtc.TextStreamInfo(
            stream_id="stream", mime_type="text/plain", topic=topic, timestamp=0, size=len(text.encode()), attributes={},
            attachments=[]), [text]

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.parts:
            raise StopAsyncIteration
        return self.parts.pop()

    async def read_all(self):
        return "".join([part async for part in self])

    def close(self):
        self.parts = []


def text_of(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


class Publication(rtc.RemoteTrackPublication):
    """The caller's microphone."""

    def set_subscribed(self, subscribed):
        if subscribed and not self._subscribed:
            self.room.subscribe(self.participant, self)
        self._subscribed = subscribed


class Room(rtc.Room):
    """A room in which the caller is already when the agent connects."""

    def __del__(self):
        pass                    # the real one leaves the native library's events

    async def connect(self, url, token, options=rtc.RoomOptions()):
        self._ffi_handle = FfiHandle(INVALID_HANDLE)
        self._info.name = self._info.name or fields().get("room", voice.own_name("call"))
        self._info.sid, self._info.num_participants = "RM_call", 2
        self._resolve_first_sid(self._info.sid)
        self._local_participant = LocalParticipant(self._room_queue, participant_pb2.OwnedParticipant(
            info=participant_pb2.ParticipantInfo(
                sid="PA_agent", identity="agent", kind=participant_pb2.PARTICIPANT_KIND_AGENT,
                state=participant_pb2.ParticipantState.PARTICIPANT_STATE_ACTIVE)))
        one = self._create_remote_participant(caller())
        track = Publication(publication(
            rtc.TrackKind.KIND_AUDIO, "microphone", rtc.TrackSource.SOURCE_MICROPHONE, "TR_caller"))
        track.room, track.participant = self, one
        one._track_publications[track.sid] = track
        self._connection_state = rtc.ConnectionState.CONN_CONNECTED
        ROOMS.append(self)
        self.caller = voice.CALLER.get()
        self.endings = [voice.on("hangUp", lambda message: self.lose_caller()),
                        voice.on("key", lambda message: self.press(message["key"])),
                        voice.on("send", lambda message: self.receive(message["content"]))]
        self.emit("connection_state_changed", self._connection_state)
        self.emit("connected")
        if options.auto_subscribe:
            self.subscribe(one, track)

    async def get_rtc_stats(self):
        return real.RtcStats(publisher_stats=[], subscriber_stats=[])       # nothing is sent over a network

    def subscribe(self, participant, publication):
        """The agent hears the caller's track."""
        track = rtc.RemoteAudioTrack(track_pb2.OwnedTrack(info=track_pb2.TrackInfo(
            sid=publication.sid, name="microphone", kind=rtc.TrackKind.KIND_AUDIO, remote=True)))
        publication._track, publication._subscribed = track, True
        self._loop.call_soon(self.emit, "track_subscribed", track, publication, participant)

    def happen(self, **event):
        """Something happens in the room; the real one handles it."""
        self._on_room_event(room_pb2.RoomEvent(**event))

    def lose_caller(self, reason=rtc.DisconnectReason.CLIENT_INITIATED):
        """The caller is gone; the room closes some time later."""
        for identity in list(self._remote_participants):
            self.happen(participant_disconnected=room_pb2.ParticipantDisconnected(
                participant_identity=identity, disconnect_reason=reason))
        self._loop.call_later(self.departure_timeout or DEPARTURE_SECONDS, self.close, rtc.DisconnectReason.ROOM_CLOSED)

    def press(self, key):
        """The caller pressed a key of a telephone."""
        code = "0123456789*#ABCD".index(key)
        for identity in self._remote_participants:
            self.happen(data_packet_received=room_pb2.DataPacketReceived(
                participant_identity=identity, sip_dtmf=room_pb2.SipDTMF(code=code, digit=key)))

    def receive(self, content):
        """The caller's app sends what a line of the scenario has."""
        participant, topic = next(iter(self._remote_participants.values()), None), content.get("topic", "")
        if participant is None:
            return
        payload = text_of(content.get("payload", ""))
        if "rpc" in content:
            self._loop.create_task(self._local_participant.invoke(participant.identity, content["rpc"], payload))
        elif "method" in content:
            self._local_participant.answers[content["method"]] = payload
        elif "data" in content:
            self.emit("data_received", rtc.DataPacket(
                data=text_of(content["data"]).encode(), kind=rtc.DataPacketKind.KIND_RELIABLE, participant=participant, topic=topic))
        elif "text" in content:
            handler = self._text_stream_handlers.get(topic)
            if handler is not None:
                handler(Reader(topic, text_of(content["text"])), participant.identity)
        elif "attributes" in content:
            changed = {key: text_of(value) for key, value in content["attributes"].items()}
            participant._info.attributes.update(changed)
            self.emit("participant_attributes_changed", changed, participant)
        elif "metadata" in content:
            self.happen(participant_metadata_changed=room_pb2.ParticipantMetadataChanged(
                participant_identity=participant.identity, metadata=text_of(content["metadata"])))
        else:
            voice.tell_once(None, f"the caller sends {json.dumps(content)[:200]}, which is nothing that a room knows: use"
                            " data, text, rpc, method, attributes or metadata")

    def close(self, reason):
        """The room is no more."""
        if not self.isconnected():
            return
        for end in self.endings:
            end()
        ROOMS.remove(self)
        self._local_participant._info.disconnect_reason = reason
        self._connection_state = rtc.ConnectionState.CONN_DISCONNECTED
        self.emit("connection_state_changed", self._connection_state)
        self.emit("disconnected", reason)

    async def disconnect(self, *, reason=rtc.DisconnectReason.CLIENT_INITIATED):
        self.close(reason)


class AudioStream:
    """In place of `rtc.AudioStream`: the caller's voice, at the rate that is asked for."""

    def __init__(self, track, loop=None, capacity=0, sample_rate=48_000, num_channels=1, frame_size_ms=None, **options):
        self.rate, self.channels, self.blocks = sample_rate, num_channels, voice.microphone()
        self.converter = voice.Converter(voice.APP.rate, sample_rate)
        self.task, self.is_closed = None, False

    @classmethod
    def from_participant(cls, *, participant, track_source, **options):
        return cls(None, **options)

    @classmethod
    def from_track(cls, *, track, **options):
        return cls(track, **options)

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.is_closed:
            raise StopAsyncIteration
        pcm = self.converter.take(await self.blocks.__anext__())
        if self.channels > 1:
            pcm = b"".join(pcm[at:at + 2] * self.channels for at in range(0, len(pcm), 2))
        return rtc.AudioFrameEvent(rtc.AudioFrame(pcm, self.rate, self.channels, len(pcm) // 2 // self.channels))

    async def aclose(self):
        self.is_closed = True
        await self.blocks.aclose()


# What a check compares with the real classes: the stand-in, its methods that take the real ones' places.
STAND_INS = {rtc.LocalParticipant: LocalParticipant, rtc.RemoteTrackPublication: Publication, rtc.Room: Room}


def differences():
    """Methods of the stand-ins that the real classes have not, or that do not take what those take."""
    for kind, taken in STAND_INS.items():
        for name, value in vars(taken).items():
            if name in ("happen", "subscribe", "lose_caller", "press", "close", "receive", "invoke") or not inspect.isfunction(value):
                continue
            if not hasattr(kind, name):
                yield f"{kind.__name__} has no {name}"
                continue
            asked, given = (inspect.signature(getattr(one, name)).parameters for one in (kind, taken))
            takes_any = any(one.kind is one.VAR_KEYWORD for one in given.values())
            if not takes_any and list(asked) != list(given):
                yield f"{kind.__name__}.{name} takes {', '.join(asked)}, and the stand-in {', '.join(given)}"


def take():
    """Puts the stand-ins in the places of the real ones."""
    real.Room = rtc.Room = Room
    rtc.AudioStream = AudioStream


