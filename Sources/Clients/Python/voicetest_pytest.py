"""voicetest in pytest: each scenario and session of a project is a test, and a fixture scripts a caller in Python.

    pytest                                         every folder with a voicetest.json, beside the tests in Python
    pytest --voicetest-accept "the question is clearer"

A red test says the first cause. The program is `voicetest` on the PATH, or what VOICETEST names.
"""
import json
import os
import pathlib
import shutil
import subprocess

import pytest

PROJECT, SCENARIO, SESSION = "voicetest.json", ".scenario.json", ".vsession"
DIFFERS = 1


def pytest_addoption(parser):
    group = parser.getgroup("voicetest")
    group.addoption("--voicetest-accept", metavar="REASON",
                    help="make the sessions of the tests that differ the expected ones, and keep REASON")
    parser.addini("voicetest_arguments", "what `voicetest test` gets besides, such as --calls live", type="args",
                  default=[])


def pytest_configure(config):
    reason = config.getoption("--voicetest-accept")
    if reason is not None and not reason.strip():
        raise pytest.UsageError("--voicetest-accept needs words: the ledger keeps them for its readers.")


def pytest_collect_file(file_path, parent):
    if file_path.name == PROJECT:
        return Project.from_parent(parent, path=file_path)
    return None


class Failure(Exception):
    """What is red, in voicetest's words."""


def program():
    """The program's path. Raises Failure where there is none."""
    found = shutil.which(os.environ.get("VOICETEST") or "voicetest")
    if found is None:
        raise Failure("voicetest is not on the PATH. Install it, or name the program in VOICETEST.")
    return found


