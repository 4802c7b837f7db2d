"""The sound card under voicetest: microphone and loudspeaker in any form, in virtual time.

What stands in for `pyaudio`, `sounddevice` and children of the sound card shares it. A bot imports none of this.
"""
import array
import asyncio
import base64
import threading
import traceback

from voicetest_app import APP, PIECE_BYTES, Converter, Microphone, Pending, Sound, declare, place

SAMPLE_BYTES = {"int16": 2, "int32": 4, "float32": 4, "int24": 3, "int8": 1, "uint8": 1}
PAUSE_SECONDS = .2               # of silence, behind which a sound is over
CARD_CHANNELS, CARD_RATE = 32, 44_100     # as PortAudio has them of PulseAudio's device
# What PortAudio says of its errors.
CARD_ERRORS = {
    -9998: "Invalid number of channels", -9997: "Invalid sample rate", -9996: "Invalid device",
    -9994: "Sample format not supported", -9988: "Invalid stream pointer", -9983: "Stream is stopped",
    -9982: "Stream is not stopped", -9981: "Input overflowed", -9978: "Invalid host API",
    -9977: "Can't read from a callback stream", -9976: "Can't write to a callback stream",
    -9975: "Can't read from an output only stream", -9974: "Can't write to an input only stream"}


def begin_card():
    """Says, before the app waits for the first time, that it hears sound."""
    if not APP.is_ready_sent:
        declare(hears=APP.declared["hears"] or "audio")


def card_fault(device, channels, form, rate):
    """The number of PortAudio's error for a stream that the card does not have; 0 for one that it has."""
    if device != 0:
        return -9996
    if not 0 < channels <= CARD_CHANNELS:
        return -9998
    if form not in SAMPLE_BYTES:
        return -9994
    return 0 if 1_000 <= rate <= 384_000 else -9997


def coded(pcm, form, channels):
    """16-bit samples of one channel as bytes of a form, the same on each channel."""
    if form == "int16" and channels == 1:
        return pcm
    samples = array.array("h", pcm)
    if form == "int24":
        return b"".join((one << 8).to_bytes(3, "little", signed=True) * channels for one in samples)
    code, form_of = {"int16": ("h", int), "int32": ("i", lambda one: one << 16), "float32": ("f", lambda one: one / 32_768),
                     "int8": ("b", lambda one: one >> 8), "uint8": ("B", lambda one: (one >> 8) + 128)}[form]
    return array.array(code, [value for one in samples for value in (form_of(one),) * channels]).tobytes()


