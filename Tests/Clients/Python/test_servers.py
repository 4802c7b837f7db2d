"""Bots that are servers: voicetest calls them in memory, in virtual time, whichever server they stand on."""
import base64
import json
import socket
import subprocess

import pytest

import harness
from harness import LINE_BYTES, ROOT, run

HERE = ROOT / "Tests/Clients/Python/servers"
STEPS = (1, 400)
BOT = "http://bot.example"
KINDS = ("open", "message", "close")


def phone(*inputs):
    """Sends inputs, as (frame, kind, connection, fields), once the bot serves."""
    def told(one, act):
        if act["kind"] == "serve" and not one.is_called:
            one.is_called = True
            for at, kind, connection, fields in inputs:
                more = {"port": act["port"], "headers": [], **fields} if kind == "open" else fields
                one.later(at, kind, connection=connection, **more)
    return told


def call(name, *inputs, steps=STEPS, arguments=(), library=None, **options):
    """Runs a bot in steps of all sizes; its trace is one, and nothing escapes."""
    pytest.importorskip(library or "asyncio")
    runs = []
    for step in steps:
        one = harness.Run(HERE / f"{name}.py", phone=phone(*inputs), steps=step, arguments=arguments,
                          **{"limit": 3, "calls": [], **options})
        one.is_called = False
        runs.append(one.play())
    assert len({json.dumps(one.trace) for one in runs}) == 1
    assert [one.escapes for one in runs] == [[]] * len(runs), runs[0].printed
    return runs[0]


def told_of(one, connection):
    """What the bot's server did on a connection, without frames and headers."""
    return [(kind, *(act[name] for name in ("status", "body", "encoding", "last", "code", "reason") if name in act))
            for _, kind, act in one.trace if kind in KINDS and act["connection"] == connection]


def emitted(one, event):
    return [act.get("fields", {}) for _, kind, act in one.trace if kind == "emit" and act["event"] == event]


ASYNC = ("aiohttp", "uvicorn", "websockets")


@pytest.mark.parametrize("library", ("aiohttp", "uvicorn", "HTTPServer", "ThreadingHTTPServer", "flask"))
def test_a_webhook_is_answered_at_its_frame(library):
    name, own = (f"by_{library}", ()) if library in ASYNC else ("by_threads", (library,))
    asked = {"to": f"POST {BOT}/call", "headers": [["Content-Type", "application/x-www-form-urlencoded"]], "body": "From=%2B1",
             "encoding": "text"}
    one = call(name, (1_601, "open", 1, asked), (8_000, "open", 2, asked), arguments=own,
               library=library if library in (*ASYNC, "flask") else None)
    assert [at for at, kind, _ in one.trace if kind == "open"] == [1_601, 8_000]
    for connection in (1, 2):
        head, *parts = told_of(one, connection)
        assert head == ("open", 200) and parts[-1][-1] is True
        assert "".join(part[1] for part in parts) == "<Response><Say>From=%2B1</Say></Response>"
    headers = [act["headers"] for _, kind, act in one.trace if kind == "open"][0]
    assert ["text/xml"] == [value.partition(";")[0] for name, value in headers if name.lower() == "content-type"]
    assert not {"connection", "keep-alive"} & {name.lower() for name, _ in headers}


