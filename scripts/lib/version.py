"""The version of the program: its one source, and the other places that repeat it."""
import pathlib
import re

root = pathlib.Path(__file__).resolve().parents[2]
SOURCE = root / "Sources/Programs/voicetest/Program/Voicetest.swift"
# Where a version of voicetest stands besides: a program that links no library, the clients, and what readers copy.
PLACES = ["Sources/Programs/voicetest-speak/main.swift", "Sources/Programs/voicetest/voicetest.docc/Installing.md",
          "Sources/Engines/ProgramEngine/Factory/ClientRelease.swift", "Sources/Clients/Python/client/app.py",
          "Sources/Clients/Node/voicetest-app.mjs", "Sources/Programs/voicetest/Init/Templates/workflow.yml",
          "scripts/packaging/install-release", "scripts/packaging/install-wheels",
          "scripts/packaging/voicetest.gitlab-ci.yml"]
NAMED = re.compile(r"""(?:let version = "|VERSION = ["']|[/@]v|voicetest[-_](?:(?:app|program)(?:-|==|@))?|from: ")"""
                   r"(\d+\.\d+\.\d+)\b")


def current():
    """The version, as in 0.1.0."""
    return re.search(r'static let version = "([^"]+)"', SOURCE.read_text())[1]


def faults():
    """Where another version stands, and a place that names none any more."""
    version = current()
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        yield f"{SOURCE.relative_to(root)}: {version} is no semantic version"
    for place in PLACES:
        text = (root / place).read_text()
        found = [(text.count("\n", 0, one.start()) + 1, one[1]) for one in NAMED.finditer(text)]
        if not found:
            yield f"{place} names no version: take it out of scripts/lib/version.py"
        for line, named in found:
            if named != version:
                yield f"{place}:{line}: {named}; {SOURCE.relative_to(root)} has {version}"
    if not re.search(rf"^## {re.escape(version)}$", (root / "CHANGELOG.md").read_text(), re.M):
        yield f"CHANGELOG.md has no part '## {version}'"
