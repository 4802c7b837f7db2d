"""What an app makes of a caller's name, words and number, and where it writes that.

Each has a name, the place, and the expression in Python, which goes by `words` (all that was said), `name`, `first`,
`last` and `number` (the digits). The page on redaction promises that `PROMISED` are hidden; `UNPROMISED` may stay.
"""
SAID = "call quixote vandermeer on five five five oh one two three"

# What the bot and the check both derive from. `json`, `base64` and the like are imported where this is run.
GIVEN = f"""
import base64, binascii, codecs, gzip, hashlib, html, json, urllib.parse, zlib
DIGITS = dict(zip("oh one two three four five six seven eight nine".split(), "0123456789"))
ACCENTS = str.maketrans("aeo", "àéô")
WIDE = {{code: code + 0xFEE0 for code in range(0x21, 0x7f)}}
ARABIC = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")


def derived(words, expression):
    first, last = words.split()[1:3]
    name, number = f"{{first}} {{last}}", "".join(DIGITS.get(word, "") for word in words.split())
    return eval(expression, globals(), {{"words": words, "first": first, "last": last, "name": name, "number": number}})
"""

PROMISED = [
    ("the words", "field", "words"),
    ("the name", "field", "name"),
    ("the number", "field", "number"),
    ("upper case", "field", "name.upper()"),
    ("title", "field", "name.title()"),
    ("swapped case", "field", "name.title().swapcase()"),
    ("accents", "field", "name.translate(ACCENTS)"),
    ("plural", "field", "first + 's'"),
    ("possessive", "field", 'first + "\'s"'),
    ("another form", "field", "first[:-1] + 'ic'"),
    ("camel case", "field", "first + last.title()"),
    ("snake case", "field", "f'{first}_{last}'"),
    ("kebab case", "field", "f'user-{first}-{last}-id'"),
    ("joined", "field", "first + last"),
    ("an address of mail", "field", "f'{first}.{last}@example.com'"),
    ("a handle", "field", "f'@{first}99'"),
    ("a greeting", "field", "f'Dear {name.title()}, welcome'"),
    ("last name first", "field", "f'{last}, {first}'"),
    ("in brackets", "field", "f'[{first}]'"),
    ("as a list in text", "field", "str(words.split())"),
    ("JSON", "field", "json.dumps({'who': name})"),
    ("JSON in JSON", "field", "json.dumps({'in': json.dumps({'who': name, 'on': number})})"),
    ("escapes of JSON", "field", "''.join(f'\\\\u{ord(c):04x}' for c in name)"),
    ("escapes of an address", "field", "urllib.parse.quote(name)"),
    ("every letter as an escape of an address", "field", "''.join(f'%{ord(c):02X}' for c in name)"),
    ("a form", "field", "urllib.parse.urlencode({'who': name, 'on': number})"),
    ("escapes of HTML", "field", "''.join(f'&#{ord(c)};' for c in name)"),
    ("hexadecimal escapes of HTML", "field", "''.join(f'&#x{ord(c):x};' for c in name)"),
    ("an element", "field", "f'<b>{html.escape(name)}</b>'"),
    ("base64", "field", "base64.b64encode(name.encode()).decode()"),
    ("base64 of addresses", "field", "base64.urlsafe_b64encode(name.encode()).decode()"),
    ("base64 of JSON", "field", "base64.b64encode(json.dumps({'who': name}).encode()).decode()"),
    ("base64 of the number", "field", "base64.b64encode(number.encode()).decode()"),
    ("spaced digits", "field", "' '.join(number)"),
    ("dashes", "field", "f'{number[:3]}-{number[3:]}'"),
    ("dots", "field", "f'{number[:3]}.{number[3:5]}.{number[5:]}'"),
    ("brackets", "field", "f'({number[:3]}) {number[3:]}'"),
    ("a country", "field", "f'+1{number}'"),
    ("tel:", "field", "f'tel:+1-{number[:3]}-{number[3:]}'"),
    ("digits in a name", "field", "f'id_{number}x'"),
    ("the first five digits", "field", "number[:5]"),
    ("the last four digits", "field", "number[-4:]"),
    ("other scripts of digits", "field", "number.translate(ARABIC)"),
    ("wide digits", "field", "number.translate(WIDE)"),
    ("doubled words of the number", "field", "'triple five zero one two three'"),
    ("zeros before", "field", "number.zfill(12)"),
    ("a number", "figure", "int(number)"),
    ("a negative number", "figure", "-int(number)"),
    ("a list of digits", "list", "[int(d) for d in number]"),
    ("a list of texts of digits", "list", "list(number)"),
    ("a number", "why", "int(number)"),
    ("the name", "key", "first"),
    ("joined", "key", "first + last"),
    ("the name", "say", "f'Hello, {name}'"),
    ("the number", "say", "number"),
    ("the name", "body", "name"),
    ("the number", "body", "number"),
    ("a number", "body", "int(number)"),
    ("the name", "nested", "name"),
    ("the name", "header", "name"),
    ("the number", "header", "number"),
    ("the name", "query", "name"),
    ("the number", "query", "number"),
    ("the name", "path", "first"),
    ("the number", "path", "number"),
    ("the words", "socket", "words"),
    ("the number", "socket", "number"),
    ("the name", "binary", "name"),
    ("base64", "body", "base64.b64encode(name.encode()).decode()"),
    ("the name", "argument", "name"),
    ("the number", "argument", "number"),
    ("the name", "result", "name"),
    ("the number", "result", "number"),
    ("the name", "log", "name"),
    ("the name", "file", "first"),
    ("the name", "error", "name"),
    ("the number", "error", "number"),
    ("the name", "task", "name"),
    ("the next number", "figure", "int(number) + 1"),
]
UNPROMISED = [
    ("reversed", "field", "name[::-1]"),
    ("the number reversed", "field", "number[::-1]"),
    ("letters apart", "field", "' '.join(first)"),
    ("initials", "field", "first[0] + last[0]"),
    ("without vowels", "field", "''.join(c for c in first if c not in 'aeiou')"),
    ("four letters", "field", "first[:4]"),
    ("ROT13", "field", "codecs.encode(first, 'rot13')"),
    ("hexadecimal", "field", "name.encode().hex()"),
    ("base32", "field", "base64.b32encode(name.encode()).decode()"),
    ("base64 twice", "field", "base64.b64encode(base64.b64encode(name.encode())).decode()"),
    ("base64 of gzip", "field", "base64.b64encode(gzip.compress(name.encode(), mtime=0)).decode()"),
    ("a digest", "field", "hashlib.sha256(name.encode()).hexdigest()[:12]"),
    ("a checksum", "figure", "zlib.crc32(name.encode())"),
    ("the sum of the digits", "figure", "sum(map(int, number))"),
    ("the number in hexadecimal", "field", "f'{int(number):x}'"),
    ("the last two digits", "field", "number[-2:]"),
    ("codes of letters", "list", "[ord(c) for c in first]"),
    ("leet", "field", "first.replace('i', '1').replace('o', '0')"),
    ("quoted-printable", "field", "''.join(f'={ord(c):02X}' for c in first)"),
]

