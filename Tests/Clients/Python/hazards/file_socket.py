import socket
import voicetest_app as voice

with socket.socket(socket.AF_UNIX) as own:
    try:
        own.connect("/tmp/none.sock")
    except OSError as error:
        voice.emit("swallowed", text=type(error).__name__)
