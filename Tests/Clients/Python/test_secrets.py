"""Secrets have stand-ins: what reaches app, server and disk."""
import base64
import gzip
import json
import sys
import types
import zlib

import pytest

from harness import CLIENT, ROOT, run

sys.path[:0] = [str(CLIENT), str(ROOT / "Tests/Clients")]
import secrets_server  # noqa: E402
import voicetest_app as client  # noqa: E402

TABLE = json.loads((ROOT / "Tests/Clients/cases/hiding.json").read_text())
KEY = "9f8e7d6c5b4aQw2Rb8Vn5Yc1"


@pytest.fixture
def servers():
    started = secrets_server.start()
    yield started
    for server in started:
        server.shutdown()
        server.server_close()


def test_secrets_reach_their_servers_and_neither_bot_nor_disk(servers):
    pytest.importorskip("websockets")
    ports = [str(server.server_port) for server in servers]
    how = {"arguments": ports, "environment": {"MODEL_KEY": secrets_server.OWN}, "hello": {"secrets": {"keep": []}}}
    live = run(ROOT / "Tests/Clients/Python/bots/keys.py", **how)
    told = {act["event"]: act["fields"] for _, kind, act in live.trace if kind == "emit"}
    assert told["statuses"] == {
        "statuses": [200, 401], "moved": 200, "squeezed": ['{"ok": true}'] * 2, "echoed": True}, live.printed
    squeezed = [base64.b64decode(one["body"]) for one in live.made if one["to"].endswith("/squeezed")]
    plain = [gzip.decompress(squeezed[0]).decode(), zlib.decompress(squeezed[1]).decode()]
    assert plain[0] == plain[1] and json.loads(plain[0])["token"] == json.loads(told["login"]["body"])["token"]
    assert list(json.loads(told["vault"]["text"])) == ["zebra", "password", "apple", "10", "9"]
    assert "1e+22" in told["vault"]["text"]
    first, second, seat = told["talk"]["found"]
    assert json.loads(first)["zebra"] is True and second == "True" and len(seat["session"]) == len(secrets_server.SEAT)
    assert json.loads(told["refused"]["body"])["token"] == json.loads(told["login"]["body"])["token"]
    for value in (*secrets_server.SECRETS, "hunter2"):
        assert value not in json.dumps(live.lines) + live.printed + plain[0]
    notes = [note.replace("ONE", ports[0]).replace("OTHER", ports[1]) for note in TABLE["notes"]]
    lines = live.printed.splitlines()
    assert len(lines) == len(notes) and all(line.startswith("voicetest: keys.py:") and line.endswith(": " + note)
                                            for line, note in zip(lines, notes)), live.printed
    for server in servers:
        server.shutdown()
        server.server_close()
    replayed = run(ROOT / "Tests/Clients/Python/bots/keys.py", calls=live.made, **how)
    assert (replayed.trace, replayed.printed) == (live.trace, "")


def test_the_error_that_ends_a_bot_is_printed_without_its_secret(tmp_path):
    (tmp_path / "bot.py").write_text("import os\nraise ValueError('password=' + os.environ['MODEL_KEY'])\n")
    found = run(tmp_path / "bot.py", environment={"MODEL_KEY": KEY}, hello={"secrets": {"keep": []}})
    assert found.end["kind"] == "failed" and "ValueError: password=" in found.printed and KEY not in found.printed


def test_a_password_that_stands_in_the_name_of_a_host_is_hidden_where_it_cannot_be_reached(tmp_path):
    (tmp_path / "bot.py").write_text("""import urllib.request
import voicetest_app as voice
try:
    urllib.request.urlopen("http://ada:hunter2hunter2@127.0.0.1:1/menu")
except OSError as error:
    voice.emit("failed", text=type(error.reason).__name__)
""")
    live = run(tmp_path / "bot.py", hello={"secrets": {"keep": []}})
    [made] = live.made
    assert made["to"].startswith("CONNECT ada:") and "hunter2" not in json.dumps(live.lines)
    replayed = run(tmp_path / "bot.py", calls=live.made, hello={"secrets": {"keep": []}})
    assert replayed.trace == live.trace


