"""Redaction: nothing that was said stays, neither as words nor as sound."""
import json
import struct
import wave

import mutations

SAID = ["quixote", "zanzibar", "wolverine", "marmalade", "tuesday"]
ENDINGS = ["'s", "s", "ed", "-like", "ing", ""]


def run(case):
    """A session in which a word is said, and derived from elsewhere."""
    chance = case.chance
    word = chance.choice(SAID)
    derived = chance.choice([word, word.capitalize(), word.upper()]) + chance.choice(ENDINGS)
    level = chance.choice([0, -20, -35, -48, -54, -58])
    project = dict(case.bases.projects["digits/one"])
    quiet = chance.random() < 0.5
    where = chance.choice(["field", "caller", "intent"])
    scenario = {"caller": [{"after": {"kind": "media", "item": "P_Ask", "event": "ended"},
                            "delayMs": 400, "say": f"one {word}", "gainDB": level}],
                "app": []}
    rule = {"on": {"callback": "SRHypothesis"}}
    if where == "field":
        scenario["app"] = [dict(rule, setField={"name": "Said", "value": derived})]
    elif where == "intent":
        scenario["app"] = [dict(rule, setIntent=derived)]
    else:
        scenario["caller"][0]["say"] = f"one {word} {derived}"
    if quiet:
        scenario["silence"] = "digital"
    prompt = mutations.loads(project["prompts.json"])[0]["id"]
    scenario["caller"][0]["after"]["item"] = prompt
    project["scenario.json"] = json.dumps(scenario).encode()
    case.note = f"{derived!r} of {word!r} as {where}, {level} dB"
    mutations.write_tree(project, case.path("in"), case.folder)
    case.touched()
    session = case.path("out/s.vsession")
    made = case.run("record", "--flow", "voiceflow.json", "--prompts", "prompts.json", "--scenario",
                    "scenario.json", "--recognizer", "scripted", "--duration", "15", "--output",
                    session, cwd=case.path("in"), writes=["out"])
    if made is None or made.code != 0:
        return
    output = case.path("out/r.vsession")
    outcome = case.run("redact", session, "--output", output, "--all-speech", writes=["out"])
    if outcome is None or outcome.code != 0:
        return
    for name, data in mutations.read_tree(output).items():
        if word.encode() in data.lower() and not name.startswith("flow/"):
            case.find(f"redact leaves the word in {name}")
    again = case.run("replay", output, ci=True)
    if again and again.code != 0:
        case.find(f"replay of what redact wrote exits {again.code}")
    kept(case, session, output)


def kept(case, session, output):
    """How much of the sound that was said is still there, sample for sample."""
    tracks = []
    for number, folder in enumerate((session, output)):
        target = case.path(f"out/{number}.wav")
        if case.run("convert", folder + "/audio/mic.flac", target, writes=["out"]).code != 0:
            return
        with wave.open(target) as file:
            data = file.readframes(file.getnframes())
        tracks.append(struct.unpack(f"<{len(data) // 2}h", data))
    with open(session + "/inputs.jsonl") as file:
        lines = [json.loads(line) for line in file]
    for line in lines:
        if line["kind"] != "caller":
            continue
        span = range(line["activeStart"], min(line["activeEnd"], len(tracks[0])))
        loud = [at for at in span if abs(tracks[0][at]) > 3]
        same = sum(tracks[0][at] == tracks[1][at] for at in loud)
        if len(loud) > 100 and same > len(loud) // 10:
            case.find(f"redact leaves {100 * same // len(loud)} % of the samples said")
