"""Starts a bot of others as it is, with a stand-in for its model: launch.py MODEL FILE."""
import os
import pathlib
import runpy
import sys

import model

kind, file = sys.argv[1:]
for key in ("OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "TELNYX_API_KEY"):
    os.environ.setdefault(key, "none")
model.stand_in(kind)
sys.argv = [file]
sys.path[:0] = [str(pathlib.Path.cwd()), str(pathlib.Path(file).resolve().parent)]
runpy.run_path(file, run_name="__main__")
