"""Changes that a hostile user, a broken disk or an untidy merge makes to files."""
import copy
import json
import os
import re
import resource

NUMBERS = [0, 1, -1, 2, 7, 159, 160, 255, 256, 1000, 65_535, 65_536, 2**31 - 1, 2**31, 2**32, 2**62,
           2**63 - 1, -2**63, 2**64, 10**30]
RAW_NUMBERS = ["1e308", "-1e308", "1e999", "0.1", "-0", "1E5", "0x10", "01", "NaN", "Infinity",
               "9" * 400, "1." + "0" * 300, "+1", "1e-400"]
STRINGS = ["", " ", "\n", "\x1b[2J\x1b]0;x\x07", "::error::PLANTED", "x\n::error::PLANTED\n",
           "x\r::error::PLANTED", "\u2028::error::PLANTED", "../../../../outside/secret.txt", "..",
           ".", "/",
           "/dev/zero", "/dev/null", "a/../../x", "\x00", "\x7f\x9b31m\u202egnp", "\u2066x", "-",
           "--force", "%n%s",
           "$[VF]", "$[", "<script>alert(1)</script>", "]]>", "&amp;\"'>", "é" * 300, "x" * 5000,
           "\U0001f600", "\udcff\udcfe",
           "(a+)+$", "(?i)", "[", "VF_START", "VF_END", "DEFAULT", "true", "0", "null", "\ufeff",
           "NUL", "a\tb", "<<<<<<< HEAD", "C:\\x", "file:///etc/passwd", "${HOME}", "`id`"]
LINES = [
         b"<<<<<<< HEAD\n", b"=======\n", b">>>>>>> theirs\n", b"\n", b"{}\n", b"[]\n", b"null\n",
         b"::error::PLANTED\n", b"\x1b[31mred\n", b"\xff\xfe\xfd\n", b"\xef\xbb\xbf", b"\x00" * 64,
         b'{"kind":"traceEnd"}\n', b'{"kind":"end","reason":"x"}\n', b"#JSGF V1.0;\n",
         b"x" * 70_000,
         b"/* \n", b'"', b"\\u0000", b"\\ud800", b",", b"}", b"]", b"//"]


class Raw(str):
    """Text of a JSON value as it is written."""


class Pairs(list):
    """An object whose keys may repeat."""


class Special:
    """Something in the place of a file."""

    def __init__(self, kind, value=None):
        self.kind, self.value = kind, value

    def __repr__(self):
        return f"{self.kind} {self.value}" if self.value is not None else self.kind

    def make(self, path, folder):
        if self.kind == "fifo":
            os.mkfifo(path)
        elif self.kind == "folder":
            os.mkdir(path)
        elif self.kind == "link":
            os.symlink(self.value.replace("{case}", folder), path)
        elif self.kind == "socket":
            import socket
            with socket.socket(socket.AF_UNIX) as end:
                here = os.open(os.path.dirname(path), os.O_RDONLY)
                try:  # a socket's whole path has to be short
                    end.bind(f"/proc/self/fd/{here}/{os.path.basename(path)}")
                finally:
                    os.close(here)
        elif self.kind == "sparse":
            limit = resource.getrlimit(resource.RLIMIT_FSIZE)
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit[1], limit[1]))
            with open(path, "wb") as file:
                head, size = self.value
                file.write(head)
                file.truncate(size)
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)


def special(chance, data=b""):
    """Something that is no regular file, or a file of no reasonable size."""
    return chance.choice([
        Special("fifo"), Special("fifo"), Special("folder"), Special("socket"), b"",
        Special("link", "/dev/zero"), Special("link", "/dev/null"), Special("link", "nowhere"),
        Special("link", "{case}/outside/secret.txt"), Special("link", "{case}/outside/mic.flac"),
        Special("link", "."), Special("link", "{case}/outside"), Special("link", "/proc/self/mem"),
        Special("sparse", (data[:200_000], 1 << 40)), Special("sparse", (b"", 1 << 40)),
        Special("sparse", (data[:200_000], 3 << 30))])


def write_tree(tree, folder, case_folder):
    """Writes names to bytes or specials below a folder."""
    made = set()
    root = os.fsencode(folder)
    os.makedirs(root, exist_ok=True)
    for name, data in tree.items():
        path = os.path.join(root, os.fsencode(name))
        parent = os.path.dirname(path)
        if parent not in made:
            os.makedirs(parent, exist_ok=True)
            made.add(parent)
        if isinstance(data, Special):
            data.make(os.fsdecode(path), case_folder)
        else:
            with open(path, "wb") as file:
                file.write(data)


def read_tree(folder):
    """The regular files below a folder, by their names in it."""
    tree = {}
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                tree[os.path.relpath(path, folder)] = file.read()
    return tree


def bounded(chance, size):
    return chance.randrange(size) if size > 0 else 0


