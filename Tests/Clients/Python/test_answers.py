"""Answers of servers, read as they came and given to libraries so."""
import io
import itertools
import sys

import pytest

from harness import CLIENT, ROOT, run

sys.path[:0] = [str(CLIENT), str(ROOT / "Tests/Clients/Fidelity")]
import server as odd  # noqa: E402
import voicetest_app as client  # noqa: E402

BOTS = ROOT / "Tests/Clients/Python/bots"
WHOLE = [name for name, steps in odd.BEHAVIOURS.items() if not name.startswith(("cut-", "reset", "no-http", "nothing"))
         and all(isinstance(step, (bytes, float)) for step in steps)]


def given(name, method="GET"):
    """The bytes that a server sent, and those that a library gets of what was recorded."""
    sent = b"".join(step for step in odd.BEHAVIOURS[name] if isinstance(step, bytes))
    found, chunks = client.read_answer(io.BufferedReader(io.BytesIO(sent)), method, 0)
    peer, got = client.Peer("a.example", 80, False), []
    peer.request.method, peer.receive = method, got.append
    for index, (_, body) in enumerate(chunks):
        head = {key: value for key, value in found.items() if key != "trailers"} if index == 0 else {}
        end = {"trailers": found.get("trailers")} if index == len(chunks) - 1 else {}
        peer.answered({**head, **body, **end, "last": index == len(chunks) - 1})
    return sent, b"".join(got)


@pytest.mark.parametrize("name", [name for name in WHOLE if name not in ("continue", "chunk-extensions", "no-content", "not-modified")])
def test_a_library_gets_the_bytes_of_the_server(name):
    sent, got = given(name)
    assert got.replace(b"connection: close\r\n", b"") == sent


def test_headers_of_the_connection_are_not_kept():
    sent = b"HTTP/1.1 200 OK\r\nConnection: x\r\nKEEP-ALIVE: timeout=5\r\nX-A:  1 \r\n folded\r\n\r\n"
    assert client.read_head(io.BytesIO(sent))["headers"] == [["X-A", " 1 \r\n folded"]]


def test_what_is_no_whole_head_is_kept_as_it_came():
    for sent in (b"220 mail.example\r\n", b"HTTP/1.1 200 OK\r\nX-A"):
        assert client.read_head(io.BytesIO(sent)) == {"statusLine": sent.decode(), "headers": []}


def test_a_head_without_end_is_refused():
    with pytest.raises(client.http.client.LineTooLong):
        client.read_head(io.BytesIO(b"HTTP/1.1 200 OK\r\n" + b"X-A: 1\r\n" * 60_000))


@pytest.mark.parametrize("body, rest", [(b"5\r\nab", "3"), (b"5\r\nabcde\r\n", "None"), (b"x\r\n", "None"), (b"-1\r\n", "None")])
def test_a_body_that_breaks_off_says_so(body, rest):
    sent = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body
    found, _ = client.read_answer(io.BufferedReader(io.BytesIO(sent)), "GET", 0)
    assert found["error"].startswith("IncompleteRead")


def test_an_answer_ends_with_the_last_byte_of_its_length(monkeypatch):
    """A library closes its connection then: an end that came later would look like an answer that was given up."""
    now = itertools.count()
    monkeypatch.setattr(client.REAL, "monotonic", lambda: next(now))
    for header, ends in (("Content-Length: 2", [0, 0]), ("X-A: 1", [0, 1]), ("Content-Length: 3", [0, 1])):
        sent = f"HTTP/1.1 200 OK\r\n{header}\r\n\r\nok".encode()
        _, chunks = client.read_answer(io.BufferedReader(io.BytesIO(sent)), "GET", next(now) + 1)
        assert [seconds for seconds, _ in chunks] == ends


def test_a_session_with_three_headers_replays_as_before():
    calls = [{"to": "POST https://model.example/ask", "body": {"text": "large"}, "status": 200,
              "headers": {"content-type": "application/json"}, "chunks": [{"after": 4_000, "body": '{"answer": "L"}', "encoding": "text"}]}]
    one = run(BOTS / "libraries.py", arguments=["requests"], calls=calls)
    assert [act["fields"] for _, kind, act in one.trace if kind == "emit"] == [{"answer": "L", "at": .25}]
