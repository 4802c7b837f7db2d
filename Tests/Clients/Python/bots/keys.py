"""Logs in at a server that gives secrets, and has a key of its own: the arguments are the ports of two servers."""
import asyncio
import gzip
import json
import os
import sys
import urllib.error
import urllib.request
import zlib

import websockets

import voicetest_app as voice

ONE, OTHER = f"http://127.0.0.1:{sys.argv[1]}", f"http://127.0.0.2:{sys.argv[2]}"


def ask(url, body=None, **headers):
    """The status and the body of an answer, and its cookie."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as answer:
            return answer.status, answer.read().decode(), answer.headers["Set-Cookie"]
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), None


@voice.external("vault")
def vault(name, token):
    return {"zebra": 1.0, name: "hunter2-of-vault", "apple": [2, 1e22], "10": len(token), "9": ""}


@voice.external("echo")
def echo(text):
    return [text]


async def talk(token, cookie):
    """The messages of a WebSocket whose opening has both secrets; the second one of the app is in two fragments."""
    found = []
    address = f"{ONE.replace('http', 'ws')}/talk?token={token}"
    async with websockets.connect(address, additional_headers={"Cookie": cookie}) as socket:
        await socket.send(json.dumps({"type": "auth", "token": token}))
        found.append(await socket.recv())
        secret = json.loads(found[0])["session"]["client_secret"]["value"]
        message = json.dumps({"client_secret": secret, "place": cookie.partition("=")[2]})
        await socket.send([message[:30], message[30:]])
        found.append((await socket.recv()).decode())
        found.append({"session": socket.response.headers["Set-Cookie"].partition(";")[0].partition("=")[2]})
        await socket.wait_closed()
    return found


status, body, cookie = ask(f"{ONE}/login", b"{}")
token, own = json.loads(body)["token"], os.environ["MODEL_KEY"]
voice.emit("login", body=body)
statuses = [ask(f"{server}/menu", Authorization=f"Bearer {token}")[0] for server in (ONE, OTHER)]
moved = ask(f"{ONE}/moved?api_key={own}")[0]
plain = json.dumps({"token": token, "key": own}).encode()
squeezed = [ask(f"{ONE}/squeezed", gzip.compress(plain))[1],
            ask(f"{ONE}/squeezed", zlib.compress(plain), **{"Content-Encoding": "deflate"})[1]]
voice.emit("statuses", statuses=statuses, moved=moved, squeezed=squeezed, echoed=echo(own) == [own])
voice.emit("own", text=f"key {own}")
voice.say(f"Your token is {token}, and the key is sk-live-{own[::-1]}").wait()
voice.emit("vault", text=json.dumps(vault("password", token)))
voice.emit("talk", found=asyncio.run(talk(token, cookie.partition(";")[0])))
try:
    asyncio.run(talk("none", "none"))
except websockets.InvalidStatus as error:
    voice.emit("refused", body=error.response.body.decode())
