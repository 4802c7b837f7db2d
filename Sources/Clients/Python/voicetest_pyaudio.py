"""`pyaudio` under voicetest: the microphone is the caller, the loudspeaker is the bot's voice, both in virtual time.

A bot imports `pyaudio` as ever. Under voicetest_app, this file beside it is what it gets; the real module need not be
installed. `VERSION` is the version whose names, arguments, defaults and errors it has.
"""
import warnings

import voicetest_app as voice
import voicetest_card as card

VERSION = __version__ = "0.2.14"
paFloat32, paInt32, paInt24, paInt16, paInt8, paUInt8, paCustomFormat = 1, 2, 4, 8, 16, 32, 65_536
paInDevelopment, paDirectSound, paMME, paASIO, paSoundManager, paCoreAudio = 0, 1, 2, 3, 4, 5
paOSS, paALSA, paAL, paBeOS, paWDMKS, paJACK, paWASAPI, paNoDevice = 7, 8, 9, 10, 11, 12, 13, -1
paNoError, paNotInitialized, paUnanticipatedHostError, paInvalidChannelCount = 0, -10_000, -9999, -9998
paInvalidSampleRate, paInvalidDevice, paInvalidFlag, paSampleFormatNotSupported = -9997, -9996, -9995, -9994
paBadIODeviceCombination, paInsufficientMemory, paBufferTooBig, paBufferTooSmall = -9993, -9992, -9991, -9990
paNullCallback, paBadStreamPtr, paTimedOut, paInternalError, paDeviceUnavailable = -9989, -9988, -9987, -9986, -9985
paIncompatibleHostApiSpecificStreamInfo, paStreamIsStopped, paStreamIsNotStopped = -9984, -9983, -9982
paInputOverflowed, paOutputUnderflowed, paHostApiNotFound, paInvalidHostApi = -9981, -9980, -9979, -9978
paCanNotReadFromACallbackStream, paCanNotWriteToACallbackStream = -9977, -9976
paCanNotReadFromAnOutputOnlyStream, paCanNotWriteToAnInputOnlyStream, paIncompatibleStreamHostApi = -9975, -9974, -9973
paContinue, paComplete, paAbort = 0, 1, 2
paInputUnderflow, paInputOverflow, paOutputUnderflow, paOutputOverflow, paPrimingOutput = 1, 2, 4, 8, 16
paFramesPerBufferUnspecified = 0

FORMS = {paFloat32: "float32", paInt32: "int32", paInt24: "int24", paInt16: "int16", paInt8: "int8", paUInt8: "uint8"}
LATENCY = .02                   # seconds that the card says it takes
DEVICE = {"structVersion": 2, "name": "voicetest", "hostApi": 0, "maxInputChannels": card.CARD_CHANNELS,
          "maxOutputChannels": card.CARD_CHANNELS, "defaultLowInputLatency": LATENCY, "defaultLowOutputLatency": LATENCY,
          "defaultHighInputLatency": 5 * LATENCY, "defaultHighOutputLatency": 5 * LATENCY,
          "defaultSampleRate": float(card.CARD_RATE)}
HOST = {"structVersion": 1, "type": 8, "name": "ALSA", "deviceCount": 1, "defaultInputDevice": 0, "defaultOutputDevice": 0}
card.begin_card()


def fault(number, text=None):
    return OSError(number, text or card.CARD_ERRORS[number])


def get_sample_size(format):
    if format not in FORMS:
        raise ValueError(card.CARD_ERRORS[paSampleFormatNotSupported], paSampleFormatNotSupported)
    return card.SAMPLE_BYTES[FORMS[format]]


def get_format_from_width(width, unsigned=True):
    found = {1: paUInt8 if unsigned else paInt8, 2: paInt16, 3: paInt24, 4: paFloat32}.get(width)
    if found is None:
        raise ValueError(f"Invalid width: {width}")
    return found


def get_portaudio_version():
    return 1_246_720


def get_portaudio_version_text():
    return "PortAudio V19.6.0-devel, revision 396fe4b6699ae929d3a685b3ef8a7e97396139a4"


