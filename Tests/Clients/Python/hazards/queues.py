import queue
import threading
import time
import voicetest_app as voice

work, done = queue.Queue(), queue.SimpleQueue()


def worker(name):
    while (job := work.get()) is not None:
        time.sleep(job / 100)
        done.put((name, job))


threads = [threading.Thread(target=worker, args=(name,)) for name in "abc"]
for thread in threads:
    thread.start()
for job in (5, 3, 9, 1, 7, 7, 2):
    work.put(job)
for thread in threads:
    work.put(None)
voice.emit("done", order=[done.get() for _ in range(7)])
try:
    done.get(timeout=.25)
except queue.Empty:
    voice.emit("nothing", milliseconds=round(1_000 * time.monotonic()))
