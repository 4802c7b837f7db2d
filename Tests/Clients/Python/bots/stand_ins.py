"""What the client's stand-ins and all that it replaces have, against a file that plain Python wrote.

    python stand_ins.py FILE                      plain: writes what the real objects have
    python -m voicetest_app stand_ins.py FILE     under voicetest: emits what is missing
"""
import ast
import asyncio
import asyncio.selector_events
import asyncio.sslproto
import concurrent.futures
import http.client
import importlib
import inspect
import json
import os
import pathlib
import selectors
import socket
import ssl
import sys
import threading

CLIENT = pathlib.Path(__file__).resolve().parents[4] / "Sources/Clients/Python/voicetest_app.py"
# Names that `dir` tells of some objects only.
OF_SOME = {"__del__", "__slotnames__", "__name__", "__qualname__", "__module__", "__dict__", "__weakref__"}


async def in_loop(work):
    return work()


def transport(ssl=None):
    async def made():
        return (await asyncio.get_running_loop().create_connection(asyncio.Protocol, "server.example", 80, ssl=ssl))[0]
    return asyncio.run(made())


async def served():
    found = asyncio.get_running_loop().create_future()

    class Protocol(asyncio.Protocol):
        def connection_made(self, transport):
            found.set_result(transport)
    server = await asyncio.get_running_loop().create_server(Protocol, "127.0.0.1", 0)
    await asyncio.open_connection(*server.sockets[0].getsockname())
    return await found


def connected(kind):
    connection = kind("server.example")
    connection.connect()
    return connection.sock


def stream(is_async):
    import httpcore
    if is_async:
        import httpcore._backends.auto
        return asyncio.run(httpcore._backends.auto.AutoBackend().connect_tcp("server.example", 80))
    import httpcore._backends.sync
    return httpcore._backends.sync.SyncBackend().connect_tcp("server.example", 80)


def real_of(name, *path):
    found = importlib.import_module(name)
    for part in path:
        found = getattr(found, part)
    return found


def resampler():
    import soxr
    return soxr.ResampleStream(16_000, 8_000, 1, "int16")


def pool():
    from concurrent.futures import process
    return process.ProcessPoolExecutor(1)


# By the class of the client: what makes one of it under voicetest, and what it stands for without.
PAIRS = {
    "Task": (lambda: asyncio.run(in_loop(lambda: asyncio.ensure_future(asyncio.sleep(0)))), lambda: asyncio.Task),
    "Future": (lambda: asyncio.run(in_loop(lambda: asyncio.get_running_loop().create_future())),
        lambda: asyncio.Future),
    "LoopTimer": (lambda: asyncio.new_event_loop().call_later(1, print), lambda: asyncio.TimerHandle),
    "Turnstile": (lambda: asyncio.new_event_loop()._selector, lambda: selectors.DefaultSelector),
    "PeerTransport": (transport, lambda: asyncio.selector_events._SelectorSocketTransport),
    "PeerTransport of TLS": (lambda: transport(True), lambda: asyncio.sslproto._SSLProtocolTransport),
    "ServerTransport": (lambda: asyncio.run(served()), lambda: asyncio.selector_events._SelectorSocketTransport),
    "PeerSocket": (lambda: connected(http.client.HTTPConnection), socket.socket),
    "SecurePeerSocket": (lambda: connected(http.client.HTTPSConnection), lambda: ssl.SSLSocket),
    "PeerStream": (lambda: stream(False), lambda: real_of("httpcore._backends.sync", "SyncStream")),
    "AsyncPeerStream": (lambda: stream(True), lambda: real_of("httpcore._backends.anyio", "AnyIOStream")),
    **{name: (make, make) for name, make in {
        "Entry": lambda: next(iter(os.scandir("."))), "Entries": lambda: os.scandir("."), "ProcessPoolExecutor": pool,
        "ResampleStream": resampler, "Lock": threading.Lock, "RLock": threading.RLock,
        "VirtualLoop": asyncio.new_event_loop, "Selector": lambda: selectors.DefaultSelector(),
    }.items()},
}


