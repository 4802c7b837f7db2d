import voicetest_app as voice


class Room:
    def __init__(self, name):
        self.name = name


rooms = [Room(name) for name in "abcdefgh"]
voice.emit("order", order=[room.name for room in set(rooms)])
