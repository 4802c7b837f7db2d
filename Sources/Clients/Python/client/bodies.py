"""Bodies and results as lines have them, and bodies in their content codings. Pure."""
import base64
import dataclasses
import datetime
import decimal
import enum
import gzip
import importlib
import json
import math
import re
import sys
import uuid
import zlib

from .app import ExternalError, Unkept


def packed(data):
    """`body` and `encoding` of bytes."""
    try:
        return {"body": data.decode("utf-8"), "encoding": "text"}
    except UnicodeDecodeError:
        return {"body": base64.b64encode(data).decode("ascii"), "encoding": "base64"}


def packed_question(data):
    """The same with JSON as such, which a person can read and compare."""
    try:
        if not data.strip():
            return {"body": "", "encoding": "text"}
        body = json.loads(data.decode())        # of UTF-8 alone (RFC 8259, 8.1)
        json.dumps(body, allow_nan=False)       # Python reads NaN, and takes 1e999 for infinity
        return {"body": body, "encoding": "json"}
    except ValueError:
        return packed(data)


def unpacked(message):
    body, encoding = message.get("body", ""), message.get("encoding", "text")
    if encoding == "base64":
        return base64.b64decode(body)
    return (json.dumps(body) if encoding == "json" else body).encode("utf-8")


def changed_bytes(data, change):
    """Bytes with `change` of their text: that of UTF-16 behind its mark, else one letter for each byte."""
    kind = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}.get(data[:2], "latin-1")
    try:
        return change(data.decode(kind, "surrogatepass")).encode(kind, "surrogatepass")
    except UnicodeDecodeError:
        return change(data.decode("latin-1")).encode("latin-1")


def changed_coded(data, change, codings=None):
    """The same of a body in `codings`; without, of one that may be gzip. Where they do not fit, the bytes stay."""
    codings = codings or ([GZIP] if data.startswith(b"\x1f\x8b") else [])
    try:
        plain = data
        for decode, _ in codings:
            plain = decode(plain) if plain else plain
        changed = changed_bytes(plain, change)
        if changed == plain:
            return data
        for _, code in reversed(codings):
            changed = code(changed)
        return changed
    except Exception as error:      # of whichever library
        del error
        return data


def packed_coded(data, change, codings=None):
    return {"body": base64.b64encode(changed_coded(data, change, codings)).decode("ascii"), "encoding": "base64"}


def members(data, begins, start):
    """What is in the members of a coding, which begin with `begins`, without what is behind them."""
    parts = []
    while data.startswith(begins):
        member = start()
        parts.append(member.decompress(data))
        if not member.eof:
            raise EOFError
        data = member.unused_data
    return b"".join(parts)


GZIP = (lambda data: members(data, b"\x1f\x8b", lambda: zlib.decompressobj(31)),
        lambda data: gzip.compress(data, mtime=0))


def coders(headers):
    """What decodes and codes a body by its headers: pairs of functions, outermost first; None where one is not known."""
    found = [value.lower() for name, value in headers if name.lower() == "content-encoding"]
    names = [name for name in (one.strip() for value in found for one in value.split(",")) if name != "identity"]
    if not names:
        return []
    kinds = {"gzip": GZIP, "x-gzip": GZIP,
             "deflate": (lambda data: zlib.decompress(data, 15 if data[:1] and data[0] & 15 == 8 else -15), zlib.compress)}
    # The libraries by which an app decodes such a body itself; Python 3.14 has one of its own.
    for name, modules in (("br", ("brotli", "brotlicffi")), ("zstd", ("compression.zstd", "backports.zstd", "zstandard"))):
        for module in modules if name in names else ():
            try:
                one = importlib.import_module(module)
            except ImportError:
                continue
            kinds[name] = (one.decompress, one.compress)
            if module == "zstandard":       # its `decompress` needs a length in the head
                kinds[name] = (lambda data: members(data, b"\x28\xb5\x2f\xfd", one.ZstdDecompressor().decompressobj), one.compress)
            break
    return [kinds[name] for name in reversed(names)] if all(name in kinds for name in names) else None


# What JSON has not stands in a result as `{"$TYPE": …}`: by its text, or by what it holds.
AS_TEXT = {
    float: (repr, float), complex: (repr, complex), decimal.Decimal: (str, decimal.Decimal), uuid.UUID: (str, uuid.UUID),
    bytes: (lambda value: base64.b64encode(value).decode(), base64.b64decode),
    bytearray: (lambda value: base64.b64encode(value).decode(), lambda text: bytearray(base64.b64decode(text))),
    **{kind: (kind.isoformat, kind.fromisoformat) for kind in (datetime.datetime, datetime.date, datetime.time)},
    datetime.timedelta: (lambda value: f"{value.days} {value.seconds} {value.microseconds}",
                         lambda text: datetime.timedelta(*map(int, text.split())))}
AS_LIST = (tuple, set, frozenset)
BITS_LIMIT = 14_000              # of a whole number in a result: Python reads 4,300 digits


def packed_result(value):
    """`body` and `encoding` of what an external gives: JSON as a text, which keeps the order of keys and every digit."""
    try:
        plain = kept(value, "result")
        has_halves = bool(re.search("[\ud800-\udfff]", text := json.dumps(plain, ensure_ascii=False)))   # no UTF-8 has them
    except RecursionError:
        raise Unkept("a result that holds itself or is nested too deep. Return a flat value.") from None
    if type(value) is str and not has_halves:
        return {"body": value, "encoding": "json"}
    return {"body": json.dumps(plain) if has_halves else text, "encoding": "text"}


