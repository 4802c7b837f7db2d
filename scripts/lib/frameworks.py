"""The Python that has Pipecat and LiveKit Agents, and copies of the projects of Tests/Clients/Frameworks."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

from project import root, voicetest

HOME = root / ".build/frameworks"
PROJECTS = root / "Tests/Clients/Frameworks"
PACKAGES = {"pipecat": ["pipecat-ai[silero,openai,runner]==1.14.*"],
            "livekit": ["livekit-agents==1.8.*", "livekit-plugins-silero==1.8.*", "livekit-plugins-openai==1.8.*"]}
program = str(pathlib.Path(voicetest).resolve())


def python(installs=True):
    """The folder of a Python that has the frameworks; None where none is to be had."""
    if named := os.environ.get("VOICETEST_PYTHON"):
        return pathlib.Path(named).absolute().parent
    if not (HOME / "ready").exists():
        if not installs:
            return None
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
        wanted = [one for packages in PACKAGES.values() for one in packages]
        if subprocess.run([HOME / "bin/pip", "install", "-q", *wanted]).returncode:
            return None
        (HOME / "ready").touch()
    return HOME / "bin"


def run(folder, environment, *arguments, timeout=None):
    done = subprocess.run([program, *map(str, arguments)], cwd=folder, env=environment, capture_output=True, text=True,
                          timeout=timeout)
    told = "\n".join(line for line in done.stderr.splitlines() if "program: " not in line)
    return done.returncode, done.stdout + told


def copied(name, scenario, folder, environment):
    """A copy of a framework's project; of the kitchen's bot where the scenario is the kitchen's, recorded first."""
    is_kitchen = (PROJECTS / "kitchen" / f"{scenario}.scenario.json").exists()
    copy = folder / name
    shutil.copytree(PROJECTS / ("kitchen" if is_kitchen else name), copy)
    for client in ("voicetest_app", f"voicetest_{name.split('-')[0]}"):
        shutil.copy(root / f"Sources/Clients/Python/{client}.py", copy)
    command = "python3 -m voicetest_app bot.py"
    (copy / "voicetest.json").write_text(json.dumps({"engine": "program", "programCommand": command}))
    if is_kitchen:
        shutil.copy(PROJECTS / name / "services.py", copy)
        (copy / f"{name}-bot.py").rename(copy / "bot.py")
        code, told = run(copy, environment, "record", "--engine", "program", "--scenario", f"{scenario}.scenario.json",
                         "--output", f"{scenario}.vsession", "--program-command", command)
        if code:
            raise SystemExit(f"{name}: the bot of the kitchen is red without a change:\n{told}")
    return copy
