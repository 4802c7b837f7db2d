import socket
import voicetest_app as voice

try:
    socket.getnameinfo(("127.0.0.1", 9), 0)
except OSError as error:
    voice.emit("swallowed", text=type(error).__name__)
