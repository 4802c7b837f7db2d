"""Asks a server what depends on headers, over the library that the first argument names; tells what it gets."""
import asyncio
import http.cookiejar
import json
import sys
import urllib.error
import urllib.request

import voicetest_app as voice

NAME, ADDRESS = sys.argv[1:]
HEADERS = ("link", "etag", "x-ratelimit-remaining", "retry-after", "x-total-count", "content-type", "content-encoding")
PATHS = ("/login", "/menu", "/zipped", "/zipped-if-asked", "/headers", "/busy")


def by_urllib():
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def get(path):
        try:
            answer = opener.open(ADDRESS + path)
        except urllib.error.HTTPError as error:
            answer = error
        return answer.status, answer.reason, answer.headers, answer.read()
    return [get(path) for path in PATHS]


def by_requests():
    import requests
    with requests.Session() as session:
        answers = [session.get(ADDRESS + path) for path in PATHS]
    return [(one.status_code, one.reason, one.headers, one.content) for one in answers]


def by_httpx():
    import httpx
    with httpx.Client() as client:
        answers = [client.get(ADDRESS + path) for path in PATHS]
    return [(one.status_code, one.reason_phrase, one.headers, one.content) for one in answers]


async def by_httpx_async():
    import httpx
    async with httpx.AsyncClient() as client:
        answers = [await client.get(ADDRESS + path) for path in PATHS]
    return [(one.status_code, one.reason_phrase, one.headers, one.content) for one in answers]


async def by_aiohttp():
    import aiohttp
    found = []
    async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        for path in PATHS:
            async with session.get(ADDRESS + path) as one:
                found.append((one.status, one.reason, one.headers, await one.read()))
    return found


async def main():
    how = {"urllib": by_urllib, "requests": by_requests, "httpx": by_httpx, "httpx-async": by_httpx_async,
        "aiohttp": by_aiohttp}[NAME]
    answers = await (how() if asyncio.iscoroutinefunction(how) else asyncio.to_thread(how))
    rows = [[path, status, reason, {name: headers[name] for name in HEADERS if name in headers}, body.decode("latin-1")]
            for path, (status, reason, headers, body) in zip(PATHS, answers)]
    print(json.dumps(rows), file=sys.stderr)
    if voice.APP.is_under_voicetest:
        voice.emit("answers", rows=rows)
asyncio.run(main())
