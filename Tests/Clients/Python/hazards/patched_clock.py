import asyncio
import datetime
import time
import voicetest_app as voice


async def main():
    first, second = time.time(), datetime.datetime.now(datetime.timezone.utc)
    await asyncio.sleep(.3)
    now = datetime.datetime.now(datetime.timezone.utc)
    voice.emit("waited", time=time.time() - first, now=str(now), past=(now - second).total_seconds(),
               performance=time.perf_counter_ns(), day=str(datetime.date.today()), words=time.ctime(),
               is_one=isinstance(now, datetime.datetime), processor=time.process_time())
asyncio.run(main())
