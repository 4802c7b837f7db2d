import asyncio
import voicetest_app as voice


async def main():
    try:
        await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    except OSError as error:
        voice.emit("swallowed", text=type(error).__name__)
asyncio.run(main())
