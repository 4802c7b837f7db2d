"""What is mutated: short sessions of the corpus, sounds, partials, reports, project files."""
import json
import math
import os
import pathlib
import random
import shutil
import struct
import subprocess
import wave

import mutations

# Short sessions of every kind of recognizer, and how often each is taken.
SESSIONS = [("shutdown/field-set", 14), ("shutdown/field-unknown", 8), ("shutdown/field-unset", 6),
            ("digits/one", 14), ("digits/recognizer-fails", 10), ("digits/seven", 2),
            ("pause-resume/app-stops", 8), ("recordings/app-stops-each", 8),
            ("recognitions/app-stops-each", 6), ("interruptions/undisturbed", 6),
            ("sleep-mode/shuts-down", 6), ("keenasr/talks-on", 6), ("keenasr/recognizer-fails", 4),
            ("voicekit-calls/resets", 6), ("voicekit-calls/no-such-clip", 3),
            ("voicekit/no-microphone", 4), ("voicekit/stranger", 5), ("saykit/app-answers", 5),
            ("saykit-requests/refusals", 6), ("saykit-requests/own-tones", 4),
            ("saykit/recognizer-fails", 3)]
PARTIALS = ["shutdown/field-set", "digits/one", "digits/recognizer-fails",
            "recordings/app-stops-each", "keenasr/talks-on", "voicekit-calls/resets",
            "voicekit/stranger", "saykit/app-answers", "saykit-requests/refusals"]

# Projects with all their files, one scenario and its golden.
WHOLE = ["shutdown/field-set", "digits/one", "keenasr/talks-on", "keenasr/recognizer-fails", "voicekit/stranger",
         "voicekit-calls/resets", "saykit/app-answers", "saykit-requests/refusals"]


def read(corpora, name):
    """The files of a project with one scenario and its golden."""
    folder, scenario = name.split("/")
    tree = {}
    for place, folders, files in os.walk(corpora / folder):
        inside = os.path.relpath(place, corpora / folder)
        folders[:] = sorted(each for each in folders
                            if not each.endswith(".vsession") or each == f"{scenario}.vsession")
        for file in sorted(files):
            path = os.path.normpath(os.path.join(inside, file))
            if file.endswith(".scenario.json") and file != f"{scenario}.scenario.json":
                continue
            with open(os.path.join(place, file), "rb") as data:
                tree[path] = data.read()
    project = json.loads(tree["voicetest.json"])
    for each in project.get("overrides", []):  # patterns name scenarios that are left out here
        names = each["scenarios"] if isinstance(each["scenarios"], list) else [each["scenarios"]]
        if scenario in names:
            project["recognizer"] = each.get("recognizer", project.get("recognizer"))
    project.pop("overrides", None)
    tree["voicetest.json"] = json.dumps(project, indent=4).encode()
    return tree


def crc32c_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC = crc32c_table()


def crc32c(data):
    value = 0xFFFFFFFF
    for byte in data:
        value = CRC[(value ^ byte) & 255] ^ (value >> 8)
    return value ^ 0xFFFFFFFF


def record(kind, sequence, payload):
    """A record of a journal."""
    head = b"\xffVT\xfe" + struct.pack("<BBHIQ", kind, 1, 0, len(payload), sequence)
    head += struct.pack("<I", crc32c(head))
    return head + payload + struct.pack("<I", crc32c(head + payload))


def wav(samples, rate=16_000, channels=1):
    """A WAV file of 16-bit samples."""
    body = struct.pack(f"<{len(samples)}h", *samples)
    return riff(struct.pack("<HHIIHH", 1, channels, rate, rate * channels * 2, channels * 2, 16),
                body)


def riff(form, body, more=b"", claimed=None):
    chunks = b"fmt " + struct.pack("<I", len(form)) + form + more
    chunks += b"data" + struct.pack("<I", len(body) if claimed is None else claimed) + body
    return b"RIFF" + struct.pack("<I", 4 + len(chunks)) + b"WAVE" + chunks


def float_wav(samples, double=False):
    size = 8 if double else 4
    body = struct.pack(f"<{len(samples)}{'d' if double else 'f'}", *samples)
    return riff(struct.pack("<HHIIHH", 3, 1, 16_000, 16_000 * size, size, 8 * size), body)


