"""The card of `voicetest_sounddevice`: its devices, defaults, errors and what a stream may have."""
import sys
import time as clock

import voicetest_card as card

LATENCIES = {"low": .02, "high": .1}
FLAGS = {"input_underflow": 1, "input_overflow": 2, "output_underflow": 4, "output_overflow": 8, "priming_output": 16}


class PortAudioError(Exception):
    def __str__(self):
        text = self.args[0] if self.args else ""
        return f"{text} [PaErrorCode {self.args[1]}]" if len(self.args) > 1 else text


class CallbackStop(Exception):
    pass


class CallbackAbort(Exception):
    pass


def check(number, text=""):
    if number:
        raise PortAudioError(f"{text}: {card.CARD_ERRORS[number]}" if text else card.CARD_ERRORS[number], number)


class CallbackFlags:
    __slots__ = "_flags"

    def __init__(self, flags=0x0):
        self._flags = flags

    def __repr__(self):
        return f"<sounddevice.CallbackFlags: {self or 'no flags set'}>"

    def __str__(self):
        return ", ".join(name.replace("_", " ") for name in sorted(FLAGS) if getattr(self, name))

    def __bool__(self):
        return bool(self._flags)

    def __ior__(self, other):
        if not isinstance(other, CallbackFlags):
            return NotImplemented
        self._flags |= other._flags
        return self


for flag_name, flag in FLAGS.items():
    def change(self, value, flag=flag):
        self._flags = self._flags | flag if value else self._flags & ~flag
    setattr(CallbackFlags, flag_name, property(lambda self, flag=flag: bool(self._flags & flag), change))


def split(value):
    if isinstance(value, (str, bytes)):
        return value, value
    try:
        first, second = value
    except TypeError:
        return value, value
    except ValueError as error:
        raise ValueError(f"Only single values and pairs are allowed, not {value!r}") from error
    return first, second


class Pair:
    PLACES = {"input": 0, "output": 1}

    def __init__(self, values):
        self._pair = list(values)

    def __getitem__(self, index):
        return self._pair[self.PLACES.get(index, index)]

    def __setitem__(self, index, value):
        self._pair[self.PLACES.get(index, index)] = value

    def __repr__(self):
        return f"[{self[0]!r}, {self[1]!r}]"


class Default:
    PAIRS = {"device": (0, 0), "channels": (None, None), "dtype": ("float32", "float32"), "latency": ("high", "high"),
             "extra_settings": (None, None)}
    PLAIN = {"samplerate": None, "blocksize": 0, "clip_off": False, "dither_off": False, "never_drop_input": False,
             "prime_output_buffers_using_stream_callback": False}
    hostapi = 0

    def __init__(self):
        vars(self).update({name: Pair(values) for name, values in self.PAIRS.items()}, **self.PLAIN)

    def __setattr__(self, name, value):
        if name in self.PAIRS:
            getattr(self, name)._pair[:] = split(value)
        elif name in self.PLAIN:
            vars(self)[name] = value
        else:
            raise AttributeError("'default' object has no attribute " + repr(name))

    def reset(self):
        self.__init__()


Default.__name__ = Default.__qualname__ = "default"
default = Default()


class DeviceList(tuple):
    __slots__ = ()

    def __repr__(self):
        return "\n".join(f"* {one['index']} {one['name']}, ALSA ({one['max_input_channels']} in, "
                         f"{one['max_output_channels']} out)" for one in self)


def query_devices(device=None, kind=None):
    if kind not in ("input", "output", None):
        raise ValueError(f"Invalid kind: {kind!r}")
    if device is None and kind is None:
        return DeviceList([query_devices(0)])
    device = device_number(device, kind)
    if device != 0:
        raise PortAudioError(f"Error querying device {device}")
    return {"name": "voicetest", "index": 0, "hostapi": 0, "max_input_channels": card.CARD_CHANNELS,
            "max_output_channels": card.CARD_CHANNELS, "default_low_input_latency": LATENCIES["low"],
            "default_low_output_latency": LATENCIES["low"], "default_high_input_latency": LATENCIES["high"],
            "default_high_output_latency": LATENCIES["high"], "default_samplerate": float(card.CARD_RATE)}


def device_number(wanted, kind):
    pair = split(default.device if wanted is None else wanted)
    if kind is None and pair[0] != pair[1]:
        raise ValueError(f"Input and output device are different: {wanted!r}")
    found = pair[1 if kind == "output" else 0]
    if isinstance(found, int):
        return found
    start = 0
    for word in found.lower().split():
        start = "voicetest, alsa".find(word, start)
        if start < 0:
            raise ValueError(f"No {kind or 'input/output'} device matching {found!r}")
        start += len(word)
    return 0


