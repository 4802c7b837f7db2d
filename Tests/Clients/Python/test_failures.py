"""What libraries make of a server: connections that cannot be made, answers that break off, forms."""
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


@pytest.fixture
def server():
    listener = socket.create_server(("127.0.0.1", 0))

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
    listener.close()


def alone(urls):
    """What the bot finds without voicetest."""
    done = subprocess.run([PYTHON, BOTS / "failures.py", *urls], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(CLIENT)})
    return json.loads(done.stderr.splitlines()[-1])


def found(one):
    return [json.loads(event[2]["fields"]["what"]) for event in one.trace if event[1] == "emit"]


def check(urls):
    recorded = run(BOTS / "failures.py", arguments=urls)
    assert found(recorded) == [alone(urls)], recorded.said()
    replayed = [run(BOTS / "failures.py", arguments=urls, calls=recorded.made, steps=steps) for steps in (7, 400)]
    assert [found(one) for one in replayed] == [found(recorded)] * 2
    assert [one.made for one in replayed] == [[], []]
    return recorded


def test_a_connection_that_cannot_be_made_fails_where_the_app_connects():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    recorded = check([f"http://127.0.0.1:{port}/x", "http://no-such-host.invalid/x"])
    attempts = refused(recorded.made)[f"CONNECT 127.0.0.1:{port}"]
    assert attempts == list(range(len(attempts))) and len(attempts) > 1


def test_an_answer_that_breaks_off_is_told_by_the_library(server):
    recorded = check([server + path for path in ANSWERS])
    assert not [one for one in recorded.made if one["to"].startswith("CONNECT")]


def test_a_form_has_one_boundary_in_all_runs():
    pytest.importorskip("httpx")
    runs = [run(BOTS / "form.py", hello={"seed": seed}) for seed in (1, 2)]
    asked = [[act["body"] for _, kind, act in one.trace if kind == "call"] for one in runs]
    assert asked[0] == asked[1] and asked[0][0].startswith("--" + "0" * 32 + "\r\n")
    assert [act["fields"] for _, kind, act in runs[0].trace if kind == "emit"] == [{"status": 200}]