class PyAudio:
    class Stream:
        def __init__(self, PA_manager, rate, channels, format, input=False, output=False, input_device_index=None,
                     output_device_index=None, frames_per_buffer=paFramesPerBufferUnspecified, start=True,
                     input_host_api_specific_stream_info=None, output_host_api_specific_stream_info=None,
                     stream_callback=None):
            if not (input or output):
                raise ValueError("Must specify an input or output stream.")
            for value in (rate, channels, format):
                if not isinstance(value, int):
                    raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
            if stream_callback and not callable(stream_callback):
                raise TypeError("stream_callback must be callable")
            for name, index in (("input", input_device_index), ("output", output_device_index)):
                if index is not None and not hasattr(index, "__index__") and not isinstance(index, float):
                    raise ValueError(f"{name}_device_index must be integer (or None)")
            if channels < 1:
                raise ValueError("Invalid audio channels")
            for is_wanted, name, index in ((output, "output", output_device_index), (input, "input", input_device_index)):
                if is_wanted and index is not None and int(index) > 0:
                    raise fault(paInvalidDevice, f"Invalid {name} device (no default output device)")
            number = card.card_fault(0, channels, FORMS.get(format), rate)
            if number:
                raise fault(number)
            self._parent, self._is_input, self._is_output = PA_manager, input, output
            self._is_running, self._rate, self._channels, self._format = start, rate, channels, format
            self._frames_per_buffer, self._callback = frames_per_buffer, stream_callback
            self._block, form = frames_per_buffer or rate // 50, FORMS[format]
            most = max(4 * self._block, rate // 5)
            self._source = card.SoundIn(rate, channels, form, most) if input else None
            self._target = card.SoundOut(rate, channels, form, LATENCY if input and stream_callback else 0) if output else None
            self._buffer = max(2 * self._block, rate // 10)
            self._thread, self._is_open = None, True
            if start:
                self._start()

        def _start(self):
            if self._source:
                self._source.start()
            if self._callback:
                self._thread = card.CardThread(self._source, self._target, self._block, self._rate, self._call)

        def _call(self, data, is_overflowed):
            now = self.get_time()
            found = self._callback(data, self._block, {
                "input_buffer_adc_time": now - LATENCY if data else 0.0, "current_time": now,
                "output_buffer_dac_time": now + LATENCY if self._target else 0.0}, paInputOverflow if is_overflowed else 0)
            out, flag = found
            if flag not in (paContinue, paComplete, paAbort):
                raise ValueError("Invalid PaStreamCallbackResult from callback")
            if self._target and flag != paAbort:
                out, size = bytes(out or b""), self._block * self._channels * get_sample_size(self._format)
                if len(out) < size:
                    flag = paComplete
                self._target.write(out[:size])
            if flag == paComplete and self._target:
                self._target.drain()
            return flag == paContinue

        def _need_open(self, *error):
            if not self._is_open:
                raise OSError(*error or (paBadStreamPtr, "Stream closed"))

        def _clean_up(self):
            if self._is_open:
                self._is_open = False
                self._end()
                if self._target:
                    self._target.drop()

        def close(self):
            self._clean_up()
            self._is_running = False
            self._parent._remove_stream(self)

        def _end(self):
            if self._thread:
                self._thread.stop()
            elif self._source:
                self._source.stop()

        def get_input_latency(self):
            self._need_open()
            return LATENCY if self._is_input else 0.0

        def get_output_latency(self):
            self._need_open()
            return LATENCY if self._is_output else 0.0

        def get_time(self):
            self._need_open()
            return voice.APP.machine.frame / voice.APP.rate

        def get_cpu_load(self):
            self._need_open()
            return 0.0

        def start_stream(self):
            if self._is_running:
                return
            self._need_open()
            self._start()
            self._is_running = True

        def stop_stream(self):
            if not self._is_running:
                return
            self._need_open("Stream not open")
            self._end()
            if self._target:
                self._target.drain()
            self._is_running = False

        def is_active(self):
            self._need_open("Stream not open")
            return self._thread.is_on if self._thread else self._is_running

        def is_stopped(self):
            self._need_open()
            return not self._is_running

        def write(self, frames, num_frames=None, exception_on_underflow=False):
            if not self._is_output:
                raise OSError("Not output stream", paCanNotWriteToAnInputOnlyStream)
            width = self._channels * get_sample_size(self._format)
            num_frames = int(len(frames) / width) if num_frames is None else num_frames
            if num_frames < 0:
                raise ValueError("Invalid number of frames")
            self._need_open()
            self._need_blocking(paCanNotWriteToACallbackStream)
            self._target.write(bytes(frames)[:num_frames * width])
            self._target.wait(self._buffer / self._rate)

        def _need_blocking(self, number):
            if self._callback or not self._is_running:
                self._clean_up()        # as behind every error of the real module
                raise fault(number if self._is_running else paStreamIsStopped)

        def read(self, num_frames, exception_on_overflow=True):
            if not self._is_input:
                raise OSError("Not input stream", paCanNotReadFromAnOutputOnlyStream)
            if num_frames < 0:
                raise ValueError("Invalid number of frames")
            self._need_open()
            self._need_blocking(paCanNotReadFromACallbackStream)
            data, was_overflowed = self._source.read(num_frames)
            if data is None or was_overflowed and exception_on_overflow:
                self._clean_up()
                raise fault(paStreamIsStopped if data is None else paInputOverflowed)
            return data

        def get_read_available(self):
            self._need_open()
            return self._source.available() if self._source else paCanNotReadFromAnOutputOnlyStream

        def get_write_available(self):
            self._need_open()
            return self._target.room(self._buffer) if self._target else paCanNotWriteToAnInputOnlyStream

    def __init__(self):
        self._streams = {}              # in their order

    def terminate(self):
        for stream in list(self._streams):
            stream.close()

    def get_sample_size(self, format):
        return get_sample_size(format)

    def get_format_from_width(self, width, unsigned=True):
        return get_format_from_width(width, unsigned)

    def open(self, *args, **kwargs):
        stream = PyAudio.Stream(self, *args, **kwargs)
        self._streams[stream] = True
        return stream

    def close(self, stream):
        if stream not in self._streams:
            raise ValueError(f"Stream {stream} not found")
        stream.close()

    def _remove_stream(self, stream):
        self._streams.pop(stream, None)

    def get_host_api_count(self):
        return 1

    def get_default_host_api_info(self):
        return {"index": 0, **HOST}

    def get_host_api_info_by_type(self, host_api_type):
        if host_api_type != paALSA:
            raise fault(paHostApiNotFound, "Host API not found")
        return self.get_host_api_info_by_index(0)

    def get_host_api_info_by_index(self, host_api_index):
        if host_api_index != 0:
            raise fault(paInvalidHostApi, "Invalid host api info")
        return {"index": 0, **HOST}

    def get_device_info_by_host_api_device_index(self, host_api_index, host_api_device_index):
        if host_api_index != 0:
            raise fault(paInvalidHostApi)
        if host_api_device_index != 0:
            raise fault(paInvalidDevice)
        return self.get_device_info_by_index(0)

    def get_device_count(self):
        return 1

    def is_format_supported(self, rate, input_device=None, input_channels=None, input_format=None, output_device=None,
                            output_channels=None, output_format=None):
        if input_device is None and output_device is None:
            raise ValueError("Must specify stream format for input, output, or both", paInvalidDevice)
        for device, channels, format in ((input_device, input_channels, input_format),
                                         (output_device, output_channels, output_format)):
            number = device is not None and card.card_fault(device, channels, FORMS.get(format), rate)
            if number:
                raise ValueError(card.CARD_ERRORS[number], number)
        return True

    def get_default_input_device_info(self):
        return self.get_device_info_by_index(0)

    def get_default_output_device_info(self):
        return self.get_device_info_by_index(0)

    def get_device_info_by_index(self, device_index):
        if device_index != 0:
            raise fault(paInvalidDevice, "Invalid device info")
        return {"index": 0, **DEVICE}


class Stream(PyAudio.Stream):
    def __init__(self, *args, **kwargs):
        warnings.warn("Do not instantiate pyaudio.Stream directly. Use pyaudio.PyAudio.open() instead. pyaudio.Stream may "
                      "change or be removed in the future.", DeprecationWarning, stacklevel=2)
        super().__init__(*args, **kwargs)
