"""The schemas of the project as JSON. That of an engine's scenarios is the neutral schema of scenarios with the
engine's part over it, `NAMEScenario.part.json`: a JSON merge patch (RFC 7386)."""
import json

from project import root, target

NEUTRAL = target("VoiceSession") / "Schemas/Scenario.schema.json"


def files(name, folder):
    """The files that make the schema `name` of the target `folder`: one, or the neutral one and a part."""
    part = target(folder) / f"Schemas/{name}.part.json"
    return [NEUTRAL, part] if part.exists() else [target(folder) / f"Schemas/{name}.schema.json"]


def read(name, folder):
    whole = {}
    for file in files(name, folder):
        try:
            whole = patched(whole, json.loads(file.read_text()))
        except ValueError as error:
            raise SystemExit(f"{file.relative_to(root)}: no JSON: {error}") from None
    return whole


def patched(base, patch):
    if not isinstance(patch, dict):
        return patch
    result = dict(base) if isinstance(base, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = patched(result.get(key), value)
    return result
