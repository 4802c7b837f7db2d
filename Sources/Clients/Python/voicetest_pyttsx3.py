"""`pyttsx3` under voicetest: what the bot says is said by voicetest's voice, in virtual time, and stands in the trace as text.

A bot imports `pyttsx3` as ever. Under voicetest_app, this file beside it is what it gets; the real module need not be
installed. `VERSION` is the version whose names, arguments, defaults and errors it has. Rate and volume are kept and change
nothing of the sound.
"""
import asyncio
import sys
import traceback
import types
import weakref

import voicetest_app

VERSION = "2.99"
DRIVERS = ("espeak", "nsss", "sapi5", "avspeech", "dummy")
ACTIVE = weakref.WeakValueDictionary()


class Voice:
    def __init__(self, id, name=None, languages=None, gender=None, age=None):
        self.id, self.name, self.languages, self.gender, self.age = id, name, languages or [], gender, age

    def __str__(self):
        return """<Voice id={id}
          name={name}
          languages={languages}
          gender={gender}
          age={age}>""".format(**self.__dict__)


class Engine:
    def __init__(self, driverName=None, debug=False):
        self.driver_name = driverName or default_engine_by_sys_platform()
        if self.driver_name not in DRIVERS:
            raise ImportError(f"No module named 'pyttsx3.drivers.{self.driver_name}'")
        self._connects, self._debug, self._inLoop, self._driverLoop = {}, debug, False, True
        self._queue, self._sound, self._isBusy = [], None, False
        self._properties = {"voices": [Voice("gmw/en", "English (Great Britain)", ["en-gb"], None, None),
                                       Voice("gmw/en-us", "English (America)", ["en-us"], None, None)],
                            "voice": "gmw/en", "rate": 200, "volume": 1.0, "pitch": 50}

    def __repr__(self):
        return f"{self.__class__.__module__}.{self.__class__.__name__}('{self.driver_name}', debug={self._debug})"

    def __str__(self):
        return self.driver_name

    def _notify(self, topic, **kwargs):
        for callback in list(self._connects.get(topic, [])):
            try:
                callback(**kwargs)
            except Exception:
                if self._debug:
                    traceback.print_exc()

    def connect(self, topic, cb):
        self._connects.setdefault(topic, []).append(cb)
        return {"topic": topic, "cb": cb}

    def disconnect(self, token):
        found = self._connects.get(token["topic"])
        if found is not None:
            found.remove(token["cb"])
            if not found:
                del self._connects[token["topic"]]

    def say(self, text, name=None):
        if not str(text or "").strip():
            return "Argument value can't be None or empty"
        self._queue.append((self._speak, str(text), name))
        return None

    def save_to_file(self, text, filename, name=None):
        assert text
        assert filename
        raise NotImplementedError(
            "save_to_file writes a sound file, which voicetest's pyttsx3 does not: put it behind @voice.external")

    def _speak(self, text, name):
        self._notify("started-utterance", name=name)
        start = 0
        for word in text.split():
            start = text.index(word, start)
            self._notify("started-word", name=name, location=start, length=len(word))
            start += len(word)
        self._sound, is_whole = voicetest_app.say(text), True
        try:
            self._sound.wait()
        except asyncio.CancelledError:
            is_whole = False
        self._sound = None
        self._notify("finished-utterance", name=name, completed=is_whole)

    def stop(self):
        self._queue.clear()
        if self._sound is not None:
            self._sound.cancel()

    def isBusy(self):
        return self._isBusy or bool(self._queue)

    def getProperty(self, name):
        assert name
        if name not in self._properties:
            raise KeyError(f"unknown property {name}")
        return self._properties[name]

    def setProperty(self, name, value):
        self._queue.append((self._set, name, value))

    def _set(self, name, value):
        try:
            if name not in self._properties:
                raise KeyError(f"unknown property {name}")
            known = [one.id for one in self._properties["voices"]]
            if name == "voice" and value not in known:
                raise ValueError(f"unknown voice {value}: the voices are {', '.join(known)}")
            self._properties[name] = min(1.0, max(0.0, float(value))) if name == "volume" else value
        except Exception as error:
            self._notify("error", exception=error)
            if self._debug:
                traceback.print_exc()

    def _work(self):
        while self._queue and self._inLoop:
            self._isBusy = True
            work, *arguments = self._queue.pop(0)
            work(*arguments)
        self._isBusy = False

    def _begin(self):
        if self._inLoop:
            raise RuntimeError("run loop already started")
        self._inLoop = True

    def runAndWait(self):
        self._begin()
        self._driverLoop = True
        try:
            self._work()
        finally:
            self._inLoop = self._isBusy = False

    def startLoop(self, useDriverLoop=True):
        self._begin()
        self._driverLoop = useDriverLoop
        while useDriverLoop and self._inLoop:
            self._work()
            if self._inLoop:
                voicetest_app.virtual_sleep(.02)

    def endLoop(self):
        self._need_loop()
        self._inLoop = False
        self.stop()

    def iterate(self):
        self._need_loop()
        if self._driverLoop:
            raise RuntimeError("iterate not valid in driver run loop")
        self._work()

    def _need_loop(self):
        if not self._inLoop:
            raise RuntimeError("run loop not started")


def engines_by_sys_platform():
    return {"darwin": ("nsss", "espeak", "avspeech"), "win32": ("sapi5", "espeak")}.get(sys.platform, ("espeak",))


def default_engine_by_sys_platform():
    return engines_by_sys_platform()[0]


def init(driverName=None, debug=False):
    engine = ACTIVE.get(driverName)
    if engine is None:
        engine = ACTIVE[driverName] = Engine(driverName, debug)
    return engine


def speak(text):
    engine = init()
    engine.say(text)
    engine.runAndWait()


def module(name, **names):
    found = types.ModuleType(f"pyttsx3.{name}")
    vars(found).update(names)
    sys.modules[found.__name__] = found
    return found


Engine.__module__, Voice.__module__ = "pyttsx3.engine", "pyttsx3.voice"
engine = module("engine", Engine=Engine, engines_by_sys_platform=engines_by_sys_platform,
                default_engine_by_sys_platform=default_engine_by_sys_platform)
voice = module("voice", Voice=Voice)
drivers = module("drivers")
for driver_name in DRIVERS:
    setattr(drivers, driver_name, module(f"drivers.{driver_name}"))
