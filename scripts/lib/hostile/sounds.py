"""Mutated sound files under every verb that reads sound."""
import math
import os
import struct

import bases
import mutations

ENDINGS = [".wav", ".flac", ".aiff", ".caf", ".ogg", ".mp3", ".au", ".w64", ".rf64", ".raw", ".x"]
EXTREMES = [1e20, -1e20, 3.4e38, 1e38, 1e-40, 5e-324, 0.0, -0.0, 1e4, 2.0, 1e10, 1e15, 1e19, 9.3e18]


def crafted(case):
    """A file that is small and well formed, and claims or holds what is extreme."""
    chance = case.chance
    kind = chance.randrange(9)
    if kind <= 2:
        double = chance.random() < 0.4
        samples = [math.sin(number / 9) for number in range(chance.choice([1, 400, 4000]))]
        for _ in range(chance.choice([1, 1, 5])):
            value = chance.choice(EXTREMES + ([1e300, -1.7e308, 1e39] if double else []))
            if chance.random() < 0.15:
                value = chance.choice([math.nan, math.inf, -math.inf])
            samples[chance.randrange(len(samples))] = value
        return bases.float_wav(samples, double)
    rate = chance.choice([0, 1, 2, 99, 4000, 8000, 11_025, 192_000, 768_000, 2**31 - 1, 2**32 - 1])
    channels = chance.choice([0, 1, 2, 64, 65, 1024, 65_535])
    bits = chance.choice([0, 1, 8, 16, 24, 32, 64, 65_535])
    align = channels * bits // 8 & 0xFFFF
    code = chance.choice([0, 1, 2, 3, 6, 7, 0x11, 0x31, 0x55, 0xFFFE, 0xFFFF])
    form = struct.pack("<HHIIHH", code, channels, rate, rate * align & 0xFFFFFFFF, align, bits)
    body = chance.randbytes(chance.choice([0, 1, 3, 1000, 20_000]))
    if kind <= 4:
        return bases.riff(form, body, claimed=chance.choice([None, 0, 2**32 - 1, 2**31, 5]))
    if kind == 5:  # chunks of metadata that claim much
        name = chance.choice(
            [b"cue ", b"LIST", b"bext", b"cart", b"smpl", b"inst", b"fact", b"PEAK"])
        size = chance.choice([0, 4, 2**31 - 1, 2**32 - 1, 600])
        more = name + struct.pack("<I", size) + chance.choice([b"", b"\xff" * 4, chance.randbytes(
            600), b"INFOINAM" + struct.pack("<I", 24) + b"\x1b[31m\n::error::PLANTED\n"[:24]])
        return bases.riff(struct.pack("<HHIIHH", 1, 1, 16_000, 32_000, 2, 16), body, more)
    if kind == 6:
        text = chance.choice(
            [b"\x1b[2J", b"x\n::error::PLANTED\n\n", "\u202e".encode(), b"\x9b31m"])
        text += b"\0" * (len(text) % 2)
        info = b"INFO" + b"INAM" + struct.pack("<I", len(text)) + text
        more = b"LIST" + struct.pack("<I", len(info)) + info
        return bases.riff(struct.pack("<HHIIHH", 1, 1, 16_000, 32_000, 2, 16), body, more)
    if kind == 7:
        frames = chance.choice([0, 2**36 - 1, 2**31])
        stream = struct.pack(">HH", 4096, 4096) + b"\0" * 6
        stream += ((16_000 << 44) | (0 << 41) | (15 << 36) | frames).to_bytes(8, "big") + b"\0" * 16
        return b"fLaC\x80\0\0\x22" + stream + chance.randbytes(chance.choice([0, 200]))
    return b".snd" + struct.pack(">IIIII", chance.choice([24, 0, 2**32 - 1, 28]), chance.choice(
        [2**32 - 1, 0, 2**31]), chance.choice([1, 2, 3, 6, 7, 23, 99]), rate, channels) + body


