"""How the client starts and ends; and limits of waits, which the client for Node has not."""
import json
import os
import subprocess
import sys
import threading

import pytest

from harness import CLIENT, ROOT, run

sys.path.insert(0, str(CLIENT))
import voicetest_app  # noqa: E402

BOTS = ROOT / "Tests/Clients/Python/bots"
HELLO = {"kind": "hello", "protocol": 1, "sampleRate": 16_000, "seed": 1, "epoch": 0, "mode": "simulate"}


def test_a_limit_gives_way_to_what_is_set_for_its_frame():
    machine = voicetest_app.Machine()
    machine.set_timer(10, lambda: "limit", is_limit=True)
    machine.set_timer(10, lambda: machine.set_timer(10, lambda: "woken") and "wakes")
    machine.go(30, [])
    found = []
    while (due := machine.due()) is not None:
        found.append((machine.frame, due[1]()))
    assert found == [(10, "wakes"), (10, "woken"), (10, "limit")]


def started(script, lines, *, arguments=(), environment=None):
    text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
    return subprocess.run([sys.executable, "-m", "voicetest_app", str(script), *arguments], input=text, timeout=20, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          env={**os.environ, "PYTHONPATH": str(CLIENT), **(environment or {})})


def test_the_end_of_the_input_is_an_end():
    ended = started(BOTS / "plain.py", [HELLO, {"kind": "go", "at": 0, "until": 320}])
    assert ended.returncode == 0
    assert [json.loads(line)["kind"] for line in ended.stdout.splitlines()] == ["ready", "play", "idle"]


def test_another_protocol_is_refused():
    ended = started(BOTS / "plain.py", [{**HELLO, "protocol": 2}])
    assert ended.returncode == 65 and "protocol" in ended.stderr and ended.stdout == ""


@pytest.mark.parametrize("line", ["no json\n", "[1]\n", '{"kind": "go"}\n', '{"kind": "unknown", "at": 5}\n', '"x\n'])
def test_a_line_that_cannot_be_used_ends_with_a_sentence(line):
    ended = started(BOTS / "plain.py", [HELLO, line, {"kind": "go", "at": 0, "until": 320}])
    assert ended.returncode == (0 if "unknown" in line else 65)
    assert "unknown" in line or "cannot be used" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_missing_app_is_named():
    ended = started("missing.py", [HELLO])
    assert ended.returncode == 66 and "missing.py is no file" in ended.stderr


def test_the_usage_is_told_without_an_app():
    ended = subprocess.run([sys.executable, str(CLIENT / "voicetest_app.py")], stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 64 and "usage" in ended.stderr


def test_an_external_function_works_without_voicetest(tmp_path):
    script = tmp_path / "app.py"
    script.write_text("import voicetest_app as voice\n@voice.external('a')\ndef ask(x):\n    return x + 1\nprint(ask(1))\n")
    ended = subprocess.run([sys.executable, str(script)], env={**os.environ, "PYTHONPATH": str(CLIENT)}, stdout=subprocess.PIPE)
    assert ended.stdout == b"2\n"


def test_the_client_is_read_and_compiled_once_where_it_is_started_by_its_path(tmp_path):
    """As a pipe it can be read once only."""
    client, bot = tmp_path / "voicetest_app.py", tmp_path / "bot.py"
    os.mkfifo(client)
    bot.write_text("import sys\nimport voicetest_app as voice\nvoice.emit('begun', words=sys.argv[1:], utf8=sys.flags.utf8_mode)\n")
    writer = threading.Thread(target=client.write_bytes, args=((CLIENT / "voicetest_app.py").read_bytes(),), daemon=True)
    writer.start()
    one = run(bot, command=[sys.executable, "-X", "utf8", str(client), str(bot), "--size", "large"])
    assert [act for _, kind, act in one.trace if kind == "emit"] == [{"event": "begun", "fields": {"words": ["--size", "large"], "utf8": 1}}]
    assert {path.name for path in tmp_path.iterdir()} == {"voicetest_app.py", "bot.py"}
