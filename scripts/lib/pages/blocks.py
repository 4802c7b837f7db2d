"""The pages of the documentation, their fenced blocks, and what each block's marker asks for.

A marker is an HTML comment before a block. Every block of bash, JSON and Swift has one:

  <!-- run -->                              the block is run in the page's folder and exits 0
  <!-- run in DIR: exit 1, prints "T" -->   in DIR; with this exit code; T is in what it prints
  <!-- not run: REASON -->                  commands and options are compared with --help
  <!-- file: NAME -->                       the block becomes a file of the page's folder
  <!-- json -->                             the block is JSON
  <!-- compile -->                          Swift that compiles; more lines of the comment, which begin
                                            with "| ", precede it, those with "> " follow it
  <!-- compile and run: prints "T" -->      Swift that compiles, links, exits 0 and prints T; with
                                            "leaves NAME" what it writes there is in the page's folder
  <!-- sketch -->                           a part of a Swift file, which is not compiled
  <!-- setup                                shell commands that prepare the page's folder
"""
import pathlib
import re

root = pathlib.Path(__file__).resolve().parents[3]
CHECKED = ("bash", "json", "swift")
MARKER = re.compile(r"<!--\s*(run|not run|file|json|compile|sketch|setup)\b(.*?)-->", re.S)


def pages():
    """Every page of the documentation, as paths."""
    top = [root / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE.md",
                                 "CHANGELOG.md")]
    return [page for page in top if page.exists()] + sorted(root.glob("Sources/*/*/*.docc/*.md"))


class Block:
    """A fenced block: where it stands, its language, text and marker."""

    def __init__(self, page, line, language, text, kind, rest):
        self.page, self.line, self.language, self.text = page, line, language, text
        self.kind, self.rest = kind, rest.strip()
        self.place = f"{page.relative_to(root)}:{line}"

    @property
    def folder(self):
        """Where it runs, below the page's folder."""
        found = re.match(r"in (\S+?)(?::|$)", self.rest)
        return found[1] if found else "."

    @property
    def exit_code(self):
        found = re.search(r"\bexit (\d+)", self.rest)
        return int(found[1]) if found else 0

    @property
    def left(self):
        """What it leaves for the commands of the page."""
        return re.findall(r"leaves (\S+)", self.rest)

    @property
    def printed(self):
        return re.findall(r'prints "([^"]+)"', self.rest)


def blocks(page):
    """The blocks of `page` in their order; a setup comment is a block of bash.

    Returns the blocks, and a fault for each marker or block that lacks the other.
    """
    text = page.read_text()
    found, faults = [], []
    waiting, fence = None, None
    number, lines = 0, text.split("\n")
    while number < len(lines):
        line = lines[number]
        if line.startswith("<!--"):
            end = number
            while "-->" not in lines[end]:
                end += 1
            marker = MARKER.match("\n".join(lines[number:end + 1]))
            if marker and marker[1] == "setup":
                found.append(Block(page, number + 1, "bash", marker[2], "setup", ""))
            elif marker:
                waiting = (marker[1], marker[2].lstrip(":"))
            number = end
        elif line.startswith("```"):
            end = number + 1
            while not lines[end].startswith("```"):
                end += 1
            fence = line[3:].strip()
            kind, rest = waiting or ("", "")
            body = "\n".join(lines[number + 1:end]) + "\n"
            block = Block(page, number + 1, fence, body, kind, rest)
            if fence in CHECKED and not kind:
                faults.append(f"{block.place}: a block of {fence} without a marker (scripts/lib/pages/blocks.py)")
            found.append(block)
            waiting = None
            number = end
        elif line.strip() and waiting:
            faults.append(f"{page.relative_to(root)}:{number + 1}: a marker without a block")
            waiting = None
        number += 1
    return found, faults
