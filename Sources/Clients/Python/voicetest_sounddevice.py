"""`sounddevice` under voicetest: the microphone is the caller, the loudspeaker is the bot's voice, both in virtual time.

A bot imports `sounddevice` as ever. Under voicetest_app, this file beside it is what it gets; the real module need not be
installed. `VERSION` is the version whose names, arguments, defaults and errors it has.
"""
import operator
import threading
import types

import voicetest_app as voice
import voicetest_card as card
from voicetest_sounddevice_card import (
    LATENCIES, AsioSettings, Buffer, CallbackAbort, CallbackFlags, CallbackStop, CoreAudioSettings, DeviceList,
    PortAudioError, WasapiSettings, check, check_input_settings, check_output_settings, default, form_of,
    get_portaudio_version, query_devices, query_hostapis, settled, shaped, sleep, space, split)

VERSION = __version__ = "0.5.6"
card.begin_card()


class StreamBase:
    kind, is_raw = "input", False

    def __init__(self, samplerate=None, blocksize=None, device=None, channels=None, dtype=None, latency=None,
                 extra_settings=None, callback=None, finished_callback=None, clip_off=None, dither_off=None,
                 never_drop_input=None, prime_output_buffers_using_stream_callback=None):
        kinds = ("input", "output") if self.kind == "duplex" else (self.kind,)
        if not self.is_raw:
            import numpy
            self._numpy = numpy
        parts = [settled(one, *(split(value)[one == "output"] if self.kind == "duplex" else value
                                for value in (device, channels, dtype, latency)), samplerate) for one in kinds]
        for part in parts:
            check(part[-1], f"Error opening {type(self).__name__}")
        self._parts = dict(zip(kinds, parts))
        own = [one if len(kinds) == 2 else one[0] for one in zip(*parts)]
        self._device, self._channels, self._dtype, self._samplesize, _, self._latency, _ = own
        self._samplerate, self._blocksize = parts[0][4], default.blocksize if blocksize is None else blocksize
        rate = int(self.samplerate)
        self._block = self.blocksize or rate // 50
        self._callback, self._finished, self._thread, self._is_on, self._closed = callback, finished_callback, None, False, False
        forms = {one: (rate, part[1], part[2]) for one, part in self._parts.items()}
        self._source = card.SoundIn(*forms["input"], max(4 * self._block, rate // 5)) if "input" in forms else None
        lead = LATENCIES["low"] if self.kind == "duplex" and callback else 0
        self._target = card.SoundOut(*forms["output"], lead) if "output" in forms else None

    samplerate, blocksize, device, channels, dtype, samplesize, latency, closed = (
        property(operator.attrgetter(f"_{name}")) for name in (
            "samplerate", "blocksize", "device", "channels", "dtype", "samplesize", "latency", "closed"))
    cpu_load = property(lambda self: 0.0)
    active = property(lambda self: self._thread.is_on if self._thread else self._is_on)
    stopped = property(lambda self: not self._is_on)
    time = property(lambda self: voice.APP.machine.frame / voice.APP.rate)

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *args):
        self.stop()
        self.close()

    def start(self):
        check(-9988 if self.closed else 0, "Error starting stream")
        if not self._is_on:
            self._is_on = True
            if self._source:
                self._source.start()
            if self._callback:
                self._thread = card.CardThread(self._source, self._target, self._block, int(self.samplerate), self._call)

    def _form(self, data, kind):
        if self.is_raw:
            return Buffer(data)
        _, channels, dtype, *_ = self._parts[kind]
        return self._numpy.frombuffer(bytearray(data), dtype=dtype).reshape(-1, channels)

    def _call(self, data, is_overflowed):
        now, given, out, goes_on, is_kept = self.time, [], None, True, True
        if self._source:
            given.append(self._form(data, "input"))
        if self._target:
            _, channels, dtype, size, *_ = self._parts["output"]
            silence = bytes([128 if dtype == "uint8" else 0])
            out = self._form(silence * (self._block * channels * size), "output")
            given.append(out)
        moments = types.SimpleNamespace(inputBufferAdcTime=now - LATENCIES["low"], currentTime=now,
                                        outputBufferDacTime=now + LATENCIES["low"])
        try:
            self._callback(*given, self._block, moments, CallbackFlags(2 if is_overflowed else 0))
        except CallbackStop:
            goes_on = False
        except CallbackAbort:
            goes_on = is_kept = False
        if out is not None and is_kept:
            self._target.write(bytes(out))
            if not goes_on:
                self._target.drain()
        if not goes_on:
            self._thread.is_on = False
            self._end()
        return goes_on

    def _end(self):
        if self._finished:
            self._finished()

    def stop(self, ignore_errors=True):
        self._stop(ignore_errors, "stopping", True)

    def abort(self, ignore_errors=True):
        self._stop(ignore_errors, "aborting", False)

    def _stop(self, ignore_errors, doing, is_heard):
        number = -9988 if self.closed else 0 if self._is_on else -9983
        if number:
            return check(0 if ignore_errors else number, f"Error {doing} stream")
        was_active, self._is_on = self.active, False
        if self._thread:
            self._thread.stop()
        elif self._source:
            self._source.stop()
        if self._target:
            (self._target.drain if is_heard else self._target.drop)()
        return self._end() if was_active else None

    def close(self, ignore_errors=True):
        check(-9988 if self.closed and not ignore_errors else 0, "Error closing stream")
        if not self.closed:
            self._stop(True, "", False)
            self._closed = True

    def _need(self, number):
        check(-9988 if self.closed else -9983 if not self._is_on else number if self._callback else 0)


class RawInputStream(StreamBase):
    is_raw = True
    read_available = property(lambda self: self._source.available())

    def read(self, frames):
        self._need(-9977)
        data, is_overflowed = self._source.read(frames)
        check(-9983 if data is None else 0)
        return self._form(data, "input"), is_overflowed


class RawOutputStream(StreamBase):
    kind, is_raw = "output", True
    write_available = property(lambda self: self._target.room(self._room()))

    def _room(self):
        return max(2 * self._block, int(self.samplerate * split(self.latency)[1]))

    def write(self, data):
        data = memoryview(data).cast("B")
        _, channels, _, size, *_ = self._parts["output"]
        if len(data) % size:
            raise ValueError("len(data) not divisible by samplesize")
        if len(data) // size % channels:
            raise ValueError("Number of samples not divisible by channels")
        self._need(-9976)
        self._target.write(data)
        self._target.wait(self._room() / self.samplerate)
        return False


class RawStream(RawInputStream, RawOutputStream):
    kind = "duplex"


class InputStream(RawInputStream):
    is_raw = False


class OutputStream(RawOutputStream):
    is_raw = False

    def write(self, data):
        data = self._numpy.asarray(data)
        _, channels, dtype, *_ = self._parts["output"]
        if data.ndim > 2:
            raise ValueError("data must be one- or two-dimensional")
        if (data.shape[1] if data.ndim == 2 else 1) != channels:
            raise ValueError("number of channels must match")
        if data.dtype != dtype:
            raise TypeError(f"dtype mismatch: {data.dtype.name!r} vs {dtype!r}")
        if not data.flags.c_contiguous:
            raise TypeError("data must be C-contiguous")
        return super().write(data) if data.size else False


class Stream(InputStream, OutputStream):
    kind, is_raw = "duplex", False


class Job:
    """What `play`, `rec` and `playrec` do, in a thread, until it is over or another one begins."""
    last = None

    def __init__(self, stream, work, blocking):
        self.stream, self.status, self.work = stream, CallbackFlags(), work
        Job.last = self
        stream.start()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        if blocking:
            wait()

    def run(self):
        self.work(self.stream)
        self.stream.abort()


def filled(out):
    """Work that fills an array with what comes."""
    def work(stream):
        for start in range(0, len(out), stream._block):
            data, _ = stream._source.read(min(stream._block, len(out) - start))
            if data is None:
                return
            part = stream._form(data, "input")
            out[start:start + len(part)] = part
    return work


def play(data, samplerate=None, mapping=None, blocking=False, loop=False, **kwargs):
    data = shaped(data, mapping)
    stop()

    def work(stream):
        stream._target.write(data)
        while loop and stream._is_on and len(data):
            stream._target.wait(LATENCIES["high"])
            if stream._is_on:
                stream._target.write(data)
        stream._target.drain()
    Job(OutputStream(samplerate=samplerate, channels=data.shape[1], dtype=data.dtype.name, **kwargs), work, blocking)


def rec(frames=None, samplerate=None, channels=None, dtype=None, out=None, mapping=None, blocking=False, **kwargs):
    out = space(out, frames, channels, dtype, mapping)
    stop()
    Job(InputStream(samplerate=samplerate, channels=out.shape[1], dtype=form_of(out.dtype), **kwargs), filled(out), blocking)
    return out


def playrec(data, samplerate=None, channels=None, dtype=None, out=None, input_mapping=None, output_mapping=None,
            blocking=False, **kwargs):
    data = shaped(data, output_mapping)
    out = space(out, len(data), channels, data.dtype if dtype is None else dtype, input_mapping)
    if len(out) != len(data):
        raise ValueError("len(data) != len(out)")
    stop()

    def work(stream):
        stream._target.write(data)
        filled(out)(stream)
        stream._target.drain()
    Job(Stream(samplerate=samplerate, channels=(out.shape[1], data.shape[1]), dtype=(form_of(out.dtype), data.dtype.name),
               **kwargs), work, blocking)
    return out


def wait(ignore_errors=True):
    if Job.last is None:
        return None
    Job.last.thread.join()
    Job.last.stream.close(ignore_errors)
    return Job.last.status or None


def stop(ignore_errors=True):
    if Job.last is not None:
        Job.last.stream.abort(ignore_errors)
        Job.last.stream.close(ignore_errors)


def get_status():
    return last_job().status


def get_stream():
    return last_job().stream


def last_job():
    if Job.last is None:
        raise RuntimeError("play()/rec()/playrec() was not called yet")
    return Job.last