BOT = '''
import asyncio
import logging
import sys
import urllib.request

import voicetest_app as voice

voice.declare(name="bot", kinds={
    "heard": {"role": "decision", "fields": {"text": "text", "figure": "number"}}})
voice.stub("POST https://api.example/", lambda to, body: b'{"ok": true}')
voice.stub("GET wss://api.example/", lambda to, message: None)


@voice.external("crm")
def crm(argument):
    if PLACE == "error":
        raise ValueError(argument)
    return {"of": argument} if PLACE == "result" else {}


def ask(path="", body=b"{}", **headers):
    urllib.request.urlopen(urllib.request.Request(f"https://api.example/{path}", body, headers, method="POST")).read()


async def fail(text):
    raise ValueError(text)


async def write(value):
    if PLACE in ("field", "figure", "list"):
        voice.emit("heard", **{"text" if PLACE == "field" else PLACE: value})
    elif PLACE == "why":
        voice.emit("heard", text="number", why={"digits": value})
    elif PLACE == "key":
        voice.emit("heard", **{value: 1})
    elif PLACE == "say":
        await voice.say(value)
    elif PLACE in ("body", "nested"):
        value = value if PLACE == "body" else json.dumps({"of": value})
        ask(body=json.dumps({"messages": [{"content": value}]}).encode())
    elif PLACE == "header":
        ask(**{"X-Caller": value})
    elif PLACE == "query":
        ask("?" + urllib.parse.urlencode({"of": value}))
    elif PLACE == "path":
        ask(f"callers/{value}/new")
    elif PLACE in ("socket", "binary"):
        import websockets
        async with websockets.connect("wss://api.example/") as line:
            await line.send(value if PLACE == "socket" else value.encode())
            await asyncio.sleep(.1)
    elif PLACE in ("argument", "result"):
        crm(value)
    elif PLACE == "log":
        logging.error("caller %s", value)
        print(value, file=sys.stderr)
    elif PLACE == "file":
        open(f"{value}.txt", "w").close()
        voice.emit("heard", text=f"{value}.txt")
    elif PLACE == "error":
        try:
            crm(value)
        except ValueError as error:
            voice.emit("heard", text=str(error))
    elif PLACE == "task":
        asyncio.ensure_future(fail(value))
        await asyncio.sleep(.1)


async def main():
    await voice.say("Who is it?")
    words = await voice.listen()
    if DECIDES:
        await voice.say("A long name." if words.startswith("call qu") else "Another.")
    for expression in EXPRESSIONS:
        await write(derived(words, expression))
    await voice.say("Thank you.")
asyncio.run(main())
'''


def groups(table):
    """Returns the derivations of a table that one bot writes: those of a place."""
    found = {}
    for name, place, expression in table:
        found.setdefault(place, []).append((name, place, expression))
    return list(found.values())


def bot(group, decides):
    """Returns a bot that writes what it derives to a place. One that `decides` says something else to others."""
    expressions = [expression for _, _, expression in group]
    return f"{GIVEN}\nPLACE, EXPRESSIONS, DECIDES = {group[0][1]!r}, {expressions!r}, {decides!r}\n{BOT}"