class Bases:
    """Made once from the corpus by the program itself; every case takes copies."""

    def __init__(self, program, corpora, work, makes_long):
        self.program, self.corpora, self.work = program, pathlib.Path(corpora), pathlib.Path(work)
        self.names, self.weights = [], []
        self.sessions, self.sounds = {}, {}
        self.partials, self.reports = {}, {}
        self.whole = {name: read(self.corpora, name) for name in WHOLE}
        self.work.mkdir()
        for name, weight in SESSIONS:
            self.keep(name, mutations.read_tree(self.corpora / f"{name}.vsession"), weight)
        self.make_sounds()
        self.make_ledger()
        self.make_partials()
        self.make_reports()
        self.long = self.eight_hours() if makes_long else None
        shutil.rmtree(self.work)

    def eight_hours(self):
        """A session of eight hours of digital silence."""
        frames = 8 * 3600 * 16_000
        head = wav([])
        with open(self.work / "long.wav", "wb") as file:
            file.write(head[:4] + struct.pack("<I", 36 + 2 * frames) + head[8:40]
                       + struct.pack("<I", 2 * frames))
            file.truncate(44 + 2 * frames)
        self.call("convert", "long.wav", "long.flac")
        tree = dict(self.sessions["shutdown/field-unset"])
        manifest = json.loads(tree["session.json"])
        manifest["frames"] = frames
        tree["session.json"] = json.dumps(manifest).encode()
        *first, last = tree["inputs.jsonl"].decode().splitlines()
        end = {**json.loads(last), "t": frames}
        tree["inputs.jsonl"] = "\n".join([*first, mutations.dumps(end), ""]).encode()
        tree["audio/mic.flac"] = (self.work / "long.flac").read_bytes()
        return tree

    def keep(self, name, tree, weight):
        self.names.append(name)
        self.weights.append(weight)
        self.sessions[name] = tree

    def session(self, name):
        return self.sessions[name]

    def sound(self, name):
        return self.sounds[name]

    def call(self, *arguments, codes=(0,)):
        outcome = subprocess.run([self.program, *map(str, arguments)], capture_output=True,
                                 cwd=self.work, env={
                                     key: value for key, value in os.environ.items()
                                     if key != "CI"})
        if outcome.returncode not in codes:
            raise SystemExit(f"{' '.join(map(str, arguments))} exits {outcome.returncode}:"
                             f" {outcome.stdout.decode()}{outcome.stderr.decode()}")
        return outcome.stdout

    def make_sounds(self):
        chance = random.Random(0)
        noise = [chance.randrange(-3000, 3000) for _ in range(8000)]
        tone = [int(9000 * math.sin(number / 7)) if 2000 < number < 9000 else chance.randrange(
            -20, 20) for number in range(12_000)]
        sources = {"noise": wav(noise), "tone": wav(tone), "stereo": wav(noise, channels=2),
                   "narrow": wav(noise, rate=8000), "short": wav(noise[:100]),
                   "silence": wav([0] * 6000), "loud": wav([32_767, -32_768] * 3000),
                   "float": float_wav([math.sin(number / 9) for number in range(4000)]),
                   "double": float_wav([math.sin(number / 9) for number in range(4000)], True)}
        for name, data in sources.items():
            (self.work / f"{name}.wav").write_bytes(data)
            self.sounds[f"{name}.wav"] = data
        for source, target, options in [
                ("noise", "noise.flac", []), ("stereo", "stereo.flac", []),
                ("narrow", "narrow.flac", []), ("short", "short.flac", []),
                ("tone", "wide.flac", ["--encoding", "pcm24"]), ("tone", "tone.flac", []),
                ("tone", "tone.ogg", []), ("tone", "tone.aiff", []), ("tone", "tone.caf", []),
                ("tone", "tone.au", []), ("tone", "tone.mp3", []), ("tone", "tone.w64", []),
                ("stereo", "stereo.rf64", []), ("tone", "ulaw.wav", ["--encoding", "ulaw"]),
                ("tone", "adpcm.wav", ["--encoding", "ima-adpcm"]), ("tone", "tone.voc", []),
                ("tone", "tone.sds", ["--encoding", "pcm16"]), ("tone", "tone.avr", []),
                ("tone", "opus.ogg", ["--encoding", "opus"]), ("tone", "alac.caf",
                                                                ["--encoding", "alac-16"])]:
            try:
                self.call("convert", f"{source}.wav", target, *options)
            except SystemExit:
                continue  # a container that this build only reads
            self.sounds[target] = (self.work / target).read_bytes()
        said = self.sessions["digits/seven"]["audio/mic.flac"]
        self.sounds["seven.flac"] = said
        for name, data in self.sounds.items():
            (self.work / name).write_bytes(data)
        self.sounds["mic.flac"] = self.sessions["digits/one"]["audio/mic.flac"]

    def make_ledger(self):
        """A session whose golden was accepted, one without sound, one of a flight recorder."""
        source = self.work / "ledger.vsession"
        tree = dict(self.sessions["digits/one"])
        mutations.write_tree(tree, source, self.work)
        lines = tree["trace.jsonl"].splitlines(True)
        (source / "trace.jsonl").write_bytes(
            b"".join(lines).replace(b'"text":"one"', b'"text":"won"'))
        self.call("replay", source, codes=(1,))
        self.call("accept", source, "--reason", "the first golden was wrong")
        tree = mutations.read_tree(source)
        for each in tree:  # the time of day is no part of a case
            if each == "accepted.jsonl":
                entry = json.loads(tree[each])
                entry["time"] = "2026-01-01T00:00:00Z"
                tree[each] = mutations.encode(mutations.dumps(entry) + "\n")
        self.keep("ledger", tree, 8)
        project = self.corpora / "digits"
        self.call("record", "--flow", project / "voiceflow.json", "--prompts",
                  project / "prompts.json", "--scenario", project / "one.scenario.json",
                  "--phrases", project / "phrases.txt", "--recognizer", "scripted",
                  "--keep-last", "1", "--output", "flight.vsession")
        self.keep("flight", mutations.read_tree(self.work / "flight.vsession"), 5)
        # Words that the dictionary lacks, whose guesses the session keeps.
        (self.work / "words.txt").write_text("one\nquixotical\nvelociraptorial\n")
        self.call("record", "--flow", project / "voiceflow.json", "--prompts",
                  project / "prompts.json", "--scenario", project / "one.scenario.json",
                  "--phrases", "words.txt", "--duration", "8", "--output", "said.vsession",
                  codes=(0, 1))
        self.keep("said", mutations.read_tree(self.work / "said.vsession"), 5)

    def samples(self, flac):
        (self.work / "s.flac").write_bytes(flac)
        self.call("convert", "s.flac", "s.wav", "--force")
        with wave.open(str(self.work / "s.wav")) as file:
            return file.readframes(file.getnframes())

    def make_partials(self):
        """The journals that a recorder of each session leaves when it is killed at its end."""
        for name in PARTIALS:
            tree = self.sessions[name]
            draft = json.loads(tree["session.json"])
            draft.update(counts={}, frames=0)
            draft["files"] = {each: entry for each, entry in draft["files"].items()
                              if each.startswith("flow/")}
            inputs = [json.loads(line) for line in tree["inputs.jsonl"].decode().splitlines()]
            events = [json.loads(line) for line in tree["trace.jsonl"].decode().splitlines()[:-1]]
            index = tree.get("audio/prompts/index.json", b'{"prompts":{}}')
            story, sequence = [record(4, 0, index)], 1
            sound, part = [], 0
            samples = self.samples(tree["audio/mic.flac"])
            frames = len(samples) // 2
            for start in range(0, max(frames, 1), 800):
                end = min(frames, start + 800)
                for kind, lines in ((1, inputs), (2, events)):
                    due = [each for each in lines if each["t"] <= end] if end < frames else lines[:]
                    del lines[:len(due)]
                    if due:
                        story.append(record(kind, sequence, b"".join(
                            mutations.encode(mutations.dumps(each) + "\n") for each in due)))
                        sequence += 1
                story.append(record(5, sequence, struct.pack("<q", end)))
                sequence += 1
                sound.append(record(3, part, struct.pack("<q", start)
                                    + samples[2 * start:2 * end]))
                part += 1
            partial = {each: data for each, data in tree.items()
                       if each.startswith(("flow/", "audio/prompts/")) and "index" not in each}
            partial["session.draft.json"] = mutations.encode(
                json.dumps(draft, indent=2, sort_keys=True) + "\n")
            partial["journal/sound-00000000"] = b"".join(sound)
            for ending in (True, False):
                partial["journal/story"] = b"".join(story) + (
                    record(6, sequence, struct.pack("<q", frames)) if ending else b"")
                self.partials[name + ("" if ending else ", cut off")] = dict(partial)
            whole = self.work / "p.vsession.partial"
            mutations.write_tree(partial, whole, self.work)
            self.call("recover", whole)
            self.call("replay", self.work / "p.vsession")
            shutil.rmtree(self.work / "p.vsession")

    def make_reports(self):
        """Two shares and the whole, of a run that agrees, and of runs that do not."""
        corpus = self.work / "corpus"
        for name in ("shutdown/field-set", "shutdown/field-unset", "digits/one"):
            mutations.write_tree(self.sessions[name], corpus / f"{name}.vsession", self.work)
        self.shares("green", corpus, (0,))
        # Coverage and latencies that the shards have in parts and `report` judges as a whole.
        self.shares("covered", corpus, (0,), "--coverage", "20", "--max", "response.p90=9000")
        self.shares("uncovered", corpus, (0, 1), "--coverage", "100")
        self.shares("late", corpus, (0, 1), "--max", "response.p90=1")
        self.shares("tolerant", corpus, (1,), "--tolerance", "loose.json")
        broken = corpus / "shutdown/field-set.vsession/trace.jsonl"
        broken.write_bytes(broken.read_bytes().replace(b"P_Sure", b"P_Okay"))
        self.shares("red", corpus, (0, 1))
        broken = corpus / "digits/one.vsession/inputs.jsonl"
        broken.write_bytes(b"x\n")
        self.shares("damaged", corpus, (0, 1, 65))

    def shares(self, name, corpus, codes, *options):
        if "loose.json" in options:
            (self.work / "loose.json").write_text('{"rules":[{"kind":"media","ignore":true}]}')
        trees = {}
        for share, more in (("whole", []), ("one", ["--shard", "1/2"]),
                            ("two", ["--shard", "2/2"])):
            folder = self.work / f"report-{name}-{share}"
            codes_now = codes + (0,)
            self.call("replay", "corpus", "--report", folder, *options, *more, codes=codes_now)
            trees[share] = mutations.read_tree(folder)
        self.reports[name] = trees
