"""Sounds of 16 bits at 16 kHz, one channel, that measuring scripts cut, level and join."""
import array
import math
import subprocess
import sys
import wave

RATE = 16_000


def read(path):
    """The samples of a WAV file of this form."""
    with wave.open(str(path), "rb") as file:
        form = (file.getnchannels(), file.getsampwidth(), file.getframerate())
        if form != (1, 2, RATE):
            raise ValueError(f"{path} has (channels, bytes, rate) {form}, not (1, 2, {RATE})")
        samples = array.array("h", file.readframes(file.getnframes()))
    if sys.byteorder == "big":
        samples.byteswap()
    return samples


def write(path, samples):
    """Writes samples as a WAV file; returns its path."""
    samples = array.array("h", samples)
    if sys.byteorder == "big":
        samples.byteswap()
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.tobytes())
    return path


def decoded(voicetest, files, work):
    """The samples of sound files in any container, by the file's name without its ending."""
    names = [file.stem for file in files]
    if len(set(names)) < len(names):
        raise ValueError("two of the files have one name")
    for verb, options in (("resample", ["--rate", str(RATE)]), ("convert", [
            "--container", "wav", "--encoding", "pcm16", "--channels", "1"])):
        target = work / verb
        subprocess.run([voicetest, verb, *map(str, files), f"{target}/", *options, "--force"],
                       check=True, stdout=subprocess.DEVNULL)
        files = [target / file.name for file in files]
    return {file.stem: read(file.with_suffix(".wav")) for file in files}


def frames(milliseconds):
    return round(milliseconds * RATE / 1000)


def clamped(value):
    return max(-32768, min(32767, round(value)))


def scaled(samples, decibels):
    """Samples made louder, or quieter; what leaves the range is clipped."""
    factor = 10 ** (decibels / 20)
    return array.array("h", [clamped(sample * factor) for sample in samples])


def level(samples):
    """The mean level, in dB below full scale; None for digital silence."""
    power = sum(sample * sample for sample in samples) / max(1, len(samples))
    return 10 * math.log10(power / 32768**2) if power else None


def peak(samples):
    """The greatest sample, in dB below full scale; None for digital silence."""
    most = max(map(abs, samples), default=0)
    return 20 * math.log10(most / 32768) if most else None


def mixed(samples, other, place=0):
    """The sum of two sounds, the second from `place` on; as long as the first."""
    result = array.array("h", samples)
    for index in range(place, min(len(samples), place + len(other))):
        result[index] = clamped(samples[index] + other[index - place])
    return result


def joined(pieces, fade):
    """Pieces one after another, each over the end of the one before for `fade` frames.

    The powers of the two add up to one, as fits sounds that have nothing to do with each other.
    """
    result = array.array("h", pieces[0])
    for piece in pieces[1:]:
        count = min(fade, len(result), len(piece))
        start = len(result) - count
        for index in range(count):
            angle = (index + 0.5) / count * math.pi / 2
            result[start + index] = clamped(
                result[start + index] * math.cos(angle) + piece[index] * math.sin(angle))
        result.extend(piece[count:])
    return result


def looped(samples, start, count, fade):
    """`count` frames of a sound from `start` on, begun anew where it ends."""
    rounds = 1 + -(-(start + count) // max(1, len(samples) - fade))
    return joined([samples] * rounds, fade)[start:start + count]
