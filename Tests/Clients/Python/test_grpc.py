"""Bots that ask by gRPC, with grpcio itself: recorded from a server, then replayed without it, one trace in all steps."""
import functools
import os
import re
import subprocess
import sys
import threading
from concurrent import futures

import pytest

import harness
from harness import CLIENT, ROOT, run

grpc = pytest.importorskip("grpc", reason="grpcio does not resolve here: gRPC is not tested")
HERE = ROOT / "Tests/Clients/Python/rpc"


class Service(grpc.GenericRpcHandler):
    """Methods of a server whose messages are bytes, without generated code."""

    def service(self, details):
        kind = {"Ask": grpc.unary_unary_rpc_method_handler, "Speak": grpc.unary_stream_rpc_method_handler,
                "Hear": grpc.stream_unary_rpc_method_handler, "Talk": grpc.stream_stream_rpc_method_handler}
        name = details.method.rpartition("/")[2]
        return kind[name](getattr(self, name.lower()))

    def ask(self, request, context):
        name = dict(context.invocation_metadata()).get("x-name", "")
        if request == b"none":
            context.abort(grpc.StatusCode.NOT_FOUND, "no such word")
        if request == b"wait":
            wait(context)
        context.send_initial_metadata((("x-first", "1"),))
        context.set_trailing_metadata((("x-last-bin", b"\0\1"),))
        return request.upper() + name.encode()

    def speak(self, request, context):
        if request == b"wait":
            yield b"begun"
            wait(context)
        yield from (bytes([one]) for one in request)

    def hear(self, requests, context):
        return b"-".join(requests)

    def talk(self, requests, context):
        context.set_trailing_metadata((("x-last", "2"),))
        for one in requests:
            if one == b"fail":
                context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too much")
            yield one + b"!"


def wait(context):
    """Waits until the client gives up."""
    is_over = threading.Event()
    if context.add_callback(is_over.set):
        is_over.wait()


@pytest.fixture(scope="module")
def address():
    server = grpc.server(futures.ThreadPoolExecutor(8), handlers=[Service()])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield f"127.0.0.1:{port}"
    server.stop(None)


def seen(one):
    return [re.sub(r" at [\d.]+$", "", act["fields"]["what"]) for _, kind, act in one.trace if kind == "emit"]


@functools.lru_cache
def recorded_and_replayed(name, case, address):
    one = run(HERE / f"{name}.py", arguments=[address, case])
    assert (one.escapes, one.end) == ([], {"kind": "ended"}), one.printed
    for steps in (1, 40_000):
        again = run(HERE / f"{name}.py", arguments=[address, case], calls=one.made, steps=steps)
        assert (again.trace, again.escapes, again.end) == (one.trace, [], one.end), again.printed
    return one


METADATA = "[('x-first', '1')], [('x-last-bin', b'\\x00\\x01')], 'OK')"
CASES = [
    ("plain", "ask", [f"(b'HELLObot', {METADATA}", "b'AGAINinterceptor'", "(b'LATER', 'OK')", "b''"]),
    ("aio", "ask", [f"(b'HELLObot', {METADATA}", "b'AGAINinterceptor'", "[b'ONE', b'TWO']"]),
    ("plain", "statuses", ["('NOT_FOUND', 'no such word')", "('DEADLINE_EXCEEDED', 'Deadline Exceeded')", "(True, 'CANCELLED')"]),
    ("aio", "statuses", ["('NOT_FOUND', 'no such word')", "('DEADLINE_EXCEEDED', 'Deadline Exceeded')", "[CancelledError('')]",
                         "Channel is closed."]),
    ("plain", "streams", ["[b'a', b'b', b'c']", "b'one--two'", "sent", "[b'first!', b'second!', [], 'OK', [('x-last', '2')]]",
                          "b'begun'", "CANCELLED", "('RESOURCE_EXHAUSTED', 'too much')", "None"]),
    ("aio", "streams", ["[b'a', b'b', b'c']", "b'one--two'", "b'first!'", "[b'second!', True, 'OK', [('x-last', '2')]]", "b'begun'",
                        "(True, 'CANCELLED')", "b'third!'", "('RESOURCE_EXHAUSTED', 'too much')"]),
    ("plain", "unreachable", ["UNAVAILABLE"]),
    ("aio", "unreachable", ["UNAVAILABLE"]),
    ("plain", "credentials", ["b'hello GRPC https://speech.example/voice.Bot/Ask'", "[b'aa', b'bb']",
                              "b'hello GRPC https://speech.example/voice.Bot/Ask'", "3"]),
    ("aio", "credentials", ["[b'heard', b'it']"]),
    ("plain", "raising", ["('UNAVAILABLE', \"ValueError: no b'one'\")", "('UNKNOWN', 'the stand-in fails')"]),
    ("plain", "external", ["b'OUTSIDEexternal'"]),
]


