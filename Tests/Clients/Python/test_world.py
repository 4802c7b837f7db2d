"""Where and when a bot runs: it has time, zone, host, user and processors of its session, not of the machine."""
import json
import os
import pathlib
import socket
import time

import pytest

from harness import ROOT, run

BOT = ROOT / "Tests/Clients/Python/bots/world.py"
WORLD = {"timeZone": "UTC", "locale": "C.UTF-8", "host": "voicetest", "user": "caller", "processors": 3}
OTHER = {"TZ": "Asia/Tokyo", "LANG": "de_DE.UTF-8", "LANGUAGE": "de", "LC_TIME": "de_DE.UTF-8", "USER": "root",
    "HOSTNAME": "build-7"}


def told(name, environment=None, **hello):
    one = run(BOT, arguments=[name], calls=[], hello=hello, environment=environment, limit=60)
    assert (one.end["kind"], one.escapes) == ("ended", []), one.printed
    return [act["fields"] for _, kind, act in one.trace if kind == "emit"]


def test_the_place_is_that_of_the_session_in_threads_and_children_too():
    [found] = told("place", OTHER, world=WORLD)
    assert set(found["host"]) == {"voicetest"} and set(found["address"]) == {"127.0.0.1"}
    assert set(found["user"]) == {"caller"} and found["home"] == [True, True]
    assert set(found["processors"]) == {3}
    assert found["locale"] == ["C.UTF-8", "C.UTF-8", None, None, "C.UTF-8"]
    assert found["zone"] == ["UTC", "UTC", "UTC", 0, "UTC", "UTC"]
    assert found["same"] == [True, True]
    assert found["child"] == ["caller", "voicetest", "C.UTF-8", "UTC"] and found["imported"] == ["voicetest", "3"]


@pytest.mark.parametrize("environment, is_off", [({}, "1"), ({"ORT_DISABLE_TELEMETRY": "0"}, "0")])
def test_onnxruntime_reports_no_use_unless_the_environment_says_so(environment, is_off):
    assert told("telemetry", environment) == [{"is_off": is_off}]


def test_without_a_world_the_place_is_that_of_the_machine():
    [found] = told("machine", {**OTHER, "TZ": "UTC-9", "LOGNAME": "root"})
    assert found == {"host": socket.gethostname(), "fqdn": socket.getfqdn(), "processors": os.cpu_count(),
        "user": "root", "zone": ["UTC", "UTC"]}


@pytest.mark.skipif(not pathlib.Path("/usr/share/zoneinfo/Europe/Berlin").exists(),
    reason="this machine has no time zones")
def test_the_clock_of_a_zone_shows_a_change_to_summer_time_and_back():
    spring, autumn = 1_774_745_990, 1_792_889_990           # ten seconds before the hour at which the clock changes
    before, after = told("moments", world={**WORLD, "timeZone": "Europe/Berlin"}, epoch=spring)
    assert before == {
        "now": "2026-03-29 01:59:50", "fold": 0, "today": "2026-03-29", "local": "01:59:50 CET",
        "asctime": "Sun Mar 29 01:59:50 2026",
        "ctime": "Sun Mar 29 01:59:50 2026", "aware": "2026-03-29T01:59:50+01:00",
        "utc": "2026-03-29T00:59:50", "zone": "CET", "seconds": spring}
    assert after == {
        "now": "2026-03-29 03:00:10", "fold": 0, "today": "2026-03-29", "local": "03:00:10 CEST",
        "asctime": "Sun Mar 29 03:00:10 2026",
        "ctime": "Sun Mar 29 03:00:10 2026", "aware": "2026-03-29T03:00:10+02:00",
        "utc": "2026-03-29T01:00:10", "zone": "CEST", "seconds": spring + 20}
    before, after = told("moments", world={**WORLD, "timeZone": "Europe/Berlin"}, epoch=autumn)
    assert [before["aware"], before["fold"], after["aware"], after["fold"]] == [
        "2026-10-25T02:59:50+02:00", 0, "2026-10-25T02:00:10+01:00", 1]


def test_a_zone_that_the_machine_lacks_is_told():
    one = run(BOT, arguments=["moments"], calls=[], hello={"world": {**WORLD, "timeZone": "Europe/Nowhere"}})
    [escape] = one.escapes
    assert escape["name"] == "this machine has no time zone Europe/Nowhere: install tzdata"


def test_a_clock_of_work_that_is_done_for_real_is_the_real_one(tmp_path):
    bot = tmp_path / "signed.py"
    bot.write_text("import time\nimport voicetest_app as voice\n"
                   "@voice.external('clock')\ndef clock():\n    return time.time()\n\n\n"
                   "voice.emit('clock', real=clock(), virtual=time.time())\n")
    before = time.time()
    one = run(bot, hello={"epoch": 2_000_000_000})
    [found] = [act["fields"] for _, kind, act in one.trace if kind == "emit"]
    assert before - 1 <= found["real"] <= time.time() + 1 and int(found["virtual"]) == 2_000_000_000


def test_chance_without_a_seed_and_temporary_names_are_the_same_in_every_run(tmp_path):
    environment = {"TMPDIR": str(tmp_path)}
    first, second = told("chance", environment), told("chance", environment)
    assert first == second and list(tmp_path.iterdir()) == []
    [other] = told("chance", environment, seed=8)
    assert not set(map(str, other["drawn"] + other["names"])) & set(map(str, first[0]["drawn"] + first[0]["names"]))
    assert all(os.path.dirname(one).startswith(str(tmp_path)) for one in first[0]["names"] if "/" in one)


def test_a_name_that_is_taken_gives_way_to_the_next_and_moves_nothing_else(tmp_path):
    environment = {"TMPDIR": str(tmp_path)}
    [first] = told("chance", environment)
    left, kept = map(pathlib.Path, first["names"][-2:])
    left.write_text("of another program")
    kept.mkdir()
    [second] = told("chance", environment)
    assert second["names"][:-2] == first["names"][:-2]
    assert second["drawn"] == first["drawn"] and second["later"] == first["later"]
    assert not set(second["names"][-2:]) & {str(left), str(kept)}
    assert sorted(tmp_path.iterdir()) == sorted([left, kept]) and left.read_text() == "of another program"
    assert json.dumps(told("chance", environment)) == json.dumps([second])
