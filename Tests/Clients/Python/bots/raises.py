"""What externals raise: each error comes to the caller as the function raised it. The last two are such as no session keeps."""
import asyncio
import json
import urllib.error

import voicetest_app as voice

KEY = "sk-proj-9f8e7d6c5b4aQw2Rb8Vn5Yc1"


class NoTable(LookupError):
    def __init__(self, seats, hours=()):
        super().__init__(seats, hours)
        self.seats, self.again = seats, {"at": hours}


class Refused(Exception):
    def __init__(self, *, status):
        super().__init__(f"status {status}")


def local():
    class Inner(ValueError):
        pass
    return Inner("inner")


with_code = RuntimeError("no size", 3)
with_code.code = 429
ERRORS = [
    ValueError("no size"), ValueError(), KeyError("größe"), StopIteration(1), FileNotFoundError(2, "No such file", "menu.json"),
    OSError("closed"), ImportError("no menu", name="menu"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid"), with_code,
    json.JSONDecodeError("Expecting value", "{", 1), urllib.error.URLError("refused"), NoTable(4, (18, 19)), TimeoutError("late"),
    Refused(status=503), local()]


@voice.external("menu")
def menu(index):
    raise ERRORS[index]


@voice.external("later")
async def later(index):
    raise ERRORS[index]


@voice.external("login")
def login(user, password):
    raise PermissionError(f"{user} with {password} may not use {KEY}")


def seen(index, error):
    of = ERRORS[index]
    told = [type(error) is type(of), str(error) == str(of), repr(error.__reduce__()) == repr(of.__reduce__())]
    voice.emit("raised", told=told, text=f"{type(error).__name__}: {error}")


async def main():
    for index in range(len(ERRORS)):
        try:
            menu(index)
        except Exception as error:
            seen(index, error)
    try:
        await later(0)
    except ValueError as error:
        seen(0, error)
    try:
        login("ada", "hunter2 or so")
    except PermissionError as error:
        voice.emit("refused", text=str(error), isOwn="hunter2 or so" in str(error))
        voice.emit("key", text="api_key=9f8e7d6c5b4aQw2Rb8Vn5Yc9")
asyncio.run(main())
