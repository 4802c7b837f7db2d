"""The table of cases that both clients share (Tests/Clients/cases): what goes in, and what comes out."""
import base64
import hashlib
import io
import json
import sys
import types

import pytest

from harness import CLIENT, ROOT

sys.path.insert(0, str(CLIENT))
from client import bodies, calls, frames, hiding, http1, peer, run, secret_texts, visits  # noqa: E402
from client.app import APP  # noqa: E402
from client.machine import Machine, frame_of  # noqa: E402

SITE = "a.example"


def expanded(value):
    """A value of the table, in which `{"repeat": [TEXT, COUNT]}` stands for a long text."""
    if isinstance(value, list):
        return [expanded(one) for one in value]
    if not isinstance(value, dict):
        return value
    if "repeat" in value:
        return value["repeat"][0] * value["repeat"][1]
    return {key: expanded(one) for key, one in value.items()}


def cases(area):
    found = json.loads((ROOT / f"Tests/Clients/cases/{area}.json").read_text())["cases"]
    return pytest.mark.parametrize("case", [expanded(one) for one in found], ids=[one["name"] for one in found])


def from_hex(text):
    return bytes.fromhex("".join(text))


def told(lines):
    """Lines as voicetest has them, without the app's line of acts, which each language writes in its own way."""
    lines = json.loads(json.dumps(lines))
    return [line if line["kind"] == "escape" else {key: value for key, value in line.items() if key != "line"} for line in lines]


@pytest.fixture(autouse=True)
def app(monkeypatch):
    """The state of the client, anew for each case."""
    for name, value in (("machine", Machine()), ("calls", {}), ("count", 0), ("secrets", None), ("notes", set())):
        monkeypatch.setattr(APP, name, value)


def drained(happens):
    """Does what is due, in its order; `happens` hears of each input."""
    while (due := APP.machine.due()) is not None:
        kind, what = due
        for one in what if kind == "inputs" else ():
            happens(one)
        if kind == "timer":
            what()


@cases("timers")
def test_timers(case):
    if "rate" in case:
        assert [frame_of(seconds, case["rate"]) for seconds in case["seconds"]] == case["frames"]
        return
    timers, happened = {}, []

    def happen(name):
        happened.append([APP.machine.frame, name])
        do(case.get("does", {}).get(name, ()))

    def do(steps):
        for kind, *words in steps:
            if kind == "act":
                APP.machine.act("emit", event=words[0])
            elif kind == "escape":
                APP.machine.escape("clock", words[0], "a:1 f")
            else:
                if kind in ("cancel", "set again"):
                    timers[words[-1]].is_cancelled = True
                if kind != "cancel":
                    frame, name = words
                    timers[name] = APP.machine.set_timer(frame, lambda name=name: happen(name))
    do(case.get("start", ()))
    for turn in case["turns"]:
        APP.machine.go(turn["until"], [{"at": at, "name": name} for at, name in turn.get("inputs", ())])
        drained(lambda one: happen(one["name"]))
        assert (happened, told(APP.machine.turn())) == (turn["happens"], turn["lines"])
        happened.clear()


@cases("calls")
def test_calls(case):
    asked, heard = {}, []

    def ask(to, body, is_open, gives):
        def answered(message):
            data = bodies.unpacked(message)
            text = bodies.packed(data)["body"] if bodies.packed(data)["encoding"] == "text" else {"hex": data.hex()}
            shown = {key: message[key] for key in ("status", "error") if key in message}
            heard.append([APP.machine.frame, call.number, {"body": text, **shown, "last": message["last"]}])
            do(case.get("does", {}).get(str(call.number), ()))
        data = from_hex(body["hex"]) if isinstance(body, dict) else body.encode()
        made = {"status": 200}, [(seconds, bodies.packed(piece.encode())) for seconds, piece in gives]
        call = calls.OutsideCall(to, bodies.packed_question(data), answered, lambda: made, is_open)
        asked[call.number] = call

    def do(steps):
        for step in steps:
            if "ask" in step:
                ask(step["ask"], step["body"], step.get("open", False), step.get("gives", ()))
            elif "more" in step:
                asked[step["more"]].more(bodies.packed(step["body"].encode()))
            else:
                asked[step["cancel"]].cancel()
    do(case["start"])
    for turn in case["turns"]:
        APP.machine.go(turn["until"], turn.get("inputs", ()))
        drained(run.deliver)
        assert (heard, told(APP.machine.turn())) == (turn["heard"], turn["lines"])
        heard.clear()


def peer_of(port=80, is_secure=False):
    """The far end of a connection, and what the app gets of it."""
    one, got = peer.Peer(SITE, port, is_secure), []
    one.receive = got.append
    return one, got


def open_socket():
    one, got = peer_of()
    one.write(b"GET /talk HTTP/1.1\r\nUpgrade: websocket\r\n\r\n")
    one.answered({"body": {"open": ""}, "encoding": "json", "last": False})
    got.clear()
    APP.machine.turn()
    return one, got


@cases("frames")
def test_frames(case):
    if case["of"] == "read":
        reader = frames.Frames()
        found = [frames.content_of(*one) for piece in case["pieces"] for one in reader.take(from_hex(piece))]
        assert found == case["messages"]
        return
    one, got = open_socket()
    if case["of"] == "give":
        one.answered(case["message"])
        assert b"".join(got).hex() == "".join(case["gets"])
        return
    for data in case["writes"]:
        one.write(from_hex(data))
    assert told(APP.machine.acts) == [{"kind": "more", "id": one.call.number, **message} for message in case["told"]]


