"""The plugin of pytest: cases as tests, the first cause as the red text, acceptance, and callers in Python."""
import json
import os
import pathlib
import stat

import pytest

from harness import CLIENT, ROOT

pytest_plugins = "pytester"
PROGRAM = pathlib.Path(os.environ.get("VOICETEST") or ROOT / ".build/release/voicetest")

# Plays voicetest: the case `bad` differs until it is accepted, and everything that is asked is written down.
FAKE = '''#!/usr/bin/env python3
import json, pathlib, sys
verb, *arguments = sys.argv[1:]
with open("asked.jsonl", "a") as asked:
    asked.write(json.dumps([verb, *arguments]) + "\\n")
if verb == "accept":
    pathlib.Path("accepted").touch()
    print("bad.vsession: accepted")
    sys.exit(0)
cause = {"kind": "file", "file": "bot.py", "line": 12, "key": "main", "what": "other words"}
sessions = []
for name in [one for one in arguments if one.endswith((".scenario.json", ".vsession"))]:
    name = name.replace(".scenario.json", ".vsession")
    is_bad = name == "bad.vsession" and not pathlib.Path("accepted").exists()
    sessions.append({"name": name, "path": name, "outcome": "differs", "firstCause": {
        "sentence": "bot.py:12: main: other words", "causes": [cause]}} if is_bad else {
        "name": name, "path": name, "outcome": "agrees"})
print(json.dumps({"sessions": sessions}))
sys.exit(any(one["outcome"] == "differs" for one in sessions))
'''


@pytest.fixture
def project(pytester, monkeypatch):
    program = pytester.path / "fake"
    program.write_text(FAKE)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    folder = pytester.mkdir("pizza")
    (folder / "voicetest.json").write_text("{}")
    for name in ("good.scenario.json", "bad.scenario.json"):
        (folder / name).write_text("{}")
    for name in ("good.vsession", "recorded.vsession", "bad.vsession.new"):
        (folder / name).mkdir()
    monkeypatch.setenv("VOICETEST", str(program))
    pytester.syspathinsert(CLIENT)
    return folder


def run(pytester, *arguments):
    return pytester.runpytest_inprocess("-p", "voicetest_pytest", "-p", "no:cacheprovider", *arguments)


def asked(folder):
    return [json.loads(line) for line in (folder / "asked.jsonl").read_text().splitlines()]


def test_each_scenario_and_session_is_a_test_and_one_run_serves_all(pytester, project):
    done = run(pytester, "-v")
    done.assert_outcomes(passed=2, failed=1)
    done.stdout.fnmatch_lines(["*voicetest.json::bad FAILED*", "*voicetest.json::good PASSED*", "*voicetest.json::recorded PASSED*"])
    done.stdout.fnmatch_lines(["first cause: bot.py:12: main: other words"])
    assert asked(project) == [["test", "bad.scenario.json", "good.scenario.json", "recorded.vsession", "--format", "json"]]


def test_only_what_is_chosen_runs(pytester, project):
    run(pytester, "-k", "good").assert_outcomes(passed=1, deselected=2)
    assert asked(project) == [["test", "good.scenario.json", "--format", "json"]]


def test_a_difference_is_accepted_with_its_reason(pytester, project):
    run(pytester, "--voicetest-accept", "the question is clearer").assert_outcomes(passed=3)
    assert asked(project)[-1] == ["accept", "bad.vsession.new", "--reason", "the question is clearer"]
    run(pytester).assert_outcomes(passed=3)


def test_an_acceptance_without_words_is_refused(pytester, project):
    done = run(pytester, "--voicetest-accept", " ")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines(["*--voicetest-accept needs words*"])


def test_a_missing_program_is_said(pytester, project, monkeypatch):
    monkeypatch.setenv("VOICETEST", "no-such-program")
    done = run(pytester)
    done.assert_outcomes(failed=3)
    done.stdout.fnmatch_lines(["voicetest is not on the PATH. Install it, or name the program in VOICETEST."])


@pytest.mark.skipif(not PROGRAM.exists(), reason="voicetest is not built")
def test_a_caller_in_python_calls_a_bot(pytester, monkeypatch):
    folder = pytester.mkdir("order")
    (folder / "voicetest.json").write_text(json.dumps(
        {"engine": "program", "programCommand": f"python3 {CLIENT}/voicetest_app.py bot.py"}))
    (folder / "bot.py").write_text((ROOT / "Sources/Programs/voicetest/Init/Templates/python/bot.py").read_text())
    (folder / "test_order.py").write_text('''
def test_a_large_pizza_is_ordered(caller):
    caller.says("a large pizza please", after={"kind": "said", "sound": "sound 1"})
    call = caller.call(seconds=20)
    decided = call.events("decided", size="large")
    assert len(decided) == 1 and 1 < call.seconds(decided[0]) < 20
''')
    monkeypatch.setenv("VOICETEST", str(PROGRAM))
    pytester.syspathinsert(CLIENT)
    run(pytester).assert_outcomes(passed=1)
