"""Libraries that are changed when the app imports them."""
import array
import asyncio
import concurrent.futures
import datetime
import functools
import importlib.abc
import importlib.util
import math
import operator
import os
import random
import re
import socket
import sys

from .app import APP, tell_once
from .place import HERE, OWN, place, refused
from .replacing import put
from .calls import reach, reach_now
from .sockets import AsyncPeerStream, PeerSocket, PeerStream, PeerTransport, VirtualLoop, far_end, socket_kind


def catch_processes(module):
    class ProcessPoolExecutor(concurrent.futures.ThreadPoolExecutor):
        """Work of other processes is done in threads: its results are the same, its order is known."""

        def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), **options):
            super().__init__(max_workers, initializer=initializer, initargs=initargs)
    put(module, "ProcessPoolExecutor", ProcessPoolExecutor)


def catch_urllib3(module):
    import urllib3.exceptions as errors
    for name, is_secure in (("HTTPConnection", False), ("HTTPSConnection", True)):
        def connect(self, is_secure=is_secure):
            try:
                self.sock = socket_kind(is_secure)(self.host, self.port, is_secure, self.timeout)
            except socket.gaierror as error:
                raise errors.NameResolutionError(self.host, self, error) from error
            except TimeoutError as error:
                raise errors.ConnectTimeoutError(
                    self, f"Connection to {self.host} timed out. (connect timeout={self.timeout})") from error
            except OSError as error:
                raise errors.NewConnectionError(self, f"Failed to establish a new connection: {error}") from error
            self.is_verified = self.proxy_is_verified = True
        getattr(module, name).connect = connect
    look = module.wait_for_read
    module.wait_for_read = lambda sock, timeout=None: (     # whether a connection that was kept has ended
        sock.inbox.is_ready() if isinstance(sock, PeerSocket) else look(sock, timeout))


def httpcore_error(library, error):
    """What httpcore makes of an error of a connection."""
    return (library.ConnectTimeout if isinstance(error, TimeoutError) else library.ConnectError)(str(error))


def catch_httpcore_sync(module):
    library = sys.modules[module.__name__.partition(".")[0]]

    class Stream(PeerStream, module.NetworkStream):
        """The stand-in of this library."""

    def connect_tcp(self, host, port, timeout=None, **options):
        try:
            return Stream(library, host, port, reach_now(host, port, timeout))
        except OSError as error:
            raise httpcore_error(library, error) from error
    module.SyncBackend.connect_tcp = connect_tcp


def catch_httpcore_async(module):
    library = sys.modules[module.__name__.partition(".")[0]]

    class Stream(AsyncPeerStream, module.AsyncNetworkStream):
        """The stand-in of this library."""

    async def connect_tcp(self, host, port, timeout=None, **options):
        try:
            return Stream(library, host, port, await reach(host, port, timeout))
        except OSError as error:
            raise httpcore_error(library, error) from error
    getattr(module, "AutoBackend", getattr(module, "AnyIOBackend", None)).connect_tcp = connect_tcp


def catch_aiohttp(module):
    async def create_connection(self, request, traces, timeout):
        loop, (host, port) = asyncio.get_running_loop(), (request.url.raw_host, request.url.port)
        try:
            peer = far_end(host, port, request.is_ssl(), await reach(host, port))
        except OSError as error:
            aiohttp = sys.modules["aiohttp"]
            kind = getattr(aiohttp, "ClientConnectorDNSError", None) if isinstance(error, socket.gaierror) else None
            raise (kind or aiohttp.ClientConnectorError)(request.connection_key, error) from error
        transport = PeerTransport(loop, peer, self._factory())
        await asyncio.sleep(0)      # connection_made comes in the loop's next round
        return transport.get_protocol()
    module.TCPConnector._create_connection = create_connection


def catch_onnxruntime(module):
    """Lets models of whole numbers count alike on every CPU.

    Without it, sums overflow on CPUs that have AVX2 and no VNNI: smart-turn 3.2 took a turn to be over by .91 there and by
    .79 elsewhere. Source: onnxruntime_session_options_config_keys.h, `session.x64quantprecision`.
    """
    plain = module.InferenceSession.__init__

    @functools.wraps(plain)
    def begin(self, path_or_bytes, sess_options=None, *others, **options):
        sess_options = sess_options or sys.modules["onnxruntime"].SessionOptions()
        sess_options.add_session_config_entry("session.x64quantprecision", "1")
        plain(self, path_or_bytes, sess_options, *others, **options)
    module.InferenceSession.__init__ = begin


