"""A session of eight hours: memory is bounded by what is shown, not by what is there."""
import json

import mutations
import sessions

SECONDS = 120


def run(case):
    if case.bases.long is None:
        return  # the short share does without
    chance = case.chance
    tree = dict(case.bases.long)
    sessions.reseal(tree)
    what = chance.choice(["as it is", "a golden event", "a prompt of eight hours"])
    if what == "a golden event":
        events = sessions.events_of(tree["trace.jsonl"])
        events[chance.randrange(len(events))]["t"] += 160
        tree["trace.jsonl"] = sessions.trace_bytes(events)
    elif what == "a prompt of eight hours":
        index = json.loads(tree["audio/prompts/index.json"])
        tree["audio/prompts/long.flac"] = tree["audio/mic.flac"]
        index["prompts"]["0" * 64] = {
            "digest": "0" * 64, "file": "long.flac", "frames": 8 * 3600 * 16_000,
            "request": {"text": "x"}, "source": "audioFile"}
        tree["audio/prompts/index.json"] = mutations.encode(mutations.dumps(index))
    case.note = f"eight hours: {what}"
    session = case.path("in/s.vsession")
    mutations.write_tree(tree, session, case.folder)
    case.touched()
    verb = chance.choice([
        ["replay"], ["replay", "--report", case.path("out/r")], ["latency"], ["validate"],
        ["redact", "--output", case.path("out/r.vsession")], ["replay", "--from", "words"],
        ["dump"], ["diff", session]])
    outcome = case.run(*verb, session, writes=["out", "in/s.vsession/trace.new.jsonl"],
                       seconds=SECONDS)
    if outcome and outcome.code == 0 and what == "a golden event" and verb[0] == "replay":
        case.find("replay agrees (exit 0): the golden was changed")
