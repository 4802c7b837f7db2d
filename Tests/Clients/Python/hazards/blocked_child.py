import subprocess
import sys
import time


def read():
    return subprocess.Popen(["sleep", "1000"], stdout=subprocess.PIPE).stdout.read()


if sys.argv[1:]:
    time.sleep(.1)
read()
