"""A model behind HTTP, asked in a thread: equal calls in flight, a time limit, a cancelled call."""
import asyncio
import http.client
import json
import sys
import urllib.request
import voicetest_app as voice

BASE = sys.argv[1]


def ask(text, timeout=5):
    request = urllib.request.Request(BASE + "/ask", json.dumps({"text": text}).encode(), {"authorization": "Bearer secret"})
    with urllib.request.urlopen(request, timeout=timeout) as answer:
        return json.load(answer)["answer"]


def stream(text):
    connection = http.client.HTTPConnection(BASE.split("//")[1])
    connection.request("POST", "/stream", json.dumps({"text": text}))
    answer = connection.getresponse()
    return [line.decode().strip() for line in answer]


@voice.external("weather")
async def weather(town):
    await asyncio.sleep(.02)
    return {"town": town, "degrees": 21}


async def main():
    time = asyncio.get_running_loop().time
    voice.emit("one", answer=await asyncio.to_thread(ask, "large"), at=time())
    voice.emit("two", answers=await asyncio.gather(asyncio.to_thread(ask, "same"), asyncio.to_thread(ask, "same")), at=time())
    voice.emit("lines", lines=await asyncio.to_thread(stream, "x"), at=time())
    voice.emit("weather", **await weather("Ulm"))
    try:
        await asyncio.to_thread(ask, "slow", .05)
    except OSError as error:
        voice.emit("late", kind=type(error).__name__, at=time())
asyncio.run(main())
