"""What the bots of this folder say, whichever server they stand on."""
import asyncio
import os

import voicetest_app as voice

PORT = int(os.environ.get("PORT", "5050"))
PARTS = ("one ", "two ", "drei €")


def answer(body):
    voice.emit("called", body=body)
    body = f"api_key={os.environ['BOT_TOKEN']}" if body == "key" else body
    return f"<Response><Say>{body}</Say></Response>"


def reply(message):
    """The answer to a message: a text, bytes, `cut` for an end without a close, `bye` for a close with a code."""
    if isinstance(message, bytes):
        return message[::-1]
    if message in ("cut", "bye"):
        return message
    if message == "big":
        return "".join(f"{number:08}€" for number in range(1_000_000))
    return f"heard {message}"


def ended(code):
    voice.emit("over", code=code)


async def rest():
    await asyncio.sleep(.1)
