import os
import pathlib
import tempfile
import time

import voicetest_app as voice

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    old, new = folder / "old", folder / "new"
    old.write_text("one")
    time.sleep(1)
    new.write_text("two")
    (folder / "part").write_text("three")
    os.replace(folder / "part", folder / "whole")
    time.sleep(1)
    with open(new) as stream:
        at = [old.stat().st_mtime, os.path.getmtime(new), os.fstat(stream.fileno()).st_mtime, os.stat(folder / "whole").st_mtime]
    listed = [int(entry.stat().st_mtime) for entry in os.scandir(folder) if entry.name != "whole"][::-1]
    voice.emit("looked", at=[int(one) for one in at], listed=listed, own=os.stat(__file__).st_mtime > 1_710_000_000)
