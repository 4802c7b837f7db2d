"""Plays a tone that soxr converted, in pieces of 16 bits."""
import numpy
import soxr
import voicetest_app as voice

tone = (8_000 * numpy.sin(numpy.arange(24_000) / 10)).astype(numpy.int16)
stream = soxr.ResampleStream(24_000, 16_000, 1, dtype="int16")
pieces = [stream.resample_chunk(tone[at:at + 1_000]) for at in range(0, len(tone), 1_000)]
voice.play(b"".join(piece.tobytes() for piece in pieces)).wait()
