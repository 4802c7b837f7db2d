"""Clocks, chance, time zone, host and user of the session in place of the machine's."""
import datetime
import gc
import json
import locale
import os
import random
import socket
import sys
import threading
import time
import uuid

from .app import APP, READS_LIMIT, REAL, ssl
from .callers import CALLER, Chance
from .place import is_of_app, place
from .replacing import like, put, replace_everywhere


def take_world(world):
    """Gives the app time zone, locale, host, user and number of processors of its session, in place of the machine's.

    Its children have them from the environment. What `world` does not name stays the machine's.
    """
    zone, language, host, user, processors = map(world.get, ("timeZone", "locale", "host", "user", "processors"))
    if language and os.environ.get("LC_ALL") != language:
        for name in [one for one in os.environ if one == "LANGUAGE" or one.startswith("LC_")]:
            del os.environ[name]
    wanted = {"TZ": zone, "LANG": language, "LC_ALL": language, "HOSTNAME": host,
              **dict.fromkeys(("USER", "LOGNAME", "USERNAME"), user)}
    os.environ.update({name: value for name, value in wanted.items() if value})
    os.environ["VOICETEST_APP_WORLD"] = json.dumps(world)
    if zone:
        time.tzset()
        if "/" in zone and not os.path.exists(os.path.join(os.environ.get("TZDIR", "/usr/share/zoneinfo"), zone)):
            APP.machine.escape("clock", f"this machine has no time zone {zone}: install tzdata", None)
    if language:
        try:
            locale.setlocale(locale.LC_CTYPE, "")
        except locale.Error:
            APP.machine.escape("library", f"this machine has no locale {language}", None)
    kinds = ((of_host, host), (of_user, user), (of_processors, processors))
    replace_everywhere([pair for pairs_of, value in kinds if value for pair in pairs_of(value)])


def of_host(host):
    """What tells the name of the host, as pairs for `replace_everywhere`."""
    own, uname = (host, [], ["127.0.0.1"]), os.uname
    if "platform" in sys.modules:
        sys.modules["platform"]._uname_cache = None

    def named(plain, answer):
        return lambda name: answer if name == host else plain(name)
    return [(socket.gethostname, lambda: host), (uname, lambda: os.uname_result((uname()[0], host, *uname()[2:]))),
            (socket.gethostbyname, named(socket.gethostbyname, "127.0.0.1")),
            *((plain, named(plain, own)) for plain in (socket.gethostbyname_ex, socket.gethostbyaddr))]


def of_user(user):
    """What tells the name of the user likewise."""
    try:
        import pwd
    except ImportError:
        return []
    number, by_number, by_name = os.getuid(), pwd.getpwuid, pwd.getpwnam
    own = pwd.struct_passwd((user, "x", number, os.getgid(), user, os.environ.get("HOME", "/"), "/bin/sh"))
    return [(os.getlogin, lambda: user), (by_number, lambda uid: own if uid == number else by_number(uid)),
            (by_name, lambda name: own if name == user else by_name(name))]


def of_processors(count):
    """What tells the number of processors likewise."""
    pairs, asked = [(os.cpu_count, lambda: count)], os.sysconf
    if hasattr(os, "process_cpu_count"):
        pairs.append((os.process_cpu_count, lambda: count))
    if hasattr(os, "sched_getaffinity"):
        fitting = os.sched_getaffinity
        pairs.append((fitting, lambda pid: set(range(count)) if pid == 0 else fitting(pid)))
    names = {"SC_NPROCESSORS_ONLN", "SC_NPROCESSORS_CONF"}
    names |= {os.sysconf_names.get(name) for name in names}
    return [*pairs, (asked, lambda name: count if name in names else asked(name))]


CLOCKS = ("time", "monotonic", "perf_counter", "process_time", "thread_time")


