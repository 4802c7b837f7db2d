"""What the Python scripts share: --help, and exit 64 on an option that a script does not have.

The options of a script are those that the paragraph "usage:" of its docstring names.
"""
import argparse
import re
import sys


def options(page):
    """The options that the usage paragraph of `page` names; None where it passes options on."""
    usage = re.search(r"^usage:.*?(?=\n[ \t]*\n|\Z)", page, re.M | re.S)[0]
    if "options..." in usage or "COMMAND..." in usage:
        return None
    return set(re.findall(r"(?<![\w-])--?[a-zA-Z][\w-]*", usage)) | {"--help", "-h"}


def check(page, words=None):
    """Prints `page` and exits 0 on --help; exits 64 on an option that its usage does not name.

    `page` is the docstring of the script, `words` its arguments (default: those of the process).
    """
    words = sys.argv[1:] if words is None else words
    known = options(page)
    asked = words[:1] if known is None else words
    if "--help" in asked or "-h" in asked:
        print(page.strip())
        sys.exit(0)
    for word in asked:
        name = word.split("=")[0]
        if known is not None and name == "--":
            return
        if known is not None and re.match(r"--?[a-zA-Z]", word) and name not in known:
            refuse(f"unknown option {name}", page)


def refuse(fault, page):
    """Prints `fault` and the usage lines of `page`, and exits 64."""
    script = sys.argv[0].rsplit("/", 1)[-1]
    usage = re.search(r"^usage:.*?(?=\n[ \t]*\n|\Z)", page, re.M | re.S)[0]
    print(f"{script}: {fault}. --help explains the script.\n{usage}", file=sys.stderr)
    sys.exit(64)


class Parser(argparse.ArgumentParser):
    """Parses the arguments of a script; values that do not fit exit 64."""

    def error(self, message):
        print(f"{self.prog}: {message}. --help explains the script.", file=sys.stderr)
        sys.exit(64)
