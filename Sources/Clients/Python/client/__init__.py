"""Runs a voice app under voicetest: unmodified, in virtual time, the same way each time.

    python -m voicetest_app [--with SERVICES.py] bot.py [ARGUMENTS]

voicetest starts this as a child and speaks protocol 1 with it: JSON lines on standard input and
output (ProgramProtocol.md). Time is counted in frames of the session's clock and stands still while
the app works. The app's clocks, timers, threads, chance and connections are taken over before its
first import; what cannot be taken over is told as an escape, with the app's own line.

What an app calls: `say`, `play`, `listen`, `microphone`, `on`, `emit`, `field`, `external`, `declare`, `in_each_call`.

One file, no dependency, Python 3.9 and newer. The layers, from the inside:

    Machine       pure: frames, timers, inputs and acts in; what is due next out. It reads and starts nothing.
    Strands       threads, one at a time: they change places only where one waits.
    VirtualLoop   asyncio over the two.
    Peer          pure: the far end of a connection, HTTP/1.1 and WebSocket, in bytes.
    Wire          the only part that reads and writes lines.
"""
import os
import sys


def fix_addresses():
    """Asks Linux for one layout of memory in the program that follows: ADDR_NO_RANDOMIZE, personality(2)."""
    try:
        import ctypes
        ctypes.CDLL(None).personality(0x0040000)
    except (ImportError, OSError, AttributeError):
        pass


def app_word():
    """The app's file as the command line names it, behind a file of stand-ins for its services."""
    return "".join(sys.argv[3:4] if sys.argv[1:2] == ["--with"] else sys.argv[1:2])


def words_with(code):
    """The words that start this file again. Where Python keeps no bytecode of it, its code goes along, in memory."""
    if not hasattr(sys, "orig_argv"):
        return [os.path.abspath(__file__), *sys.argv[1:]]
    words, options = sys.orig_argv[1:], sys.orig_argv[1:-len(sys.argv)]
    if __spec__ is not None:            # started by its name, with -m
        is_kept = os.path.exists(__spec__.cached or __file__)
        if is_kept or options[-1:] != ["-m"]:
            return words
        options.pop()
    if not hasattr(os, "memfd_create"):
        return words
    import marshal
    with os.fdopen(os.memfd_create("voicetest_app", 0), "wb", closefd=False) as stream:
        stream.write(marshal.dumps(code))
        number = stream.fileno()
    os.lseek(number, 0, os.SEEK_SET)
    start = (f"import marshal, sys\n__file__ = sys.argv[0] = {__file__!r}\nsys.path[0] = {sys.path[0]!r}\n"
             f"with open({number}, 'rb') as stream:\n    code = marshal.load(stream)\nexec(code)")
    return [*options, "-c", start, *sys.argv[1:]]


if __name__ == "__main__" and os.environ.get("PYTHONHASHSEED", "random") == "random" and os.path.isfile(app_word()):
    # Sets of texts have an order of their own in each process otherwise, and so have sets of functions, whose addresses
    # are drawn. What follows is imported once only: by the process that stays.
    fix_addresses()
    os.execve(sys.executable, [sys.executable, *words_with(sys._getframe().f_code)], {**os.environ, "PYTHONHASHSEED": "0"})

if __name__ == "__main__":
    # What follows is loaded to stay: the collector would look through it again and again.
    import gc
    gc.disable()
