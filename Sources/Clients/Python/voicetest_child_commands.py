"""What children of the sound card are asked by their words: `arecord`, `sox`, `ffmpeg` and others. `voicetest_children` does it."""
import os
import re

FORMS = {
    "s16": "int16", "s16_le": "int16", "s16le": "int16", "s32_le": "int32", "s32le": "int32", "s24_3le": "int24", "s24le": "int24",
    "float_le": "float32", "f32le": "float32", "float32le": "float32", "s8": "int8", "u8": "uint8"}
OF_SOX = {("signed", 8): "int8", ("signed", 16): "int16", ("signed", 24): "int24", ("signed", 32): "int32",
          ("unsigned", 8): "uint8", ("float", 32): "float32"}
DEVICES = {"alsa", "pulse", "pulseaudio", "coreaudio", "avfoundation", "dshow", "oss"}


class Task:
    """What a child does: `does` is record, play or say, of samples in a form, from or to a file, standard input or output."""

    def __init__(self, name, does, rate=44_100, channels=1, form="int16", file=None, is_wave=False, seconds=None, text=None):
        self.name, self.does, self.rate, self.channels, self.form = name, does, rate, channels, form
        self.file, self.is_wave, self.seconds, self.text = file, is_wave, seconds, text


def read(name, words):
    """The task of a child; None for one that leaves the card alone, a text for one that nothing stands in for."""
    try:
        return READERS[name](name, list(words))
    except ValueError as error:
        return f"{name!r} opens the sound card with words that voicetest does not know: {error}"


def form_of(name):
    if name not in FORMS:
        raise ValueError(name)
    return FORMS[name]


def number_of(text):
    """A whole number: of hertz, channels or bits."""
    if not re.fullmatch("[0-9]+", str(text)):
        raise ValueError(text)
    return int(text)


def rate_of(text):
    """A rate as SoX takes it, also in thousands: 44.1k."""
    found = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)k", text)
    return round(float(found[1]) * 1_000) if found else number_of(text)


def seconds_of(text):
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        raise ValueError(text)
    return float(text)


def taken(words, word):
    if not words:
        raise ValueError(f"{word} without a value")
    return words.pop(0)


def options_of(words, valued, plain=()):
    """The options of a command and what else stands there. ValueError for one that is not known."""
    found, rest, words = {}, [], list(words)
    while words:
        word = words.pop(0)
        key, is_joined, value = word.partition("=") if word.startswith("--") else (word, "", "")
        if key in valued:
            found[valued[key]] = value if is_joined else taken(words, word)
        elif word.startswith("-") and len(word) > 1 and word not in plain:
            short = next((one for one in valued if len(one) == 2 and word.startswith(one)), None)
            if short is None or word.startswith("--"):
                raise ValueError(word)
            found[valued[short]] = word[2:]
        elif not word.startswith("-") or word == "-":
            rest.append(word)
    return found, rest


def of_alsa(name, words):
    options, files = options_of(words, {
        "-f": "form", "--format": "form", "-r": "rate", "--rate": "rate", "-c": "channels", "--channels": "channels", "-t": "type",
        "--file-type": "type", "-d": "seconds", "--duration": "seconds", "-D": "device", "--device": "device", "-B": "x", "-F": "x",
        "--buffer-size": "x", "--period-size": "x", "--buffer-time": "x", "--period-time": "x"}, {"-q", "--quiet", "-M", "-N"})
    form = options.get("form", "U8").lower()
    form, rate, channels = {"cd": ("s16_le", 44_100, 2), "dat": ("s16_le", 48_000, 2)}.get(form, (form, 8_000, 1))
    # A length of 0 is none.
    return Task(name, "record" if name == "arecord" else "play", number_of(options.get("rate", rate)),
                number_of(options.get("channels", channels)), form_of(form), None if files[:1] in ([], ["-"]) else files[0],
                options.get("type", "wav") != "raw", seconds_of(options.get("seconds", "0")) or None)


def of_pulse(name, words):
    options, files = options_of(words, {
        "--format": "form", "--rate": "rate", "--channels": "channels", "--device": "device", "-d": "device", "-n": "x",
        "--client-name": "x", "--stream-name": "x", "--latency-msec": "x", "--process-time-msec": "x", "--volume": "x"},
        {"--raw", "-r", "-p", "--record", "--playback", "-v", "--verbose"})
    return Task(name, "play" if name == "paplay" else "record", number_of(options.get("rate", 44_100)),
                number_of(options.get("channels", 2)), form_of(options.get("form", "s16le").lower()),
                None if files[:1] in ([], ["-"]) else files[0], name != "parec" and "--raw" not in words)


