"""Damaged speech models under every verb that needs one: 69 and a word, never a crash."""
import os
import struct

import mutations

FOLDER = "/usr/share/pocketsphinx/model/en-us"
ACOUSTIC = ["feat.params", "mdef", "means", "variances", "transition_matrices", "sendump",
            "noisedict"]
FILES = [f"en-us/{name}" for name in ACOUSTIC] + ["cmudict-en-us.dict", "en-us.lm.bin"]
CONTENTS = {}


def content(name):
    """A file of the installed model; read once."""
    if name not in CONTENTS:
        with open(f"{FOLDER}/{name}", "rb") as file:
            CONTENTS[name] = file.read()
    return CONTENTS[name]


def damaged(chance, name):
    """Other bytes of a file, what was done, and whether every user of it has to see that."""
    data = content(name)
    kind = chance.randrange(8)
    if kind <= 1:
        at = chance.choice([0, 1, 3, 4, 20, len(data) // 2, len(data) - 1,
                            chance.randrange(len(data))])
        # A text that ends with a whole line is one of its own.
        whole = name in ("cmudict-en-us.dict", "en-us/noisedict") and data[:at].endswith(b"\n")
        return data[:at], f"cut at {at}", not whole
    if kind == 2:
        return chance.choice([b"this is no model\n" * 50, b"\0" * 5000, b"\xff" * 5000,
                              b"\x1b[31m::error::PLANTED\n", b"s3\nendhdr\n"]), "other bytes", True
    head = chance.choice([200, 1400, len(data)])
    if kind <= 4:  # a number in the header
        at = chance.randrange(0, min(head, len(data) - 8)) & ~3
        number = struct.pack("<I", chance.choice(mutations.NUMBERS) & 0xFFFFFFFF)
        return data[:at] + number + data[at + 4:], f"a number at {at}", False
    if kind == 5:
        at = chance.randrange(min(head, len(data)))
        return (data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1:],
                f"a bit at {at}", False)
    if kind == 6:
        at = chance.randrange(len(data))
        return data[:at] + chance.randbytes(64) + data[at + 64:], f"64 bytes at {at}", False
    at = chance.randrange(min(head, len(data)))
    return data[:at] + data[at + chance.choice([1, 4, 100]):], f"bytes lost at {at}", False


def write(case, name, data):
    """The model's folder with one file of other bytes; the others are links to the installed."""
    for each in FILES:
        path = case.path("in/model", each)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if each == name:
            with open(path, "wb") as file:
                file.write(data)
        else:
            os.symlink(f"{FOLDER}/{each}", path)


def run(case):
    if not os.path.isdir(FOLDER):
        return
    chance = case.chance
    name = chance.choice(FILES + ["en-us.lm.bin", "en-us/mdef"])
    data, what, is_seen = damaged(chance, name)
    is_seen = is_seen and data != content(name)
    case.note = f"{name}: {what}"
    write(case, name, data)
    with open(case.path("in/a.flac"), "wb") as file:
        file.write(case.bases.sound("seven.flac"))
    with open(case.path("in/phrases.txt"), "w") as file:
        file.write("yes\nno\nseven\n")
    os.makedirs(case.path("in/e"))
    for each, text in (("e/a.flac", case.bases.sound("seven.flac")), ("e/a.txt", b"seven\n")):
        with open(case.path("in", each), "wb") as file:
            file.write(text)
    mutations.write_tree(case.bases.session("digits/seven"), case.path("in/s.vsession"), case.folder)
    mutations.write_tree(case.bases.projects["digits/seven"], case.path("in/p"), case.folder)
    case.touched()
    listen = ["listen", case.path("in/a.flac")]
    phrases = ["--phrases", case.path("in/phrases.txt")]
    record = ["record", "--flow", "voiceflow.json", "--prompts", "prompts.json", "--scenario",
              "scenario.json", "--duration", "10"]
    closed = [listen + phrases, ["evaluate", case.path("in/e")] + phrases,
              record + ["--phrases", "phrases.txt", "--output", case.path("out/a.vsession")],
              ["replay", "--from", "audio", case.path("in/s.vsession")],
              ["latency", "--from", "audio", case.path("in/s.vsession")]]
    general = [listen, ["evaluate", case.path("in/e")], ["doctor"],
               record + ["--output", case.path("out/b.vsession")]]
    verbs = [(each, False) for each in closed] + [(each, True) for each in general]
    for verb, is_general in chance.sample(verbs, 2):
        outcome = case.run(*verb, cwd=case.path("in/p"), writes=["out", "in/s.vsession"],
                           environment={"VOICETEST_MODEL": case.path("in/model")})
        needs = is_general or name not in ("en-us.lm.bin", "en-us/noisedict")
        if outcome is None or not is_seen or not needs:
            continue
        if outcome.code != 69:
            case.find(f"{verb[0]} exits {outcome.code} with a damaged model")
        elif b"model" not in outcome.err + outcome.out:
            case.find(f"{verb[0]} does not name the model")
