"""Bots that know little or nothing of voicetest: one trace whatever the size of the steps."""
import array
import http.server
import json
import re
import shutil
import socket
import subprocess
import sys
import threading

import harness
import pytest

from harness import BLOCK, ROOT, run

BOTS = ROOT / "Tests/Clients/Python/bots"
STEPS = (1, 7, 50, 400)
LOUD = array.array("h", [3_000, -3_000] * (BLOCK // 2)).tobytes()


def one_of(runs):
    """The first run, after a look that all traces are one and nothing escaped."""
    assert len({json.dumps(one.trace) for one in runs}) == 1
    assert all(one.escapes == [] and one.code == 0 for one in runs)
    return runs[0]


def emitted(one):
    return [(act["event"], act.get("fields", {})) for _, kind, act in one.trace if kind == "emit"]


def test_a_dialog_of_words():
    one = one_of([run(BOTS / "dialog.py", steps=step, callers=["large", None, "yes"]) for step in STEPS])
    assert emitted(one) == [("decided", {"state": "confirm"}), ("timeout", {}), ("decided", {"state": "done"})]
    assert one.end["kind"] == "ended" and one.ready["hears"] == "words" and one.ready["settings"] == {"patienceMs": 5_000}
    assert one.printed == "a bot may print\n"


def test_a_process_of_its_own_says_what_a_fork_says():
    forked, own = (run(BOTS / "dialog.py", callers=["large", None, "yes"], is_forked=is_forked) for is_forked in (True, False))
    assert own.lines == forked.lines and own.printed == forked.printed


@pytest.mark.skipif(sys.version_info < (3, 10), reason="Python 3.10 is the first that says how it was started")
def test_a_client_whose_bytecode_is_not_kept_is_compiled_once_and_says_the_same(tmp_path):
    client = tmp_path / "client"
    client.mkdir()
    shutil.copy(harness.CLIENT / "voicetest_app.py", client)
    bot = tmp_path / "bot.py"
    bot.write_text("import os, sys\nprint(sys.argv, sys.path[0], __name__, sys.flags.utf8_mode, sys.warnoptions)\n"
                   "print(sys.orig_argv[-4:-2], os.path.dirname(sys.modules['voicetest_app'].__file__))\n")
    start = [harness.PYTHON, "-X", "utf8", "-W", "ignore", "-m", "voicetest_app", str(bot), "one"]

    def said(keeps):
        one = run(None, command=start, environment={"PYTHONPATH": str(client), "PYTHONDONTWRITEBYTECODE": "" if keeps else "1"})
        return one.printed.splitlines(), one.lines, one.trace
    first, kept = said(keeps=False), said(keeps=True)
    assert first[0][0] == kept[0][0] == f"['{bot}', 'one'] {tmp_path} __main__ 1 ['ignore']"
    assert first[0][1].startswith("['-c', ") and first[0][1].endswith(f" {client}")
    assert kept[0][1] == f"['-m', 'voicetest_app'] {client}" and first[1:] == kept[1:]


def test_a_wake_up_at_the_frame_of_a_limit_wins_and_leaves_all_in_order():
    found = emitted(run(BOTS / "waits.py", calls=[], limit=60))
    assert len(found) == 205
    assert [fields for _, fields in found[:-1] if fields["found"] != ([False, True] if fields["moment"] == "behind" else [True])] == []
    assert found[-1] == ("shared", {"ends": {"first": "TimeoutError", "second": "CancelledError"}})


def test_the_objects_of_the_library_are_and_have_what_they_do_in_plain_python():
    plain = json.loads(subprocess.run([harness.PYTHON, BOTS / "kinds.py"], stdout=subprocess.PIPE, check=True, timeout=30).stdout)
    [(_, virtual)] = emitted(run(BOTS / "kinds.py", calls=[], is_forked=False))
    assert {key: value for key, value in plain["found"].items() if virtual["found"][key] != value} == {}
    told = {"__del__", "__slotnames__", "__name__", "__qualname__", "__module__"}       # names that `dir` tells of some only
    missing = {text: sorted(set(names) - set(virtual["attributes"][text][0]) - told) for text, (names, _) in plain["attributes"].items()}
    assert {text: names for text, names in missing.items() if names} == {}
    assert {text: says for text, (_, says) in plain["attributes"].items() if says != virtual["attributes"][text][1]} == {}
    assert virtual["socket"] == [True, socket.AF_INET, socket.SOCK_STREAM, ["server.example", 80], 2, -1]


def test_a_setting_of_hello_reaches_the_bot():
    one = run(BOTS / "dialog.py", callers=["large", None, "yes"], hello={"settings": {"patienceMs": 2_000, "other": 1}})
    assert one.ready["settings"] == {"patienceMs": 2_000}
    assert [at for at, kind, _ in one.trace if kind == "stop"] == [84_480]


def test_keys_reach_the_bot_at_their_frames():
    keys = [(3_200, "1"), (6_400, "2"), (20_000, "*"), (40_001, "#")]
    one = one_of([run(BOTS / "keypad.py", steps=step, keys=keys) for step in STEPS])
    assert [(at, act["fields"]) for at, kind, act in one.trace if kind == "emit"] == [(40_001, {"state": "12*"})]
    assert one.end["kind"] == "ended"


def test_a_script_without_asyncio():
    one = one_of([run(BOTS / "plain.py", steps=step, callers=["large"]) for step in STEPS])
    assert emitted(one) == [("decided", {"words": "large", "milliseconds": 2_210})]


def test_a_bot_with_ears_threads_and_a_cancelled_sound():
    sounds = {at: LOUD for at in range(50 * BLOCK, 80 * BLOCK, BLOCK)}
    one = one_of([run(BOTS / "ears.py", steps=step, sounds=sounds) for step in STEPS])
    assert [name for name, _ in emitted(one)] == ["turn", "heard", "timeout"]
    assert one.trace[-2][1] == "stop" and one.ready["hears"] == "audio"


def test_a_bot_with_ears_without_asyncio_stops_its_voice():
    sounds = {at: LOUD for at in range(50 * BLOCK, 80 * BLOCK, BLOCK)}
    one = one_of([run(BOTS / "plain_ears.py", steps=step, sounds=sounds) for step in STEPS])
    assert emitted(one) == [("stopped", {}), ("turn", {"voiced": 600, "milliseconds": 2_180})]
    assert "stop" in [kind for _, kind, _ in one.trace] and one.ready["hears"] == "audio"


def test_a_recorded_duration_of_work_in_a_thread_holds():
    sounds = {at: LOUD for at in range(50 * BLOCK, 80 * BLOCK, BLOCK)}
    quick, slow = (one_of([run(BOTS / "ears.py", steps=step, sounds=sounds, hello={"durations": durations}) for step in STEPS])
                   for durations in ({}, {"loudness": 100}))
    assert [at for at, kind, act in slow.trace if act.get("event") == "turn"] == \
        [at + 100 for at, kind, act in quick.trace if act.get("event") == "turn"]


def test_durations_of_threads_executors_and_children_hold():
    hello = {"durations": {"think": 1_600, "echo": 8_000}}
    one = one_of([run(BOTS / "work.py", steps=step, hello=hello, calls=[]) for step in STEPS])
    assert [(at, act["event"]) for at, kind, act in one.trace if kind == "emit"] == [
        (1_600, "thought"), (1_600, "joined"), (3_200, "thought"), (11_200, "child"), (19_200, "child")]
    quick = one_of([run(BOTS / "work.py", steps=step, calls=[]) for step in STEPS])
    assert {at for at, _, _ in quick.trace} == {0}


class Model(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        text = json.loads(self.rfile.read(int(self.headers["content-length"])))["text"]
        body = b"a\nb\nc\n" if self.path == "/stream" else json.dumps({"answer": text.upper()}).encode()
        self.send_response(200)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *words):
        pass


@pytest.fixture
def server():
    model = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=model.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{model.server_port}"
    model.shutdown()
    model.server_close()


def test_a_model_is_recorded_and_then_replayed_without_it(server):
    recorded = run(BOTS / "model.py", arguments=[server])
    assert [name for name, _ in emitted(recorded)][:4] == ["one", "two", "lines", "weather"]
    assert "secret" not in json.dumps(recorded.lines)
    replayed = one_of([run(BOTS / "model.py", arguments=[server], calls=recorded.made, steps=step) for step in STEPS])
    assert replayed.trace == recorded.trace and replayed.escapes == recorded.escapes == []
    assert not replayed.made


def tape(base, *, text="large"):
    def row(path, body, *chunks):
        return {"to": f"POST {base}{path}", "body": body, "status": 200,
                "chunks": [{"after": after, "body": data, "encoding": "text"} for after, data in chunks]}
    return [row("/ask", {"text": text}, (4_000, '{"answer": "L"}')),
            row("/ask", {"text": "same"}, (4_000, '{"answer": "first"}')), row("/ask", {"text": "same"}, (2_000, '{"answer": "second"}')),
            row("/stream", {"text": "x"}, (1_000, "a\nb"), (2_000, "\nc\n")),
            {"to": "weather", "body": {"args": ["Ulm"]}, "chunks": [{"after": 800, "body": {"town": "Ulm", "degrees": 3}, "encoding": "json"}]},
            row("/ask", {"text": "slow"}, (90_000, '{"answer": "never"}'))]


def test_equal_calls_streams_and_time_limits_in_virtual_time():
    base = "http://model.example"
    one = one_of([run(BOTS / "model.py", arguments=[base], calls=tape(base), steps=step) for step in STEPS])
    assert emitted(one) == [
        ("one", {"answer": "L", "at": .25}), ("two", {"answers": ["first", "second"], "at": .5}),
        ("lines", {"lines": ["a", "b", "c"], "at": .625}), ("weather", {"town": "Ulm", "degrees": 3}),
        ("late", {"kind": emitted(one)[-1][1]["kind"], "at": .725})]
    assert one.trace[-3][1] == "cancel"


def test_a_changed_question_ends_the_replay_with_its_line():
    base = "http://model.example"
    one = run(BOTS / "model.py", arguments=[base], calls=tape(base, text="small"))
    assert one.end["kind"] == "unrecorded" and one.end["line"] == "model.py:14 ask"


def test_an_external_gives_what_its_function_returned_live_and_replayed():
    recorded = run(BOTS / "results.py")
    assert [fields for _, fields in emitted(recorded) if fields["told"] != [True, True]] == []
    assert len(emitted(recorded)) == len(recorded.made) == 53
    assert one_of([run(BOTS / "results.py", calls=recorded.made, steps=step) for step in (1, 400)]).trace == recorded.trace


def test_a_text_of_an_external_and_results_of_old_sessions_are_plain_json():
    [made] = [one for one in run(BOTS / "results.py").made if one["body"] == {"args": [14]}]
    assert made["chunks"][0]["body"] == "text" and made["chunks"][0]["encoding"] == "json"
    rows = [{"to": "values", "body": {"args": [index]}, "chunks": [{"after": 8, "body": body, "encoding": "json"}]}
            for index, body in enumerate([None, True, 7, {"$tuple": [1]}])]
    told = [fields["told"] for _, fields in emitted(run(BOTS / "results.py", calls=rows))]
    assert told == [[True, True]] * 3 + [[False, False]]        # an old session has no marks


@pytest.mark.parametrize("name, kind, path", [
    ("object", "builtins.object", "result['rows'][1]"), ("named", "__main__.Local", "result[0]"),
    ("enum", "__main__.Access", "result['may']"), ("field", "builtins.object", "result.at"), ("more", "__main__.Open", "result['order']"), ("ordered", "collections.OrderedDict", "result"),
    ("function", "builtins.builtin_function_or_method", "result['f']"), ("huge", "builtins.int", "result"),
    ("zoned", "datetime.datetime", "result['at']"), ("folded", "datetime.datetime", "result[0]"),
    ("key", "__main__.Local", "a key of result")])
def test_what_no_session_keeps_of_an_external_ends_the_recording_with_its_place(name, kind, path):
    one = run(BOTS / "results.py", arguments=[name])
    assert emitted(one) == [] and one.end["kind"] == "failed" and one.end["line"] == "results.py:77 <module>"
    assert one.end["reason"].startswith(f"external 'refused' gave a {kind} at {path}, which would come back as another value. Return ")


def test_a_result_that_holds_itself_ends_the_recording():
    one = run(BOTS / "results.py", arguments=["itself"])
    assert one.end["reason"] == "external 'refused' gave a result that holds itself or is nested too deep. Return a flat value."


def test_an_external_raises_what_its_function_raised_live_and_replayed():
    how = {"hello": {"secrets": {"keep": []}}}
    recorded = run(BOTS / "raises.py", **how)
    *raised, (_, refused), _ = emitted(recorded)
    assert [fields for _, fields in raised if fields["told"] != [True, True, True]] == [
        {"told": [False] * 3, "text": "ExternalError: Refused: status 503"}, {"told": [False] * 3, "text": "ExternalError: Inner: inner"}]
    assert len(raised) == len(recorded.made) - 1 == 16
    assert recorded.printed.count("which no session keeps: the app gets an ExternalError") == 2
    # A secret of an error has its stand-in; what the app brought is its own, also by the name of a parameter.
    assert refused["isOwn"] and not re.search("9f8e7d6c5b4aQw2Rb8Vn5Yc1|hunter2", json.dumps(recorded.lines))
    assert one_of([run(BOTS / "raises.py", calls=recorded.made, steps=step, **how) for step in (1, 400)]).trace == recorded.trace


@pytest.mark.parametrize("name", ["requests", "httpx", "httpx-async", "aiohttp"])
def test_an_http_library_is_answered_from_the_recording(name):
    pytest.importorskip(name.split("-")[0])
    calls = [{"to": "POST https://model.example/ask", "body": {"text": "large"}, "status": 200,
              "headers": {"content-type": "application/json"},
              "chunks": [{"after": 800, "body": '{"answer":', "encoding": "text"}, {"after": 4_000, "body": ' "L"}', "encoding": "text"}]}]
    one = one_of([run(BOTS / "libraries.py", arguments=[name], calls=calls, steps=step) for step in (7, 400)])
    assert emitted(one) == [("answer", {"answer": "L", "at": .25})]


def test_a_websocket_is_recorded_both_ways_and_replays():
    pytest.importorskip("websockets")
    recorded = run(BOTS / "talks.py", arguments=["stub"])
    assert emitted(recorded) == [
        ("heard", {"text": "hello", "at": 6_401}), ("heard", {"text": "large: 1", "at": 9_602}),
        ("heard", {"text": "small: 1", "at": 9_602}), ("heard", {"text": "end", "at": 16_003})]
    assert [(one.get("behind"), one["after"]) for one in recorded.made[0]["chunks"]] == [
        (None, 0), (0, 6_401), (2, 3_201), (2, 3_201), (3, 6_401), (4, 1)]
    one = one_of([run(BOTS / "talks.py", arguments=["replay"], calls=recorded.made, steps=step)
                  for step in STEPS])
    assert emitted(one) == emitted(recorded)


def test_a_real_websocket_server_is_recorded_in_its_own_time():
    serving = pytest.importorskip("websockets.sync.server")

    def talk(connection):
        connection.send("hello")
        for message in connection:
            connection.send(f"heard {message}" if isinstance(message, str) else message)
    with serving.serve(talk, "127.0.0.1", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"ws://127.0.0.1:{server.socket.getsockname()[1]}"
        recorded = run(BOTS / "talks.py", arguments=["live", address], limit=1, steps=1)
        server.shutdown()
    assert [fields["text"] for _, fields in emitted(recorded)] == ["hello", "heard large", "heard small", "end"]
    replayed = run(BOTS / "talks.py", arguments=["live", address], calls=recorded.made, limit=1)
    assert emitted(replayed) == emitted(recorded)


def test_a_websocket_is_answered_from_the_recording():
    pytest.importorskip("websockets")
    calls = [{"to": "GET wss://model.example/ask", "body": "",
              "chunks": [{"after": 160, "body": {"open": ""}, "encoding": "json"}]}]

    def answers(act):
        if act["encoding"] == "json":
            return [(0, {"body": act["body"], "encoding": "json", "last": True})]
        assert act["body"] == "large"
        return [(800, {"body": "one", "encoding": "text", "last": False}), (1_600, {"body": "two", "encoding": "text", "last": False})]
    one = one_of([run(BOTS / "libraries.py", arguments=["websockets"], calls=calls, steps=step, answers=answers) for step in (7, 400)])
    assert emitted(one) == [("answer", {"answer": ["one", "two"], "at": .11})]


def test_a_bot_can_tell_that_voicetest_runs_it(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("import os\nimport voicetest_app as voice\nvoice.emit('seen', value=os.environ['VOICETEST_APP'])\n")
    assert [act["fields"] for _, kind, act in run(bot).trace if kind == "emit"] == [{"value": "1"}]
