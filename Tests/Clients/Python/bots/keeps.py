"""Keeps a file in its project, by the way that its argument names."""
import os
import pathlib
import sqlite3
import sys

import voicetest_app as voice

A, B = pathlib.Path("a.txt"), pathlib.Path("b.txt")


def read():
    if A.exists():
        A.read_text()
        A.read_text()
    A.write_text("a")


def appends():
    with A.open("a") as stream:
        stream.write("a")


def writes_first():
    A.write_text("a")
    A.read_text()


def moved():
    if A.exists():
        A.rename(B)
    if B.exists():
        B.read_text()
    A.write_text("a")


def moves():
    pathlib.Path("new.txt").write_text("a")
    os.replace("new.txt", A)
    A.read_text()


def database():
    with sqlite3.connect("file:a.db?mode=rwc", uri=True) as held:
        held.execute("CREATE TABLE IF NOT EXISTS orders (size)")
        held.execute("INSERT INTO orders VALUES ('large')")


def database_in_a_log():
    held = sqlite3.connect("a.db", isolation_level=None)
    held.execute("PRAGMA journal_mode = WAL")
    held.execute("CREATE TABLE IF NOT EXISTS orders (size)")
    held.execute("INSERT INTO orders VALUES ('large')")


def reads_only():
    pathlib.Path("given.txt").read_text()
    with sqlite3.connect("given.db") as held:
        held.execute("SELECT * FROM orders").fetchall()


def no_state():
    for folder in ("a.vsession", "__pycache__"):
        os.makedirs(folder, exist_ok=True)
        if os.path.exists(f"{folder}/a.txt"):
            pathlib.Path(folder, "a.txt").read_text()
        pathlib.Path(folder, "a.txt").write_text("a")


globals()[sys.argv[1]]()
voice.emit("over")
