"""How a measuring script begins: its options, the corpus, the program."""
import argparse
import pathlib
import shutil
import sys

from project import speech_corpus, voicetest

root = pathlib.Path(__file__).resolve().parents[3]


def stop(code, message):
    print(f"{pathlib.Path(sys.argv[0]).name}: {message}", file=sys.stderr)
    sys.exit(code)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        stop(64, message)


def prepared(help_text, texts=()):
    """The options, the corpus and the program; or an exit that says what is missing."""
    parser = Parser(add_help=False)
    parser.add_argument("--help", "-h", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    for name in texts:
        parser.add_argument(name, default="")
    options = parser.parse_args()
    if options.help:
        print(help_text.strip())
        sys.exit(0)
    corpus = speech_corpus()
    if not shutil.which(voicetest):
        stop(69, f"{voicetest} is missing: nothing is measured. Run scripts/build, or set"
             " VOICETEST.")
    if options.keep and options.keep.exists():
        stop(64, f"--keep: {options.keep} is already there. Name a folder that is not.")
    return options, pathlib.Path(corpus), voicetest
