"""What makes programs differ from run to run: each hazard is stable, or told with the app's own line."""
import ctypes
import json

import pytest

from harness import ROOT, run

HERE = ROOT / "Tests/Clients/Python"
STEPS = (1, 7, 50, 400)
EARLY = f"{ROOT}/Sources/Clients/Python:{HERE}/early"

STABLE = ["as_completed", "blocks", "bound_clock", "busy_wait", "chance", "child_lines", "database", "early_timer", "file_times", "files", "garbage", "late_answer", "object_set", "own_thread",
          "own_wait_for", "patched_clock", "pipe_reader", "polled_child", "printing", "process_pool", "queues", "second_loop", "server", "serving_children",
          "text_set", "thread_needs_loop", "thread_number", "threads_race", "wait_order"]
TOLD = {"alarm": "clock", "c_clock": "clock", "child_limit": "child", "child_pieces": "child", "closed_clock": "clock",
        "file_socket": "network", "fork": "child", "message": "network", "name_of_address": "network", "network": "network",
        "own_number": "chance", "raw_socket": "network", "reader_server": "network",
        "server_process": "child", "slotted_set": "order", "spawned": "child", "two_processes": "child"}


def runs(name, steps):
    hello = {"watch": True} if name in ("closed_clock", "kept_clock") else {}
    # Only what waits for something that never comes waits for a short time.
    quick = {"VOICETEST_APP_SECONDS": ".4" if name == "endless" else "3"} if name in TOLD or name == "endless" else {}
    return [run(HERE / f"hazards/{name}.py", steps=step, calls=[], limit=25, hello=hello, environment={"PYTHONPATH": EARLY, **quick},
                is_forked=name != "function_set") for step in steps]


@pytest.mark.parametrize("name", STABLE)
def test_gives_one_trace_for_all_steps(name):
    found = runs(name, STEPS)
    assert len({json.dumps(one.trace) for one in found}) == 1
    assert [one.escapes for one in found] == [[]] * len(STEPS)
    assert found[0].end["kind"] == "ended" and found[0].code == 0


@pytest.mark.parametrize("name", TOLD)
def test_tells_an_escape_with_the_line_of_the_app(name):
    for one in runs(name, (7,)):
        assert [escape["what"] for escape in one.escapes][:1] == [TOLD[name]]
        assert all(escape["line"].startswith(name + ".py:") for escape in one.escapes)


def test_a_timer_that_is_set_again_for_a_time_just_above_its_frame_comes_in_the_next_frame():
    [fields] = [act["fields"] for _, kind, act in runs("early_timer", (7,))[0].trace if kind == "emit"]
    assert fields == {"isEarly": True, "frames": [12_665, 12_666]}


def test_names_the_line_that_never_ends():
    one = runs("endless", (7,))[0]
    assert one.end["kind"] == "failed" and one.end["line"] in ("endless.py:7 main", "endless.py:8 main")
    assert one.code == 70 and "2 s of processor time" in one.end["reason"]


def test_names_a_line_of_a_loop_that_lets_time_pass_but_never_waits():
    one = run(HERE / "hazards/restless.py", steps=400, environment={"VOICETEST_APP_SECONDS": ".4"})
    assert one.end["line"].startswith("restless.py:") and one.code == 70
    assert one.end["reason"].startswith("the app used 0.5 s of processor time and did not give the turn back")


@pytest.mark.parametrize("arguments, first", [([], "failed"), (["waits"], "ready")], ids=["at its start", "behind a wait"])
def test_names_the_line_that_reads_from_a_child_without_an_end(arguments, first):
    one = run(HERE / "hazards/blocked_child.py", arguments=arguments, environment={"VOICETEST_APP_SECONDS": "1"})
    assert "1 s of waiting" in one.end["reason"] and (one.ready["kind"], one.code) == (first, 70)
    assert one.end["line"] == "blocked_child.py:7 read from blocked_child.py:12 <module>"


@pytest.mark.parametrize("seconds, kinds", [("1", ["ended", "idle", "end"]), ("100", ["idle", "end"])], ids=["app", "session"])
def test_makes_no_call_behind_the_end_of(seconds, kinds):
    one = run(HERE / "hazards/calls_at_the_end.py", arguments=[seconds], limit=2)
    assert [line["kind"] for line in one.lines][-len(kinds):] == kinds
    assert one.behind == b"" and one.code == 0
    assert len(one.made) > 9 and one.printed == len(one.made) * "asked\n"


def test_dates_what_the_app_writes_by_the_frame_of_writing():
    one = runs("file_times", (7,))[0]
    assert [act["fields"] for _, kind, act in one.trace if kind == "emit"] == [
        {"at": [1_700_000_000, 1_700_000_001, 1_700_000_001, 1_700_000_001], "listed": [1_700_000_000, 1_700_000_001], "own": True}]


def test_dates_rows_of_a_database_in_virtual_time():
    fields = [act["fields"] for _, kind, act in runs("database", (7,))[0].trace if kind == "emit"][0]
    assert fields["made"] == ["2023-11-14 22:13:21"] * 2
    assert fields["others"] == ["2023-11-14", "22:13:21", "2024-01-01", 1_700_000_001, "22"]


def test_a_microphone_behind_the_first_wait_fails_with_its_line():
    one = runs("late_microphone", (7,))[0]
    assert one.end["kind"] == "failed" and one.end["line"] == "late_microphone.py:8 main"
    assert 'call declare(hears="audio") at its start' in one.end["reason"]


def test_fails_at_the_line_that_emits_what_json_has_not():
    one = runs("unset_text", (7,))[0]
    assert one.end["kind"] == "failed" and one.end["line"] == "unset_text.py:3 <module>"


def test_a_file_that_is_no_python_fails_at_its_line():
    one = runs("no_python", (7,))[0]
    assert one.end["kind"] == "failed" and one.end["line"] == "no_python.py:3 <module>"


def test_an_unrecorded_call_of_a_thread_is_a_call_with_its_line():
    one = runs("http_in_thread", (7,))[0]
    assert one.unmatched[0]["to"] == "GET http://127.0.0.1:9/"
    assert one.unmatched[0]["line"].startswith("http_in_thread.py:8 get")


def test_what_lies_at_the_address_of_a_replaced_clock_is_that_clock():
    one = runs("kept_clock", (7,))[0]
    assert [act["fields"] for _, kind, act in one.trace if kind == "emit"] == [{"kept": True}]
    assert one.escapes == []


def test_asks_the_system_for_one_layout_of_memory_which_orders_sets_of_functions():
    personality, fixed = ctypes.CDLL(None).personality, 0x0040000
    before = personality(0xffffffff)
    if personality(before | fixed) < 0:
        pytest.skip("this system does not lay out memory alike")
    personality(before)
    found = runs("function_set", STEPS)
    fields = [act["fields"] for one in found for _, kind, act in one.trace if kind == "emit"]
    assert [one["is_fixed"] for one in fields] == [True] * len(STEPS)
    # Memory at another address is another order, so some runs may differ; without the layout all do.
    orders = [json.dumps(one["order"]) for one in fields]
    assert max(orders.count(order) for order in orders) > 1


def test_every_hazard_is_tested():
    names = {path.stem for path in (HERE / "hazards").glob("*.py")} - {"early_clock"}
    assert names == {*STABLE, *TOLD, "blocked_child", "calls_at_the_end", "endless", "late_microphone", "unset_text", "no_python", "http_in_thread", "kept_clock", "function_set",
                     "restless"}
