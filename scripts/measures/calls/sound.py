"""Reads, codes and writes the sound of calls that are made: float64 samples at 16 kHz, a share of full scale."""
import pathlib
import struct
import subprocess
import tempfile

import numpy as np

RATE = 16_000
# What the telephone lets through, in hertz.
BAND = (200, 3_600)


def decoded(voicetest, path, known={}):
    """The samples of a sound file of one channel at 16 kHz."""
    if (path := pathlib.Path(path)) not in known:
        with tempfile.TemporaryDirectory() as folder:
            plain = pathlib.Path(folder) / "plain.wav"
            subprocess.run([voicetest, "resample", path, plain, "--rate", str(RATE), "--quiet"], check=True,
                           capture_output=True)
            known[path] = read(plain)[1][:, 0]
    return known[path]


def read(path):
    """Rate and samples, (frames, channels), of a WAV of 16-bit PCM."""
    data, place = path.read_bytes(), 12
    chunks = {}
    while place + 8 <= len(data):
        name, size = data[place:place + 4], struct.unpack("<I", data[place + 4:place + 8])[0]
        chunks[name] = data[place + 8:place + 8 + size]
        place += 8 + size + size % 2
    channels, rate = struct.unpack("<HI", chunks[b"fmt "][2:8])
    body = chunks[b"data"]
    return rate, np.frombuffer(body[:len(body) // (2 * channels) * 2 * channels], "<i2").reshape(-1, channels) / 32768


def narrowed(channels, low=BAND[0], high=BAND[1]):
    """Samples, (frames, channels), at 16 kHz as the telephone passes them on: at 8 kHz, within its band."""
    spectrum = np.fft.rfft(channels, axis=0)
    frequencies = np.fft.rfftfreq(len(channels), 1 / RATE)
    spectrum *= (1 / (1 + (low / np.maximum(frequencies, 1)) ** 8) / (1 + (frequencies / high) ** 40))[:, None]
    return np.fft.irfft(spectrum, len(channels), axis=0)[::2]


def mulaw(samples):
    """The bytes of 16-bit samples in mu-law (G.711)."""
    sign = np.where(samples < 0, 0x80, 0)
    size = np.minimum(np.abs(samples.astype(int)), 32_635) + 132
    power = np.floor(np.log2(size)).astype(int) - 7
    return (~(sign | (power << 4) | ((size >> (power + 3)) & 15)) & 0xFF).astype(np.uint8).tobytes()


def alaw(samples):
    """The bytes of 16-bit samples in A-law (G.711)."""
    sign = np.where(samples < 0, 0, 0x80)
    size = np.minimum(np.where(samples < 0, -(samples.astype(int) + 1), samples.astype(int)), 32_767) >> 4
    power = np.where(size < 16, 0, np.floor(np.log2(np.maximum(size, 1))).astype(int) - 3)
    mantissa = (size >> np.maximum(power - 1, 0)) & 15
    return ((sign | (power << 4) | mantissa) ^ 0x55).astype(np.uint8).tobytes()


# The number of each coding in a WAV, its bytes a sample, and what codes it.
CODINGS = {"pcm_s16le": (1, 2, lambda samples: samples.astype("<i2").tobytes()),
           "pcm_mulaw": (7, 1, mulaw), "pcm_alaw": (6, 1, alaw)}


def written(path, channels, codec=None):
    """Writes channels as 16-bit PCM; where a codec is named, by that of a telephone at 8 kHz."""
    samples = np.stack(channels, axis=1)
    rate = RATE if codec is None else RATE // 2
    if codec is not None:
        samples = narrowed(samples)
    whole = np.clip(np.round(samples * 32768), -32768, 32767).astype(int)
    form, size, code = CODINGS[codec or "pcm_s16le"]
    body, count = code(whole.reshape(-1)), whole.shape[1]
    head = struct.pack("<HHIIHH", form, count, rate, rate * count * size, count * size, 8 * size)
    chunks = b"fmt " + struct.pack("<I", len(head)) + head + b"data" + struct.pack("<I", len(body)) + body
    path.write_bytes(b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks)
