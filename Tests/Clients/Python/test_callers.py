"""Several callers who call one app at once."""
from harness import ROOT, Run

BOT = ROOT / "Tests/Clients/Python/bots/calls.py"
PLACE = {"timeZone": "UTC"}


def play(fields, keys, **hello):
    one = Run(BOT, limit=3, hello=hello if "callers" in hello else {"fields": fields[0], **hello})
    for number, key in enumerate(keys, 1):
        one.later(8_000, "key", key=key, **({"caller": number} if "callers" in hello else {}))
    return one.play()


def of(run, caller):
    """What a call did at its frames, without its number."""
    return [(at, kind, {name: value for name, value in act.items() if name != "caller"})
            for at, kind, act in run.trace if act.get("caller") == caller and kind in ("emit", "failed")]


def together(*fields):
    return play(fields, ["1", "2"], callers=[{"fields": one} for one in fields])


def alone(number, fields):
    run = play([fields], [str(number)], world={**PLACE, "caller": number})
    return [one for one in of(run, None) if one[2].get("event") != "outside"]


def test_each_call_is_what_it_is_alone():
    both = together({"name": "Ada"}, {"name": "Grace"})
    first, second = of(both, 1), of(both, 2)
    assert [act["event"] for _, _, act in second] == ["began", "worked", "worked", "worked", "pressed"]
    # The pool has one thread, which the call that comes later waits for.
    assert [one for one in first if one[2]["fields"].get("what") is None] == [
        one for one in alone(1, {"name": "Ada"}) if one[2]["fields"].get("what") is None]
    own = {name: act["fields"] for _, _, act in second for name in [act["event"]]}
    apart = {name: act["fields"] for _, _, act in alone(2, {"name": "Grace"}) for name in [act["event"]]}
    assert own["began"] == apart["began"]
    assert (own["began"]["name"], own["began"]["number"], own["began"]["of"]) == ("call-2", "+15550101", "Grace")
    assert own["pressed"]["key"] == "2" and own["pressed"]["drew"] == apart["pressed"]["drew"]


def test_what_is_done_outside_of_calls_is_of_no_caller():
    outside = [act for _, kind, act in together({}, {}).trace if kind == "emit" and act["event"] == "outside"]
    assert len(outside) == 1 and "caller" not in outside[0]


def test_a_call_that_fails_leaves_the_other_alone():
    both = together({"fails": True}, {})
    assert [act["reason"] for _, kind, act in both.trace if kind == "failed"] == ["ValueError: planted"]
    assert of(both, 2)[-1][2]["event"] == "pressed"
    assert [act["caller"] for _, kind, act in both.trace if kind == "ended"] == [2]
    assert "planted" in both.printed


def test_the_error_of_a_forgotten_task_or_job_is_of_its_caller():
    for fields in [({"forgets": 1}, {}), ({}, {"forgets": 1}), ({"forgets": 1}, {"forgets": 1})]:
        both = together(*fields)
        told = [(act["error"].partition(":")[0], act.get("caller")) for _, kind, act in both.trace if kind == "unhandled"]
        assert sorted(told) == [(error, number) for error in ("KeyError", "ZeroDivisionError")
                                for number, one in enumerate(fields, 1) if one]
