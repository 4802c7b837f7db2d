"""What became of callers, by what `voicetest latency` and the traces of their dialogs say."""
import collections
import math

import sessions
import sounds

# Where the labelled turn begins in every dialog.
ONSET = sounds.frames(8_000)


def spoken_turn(session):
    return next(turn for turn in session["turns"] if turn["words"])


def listening(session, trace, label, turn, settings):
    """What became of a caller to whom the app listens."""
    limit, edge = settings["flow.maxPostSpeechSilenceLengthMs"], settings["recognizer.edgeMs"]
    row = collections.Counter(turns=1)
    lists = collections.defaultdict(list)
    told = spoken_turn(session)
    end = ONSET + turn["end"] - turn["start"]
    def lost(after):
        return sounds.frames(100) < sum(
            max(0, stop - max(start, turn["end"] + after)) for start, stop in label["speechIslands"]
            if stop <= turn["end"])
    stretches = [stretch for stretch in sessions.heard(trace)
                 if stretch[2] is None or stretch[2] > ONSET]
    response = told["response"]
    if response.get("reason") == "nobodyListened":
        row["false"] = 1
        return row, lists
    if not stretches or stretches[0][0] > end + sounds.frames(200):
        row["unheard"] = 1
        return row, lists
    if stretches[0][0] < ONSET:
        row["early"] = 1
    else:
        lists["onset"].append((stretches[0][0] - ONSET) / sounds.RATE * 1000)
    if response["outcome"] == "measured":
        delay = response["us"] / 1000 - limit
        row["late"] = delay > 200
        row["short"] = lost(sounds.frames(told["liveEndOffsetUs"] / 1000 + edge))
        lists["end"].append(delay)
    elif response["outcome"] == "talkedOver":
        row["cut"] = lost(response["frames"])
        if not row["cut"]:
            lists["end"].append(response["us"] / 1000 - limit)
    else:
        row["late"] = 1
        lists["end"].append(math.inf)
    return row, lists


def barge_in(session, trace, turn):
    """What became of a prompt, over which a caller speaks where there is a `turn`."""
    row = collections.Counter()
    lists = collections.defaultdict(list)
    onset, started = ONSET if turn else session["frames"], None
    for event in trace:
        if (event["kind"], event.get("function"), event.get("item")) == (
                "media", "playAudio", "P_Long"):
            if event["event"] == "started":
                started = event["t"]
            elif started is not None:
                row["played"] += max(0, min(onset, event["t"]) - started)
                started = None
    if started is not None:
        row["played"] += max(0, onset - started)
    row["frames"] = onset
    row["stops"] = sum(gap["item"] == "P_Long" and gap["frame"] < onset
                       and gap["promptGap"].get("reason") == "promptStopped"
                       for gap in session["gaps"])
    outcome = spoken_turn(session)["bargeIn"] if turn else {"outcome": "excluded"}
    if outcome["outcome"] != "excluded":
        stopped = outcome["us"] / 1000 if outcome["outcome"] == "measured" else math.inf
        row["asked"] = 1
        row["missed"] = stopped > 600
        lists["stop"].append(stopped)
    return row, lists


def percentile(values, share):
    """The least value that at least this share of them do not exceed."""
    values = sorted(values)
    return values[max(0, math.ceil(share * len(values)) - 1)] if values else None


def figures(parts):
    total = sum((row for row, _ in parts), collections.Counter())
    result = {key: int(total[key]) for key in (
        "turns", "cut", "short", "late", "unheard", "false", "early", "asked", "missed", "stops")}
    minutes = total["frames"] / sounds.RATE / 60
    result["minutes"] = round(minutes, 2)
    result["stopsPerMinute"] = round(total["stops"] / minutes, 2)
    result["heldShare"] = round(1 - total["played"] / total["frames"], 3)
    for key in ("end", "onset", "stop"):
        values = [value for _, lists in parts for value in lists[key]]
        for name, share in (("P50Ms", 0.5), ("P95Ms", 0.95)):
            value = percentile(values, share)
            # No answer, or no stop, is null where the percentile falls on it.
            result[key + name] = None if value is None or value == math.inf else round(value, 1)
        result[key + "Missing"] = values.count(math.inf)
    return result