def of_sox(name, words):
    parts, form = [], {}
    valued = {"-t": "type", "-r": "rate", "--rate": "rate", "-b": "bits", "--bits": "bits", "-c": "channels", "--channels": "channels",
              "-e": "encoding", "--encoding": "encoding", "-v": "volume", "--buffer": "x"}
    ends = {"-": "-", "-d": "card", "--default-device": "card"}
    words = [one for one in words if one not in ("-q", "-S", "-V", "-V0", "-V1", "-V2", "--no-show-progress", "-L")]
    while words and (len(parts) < (2 if name == "sox" else 1)):
        word = words.pop(0)
        if word in valued:
            form[valued[word]] = taken(words, word)
        elif word in ends or not word.startswith("-"):
            end = "card" if form.get("type") in DEVICES else ends.get(word, word)
            parts, form = [*parts, (end, form)], {}
        elif word[:2] in valued and len(word) > 2:
            form[valued[word[:2]]] = word[2:]
        else:
            raise ValueError(word)
    if name != "sox":
        parts = [("card", {}), *parts] if name == "rec" else [*parts, ("card", {})]
    ends = [end for end, _ in parts]
    if "card" not in ends:
        return None
    seconds = None
    if words[:2] == ["trim", "0"] and len(words) == 3:
        seconds = seconds_of(words[2])
    elif words:
        raise ValueError(words[0])
    does = "record" if ends[0] == "card" else "play"
    if len(parts) < 2:
        raise ValueError("no file")
    end, form = parts[1 if does == "record" else 0]
    form = {**(parts[0][1] if does == "record" else {}), **form}
    rate, channels = rate_of(form.get("rate", "48000")), number_of(form.get("channels", 1))
    encoding = form.get("encoding", "signed").replace("-integer", "").replace("floating-point", "float")
    kind = OF_SOX.get((encoding, number_of(form.get("bits", 32 if encoding == "float" else 16))))
    if kind is None:
        raise ValueError(encoding)
    is_wave = form.get("type", os.path.splitext(end)[1][1:] or "wav") not in ("raw", "s16", "sw")
    return Task(name, does, rate, channels, kind, None if end == "-" else end, is_wave, seconds)


def of_ffmpeg(name, words):
    valued = {"-f": "type", "-i": "input", "-ar": "rate", "-ac": "channels", "-t": "seconds", "-loglevel": "x", "-v": "x",
              "-acodec": "x", "-c:a": "x", "-codec:a": "x", "-ch_layout": "layout", "-sample_rate": "rate", "-probesize": "x",
              "-fflags": "x", "-flags": "x", "-analyzeduration": "x", "-volume": "x", "-window_title": "x", "-bufsize": "x",
              "-thread_queue_size": "x", "-blocksize": "x", "-sample_fmt": "x", "-channels": "channels"}
    before = words[:words.index("-i")] if "-i" in words else words
    if name == "ffmpeg" and not any(one in DEVICES for one in words):
        return None
    plain = {"-hide_banner", "-nostdin", "-nodisp", "-autoexit", "-nostats", "-vn", "-y", "-sync", "-infbuf"}
    options, rest = options_of(words, valued, plain)
    channels = 2 if options.get("layout") == "stereo" else number_of(options.get("channels", 1))
    seconds = seconds_of(options["seconds"]) if "seconds" in options else None
    if name == "ffplay":
        end = options.get("input", rest[-1] if rest else "-")
        return Task(name, "play", number_of(options.get("rate", 44_100)), channels, FORMS.get(options.get("type", "s16le"), "int16"),
                    None if end in ("-", "pipe:0", "pipe:") else end, "type" not in options or options["type"] == "wav")
    if not any(one in DEVICES for one in before):
        raise ValueError("a card as its output")
    if not rest:
        raise ValueError("no output")
    end, kind = rest[-1], options.get("type")
    kind = kind if kind not in DEVICES else os.path.splitext(end)[1][1:] or "wav"
    return Task(name, "record", number_of(options.get("rate", 48_000)), channels, FORMS.get(kind, "int16"),
                None if end in ("-", "pipe:1", "pipe:") else end, kind == "wav", seconds)


def of_espeak(name, words):
    if {"--stdout", "-q", "--version", "--help", "-h", "-x", "-X", "--compile"} & set(words) or any(
            one.startswith(("-w", "--voices", "--ipa", "--pho")) for one in words):
        return None
    valued = {one: one for one in ("-f", "-a", "-g", "-k", "-l", "-p", "-P", "-s", "-v", "-b", "-d", "-D", "--path", "--punct", "--split")}
    options, rest = options_of(words, valued, {"-m", "-z", "--stdin"})
    if "-f" in options:
        with open(options["-f"], encoding="utf-8") as stream:
            rest = [stream.read()]
    return Task(name, "say", text=" ".join(rest) if rest else None)


READERS = {"arecord": of_alsa, "aplay": of_alsa, "parec": of_pulse, "parecord": of_pulse, "paplay": of_pulse, "rec": of_sox,
           "play": of_sox, "sox": of_sox, "ffmpeg": of_ffmpeg, "ffplay": of_ffmpeg, "espeak": of_espeak, "espeak-ng": of_espeak}
