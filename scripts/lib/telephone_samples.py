"""Public phone bots as they are: their folders, their packages, and the projects that call them."""
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys

from frameworks import PACKAGES as FRAMEWORKS
from project import outside_ci, root, voicetest

HOME = root / ".build/telephone"
BOTS = root / "Tests/Clients/Telephone"
CLIENTS = root / "Sources/Clients"
program = str(pathlib.Path(voicetest).resolve())


def says(words, after, milliseconds, how="said"):
    return {"after": {"kind": how, "sound": f"sound {after}"}, "delayMs": milliseconds, "say": words}


def hangs_up(after):
    return {"after": {"kind": "said", "sound": f"sound {after}"}, "delayMs": 500, "hangUp": True}


def caller(first):
    """A caller who lets the bot end once and interrupts it twice; `first` sounds come before the first answer."""
    return [says("tell me a joke please", first, 800), says("no not that one", first + 1, 1_100, "says"),
            says("one more please", first + 2, 500), says("stop it", first + 3, 900, "says"),
            hangs_up(first + 4)]


def hasty(count):
    """A caller who interrupts the first thing that the bot says, and hangs up behind the answer."""
    return [says("a small pizza please", 1, 1_100, "says"), hangs_up(count)]


@dataclasses.dataclass
class Sample:
    """A bot: its repository and commit, what it needs, who calls it, and what has to be wrong with it."""

    repository: str
    start: str                      # what runs it, in its folder
    telephone: dict
    packages: list
    caller: list
    commit: str = "HEAD"
    folder: str = ""                # in the repository
    copies: tuple = ()              # files of this project beside it
    rule: str | None = None         # that it breaks

    @property
    def clone(self):
        return self.repository.rpartition("/")[2]


PYTHON = "twilio-samples/speech-assistant-openai-realtime-api-python"
NODE = "twilio-samples/speech-assistant-openai-realtime-api-node"
LAUNCH = "python3 -m voicetest_app launch.py"
STAND_INS = (BOTS / "launch.py", BOTS / "model.py")
TWILIO = {"carrier": "twilio", "port": 5050, "webhook": "/incoming-call", "stream": "/media-stream"}
VONAGE = {"carrier": "vonage", "port": 3000, "webhook": "/answer"}
CARRIERS = ("twilio", "telnyx", "plivo", "exotel", "vonage", "genesys")
KITCHEN = root / "Tests/Clients/Frameworks/pipecat-telephone/services.py"


def pipecat(carrier):
    telephone = {"carrier": carrier, "port": 7860, "stream": "/ws"}
    if carrier not in ("exotel", "genesys"):
        telephone["webhook"] = "/answer"
    return Sample("pipecat-ai", f"python3 -m voicetest_app pipecat_bot.py {carrier}", telephone,
                  [*FRAMEWORKS["pipecat"], "fastapi", "uvicorn", "websockets", "python-multipart"], hasty(2), commit="",
                  copies=(BOTS / "pipecat_bot.py", KITCHEN))


def node(lines, rule=None, repository=NODE, model="openai", telephone=TWILIO):
    start = f"node --import ./voicetest-app.mjs launch.mjs index.js {model}"
    return Sample(repository, start, telephone, ["npm"], lines,
                  copies=(BOTS / "launch.mjs", BOTS / "model.mjs"), rule=rule)


def of_vonage(delay, rule=None):
    """Interrupts two answers so many ms behind their begin; the carrier's own words are the first sound."""
    lines = [says("no not that one", 2, delay, "says"), says("one more please", 3, delay, "says"), hangs_up(4)]
    return node(lines, rule, "mobilebiz/websocket-openai", "older", VONAGE)


SAMPLES = {
    "twilio, Python": Sample(PYTHON, f"{LAUNCH} openai main.py", TWILIO, ["-r", "requirements.txt"], caller(2),
                             copies=STAND_INS),
    "twilio, Python, issue 22": Sample(
        PYTHON, f"{LAUNCH} openai main.py", TWILIO, ["-r", "requirements.txt"], caller(2), commit="5e46796",
        copies=STAND_INS, rule="cut"),
    # Its start of an answer is reset by an interruption alone: a caller who interrupts a later answer finds it.
    "twilio, Node": node([*caller(2)[:2], hangs_up(4)]), "twilio, Node, its fault": node(caller(2), "cut"),
    "telnyx, Python": Sample(
        "team-telnyx/demo-python-telnyx", f"{LAUNCH} older server.py",
        {"carrier": "telnyx", "port": 6000, "stream": "/media-stream"}, ["-r", "requirements.txt"],
        # It stops nothing where the caller interrupts: what was sent plays on.
        [{"atMs": 500, "say": "tell me a joke please"}, says("no not that one", 1, 1_100, "says"),
         {"atMs": 16_000, "hangUp": True}],
        folder="fastapi-v2v-over-media-streaming", copies=STAND_INS),
    "plivo, Python": Sample(
        "plivo/python-agents-examples", f"{LAUNCH} gemini inbound/server.py",
        {"carrier": "plivo", "port": 8000, "webhook": "/answer"},
        ["fastapi", "uvicorn", "google-genai", "plivo", "python-dotenv", "python-multipart", "loguru", "numpy", "scipy",
         "phonenumbers"], hasty(2), folder="gemini-live-native-no-vad", copies=STAND_INS),
    # It says 500 ms of each item that the caller interrupts, whatever was heard: its two clocks have no common start.
    "vonage, Node": of_vonage(400), "vonage, Node, its fault": of_vonage(1_300, "cut"),
    **{f"pipecat, {carrier}": pipecat(carrier) for carrier in CARRIERS},
}


