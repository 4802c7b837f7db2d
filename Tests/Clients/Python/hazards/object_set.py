import voicetest_app as voice


class Building:
    def __init_subclass__(cls, name):      # an option that a function, too, takes by this name
        cls.building = name


class Room(Building, name="inn"):
    def __init__(self, name):
        self.name = name


rooms = [Room(name) for name in "abcdefgh"]
voice.emit("order", building=Room.building, order=[room.name for room in set(rooms)])
