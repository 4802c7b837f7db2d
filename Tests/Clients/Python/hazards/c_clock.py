import asyncio
import ctypes
import voicetest_app as voice


class Moment(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]


async def main():
    moment = Moment()
    ctypes.CDLL(None).clock_gettime(1, ctypes.byref(moment))
    await asyncio.sleep(.3)
    voice.emit("stamp", nanoseconds=moment.nanoseconds)
asyncio.run(main())
