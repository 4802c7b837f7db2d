import threading
import voicetest_app as voice

found = []
threads = [threading.Thread(target=lambda: found.append(threading.get_ident())) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
voice.emit("numbers", numbers=found, main=threading.get_ident(), alive=[thread.is_alive() for thread in threads])
