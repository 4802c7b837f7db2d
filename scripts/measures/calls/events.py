"""What happens in a call, from where its two sides speak: turns, waits, talk-over, dead air.

Shape: a side is a list of (start, end) in seconds, ascending and apart. The same rules make the truth
of a made call of its script, and the figures of a rule that only knows where speech is.
"""
# A pause of the caller up to here does not part two turns, unless the app begins in it.
PAUSE = 1.0
# A pause of the app up to here does not part two prompts, unless the caller begins or ends in it.
PROMPT_PAUSE = 0.7
# Speech of both sides for less is no talk-over, silence of both for less is no dead air.
OVERLAP, DEAD = 0.2, 2.0


def joined(spans, pause, breaks=()):
    """Spans of which those with at most `pause` between them are one, unless a break lies between."""
    result = []
    for start, end in sorted(spans):
        if result and start - result[-1][1] <= pause and not any(result[-1][1] <= b < start for b in breaks):
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


def response(turn, following, prompts, length):
    """What became of the answer to a turn: its outcome, and seconds."""
    start, end = turn
    for heard, _ in prompts:
        if start < heard:
            if heard < end:
                return {"outcome": "talkedOver", "seconds": heard - end}
            if following is None or heard <= following:
                return {"outcome": "measured", "seconds": heard - end}
            break
    return {"outcome": "censored", "seconds": (length if following is None else following) - end}


def talk_over(turns, prompts):
    """Where both speak, and who began second."""
    found = []
    for start, end in turns:
        for begin, stop in prompts:
            low, high = max(start, begin), min(end, stop)
            if high - low >= OVERLAP:
                found.append({"start": low, "end": high, "by": "app" if begin > start else "caller"})
    return sorted(found, key=lambda one: one["start"])


def dead_air(turns, prompts, length):
    """Where neither speaks, after the first speech; at the end only where the caller spoke last."""
    spoken = joined([*turns, *prompts], 0)
    found = [{"start": one[1], "end": after[0]} for one, after in zip(spoken, spoken[1:])
             if after[0] - one[1] >= DEAD]
    if turns and spoken[-1][1] == turns[-1][1] and length - spoken[-1][1] >= DEAD:
        found.append({"start": spoken[-1][1], "end": length})
    return found


def events(caller, app, length):
    """All that happens in a call of `length` seconds."""
    prompts = joined(app, PROMPT_PAUSE, [edge for span in caller for edge in span])
    turns = joined(caller, PAUSE, [start for start, _ in prompts])
    found = []
    for place, turn in enumerate(turns):
        following = turns[place + 1][0] if place + 1 < len(turns) else None
        stop = next((stop - turn[0] for begin, stop in prompts if begin <= turn[0] < stop), None)
        found.append({"start": turn[0], "end": turn[1],
                      "response": response(turn, following, prompts, length), "stopped": stop})
    return {"turns": found, "talkOver": talk_over(turns, prompts),
            "deadAir": dead_air(turns, prompts, length)}
