"""Stands for packages of Pipecat's transports that are not installed, so that the framework's own modules load.

A transport under voicetest opens no room, no peer connection and no sound card: of `daily`, `aiortc`, `av`, `pyaudio` and
`livekit.rtc` its module needs the names alone. Whoever imports them himself still hears that they are missing.
"""
import importlib.abc
import importlib.machinery
import re
import sys

PACKAGES = {"daily": "pipecat-ai[daily]", "aiortc": "pipecat-ai[webrtc]", "av": "pipecat-ai[webrtc]",
            "pyaudio": "pipecat-ai[local]", "tkinter": "python3-tk", "livekit": "pipecat-ai[livekit]",
            "tenacity": "pipecat-ai[livekit]", "cv2": "pipecat-ai[webrtc]"}


class Named(type):
    """Values of a class that is not there."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return None


class Missing(metaclass=Named):
    """A class of a package that is not installed: it can be named, and cannot be made."""

    def __init__(self, *args, **options):
        package = next(one.__module__ for one in type(self).__mro__[::-1] if one.__module__.partition(".")[0] in PACKAGES)
        package = package.partition(".")[0]
        raise ImportError(f"{package} is not installed, and voicetest stands in for the transport alone. Run pip install "
                          f"'{PACKAGES.get(package, package)}'.")


def unused(*_, **__):
    """Decorates with nothing: what is decorated belongs to a transport that is replaced."""
    return lambda function=None, *_, **__: function


def importer():
    """The name of the module that imports."""
    frame = sys._getframe(2)
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if not name.startswith("importlib") and frame.f_code.co_filename != "<frozen importlib._bootstrap>":
            return name
        frame = frame.f_back
    return ""


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds, behind all other finders, what modules of these names import."""

    def __init__(self, pattern):
        self.pattern = re.compile(pattern)

    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] not in PACKAGES or not self.pattern.match(importer()):
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def exec_module(self, module):
        def find(name):
            if name.startswith("__"):
                raise AttributeError(name)
            if name[:1].isupper():
                setattr(module, name, type(name, (Missing,), {"__module__": module.__name__}))
                return getattr(module, name)
            package = module.__name__.partition(".")[0]
            if package == "livekit":        # whose small names are modules
                raise AttributeError(name)
            return unused if package == "tenacity" else None
        module.__getattr__ = find