def kept(value, path):
    """The value as JSON. Unkept, with the path, where it would come back as another one."""
    kind = type(value)
    if value is None or kind in (bool, str) or kind is float and math.isfinite(value) \
            or kind is int and value.bit_length() < BITS_LIMIT:
        return value
    if kind is dict:
        parts = [[key, kept(one, f"{path}[{key!r}]")] for key, one in value.items()]
        if all(type(key) is str for key in value) and not is_marked(value):
            return dict(parts)
        return {"$dict": [[kept(key, f"a key of {path}"), one] for key, one in parts]}
    if kind is list or kind in AS_LIST:
        parts = [kept(one, f"{path}[{index}]") for index, one in enumerate(value)]
        return parts if kind is list else {"$" + kind.__name__: parts}
    if kind in AS_TEXT:
        write, read = AS_TEXT[kind]
        if repr(read(write(value))) == repr(value):
            return {"$" + kind.__name__: write(value)}
    if (parts := parts_of(value)) is not None and class_named(name := f"{kind.__module__}:{kind.__qualname__}") is kind:
        return {"$class": [name, {key: kept(one, f"{path}.{key}") for key, one in parts.items()}]}
    raise Unkept(f"a {kind.__module__}.{kind.__qualname__} at {path}, which would come back as another value. Return texts, "
                 "numbers, dates without a named time zone, bytes, lists, tuples, sets, dicts, or named tuples, enums and data "
                 "classes of a module.")


def error_text(error):
    """What is told of an error of a call: `CLASS: WORDS`, no longer than the protocol allows."""
    return f"{type(error).__name__}: {error}".encode("utf-8", "replace")[:4_000].decode("utf-8", "ignore")


def packed_error(error):
    """`packed` of an error of an external: its class and what that is made of. Empty where another one would come back."""
    kind = type(error)
    try:
        made_by, args, *state = error.__reduce__()
        parts = [f"{kind.__module__}:{kind.__qualname__}", *(kept(one, "error") for one in (args, state[0] if state else None))]
        again = made_error(*json.loads(text := json.dumps({"$error": parts}))["$error"])
        if (made_by, type(again), str(again), repr(again.__reduce__()[1:])) == (kind, kind, str(error), repr((args, *state))):
            return packed(text.encode())
    except Exception:
        pass        # what it is made of cannot be kept, or makes no such error
    return packed(b"")


def made_error(name, args, state):
    """The error of a class `MODULE:NAME`; ExternalError where no such class is loaded."""
    kind = loaded(name)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        raise ExternalError(f"the session has an error {name}, which the app does not know. Ask anew with --calls live.")
    error = kind(*restored(args))
    if state is not None:
        error.__setstate__(restored(state))
    return error


def parts_of(value):
    """The fields of a named tuple or data class, the name of a member of an enum; None of anything else."""
    if isinstance(value, enum.Enum):
        return {"name": value.name} if value.name in type(value).__members__ else None
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return value._asdict()
    if dataclasses.is_dataclass(value):
        parts = {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}
        return parts if parts.keys() >= getattr(value, "__dict__", {}).keys() else None
    return None


def class_named(name):
    """The class `MODULE:NAME` of a module that is loaded and whose instances have parts; None without one."""
    kind = loaded(name)
    is_kind = isinstance(kind, type) and (
        issubclass(kind, enum.Enum) or issubclass(kind, tuple) and hasattr(kind, "_fields") or dataclasses.is_dataclass(kind))
    return kind if is_kind else None


def loaded(name):
    """What `MODULE:NAME` names in a module that is loaded; None without one."""
    module, _, path = name.partition(":")
    found = sys.modules.get(module)
    for part in path.split("."):
        found = getattr(found, part, None)
    return found


def made_of(kind, parts):
    """What `parts_of` took apart."""
    if issubclass(kind, enum.Enum):
        return kind[parts["name"]]
    if issubclass(kind, tuple):
        return kind._make(parts[name] for name in kind._fields)
    made = object.__new__(kind)
    for name, value in parts.items():
        object.__setattr__(made, name, value)
    return made


def is_marked(value):
    return len(value) == 1 and str(next(iter(value))).startswith("$")


def restored(value):
    """What was kept."""
    if isinstance(value, list):
        return [restored(one) for one in value]
    if not isinstance(value, dict):
        return value
    if not is_marked(value):
        return {key: restored(one) for key, one in value.items()}
    [(name, inner)] = value.items()
    if name == "$dict":
        return {restored(key): restored(one) for key, one in inner}
    for kind in AS_LIST:
        if name == "$" + kind.__name__:
            return kind(restored(inner))
    for kind, (_, read) in AS_TEXT.items():
        if name == "$" + kind.__name__:
            return read(inner)
    if name == "$class" and (kind := class_named(inner[0])):
        return made_of(kind, {key: restored(one) for key, one in inner[1].items()})
    raise ExternalError(f"the session has a value {name} {inner[0] if name == '$class' else ''} that the app and this client do "
                        "not know. Ask anew with --calls live.")