def fetched(sample, samples):
    """The clone of a sample: that of the folder `samples`, else one of GitHub; None where there is none."""
    if samples is not None:
        return samples / sample.clone if (samples / sample.clone).exists() else None
    clone = HOME / "samples" / sample.clone
    if not clone.exists():
        done = subprocess.run(["git", "clone", "-q", "--bare", f"https://github.com/{sample.repository}", clone],
                              env={**os.environ, "GIT_TERMINAL_PROMPT": "0"})
        if done.returncode:
            return None
    return clone


def python(name, packages, folder):
    """The folder of a Python that has the packages of a sample; None where they do not resolve."""
    home = HOME / name.replace(", ", "-").replace(" ", "-").lower()
    if not (home / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", home], check=True)
        if subprocess.run([home / "bin/pip", "install", "-q", *packages], cwd=folder).returncode:
            return None
        (home / "ready").touch()
    return home / "bin"


def made(name, sample, work, samples=None):
    """A project that calls a sample: its folder, its environment and its commit. A text says why there is none."""
    folder, commit = work / name.replace(", ", "-").replace(" ", "-"), "pipecat-ai"
    folder.mkdir()
    if sample.commit:
        clone = fetched(sample, samples)
        if clone is None:
            return f"no clone of {sample.repository}: fetch it, and name the folder with --samples"
        commit = subprocess.run(["git", "-C", clone, "rev-parse", "--short=7", sample.commit], check=True,
                                capture_output=True, text=True).stdout.strip()
        tree = f"{sample.commit}:{sample.folder}" if sample.folder else sample.commit
        files = subprocess.run(["git", "-C", clone, "archive", tree], check=True, capture_output=True).stdout
        subprocess.run(["tar", "-x", "-C", folder], input=files, check=True)
    for file in (*sample.copies, CLIENTS / "Python/voicetest_app.py", CLIENTS / "Node/voicetest-app.mjs"):
        shutil.copy(file, folder)
    environment = {**outside_ci, "PYTHONWARNINGS": "ignore"}
    if sample.packages == ["npm"]:
        if told := with_node_packages(folder, samples):
            return told
    else:
        home = python("pipecat" if not sample.commit else name, sample.packages, folder)
        if home is None:
            return f"the packages {' '.join(sample.packages)} do not resolve here"
        environment["PATH"] = f"{home}:{environment['PATH']}"
        if not sample.commit:
            found = subprocess.run([home / "pip", "show", "pipecat-ai"], capture_output=True, text=True).stdout
            commit = found.partition("Version: ")[2].partition("\n")[0]
    write(folder / "voicetest.json",
          {"engine": "program", "programCommand": sample.start, "telephone": sample.telephone})
    write(folder / "call.scenario.json", sample.caller)
    return folder, environment, commit


def with_node_packages(folder, samples):
    """Installs the packages of a sample in Node; a text where they are not to be had.

    Without npm's registry the package ws of `samples` is taken, and what stands in for fastify is on node:http.
    """
    install = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--fetch-retries=0", "--fetch-timeout=20000"]
    if not shutil.which("node"):
        return "no node on the PATH"
    if samples is None and subprocess.run(install, cwd=folder, capture_output=True).returncode == 0:
        return None
    if samples is None or not (samples / "ws").exists():
        return "npm's registry is not reached, and the folder of --samples has no ws"
    modules = folder / "node_modules"
    for name in json.loads((folder / "package.json").read_text())["dependencies"]:
        if name != "ws":
            (modules / name).mkdir(parents=True)
            shutil.copy(BOTS / ("fastify.mjs" if name == "fastify" else "plugin.mjs"), modules / name / "index.mjs")
            (modules / name / "package.json").write_text(json.dumps({"name": name, "exports": "./index.mjs"}))
    (modules / "ws").mkdir()
    files = subprocess.run(["git", "-C", samples / "ws", "archive", "HEAD"], check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", modules / "ws"], input=files, check=True)
    return None


def write(file, value):
    """Writes JSON; a list is the lines of a caller."""
    file.write_text(json.dumps({"caller": value} if isinstance(value, list) else value))


def run(folder, environment, *arguments):
    """Exit code, output, and what is told besides the program's own lines."""
    done = subprocess.run([program, *map(str, arguments)], cwd=folder, env=environment, capture_output=True, text=True)
    return done.returncode, done.stdout, "\n".join(line for line in done.stderr.splitlines() if "program: " not in line)
