"""Every line of either side fits its schema; the page's examples do; a program in bash and one in C follow the page."""
import json
import re
import shutil
import subprocess

import pytest

from harness import ROOT, run

jsonschema = pytest.importorskip("jsonschema")
SCHEMAS = ROOT / "Sources/Clients/Schemas"
PAGE = ROOT / "Sources/Programs/voicetest/voicetest.docc/ProgramProtocol.md"
INPUTS = {"hello", "audio", "speechStart", "speechEnd", "words", "key", "playEnded", "answer", "make", "go", "end"}
BOTS = ROOT / "Tests/Clients/Python/bots"


def judge(name):
    schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def judges():
    return {"→": judge("ProgramInput"), "←": judge("ProgramOutput")}


def kinds_of(name):
    return set(json.loads((SCHEMAS / f"{name}.schema.json").read_text())["properties"]["kind"]["enum"])


def test_lines_of_runs_fit():
    both = judges()
    for one in (run(BOTS / "dialog.py", callers=["large", None, "yes"]), run(BOTS / "ears.py"), run(BOTS / "keypad.py", keys=[(800, "#")]),
                run(BOTS / "model.py", arguments=["http://127.0.0.1:9"])):
        for line in one.lines:
            both["→" if line["kind"] in INPUTS else "←"].validate(line)


def test_every_key_is_explained_with_an_example_that_fits():
    for name in ("ProgramInput", "ProgramOutput"):
        for key, value in judge(name).schema["properties"].items():
            assert value["description"].endswith("."), key
            for example in value.get("examples", []):
                jsonschema.Draft202012Validator(value).validate(example)
            assert "examples" in value or "items" in value, key


def test_a_key_of_another_kind_is_seen():
    assert not judges()["←"].is_valid({"kind": "idle", "t": 0, "next": None, "text": "x"})
    assert not judges()["→"].is_valid({"kind": "go", "at": 0})


def test_the_lines_of_the_page_fit_and_show_every_kind():
    both, shown = judges(), set()
    for arrow, text in re.findall(r"^    ([→←]) (\{.*\})$", PAGE.read_text(), re.M):
        line = json.loads(text)
        both[arrow].validate(line)
        shown.add((arrow, line["kind"]))
    assert shown == {("→", kind) for kind in kinds_of("ProgramInput")} | {("←", kind) for kind in kinds_of("ProgramOutput")}


@pytest.mark.parametrize("step", [1, 7, 50, 400])
def test_a_program_in_bash_that_follows_the_page(step):
    one = run(None, steps=step, callers=["large"], command=["bash", str(BOTS / "dialog.sh")])
    assert [(at, kind) for at, kind, _ in one.trace] == [
        (0, "play"), (10_560, "playEnded"), (10_560, "listen"), (31_360, "emit"), (31_360, "ended")]
    assert one.code == 0


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    compiler = shutil.which("cc") or pytest.skip("no C compiler here")
    program = tmp_path_factory.mktemp("compiled") / "dialog"
    subprocess.run([compiler, "-O1", "-Wall", "-Werror", "-o", program, BOTS / "dialog.c"], check=True)
    return program


@pytest.mark.parametrize("step", [1, 7, 50, 400])
def test_a_program_in_c_that_follows_the_page(compiled, step):
    one = run(None, steps=step, callers=[None, "large"], command=[str(compiled)])
    assert [(at, act.get("event", kind)) for at, kind, act in one.trace] == [
        (0, "play"), (10_560, "playEnded"), (10_560, "listen"), (90_560, "stop"), (90_560, "timeout"), (90_560, "play"),
        (101_120, "playEnded"), (101_120, "listen"), (121_920, "decided"), (121_920, "ended")]
    assert one.code == 0


def test_an_act_has_its_line_and_the_line_that_called_its_function_or_made_its_task():
    one = run(BOTS / "helper.py")
    assert [line["line"] for line in one.lines if line["kind"] == "play"] == [
        "helper.py:8 ask from helper.py:12 main", "helper.py:8 ask from helper.py:13 main"]