def virtual_clocks():
    """Every clock of `time`, as (name, function)."""
    def now(extra):                             # nanoseconds at frame 0; None of a clock that has no date
        machine = APP.machine
        if APP.is_making or not APP.strands.is_ours():
            return int(REAL.monotonic() * 1e9) if extra is None else REAL.time_ns()
        strands = APP.strands
        strands.reads = reads = strands.reads + 1
        if reads > READS_LIMIT * (1 if APP.is_ready_sent else 5):
            strands.park(machine.frame + 1)     # the app waits by looking at the clock
            strands.reads = reads
        if APP.read_frame != machine.frame:
            APP.read_frame, APP.reads = machine.frame, {}
        caller = CALLER.get()
        reads = APP.reads[caller] = APP.reads.get(caller, 0) + 1        # strictly growing, as a clock is
        # No two callers read the same time.
        reads = min(reads, 20_000) if caller is None else 9 * min(reads, 6_000) + caller
        return (extra or 0) + machine.frame * 1_000_000_000 // APP.rate + reads
    found, epoch = {}, int(APP.epoch * 1_000_000_000)
    for name in CLOCKS:
        extra = epoch if name == "time" else None
        found[name + "_ns"] = lambda extra=extra: now(extra)
        found[name] = lambda extra=extra: now(extra) / 1e9
    found["sleep"] = virtual_sleep
    found["clock_gettime_ns"] = lambda clock: now(epoch if clock == time.CLOCK_REALTIME else None)
    found["clock_gettime"] = lambda clock: found["clock_gettime_ns"](clock) / 1e9
    for name in ("localtime", "gmtime", "ctime"):
        found[name] = with_now(getattr(time, name), found["time"])
    written, shown = time.strftime, time.asctime
    found["strftime"] = lambda form, moment=None: written(form, found["localtime"]() if moment is None else moment)
    found["asctime"] = lambda moment=None: shown(found["localtime"]() if moment is None else moment)
    return found


def with_now(plain, now):
    return lambda seconds=None: plain(now() if seconds is None else seconds)


def virtual_sleep(seconds):
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    if APP.is_making or not APP.strands.is_ours():
        REAL.sleep(seconds)
    else:
        APP.strands.park(APP.frame_after(seconds))


def take_datetime():
    """Gives `datetime.datetime` itself other clocks, so that it stays one type for `isinstance`, subclasses and C code.

    Source of the method: the type's own table of names, as the garbage collector knows it, and PyType_Modified.
    """
    def now(cls, tz=None):
        return cls.fromtimestamp(time.time(), tz)

    def utcnow(cls):
        return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)
    try:
        import ctypes
        kind, names = datetime.datetime, gc.get_referents(datetime.datetime.__dict__)[0]
        for function in (now, utcnow):
            names[function.__name__] = classmethod(like(getattr(kind, function.__name__), function))
        ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
    except (ImportError, AttributeError):
        APP.machine.escape("clock", "datetime.now: this Python has no ctypes, by which it is taken over", None)


def watch_bound_clocks(pairs):
    """Looks at every call into C by the app, which halves its speed: clocks that were bound before they were taken."""
    real = {id(one): one for _, one in pairs}     # kept: otherwise other functions come to lie at their addresses

    def profile(frame, event, function):
        if event == "c_call" and is_of_app(frame.f_code.co_filename):
            name = getattr(function, "__qualname__", "")
            if id(function) in real or name in ("datetime.now", "datetime.utcnow") and function.__self__ is datetime.datetime:
                APP.machine.escape("clock", f"{name} was bound before virtual time began", place(frame))
    sys.setprofile(profile)
    threading.setprofile(profile)


def seed_chance(seed):
    """Gives everything that draws numbers one source; of several callers, each has one of its own."""
    source = random.Random(seed)
    if APP.callers or APP.alone is not None:
        source = Chance(seed, source)
        module = Chance(f"{seed} module", random._inst)
        replace_everywhere([(function, getattr(module, name)) for name in random.__all__
                            if getattr(function := getattr(random, name), "__self__", None) is random._inst])

    def urandom(count):
        return source.getrandbits(8 * count).to_bytes(count, "big") if count else b""
    plain_seed = random.Random.seed

    def seed_one(self, a=None, version=2):
        plain_seed(self, source.getrandbits(64) if a is None else a, version)
    replace_everywhere([(os.urandom, urandom)])
    if hasattr(os, "getrandom"):
        replace_everywhere([(os.getrandom, lambda size, flags=0: urandom(size))])
    put(random.Random, "seed", seed_one)
    replace_everywhere([(random.seed, random._inst.seed)])
    random.seed(seed)
    APP.temporary.take(seed)
    uuid._generate_time_safe = uuid._UuidCreate = None
    uuid._node = 0x020000000001
    if ssl:
        put(ssl, "RAND_bytes", lambda count: urandom(count))