def decoded(data, form, channels):
    """Bytes of a form as 16-bit samples of one channel, the mean of all; what is no whole frame is left out."""
    data = bytes(data)
    data = data[:len(data) - len(data) % (SAMPLE_BYTES[form] * channels)]
    if form == "int16" and channels == 1:
        return data
    if form == "int24":
        samples = [int.from_bytes(data[start:start + 3], "little", signed=True) >> 8 for start in range(0, len(data), 3)]
    else:
        code, form_of = {
            "int16": ("h", int), "int32": ("i", lambda one: one >> 16), "int8": ("b", lambda one: one << 8),
            "uint8": ("B", lambda one: (one - 128) << 8),
            "float32": ("f", lambda one: round(max(-1, min(1, one)) * 32_768) if one == one else 0)}[form]
        samples = map(form_of, array.array(code, data))
    if channels > 1:
        samples = (sum(frame) // channels for frame in zip(*[iter(samples)] * channels))
    return array.array("h", [min(32_767, one) for one in samples]).tobytes()


class SoundIn:
    """The microphone as bytes of a form. At most `limit` frames wait; older ones are lost, and that is an overflow."""

    def __init__(self, rate, channels, form, limit):
        self.rate, self.channels, self.form, self.limit = rate, channels, form, limit
        self.frame_bytes = SAMPLE_BYTES[form] * channels
        self.waiting, self.is_overflowed, self.end, self.arrival = bytearray(), False, None, Pending()

    def start(self):
        if self.end is not None:
            return
        self.waiting.clear()
        converter = Converter(APP.rate, self.rate)

        def hear():
            self.waiting += coded(converter.take(blocks.popleft()), self.form, self.channels)
            lost = len(self.waiting) - self.limit * self.frame_bytes
            if lost > 0:
                del self.waiting[:lost]
                self.is_overflowed = True
            self.tell()
        blocks, self.end = Microphone(1).listen(hear)

    def tell(self):
        arrival, self.arrival = self.arrival, Pending()
        arrival.finish()

    def stop(self):
        if self.end is not None:
            self.end()
            self.end = None
            self.tell()

    def available(self):
        return len(self.waiting) // self.frame_bytes

    def read(self, frames):
        """Waits for so many frames; gives their bytes and whether some were lost before. (None, False) where it is stopped."""
        self.limit = max(self.limit, frames + self.rate // 10)
        while self.available() < frames:
            if self.end is None:
                return None, False
            self.arrival.wait()
        size, was_overflowed = frames * self.frame_bytes, self.is_overflowed
        data, self.is_overflowed = bytes(self.waiting[:size]), False
        del self.waiting[:size]
        return data, was_overflowed


class SoundOut:
    """The loudspeaker: takes bytes of a form, and makes sounds of them, which are over behind `PAUSE_SECONDS` of silence."""

    def __init__(self, rate, channels, form, lead=0):
        self.rate, self.channels, self.form = rate, channels, form
        self.lead = round(lead * APP.rate)      # frames of silence before a sound that comes in blocks
        self.sound = self.last = self.converter = self.timer = self.line = None
        self.ends, self.quiet, self.writers, self.made = 0, 0, [], place()

    def write(self, data):
        pcm, now = decoded(data, self.form, self.channels), APP.machine.frame
        is_quiet, self.line = not any(pcm), place() or self.made
        if self.sound is None:
            start = max(self.ends, now)
            if is_quiet:
                self.ends = start + len(pcm) // 2 * APP.rate // self.rate
                return
            self.sound, self.converter, self.quiet = Sound(), Converter(self.rate, APP.rate), 0
            self.last = self.sound
            self.ends = now
            self.take(bytes(2 * max(start - now, self.lead)))
        self.ends = max(self.ends, now)
        before = self.ends
        self.take(self.converter.take(pcm))
        self.quiet = self.quiet + self.ends - before if is_quiet else 0
        if self.quiet >= PAUSE_SECONDS * APP.rate:
            self.finish()

    def take(self, pcm):
        for start in range(0, len(pcm), PIECE_BYTES):
            self.act(pcm=pcm[start:start + PIECE_BYTES], last=False)
        self.ends += len(pcm) // 2
        if self.timer is not None:
            self.timer.is_cancelled = True
        self.timer = APP.machine.set_timer(self.ends + round(PAUSE_SECONDS * APP.rate), self.finish)

    def act(self, pcm, last):
        APP.machine.act("play", id=self.sound.number, pcm=base64.b64encode(pcm).decode("ascii"), last=last, line=self.line)

    def finish(self):
        """No more comes of the sound; gives it."""
        sound = self.sound
        if sound is not None:
            rest = self.converter.take(b"", True)[:2 * APP.rate // 100]
            self.ends = max(self.ends, APP.machine.frame) + len(rest) // 2
            self.act(pcm=rest, last=True)
            self.sound, self.timer.is_cancelled = None, True
        return sound

    def room(self, frames):
        """The frames that it takes now, of `frames` that its buffer holds."""
        ahead = max(0, self.ends - APP.machine.frame)
        return max(0, frames - ahead * self.rate // APP.rate)

    def wait(self, seconds):
        """Waits until no more than so many seconds of what was written are to be heard."""
        frame = self.ends - round(seconds * APP.rate)
        if frame > APP.machine.frame:
            self.writers.append(APP.strands.current)
            APP.strands.park(frame)
            self.writers.remove(APP.strands.current)

    def drain(self):
        """Waits until all was heard."""
        sound = self.finish()
        try:
            if sound is not None and not sound.is_done:
                sound.wait()
        except asyncio.CancelledError:
            pass                # another thread has stopped it
        self.wait(0)

    def drop(self):
        """What was not heard yet is not heard."""
        if self.last is not None and not self.last.is_done:
            self.timer.is_cancelled = True
            self.last.cancel()
        self.sound = None
        self.ends = APP.machine.frame
        for strand in self.writers:
            APP.strands.wake(strand)


class CardThread:
    """Calls a stream's callback for each block, in a thread of its own, until `call` gives False or it is stopped.

    With a microphone that is when a block has come, else when the one before was heard.
    """

    def __init__(self, source, target, block, rate, call):
        self.source, self.target, self.block, self.rate, self.call = source, target, block, rate, call
        self.is_on, self.is_stopped, self.thread = True, False, threading.Thread(target=self.run, daemon=True)
        self.pause = Pending()
        self.thread.start()

    def run(self):
        start, count = APP.machine.frame, 0
        while self.is_on:
            data, overflow = self.source.read(self.block) if self.source else (None, False)
            if not self.is_on or self.source and data is None:
                break
            try:
                goes_on = self.call(data, overflow)
            except BaseException as error:      # PortAudio prints it, and stops the stream
                traceback.print_exc()
                APP.unhandled.tell(error, "callback")
                goes_on = False
            count += 1
            if not goes_on:
                break
            if not self.source:
                self.sleep(start + count * self.block * APP.rate // self.rate)
        self.is_on = False

    def sleep(self, frame):
        if self.is_on:
            timer = APP.machine.set_timer(frame, self.pause.finish)
            self.pause.wait()
            timer.is_cancelled, self.pause = True, Pending()

    def stop(self):
        """Ends it, and waits for its callback, unless that has called this."""
        self.is_on = False
        self.pause.finish()
        if self.source:
            self.source.stop()
        if threading.current_thread() is not self.thread:
            self.thread.join()
