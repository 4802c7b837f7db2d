"""Tells where and when it runs, by all ways that Python's library has."""
import concurrent.futures
import datetime
import getpass
import locale
import multiprocessing
import os
import pathlib
import platform
import pwd
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time

import voicetest_app as voice

OWN_GENERATOR = random.Random()


def place():
    number = os.getuid()
    return {
        "host": [socket.gethostname(), socket.getfqdn(), platform.node(), platform.uname().node, os.uname().nodename,
            os.environ["HOSTNAME"],
                 socket.gethostbyaddr(socket.gethostname())[0]],
        "address": [socket.gethostbyname(socket.gethostname()), *socket.gethostbyname_ex(socket.gethostname())[2]],
        "user": [getpass.getuser(), os.getlogin(), pwd.getpwuid(number).pw_name,
            pathlib.Path(__file__).owner() if os.stat(__file__).st_uid == number
                 else pwd.getpwuid(number)[0], *(os.environ[name] for name in ("USER", "LOGNAME", "USERNAME"))],
        "home": [os.path.expanduser("~" + pwd.getpwuid(number).pw_name) == os.environ["HOME"],
            pwd.getpwnam(getpass.getuser()).pw_uid == number],
        "processors": [os.cpu_count(), multiprocessing.cpu_count(), len(os.sched_getaffinity(0)),
            os.sysconf("SC_NPROCESSORS_ONLN"),
                       getattr(os, "process_cpu_count", os.cpu_count)()],
        "locale": [os.environ["LC_ALL"], os.environ["LANG"], os.environ.get("LANGUAGE"), os.environ.get("LC_TIME"),
            locale.setlocale(locale.LC_ALL, "")],
        "zone": [os.environ["TZ"], *time.tzname, time.timezone, time.strftime("%Z"),
            str(datetime.datetime.now().astimezone().tzinfo)],
    }


def moment():
    now = datetime.datetime.now()
    return {"now": str(now)[:19], "fold": now.fold, "today": str(datetime.date.today()),
        "local": time.strftime("%H:%M:%S %Z"), "asctime": time.asctime(),
            "ctime": time.ctime(), "aware": now.astimezone().isoformat()[:19] + now.astimezone().isoformat()[-6:],
            "utc": datetime.datetime.now(datetime.timezone.utc).isoformat()[:19],
        "zone": time.localtime().tm_zone, "seconds": int(time.time())}


def drawn():
    class Mine(random.Random):
        pass
    random.seed()
    values = [random.random(), random.Random().random(), OWN_GENERATOR.random(), Mine().random(),
        random.SystemRandom().random()]
    try:
        import numpy
        numpy.random.seed()
        values += [numpy.random.default_rng().random(), numpy.random.rand()]
    except ImportError:
        pass
    return values


def names():
    """Names of temporary files; two stay behind."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as file, tempfile.TemporaryDirectory(prefix="talk") as folder:
        inner = tempfile.mkstemp(dir=folder)
        os.close(inner[0])
        found = [file.name, folder, inner[1], tempfile.mktemp(".txt"), next(tempfile._get_candidate_names())]
    number, left = tempfile.mkstemp()
    os.close(number)
    kept = tempfile.mkdtemp()
    pathlib.Path(kept, "part").write_text("x")
    return [*found, left, kept]


if __name__ == "__main__":
    what = sys.argv[1]
    if what == "place":
        found = []
        thread = threading.Thread(target=lambda: found.append(place()))
        thread.start()
        thread.join()
        with concurrent.futures.ProcessPoolExecutor() as pool:
            found.append(pool.submit(place).result())
        child = subprocess.run(["sh", "-c", "echo $USER $HOSTNAME $LC_ALL; date -d @0 +%Z"], capture_output=True,
            text=True, check=True).stdout.split()
        imported = subprocess.run([sys.executable, "-c",
            "import voicetest_app, os, socket; print(socket.gethostname(), os.cpu_count())"],
                                  capture_output=True, text=True, check=True).stdout.split()
        voice.emit("place", **place(), same=[one == place() for one in found], child=child, imported=imported)
    elif what == "machine":
        voice.emit("machine", host=socket.gethostname(), fqdn=socket.getfqdn(), processors=os.cpu_count(),
            user=getpass.getuser(), zone=time.tzname)
    elif what == "telemetry":
        voice.emit("telemetry", is_off=os.environ.get("ORT_DISABLE_TELEMETRY"))
    elif what == "moments":
        for _ in range(2):
            voice.emit("moment", **moment())
            time.sleep(20)
    else:
        voice.emit("chance", drawn=drawn(), names=names(), later=random.random())