def options_of(case, verb):
    chance = case.chance
    numbers = ["0", "-3", "1e308", "-1e308", "nan", "inf", "1e-300", "200", "-200", "6", "x", ""]
    if verb == "gain":
        way = chance.choice(["--db", "--db", "--peak", "--loudness"])
        options = [way, chance.choice(numbers + 5 * ["-1", "-23", "3", "-6", "12"])]
        if chance.random() < 0.3:
            options.append("--limit")
            if chance.random() < 0.3:
                options += ["--ceiling", chance.choice(numbers)]
        return options + (["--no-dither"] if chance.random() < 0.2 else [])
    if verb == "resample":
        options = ["--rate", chance.choice(["8000", "16000", "44100", "48000", "192000", "4000",
                                            "768000", "1", "0", "-1", str(2**62), "15999", "x"])]
        return options + (["--quality", chance.choice(["fast", "medium", "best", "x"])]
                          if chance.random() < 0.6 else [])
    if verb == "convert":
        options = []
        if chance.random() < 0.5:
            options += ["--encoding", chance.choice(
                ["pcm16", "pcm24", "pcm32", "pcms8", "pcmu8", "float", "double", "ulaw", "alaw",
                 "ima-adpcm", "ms-adpcm", "gsm610", "vorbis", "opus", "mp3", "alac-16", "g721-32",
                 "dwvw-12", "dpcm16", "nms-adpcm-16"])]
        if chance.random() < 0.2:
            options += ["--channels", chance.choice(["1", "2", "64", "0", "-1", str(2**31)])]
        if chance.random() < 0.1:
            options += ["--bitrate", chance.choice(["64", "0", "-1", "1e9", "9"])]
        if chance.random() < 0.1:
            options += ["--quality", chance.choice(["0", "1", "0.5", "2", "nan"])]
        return options
    if verb == "trim":
        options = []
        for name in ("--pre-pad", "--post-pad", "--start", "--end"):
            if chance.random() < 0.2:
                options += [name, chance.choice(["0", "0.1", "-1", "1e308", "nan", "inf", "1e9"])]
        return options + (["--explain"] if chance.random() < 0.3 else []) + (
            ["--rule", "voicekit"] if chance.random() < 0.2 else [])
    if verb == "vad":
        options = ["--rule", "voicekit"] if chance.random() < 0.2 else []
        options += ["--explain"] if chance.random() < 0.2 else []
        return options + (["--frames"] if chance.random() < 0.1 else [])
    return []


def run(case):
    chance = case.chance
    name = chance.choice(sorted(case.bases.sounds))
    data = case.bases.sound(name)
    draw = chance.random()
    what = "bytes"
    if draw < 0.3:
        data, what = crafted(case), "crafted"
        name = what + chance.choice([".wav", ".wav", ".flac", ".au"])
    elif draw < 0.38:
        data = mutations.special(chance)
        what = f"{data!r:.60}"
    elif draw < 0.94:
        if chance.random() < 0.5:  # the header, where a few bytes say much
            data = mutations.mutate_bytes(chance, data[:200]) + data[200:]
        else:
            data = mutations.mutate_bytes(chance, data)
    else:
        what = "as it is"
    case.note = f"{name}: {what}"
    if chance.random() < 0.06:
        name = chance.choice(["\x1b[31m.wav", "::error::PLANTED.wav", "x\n::error::PLANTED.wav",
                              "\udcff.wav", "\u202egnp.wav", "a b.wav", "-x.wav", "é.flac"])
    mutations.write_tree({name: data}, case.path("in"), case.folder)
    mode = chance.choice([0o600, 0o640, 0o644])
    if isinstance(data, bytes):
        os.chmod(os.fsencode(case.path("in", name)), mode)
    case.touched()
    source = case.path("in", name)
    if chance.random() < 0.1:
        source = case.path("in")
    for verb in chance.sample(["info", "gain", "gain", "resample", "convert", "convert", "trim",
                               "vad", "listen", "record"], chance.choice([1, 1, 2])):
        if verb == "info":
            form = chance.choice(["text", "json"])
            outcome = case.run("info", "--format", form, "--", source,
                               form="lines" if form == "json" else "text")
            # A name that is not UTF-8 cannot be opened, and the message says so.
            named = name.encode("utf-8", "replace") == os.fsencode(name)
            if outcome and outcome.code != 0 and what == "as it is" and named:
                case.find(f"info exits {outcome.code} on a file that nothing was done to")
        elif verb == "vad":
            vad(case, source)
        elif verb == "listen":
            with open(case.path("cwd/phrases.txt"), "w") as file:
                file.write("yes\nno\n")
            case.touched()
            form = chance.choice(["text", "json"])
            case.run("listen", "--phrases", "phrases.txt", "--format", form, "--", source,
                     form=form)
        elif verb == "record":
            record(case, source)
        else:
            written(case, verb, source, mode)


