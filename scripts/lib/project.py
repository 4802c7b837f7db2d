"""What the Python scripts know of the project: its folder, the program they run, the forms of its
reports, and the corpus of human speech."""
import os
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
# The program that is checked or measured: $VOICETEST, else the release build.
voicetest = os.environ.get("VOICETEST", str(root / ".build/release/voicetest"))
# The environment of a developer: `accept` does not run where CI is set.
outside_ci = {key: value for key, value in os.environ.items() if key != "CI"}


def target(name):
    """The folder of a target's code."""
    return next(root.glob(f"Sources/*/{name}"))


def forms(kind="VerdictFormat"):
    """The forms of reports as the program has them: of verdicts, or also those of two traces as PairFormat."""
    if kind == "VerdictFormat":
        text = (target("VoiceReports") / "Forms/VerdictForm.swift").read_text()
        return ["text", *re.findall(r'"(\w+)": \w+\(\)', text)]
    text = (target("voicetest") / "Sessions/VerdictFormat.swift").read_text()
    return forms() + re.search(rf"^enum {kind}:.*?case ([\w, ]+)$", text, re.S | re.M)[1].split(", ")


def speech_corpus():
    """The folder that VOICETEST_SPEECH_CORPUS names. Exits 69 without one: nothing is measured then."""
    name = os.environ.get("VOICETEST_SPEECH_CORPUS")
    if not name or not pathlib.Path(name).is_dir():
        script = sys.argv[0].rsplit("/", 1)[-1]
        print(f"{script}: VOICETEST_SPEECH_CORPUS names no folder, so nothing is measured. Set it to a folder of "
              "recorded human speech.", file=sys.stderr)
        sys.exit(69)
    return pathlib.Path(name).resolve()


def client_python():
    """The path of an interpreter that has the HTTP libraries of the Python client's tests, made where there is none.

    It is the one that VOICETEST_CLIENT_PYTHON names, else that of .build/python-client. Exits 0 where the libraries do
    not resolve: nothing is proven then.
    """
    if "VOICETEST_CLIENT_PYTHON" in os.environ:
        return os.environ["VOICETEST_CLIENT_PYTHON"]
    home = root / ".build/python-client"
    if not (home / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", home], check=True)
        if subprocess.run([home / "bin/pip", "install", "-q", "requests", "httpx", "aiohttp", "websockets"]).returncode:
            print("SKIPPED: the HTTP libraries do not resolve here: not proven", file=sys.stderr)
            sys.exit(0)
    return str(home / "bin/python")
