"""Starts clients by forks: all that the client imports is imported once, and not for each run.

The harness runs this text with `python -c`, so that no frame of it counts as the app's. A fork stands where a client of
its own process stands behind its imports: it has loaded nothing of the client yet, which takes over what is there, as ever.
Standard input is the harness: a line of JSON with three files, then the process number and the exit code go back.
"""
import json
import os
import re
import runpy
import socket
import sys


def serve(line):
    """Forks for each request. Returns in the fork, with its request."""
    while True:
        text, files, _, _ = socket.recv_fds(line, 1 << 20, 3)
        if not text:
            os._exit(0)
        while not text.endswith(b"\n"):
            text += line.recv(1 << 20)
        child = os.fork()
        if child == 0:
            return json.loads(text), files
        for file in files:
            os.close(file)
        line.sendall(f"{child}\n".encode())
        line.sendall(f"{os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])}\n".encode())


def take(request, files):
    """Makes this process the one that was asked for."""
    os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.path[0], sys.argv[1:] = request["folder"], request["arguments"]


for name in re.findall(r"^import ([\w.]+)$", open(sys.argv[1]).read(), re.M):
    __import__(name)
line = socket.socket(fileno=int(sys.argv[2]))
request, files = serve(line)
line.close()
take(request, files)
del line, request, files
runpy.run_module("voicetest_app", run_name="__main__", alter_sys=True)
