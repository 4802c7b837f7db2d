"""The data of ICU that Foundation links into a program, without the languages that no part of it asks for.

ICU's data is a table of files: a header, their number, where the name and the bytes of each are, the names, the bytes.
The toolchain has it in an object of its own, which a linker leaves out where another object has the symbol already.
Source: `ucmndata.h` and `udatamem.h` of ICU.
"""
import pathlib
import re
import shutil
import struct
import subprocess

OBJECT, SYMBOL = "icu_packaged_data.cpp.o", re.compile(r" R (icudt\d+_dat)$", re.M)
# Names and formats of languages other than English, code pages, words of languages without blanks, and how one script
# is written in another.
LANGUAGE = re.compile(r"(?:\w+/)?([a-z]{2,3})(?:_[A-Z0-9]\w*)?\.res")
LEFT_OUT = re.compile(r"translit/|rbnf/|.*\.(?:cnv|dict)$")


def is_kept(name):
    """Whether the file `name` of the table stays: what is in English, and what holds for all languages."""
    language = LANGUAGE.fullmatch(name)
    return not LEFT_OUT.match(name) and (not language or language[1] == "en")


def reduced(table):
    """The bytes of a table of ICU's data with the files that are kept."""
    size = struct.unpack_from("<H", table)[0]
    count = struct.unpack_from("<I", table, size)[0]
    places = [struct.unpack_from("<II", table, size + 4 + 8 * index) for index in range(count)]
    ends = [data for _, data in places[1:]] + [len(table) - size]
    files = []
    for (name, data), end in zip(places, ends):
        name = table[size + name:table.index(b"\0", size + name)]
        if is_kept(name.decode().split("/", 1)[1]):
            files.append((name + b"\0", table[size + data:size + end]))
    names, first = b"".join(name for name, _ in files), 4 + 8 * len(files)
    body = first + len(names)
    contents, entries = b"\xaa" * (-body % 16), b""
    for name, data in files:
        entries += struct.pack("<II", first, body + len(contents))
        first += len(name)
        contents += data + b"\xaa" * (-len(data) % 16)
    return table[:size] + struct.pack("<I", len(files)) + entries + names + contents


def write_object(folder):
    """Writes an object with the reduced data into `folder`; returns its path, or None where the toolchain has the data
    in no object that is known here: then a program has all of it."""
    library = pathlib.Path(shutil.which("swift")).resolve().parents[1] / "lib/swift_static/linux/lib_FoundationICU.a"
    folder.mkdir(parents=True, exist_ok=True)
    if not library.exists() or subprocess.run(["ar", "x", library, OBJECT], cwd=folder).returncode:
        return None
    told = subprocess.run(["nm", OBJECT], cwd=folder, check=True, capture_output=True, text=True).stdout
    symbol = SYMBOL.search(told)
    subprocess.run(["objcopy", "-O", "binary", "-j", ".rodata", OBJECT, "whole.dat"], cwd=folder, check=True)
    whole = (folder / "whole.dat").read_bytes()
    if not symbol or whole[2:4] != b"\xda\x27" or whole[12:16] != b"CmnD":
        return None
    (folder / "kept.dat").write_bytes(reduced(whole))
    (folder / "kept.s").write_text(
        f".section .rodata\n.balign 16\n.globl {symbol[1]}\n.type {symbol[1]}, @object\n{symbol[1]}:\n"
        f'.incbin "kept.dat"\n.size {symbol[1]}, . - {symbol[1]}\n.section .note.GNU-stack,"",@progbits\n')
    subprocess.run(["clang", "-c", "kept.s", "-o", "kept.o"], cwd=folder, check=True)
    return folder / "kept.o"
