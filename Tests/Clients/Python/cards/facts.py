"""Prints, as JSON, the names, arguments, defaults and errors of `pyaudio`, `sounddevice` and `pyttsx3`, real or stood in for.

    ALSA_CONFIG_PATH=… python facts.py            the real ones, on a card of ALSA that takes everything and is silent
    python -m voicetest_app facts.py              the stand-ins
"""
import inspect
import json

import numpy
import pyaudio
import pyttsx3
import pyttsx3.engine
import pyttsx3.voice
import sounddevice


def arguments(value):
    try:
        found = inspect.signature(value).parameters.values()
    except (TypeError, ValueError):
        return None
    return [[one.name, one.kind.name, None if one.default is one.empty else repr(one.default)] for one in found
            if one.name != "self"]


def facts_of(owner, name):
    """By name, what is said of each public name of a module or class, and of the classes within."""
    found = {}
    for inner in dir(owner):
        value = getattr(owner, inner)
        if inner.startswith("_") and inner not in ("__version__", "__init__") or inspect.ismodule(value) or inner == "annotations":
            continue
        place = f"{name}.{inner}"
        if isinstance(value, type):
            found[place] = "exception" if issubclass(value, Exception) else "class"
            found.update(facts_of(value, place))
        elif callable(value):
            found[place] = arguments(value)
        else:
            found[place] = value if isinstance(value, (int, str)) else "value"
    return found


def error_of(work):
    try:
        found = work()
    except Exception as error:
        return [type(error).__name__, [repr(one) for one in error.args], str(error)]
    return repr(found) if isinstance(found, (bool, int, str, type(None))) else "no error"


def stopped(stream):
    stream.stop_stream()
    return stream


def closed(stream):
    stream.close()
    return stream


def of_pyaudio():
    card, form = pyaudio.PyAudio(), pyaudio.paInt16

    def opened(**options):
        return card.open(**{"rate": 16_000, "channels": 1, "format": form, **options})

    def called(*_):
        return None, pyaudio.paComplete
    ins, outs, call = {"input": True}, {"output": True}, {"stream_callback": called}
    yield "nothing", lambda: opened()
    yield "no channels", lambda: opened(channels=0, **ins)
    yield "many channels", lambda: opened(channels=1_000, **ins)
    yield "a low rate", lambda: opened(rate=500, **ins)
    yield "a high rate", lambda: opened(rate=500_000, **outs)
    yield "a broken rate", lambda: opened(rate=16_000.5, **ins)
    yield "a form", lambda: opened(format=3, **ins)
    yield "an output device", lambda: opened(output_device_index=99, **outs)
    yield "a device of words", lambda: opened(input_device_index="mic", **ins)
    yield "no callback", lambda: opened(stream_callback=3, **ins)
    yield "closed twice", lambda: closed(closed(opened(**ins)))
    for name in ("read", "write"):
        given = 4 if name == "read" else b"1234"
        for kind, stream in (("closed", lambda: closed(opened(**ins, **outs))), ("input", lambda: opened(**ins)),
                             ("stopped", lambda: stopped(opened(**ins, **outs))), ("output", lambda: opened(**outs)),
                             ("callback", lambda: opened(**ins, **outs, **call))):
            if (name, kind) not in (("read", "input"), ("write", "output")):
                yield f"{name} {kind}", lambda name=name, stream=stream, given=given: getattr(stream(), name)(given)
    yield "read less than nothing", lambda: opened(**ins).read(-1)
    for name in ("is_active", "is_stopped", "start_stream", "stop_stream", "get_time", "get_cpu_load", "get_input_latency",
                 "get_read_available", "get_write_available"):
        yield f"{name} of a closed one", lambda name=name: getattr(closed(opened(**ins)), name)()
    yield "active", lambda: opened(**ins).is_active()
    yield "active before", lambda: opened(start=False, **ins).is_active()
    yield "stopped before", lambda: opened(start=False, **ins).is_stopped()
    yield "stopped", lambda: stopped(opened(**ins)).is_stopped()
    yield "active behind", lambda: stopped(opened(**ins)).is_active()
    yield "a stranger", lambda: card.close(3)
    yield "a device", lambda: card.get_device_info_by_index(99)
    yield "an api", lambda: card.get_host_api_info_by_index(99)
    yield "a device of an api", lambda: card.get_device_info_by_host_api_device_index(99, 0)
    yield "no such device of an api", lambda: card.get_device_info_by_host_api_device_index(0, 99)
    yield "an api of a kind", lambda: card.get_host_api_info_by_type(pyaudio.paASIO)
    yield "keys", lambda: str(sorted(card.get_default_input_device_info()))
    yield "keys of an api", lambda: str(sorted(card.get_default_host_api_info()))
    yield "a size", lambda: card.get_sample_size(3)
    yield "sizes", lambda: str([pyaudio.get_sample_size(one) for one in (1, 2, 4, 8, 16, 32)])
    yield "a width", lambda: pyaudio.get_format_from_width(5)
    yield "no device asked", lambda: card.is_format_supported(16_000)
    asked = {"input_device": 0, "input_channels": 1, "input_format": form}
    yield "asked", lambda: card.is_format_supported(16_000, **asked)
    yield "a rate asked", lambda: card.is_format_supported(500, **asked)
    yield "channels asked", lambda: card.is_format_supported(16_000, **{**asked, "input_channels": 1_000})
    yield "a device asked", lambda: card.is_format_supported(16_000, **{**asked, "input_device": 99})