def catch_uvloop(module):
    module.install = lambda: None
    module.new_event_loop = VirtualLoop
    module.Loop = VirtualLoop
    module.run = lambda main, **options: asyncio.run(main, debug=options.get("debug"))
    module.EventLoopPolicy = asyncio.DefaultEventLoopPolicy


def filter_of(up, down):
    """The filter of a conversion by `up` / `down`: samples on each side, and the weights of each phase, of 32,768 in all."""
    width = -(-Resampler.HALF * max(up, down) // up)
    cutoff, rows = .94 * min(1, up / down), []
    for phase in range(up):
        row = []
        for tap in range(1 - width, width + 1):
            distance = tap - phase / up
            window = .5 + .5 * math.cos(math.pi * max(-1, min(1, distance / width)))
            angle = math.pi * distance * cutoff
            row.append(window * (math.sin(angle) / angle if angle else 1))
        rows.append([round(32_768 * value / sum(row)) for value in row])
    return width, rows


class Resampler:
    """Converts 16-bit samples between rates, in whole numbers: the same on every machine, in pieces of any size.

    libsoxr, which frameworks take, adds noise of a seed from the clock and an address. Source of the method: J. O. Smith,
    Digital Audio Resampling (windowed sinc, polyphase). Needs numpy, which those frameworks bring.
    """
    HALF = 16                # samples of the slower rate on each side

    def __init__(self, rate, target, channels=1):
        import numpy
        self.numpy, self.channels = numpy, channels
        divisor = math.gcd(int(rate), int(target))
        self.up, self.down = int(target) // divisor, int(rate) // divisor
        self.width, rows = filter_of(self.up, self.down)
        self.taps = numpy.array(rows, dtype=numpy.int64)
        self.clear()

    def clear(self):
        self.samples = self.numpy.zeros((self.width - 1, self.channels), dtype=self.numpy.int64)
        self.first, self.taken, self.given = 1 - self.width, 0, 0

    def take(self, samples, is_last=False):
        """Takes an array of frames and channels; gives what is ready, and all with `is_last`."""
        numpy = self.numpy
        self.taken += len(samples)
        self.samples = numpy.concatenate([self.samples, samples.astype(numpy.int64)])
        if is_last:
            self.samples = numpy.concatenate([self.samples, numpy.zeros((self.width, self.channels), dtype=numpy.int64)])
            ends = -(-self.taken * self.up // self.down)
        else:
            ends = max(self.given, -(-(self.taken - self.width) * self.up // self.down))
        places = numpy.arange(self.given, ends, dtype=numpy.int64) * self.down
        self.given = ends
        starts = places // self.up - (self.width - 1) - self.first
        found = numpy.zeros((len(places), self.channels), dtype=numpy.int64)
        for begin in range(0, len(places), 4_096):
            part = slice(begin, begin + 4_096)
            index = starts[part, None] + numpy.arange(2 * self.width)
            taps = self.taps[places[part] % self.up]
            for channel in range(self.channels):
                found[part, channel] = (self.samples[index, channel] * taps).sum(axis=1)
        kept = max(0, ends * self.down // self.up - (self.width - 1) - self.first)
        self.samples, self.first = self.samples[kept:], self.first + kept
        if is_last:
            self.clear()
        return numpy.clip((found + 16_384) >> 15, -32_768, 32_767).astype(numpy.int16)


class PlainResampler:
    """What `Resampler` does with one channel, to the last bit, for an app without numpy: takes and gives bytes."""

    def __init__(self, rate, target):
        divisor = math.gcd(rate, target)
        self.up, self.down = target // divisor, rate // divisor
        self.width, self.rows = filter_of(self.up, self.down)
        self.samples, self.first, self.taken, self.given = [0] * (self.width - 1), 1 - self.width, 0, 0

    def take(self, pcm, is_last=False):
        samples, found = array.array("h", pcm), array.array("h")
        self.taken += len(samples)
        self.samples += samples
        if is_last:
            self.samples += [0] * self.width
            ends = -(-self.taken * self.up // self.down)
        else:
            ends = max(self.given, -(-(self.taken - self.width) * self.up // self.down))
        for index in range(self.given, ends):
            start = index * self.down // self.up - (self.width - 1) - self.first
            row = self.rows[index * self.down % self.up]
            value = sum(map(operator.mul, row, self.samples[start:start + 2 * self.width]))
            found.append(max(-32_768, min(32_767, value + 16_384 >> 15)))
        self.given = ends
        kept = max(0, ends * self.down // self.up - (self.width - 1) - self.first)
        self.samples, self.first = self.samples[kept:], self.first + kept
        return found.tobytes()


class Converter:
    """Converts the bytes of 16-bit samples of one channel between rates, in pieces that last as long as what it takes.

    What it gives is late by the half width of the filter: 2 ms between 8,000 and 16,000 samples a second.
    """

    def __init__(self, rate, target):
        self.inner = None
        if rate != target:
            try:
                self.inner = Resampler(rate, target)
                self.inner.take(self.inner.numpy.zeros((self.inner.width, 1)))
            except ImportError:
                self.inner = PlainResampler(int(rate), int(target))
                self.inner.take(bytes(2 * self.inner.width))

    def take(self, pcm, is_last=False):
        if self.inner is None or isinstance(self.inner, PlainResampler):
            return pcm if self.inner is None else self.inner.take(pcm, is_last)
        samples = self.inner.numpy.frombuffer(pcm, dtype="<i2")[:, None]
        return self.inner.take(samples, is_last).astype("<i2").tobytes()


def catch_soxr(module):
    """Sound of 16 bits is converted without soxr's noise; other sound has none."""
    stream, plain = module.ResampleStream, module.resample

    class ResampleStream:
        def __new__(cls, in_rate, out_rate, num_channels, dtype="float32", quality="HQ", **options):
            import numpy
            if numpy.dtype(dtype) != numpy.int16 or any(options.values()):
                return stream(in_rate, out_rate, num_channels, dtype, quality, **options)
            self = super().__new__(cls)
            self.inner = Resampler(in_rate, out_rate, num_channels)
            return self

        def resample_chunk(self, x, last=False):
            found = self.inner.take(x[:, None] if x.ndim == 1 else x, last)
            return found[:, 0] if x.ndim == 1 else found

        def clear(self):
            self.inner.clear()

        def delay(self):
            return self.inner.taken * self.inner.up / self.inner.down - self.inner.given

        def num_clips(self):
            return 0

        def set_io_ratio(self, in_rate, out_rate, slew_len=0):
            raise RuntimeError("set_io_ratio is for variable rates: vr=True")

    def resample(x, in_rate, out_rate, quality="HQ"):
        if getattr(x, "dtype", None) != "int16":
            return plain(x, in_rate, out_rate, quality)
        found = Resampler(in_rate, out_rate, 1 if x.ndim == 1 else x.shape[1]).take(x[:, None] if x.ndim == 1 else x, True)
        return found[:, 0] if x.ndim == 1 else found
    module.ResampleStream, module.resample = ResampleStream, resample


def catch_livekit_resampler(module):
    kind = module.AudioResampler

    def begin(self, input_rate, output_rate, *, num_channels=1, quality=None):
        # Plugins of realtime models compare the rates, too.
        self._input_rate, self._output_rate, self._num_channels = input_rate, output_rate, num_channels
        self.inner = Resampler(input_rate, output_rate, num_channels)

    def converted(self, data, is_last):
        samples = self.inner.numpy.frombuffer(bytes(data), dtype="<i2").reshape(-1, self._num_channels)
        found = self.inner.take(samples, is_last)
        return [module.AudioFrame(bytearray(found.astype("<i2").tobytes()), self._output_rate, self._num_channels,
                                  len(found))] if len(found) else []
    kind.__init__ = begin
    kind.push = lambda self, data: converted(self, data if isinstance(data, (bytes, bytearray)) else data.data, False)
    kind.flush = lambda self: converted(self, b"", True)


def catch_livekit_native(module):
    """LiveKit's native library works in threads and a time of its own."""
    request = module.FfiClient.request

    def told(self, asked):
        APP.machine.escape("library", f"livekit's native library: {asked.WhichOneof('message')}", place())
        return request(self, asked)
    module.FfiClient.request = told


def catch_livekit_filter(module):
    """A filter of noise is a native library too, loaded by its plugin's import. The app hears the caller without it."""
    def begin(self, module_id, path, dependencies=None):
        self._path = path
    module.AudioFilter.__init__ = begin


def catch_sqlite(module):
    """What SQL asks of the clock and of chance comes from the run."""
    connect = module.connect
    other = []       # a connection of our own, where these functions are as they were

    def dated(name):
        def function(*args):
            if not other:
                other.append(connect(":memory:", check_same_thread=False))
            form = args[:1] if name == "strftime" else ()
            moment, *more = args[len(form):] or ("now",)
            if isinstance(moment, str) and moment.lower() == "now":
                moment = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
            values = (*form, moment, *more)
            return other[0].execute(f"SELECT {name}({', '.join('?' * len(values))})", values).fetchone()[0]
        return function

    def connected(*args, **options):
        connection = connect(*args, **options)
        for name in ("date", "time", "datetime", "julianday", "strftime", "unixepoch"):
            connection.create_function(name, -1, dated(name), deterministic=True)
        for name, plain in (("current_date", "date"), ("current_time", "time"), ("current_timestamp", "datetime")):
            connection.create_function(name, 0, dated(plain), deterministic=True)
        connection.create_function("random", 0, lambda: random.getrandbits(64) - (1 << 63))
        connection.create_function("randomblob", 1, lambda count: os.urandom(max(1, count)))
        return connection
    put(module, "connect", connected)


def catch_loguru(module):
    """Errors that pipecat logs: with a traceback, or with the place of an exception that it did not expect."""
    plain = module.Logger._log

    def logged(self, level, from_decorator, options, message, args, kwargs):
        exception, depth, *others = options
        caller = sys._getframe(depth + 2)
        if level in ("ERROR", "CRITICAL") and caller.f_globals.get("__name__", "").startswith("pipecat.") and (
                exception or re.search(r"^Error in |\b(unexpected|uncaught) exception\b", str(message))) \
                and caller.f_code.co_name != "push_error_frame":      # the adapter tells it as a fault
            error = exception[1] if isinstance(exception, tuple) else exception
            APP.unhandled.tell(error if isinstance(error, BaseException) else sys.exc_info()[1], "log")
        return plain(self, level, from_decorator, [exception, depth + 1, *others], message, args, kwargs)
    module.Logger._log = logged


# What takes the place of a framework's runner, in a file beside the client, where the app has no adapter of its own.
RUNNERS = {"pipecat": ("voicetest_pipecat", "voicetest_pipecat_runner"),
           "livekit.agents": ("voicetest_livekit", "voicetest_livekit_worker")}


def take_runner(module):
    """Takes over a framework's runner and transports, unless the app took the adapter before it."""
    adapter, runner = RUNNERS[module.__name__]
    if adapter in sys.modules:
        return
    try:
        importlib.import_module(runner)
    except ModuleNotFoundError as error:
        if error.name not in (adapter, runner):
            raise
        tell_once(place(), f"{error.name}.py is not there, so the transport stays {module.__name__}'s own. Copy it beside"
                  " voicetest_app.py, or pip install the client's wheel")


WAY_OUT = "put it behind @voice.external, or ask the service by HTTP or a WebSocket"


def catch_grpc(module):
    """gRPC has HTTP/2 of its own, in C: what stands below its channels is replaced by files beside this one."""
    try:
        importlib.import_module("voicetest_grpc").take()
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("voicetest_grpc"):
            raise
        files = "voicetest_grpc.py, voicetest_grpc_call.py and voicetest_grpc_aio.py"
        missing = f"gRPC: copy {files} of voicetest's release beside voicetest_app.py"

        def refusing(*words, **options):
            raise refused("network", missing)
        module.Channel = module.AioChannel = refusing


def catch_azure(module):
    """Azure's Speech SDK has connections of its own, in C."""
    plain = module._call_hr_fn

    def called(*args, fn):
        name = getattr(fn, "__name__", "")
        if not APP.is_making and re.match("recognizer_(recognize|start)|synthesizer_(speak|start_speaking|get_voices)|connection_open"
                                          "|dialog_service_connector_(connect|listen|send|start)|meeting_start", name) \
                and not name.endswith(("_wait_for", "_callback")):
            raise refused("network", f"Azure's Speech SDK ({name}) has connections of its own, in C: {WAY_OUT}")
        return plain(*args, fn=fn)
    module._call_hr_fn = functools.wraps(plain)(called)


def catch_awscrt(module):
    """The AWS Common Runtime has HTTP/2 of its own, in C: Nova Sonic and transcribing streams go by it."""
    plain = module.http_client_connection_new

    def connected(bootstrap, host, *others):
        if not APP.is_making:
            raise refused("network", f"awscrt to {host} (Nova Sonic and other streams of AWS) has HTTP/2 of its own, in C: {WAY_OUT}")
        return plain(bootstrap, host, *others)
    module.http_client_connection_new = connected


def opens_card(name):
    APP.machine.escape("library", f"{name} opens the sound card: voicetest stands in for {', '.join(STAND_INS)}", place())


def catch_card(module, *names):
    """Tells where a library that does other work as well opens the sound card."""
    def wrap(of, name):
        plain = getattr(of, name)

        def told(*args, **options):
            opens_card(module.__name__)
            return plain(*args, **options)
        setattr(of, name, functools.wraps(plain)(told))
    for name in names:
        found = getattr(module, name, None)
        if found is not None:
            wrap(*((found, "__init__") if isinstance(found, type) else (module, name)))


# Modules of the sound card: each has a stand-in in a file beside this one; and who imports one of them late.
STAND_INS = ("pyaudio", "sounddevice", "pyttsx3")
LATE_IMPORT = ("speech_recognition", "pyaudio")
# Others, which do nothing else.
CARD_MODULES = ("alsaaudio", "ossaudiodev", "playsound", "pvrecorder", "pyaudiowpatch", "simpleaudio", "soundcard")
CATCHERS = {
    **dict.fromkeys(CARD_MODULES, lambda module: opens_card(module.__name__)),
    "pygame": lambda module: catch_card(module, "init"), "pygame.mixer": lambda module: catch_card(module, "init"),
    "miniaudio": lambda module: catch_card(module, "PlaybackDevice", "CaptureDevice", "DuplexStream"),
    **dict.fromkeys(RUNNERS, take_runner),
    "concurrent.futures.process": catch_processes, "loguru._logger": catch_loguru,
    "sqlite3.dbapi2": catch_sqlite,
    "soxr": catch_soxr, "livekit.rtc.audio_resampler": catch_livekit_resampler,
    "livekit.rtc._ffi_client": catch_livekit_native,
    "livekit.rtc.audio_filter": catch_livekit_filter,
    "urllib3.connection": catch_urllib3, "httpcore._backends.sync": catch_httpcore_sync,
    "httpcore._backends.auto": catch_httpcore_async, "httpcore._backends.anyio": catch_httpcore_async,
    "httpcore2._backends.sync": catch_httpcore_sync, "httpcore2._backends.auto": catch_httpcore_async,
    "aiohttp.connector": catch_aiohttp, "uvloop": catch_uvloop, "grpc._cython.cygrpc": catch_grpc,
    "azure.cognitiveservices.speech.interop": catch_azure, "_awscrt": catch_awscrt,
    "onnxruntime.capi.onnxruntime_inference_collection": catch_onnxruntime,
}


class Catcher(importlib.abc.MetaPathFinder):
    """Changes a library right behind its import, and only if the app imports it."""
    is_looking = False

    def find_spec(self, name, path, target=None):
        own = f"voicetest_{name}" if name in STAND_INS else name
        file = os.path.join(os.path.dirname(HERE), f"{own}.py")
        if own.startswith("voicetest_") and os.path.isfile(file):
            OWN.add(file)
            return importlib.util.spec_from_file_location(name, file)
        if name in STAND_INS:
            APP.machine.escape("library", f"{name} opens the sound card: copy {own}.py and voicetest_card.py of voicetest's "
                               "release beside voicetest_app.py", place())
        elif name == LATE_IMPORT[0] and not self.is_looking:
            importlib.import_module(LATE_IMPORT[1])     # what it hears is said before the app waits
        if name not in CATCHERS or self.is_looking:
            return None
        self.is_looking = True
        try:
            spec = importlib.util.find_spec(name)
        finally:
            self.is_looking = False
        if spec is None or spec.loader is None:
            return None
        execute = spec.loader.exec_module

        def exec_module(module):
            execute(module)
            try:
                CATCHERS[name](module)
            except AttributeError as error:
                APP.machine.escape("library", f"{name} is of a version that this client does not know ({error})", place())
        spec.loader.exec_module = exec_module
        return spec