def test_what_a_bot_prints_is_shown_without_its_secrets(tmp_path):
    (tmp_path / "bot.py").write_text("""import logging, os, sys, threading
import voicetest_app as voice
key = os.environ["MODEL_KEY"]
print("password=" + key, 'of "ada"', flush=True)
voice.emit("asked", text="token=" + key)
print("it is", key, sys.stdout.write("x"), sys.stdout.writable())
logging.error("Bearer %s", "9" + key)
one = threading.Thread(target=lambda: int(key))
one.start()
one.join()
""")
    found = run(tmp_path / "bot.py", environment={"MODEL_KEY": KEY}, hello={"secrets": {"keep": []}})
    [told] = [act["fields"]["text"] for _, kind, act in found.trace if kind == "emit"]
    assert found.end["kind"] == "ended" and KEY not in found.printed
    lines = found.printed.splitlines()
    assert lines[0] == 'password=*** of "ada"' and f"xit is {told[6:]} 1 True" in lines and "ERROR:root:Bearer ***" in lines
    assert lines[-1] == f"ValueError: invalid literal for int() with base 10: '{told[6:]}'"


def test_a_function_that_stands_for_a_server_gets_what_it_gave(tmp_path):
    (tmp_path / "bot.py").write_text("""import json, urllib.request
import voicetest_app as voice
voice.stub("POST http://a.example/login", lambda to, body: json.dumps({"token": "%s"}))
voice.stub("POST http://a.example/menu", lambda to, body: str(body == b"%s"))
ask = lambda path, body: urllib.request.urlopen("http://a.example/" + path, body).read()
voice.emit("menu", text=ask("menu", json.loads(ask("login", b"x"))["token"].encode()).decode())
""" % (KEY, KEY))
    found = run(tmp_path / "bot.py", hello={"secrets": {"keep": []}})
    assert [act["fields"] for _, kind, act in found.trace if kind == "emit"] == [{"text": "True"}], found.printed


def test_a_message_of_which_the_server_has_a_part_stays_as_it_is(secrets):
    peer, sent = client.Peer("a.example", 80, False), []
    peer.line, peer.call = types.SimpleNamespace(forward=sent.append), types.SimpleNamespace(site="a.example")
    given = json.loads(client.APP.secrets.answered(json.dumps({"token": KEY}), "a.example"))["token"]
    values, client.APP.secrets.given = client.APP.secrets.given, {}
    message = client.frame_bytes(1, given.encode(), True)

    def write(data):
        peer.forward(data, list(peer.frames.take(data)))
    write(message[:9])
    client.APP.secrets.given = values
    write(message[9:])
    assert sent == [message[:9], message[9:]]
    write(message[:9])
    write(message[9:])
    assert sent[2:] == [client.frame_bytes(1, KEY.encode(), True)]


def test_a_coding_that_is_not_known_is_told_once(secrets, capfd, monkeypatch):
    monkeypatch.setattr(client.APP, "notes", set())
    answer = {"status": 200, "headers": [["Content-Encoding", "compress"]]}, [(0, client.packed(b"\x1f\x9d\x90\xff"))]
    for _ in range(2):
        assert client.exchanged_answer(*answer, "a.example", "GET http://a.example/x?y=1") == answer
    assert capfd.readouterr().err == (
        "voicetest: the answer of GET http://a.example/x is coded as compress, which this client does not know: "
        "a secret in it is not hidden\n")


@pytest.fixture
def secrets(monkeypatch):
    monkeypatch.setattr(client.APP, "secrets", client.Secrets(7))


def test_an_answer_without_secrets_stays_the_same_bytes(secrets):
    body = gzip.compress(b'{"b": 1}', 1)
    head, chunks = {"status": 200, "headers": [["Content-Encoding", "gzip"], ["ETag", '"a"']]}, [(0, client.packed(body))]
    assert client.exchanged_answer(head, chunks, "a.example") == (head, chunks)


def test_a_long_text_takes_little_time(secrets):
    text = ("a=b&" * 30_000) + '"token"' * 10_000 + "=" * 50_000 + "\\" * 50_000
    assert client.APP.secrets.told(text, True) == text


