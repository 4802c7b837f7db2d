"""Children of the sound card under voicetest: what records hears the caller, what plays is the bot's voice, in virtual time.

The client loads this file when a bot starts one of `arecord`, `rec`, `sox`, `ffmpeg`, `parec`, `aplay`, `play`, `ffplay`,
`paplay`, `espeak-ng` with the sound card, by `subprocess` or asyncio and without a shell. No process is started: a child
here is a thread.
"""
import asyncio
import inspect
import io
import os
import signal
import subprocess
import threading
import wave

import voicetest_app as voice
import voicetest_card as card
from voicetest_child_commands import read  # noqa: F401
from voicetest_child_files import CHILDREN, FIRST_NUMBER, Played, Recorded

APP = voice.APP
NAMES = list(inspect.signature(subprocess.Popen.__init__).parameters)[1:]


class Child(subprocess.Popen):
    """A child that is a thread."""

    def begin(self, task, given):
        self.task, self.args, self.returncode, self.waiting, self.ended, self.code = task, given["args"], None, [], [], 0
        self.pid = FIRST_NUMBER + len(CHILDREN)
        CHILDREN[self.pid] = self
        self.text_mode = given.get("encoding") or given.get("errors") or given.get("text") or given.get("universal_newlines")
        self.encoding, self.errors, self.stdin, self.stdout, self.spoken, self.file = None, None, None, None, None, None
        self.stderr = io.StringIO() if self.text_mode else io.BytesIO()
        self.stderr = self.stderr if given.get("stderr") == subprocess.PIPE else None
        if task.does == "record":
            self.file = Recorded(self)
            if given.get("stdout") == subprocess.PIPE and task.file is None:
                self.stdout = self.file
            else:
                self.work(lambda: self.keep(given.get("stdout")))
        else:
            self.file = Played(self)
            if task.does == "say" and task.text is not None:
                self.work(lambda: (self.say(task.text), self.end(0)))
            elif task.file is not None or given.get("stdin") not in (None, subprocess.PIPE, subprocess.DEVNULL):
                self.work(lambda: self.play_file(task.file or given["stdin"]))
            elif given.get("stdin") == subprocess.PIPE:
                self.stdin = self.file
                if self.text_mode:
                    self.stdin = io.TextIOWrapper(self.file, write_through=True)
            else:
                self.work(self.file.finish)

    def work(self, function):
        thread = threading.Thread(target=function, daemon=True)
        thread.start()
        return thread

    def keep(self, stdout):
        """Records into a file, or into an open one, until the child ends."""
        if self.task.file is None:
            while self.file.more(self.file.source.frame_bytes * (self.task.rate // 50)):
                data, self.file.waiting = self.file.waiting, b""
                if hasattr(stdout, "write"):
                    stdout.write(data)
            return
        self.file.waiting = b""
        pcm = self.file.read()
        with open(self.task.file, "wb") as stream:
            if self.task.is_wave:
                with wave.open(stream, "wb") as written:
                    written.setparams((self.task.channels, card.SAMPLE_BYTES[self.task.form], self.task.rate, 0, "NONE", ""))
                    written.writeframes(pcm)
            else:
                stream.write(pcm)
        self.end(self.code)

    def play_file(self, file):
        try:
            if hasattr(file, "read"):
                data = file.read()
            else:
                with open(file if isinstance(file, int) else os.path.abspath(file), "rb") as stream:
                    data = stream.read()
        except OSError as error:
            return self.fail(f"{self.task.name}: {file}: {error.strerror}")
        if self.task.is_wave and data[:4] != b"RIFF":
            data = self.decoded(file)
            if data is None:
                return self.fail(f"{self.task.name}: {file} is no WAV, and voicetest needs ffmpeg to play it")
        self.file.write(data)
        return self.file.finish()

    def decoded(self, file):
        """Sound of another kind as WAV, by ffmpeg, which does not open the card."""
        try:
            return subprocess.run(["ffmpeg", "-v", "error", "-i", str(file), "-f", "wav", "-"], capture_output=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            return None

    def fail(self, text):
        if self.stderr is not None:
            self.stderr.write(text + "\n" if self.text_mode else text.encode() + b"\n")
            self.stderr.seek(0)
        else:
            voice.tell_once(None, text)
        self.end(1)

    def say(self, text):
        if text.strip():
            self.spoken = voice.say(text.strip())
            try:
                self.spoken.wait()
            except asyncio.CancelledError:
                pass

    def end(self, code):
        if self.returncode is None:
            self.returncode = code
            for strand in self.waiting:
                APP.strands.wake(strand)
            for callback in self.ended:
                callback()

    def poll(self):
        return self.returncode

    def wait(self, timeout=None):
        frame = None if timeout is None else APP.frame_after(timeout)
        while self.returncode is None:
            strand = APP.strands.current
            self.waiting.append(strand)
            was_woken = APP.strands.park(frame, is_limit=True)
            self.waiting.remove(strand)
            if not was_woken:
                error = subprocess.TimeoutExpired.__new__(subprocess.TimeoutExpired, self.args, timeout)
                error.cmd, error.timeout, error.output, error.stderr = self.args, timeout, None, None
                raise error
        return self.returncode

    def communicate(self, input=None, timeout=None):
        if self.stdin is not None:
            if input:
                self.stdin.write(input)
            self.stdin.close()
        found = []
        if self.stdout is not None:
            reader = self.work(lambda: found.append(self.stdout.read()))
            self.wait(timeout)
            reader.join()
        self.wait(timeout)
        return found[0] if found else None, self.stderr.read() if self.stderr is not None else None

    def send_signal(self, sig):
        if self.returncode is not None or sig == 0:
            return
        self.file.source.stop() if self.task.does == "record" else self.file.stop()
        if self.spoken is not None and not self.spoken.is_done:
            self.spoken.cancel()
        handled = {"arecord": 1, "aplay": 1, "ffmpeg": 255, "ffplay": 123}.get(self.task.name)
        self.code = -sig if sig == signal.SIGKILL or handled is None else handled
        if self.task.file is None or self.task.does != "record":        # else it writes its file before
            self.end(self.code)

    def terminate(self):
        self.send_signal(signal.SIGTERM)

    def kill(self):
        self.send_signal(signal.SIGKILL)

    def __exit__(self, *error):
        for stream in (self.stdout, self.stderr, self.stdin):
            if stream is not None:
                stream.close()
        self.wait()

    def __del__(self):
        pass


def take_process(process, task, args, options):
    """Makes a `Popen` that is being made the child of a task."""
    process.__class__ = Child
    process.begin(task, {**dict(zip(NAMES, args)), **options})


class Pipe(asyncio.ReadTransport, asyncio.WriteTransport):
    """Standard input or output of a child of asyncio."""

    def __init__(self, loop, protocol, child):
        super().__init__()
        self.loop, self.protocol, self.child, self.is_paused, self.going_on = loop, protocol, child, False, None

    def pump(self, number, file):
        """Gives what is recorded to the protocol, in a thread."""
        while True:
            data = file.read1()
            if not data:
                return self.loop.call_soon_threadsafe(self.protocol.pipe_connection_lost, number, None)
            while self.is_paused:
                self.going_on = voice.Pending()
                self.going_on.wait()
            self.loop.call_soon_threadsafe(self.protocol.pipe_data_received, number, data)

    def pause_reading(self):
        self.is_paused = True

    def resume_reading(self):
        self.is_paused = False
        if self.going_on is not None:
            self.going_on.finish()

    def write(self, data):
        if self.child.returncode is not None or self.is_closing():
            return
        file = self.child.file
        ahead = file.take(data)
        if ahead > 0:
            self.protocol.pause_writing()
            self.loop.call_later(ahead, self.protocol.resume_writing)

    def can_write_eof(self):
        return True

    def write_eof(self):
        self.close()

    def abort(self):
        self.close()

    def close(self):
        self.child.file.close()

    def is_closing(self):
        return self.child.file.closed

    def get_write_buffer_size(self):
        return 0


class Transport(asyncio.SubprocessTransport):
    """A child of asyncio."""

    def __init__(self, loop, protocol, child):
        super().__init__()
        self.loop, self.protocol, self.child, self.over = loop, protocol, child, loop.create_future()
        self.pipes = {number: Pipe(loop, protocol, child) for number, file in enumerate((child.stdin, child.stdout)) if file}
        child.ended.append(lambda: loop.call_soon_threadsafe(self.end))
        loop.call_soon(self.begin)

    def begin(self):
        self.protocol.connection_made(self)
        if 1 in self.pipes:
            self.child.work(lambda: self.pipes[1].pump(1, self.child.stdout))

    def end(self):
        self.protocol.process_exited()
        if 0 in self.pipes:
            self.protocol.pipe_connection_lost(0, None)
        if not self.over.done():
            self.over.set_result(self.child.returncode)
        self.protocol.connection_lost(None)

    def get_extra_info(self, name, default=None):
        return self.child if name == "subprocess" else default

    def get_pid(self):
        return self.child.pid

    def get_returncode(self):
        return self.child.returncode

    def get_pipe_transport(self, fd):
        return self.pipes.get(fd)

    def send_signal(self, signal):
        self.child.send_signal(signal)

    def terminate(self):
        self.child.terminate()

    def kill(self):
        self.child.kill()

    def close(self):
        self.child.kill()

    async def _wait(self):
        return await asyncio.shield(self.over)


async def transport_of(loop, protocol, task, args, others, options):
    """The transport of a child of a task, as asyncio makes one."""
    child = Child.__new__(Child)
    child.begin(task, {"args": args, **dict(zip(("stdin", "stdout", "stderr"), others)), **options})
    found = Transport(loop, protocol, child)
    await asyncio.sleep(0)
    return found
