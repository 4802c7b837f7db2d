"""Loaded before the client, as a package that a .pth file imports."""
import time
import weakref
from time import monotonic

CLOSED = [monotonic]
WEAK = weakref.ref(time.process_time_ns)


def stamp():
    return monotonic()
