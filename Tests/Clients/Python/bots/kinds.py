"""What the library's objects are and have. Plain Python prints the same as the bot emits under voicetest."""
import asyncio
import concurrent.futures
import copy
import datetime as dates
import http.client
import json
import os
import pickle
import queue
import random
import shutil
import socket
import subprocess
import sys
import threading
import time
import uuid
from _thread import LockType


class Stamp(dates.datetime):
    pass


class Day(dates.date):
    pass


def told(function, *arguments):
    """The name of what a function gives, or of its error."""
    try:
        return str(function(*arguments))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def kinds():
    now, day, zoned = dates.datetime.now(), dates.date.today(), dates.datetime.now(dates.timezone.utc)
    same = [now, day, zoned, dates.datetime.utcnow(), dates.datetime.today(), Stamp.now(), Stamp.today(), Day.today(),
            dates.datetime(2020, 1, 1), dates.datetime.strptime("2020", "%Y"), now + dates.timedelta(1), now.replace(day=1)]
    lock, recursive = threading.Lock(), threading.RLock()
    entry = next(iter(os.scandir(os.path.dirname(os.path.abspath(__file__)))))
    return {
        "types": [type(one).__mro__[0].__name__ for one in same],
        "instances": [[isinstance(one, kind) for kind in (dates.datetime, dates.date, Stamp, Day)] for one in same],
        "subclasses": [issubclass(one, kind) for one in (dates.datetime, Stamp, Day) for kind in (dates.datetime, dates.date, Stamp, Day)],
        "classes": [repr(type(dates.datetime)), repr(dates.datetime), dates.datetime.__module__],
        "pickled": [pickle.loads(pickle.dumps(one)) == one and type(pickle.loads(pickle.dumps(one))) is type(one) for one in same],
        "copied": [copy.deepcopy(one) == one and type(copy.copy(one)) is type(one) for one in same],
        "functions": [pickle.loads(pickle.dumps(one)) is one for one in (time.time, time.sleep, os.stat, os.getpid, dates.datetime)],
        "locks": [isinstance(lock, LockType), isinstance(lock, type(threading.Lock())), isinstance(recursive, type(threading.RLock())),
                  told(copy.deepcopy, lock), told(pickle.dumps, recursive), told(lock.release), told(recursive.release),
                  told(lock.acquire, True, -2), told(lock.acquire, False, 2), told(lock.acquire, True, None)],
        "entry": [isinstance(entry, os.DirEntry), told(pickle.dumps, entry), os.fspath(entry) == entry.path],
        "folders": [shutil.rmtree.avoids_symlink_attacks, os.scandir in os.supports_fd, os.listdir in os.supports_fd],
        "number": type(uuid.uuid4()).__name__,
    }


def objects():
    """By an expression, what it gives."""
    texts = """
        time.time time.time_ns time.monotonic time.perf_counter time.process_time time.thread_time time.sleep time.localtime
        time.gmtime time.ctime time.strftime time.clock_gettime dates.datetime dates.datetime.now dates.datetime.utcnow
        dates.datetime.today dates.date.today dates.datetime.now() os.stat os.lstat os.fstat os.listdir os.scandir os.times
        os.getpid os.urandom os.getrandom os.stat('.') os.scandir('.') next(iter(os.scandir('.'))) random.Random().seed
        threading.Lock() threading.RLock() threading.get_ident threading.Thread() threading.Event() threading.Condition()
        threading.current_thread() queue.SimpleQueue() concurrent.futures.ThreadPoolExecutor(1) concurrent.futures.Future()
        asyncio.wait asyncio.as_completed asyncio.new_event_loop asyncio.SelectorEventLoop asyncio.new_event_loop()
        subprocess.Popen http.client.HTTPConnection('x') http.client.HTTPConnection.connect
    """.split()
    return {text: eval(text) for text in texts}


def attributes():
    """Of each object, its names, and what a function says of itself."""
    return {text: [sorted(name for name in dir(one) if hasattr(one, name)),
                   [getattr(one, name, None) for name in ("__name__", "__qualname__", "__module__")] if callable(one) else None]
            for text, one in objects().items()}


async def loop_kinds():
    task, future = asyncio.ensure_future(asyncio.sleep(0)), asyncio.get_running_loop().create_future()
    await task
    return [isinstance(task, asyncio.Task), isinstance(future, asyncio.Future), isinstance(asyncio.get_running_loop(), asyncio.SelectorEventLoop)]


def pools():
    from concurrent.futures import process
    names = [name for name in dir(process) if not name.startswith("_")]
    pool = concurrent.futures.ProcessPoolExecutor(2)
    return [names, isinstance(pool, process.ProcessPoolExecutor), isinstance(pool, concurrent.futures.Executor),
            [name for name in dir(pool) if not name.startswith("_")]]


if __name__ == "__main__":
    found = {**kinds(), "loop": asyncio.run(loop_kinds()), "pools": pools(),
             "socket": sorted(name for name in dir(socket.socket) if not name.startswith("_"))}
    if os.environ.get("VOICETEST_APP"):
        import voicetest_app as voice
        sock = voice.PeerSocket("server.example", 80, False, 2)
        found["socket"] = [name for name in found["socket"] if hasattr(sock, name)]
        voice.emit("kinds", found=found, attributes=attributes(),
                   socket=[isinstance(sock, socket.socket), sock.family, sock.type, sock.getpeername(), sock.timeout, sock.fileno()])
    else:
        json.dump({"found": found, "attributes": attributes()}, sys.stdout)