@pytest.mark.parametrize("name, case, expected", CASES)
def test_calls_are_recorded_from_a_server_and_replayed_without_it(name, case, expected, address):
    assert seen(recorded_and_replayed(name, case, address)) == expected


@pytest.mark.parametrize("name, case, expected", [one for one in CASES if one[1] in ("ask", "statuses", "streams", "unreachable")])
def test_a_bot_sees_the_same_with_the_core_of_grpc(name, case, expected, address, tmp_path):
    (tmp_path / "voicetest_app.py").write_text(
        "def emit(event, what): print(what, flush=True)\ndef external(name): return lambda function: function\n")
    said = subprocess.run([sys.executable, HERE / f"{name}.py", address, case], env={**os.environ, "PYTHONPATH": str(tmp_path)},
                          capture_output=True, text=True, timeout=60, check=True).stdout
    assert [re.sub(r" at [\d.]+$", "", line) for line in said.splitlines()] == expected


def test_a_deadline_comes_at_its_time_and_a_call_is_told_with_method_and_bytes(address):
    one = recorded_and_replayed("plain", "statuses", address)
    calls = [act for _, kind, act in one.trace if kind == "call"]
    assert [(call["to"], call["body"]) for call in calls[:2]] == [
        (f"GRPC http://{address}/voice.Bot/Ask", "none"), (f"GRPC http://{address}/voice.Bot/Ask", "wait")]
    frames = [at for at, kind, act in one.trace if kind in ("call", "cancel") and act["id"] == calls[1]["id"]]
    assert frames[1] - frames[0] == harness.RATE // 2
    row = one.made[0]
    assert row["trailers"][-2:] == [["grpc-status", "5"], ["grpc-message", "no such word"]] and "error" not in row


def test_messages_of_streams_are_those_of_a_call_that_stays_open(address):
    one = recorded_and_replayed("plain", "streams", address)
    talk = next(act["id"] for _, kind, act in one.trace if kind == "call" and act["to"].endswith("/Talk"))
    said = [(act["encoding"], act["body"]) for _, kind, act in one.trace if kind == "more" and act["id"] == talk]
    assert said == [("base64", "Zmlyc3Q="), ("base64", "c2Vjb25k"), ("json", {"end": True})]
    row = next(row for row in one.made if row["to"].endswith("/Talk"))
    bodies = [chunk["body"] for chunk in row["chunks"]]
    assert bodies == [{"open": ""}, {"open": "", "headers": []}, "Zmlyc3Qh", "c2Vjb25kIQ==", {"trailers": [["x-last", "2"]]},
                      {"close": 0, "reason": ""}]


def test_grpc_without_its_files_is_refused_with_the_line(tmp_path):
    for name in ("voicetest_app.py", "voicetest_grpc.py"):
        (tmp_path / name).write_bytes((CLIENT / name).read_bytes())
    (tmp_path / "bot.py").write_text("import grpc\nchannel = grpc.insecure_channel('localhost:1')\n")
    one = run(tmp_path / "bot.py", calls=[], is_forked=False, environment={"PYTHONPATH": str(tmp_path)})
    assert [(found["what"], found["line"]) for found in one.escapes] == [("network", "bot.py:2 <module>")]
    assert "voicetest_grpc_call.py" in one.escapes[0]["name"]


@pytest.mark.parametrize("package, code, line, name", [
    ("_awscrt", "import _awscrt\n_awscrt.http_client_connection_new(None, 'bedrock.example', 443)", 2, "awscrt to bedrock.example"),
    ("azure/cognitiveservices/speech/interop", """
import ctypes
from azure.cognitiveservices.speech import interop
interop._call_hr_fn(fn=lambda: 0)
def recognizer_recognize_once_async(): return 0
interop._call_hr_fn(fn=recognizer_recognize_once_async)""", 6, "Azure's Speech SDK (recognizer_recognize_once_async)")])
def test_a_native_sdk_with_connections_of_its_own_is_refused_by_its_name(package, code, line, name, tmp_path):
    file = tmp_path / f"{package}.py"       # with the names that awscrt 0.38.1 and azure-cognitiveservices-speech 1.53.0 have
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("def http_client_connection_new(*words): pass\ndef _call_hr_fn(*args, fn): return fn(*args)\n")
    (tmp_path / "bot.py").write_text(code)
    one = run(tmp_path / "bot.py", calls=[], is_forked=False, environment={"PYTHONPATH": f"{CLIENT}:{tmp_path}"})
    assert [(found["what"], found["line"]) for found in one.escapes] == [("network", f"bot.py:{line} <module>")]
    assert one.escapes[0]["name"].startswith(name) and one.escapes[0]["name"].endswith("by HTTP or a WebSocket")