@pytest.mark.parametrize("library", ASYNC)
def test_messages_go_both_ways_in_order(library):
    data = base64.b64encode(bytes(range(256))).decode()
    one = call(f"by_{library}", (1_600, "open", 1, {"to": "GET wss://bot.example/media"}),
               *((1_600 + n // 3, "message", 1, {"body": f"{n}", "encoding": "text"}) for n in range(1, 30)),
               *[(1_690, "message", 1, {"body": "same", "encoding": "text"})] * 2,
               (1_700, "message", 1, {"body": data, "encoding": "base64"}), (1_800, "close", 1, {"code": 1_000, "reason": "end"}),
               library=library)
    first, *texts, last = told_of(one, 1)
    assert first == ("open", 101) and texts == [("message", f"heard {n}", "text", True) for n in (*range(1, 30), "same", "same")]
    assert last == ("message", base64.b64encode(bytes(reversed(range(256)))).decode(), "base64", True)
    assert [at for at, kind, _ in one.trace if kind == "message"] == [*(1_600 + n // 3 for n in range(1, 30)), 1_690, 1_690, 1_700]
    assert emitted(one, "over") == [{"code": 1_000}]


@pytest.mark.parametrize("library, errors", [("aiohttp", 500), ("uvicorn", 500), ("websockets", 500)])
def test_a_handler_that_raises_and_a_socket_that_is_refused_have_their_status(library, errors):
    one = call(f"by_{library}", (1_600, "open", 1, {"to": f"GET {BOT}/fails"}), (3_200, "open", 2, {"to": "GET ws://bot.example/refused"}),
               library=library)
    assert told_of(one, 1)[0] == ("open", errors) and told_of(one, 1)[-1][-1] is True
    assert told_of(one, 2)[0] == ("open", 403) and told_of(one, 2)[-1][-1] is True


@pytest.mark.parametrize("name, told", [("HTTPServer", [("close",)]), ("ThreadingHTTPServer", [("close",)])])
def test_a_server_that_ends_without_an_answer_is_a_close(name, told):
    one = call("by_threads", (1_600, "open", 1, {"to": f"GET {BOT}/fails"}), (3_200, "open", 2, {"to": f"POST {BOT}/call", "body": "a"}),
               arguments=[name])
    assert told_of(one, 1) == told and told_of(one, 2)[0] == ("open", 200)


@pytest.mark.parametrize("library", ASYNC)
def test_a_server_that_closes_with_messages_under_way_says_its_code_once(library):
    said = [(1_700, "message", 1, {"body": text, "encoding": "text"}) for text in ("a", "bye", "b", "c")]
    one = call(f"by_{library}", (1_600, "open", 1, {"to": "GET ws://bot.example/media"}), *said, (1_800, "message", 1, {"body": "d"}),
               (1_900, "close", 1, {"code": 1_000}), library=library)
    found = told_of(one, 1)
    assert found[:2] == [("open", 101), ("message", "heard a", "text", True)]
    assert found[-1] == ("close", 4_001, "enough") and [one[0] for one in found].count("close") == 1


@pytest.mark.parametrize("library", ("aiohttp", "websockets"))
def test_an_end_without_a_close_is_1006(library):
    one = call(f"by_{library}", (1_600, "open", 1, {"to": "GET ws://bot.example/media"}), (1_700, "message", 1, {"body": "cut"}), library=library)
    assert told_of(one, 1) == [("open", 101), ("close", 1_006, "")]


@pytest.mark.parametrize("library, code", [("aiohttp", 1_006), ("uvicorn", 1_005), ("websockets", 1_006)])
def test_a_connection_that_is_cut_reaches_the_bot(library, code):
    one = call(f"by_{library}", (1_600, "open", 1, {"to": "GET ws://bot.example/media"}), (1_700, "close", 1, {}), library=library)
    assert emitted(one, "over") in ([{"code": code}], [{"code": 1_006}]) and told_of(one, 1) == [("open", 101)]


@pytest.mark.parametrize("library", ASYNC)
def test_a_message_of_ten_megabytes_comes_in_parts_that_fit_into_lines(library):
    one = call(f"by_{library}", (1_600, "open", 1, {"to": "GET ws://bot.example/media"}), (1_700, "message", 1, {"body": "big"}),
               library=library, steps=(50,))
    _, *parts = told_of(one, 1)
    assert "".join(part[1] for part in parts) == "".join(f"{number:08}€" for number in range(1_000_000))
    assert [part[-1] for part in parts] == [False] * (len(parts) - 1) + [True] and max(len(part[1].encode()) for part in parts) <= 512 * 1_024
    assert max(len(json.dumps(line, ensure_ascii=False).encode()) for line in one.lines) < LINE_BYTES


@pytest.mark.parametrize("library", ("aiohttp", "uvicorn"))
def test_an_answer_in_chunks_comes_in_parts_at_their_frames(library):
    one = call(f"by_{library}", (1_600, "open", 1, {"to": f"GET {BOT}/streams"}), library=library)
    assert [(at, act["body"], act["last"]) for at, kind, act in one.trace if kind == "message"] == [
        (1_600, "one ", False), (3_200, "two ", False), (4_800, "drei €", False), (6_400, "", True)]


def test_a_server_of_uvicorn_ends_with_its_lifespan():
    one = call("by_uvicorn", (1_600, "open", 1, {"to": f"GET {BOT}/end"}), library="uvicorn")
    assert emitted(one, "lifespan") == [{"text": "lifespan.startup"}, {"text": "lifespan.shutdown"}]
    assert one.end["kind"] == "ended" and told_of(one, 1)[0] == ("open", 200)


def test_a_bot_that_only_serves_waits_without_an_end():
    one = call("by_websockets", library="websockets")
    assert one.end is None and [line["next"] for line in one.lines if line["kind"] == "idle"][-1] is None
    [serve] = [line for line in one.lines if line["kind"] == "serve"]
    assert serve == {"kind": "serve", "port": 5_050, "line": "by_websockets.py:35 main"}


def test_names_the_line_that_sends():
    one = call("by_aiohttp", (1_600, "open", 1, {"to": "GET ws://bot.example/media"}), (1_700, "message", 1, {"body": "a"}), library="aiohttp")
    assert [line.get("line") for line in one.lines if line["kind"] == "message"] == [None, "by_aiohttp.py:38 media"]


def test_addresses_ports_and_contexts_are_as_without_voicetest():
    one = call("streams", (1_600, "open", 1, {"to": f"GET {BOT}/"}), (6_400, "open", 2, {"to": f"GET {BOT}/"}),
               (6_400, "open", 3, {"to": f"GET {BOT}/", "port": 9}), (6_400, "open", 4, {"to": "GET ws://bot.example/", "port": 9}), arguments=["addresses"])
    assert [act["port"] for _, kind, act in one.trace if kind == "serve"] == [40_000, 40_001]
    assert emitted(one, "serves") == [{"at": ["127.0.0.1", 40_000], "is_serving": True, "count": 1}, {"at": ["0.0.0.0", 40_001], "is_serving": False}]
    assert emitted(one, "asked") == [{"name": "main", "peername": ["127.0.0.1", 50_000 + n], "sockname": ["127.0.0.1", 40_000], "same": True}
                                     for n in (0, 1)]
    assert emitted(one, "closed") == [{"is_serving": False, "sockets": 0}] and emitted(one, "again") == [{"port": 40_000}]
    assert told_of(one, 3) == [("close",)] and told_of(one, 4) == [("close", 1_006, "")]


def test_a_port_twice_is_refused_as_the_system_does():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {"PYTHONPATH": str(harness.CLIENT), "PATH": ""}
    plain = subprocess.run([harness.PYTHON, HERE / "streams.py", "twice", str(port)], capture_output=True, text=True, env=environment, timeout=30)
    one = call("streams", arguments=["twice", str(port)], steps=(50,))
    assert json.loads(one.printed) == json.loads(plain.stdout)
    assert [kind for _, kind, _ in one.trace] == ["serve", "ended"]


def test_a_port_that_is_none_is_refused_as_the_system_does():
    environment = {"PYTHONPATH": str(harness.CLIENT), "PATH": ""}
    plain = subprocess.run([harness.PYTHON, HERE / "streams.py", "ports"], capture_output=True, text=True, env=environment, timeout=30)
    one = call("streams", arguments=["ports"], steps=(50,))
    assert json.loads(one.printed) == json.loads(plain.stdout)
    assert [kind for _, kind, _ in one.trace] == ["ended"]


def test_addresses_of_this_machine_are_one_by_each_way():
    own = ["0.0.0.0", "0.0.0.0", "127.0.0.1", "127.0.0.1", "127.0.0.1", "127.0.0.9", "0.0.0.0", "::1"]
    one = call("streams", arguments=["names"], steps=(50,))
    assert emitted(one, "names") == [{"found": [[address] * 2 for address in own], "other": "192.0.2.1"}]


def test_waits_that_are_over_are_not_kept():
    one = call("streams", arguments=["waits"], limit=10)
    assert all(found["count"] <= 1 for found in emitted(one, "kept")) and len(emitted(one, "kept")) == 2


def test_ends_of_connections_reach_the_server():
    one = call("streams", (1_600, "open", 1, {"to": f"GET {BOT}/early"}), (3_200, "open", 2, {"to": f"GET {BOT}/late"}),
               (4_000, "close", 2, {}), arguments=["ends"])
    assert told_of(one, 1) == [("close",)] and told_of(one, 2) == []
    assert emitted(one, "read") == [{"empty": False}, {"empty": True}, {"empty": True}] and emitted(one, "lost") == [{"error": "ConnectionResetError"}]


def test_a_server_of_sockets_in_a_loop_and_its_signal():
    one = call("streams", (1_600, "open", 1, {"to": f"GET {BOT}/x?y=1"}), arguments=["sockets"])
    assert emitted(one, "asked") == [{"first": "GET /x?y=1 HTTP/1.1", "of": ["127.0.0.1", 50_000]}]
    assert told_of(one, 1) == [("open", 200), ("message", "ok", "text", True)] and one.end["kind"] == "ended"


def test_an_address_in_any_letters_reaches_the_server_in_ascii():
    one = call("streams", (1_600, "open", 1, {"to": f"GET {BOT}/приём/a b?имя=Аня&x=%20"}), arguments=["raw"])
    assert emitted(one, "asked") == [{"first": "GET /%D0%BF%D1%80%D0%B8%D1%91%D0%BC/a%20b?%D0%B8%D0%BC%D1%8F=%D0%90%D0%BD%D1%8F&x=%20 HTTP/1.1"}]


def test_a_letter_that_is_cut_between_parts_stays_text():
    one = call("streams", *[(1_600, "open", n, {"to": f"GET {BOT}/{name}"}) for n, name in enumerate(("letters", "bytes", "half"), 1)],
               arguments=["raw"])
    text, coded = (lambda body, last=False: ("message", body, "text", last)), (
        lambda data, last=False: ("message", base64.b64encode(data).decode(), "base64", last))
    assert told_of(one, 1) == [("open", 200), text("п"), text("риём "), text("€"), text("", True)]
    assert told_of(one, 2) == [("open", 200), text("a"), coded(b"\xd0a\xff"), text("b"), coded(b"\xd0", True)]
    assert told_of(one, 3) == [("open", 200), text("a"), coded(b"\xd0"), ("close",)]


def test_a_close_with_a_code_that_no_close_has_is_1002():
    one = call("streams", *[(1_600, "open", n, {"to": f"GET ws://bot.example/{name}"}) for n, name in enumerate(("low", "high"), 1)],
               arguments=["raw"])
    assert [told_of(one, n) for n in (1, 2)] == [[("open", 101), ("close", 1_002, reason)] for reason in ("low", "high")]
    assert emitted(one, "echo") == [{"code": 1_002}] * 2


def test_a_protocol_that_cannot_be_made_is_told_and_its_connection_closes():
    one = call("streams", (1_600, "open", 1, {"to": f"GET {BOT}/"}), arguments=["fails"])
    assert told_of(one, 1) == [("close",)]
    [(error, of)] = [(act["error"], act["of"]) for _, kind, act in one.trace if kind == "unhandled"]
    assert (error, of) == ("IndexError: list index out of range", "callback")


def test_a_hang_up_reaches_the_bot():
    one = call("streams", (1_601, "hangUp", None, {"caller": 2}), arguments=["hung_up"])
    assert emitted(one, "hungUp") == [{"caller": 2}] and one.end["kind"] == "ended"


def test_clients_of_the_bot_reach_its_own_server_and_keep_connections():
    for library in ("aiohttp", "httpx", "requests", "websockets"):
        pytest.importorskip(library)
    refused = {"to": "CONNECT 127.0.0.1:8081", "body": {"attempt": 0}, "error": "ConnectionRefusedError: refused", "chunks": []}
    one = call("own_clients", calls=[refused], limit=20)
    assert one.unmatched == [] and [kind for _, kind, _ in one.trace].count("call") == 1
    peers = [f'{{"peers": {50_000 + number}}}' for number in (0, 0, 1, 1, 3, 3, 4, 4, 5)]
    assert emitted(one, "found") == [
        {"texts": [*peers[:4], "HELLO", *peers[4:], "RemoteDisconnected", "ConnectionRefusedError"]}]


def test_what_voicetest_gives_is_no_secret_and_what_the_bot_brings_is():
    sid, token = "CA0123456789abcdef0123456789abcdef", "sk-proj-Zx81mNq0vLkT72hWyBd4"
    asked = {"to": f"POST {BOT}/call?CallSid={sid}", "body": f"CallSid={sid}&token={token}"}
    hello = {"secrets": {"keep": []}}
    one = call("by_aiohttp", (1_600, "open", 1, asked), library="aiohttp", hello=hello)
    assert told_of(one, 1)[1][1] == f"<Response><Say>CallSid={sid}&token={token}</Say></Response>"
    one = call("by_aiohttp", (1_600, "open", 1, {"to": f"POST {BOT}/call", "body": "key"}), library="aiohttp", hello=hello,
               environment={"BOT_TOKEN": token})
    assert token not in json.dumps(one.lines)
    one = call("streams", (1_600, "open", 1, {"to": "GET ws://bot.example/secret"}), arguments=["raw"], hello=hello, environment={"BOT_TOKEN": token})
    assert told_of(one, 1)[1][:2] == ("close", 4_001) and token not in json.dumps(one.lines)
