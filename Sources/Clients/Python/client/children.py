"""Children that open the sound card: which they are. `voicetest_children`, a file beside this one, stands in for them."""
import importlib
import os
import re
import shlex
import sys

from .app import APP
from .place import HERE, is_of_app, place

CARD_CHILDREN = {"arecord", "rec", "parec", "parecord", "aplay", "play", "paplay", "ffplay"}
MAYBE_CARD_CHILDREN = {"sox", "ffmpeg", "espeak", "espeak-ng"}      # with a device only, or without a file
OTHER_CARD_CHILDREN = {"mpg123", "mpg321", "ogg123", "mpv", "mplayer", "vlc", "cvlc", "pacat", "pw-cat", "pw-play", "pw-record",
                       "jack_capture", "afplay", "say", "spd-say", "festival", "omxplayer"}
SHELLS = {"sh", "bash", "dash", "zsh"}
# A child that records, as a file of an app names it.
RECORDING = re.compile(r"""['"](?:arecord|parec|parecord|rec|sox|ffmpeg)(?=['" ])""")


def words_of_child(args, is_shell):
    """The words of a child's command, and whether a shell reads them; none where they are no words."""
    try:
        words = [os.fsdecode(args)] if isinstance(args, (str, bytes, os.PathLike)) else [os.fsdecode(one) for one in args]
        text = words[0] if is_shell else words[words.index("-c") + 1] if os.path.basename(words[0]) in SHELLS and "-c" in words else None
        if text is None:
            return words, False
        return shlex.split(text.replace("|", " ; ").replace("&", " ; ").replace(";", " ; ")), True
    except (TypeError, ValueError, IndexError):
        return [], False


def card_child(args, is_shell=False):
    """What a child of the sound card does, as `voicetest_children` reads it; None for another child.

    One that nothing stands in for is told with the app's line.
    """
    if APP.is_making or not APP.is_under_voicetest:
        return None
    words, is_shell = words_of_child(args, is_shell)
    for start, word in enumerate(words if is_shell else words[:1]):
        name = os.path.basename(word)
        if is_shell and start and words[start - 1] not in (";", "exec", "nohup", "sudo"):
            continue
        if name in OTHER_CARD_CHILDREN:
            found = f"{name!r} opens the sound card: voicetest stands in for {', '.join(sorted(CARD_CHILDREN))}"
        elif name in CARD_CHILDREN or name in MAYBE_CARD_CHILDREN:
            found = read_child(name, words[start + 1:])
        else:
            continue
        if is_shell and found is not None:
            found = f"{name!r} opens the sound card in a shell: start it without one"
        if not isinstance(found, str):
            return found
        APP.machine.escape("child", found, place())
    return None


def read_child(name, words):
    try:
        return importlib.import_module("voicetest_children").read(name, words)
    except ImportError:
        files = "voicetest_children.py, voicetest_child_commands.py, voicetest_child_files.py and voicetest_card.py"
        return f"{name!r} opens the sound card: copy {files} of voicetest's release beside voicetest_app.py" \
            if name in CARD_CHILDREN else None


def may_record():
    """Whether a file of the app, which has no adapter of its own, names a child that records: it hears sound from its start."""
    if not os.path.isfile(os.path.join(os.path.dirname(HERE), "voicetest_children.py")):
        return False
    files = {APP.script, *(getattr(module, "__file__", None) or "" for module in list(sys.modules.values()))}
    texts = []
    for file in sorted(one for one in files if one.endswith(".py") and is_of_app(one)):
        try:
            with open(file, encoding="utf-8", errors="replace") as stream:
                texts.append(stream.read())
        except OSError:
            continue
    return any(map(RECORDING.search, texts)) and not any("voicetest_app" in text for text in texts)
