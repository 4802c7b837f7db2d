"""Secrets have stand-ins: the table that both clients share, and what reaches app, server and disk."""
import base64
import gzip
import hashlib
import json
import sys

import pytest

from harness import CLIENT, ROOT

sys.path.insert(0, str(CLIENT))
import voicetest_app as client  # noqa: E402

CASES = json.loads((ROOT / "Tests/Clients/secrets.json").read_text())["cases"]
KEY = "9f8e7d6c5b4aQw2Rb8Vn5Yc1"


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_text_has_the_stand_ins_of_the_table(case):
    secrets = client.Secrets(7, case.get("keep", ()))
    told = secrets.told(case["text"], case["isCall"]) if case["row"] == "told" else secrets.answered(case["text"], "a.example")
    assert told == case["told"]
    assert case["secret"] is None or case["secret"] not in told


def test_a_server_gets_what_it_gave_and_another_one_does_not():
    secrets = client.Secrets(7)
    given = json.loads(secrets.answered(json.dumps({"access_token": KEY}), "a.example"))["access_token"]
    assert given != KEY and len(given) == len(KEY)
    assert secrets.real(f"Bearer {given}", "a.example") == f"Bearer {KEY}"
    assert secrets.real(f"Bearer {given}", "b.example") == f"Bearer {given}"
    assert secrets.told(f"token={given}") == f"token={given}"


def test_a_replay_draws_the_same_stand_ins():
    live, replay = client.Secrets(7), client.Secrets(7, is_replay=True)
    first = live.told(f"api_key={KEY}")
    answer = live.answered(json.dumps({"token": KEY[::-1]}), "a.example")
    second = live.told(f"password={KEY}x")
    assert replay.told(f"api_key={KEY}") == first
    assert replay.told(f"password={KEY}x") == second        # before the answer, which comes later in virtual time
    assert replay.answered(answer, "a.example") == answer and replay.told(answer) == answer


def test_what_an_app_brought_is_its_own_in_an_answer():
    secrets = client.Secrets(7)
    told = secrets.told(f"api_key={KEY}")
    assert secrets.answered(f"your key is {KEY}", "a.example") == "your key is " + told[8:]
    assert secrets.returned("your key is " + told[8:]) == f"your key is {KEY}"


@pytest.fixture
def secrets(monkeypatch):
    monkeypatch.setattr(client.APP, "secrets", client.Secrets(7))


@pytest.mark.parametrize("coding", ["gzip", "deflate", "br", None])
def test_a_coded_body_is_coded_again_and_its_length_and_digest_follow(secrets, coding):
    if coding == "br":
        pytest.importorskip("brotli")
    data = json.dumps({"zebra": 1, "password": KEY, "apple": 2}).encode()
    headers = [["Content-Encoding", coding]] if coding else []
    [(decode, code)] = client.coders(headers) or [(bytes, bytes)]
    body = code(data)
    digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
    head = {"status": 200, "headers": [*headers, ["Content-Length", str(len(body))], ["Digest", f"sha-256={digest}"]]}
    found, chunks = client.exchanged_answer(head, [(0, client.packed(body[:7])), (1, client.packed(body[7:])), (1, client.packed(b""))], "a.example")
    changed = b"".join(client.unpacked(chunk) for _, chunk in chunks)
    told = json.loads(decode(changed))
    assert list(told) == ["zebra", "password", "apple"] and told["password"] != KEY and len(told["password"]) == len(KEY)
    named = {name.lower(): value for name, value in found["headers"]}
    assert named["content-length"] == str(len(changed)) and len(chunks) == 3
    assert named["digest"] == "sha-256=" + base64.b64encode(hashlib.sha256(changed).digest()).decode()


def test_an_answer_without_secrets_stays_the_same_bytes(secrets):
    body = gzip.compress(b'{"b": 1}', 1)
    head, chunks = {"status": 200, "headers": [["Content-Encoding", "gzip"], ["ETag", '"a"']]}, [(0, client.packed(body))]
    assert client.exchanged_answer(head, chunks, "a.example") == (head, chunks)


def test_a_cookie_keeps_its_name_and_its_attributes(secrets):
    told = client.exchanged_header("Set-Cookie", f"session={KEY}; Path=/; HttpOnly", "a.example")
    assert told.startswith("session=") and told.endswith("; Path=/; HttpOnly") and KEY not in told
    assert client.exchanged_header("Set-Cookie", "size=large; Path=/", "a.example") == "size=large; Path=/"


def test_a_long_text_takes_little_time(secrets):
    text = ("a=b&" * 30_000) + '"token"' * 10_000 + "=" * 50_000 + "\\" * 50_000
    assert client.APP.secrets.told(text, True) == text


def test_a_replay_knows_the_stand_ins_of_a_coded_body_before_its_end_is_told(monkeypatch):
    monkeypatch.setattr(client.APP, "secrets", client.Secrets(7, is_replay=True))
    call = client.OutsideCall("GET http://a.example/", {"body": "", "encoding": "text"}, lambda message: None, None)
    data = gzip.compress(json.dumps({"password": KEY}).encode())
    call.answer({"status": 200, "headers": [["Content-Encoding", "gzip"]], **client.packed(data), "last": False})
    assert client.APP.secrets.told(f"password={KEY}") == f"password={KEY}"
