"""Files of the project that an earlier run wrote: reading one is told."""
import json
import os
import sqlite3

import pytest

from harness import ROOT, run

BOT = ROOT / "Tests/Clients/Python/bots/keeps.py"
NOTE = ("voicetest: keeps.py:{}: reads {}, which an earlier run wrote, so this run is not the first one's equal; \"state\": \"fresh\" "
        "in voicetest.json gives each run the project as it is\n")


@pytest.fixture
def project(tmp_path, monkeypatch):
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    return tmp_path


def printed(folder, way, **hello):
    one = run(BOT, arguments=[way], hello=hello, environment={"XDG_CACHE_HOME": str(folder / "cache")})
    assert one.end["kind"] == "ended", one.printed
    return one.printed


def kept(folder):
    return [json.loads(one.read_text()) for one in folder.glob("cache/voicetest/written/*")]


@pytest.mark.parametrize("way, line, name, written", [
    ("read", "14 read", "a.txt", ["a.txt"]), ("moved", "33 moved", "b.txt", ["a.txt", "b.txt"]),
    ("database", "44 database", "a.db", ["a.db"]), ("database_in_a_log", "50 database_in_a_log", "a.db", ["a.db"])])
def test_a_file_of_an_earlier_run_that_is_read_is_told_once(project, way, line, name, written):
    assert [printed(project, way), printed(project, way)] == ["", NOTE.format(line, name)]
    assert kept(project) == [written]
    for one in written:
        os.unlink(one)
    assert printed(project, way) == ""


@pytest.mark.parametrize("way", ["appends", "writes_first", "moves"])
def test_a_file_that_is_written_and_not_read_is_not_told(project, way):
    assert [printed(project, way), printed(project, way)] == ["", ""]
    assert kept(project) == [["a.txt"]]


@pytest.mark.parametrize("way", ["reads_only", "no_state"])
def test_nothing_is_listed_where_no_state_was_written(project, way):
    (project / "project/given.txt").write_text("a")
    with sqlite3.connect("given.db") as held:
        held.execute("CREATE TABLE orders (size)")
    assert [printed(project, way), printed(project, way)] == ["", ""]
    assert kept(project) == []


def test_a_run_with_the_project_as_it_is_tells_and_lists_nothing(project):
    assert printed(project, "read", fresh=True) == "" and kept(project) == []
    printed(project, "read")
    assert printed(project, "read", fresh=True) == ""


def test_a_list_that_is_damaged_or_cannot_be_written_tells_nothing(project):
    printed(project, "read")
    [path] = project.glob("cache/voicetest/written/*")
    path.write_text("[1, {")
    assert printed(project, "read") == "" and kept(project) == [["a.txt"]]
    path.unlink()
    path.mkdir()
    assert printed(project, "read") == "" and [*path.iterdir()] == []