def request_of(case):
    request, pieces = http1.Request(), case["pieces"]
    pieces = list(pieces["each"]) if isinstance(pieces, dict) else pieces
    whole = [request.take(piece.encode("latin-1")) for piece in pieces]
    assert whole == ([False] * (len(pieces) - 1) + [True] if case["whole"] == "last" else case["whole"])
    body = request.body.decode("latin-1")
    return {"method": request.method, "path": request.path, "fields": request.fields, "body": body}


@cases("answers")
def test_answers(case):
    answer, bodies_of, is_over, is_wrong = visits.Answer(case["method"]), [], [], False
    for piece in case["pieces"]:
        try:
            bodies_of.append(answer.take((piece or "").encode("latin-1")).decode("latin-1"))
        except ValueError:
            is_wrong = True
            break
        is_over.append(answer.is_over)
    assert (bodies_of, is_wrong) == (case["bodies"], case.get("error", False))
    if not is_wrong:
        assert (is_over, answer.head["status"], [list(one) for one in answer.head["headers"]]) == (
            case["over"], case["status"], case["headers"])


@cases("http")
def test_http(case):
    if case["of"] == "request":
        if case.get("refused"):
            request = http1.Request()
            with pytest.raises(ValueError, match="not HTTP/1.1"):
                [request.take(piece.encode("latin-1")) for piece in case["pieces"]]
        else:
            found = request_of(case)
            assert {key: found[key] for key in found if key in case} == {key: case[key] for key in found if key in case}
    elif case["of"] == "server":
        stream = io.BufferedReader(io.BytesIO(case["sends"].encode("latin-1")))
        head, chunks = http1.read_answer(stream, "GET", 0)
        found = {**head, "body": b"".join(bodies.unpacked(chunk) for _, chunk in chunks).decode("latin-1")}
        expected = {key: case[key] for key in case if key not in ("name", "of", "sends")}
        assert {**found, **{key: found[key] for key in expected}} == {"statusLine": found["statusLine"], **expected}
    else:
        one, got = peer_of(case.get("port", 443 if case.get("isSecure") else 80), case.get("isSecure", False))
        one.write(case["request"].encode("latin-1"))
        if case["of"] == "target":
            assert [line["to"] for line in APP.machine.acts] == [case["to"]]
            return
        for message in case["answers"]:
            one.answered(message)
        assert b"".join(got).decode("latin-1") == case["gets"]
        assert (got[-1:] == [b""]) == case["ends"]


def exchanged(headers, chunks):
    chunks = [(0, bodies.packed(chunk.encode("latin-1"))) for chunk in chunks]
    head, pieces = hiding.exchanged_answer({"headers": headers}, chunks, SITE)
    return head["headers"], [bodies.unpacked(chunk).decode("latin-1") for _, chunk in pieces]


def fitting(data):
    """Headers that say the length and the digest of a body."""
    return [["Content-Length", str(len(data))], ["Digest", "sha-256=" + base64.b64encode(hashlib.sha256(data).digest()).decode()]]


def coded(case):
    """What becomes of a body in a coding: decoded again. Its headers follow."""
    if bodies.coders([["Content-Encoding", case["coding"]]]) is None:
        pytest.skip(f"this Python does not know {case['coding']}")
    [(decode, code)] = bodies.coders([["Content-Encoding", case["coding"]]])
    body = code(case["text"].encode())
    text = body.decode("latin-1")
    headers, pieces = exchanged([["Content-Encoding", case["coding"]], *fitting(body)], [text[:7], text[7:], ""])
    changed = "".join(pieces).encode("latin-1")
    assert headers[1:] == fitting(changed)
    return decode(changed).decode()


@cases("hiding")
def test_hiding(case):
    APP.secrets = secrets = secret_texts.Secrets(7, case.get("keep", ()))
    APP.calls = {1: types.SimpleNamespace(to="GET wss://a.example/", asked=[])}
    if case["row"] == "steps":
        secrets.is_replay = case.get("isReplay", False)
        does = {"told": lambda text, _: secrets.told(text), "answered": secrets.answered, "real": secrets.real,
                "returned": lambda text, _: secrets.returned(text)}
        assert [does[kind](text, site) for kind, text, site, _ in case["steps"]] == [gives for *_, gives in case["steps"]]
        return
    found = {
        "told": lambda: secrets.told(case["text"], case["isCall"]), "answered": lambda: secrets.answered(case["text"], SITE),
        "header": lambda: secrets.header(case["header"], case["text"], SITE), "line": lambda: hiding.told_line(case["line"]),
        "answer": lambda: exchanged(case["headers"], case["chunks"])[1], "coded": lambda: coded(case)}[case["row"]]()
    assert json.dumps(found) == json.dumps(case["told"])
    assert case["secret"] is None or case["secret"] not in json.dumps(found)


def test_each_area_has_its_cases():
    assert sorted(path.stem for path in (ROOT / "Tests/Clients/cases").glob("*.json")) == ["answers", "calls", "children", "frames", "hiding", "http", "timers"]
