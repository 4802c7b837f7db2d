"""Asks the odd server with every library, and writes what each saw into the file TRANSCRIPT.

    python3 bot.py ORIGIN LIBRARIES PATHS    both are lists with commas
"""
import asyncio
import gzip
import http.client
import json
import os
import sys
import urllib.error
import urllib.request

ORIGIN, LIBRARIES, PATHS = sys.argv[1], sys.argv[2].split(","), sys.argv[3].split(",")
OF_CONNECTION = ("connection", "keep-alive")
LINES = []


def note(library, path, **seen):
    if "headers" in seen:
        seen["headers"] = [[name, value] for name, value in seen["headers"] if name.lower() not in OF_CONNECTION]
    LINES.append(json.dumps({"library": library, "path": path, **seen}))


def tell(library, path, error):
    causes = []
    while error is not None and len(causes) < 4:
        causes.append(f"{type(error).__name__}: {error}")
        error = error.__cause__ or error.__context__
    note(library, path, error=causes)


def ways(path):
    """Method, address and body of what is asked of a path."""
    yield "GET", f"{ORIGIN}/{path}", None
    if path in ("plain", "chunks", "gzip", "no-type"):
        yield "HEAD", f"{ORIGIN}/{path}", None
    if path in ("echo", "moved", "moved-kept", "moved-with-cookie"):
        yield "POST", f"{ORIGIN}/{path}", b'{"a":  1, "b": "x"}'


def with_urllib():
    import http.cookiejar
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    for path in PATHS:
        for method, address, body in ways(path):
            try:
                headers = {"Content-Type": "application/json", "X-Odd": "a"} if body else {}
                with opener.open(urllib.request.Request(address, body, headers, method=method), timeout=5) as answer:
                    note("urllib", path, status=answer.status, reason=answer.reason, url=answer.url, headers=answer.headers.items(), body=repr(answer.read()))
            except urllib.error.HTTPError as error:
                try:
                    note("urllib", path, status=error.code, reason=error.reason, headers=error.headers.items(), body=repr(error.read()))
                except (OSError, http.client.HTTPException) as cut:
                    tell("urllib", path, cut)
            except (OSError, http.client.HTTPException, ValueError) as error:
                tell("urllib", path, error)


def with_requests():
    import requests
    with requests.Session() as session:
        for path in PATHS:
            for method, address, body in ways(path):
                try:
                    answer = session.request(method, address, data=body, timeout=5, allow_redirects=method != "HEAD")
                    note("requests", path, status=answer.status_code, reason=answer.reason, url=answer.url, headers=list(answer.raw.headers.items()), version=answer.raw.version,
                         body=repr(answer.content), text=answer.text, links=answer.links, cookies=session.cookies.items())
                except (requests.RequestException, ValueError) as error:
                    tell("requests", path, error)


async def with_httpx():
    import httpx
    async with httpx.AsyncClient(follow_redirects=True) as client:
        for path in PATHS:
            for method, address, body in ways(path):
                try:
                    async with client.stream(method, address, content=body) as answer:
                        data = await answer.aread()
                        note("httpx", path, status=answer.status_code, reason=answer.reason_phrase, version=answer.http_version, url=str(answer.url),
                             headers=[[name.decode("latin-1"), value.decode("latin-1")] for name, value in answer.headers.raw], body=repr(data),
                             text=answer.text, cookies=sorted(client.cookies.jar, key=str) and sorted(f"{one.name}={one.value}" for one in client.cookies.jar))
                except (httpx.HTTPError, ValueError) as error:
                    tell("httpx", path, error)


async def with_aiohttp():
    import aiohttp
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        for path in PATHS:
            for method, address, body in ways(path):
                try:
                    async with session.request(method, address, data=body, expect100=path == "echo" and bool(body)) as answer:
                        data = await answer.read()
                        note("aiohttp", path, status=answer.status, reason=answer.reason, version=str(answer.version), url=str(answer.url),
                             headers=[[name.decode("latin-1"), value.decode("latin-1")] for name, value in answer.raw_headers], body=repr(data),
                             cookies=sorted(f"{one.key}={one.value}" for one in session.cookie_jar))
                except (aiohttp.ClientError, OSError, ValueError) as error:
                    tell("aiohttp", path, error)


def with_secrets():
    """Takes what a server gives, sends it back, and brings a key of its own."""
    import http.cookiejar
    opener, seen = urllib.request.build_opener(urllib.request.HTTPCookieProcessor()), {}
    for path in ("secret-json", "secret-cookie", "secret-jwt", "secret-gzip"):
        with opener.open(f"{ORIGIN}/{path}", timeout=5) as answer:
            data, headers = answer.read(), answer.headers.items()
            body = gzip.decompress(data) if answer.headers.get("content-encoding") == "gzip" else data
            seen.update(json.loads(body or b"{}"))
            note("secrets", path, headers=[pair for pair in headers if "gzip" not in path], body=body.decode())
    own = os.environ["OWN_KEY"]
    asked = urllib.request.Request(
        f"{ORIGIN}/checks?token={seen['access_token']}", json.dumps({"password": seen["password"], "apiKey": own}).encode(),
        {"Authorization": f"Bearer {seen['id_token']}", "Content-Type": "application/json", "X-Api-Key": own})
    with opener.open(asked, timeout=5) as answer:
        note("secrets", "checks", body=answer.read().decode())
    with opener.open(urllib.request.Request(f"{ORIGIN}/echo", f"key={own}".encode()), timeout=5) as answer:
        note("secrets", "echo-own", isOwn=own in answer.read().decode())
    if os.environ.get("VOICETEST_APP"):
        import voicetest_app as voice
        voice.emit("told", text=f"{own} {seen['access_token']} {seen['id_token']}")


async def with_websockets():
    import websockets
    from websockets.asyncio.client import connect
    for path in ("talk", "talk-with-cookie", "refused", "refused-bytes"):
        try:
            async with connect(f"{ORIGIN.replace('http', 'ws')}/{path}", compression=None) as socket:
                told = [repr(message) async for message in socket]
                own = ("upgrade", "connection", "sec-websocket-accept")
                note("websockets", path, told=told, close=socket.close_code,
                     headers=[pair for pair in socket.response.headers.raw_items() if pair[0].lower() not in own])
        except websockets.InvalidStatus as error:
            answer = error.response
            note("websockets", path, status=answer.status_code, reason=answer.reason_phrase, headers=list(answer.headers.raw_items()), body=repr(answer.body))


async def main():
    for library in LIBRARIES:
        told = globals()[f"with_{library}"]()
        if told is not None:
            await told


asyncio.run(main())
with open(os.environ["TRANSCRIPT"], "w", encoding="utf-8") as file:
    file.write("\n".join(LINES) + "\n")
if os.environ.get("VOICETEST_APP"):
    import voicetest_app as voice
    voice.emit("asked", text=f"{len(LINES)} answers")
