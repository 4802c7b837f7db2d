"""Plants a fault into what was found for each goal, and says which of them no goal tells.

Shape: `channels` and `labelled` are lists of (call, found), of calls of two channels and of calls with labels.
"""
import labels
import verdicts

SHIFT = 0.3


def shifted(call):
    """The call as if each answer had come 300 ms earlier."""
    turns = [{**turn, "response": {**turn["response"], "seconds": turn["response"]["seconds"] - SHIFT}}
             for turn in call["turns"]]
    return {**call, "turns": turns}


def ended(call):
    """The call as if each turn had ended 300 ms earlier."""
    return {**call, "turns": [{**turn, "end": turn["end"] - SHIFT} for turn in call["turns"]]}


def planted(channels, labelled):
    """Each fault: its name, words of the goal that has to tell it, what it leaves, and who judges that."""
    yield ("an answer 300 ms early", "waits of fit calls", verdicts.Kinds,
           [(shifted(call), found) for call, found in channels])
    yield ("a wrong side", "sides are wrong", verdicts.Kinds,
           [(call, {**found, "side": "wrong"}) for call, found in channels[:1]] + channels[1:])
    yield ("a turn that is missing", "turns", verdicts.Kinds,
           [(call, {**found, "turns": found["turns"][:-1]}) for call, found in channels])
    yield ("good calls that are unfit", "called unfit", verdicts.Kinds,
           [(call, {**found, "unfit": ["noise"]}) for call, found in channels])
    yield ("foreign labels that are accepted", "foreign labels", labels.Labels,
           [(call, {**found, "accepted": True}) for call, found in labelled])
    yield ("own labels that are refused", "labels that are exact", labels.Labels,
           [(call, {**found, "accepted": False}) for call, found in labelled])
    yield ("an answer 300 ms early by labels", "waits by labels", labels.Labels,
           [(shifted(call), found) for call, found in labelled])
    yield ("an end 300 ms early by labels", "ends by labels", labels.Labels,
           [(ended(call), found) for call, found in labelled])


def untold(channels, labelled):
    """Faults that no goal tells, in words."""
    for name, words, judge, pairs in planted(channels, labelled):
        figures = judge()
        for call, found in pairs:
            figures.add(call, found)
        if not any(words in miss for miss in figures.misses()):
            yield f"{name}, planted into what was found, is told by no goal"
