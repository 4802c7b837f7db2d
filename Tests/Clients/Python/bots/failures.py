"""Asks a server in vain in every way that is installed here, and tells which error each library makes of it."""
import asyncio
import importlib.util
import json
import sys
import urllib.request

import voicetest_app as voice

voice.declare(name="failures", hears="words")
BASES, FOUND = sys.argv[1:], {}


def has(name):
    return importlib.util.find_spec(name) is not None


def name(error):
    cause = getattr(error, "reason", None) or (error.args[0] if error.args else None)
    inner = getattr(cause, "reason", cause)
    return " ".join(type(one).__name__ for one in (error, inner) if isinstance(one, BaseException))


def tell(way, ask):
    try:
        FOUND[way] = ask()
    except Exception as error:
        FOUND[way] = name(error)


async def tell_later(way, ask):
    try:
        FOUND[way] = await ask
    except Exception as error:
        FOUND[way] = name(error)


async def fetch(session, url):
    async with session.get(url) as response:
        return await response.text()


async def text(client, url):
    return (await client.get(url)).text


async def main():
    for url in BASES:
        if not url.startswith("http://127.0.0.1"):
            continue
        await tell_later(f"asyncio {url}", asyncio.open_connection("127.0.0.1", int(url.split(":")[2].split("/")[0])))
        if not isinstance(FOUND[f"asyncio {url}"], str):
            FOUND.pop(f"asyncio {url}")[1].close()
    if has("httpx"):
        import httpx
        async with httpx.AsyncClient() as client:
            for url in BASES:
                await tell_later(f"httpx later {url}", text(client, url))
    if has("aiohttp"):
        import aiohttp
        async with aiohttp.ClientSession() as session:
            for url in BASES:
                await tell_later(f"aiohttp {url}", fetch(session, url))
    if has("websockets"):
        import websockets
        for url in [one for one in BASES if one.endswith(("/x", "/ok"))]:
            await tell_later(f"websockets {url}", websockets.connect(url.replace("http", "ws")))

for url in BASES:
    tell(f"urllib {url}", lambda: urllib.request.urlopen(url).read().decode())
    if has("requests"):
        import requests
        tell(f"requests {url}", lambda: requests.get(url).text)
    if has("httpx"):
        import httpx
        tell(f"httpx {url}", lambda: httpx.get(url).text)
asyncio.run(main())
print(json.dumps(FOUND, sort_keys=True), file=sys.stderr)
voice.emit("found", what=json.dumps(FOUND, sort_keys=True))
