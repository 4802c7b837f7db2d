"""Runs a file of LiveKit Agents as it is: `entrypoint(ctx)`, `AgentServer`, `cli.run_app`.

    python -m voicetest_app agent.py

The client loads this file where the agent imports livekit.agents and no adapter. `cli.run_app` gives the agent one job, in
this process, with the framework's own job context, session of HTTP and shutdown. The room is voicetest_livekit_room's,
with the caller in it; each session that starts hears the caller and is heard.
"""
import asyncio
import functools
import inspect
import logging

import voicetest_app as voice
import voicetest_livekit

try:
    from livekit import api, rtc
    from livekit.agents import AgentSession, cli, job, utils, worker
    from livekit.agents.inference_runner import _InferenceRunner
    from livekit.agents.ipc import job_proc_lazy_main, proto
    from livekit.protocol import agent, models
except ImportError as error:
    raise ImportError(f"voicetest_livekit_worker does not know LiveKit Agents {voicetest_livekit.VERSION}: {error}. "
                      f"Install livekit-agents {voicetest_livekit.TESTED[-1]}.") from error
import voicetest_livekit_room as rooms

voice.OWN.add(__file__)
if not voice.APP.is_ready_sent:
    voice.declare(keys=True, kinds={"sent": {"role": "decision", "fields": {"what": "text", "content": "text"}, "private": ["content"]},
                         "sessionClosed": {"role": "decision", "fields": {"reason": "text"}}})
rooms.take()


async def start(self, agent, *args, **options):
    """AgentSession's own beginning, with the caller for its input and the loudspeaker for its output."""
    if getattr(self, "teller", None) is None:
        voicetest_livekit.attach(self)
        if is_off(options, "input"):
            self.input.audio = None
        if is_off(options, "output"):
            self.output.audio = self.output.transcription = None
        self.on("close", lambda event: voice.emit("sessionClosed", reason=str(getattr(event.reason, "value", event.reason))))
    options.pop("record", None)         # a recording is the session of voicetest
    if "session_host" in PARAMETERS:    # there is nobody in the room who watches the session from afar
        options["session_host"] = False
    return await start_plainly(self, agent, *args, **options)


def is_off(options, side):
    """Whether an agent wants no sound of the room, or gives it none: it is one of text."""
    given = getattr(options.get("room_options"), f"audio_{side}", None)
    return given is False or getattr(options.get(f"room_{side}_options"), "audio_enabled", None) is False


def is_new(record):
    """Whether a line of the log says more than that the session hears the caller, which `start` sees to."""
    return not (str(record.msg).startswith("RoomIO ") and "already set, ignoring" in str(record.msg))


logging.getLogger("livekit.agents").addFilter(is_new)
start_plainly = AgentSession.start
PARAMETERS = inspect.signature(start_plainly).parameters
AgentSession.start = functools.wraps(start_plainly)(start)


class Client:
    """In place of the process that starts jobs: models that it would run for all jobs are run here."""

    def __init__(self):
        self.runners = {}

    async def send(self, message):
        pass

    async def do_inference(self, method, data):
        if method not in self.runners:
            self.runners[method] = _InferenceRunner.registered_runners[method]()
            self.runners[method].initialize()
        return self.runners[method].run(data)

    def close(self):
        pass


def finished(value=None):
    future = asyncio.get_running_loop().create_future()
    future.set_result(value)
    return future


def delete_room(self, room_name=None):
    """The room is gone for all who are in it, as it is when LiveKit's server is asked to delete it."""
    rooms.told("delete_room", text="")

    def close():
        for room in [one for one in rooms.ROOMS if one.caller == voice.CALLER.get()]:
            room.lose_caller(rtc.DisconnectReason.ROOM_DELETED)
            room.close(rtc.DisconnectReason.ROOM_DELETED)
    asyncio.get_running_loop().call_soon(close)
    return finished(api.DeleteRoomResponse())


def add_sip_participant(self, *, call_to, trunk_id, participant_identity, participant_name="SIP-participant"):
    rooms.told("add_sip_participant", to=call_to, identity=participant_identity)
    return finished(api.SIPParticipantInfo())


def transfer_sip_participant(self, participant, transfer_to, play_dialtone=False):
    rooms.told("transfer_sip_participant", to=transfer_to)
    return finished(api.SIPParticipantInfo())


for function in (delete_room, add_sip_participant, transfer_sip_participant):
    setattr(job.JobContext, function.__name__, function)


async def accepted(server, asked):
    """What the agent's `on_request` says to the job: its arguments, or None where it is refused."""
    given = []

    async def accept(arguments):
        given.append(arguments)

    async def reject(terminate):
        pass
    request = job.JobRequest(job=asked, on_accept=accept, on_reject=reject)
    await (server._request_fnc(request) if server._request_fnc else request.accept(identity="agent"))
    return given[0] if given else None


async def call(server):
    """One call of an agent's server, from its process to its shutdown."""
    await asyncio.sleep(.001)           # fields that the scenario sets at the start are there then
    known, failures = rooms.fields(), []
    asked = agent.Job(
        id=voice.own_name("job"), dispatch_id=voice.own_name("dispatch"), type=agent.JobType.JT_ROOM,
        agent_name=server._agent_name, metadata=known.get("jobMetadata", ""),
        room=models.Room(name=known.get("room", voice.own_name("call")), sid=voice.own_name("RM_call")))
    arguments = await accepted(server, asked)
    if arguments is None:
        return voice.emit("sent", what="reject", content="")

    async def enter(context):
        try:
            await server._entrypoint_fnc(context)
        except Exception as error:
            failures.append(error)      # the framework only writes it into its log
            raise
    one = job_proc_lazy_main._JobProc(
        server._setup_fnc or (lambda process: None), enter, server._session_end_fnc,
        session_end_timeout=server._session_end_timeout, executor_type=job.JobExecutorType.THREAD,
        simulation_end_fnc=server._simulation_end_fnc)
    client = Client()
    one.initialize(proto.InitializeRequest(), client)
    one._inf_client = client
    channel, request = utils.aio.Chan(), proto.StartJobRequest()
    request.running_job = job.RunningJobInfo(
        accept_arguments=arguments, job=asked, url=server._ws_url or "wss://voicetest.invalid", token="",
        worker_id="worker", fake_job=False)
    channel.send_nowait(request)
    await one.entrypoint(channel)
    if failures:
        raise failures[0]


def run_app(server):
    """In place of the command line of agents: runs one call for each caller, whichever of its commands the file was started with."""
    if isinstance(server, worker.ServerOptions):
        server = worker.AgentServer.from_server_options(server)
    if server._entrypoint_fnc is None:
        raise SystemExit("the AgentServer has no session. Write @server.rtc_session() above the agent's function.")
    asyncio.run(voice.in_each_call(lambda: call(server)))


cli.run_app = run_app
if hasattr(cli, "cli"):
    cli.cli.run_app = run_app
