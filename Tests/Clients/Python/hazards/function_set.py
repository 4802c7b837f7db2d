import ctypes

import voicetest_app as voice


class Bot:
    def greet(self):
        return "greet"

    def leave(self):
        return "leave"


def plain():
    return "plain"


bot = Bot()
callbacks = {bot.greet, bot.leave, plain, lambda: "one", lambda: "two", lambda: "three"}
voice.emit("order", order=[callback() for callback in callbacks], kinds=[kind.__name__ for kind in {Bot, int, str, ValueError}],
           is_fixed=bool(ctypes.CDLL(None).personality(0xffffffff) & 0x0040000))
