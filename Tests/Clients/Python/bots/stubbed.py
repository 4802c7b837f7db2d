"""Asks two services for which functions stand in."""
import asyncio
import urllib.request

import voicetest_app as voice

voice.stub("POST http://model.example/", lambda to, body: (200, {"X-Request-ID": "1"}, b"other"))
voice.stub("POST http://model.example/v1/", lambda to, body: [(.1, body.upper()[:2]), (.3, body.upper()[2:])])


def ask(version):
    with urllib.request.urlopen(f"http://model.example/{version}/ask", b"large", timeout=5) as answer:
        return answer.read().decode()


async def main():
    for version in ("v1", "v2"):
        voice.emit("answer", text=await asyncio.to_thread(ask, version), at=asyncio.get_running_loop().time())
asyncio.run(main())
