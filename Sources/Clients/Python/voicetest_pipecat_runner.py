"""Runs a file of Pipecat as it is: `async def bot(runner_args)`, with the transports of the framework.

    python -m voicetest_app bot.py [-t webrtc|daily|livekit|twilio|…]

The client loads this file where the bot imports pipecat and no adapter. The runner's `main` calls `bot` once, with the
arguments of the transport that `-t` names or that the bot offers; the transports are stand-ins with the caller and the
loudspeaker of the session, and with the events of the real ones; each pipeline is observed.
"""
import argparse
import asyncio
import copy
import importlib
import inspect
import os
import re
import sys

import voicetest_app as voice

IS_LOUD = "LOGURU_LEVEL" in os.environ          # which the adapter sets
import voicetest_pipecat  # noqa: E402
from voicetest_pipecat_absent import Absent  # noqa: E402
from voicetest_pipecat_transports import TRANSPORTS, Connection, number, take_transport  # noqa: E402

try:
    from loguru import logger
    from pipecat.runner import types as runner_types
    from pipecat.runner import utils
except ImportError as error:
    raise ImportError(f"voicetest_pipecat_runner does not know Pipecat {voicetest_pipecat.VERSION}: {error}. Install "
                      f"pipecat-ai {voicetest_pipecat.TESTED[-1]}.") from error

voice.OWN.add(__file__)
if not IS_LOUD:             # loguru was loaded before: its log of everything would hide what voicetest says
    for one in logger._core.handlers.values():
        one._levelno = max(one._levelno, logger.level("WARNING").no)
    logger._core.min_level = min((one._levelno for one in logger._core.handlers.values()), default=float("inf"))
if not voice.APP.is_ready_sent:
    voice.declare(keys=True, kinds={"sent": {"role": "decision", "fields": {"what": "text", "content": "text"}, "private": ["content"]}})
sys.meta_path.append(Absent(r"pipecat\.transports\."))
voicetest_pipecat.WATCHED.append(voicetest_pipecat.Observer)
TELEPHONES = ("twilio", "telnyx", "plivo", "exotel")
# What a bot that offers several is called by, the first of these.
KINDS = ("webrtc", "daily", "livekit", *TELEPHONES, "websocket")


def arguments(kind, body):
    """What the runner gives to a bot that is called by a transport of this kind."""
    if kind == "daily":
        return runner_types.DailyRunnerArguments(room_url="https://voicetest.daily.co/" + voice.own_name("call"), token="token", body=body)
    if kind == "livekit":
        return runner_types.LiveKitRunnerArguments(
            room_name=voice.own_name("call"), url="wss://voicetest.livekit.cloud", token="token", body=body)
    if kind in (*TELEPHONES, "websocket"):
        call = {"stream_id": voice.own_name("stream"), "call_id": voice.own_name("call"), "from": number("from"), "to": number("to"), "body": body or {}}
        data = runner_types.CallData.model_validate(call)
        socket = Connection(_pipecat_parsed_telephony=(kind, data))
        return runner_types.WebSocketRunnerArguments(
            websocket=socket, transport_type=kind, body=body, call_data=None if kind == "websocket" else data)
    return runner_types.SmallWebRTCRunnerArguments(webrtc_connection=Connection(), body=body)


async def create_transport(runner_args, transport_params):
    """The framework's own, for a transport that the bot offers."""
    for kind in KINDS:
        if kind in transport_params and not is_offered(runner_args, transport_params):
            runner_args = arguments(kind, runner_args.body)
    return await create_plainly(runner_args, transport_params)


def is_offered(given, offered):
    kind = re.sub("RunnerArguments$", "", type(given).__name__).lower()
    return getattr(given, "transport_type", None) in offered or {"smallwebrtc": "webrtc"}.get(kind, kind) in offered


async def telephony(websocket, params, transport_type, call_data):
    """In place of the carrier's serializer, which needs an account: the transport has the caller's sound."""
    return importlib.import_module("pipecat.transports.websocket.fastapi").FastAPIWebsocketTransport(websocket, params)


class Parsed(BaseException):
    """The arguments of the command line."""


def command_line(parser, plain):
    """The runner's own arguments, and the bot's, of this version."""
    parser = parser or argparse.ArgumentParser(description="Pipecat Development Runner")
    parse = parser.parse_args

    def raise_parsed(*args, **options):
        raise Parsed(parse(*args, **options))
    parser.parse_args = raise_parsed
    try:
        plain(parser)
    except Parsed as parsed:
        return parsed.args[0]
    raise RuntimeError(f"voicetest_pipecat_runner does not know the runner of Pipecat {voicetest_pipecat.VERSION}")


def kind_of(bot, options):
    """The transport that the bot is called by: the one of the command line, else one that its file names."""
    named = "daily" if getattr(options, "direct", False) else getattr(options, "transport", None)
    if named:
        if named not in KINDS:
            raise SystemExit(f"voicetest stands in for {', '.join(KINDS)}; the bot was started with -t {named}.")
        return named
    offered = getattr(bot, "transport_params", None)
    if isinstance(offered, dict):
        return next((one for one in KINDS if one in offered), KINDS[0])
    with open(inspect.getfile(bot.bot), encoding="utf-8") as stream:
        text = stream.read()
    marks = {"webrtc": "SmallWebRTC", "daily": "Daily", "livekit": "LiveKit", "twilio": "FastAPIWebsocket"}
    return next((kind for kind, mark in marks.items() if f"{mark}RunnerArguments" in text or f"{mark}Transport(" in text),
                KINDS[0])


def with_fields(body):
    """A body of a call with the fields `body.NAME` of the scenario; a dot in NAME leads into an object."""
    body = copy.deepcopy(body)
    for name, value in voice.fields().items():
        if name.startswith("body."):
            *steps, last = name.split(".")[1:]
            inner = body
            for step in steps:
                inner = inner.setdefault(step, {}) if isinstance(inner, dict) else None
            if not isinstance(inner, dict):
                raise ValueError(f"the field {name} leads into what is no object in the body. Take it out of the scenario, or of the body.")
            inner[last] = value
    return body


def take_runner(module):
    """The runner calls `bot` once for each caller, in this process, and serves nothing."""
    plain, find = module.main, module._get_bot_module

    def main(parser=None):
        options = command_line(parser, plain)
        bot = find()
        body = module._runner_body(options) if getattr(options, "runner_body", None) else {}

        async def call():
            await asyncio.sleep(.001)       # fields that the scenario sets at the start are there then
            given = arguments(kind_of(bot, options), with_fields(body))
            given.cli_args, given.session_id = options, voice.own_name("call")
            await bot.bot(given)
        asyncio.run(voice.in_each_call(call))
    module.main = main


create_plainly, utils.create_transport, utils._create_telephony_transport = utils.create_transport, create_transport, telephony
voice.CATCHERS["pipecat.runner.run"] = take_runner
voice.CATCHERS.update({f"pipecat.transports.{name}": take_transport for name in TRANSPORTS})