def test_a_replay_knows_the_stand_ins_of_a_coded_body_before_its_end_is_told(monkeypatch):
    monkeypatch.setattr(client.APP, "secrets", client.Secrets(7, is_replay=True))
    call = client.OutsideCall("GET http://a.example/", {"body": "", "encoding": "text"}, lambda message: None, None)
    data = gzip.compress(json.dumps({"password": KEY}).encode())
    call.answer({"status": 200, "headers": [["Content-Encoding", "gzip"]], **client.packed(data), "last": False})
    assert client.APP.secrets.told(f"password={KEY}") == f"password={KEY}"


def test_a_replay_gives_a_websocket_that_failed_its_error(monkeypatch):
    monkeypatch.setattr(client.APP, "secrets", client.Secrets(7, is_replay=True))
    told = []
    call = client.OutsideCall("GET wss://a.example/", {"body": "", "encoding": "text"}, told.append, None, is_open=True)
    call.answer({"error": "gaierror: unknown", "last": True})
    assert told == [{"error": "gaierror: unknown", "last": True}]


@pytest.mark.parametrize("row", [{"error": f"OSError: password={KEY}"}, {"statusLine": f"HTTP/1.1 200 password={KEY}"},
                                 {"trailers": [["X-Password", KEY]]}])
def test_a_replay_knows_the_stand_ins_behind_and_beside_a_body(monkeypatch, row):
    monkeypatch.setattr(client.APP, "secrets", client.Secrets(7, is_replay=True))
    call = client.OutsideCall("GET http://a.example/", {"body": "", "encoding": "text"}, lambda message: None, None)
    call.answer({"status": 200, "headers": [], "body": "", "encoding": "text", "last": True, **row})
    assert client.APP.secrets.told(f"password={KEY}") == f"password={KEY}"


def test_gzip_of_two_members_and_what_is_behind_it(secrets):
    data = gzip.compress(b'{"password":') + gzip.compress(f'"{KEY}"}}'.encode()) + b"garbage"
    told = client.changed_coded(data, lambda text: client.APP.secrets.answered(text, "a.example"))
    assert len(gzip.decompress(told)) == len(KEY) + 15 and KEY.encode() not in gzip.decompress(told)
    cut = gzip.compress(KEY.encode())[:-9]
    assert client.changed_coded(cut, str.upper) == cut


BEGINNINGS = ("sk-", "sk-proj-", "sk_", "sk_live_", "pk_live_", "rk_live_", "rk_test_", "whsec_", "xoxb-", "xapp-", "gho_", "ghp_",
              "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "AIza", "AKIA", "ASIA", "ya29.", "SG.", "npm_", "pypi-", "dop_v1_",
              "hf_", "gsk_", "xai-", "ek_")
PLACES = ('{"name": "token", "value": "%s"}', '["token", "%s"]', "wss://user:%s@a.example/", "CONNECT user:%s@a.example:443", "/bot12345:%s",
          "/services/T1/B2/%s", "/keys/%s", "/token/%s", "/secrets/%s", "a: Bearer %s", "basic %s", "Token %s", "a?token=%s")


def test_a_secret_is_found_by_each_beginning_and_in_each_place():
    for beginning in BEGINNINGS:
        text = f"a {beginning}abcd1234efgh5678 b"
        assert [text[start:end] for start, end, _ in client.secret_spans(text, set(), False)] == ["abcd1234efgh5678"], beginning
    for place in PLACES:
        text = place % "abcd1234efgh5678"
        assert "abcd1234efgh5678" in [text[start:end] for start, end, _ in client.secret_spans(text, set(), True)], place


def test_a_text_ends_at_its_quote_and_not_at_one_behind_a_backslash():
    for text, end in (('abc"d', 3), ("abc", 3), (r'a\"b"c', 4), (r'a\\"b', 3), ("a\\", 2), (r'\"', 2), ('"', 0), ("", 0)):
        assert client.end_of_text(text, 0, '"') == end, text
    assert client.end_of_text(r'a"b\"c', 0, r'\"') == 3
