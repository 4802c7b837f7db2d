import socket
import voicetest_app as voice

try:
    socket.create_connection(("127.0.0.1", 9), timeout=1)
except OSError as error:
    voice.emit("swallowed", text=type(error).__name__)
