"""Children of the sound card: each case emits what it has seen, with the virtual time."""
import asyncio
import os
import queue
import signal
import subprocess
import sys
import threading
import time
import wave

import voicetest_app as voice

voice.declare(kinds={"seen": {"role": "note", "fields": {"what": "text"}}})
PIPE, RAW = subprocess.PIPE, ["-f", "S16_LE", "-r", "16000", "-c", "1", "-t", "raw"]


def seen(*what):
    voice.emit("seen", what=" ".join(map(str, (*what, f"at {time.monotonic():.3f}"))))


def popen():
    blocks, child = queue.Queue(), subprocess.Popen(["arecord", *RAW], stdout=PIPE)

    def read():
        while chunk := child.stdout.read(3_200):
            blocks.put(chunk)
        blocks.put(b"")
    threading.Thread(target=read, daemon=True).start()
    seen(*(len(blocks.get()) for _ in range(5)))
    child.terminate()
    seen(child.wait(), blocks.get())
    child = subprocess.Popen(["aplay", *RAW, "-"], stdin=PIPE)
    child.stdin.write(b"\x00\x20" * 16_000)
    child.stdin.close()
    seen("closed", child.poll())
    seen("over", child.wait())
    child = subprocess.Popen(["parec", "--format=float32le", "--rate=16000", "--channels=2"], stdout=PIPE, start_new_session=True)
    seen(len(child.stdout.read1()), len(child.stdout.read(2_560)))
    os.killpg(os.getpgid(child.pid), signal.SIGKILL)
    seen(child.wait())


def files(folder):
    path = os.path.join(folder, "heard.wav")
    seen(subprocess.run(["arecord", "-d", "1", "-f", "cd", path]).returncode)
    with wave.open(path) as sound:
        seen(*sound.getparams()[:4])
    subprocess.run(["aplay", path], check=True)
    subprocess.run(["play", "-q", path], check=True)
    seen("played")
    found = subprocess.run(["aplay", os.path.join(folder, "none.wav")], stderr=PIPE, text=True)
    seen(found.returncode, found.stderr.strip().replace(folder, "."))
    try:
        subprocess.run(["arecord", *RAW], stdout=PIPE, timeout=.5)
    except subprocess.TimeoutExpired as error:
        seen(error.timeout)
    found = subprocess.run(["rec", "-t", "wav", "-r", "16k", "-c", "1", "-b", "16", "-", "trim", "0", "0.5"], stdout=PIPE).stdout
    seen(found[:4], len(found))
    subprocess.run(["espeak-ng", "-s", "150", "hello there"], check=True)
    subprocess.run(["espeak"], input=b"from a pipe", check=True)
    seen("said")


async def by_asyncio():
    start, pipe = asyncio.create_subprocess_exec, asyncio.subprocess.PIPE
    child = await start("ffmpeg", "-f", "pulse", "-i", "default", "-ar", "48000", "-ac", "1", "-f", "s16le", "-", stdout=pipe)
    for _ in range(3):
        seen(len(await child.stdout.readexactly(9_600)))
    child.terminate()
    seen(await child.wait())
    child = await start("ffplay", "-f", "s16le", "-ar", "16000", "-ac", "1", "-nodisp", "-autoexit", "-i", "-", stdin=pipe)
    for _ in range(4):
        child.stdin.write(b"\x00\x20" * 16_000)
        await child.stdin.drain()
        seen("wrote")
    child.stdin.close()
    seen(await child.wait())
    child = await start("espeak-ng", "one two three")
    await asyncio.sleep(.2)
    child.kill()                    # somebody interrupts
    seen(await child.wait())


def told():
    for words in (["mpg123", "x.mp3"], "exec parec --raw", ["sh", "-c", "arecord | cat"], ["rec", "x.wav", "silence", "1", "0.1"],
                  ["sox", "a.wav", "b.wav"], ["ffmpeg", "-i", "a.wav", "b.wav"], ["espeak-ng", "--stdout", "hello"]):
        try:
            child = subprocess.Popen(words, shell=isinstance(words, str), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            child.wait()
        except FileNotFoundError:
            pass


{"popen": popen, "files": lambda: files(sys.argv[2]), "asyncio": lambda: asyncio.run(by_asyncio()), "told": told}[sys.argv[1]]()
