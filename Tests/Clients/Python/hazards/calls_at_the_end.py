import sys
import threading
import time
import voicetest_app as voice

ask, is_over = voice.external("ask")(lambda: print("asked")), threading.Event()


def again():
    while not is_over.wait(.05):
        ask()
    ask()


threading.Thread(target=again, daemon=True).start()
time.sleep(float(sys.argv[1]))
is_over.set()
