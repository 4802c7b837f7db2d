"""Streams of a sound card at their edges: each case emits what it has seen, with the virtual time."""
import sys
import threading
import time

import numpy as np
import pyaudio
import sounddevice as sd
import voicetest_app as voice

voice.declare(kinds={"seen": {"role": "note", "fields": {"what": "text"}}})
card, LOUD = pyaudio.PyAudio(), b"\x00\x20" * 1_600


def seen(*what):
    voice.emit("seen", what=" ".join(map(str, (*what, f"at {time.monotonic():.3f}"))))


def error_of(work):
    try:
        return work()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def reads():
    stream = card.open(16_000, 1, pyaudio.paInt16, input=True, frames_per_buffer=1_024)
    for _ in range(3):
        seen(len(stream.read(1_024)))
    time.sleep(1)
    seen(stream.get_read_available(), len(stream.read(1_024, exception_on_overflow=False)))
    time.sleep(1)
    seen(error_of(lambda: stream.read(1_024)))
    seen(error_of(lambda: stream.read(1_024)))
    stream.close()


def plays():
    stream = card.open(16_000, 1, pyaudio.paInt16, output=True)
    for _ in range(4):
        stream.write(LOUD)
        seen("wrote")
    stream.stop_stream()
    seen("stopped")
    stream.start_stream()
    threading.Timer(.3, stream.close).start()       # somebody interrupts
    seen(error_of(lambda: [stream.write(LOUD) for _ in range(9)]))
    time.sleep(.5)


def pauses():
    stream = card.open(16_000, 1, pyaudio.paInt16, output=True)
    stream.write(LOUD)
    time.sleep(.25)                 # less than the pause behind which a sound is over
    stream.write(LOUD)
    time.sleep(.5)
    stream.write(LOUD)
    stream.stop_stream()
    seen("heard")


def callbacks():
    counts = []

    def echo(data, frames, info, status):
        counts.append((len(data), frames, status))
        return data, pyaudio.paContinue if len(counts) < 4 else pyaudio.paComplete
    stream = card.open(48_000, 2, pyaudio.paFloat32, input=True, output=True, frames_per_buffer=960, stream_callback=echo)
    while stream.is_active():
        time.sleep(.01)
    seen(counts)
    stream.close()

    def fails(data, frames, info, status):
        raise ValueError("no sound")
    stream = card.open(16_000, 1, pyaudio.paInt16, input=True, stream_callback=fails)
    time.sleep(.1)
    seen("active", stream.is_active())


def functions():
    found = sd.rec(8_000, 16_000, channels=1, dtype="int16", blocking=True)
    seen(found.shape, found.dtype, int(abs(found).max()))
    sd.play(np.full(16_000, .25), 16_000)
    time.sleep(.4)
    sd.stop()
    seen("stopped", sd.get_stream().active)
    both = sd.playrec(np.full((4_800, 2), .25, dtype="float32"), 48_000, channels=1)
    sd.wait()
    seen(both.shape, both.dtype)
    ended = []
    stream = sd.InputStream(16_000, 320, channels=1, callback=counts_to(3, ended), finished_callback=lambda: seen("finished"))
    with stream:
        time.sleep(.2)
        seen(ended, stream.active, stream.stopped)
    seen(stream.closed)


def counts_to(most, ended):
    def callback(indata, frames, time, status):
        ended.append(indata.shape)
        if len(ended) == most:
            raise sd.CallbackStop
    return callback


{"reads": reads, "plays": plays, "pauses": pauses, "callbacks": callbacks, "functions": functions}[sys.argv[1]]()
