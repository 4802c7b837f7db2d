"""Files of the project that an app loads or reads: `idle` tells them, with the IDs of their Git blobs."""
import hashlib
import json
import subprocess

from harness import CLIENT, PYTHON

BOT = """
import json
import menu
import voicetest_app as voice

with open("prices.json") as stream:
    json.load(stream)
with open("own.txt", "w") as stream:
    stream.write("own")
open("own.txt").close()
open(".hidden").close()
open("../outside.txt").close()
"""


def test_tells_what_the_app_loads_and_reads_but_not_what_it_writes(tmp_path):
    project = tmp_path / "project"
    project.mkdir()
    files = {"bot.py": BOT, "menu.py": "SIZES = 2\n", "prices.json": '{"large": 12}\n', "unread.json": "{}", ".hidden": "",
             "../outside.txt": ""}
    for name, text in files.items():
        (project / name).write_text(text)
    hello = {"kind": "hello", "protocol": 1, "sampleRate": 16_000, "seed": 1, "epoch": 0, "mode": "simulate", "fields": {},
             "settings": {}, "durations": {}}
    lines = [hello, {"kind": "go", "at": 0, "until": 0}, {"kind": "go", "at": 0, "until": 320}, {"kind": "end"}]
    # Once compiled, a module is known by its place alone.
    for _ in range(2):
        done = subprocess.run(
            [PYTHON, str(CLIENT / "voicetest_app.py"), "bot.py"], cwd=project, capture_output=True, text=True, timeout=60,
            input="".join(json.dumps(one) + "\n" for one in lines))
        told = [one.get("files") for one in map(json.loads, done.stdout.splitlines()) if one["kind"] == "idle"]
        assert told == [{name: blob(files[name]) for name in ("bot.py", "prices.json", "menu.py")}, None], done


def blob(text):
    content = text.encode()
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
