import asyncio
import voicetest_app as voice


async def main():
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", 9)
        writer.write(b"\x00\x01\x02 no HTTP")
    except Exception as error:      # an app that catches everything
        voice.emit("swallowed", text=type(error).__name__)
asyncio.run(main())
