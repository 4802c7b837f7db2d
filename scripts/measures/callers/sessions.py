"""Sessions that measuring scripts record from sounds, and what `voicetest` says of them."""
import array
import json
import subprocess

import sounds

# How long the caller listens to a prompt in which nothing is said: only its length counts.
PROMPTS = {"P_Lead": 7_400, "P_Long": 40_000, "P_Answer": 8_000}
LOUD = 16_384


def audio_dialog(prompt, while_playing):
    return {
        "id": "Ask", "type": "audioDialog", "name": "Ask",
        "recordAudioParams": {
            "vadParams": {"enableVAD": True},
            "stopRecordParams": {"maxPreSpeechSilenceLengthMs": 0}},
        "audioDialogParams": {
            "dialogMaxRetryCount": {"timeout": 0, "garbage": 1000 if while_playing else 0},
            "dialogPromptCollection": [
                {"type": kind, "promptID": prompt, "recognizeWhilePlay": while_playing}
                for kind in (["initial", "garbage"] if while_playing else ["initial"])]},
        "goTo": {"maxGarbageCount": "Answer", "maxTimeoutCount": "Answer", "DEFAULT": "Answer"}}


def flow(prompt, while_playing):
    """A module that plays a prompt and listens while it plays, or then; and one that answers."""
    return [
        {"id": "VF_START", "type": "node", "name": "Start", "goTo": {"DEFAULT": "Ask"}},
        audio_dialog(prompt, while_playing),
        {"id": "Answer", "type": "playAudio", "name": "Answer",
         "playAudioParams": {"promptID": "P_Answer"}, "goTo": {"DEFAULT": "VF_END"}},
        {"id": "VF_END", "type": "node", "name": "End", "goTo": {"DEFAULT": ""}}]


class Studio:
    """Records sessions with one program into one folder."""

    def __init__(self, voicetest, work):
        self.voicetest, self.work = voicetest, work
        media = work / "media"
        media.mkdir()
        for prompt, milliseconds in PROMPTS.items():
            sounds.write(media / f"{prompt}.wav", [0] * sounds.frames(milliseconds))
        (work / "prompts.json").write_text(json.dumps([
            {"id": prompt, "style": "single", "audioFile": f"{prompt}.wav", "textString": prompt}
            for prompt in PROMPTS]))
        for name, value in (("listens", flow("P_Lead", False)), ("plays", flow("P_Long", True))):
            (work / f"{name}.json").write_text(json.dumps(value))

    def record(self, kind, session, track, utterance=None, rate=sounds.RATE):
        """Records what the flow `kind` makes of a microphone track, at a session rate in hertz.

        `utterance` is (ms, frames, words) of what is really said in it. `voicetest latency` takes
        it from a line of its own, whose sound is one step of 16 bits at its first and its last
        sample. The line that holds the track has these steps less, and a loud first sample, which
        a third line takes away again: so it speaks from the beginning, whatever is in it. The three
        together are the track, sample for sample.
        """
        folder, name = session.parent, session.stem
        folder.mkdir(parents=True, exist_ok=True)
        track = array.array("h", track)
        lines = [{"atMs": 0, "play": f"{name}.wav", "words": ""}]
        if utterance:
            start, count, words = utterance
            first, track[0] = track[0], LOUD
            sounds.write(folder / f"{name}-first.wav", [sounds.clamped(first - LOUD)])
            for place in (0, count - 1):
                place += sounds.frames(start)
                track[place] = sounds.clamped(track[place] - 1)
            sounds.write(folder / f"{name}-label.wav", [1, *[0] * (count - 2), 1])
            lines += [{"atMs": 0, "play": f"{name}-first.wav", "words": ""},
                      {"atMs": start, "play": f"{name}-label.wav", "words": words}]
        sounds.write(folder / f"{name}.wav", track)
        scenario = folder / f"{name}.scenario.json"
        scenario.write_text(json.dumps({"caller": lines, "silence": "digital"}))
        subprocess.run(
            [self.voicetest, "record", "--flow", self.work / f"{kind}.json", "--prompts",
             self.work / "prompts.json", "--media", self.work / "media", "--scenario", scenario,
             "--recognizer", "scripted", "--sample-rate", str(rate), "--duration",
             f"{len(track) * 100 // sounds.RATE / 100}", "--output", session],
            check=True, stdout=subprocess.DEVNULL)
        return session

    def latencies(self, folder):
        """What `voicetest latency` says of every session in a folder, by the session's name."""
        told = subprocess.run([self.voicetest, "latency", folder, "--format", "json"], check=True,
                              capture_output=True, text=True)
        return {session["name"].split("/")[-1]: session
                for session in json.loads(told.stdout)["sessions"]}


def events(session):
    """The events of a session's trace."""
    return [json.loads(line) for line in (session / "trace.jsonl").read_text().splitlines()]


def heard(trace):
    """What the live detector took for speech: (decided, spoken from, decided over, spoken to).

    The latter two are None where the session ends first.
    """
    stretches = []
    for event in trace:
        if event["kind"] == "speechStart":
            stretches.append([event["t"], event["spoken"], None, None])
        elif event["kind"] == "speechEnd" and stretches:
            stretches[-1][2:] = event["t"], event["spoken"]
    return [tuple(stretch) for stretch in stretches]
