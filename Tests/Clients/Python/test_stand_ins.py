"""What the client puts in the place of Python's own has what that has, in the running version."""
import ast
import subprocess

import pytest

import harness
from harness import CLIENT, ROOT, run

BOT = ROOT / "Tests/Clients/Python/bots/stand_ins.py"
# Classes of the client that stand for nothing of Python: its own parts, and what an app calls by name.
OWN = {
    "Answer", "App", "Born", "Catcher", "Connecting", "Converter", "EarlierFiles", "End", "ExternalError", "FileTimes", "LoadedFiles", "Frames", "Inbox",
    "Listener", "LiveLine", "Machine", "Microphone", "OutsideCall", "Peer", "Pending", "PlainResampler", "Request", "Resampler", "Secrets", "Sound",
    "Chance", "Process", "StandIn", "StepTime", "Strand", "Strands", "Stream", "StubbedLine", "TemporaryFiles", "TimeLoop", "Timer",
    "Unhandled", "Unkept", "Unreachable", "Visit", "Wire"}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    file = tmp_path_factory.mktemp("stand-ins") / "plain.json"
    subprocess.run([harness.PYTHON, BOT, file], check=True, timeout=60)
    one = run(BOT, arguments=[str(file)], calls=[])
    assert (one.end["kind"], one.escapes) == ("ended", []), one.printed
    return {act["event"]: act["fields"] for _, kind, act in one.trace if kind == "emit"}


def test_each_stand_in_has_what_the_real_object_has(found):
    assert found["stand-ins"]["missing"] == {}
    assert found["stand-ins"]["sockets"] == [True,
        True] and "SSLSocket" in found["stand-ins"]["kinds"]["SecurePeerSocket"]
    assert [name for name, kinds in found["stand-ins"]["kinds"].items() if name.split()[0] not in kinds[:2]] == []


def test_every_class_of_the_client_is_compared_or_stands_for_nothing(found):
    classes = {node.name for node in ast.walk(ast.parse((CLIENT / "voicetest_app.py").read_text())) if isinstance(node,
        ast.ClassDef)}
    assert classes == {name.split()[0] for name in found["stand-ins"]["pairs"]} | OWN


def test_each_function_and_class_of_the_library_has_and_says_what_it_does_in_plain_python(found):
    assert found["library"]["count"] > 1_000
    assert {name: found["library"][name] for name in ("missing", "says", "takes")} == {"missing": {}, "says": {},
        "takes": {}}
