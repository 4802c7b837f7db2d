"""What finds the turns of a call: the program, a plain energy rule, and hotato where it is installed.

Shape: each gives {"turns": [{"start", "end", "response": {"outcome", "seconds"}, "stopped"}], "talkOver":
[{"start", "end"}], "deadAir": [{"start", "end"}], "findings": [kind], "appChannel"}, in seconds; None
for what it does not tell. "stops", [(at, seconds)], stand apart where turns do not tell them.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import wave

import numpy as np

import events


def loud(samples, rate):
    """Where one channel is loud: 12 dB over its floor and within 35 dB of its top, holes of 300 ms closed."""
    hop = rate // 100
    pieces = samples[:len(samples) // hop * hop].reshape(-1, hop)
    levels = 10 * np.log10((pieces ** 2).mean(axis=1) + 1e-10)
    threshold = max(np.percentile(levels, 10) + 12, np.percentile(levels, 98) - 35)
    edges = np.diff(np.concatenate([[0], (levels > threshold).astype(int), [0]]))
    runs = zip(np.flatnonzero(edges == 1) * 0.01, np.flatnonzero(edges == -1) * 0.01)
    return [(start, end) for start, end in events.joined([(float(a), float(b)) for a, b in runs], 0.3)
            if end - start >= 0.08]


def plain(voicetest, path, target):
    """Writes the same call as 16-bit PCM, which every program reads."""
    subprocess.run([voicetest, "convert", str(path), str(target), "--encoding", "pcm16", "--quiet", "--force"],
                   check=True, capture_output=True)


def energy(path, truth, work):
    """By level alone; the app is the channel that is loud first."""
    with wave.open(str(work / "plain" / path.name), "rb") as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, 2) / 32768
    sides = [loud(samples[:, channel], rate) for channel in (0, 1)]
    app = min((0, 1), key=lambda channel: sides[channel][0][0] if sides[channel] else float("inf"))
    found = events.events(sides[1 - app], sides[app], len(samples) / rate)
    return {**found, "findings": None, "appChannel": app + 1}


def seconds(value):
    return value / 1e6


class Program:
    """`voicetest latency CALL.wav --format json`."""

    def __init__(self, voicetest):
        self.voicetest = voicetest
        self.asked = 0

    def run(self, path, *options):
        return subprocess.run([self.voicetest, "latency", str(path), "--format", "json", *options],
                              capture_output=True, text=True)

    def __call__(self, path, truth, work):
        done = self.run(path)
        if done.returncode == 64 and "--app-channel" in done.stderr:
            self.asked += 1
            done = self.run(path, "--app-channel", str(truth["appChannel"]))
        if done.returncode not in (0, 1):
            raise SystemExit(f"measure-calls: `voicetest latency {path.name}` exits {done.returncode}: "
                             + done.stderr.strip()[-300:])
        session = json.loads(done.stdout)["sessions"][0]
        rate, call = session["sampleRate"], session["call"]
        turns = []
        for turn in session["turns"]:
            outcome = dict(turn["response"])
            outcome["seconds"] = seconds(outcome.pop("us")) if "us" in outcome else None
            stopped = turn["bargeIn"].get("us") if turn["bargeIn"]["outcome"] == "measured" else None
            turns.append({"start": turn["start"] / rate, "end": turn["end"] / rate, "response": outcome,
                          "stopped": None if stopped is None else seconds(stopped)})
        spans = {key: [{"start": one["start"] / rate, "end": one["end"] / rate} for one in call[key]]
                 for key in ("talkOver", "deadAir")}
        return {"turns": turns, **spans, "findings": [one["kind"] for one in call["findings"]],
                "appChannel": call["appChannel"]}


class Hotato:
    """`hotato scan --stereo`, which is told which channel is which."""

    def __init__(self, program):
        self.program = program

    @classmethod
    def found(cls, work):
        """hotato of $HOTATO or of the PATH, else of PyPI in a folder that goes; None where there is none."""
        program = os.environ.get("HOTATO") or shutil.which("hotato")
        if program is None:
            home = work / "hotato"
            subprocess.run([sys.executable, "-m", "venv", str(home)], capture_output=True)
            done = subprocess.run([str(home / "bin/pip"), "install", "-q", "hotato"], capture_output=True)
            program = str(home / "bin/hotato") if done.returncode == 0 else None
        return None if program is None else cls(program)

    def __call__(self, path, truth, work):
        app = truth["appChannel"] - 1
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "all.json"
            subprocess.run([self.program, "scan", "--stereo", str(work / "plain" / path.name), "--agent-channel",
                            str(app), "--caller-channel", str(1 - app), "--min-gap", "0.01", "--out", str(out)],
                           check=True, capture_output=True, cwd=folder)
            said = json.loads(out.read_text())
        found = {"turns": [], "talkOver": [], "deadAir": [], "findings": [], "appChannel": None, "stops": []}
        for one in said["candidates"]:
            at, lengths = one["t_sec"], one["durations"]
            if one["kind"] == "long_response_gap":
                answered = one["agent_reaction"]["next_agent_onset_sec"] is not None
                found["turns"].append({"start": None, "end": at, "stopped": None, "response": {
                    "outcome": "measured" if answered else "censored", "seconds": lengths["gap_sec"]}})
                if lengths["gap_sec"] >= events.DEAD:
                    found["deadAir"].append({"start": at, "end": at + lengths["gap_sec"]})
            elif one["kind"] in ("overlap_while_agent_talking", "agent_start_during_caller"):
                found["talkOver"].append({"start": at, "end": at + lengths["overlap_sec"]})
                after = (one["agent_reaction"] or {}).get("after_sec")
                if after is not None:
                    found["stops"].append((at, after))
            elif one["kind"] == "echo_correlated_activity":
                found["findings"].append("echo")
        return found