def names_of(one):
    return sorted(name for name in dir(one) if hasattr(one, name) and name not in OF_SOME)


def missing_of(one, names):
    """Names that it lacks, or has only from a base that says that it has them not."""
    def is_abstract(name):
        code = getattr(getattr(one, name, None), "__code__", None)
        return code is not None and code.co_names == ("NotImplementedError",)
    return [name for name in names if not name.startswith("_") and (not hasattr(one, name) or is_abstract(name))]


def pairs(side):
    for name, both in PAIRS.items():
        try:
            yield name, both[side]()
        except ImportError:
            yield name, None


def modules():
    """Every module of the library that the client imports or changes when the app imports it."""
    tree = ast.parse(CLIENT.read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names -= {name for name in names if top(name) in ("numpy", "brotli", "urllib3")}
    return [importlib.import_module(name) for name in sorted({*names, "sqlite3", "concurrent.futures.process",
        "platform"})]


def paths():
    """Public functions and classes of the library, and the functions of the classes, as (module, name, ...)."""
    for module in modules():
        for name, value in sorted(vars(module).items()):
            is_class = isinstance(value, type)
            is_other = is_class and top(value.__module__) != top(module.__name__)
            if name.startswith("_") or not callable(value) or is_other:
                continue
            yield module.__name__, name
            for inner in sorted(vars(value)) if is_class else ():
                if not inner.startswith("_") and callable(getattr(value, inner, None)):
                    yield module.__name__, name, inner


def top(name):
    return name.partition(".")[0]


def facts(wanted):
    """By path, what each says of itself, and the names that it has."""
    return {" ".join(path): described(real_of(*path)) for path in wanted}


def described(value):
    return {"says": [getattr(value, name, None) for name in ("__name__", "__qualname__", "__module__", "__doc__")],
            "class": isinstance(value, type), "takes": arguments(value),
            "names": [name for name in names_of(value) if name.startswith("__") or not name.startswith("_")]}


def arguments(value):
    """Arguments that it needs; None where it does not say."""
    try:
        return [one.name for one in inspect.signature(value).parameters.values()
                if one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)]
    except (TypeError, ValueError):
        return None


def compare(voice, plain):
    """Emits what is missing or other than in plain Python."""
    own = {kind: name for name, kind in vars(voice).items() if isinstance(kind, type)}
    made = {name: one for name, one in pairs(0) if name in plain["pairs"]}
    sockets = [(transport().get_extra_info("socket"), socket.socket),
               (transport(True).get_extra_info("ssl_object"), ssl.SSLSocket)]
    voice.emit("stand-ins", pairs=list(PAIRS), sockets=[isinstance(one, kind) for one, kind in sockets],
               kinds={name: [own.get(kind, kind.__name__) for kind in type(one).__mro__] for name, one in made.items()},
               missing={name: lost for name, one in made.items() if (lost := missing_of(one, plain["pairs"][name]))})
    count, missing, says, takes = 0, {}, {}, {}
    for path, now in facts(path.split() for path in plain["facts"]).items():
        was = plain["facts"][path]
        if was["class"] != now["class"]:
            continue            # a lock is made by a function in some versions; the client has a class for it in all
        *owner, name = path.split()
        if len(owner) == 2 and name not in vars(real_of(*owner)):
            continue            # a stand-in has it from another class of the library: a pool of processes, of threads
        count += 1
        if lost := set(was["names"]) - set(now["names"]):
            missing[path] = sorted(lost)
        if was["says"] != now["says"]:
            says[path] = now["says"]
        if None not in (was["takes"], now["takes"]) and len(now["takes"]) > len(was["takes"]):
            takes[path] = now["takes"]
    voice.emit("library", count=count, missing=missing, says=says, takes=takes)


if __name__ == "__main__":
    file = pathlib.Path(sys.argv[1])
    if os.environ.get("VOICETEST_APP"):
        import voicetest_app
        compare(voicetest_app, json.loads(file.read_text()))
    else:
        real = {name: names_of(one) for name, one in pairs(1) if one is not None}
        file.write_text(json.dumps({"facts": facts(paths()), "pairs": real}))
