import socket
import voicetest_app as voice

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
    try:
        own.sendmsg([b"hello"], [], 0, ("127.0.0.1", 9))
    except OSError as error:
        voice.emit("swallowed", text=type(error).__name__)
