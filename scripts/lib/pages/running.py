"""Runs the commands of a page, and compares commands that are not run with --help."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile

from pages.blocks import blocks, root

SECONDS = 120


class Commands:
    """What `voicetest --help` says: its commands, and the options of each."""

    def __init__(self, program):
        self.program = program
        self.texts = {}
        self.names = {"help"} | set(re.findall(r"^  ([a-z]+)  ", self.help(""), re.M))

    def help(self, command):
        """What the help of `command` says; None where there is no such command."""
        if command and command.split()[0] not in self.names:
            return None
        if command not in self.texts:
            self.texts[command] = subprocess.run(
                [self.program, *command.split(), "--help"], capture_output=True, text=True).stdout
        return self.texts[command]

    def faults(self, text):
        """Commands and options of `text` that do not exist, and scripts that are missing."""
        text = text.replace("\\\n", " ")
        for line in text.splitlines():
            line = line.split(" #")[0]
            for script in re.findall(r"(?<![\w/])scripts/[\w/.-]+", line):
                if not (root / script).exists():
                    yield f"{script} does not exist"
            for command, rest in re.findall(r"\bvoicetest ((?:bundle )?[a-z]+)([^|;&]*)", line):
                said = self.help(command)
                if said is None:
                    yield f"voicetest {command} is no command"
                    continue
                for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", rest):
                    if not re.search(rf"(?<![\w-]){option}(?![\w-])", said):
                        yield f"voicetest {command} has no option {option}"


def bare_options(page, commands):
    """Options between backticks that no command or script that the page names has.

    A page that names no command is compared with all of them.
    """
    text = page.read_text()
    prose = re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)
    named = set(re.findall(r"\bvoicetest ((?:bundle )?[a-z]+)", text)) | set(re.findall(r"`([a-z]+)[ `]", prose))
    named |= set(re.findall(r"[a-z]+(?: [a-z]+)?", " , ".join(re.findall(r"^## (.+)$", prose, re.M))))
    named = sorted(one for one in named if commands.help(one))
    known = [commands.help(one) for one in named or commands.names]
    known += [(root / one).read_text() for one in re.findall(r"scripts/[\w/-]+", text) if (root / one).is_file()]
    for option in sorted(set(re.findall(r"(?<!`)`(--[a-z][a-z-]*)", prose))):
        if not any(re.search(rf"(?<![\w-]){option}(?![\w-])", said) for said in known):
            yield f"{page.relative_to(root)}: {option} is no option of {', '.join(named) or 'any command'}"


def variables_faults():
    """Variables that the sources read and the article on the environment does not name."""
    page = (root / "Sources/Programs/voicetest/voicetest.docc/Environment.md").read_text()
    read = re.compile(r'(?:getenv|environment|variable|absolute)[(\[]"([A-Z][A-Z0-9_]+)"')
    for source in sorted((root / "Sources").glob("**/*.swift")):
        for name in sorted(set(read.findall(source.read_text()))):
            if f"`{name}`" not in page:
                yield f"{source.relative_to(root)} reads {name}, which Environment.md does not name"


def run(block, folder, program):
    """What is wrong with what `block` does in `folder`."""
    environment = {
        "HOME": str(folder), "PATH": f"{program.parent}:/usr/bin:/bin", "NO_COLOR": "1", "LANG": "C.UTF-8",
        "VOICETEST_ROOT": str(root),
    }
    try:
        done = subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", block.text], cwd=folder / block.folder, env=environment,
            capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return [f"{block.place}: takes longer than {SECONDS} s"]
    said = done.stdout + done.stderr
    faults = []
    if done.returncode != block.exit_code:
        faults.append(f"{block.place}: exits {done.returncode}, expected {block.exit_code}: {said[-600:]}")
    faults += [f"{block.place}: does not print {text!r}: {said[-600:]}"
               for text in block.printed if text not in said]
    return faults


def check(page, program, commands, kept):
    """Runs the blocks of `page` in a folder of its own, in which is what its Swift blocks left in the
    folder `kept`. Returns how many ran, and the faults."""
    found, faults = blocks(page)
    ran = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if kept.exists():
            shutil.copytree(kept, folder, dirs_exist_ok=True)
        if any("Corpora" in block.text + block.rest for block in found if block.kind in ("run", "setup")):
            shutil.copytree(root / "Corpora", folder / "Corpora")
        for block in found:
            if block.kind in ("run", "setup"):
                faults += run(block, folder, program)
                ran += block.kind == "run"
            elif block.kind == "not run":
                if not block.rest:
                    faults.append(f"{block.place}: say why it is not run")
                faults += [f"{block.place}: {fault}" for fault in commands.faults(block.text)]
            elif block.kind == "file":
                (folder / block.rest).write_text(block.text)
            if block.language == "json" and block.kind in ("json", "file"):
                try:
                    json.loads(block.text)
                except ValueError as error:
                    faults.append(f"{block.place}: no JSON: {error}")
    faults += bare_options(page, commands)
    # Commands that the text names between backticks.
    prose = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.S | re.M)
    for inline in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", prose):
        faults += [f"{page.relative_to(root)}: `{inline}`: {fault}" for fault in commands.faults(inline)]
    return ran, faults
