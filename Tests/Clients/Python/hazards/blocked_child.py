import subprocess
import sys
import time


def read():
    return subprocess.Popen(["sleep", "1000"], stdout=subprocess.PIPE).stdout.read()


time.sleep(float(sys.argv[1]))
read()