def mutate_bytes(chance, data):
    """One to three changes of bytes."""
    data = bytearray(data)
    for _ in range(chance.choice([1, 1, 1, 2, 3])):
        at = bounded(chance, len(data))
        end = min(len(data), at + chance.choice([1, 2, 4, 16, 200, 5000]))
        kind = chance.randrange(11)
        if kind == 0 and data:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1 and data:
            data[at] = chance.choice([0, 255, 10, 13, 27, 34, 92, 123, 128, chance.randrange(256)])
        elif kind == 2:
            del data[at:]
        elif kind == 3:
            del data[at:end]
        elif kind == 4:
            data[at:at] = data[at:end] * chance.choice([1, 2, 50])
        elif kind == 5:
            data[at:at] = chance.choice(LINES)
        elif kind == 6:
            data[at:at] = chance.randbytes(chance.choice([1, 3, 100]))
        elif kind == 7:
            other = bounded(chance, len(data))
            size = end - at
            data[at:end], data[other:other + size] = data[other:other + size], data[at:end]
        elif kind == 8:
            value = chance.choice(NUMBERS) & 0xFFFFFFFFFFFFFFFF
            width = chance.choice([2, 4, 8])
            order = chance.choice(["little", "big"])
            number = (value % (1 << (8 * width))).to_bytes(width, order)
            data[at:at + width] = number
        elif kind == 9:
            data += chance.choice(LINES)
        elif kind == 10:
            lines = bytes(data).split(b"\n")
            first, second = bounded(chance, len(lines)), bounded(chance, len(lines))
            what = chance.randrange(3)
            if what == 0:
                lines[first], lines[second] = lines[second], lines[first]
            elif what == 1:
                lines.insert(second, lines[first])
            else:
                del lines[first]
            data = bytearray(b"\n".join(lines))
    return bytes(data)


def places(value, place=()):
    """Every place in a JSON value, as a way of keys and numbers."""
    yield place
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from places(inner, place + (key,))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from places(inner, place + (index,))


def at(value, place):
    for step in place:
        value = value[step]
    return value


def number(chance, old):
    if chance.random() < 0.15:
        return Raw(chance.choice(RAW_NUMBERS))
    if isinstance(old, (int, float)) and not isinstance(old, bool) and chance.random() < 0.4:
        return old + chance.choice([1, -1, 10, -160, 16_000])
    return chance.choice(NUMBERS)


def string(chance, old):
    text = chance.choice(STRINGS)
    if isinstance(old, str) and chance.random() < 0.4:
        cut = bounded(chance, len(old) + 1)
        return old[:cut] + text + old[cut:]
    return text


def other_type(chance, old):
    return copy.deepcopy(chance.choice(
        [None, True, False, 0, -1, "", "x", [], {}, [[]], {"": ""}, [old], {"x": old}, Raw("1e308"),
         Raw("[" * 100 + "]" * 100), Raw("[" * 200_000), Raw('{"a":' * 5000 + "1" + "}" * 5000)]))


def mutate_json(chance, value, among=None):
    """A copy with one to three values or keys changed; says where."""
    value = copy.deepcopy(value)
    told = []
    for _ in range(chance.choice([1, 1, 1, 1, 2, 3])):
        if not isinstance(value, (dict, list)):
            break
        ways = [way for way in (among or list(places(value)))][1:]
        if not ways:
            break
        way = chance.choice(ways)
        try:
            parent = at(value, way[:-1])
            old = parent[way[-1]]
        except (KeyError, IndexError, TypeError):
            continue
        if isinstance(parent, Pairs):
            continue
        kind = chance.randrange(10)
        told.append(f"{'.'.join(map(str, way))}")
        if kind <= 2 and isinstance(old, (int, float)) or kind == 9:
            parent[way[-1]] = number(chance, old)
        elif kind <= 2 and isinstance(old, str) or kind == 3:
            parent[way[-1]] = string(chance, old)
        elif kind <= 4:
            parent[way[-1]] = other_type(chance, old)
        elif kind == 5:
            del parent[way[-1]]
        elif kind == 6 and isinstance(parent, dict):
            pairs = Pairs(parent.items())
            pairs.insert(bounded(chance, len(pairs)), (way[-1], number(chance, old)))
            if len(way) == 1:
                value = pairs
            else:
                at(value, way[:-2])[way[-2]] = pairs
        elif kind == 6:
            parent.insert(bounded(chance, len(parent)), copy.deepcopy(old))
        elif kind == 7:
            other = chance.choice(ways)
            try:
                parent[way[-1]] = copy.deepcopy(at(value, other))
            except (KeyError, IndexError, TypeError):
                pass
        elif kind == 8 and isinstance(parent, dict):
            parent[string(chance, way[-1])] = old
        else:
            parent[way[-1]] = [copy.deepcopy(old) for _ in range(chance.choice([2, 100]))]
    return value, ", ".join(told)


def quote(text):
    """A JSON string as the program writes it, which spells two characters otherwise than Python."""
    spelled = json.dumps(text, ensure_ascii=False)
    if "\b" in text or "\f" in text:
        ours = {"\\b": "\\u0008", "\\f": "\\u000c"}
        spelled = re.sub(r"\\.", lambda match: ours.get(match[0], match[0]), spelled)
    return spelled


def dumps(value):
    """Canonical JSON; `Raw` stands as it is, `Pairs` in their order."""
    if isinstance(value, Raw):
        return str(value)
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, bool) or value is None or isinstance(value, float):
        return json.dumps(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Pairs):
        return "{" + ",".join(quote(key) + ":" + dumps(inner) for key, inner in value) + "}"
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: key.encode("utf-8", "surrogateescape"))
        return "{" + ",".join(quote(key) + ":" + dumps(value[key]) for key in keys) + "}"
    return "[" + ",".join(map(dumps, value)) + "]"


def encode(text):
    return text.encode("utf-8", "surrogateescape")


def loads(data):
    """JSON whose trailing commas are allowed, as in flow files; None where it is none."""
    text = data.decode("utf-8", "surrogateescape")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    try:
        return json.loads(re.sub(r",(\s*[}\]])", r"\1", text))
    except (ValueError, RecursionError):
        return None