def of_sounddevice():
    sd, samples = sounddevice, numpy.zeros((16, 1), dtype="float32")

    def opened(kind="InputStream", is_on=True, is_closed=False, **options):
        found = getattr(sd, kind)(**{"samplerate": 16_000, "channels": 1, **options})
        if is_on:
            found.start()
        if is_closed:
            found.close()
        return found
    for kind in ("InputStream", "RawOutputStream", "Stream"):
        for name, options in {"a device": {"device": 99}, "a name": {"device": "nobody"}, "a low rate": {"samplerate": 500},
                              "a high rate": {"samplerate": 500_000}, "channels": {"channels": 1_000}, "no channels": {
                                  "channels": 0}, "a form": {"dtype": "int64"}, "three": {"channels": (1, 2, 3)}}.items():
            yield f"{kind} with {name}", lambda kind=kind, options=options: opened(kind, **options)
    for name in ("start", "stop", "abort", "close"):
        yield f"{name} of a closed one", lambda name=name: getattr(opened(is_closed=True), name)()
        if name != "start":
            yield f"{name} of a closed one, strictly", lambda name=name: getattr(opened(is_closed=True), name)(False)
    yield "read of a closed one", lambda: opened(is_closed=True).read(4)
    yield "read of a stopped one", lambda: opened(is_on=False).read(4)
    yield "read of a callback", lambda: opened(callback=print, is_on=False).read(4)
    yield "write of a stopped one", lambda: opened("OutputStream", False).write(samples)
    yield "write of another form", lambda: opened("OutputStream").write(samples.astype("int16"))
    yield "write of other channels", lambda: opened("OutputStream", channels=2).write(samples)
    yield "write of half a sample", lambda: opened("RawOutputStream", dtype="int16").write(b"123")
    yield "write of half a frame", lambda: opened("RawOutputStream", dtype="int16", channels=2).write(b"12")
    for name in ("active", "stopped", "closed", "channels", "dtype", "samplesize", "samplerate", "blocksize"):
        for kind, options in (("on", {}), ("off", {"is_on": False}), ("closed", {"is_closed": True})):
            yield f"{name} when {kind}", lambda name=name, options=options: str(getattr(opened(**options), name))
    yield "both", lambda: str([opened("Stream", channels=(1, 2), dtype=("int16", "float32")).channels])
    yield "devices of a kind", lambda: sd.query_devices(None, "both")
    yield "a device of a number", lambda: sd.query_devices(99)
    yield "keys", lambda: str(sorted(sd.query_devices(kind="input")))
    yield "an api", lambda: sd.query_hostapis(99)
    yield "a default", lambda: setattr(sd.default, "nothing", 1)
    yield "settings", lambda: sd.check_input_settings(samplerate=16_000)
    yield "settings of a rate", lambda: sd.check_input_settings(samplerate=500)
    yield "settings of channels", lambda: sd.check_output_settings(channels=1_000)
    yield "no play yet", sd.get_status
    yield "no stream yet", sd.get_stream
    yield "wait for nothing", sd.wait
    yield "rec of nothing", lambda: sd.rec()
    yield "rec of no channels", lambda: sd.rec(16)
    yield "play of whole numbers", lambda: sd.play(numpy.zeros(4, dtype="int64"))
    yield "play of cubes", lambda: sd.play(numpy.zeros((2, 2, 2)))
    yield "play at a device", lambda: sd.play(samples, device=99)
    yield "play with a mapping", lambda: sd.play(samples, 16_000, mapping=[0])
    yield "flags", lambda: f"{sd.CallbackFlags(0x12)!r} {bool(sd.CallbackFlags())} {sd.CallbackFlags(2).input_overflow}"


if __name__ == "__main__":
    said = {}
    for module in (pyaudio, sounddevice, pyttsx3, pyttsx3.engine, pyttsx3.voice):
        said.update(facts_of(module, module.__name__))
    found = {"facts": said, "errors": {}}
    for module, cases in (("pyaudio", of_pyaudio()), ("sounddevice", of_sounddevice())):
        found["errors"].update({f"{module}: {name}": error_of(work) for name, work in cases})
    print("FACTS" + json.dumps(found))
