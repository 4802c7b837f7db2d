"""A thousand scenarios: one project whose verdicts are all told, in bounded memory and time."""
import mutations

SECONDS = 240
COUNT = 1_000


def run(case):
    chance = case.chance
    tree = dict(case.bases.projects["shutdown/field-set"])
    scenario = tree.pop("scenario.json")
    tree["voicetest.json"] = b'{"recognizer": "scripted"}'
    for number in range(COUNT):
        tree[f"s{number:04}.scenario.json"] = scenario
    bad = chance.randrange(COUNT)
    kind = chance.choice(["none", "damaged", "no plain file"])
    if kind == "damaged":
        tree[f"s{bad:04}.scenario.json"] = b"{"
    elif kind == "no plain file":
        tree[f"s{bad:04}.scenario.json"] = mutations.Special("fifo")
    case.note = f"{COUNT} scenarios, {kind}"
    mutations.write_tree(tree, case.path("in/p"), case.folder)
    case.touched()
    verb = chance.choice(["test", "validate"])
    outcome = case.run(verb, case.path("in/p"), seconds=SECONDS, writes=["in/p"])
    if outcome is None or outcome.hung:
        return
    if kind != "none" and outcome.code == 0:
        case.find(f"{verb} exits 0 with a scenario that is {kind}")
    if kind != "none" and f"s{bad:04}" not in outcome.text:
        case.find(f"{verb} does not name the scenario that is {kind}")