def vad(case, source):
    chance = case.chance
    form = chance.choice(["text", "json", "audacity", "textgrid", "rttm"])
    options = options_of(case, "vad") if form in ("text", "json") else []
    stores = chance.random() < 0.3
    if stores:
        options += ["--output", case.path(f"out/labels{len(case.lines)}")]
    case.run("vad", "--format", form, *options, "--", source, writes=["out"],
             form="lines" if form == "json" and not stores else "text")


def record(case, source):
    project = case.bases.projects["digits/one"]
    mutations.write_tree(project, case.path("cwd"), case.folder)
    case.touched()
    output = case.path("out/r.vsession")
    if os.path.exists(output):
        return
    outcome = case.run(
        "record", "--flow", "voiceflow.json", "--prompts", "prompts.json", "--recognizer",
        "scripted", "--duration", "5", "--output", output, "--input", source, writes=["out"])
    if outcome and outcome.code in (0, 1):
        again = case.run("replay", output, ci=True)
        if again and again.code != 0:
            case.find(f"replay of what record sealed exits {again.code}")


def written(case, verb, source, mode):
    """A verb that writes sound: with exit 0 the program can read what it wrote."""
    chance = case.chance
    many = os.path.isdir(source)
    over = not many and chance.random() < 0.15 and os.path.isfile(source) and not os.path.islink(
        source)
    ending = chance.choice(ENDINGS) if chance.random() < 0.4 else os.path.splitext(source)[1]
    output = source if over else case.path(
        f"out/many{len(case.lines)}" if many else f"out/o{len(case.lines)}{ending}")
    form = chance.choice(["text", "text", "json"])
    outcome = case.run(verb, "--format", form, *options_of(case, verb),
                       *(["--force"] if over else []), "--", source, output,
                       form="lines" if form == "json" else "text",
                       writes=["in"] if over else ["out"])
    if outcome is None:
        return
    left = [name for name in os.listdir(case.path("out")) if name.endswith(".partial")]
    if left:
        case.find(f"{verb} exits {outcome.code} and leaves {left[0]}")
    if outcome.code != 0:
        if not many and not over and os.path.lexists(output):
            case.find(f"{verb} exits {outcome.code} and leaves an output")
        return
    if not os.path.exists(output):
        if not many or os.listdir(case.path("in")):
            case.find(f"{verb} exits 0 without an output")
        return
    if over:
        now = os.stat(output).st_mode & 0o777
        if now & ~mode:
            case.find(f"{verb} over a file of mode {mode:o} leaves {now:o}")
    if ending != ".raw":  # headerless sound is only written
        again = case.run("info", "--", output)
        # What nobody can measure may be copied all the same.
        if again and again.code != 0 and "4000 to 768000 Hz" not in again.text:
            case.find(f"info of what {verb} wrote exits {again.code}: {again.err[-90:]!r}")
