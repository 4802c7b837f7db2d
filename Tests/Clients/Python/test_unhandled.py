"""Errors that the app did not handle and that do not end it: each is told once, at one frame in all runs."""
import json
import subprocess

import pytest

import harness
from harness import ROOT, run

BOT = ROOT / "Tests/Clients/Python/bots/unhandled.py"
FAILS, FAILS_PLAINLY, NEVER = "unhandled.py:17 fails", "unhandled.py:21 fails_plainly", "RuntimeWarning: coroutine 'fails' was never awaited"

# By what the bot does: the second, what it is of, and the line. All but coroutines say "ValueError: no size".
TOLD = {
    "task_dropped": (.1, "task", FAILS),
    "task_dropped_in_a_cycle": (5.1, "task", FAILS),
    "task_kept": (5.1, "task", FAILS),
    "task_kept_to_the_end": (1.5, "task", FAILS),
    "future_kept": (5, "task", "unhandled.py:57 future_kept"),
    "callback": (.1, "callback", FAILS_PLAINLY),
    "own_handler": (0, "callback", FAILS_PLAINLY),
    "thread": (0, "thread", FAILS_PLAINLY),
    "plain_thread": (0, "thread", FAILS_PLAINLY),
    "executor": (0, "thread", FAILS_PLAINLY),
    "coroutine": (0, "coroutine", "unhandled.py:114 coroutine"),
    "coroutine_kept": (.5, "coroutine", "unhandled.py:119 coroutine_kept"),
    "coroutine_in_a_cycle": (30.1, "coroutine", "unhandled.py:124 coroutine_in_a_cycle"),
    "generator": (0, "generator", FAILS_PLAINLY),
    "destructor": (0, "destructor", FAILS_PLAINLY),
    "log": (0, "log", FAILS_PLAINLY),
    "log_of_a_dead_task": (.1, "log", FAILS),
}


def told(one):
    assert one.end["kind"] == "ended", one.printed
    return [(at / 16_000, act["of"], act["error"]) for at, kind, act in one.trace if kind == "unhandled"]


@pytest.mark.parametrize("name", TOLD)
def test_tells_an_error_once_with_the_line_of_the_app(name):
    second, of, line = TOLD[name]
    one = run(BOT, arguments=[name], limit=40, steps=7)
    assert told(one) == [(second, of, NEVER if of == "coroutine" else "ValueError: no size")]
    assert [message["line"] for message in one.lines if message["kind"] == "unhandled"] == [line]


@pytest.mark.parametrize("name", ["task_dropped_in_a_cycle", "coroutine_in_a_cycle", "executor"])
def test_tells_it_at_one_frame_in_all_steps_and_in_a_replay(name):
    found = [run(BOT, arguments=[name], limit=40, steps=steps, calls=calls) for steps, calls in ((1, []), (400, []), (50, None))]
    assert len({json.dumps(one.trace) for one in found}) == 1


@pytest.mark.parametrize("name", ["task_asked_late", "executor_asked", "own_log", "call", "coroutine_of_a_library"])
def test_tells_nothing_that_the_app_handles(name):
    for calls in (None, [{"to": "work", "body": {"args": []}, "error": "ValueError: no size", "chunks": []}]):
        assert told(run(BOT, arguments=[name], limit=40, calls=calls)) == []


def test_tells_an_error_with_a_stand_in_and_without_addresses():
    one = run(BOT, arguments=["secret"], limit=40, hello={"secrets": {"keep": []}}, environment={"PIZZA_API_KEY": "sk-1234567890abcdefghij"})
    [(_, _, error)] = told(one)
    assert error.startswith("ValueError: sk-") and "1234567890abcdefghij" not in error and error.endswith(" <object object>")


def test_tells_before_the_end_no_more_than_4096_bytes():
    [(_, _, error)] = told(run(BOT, arguments=["long"], limit=40))
    assert error == "ValueError: " + "ä" * 2_042


def test_tells_what_pipecat_logs_as_an_error_of_its_own_and_nothing_that_the_app_logs():
    if subprocess.run([harness.PYTHON, "-c", "import loguru"], capture_output=True).returncode:
        pytest.skip("loguru is not installed")
    one = run(BOT.with_name("logs.py"))
    assert told(one) == [(0, "log", f"ValueError: {size}") for size in ("traceback", "option", "place", "beginning")]
    assert "logs:<lambda>:16 - no size" in one.printed      # a line of the log has its own place
