"""The app's own lines: whether a file is the app's, and which line of it led here."""
import asyncio
import os
import re
import sys
import traceback

from .app import APP, Unreachable

HERE = os.path.abspath(__file__)
# Names of this file: started by a relative path, its code has that one.
OWN = {HERE, __file__}
LIBRARY = (os.path.dirname(os.path.abspath(os.__file__)) + os.sep, "<frozen", "<string>")


def is_of_app(name):
    """Whether a file is the app's own: not this one, not Python's library, not an installed package."""
    return not (name in OWN or name.startswith(LIBRARY) or "site-packages" in name or "dist-packages" in name
                or name.startswith("<"))


def place(frame=None):
    """The app's own line that led here and where that was called, as `bot.py:87 hear from bot.py:95 main`.

    Behind a function that was not called by the app, that is where its task was made. None where no line is the app's.
    """
    frame, lines = frame or sys._getframe(1), []
    while frame is not None and frame.f_code is not asyncio.Handle._run.__code__ and len(lines) < 2:
        if is_of_app(frame.f_code.co_filename):
            lines.append(f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno} {frame.f_code.co_name}")
        frame = frame.f_back
    if len(lines) < 2:
        try:
            made = (getattr(asyncio.current_task(), "made_at", None) or "").partition(" from ")[0]
        except RuntimeError:
            made = ""
        # That a module's own code runs `main` says nothing.
        if made and not (lines and made.endswith(" <module>")):
            lines.append(made)
    return " from ".join(lines) or None


def last_place(error):
    """The app's own line nearest to where an error was raised."""
    found = "unknown"
    for frame, line in traceback.walk_tb(error.__traceback__):
        if is_of_app(frame.f_code.co_filename):
            found = f"{os.path.basename(frame.f_code.co_filename)}:{line} {frame.f_code.co_name}"
    # A file that is no Python runs no line.
    if isinstance(error, SyntaxError) and error.lineno and error.filename and is_of_app(error.filename):
        found = f"{os.path.basename(error.filename)}:{error.lineno} <module>"
    return found


def without_addresses(value):
    """The text of a value; `<Kitchen object at 0x7fffe9a599d0>` has no address, which each run draws anew."""
    return re.sub(r" at 0x[0-9a-fA-F]+", "", str(value))


def refused(what, name):
    """Tells an escape; gives what is raised for it."""
    APP.machine.escape(what, name, place(sys._getframe(1)))
    return Unreachable(f"{name}: voicetest lets the app reach nothing that it does not record")