def run(folder, *arguments):
    """Runs voicetest in `folder`; gives its exit code, standard output and standard error."""
    done = subprocess.run([program(), *map(str, arguments)], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


class Project(pytest.File):
    """A voicetest.json: the scenarios and sessions of its folder."""

    def collect(self):
        names = {}
        for path in sorted(self.path.parent.iterdir()):
            for end in (SCENARIO, SESSION):
                if path.name.endswith(end):
                    names.setdefault(path.name[:-len(end)], path)
        for name, path in sorted(names.items()):
            yield Case.from_parent(self, name=name, case=path)

    def outcome(self, item):
        """What voicetest says of a case. All chosen cases of the project run at once, unless tests run in workers."""
        if not hasattr(self, "outcomes"):
            self.outcomes = {}
        if item.name not in self.outcomes:
            is_worker = hasattr(self.config, "workerinput")
            items = [one for one in self.session.items if isinstance(one, Case) and one.parent is self]
            self.outcomes.update(self.tested([item] if is_worker or item not in items else items))
        return self.outcomes[item.name]

    def tested(self, items):
        code, printed, told = run(self.path.parent, "test", *[one.case.name for one in items], "--format", "json",
                                  *self.config.getini("voicetest_arguments"))
        try:
            sessions = json.loads(printed)["sessions"]
        except (ValueError, KeyError):
            sessions = []
        found = {one["name"].removesuffix(SESSION): one for one in sessions}
        reason = told.strip() or printed.strip() or f"voicetest test ends with exit code {code}"
        return {one.name: found.get(one.name, {"outcome": "damaged", "reason": reason}) for one in items}


class Case(pytest.Item):
    """A scenario, or a session without one."""

    def __init__(self, *, case, **options):
        super().__init__(**options)
        self.case = case

    def runtest(self):
        outcome = self.parent.outcome(self)
        faults = sentences(outcome)
        if not faults:
            return
        reason = self.config.getoption("--voicetest-accept")
        if reason and outcome["outcome"] == "differs":
            pending = self.case.parent / f"{self.name}{SESSION}.new"     # a trace that differs lies in its session
            path = pending.name if pending.exists() else f"{self.name}{SESSION}"
            code, printed, told = run(self.case.parent, "accept", path, "--reason", reason)
            if code == 0:
                self.add_report_section("call", "voicetest", printed)
                return
            faults.append(told.strip() or printed.strip())
        raise Failure("\n".join(faults))

    def repr_failure(self, excinfo, style=None):
        return str(excinfo.value) if isinstance(excinfo.value, Failure) else super().repr_failure(excinfo)

    def reportinfo(self):
        return self.case, None, f"voicetest {self.name}"


def sentences(outcome):
    """What is wrong with a case, the first cause first; nothing where it agrees."""
    faults = [one["sentence"] for one in outcome.get("faults", ())]
    if outcome["outcome"] == "agrees":
        return faults
    first = outcome.get("firstCause") or {}
    told = []
    for one in first.get("causes", ()):
        place = f"{one['file']}:{one['line']}" if "line" in one else one.get("file")
        told.append(": ".join(part for part in (place, one.get("key"), one["what"]) if part))
    return ["first cause: " + (first.get("sentence") or "; ".join(told) or outcome.get("reason") or "it differs"),
            *[one for one in told if one not in (first.get("sentence") or "")], *faults]


# ---- a caller in Python

class Call:
    """A call that was made: its events, in order."""

    def __init__(self, session):
        self.session = pathlib.Path(session)
        lines = (self.session / "trace.jsonl").read_text(encoding="utf-8").splitlines()
        self.trace = [one for one in map(json.loads, lines) if "kind" in one]
        self.rate = json.loads((self.session / "session.json").read_text(encoding="utf-8"))["clock"]["sampleRate"]

    def events(self, kind, **fields):
        """The events of a kind whose fields are these."""
        return [one for one in self.trace
                if one["kind"] == kind and all(one.get(name) == value for name, value in fields.items())]

    def seconds(self, event):
        """When an event happened, in seconds from the beginning."""
        return event["t"] / self.rate


class Caller:
    """Scripts a caller line by line, then calls the app of a project."""

    def __init__(self, project, folder):
        self.project, self.folder, self.lines, self.count = pathlib.Path(project), folder, [], 0

    def says(self, text, after=None, delay=.5, **options):
        """Says a text `delay` seconds behind the first event with the fields of `after`, or behind the beginning."""
        return self.line({"say": text}, after, delay, options)

    def plays(self, path, after=None, delay=.5, **options):
        """Plays a sound file, likewise."""
        return self.line({"play": os.path.relpath(path, self.folder)}, after, delay, options)

    def line(self, what, after, delay, options):
        when = {"atMs": round(delay * 1_000)} if after is None else {"after": after, "delayMs": round(delay * 1_000)}
        self.lines.append({**when, **what, **options})
        return self

    def call(self, *arguments, seconds=60, **scenario):
        """Makes the call; gives a Call. `arguments` go to `voicetest record`, `scenario` into the scenario."""
        self.count += 1
        path, session = self.folder / f"call{self.count}{SCENARIO}", self.folder / f"call{self.count}{SESSION}"
        text = json.dumps({"caller": self.lines, "limits": {"seconds": seconds}, **scenario})
        path.write_text(text, encoding="utf-8")
        project = json.loads((self.project / PROJECT).read_text(encoding="utf-8"))
        command = ["--program-command", project["programCommand"]] if "programCommand" in project else []
        code, printed, told = run(self.project, "record", "--scenario", path, "--output", session, *command, *arguments)
        if not (session / "trace.jsonl").exists():
            raise Failure(told.strip() or printed.strip() or f"voicetest record ends with exit code {code}")
        return Call(session)


@pytest.fixture
def voicetest_project(request):
    """The folder of the project: the nearest above the test that has a voicetest.json. Override it for another."""
    folder = next((one for one in request.path.parents if (one / PROJECT).exists()), None)
    if folder is None:
        pytest.fail(f"no folder above {request.path} has a {PROJECT}. Override the fixture voicetest_project.",
                    pytrace=False)
    return folder


@pytest.fixture
def caller(voicetest_project, tmp_path):
    """A caller to script: `caller.says("large", after={"kind": "said", "sound": "sound 1"})`, then `caller.call()`."""
    return Caller(voicetest_project, tmp_path)
