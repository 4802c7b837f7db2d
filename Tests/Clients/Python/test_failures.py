"""What libraries make of a server: connections that cannot be made, answers that break off, forms."""
import contextlib
import json
import os
import socket
import subprocess
import threading

import pytest

from harness import CLIENT, PYTHON, ROOT, refused, run

BOTS = ROOT / "Tests/Clients/Python/bots"

ANSWERS = {
    "/ok": b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok",
    "/none": b"",
    "/short": b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf",
    "/cut": b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n",
    "/chunks": b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nab\n\r\n2\r\ncd\r\n0\r\n\r\n",
}


@contextlib.contextmanager
def serving():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        def serve():
            while True:
                try:
                    line, _ = listener.accept()
                except OSError:
                    return
                with line:
                    asked = b""
                    while b"\r\n\r\n" not in asked:
                        data = line.recv(4_096)
                        if not data:
                            break
                        asked += data
                    else:
                        line.sendall(ANSWERS[asked.split()[1].decode()])
        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)


def alone(urls):
    """What the bot finds without voicetest, for each address."""
    done = subprocess.run([PYTHON, BOTS / "failures.py", *urls], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(CLIENT)})
    return json.loads(done.stderr.splitlines()[-1])


def found(one):
    [event] = [act for _, kind, act in one.trace if kind == "emit"]
    return json.loads(event["fields"]["what"])


@pytest.fixture(scope="module")
def asked():
    """The addresses that one bot asks, what it finds without voicetest, its recording, and its replays without a server."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serving() as server:
        urls = [f"http://127.0.0.1:{port}/x", "http://no-such-host.invalid/x", *(server + path for path in ANSWERS)]
        plain, recorded = alone(urls), run(BOTS / "failures.py", arguments=urls)
    return urls, plain, recorded, [run(BOTS / "failures.py", arguments=urls, calls=recorded.made, steps=steps) for steps in (7, 400)]


def test_each_library_is_told_the_failures_that_it_is_told_without_voicetest(asked):
    urls, plain, recorded, _ = asked
    assert {url for way in plain for url in urls if way.endswith(url)} == set(urls)
    assert found(recorded) == plain


def test_failures_replay_without_a_server(asked):
    _, plain, _, replayed = asked
    assert [found(one) for one in replayed] == [plain] * 2
    assert [one.made for one in replayed] == [[], []]


def test_each_attempt_to_connect_that_fails_is_a_call_and_no_other(asked):
    urls, _, recorded, _ = asked
    refusals = refused(recorded.made)
    attempts = refusals["CONNECT " + urls[0].split("/")[2]]
    assert attempts == list(range(len(attempts))) and len(attempts) > 1
    assert "CONNECT " + urls[-1].split("/")[2] not in refusals


def test_a_host_that_voicetest_answers_is_not_connected_to():
    url = "http://no-such-host.invalid/x"
    plain = run(BOTS / "failures.py", arguments=[url])
    answered = run(BOTS / "failures.py", arguments=[url], hello={"answered": ["no-such-host.invalid"]})
    told = [[act["to"].split(" ")[0] for _, kind, act in one.trace if kind == "call"] for one in (plain, answered)]
    assert "CONNECT" in told[0]
    assert told[1] and "CONNECT" not in told[1]


def test_a_form_has_one_boundary_in_all_runs():
    pytest.importorskip("httpx")
    runs = [run(BOTS / "form.py", hello={"seed": seed}) for seed in (1, 2)]
    asked = [[act["body"] for _, kind, act in one.trace if kind == "call"] for one in runs]
    assert asked[0] == asked[1] and asked[0][0].startswith("--" + "0" * 32 + "\r\n")
    assert [act["fields"] for _, kind, act in runs[0].trace if kind == "emit"] == [{"status": 200}]
