"""Asks the stand-ins by the makers' own packages, and prints what they say: one word for each that understood."""
import asyncio
import json
import sys

LOUD, QUIET = b"\x00\x20" * 160 + b"\x00\xe0" * 160, bytes(640)


async def anthropic():
    import anthropic as maker
    client, asked = maker.AsyncAnthropic(api_key="none"), {"model": "claude", "max_tokens": 9, "messages": [{"role": "user", "content": "x"}]}
    stream = await client.beta.messages.create(**asked, stream=True)
    yield "".join([one.delta.text async for one in stream if one.type == "content_block_delta"])
    yield (await client.messages.create(**asked)).content[0].text


async def openai():
    import openai as maker
    client = maker.AsyncOpenAI(api_key="none")
    stream = await client.responses.create(model="gpt", input="x", stream=True)
    yield "".join([one.delta async for one in stream if one.type == "response.output_text.delta"])
    yield (await client.responses.create(model="gpt", input="x")).output_text


async def google():
    from google import genai
    client = genai.Client(api_key="none")
    stream = await client.aio.models.generate_content_stream(model="gemini-2.5-flash", contents="x")
    yield "".join([one.text async for one in stream])
    yield (await client.aio.models.generate_content(model="gemini-2.5-flash", contents="x")).text


async def sockets():
    from websockets import connect
    async with connect("wss://api.deepgram.com/v2/listen?sample_rate=16000") as line:
        for count in range(80):
            await line.send(LOUD if count < 25 else QUIET)
        told = [json.loads(await line.recv()) for _ in range(3)]
        yield " ".join([one.get("event", one["type"]) for one in told] + [told[2]["transcript"]])
    async with connect("wss://api.cartesia.ai/stt/websocket?sample_rate=16000") as line:
        for count in range(80):
            await line.send(LOUD if count < 25 else QUIET)
        yield json.loads(await line.recv())["text"]
    for version in ("v1", "v2"):
        async with connect(f"wss://api.deepgram.com/{version}/speak?sample_rate=16000") as line:
            await line.send(json.dumps({"type": "Speak", "text": "hello"}))
            await line.send(json.dumps({"type": "Flush"}))
            yield f"{len(await line.recv())} {json.loads(await line.recv())['type']}"
    async with connect("wss://api.openai.com/v1/responses") as line:
        await line.send(json.dumps({"type": "response.create", "model": "gpt"}))
        yield [json.loads(await line.recv())["type"] for _ in range(3)][2]


async def main():
    async for one in globals()[sys.argv[1]]():
        print(one)


asyncio.run(main())
