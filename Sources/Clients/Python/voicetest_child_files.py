"""Standard input and output of children of the sound card, as `voicetest_children` gives them."""
import io
import os
import signal
import struct

import voicetest_app as voice
import voicetest_card as card

PIPE_BYTES, BUFFER_SECONDS = 65_536, .5
FIRST_NUMBER = 1 << 22           # of children: above the numbers that Linux gives
CHILDREN = {}                    # by number


def wave_head(rate, channels, form):
    """The head of WAV in a pipe, whose length nobody knows."""
    size, code = card.SAMPLE_BYTES[form], 3 if form == "float32" else 1
    return struct.pack("<4sI4s4sIHHIIHH4sI", b"RIFF", 0x7FFFFFFF, b"WAVE", b"fmt ", 16, code, channels, rate,
                       rate * channels * size, channels * size, 8 * size, b"data", 0x7FFFFFFF - 36)


class Recorded(io.BufferedIOBase):
    """The standard output of a child that records. No lock of C: the turn goes on to other threads while one reads."""

    def __init__(self, child):
        self.child, self.waiting, self.task = child, b"", child.task
        limit = PIPE_BYTES // (self.task.channels * card.SAMPLE_BYTES[self.task.form]) + round(BUFFER_SECONDS * self.task.rate)
        self.source = card.SoundIn(self.task.rate, self.task.channels, self.task.form, limit)
        self.left = None if self.task.seconds is None else round(self.task.seconds * self.task.rate)
        if self.task.is_wave:
            self.waiting = wave_head(self.task.rate, self.task.channels, self.task.form)
        self.source.start()

    def readable(self):
        return True

    def more(self, size):
        """Waits for so many bytes more; False at the end."""
        frames = -(-size // self.source.frame_bytes)
        if self.left is not None:
            frames = min(frames, self.left)
            self.left -= frames
        data = None
        if frames > 0 and not self.closed and self.child.returncode is None:
            data, _ = self.source.read(frames)
        self.waiting += data or b""
        if self.left == 0 or data is None:
            self.source.stop()
            if self.task.file is None:
                self.child.end(0)
        return data is not None

    def read(self, size=-1):
        while size is None or size < 0 or len(self.waiting) < size:
            if not self.more(self.source.frame_bytes * 320 if size is None or size < 0 else size - len(self.waiting)):
                size = len(self.waiting)
        found, self.waiting = self.waiting[:size], self.waiting[size:]
        return found

    def read1(self, size=-1):
        if not self.waiting:
            self.more(self.source.frame_bytes)
        ready = self.source.available() * self.source.frame_bytes
        if self.left is None and ready:
            self.more(ready)
        return self.read(len(self.waiting) if size < 0 else min(size, len(self.waiting)))

    def readinto(self, buffer):
        data = self.read(len(buffer))
        buffer[:len(data)] = data
        return len(data)

    readinto1 = readinto

    def fileno(self):
        voice.APP.machine.escape("child", f"the number of the file that {self.task.name!r} writes: read from the file itself", voice.place())
        raise io.UnsupportedOperation("fileno")

    def close(self):
        if not self.closed:
            super().close()
            self.source.stop()
            self.child.end(-signal.SIGPIPE)


class Played(io.BufferedIOBase):
    """The standard input of a child that plays or says."""

    def __init__(self, child):
        self.child, self.task, self.head, self.target = child, child.task, b"", None

    def writable(self):
        return True

    def write(self, data):
        if self.closed:
            raise ValueError("write to closed file")
        if self.child.returncode is not None:
            raise BrokenPipeError(32, "Broken pipe")
        if self.take(bytes(data)) > 0:
            self.target.wait(self.room())
        return len(data)

    def room(self):
        """Seconds of sound that a pipe and the card hold."""
        return PIPE_BYTES / (self.task.rate * self.task.channels * card.SAMPLE_BYTES[self.task.form]) + BUFFER_SECONDS

    def take(self, data):
        """Takes samples; gives the seconds until there is room for more."""
        if self.target is None:
            self.head += data
            if self.task.does == "say" or self.task.is_wave and len(self.head) < 44:
                return 0
            self.begin()
        else:
            self.target.write(data)
        return (self.target.ends - voice.APP.machine.frame) / voice.APP.rate - self.room()

    def begin(self):
        """Reads the head of WAV, where there is one."""
        start = self.head.find(b"data", 12) if self.head[:4] == b"RIFF" and self.task.is_wave else -1
        if start >= 0:
            code, channels, rate, _, _, bits = struct.unpack("<HHIIHH", self.head[20:36])
            self.task.form = {8: "uint8", 16: "int16", 24: "int24", 32: "float32" if code == 3 else "int32"}[bits]
            self.task.rate, self.task.channels, self.head = rate, channels, self.head[start + 8:]
        self.target = card.SoundOut(self.task.rate, self.task.channels, self.task.form)
        self.target.write(self.head)

    def finish(self):
        """Plays the rest; the child is over when it was heard."""
        if self.task.does == "say":
            self.child.say(self.head.decode("utf-8", "replace"))
        elif self.head or self.target:
            if self.target is None:
                self.begin()
            self.target.drain()
        self.child.end(0)

    def close(self):
        if not self.closed:
            super().close()
            if self.child.returncode is None:
                self.child.work(self.finish)

    def stop(self):
        if self.target is not None:
            self.target.drop()


def take_numbers():
    """Signals to the number of a child reach it."""
    def to(plain):
        def sent(number, sig):
            return CHILDREN[number].send_signal(sig) if number in CHILDREN else plain(number, sig)
        return sent
    group = os.getpgid
    voice.replace_everywhere([(os.kill, to(os.kill)), (os.killpg, to(os.killpg)),
                              (group, lambda number: number if number in CHILDREN else group(number))])


take_numbers()
