"""The data of ICU that Foundation links into a program, without the languages that no part of it asks for.

ICU's data is a table of files: a header, their number, where the name and the bytes of each are, the names, the bytes.
A file that is left out is not listed and its bytes are zero, so that nothing else moves in the program and a package of
it is smaller. Source: `ucmndata.h` and `udatamem.h` of ICU.
"""
import re
import struct

HEADER = re.compile(rb"(..)\xda\x27.{8}CmnD", re.S)
# Names and formats of languages other than English, code pages, words of languages without blanks, and how one script
# is written in another.
LANGUAGE = re.compile(r"(?:\w+/)?([a-z]{2,3})(?:_\w*)?\.res")
LEFT_OUT = re.compile(r"translit/|rbnf/|.*\.(?:cnv|dict)$")


def is_kept(name):
    """Whether the file `name` of the table stays: what is in English, and what holds for all languages."""
    language = LANGUAGE.fullmatch(name)
    return not LEFT_OUT.match(name) and (not language or language[1] == "en")


def reduce(program):
    """Takes the files that are not kept out of the table in the file `program`; returns how many bytes became zero."""
    content = bytearray(program.read_bytes())
    found = HEADER.search(content)
    if not found:
        return 0
    start = found.start() + struct.unpack("<H", found[1])[0]
    count = struct.unpack_from("<I", content, start)[0]
    places = [struct.unpack_from("<II", content, start + 4 + 8 * index) for index in range(count)]
    kept, blank = [], 0
    # No place tells where the last file ends, so it stays.
    for (name, data), (_, end) in zip(places, [*places[1:], (0, 0)]):
        text = content[start + name:content.index(0, start + name)].decode()
        if end == 0 or is_kept(text.split("/", 1)[1]):
            kept.append((name, data))
        else:
            content[start + data:start + end] = bytes(end - data)
            blank += end - data
    struct.pack_into("<I", content, start, len(kept))
    listed = b"".join(struct.pack("<II", *one) for one in kept)
    content[start + 4:start + 4 + 8 * count] = listed.ljust(8 * count, b"\0")
    program.write_bytes(content)
    return blank
