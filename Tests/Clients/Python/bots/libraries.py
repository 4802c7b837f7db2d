"""Asks over one library, named by the first argument."""
import asyncio
import sys
import voicetest_app as voice

NAME = sys.argv[1]
QUESTION = {"text": "large"}


def plainly():
    if NAME == "requests":
        import requests
        return requests.post("https://model.example/ask", json=QUESTION, timeout=5).json()
    import httpx
    return httpx.post("https://model.example/ask", json=QUESTION, timeout=5).json()


async def over_aiohttp():
    import aiohttp
    async with aiohttp.ClientSession() as session:
        async with session.post("https://model.example/ask", json=QUESTION) as answer:
            return await answer.json()


async def over_httpx():
    import httpx
    async with httpx.AsyncClient() as client:
        return (await client.post("https://model.example/ask", json=QUESTION)).json()


async def over_websockets():
    import websockets
    async with websockets.connect("wss://model.example/ask") as socket:
        await socket.send("large")
        return {"answer": [await socket.recv(), await socket.recv()]}


async def main():
    if NAME in ("requests", "httpx"):
        answer = await asyncio.to_thread(plainly)
    else:
        answer = await {"aiohttp": over_aiohttp, "httpx-async": over_httpx, "websockets": over_websockets}[NAME]()
    voice.emit("answer", answer=answer["answer"], at=asyncio.get_running_loop().time())
asyncio.run(main())
