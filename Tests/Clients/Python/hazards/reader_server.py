import asyncio
import socket
import voicetest_app as voice


async def main():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        try:
            asyncio.get_running_loop().add_reader(listening, listening.accept)
        except OSError as error:
            voice.emit("swallowed", text=type(error).__name__)
asyncio.run(main())
