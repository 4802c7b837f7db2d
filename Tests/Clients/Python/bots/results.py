"""What externals give: each value comes to the caller as the function returned it. With a name it gives what no session keeps."""
import collections
import dataclasses
import datetime
import decimal
import enum
import sys
import uuid

import voicetest_app as voice

Point = collections.namedtuple("Point", "x y")
Color = enum.IntEnum("Color", "red green")
Access = enum.Flag("Access", "read write")


@dataclasses.dataclass(frozen=True)
class Order:
    size: str
    at: datetime.date
    points: tuple = ()


@dataclasses.dataclass
class Open:
    size: str


VALUES = [
    None, True, 7, -0.0, 1.0, .1 + .2, 1e22, 2 ** 53 + 1, 2 ** 70, float("nan"), float("inf"), -float("inf"), 1 + 2j,
    "", "text", "a\0b", "Müller 🍕", "\ud800", "\u2028", "line\nline", "null", '{"a": 1}',
    {"zebra": 1, "apple": {"b": 1, "a": [{"z": 1, "y": 2}]}}, {2: "b", 1: "a"}, {None: 1, True: 2, (1, 2): 3, 1.5: 4}, {"1": 1},
    {"$tuple": [1]}, {"$dict": {"$x": 1}}, {"$a": 1, "b": 2}, {}, [], [1, [2, [3]]], (), (1, (2, "x")), ["a", ("b",)],
    {1, 2, 3}, set(), frozenset("a"), {"set": {(1, 2)}}, b"", b"\x00\xff", bytearray(b"ab"), decimal.Decimal("1.10"),
    uuid.UUID(int=5), datetime.date(2020, 2, 29), datetime.datetime(2020, 1, 1, 1, 2, 3, 4), datetime.time(1, 2),
    datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone.utc), datetime.timedelta(-1, 2, 3),
    datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=-3, minutes=-30))),
    Point(1, (2,)), {"color": Color.red, Color.green: 1}, [Order("large", datetime.date(2020, 1, 1), (Point(0, 0),))]]


def local():
    return collections.namedtuple("Local", "x")(1)


def more():
    found = Open("large")
    found.note = 1
    return {"order": found}


def itself():
    found = []
    found.append(found)
    return found


REFUSED = {
    "object": lambda: {"rows": [1, object()]}, "named": lambda: [local()], "enum": lambda: {"may": Access.read | Access.write},
    "field": lambda: Order("large", object()), "more": more,
    "ordered": lambda: collections.OrderedDict(a=1), "itself": itself, "function": lambda: {"f": print}, "huge": lambda: 10 ** 5_000,
    "zoned": lambda: {"at": datetime.datetime(2020, 1, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=1), "CET"))},
    "folded": lambda: [datetime.datetime(2020, 1, 1, fold=1)], "key": lambda: {local(): 1}}


@voice.external("values")
def value_of(index):
    return VALUES[index]


@voice.external("refused")
def refused(name):
    return REFUSED[name]()


if len(sys.argv) > 1:
    try:
        refused(sys.argv[1])
    except BaseException:
        voice.emit("caught")
else:
    for index, value in enumerate(VALUES):
        try:
            found = value_of(index)
            told = [type(found) is type(value), repr(found) == repr(value)]
        except Exception as error:
            told = [repr(error)]
        voice.emit("value", index=index, told=told)