def query_hostapis(index=None):
    if index is None:
        return (query_hostapis(0),)
    if index != 0:
        raise PortAudioError(f"Error querying host API {index}")
    return {"name": "ALSA", "devices": [0], "default_input_device": 0, "default_output_device": 0}


def get_portaudio_version():
    return 1_246_720, "PortAudio V19.6.0-devel, revision 396fe4b6699ae929d3a685b3ef8a7e97396139a4"


def sleep(msec):
    clock.sleep(msec / 1_000)


def settled(kind, device, channels, dtype, latency, samplerate):
    """What a stream of a kind has, and the number of the error of a card that has it not."""
    place = 1 if kind == "output" else 0
    device = device_number(device, kind)
    channels, dtype, latency = (split(value if value is not None else getattr(default, name))[place] for name, value in (
        ("channels", channels), ("dtype", dtype), ("latency", latency)))
    samplerate = default.samplerate if samplerate is None else samplerate
    info = query_devices(device)
    channels = info[f"max_{kind}_channels"] if channels is None else channels
    if "numpy" in sys.modules:
        try:
            dtype = sys.modules["numpy"].dtype(dtype).name
        except TypeError:
            pass
    if dtype not in card.SAMPLE_BYTES:
        raise ValueError(f"Invalid {kind} sample format")
    samplerate = info["default_samplerate"] if samplerate is None else samplerate
    return (device, channels, dtype, card.SAMPLE_BYTES[dtype], float(samplerate), LATENCIES.get(latency, latency),
            card.card_fault(device, channels, dtype, samplerate))


def check_input_settings(device=None, channels=None, dtype=None, extra_settings=None, samplerate=None):
    check(settled("input", device, channels, dtype, None, samplerate)[-1])


def check_output_settings(device=None, channels=None, dtype=None, extra_settings=None, samplerate=None):
    check(settled("output", device, channels, dtype, None, samplerate)[-1])


class Buffer(bytearray):
    """What a raw stream gives and takes: its parts are bytes, and it keeps its length."""

    def __getitem__(self, index):
        found = super().__getitem__(index)
        return bytes(found) if isinstance(index, slice) else bytes([found])

    def __setitem__(self, index, value):
        if isinstance(index, slice) and len(self[index]) != len(memoryview(value).cast("B")):
            raise ValueError("right operand length must match slice length")
        super().__setitem__(index, value if isinstance(index, slice) else value[0])


class AsioSettings:
    def __init__(self, channel_selectors):
        if isinstance(channel_selectors, int):
            raise TypeError("channel_selectors must be a list or tuple")


class CoreAudioSettings:
    def __init__(self, channel_map=None, change_device_parameters=False, fail_if_conversion_required=False,
                 conversion_quality="max"):
        if isinstance(channel_map, int):
            raise TypeError("channel_map must be a list or tuple")
        if str(conversion_quality).lower() not in ("min", "low", "medium", "high", "max"):
            raise ValueError("conversion_quality must be one of ['min', 'low', 'medium', 'high', 'max']")


class WasapiSettings:
    def __init__(self, exclusive=False, auto_convert=False, explicit_sample_format=False):
        pass


def numpy_of():
    try:
        import numpy
    except ImportError as error:
        raise ImportError("NumPy must be installed for play()/rec()/playrec()") from error
    return numpy


def shaped(data, mapping):
    """Data as frames and channels in a form that a stream has."""
    numpy, data = numpy_of(), numpy_of().asarray(data)
    if data.ndim > 2:
        raise ValueError("audio data to be played back must be one- or two-dimensional")
    data = data.reshape(-1, 1) if data.ndim < 2 else data
    if data.dtype.name == "float64":
        data = data.astype("float32")
    if data.dtype.name not in card.SAMPLE_BYTES:
        raise TypeError("Unsupported data type: " + repr(data.dtype.name))
    if mapping is not None and numpy.min(mapping) < 1:
        raise ValueError("channel numbers must not be < 1")
    if mapping is not None and data.shape[1] not in (1, len(numpy.atleast_1d(mapping))):
        raise ValueError("number of output channels != size of output mapping")
    return numpy.ascontiguousarray(data)


def space(out, frames, channels, dtype, mapping):
    numpy = numpy_of()
    if out is not None:
        return out
    if frames is None:
        raise TypeError("frames must be specified")
    channels = default.channels["input"] if channels is None else channels
    if channels is None and mapping is None:
        raise TypeError("Unable to determine number of input channels")
    channels = len(numpy.atleast_1d(mapping)) if channels is None else channels
    return numpy.empty((frames, channels), default.dtype["input"] if dtype is None else dtype, order="C")


def form_of(dtype):
    return "float32" if str(dtype) == "float64" else str(dtype)
