import asyncio
import urllib.request
import voicetest_app as voice


def get():
    try:
        return str(urllib.request.urlopen("http://127.0.0.1:9/", timeout=1).status)
    except OSError as error:
        return type(error).__name__


async def main():
    voice.emit("answer", text=await asyncio.to_thread(get))
asyncio.run(main())
