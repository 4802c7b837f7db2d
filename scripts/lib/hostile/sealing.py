"""The sums of a session: digests and sizes that fit what was changed."""
import hashlib
import json

from mutations import dumps, encode


def sha(data):
    return hashlib.sha256(data).hexdigest()


def events_of(data):
    return [json.loads(line) for line in data.decode().splitlines()[:-1]]


def compared(event):
    kept = {key: value for key, value in event.items() if key not in ("seq", "tap")}
    if isinstance(kept.get("why"), dict):
        kept["why"] = {key: value for key, value in kept["why"].items() if key != "line"}
        if not kept["why"]:
            del kept["why"]
    return encode(dumps(kept) + "\n")


def trace_bytes(events, closing=None):
    """A trace file whose closing line fits, unless one is given."""
    body = b"".join(encode(dumps(event) + "\n") for event in events)
    if closing is None:
        digest = hashlib.sha256()
        for event in events:
            digest.update(compared(event) if isinstance(event, dict) else encode(dumps(event)))
        closing = {"digest": digest.hexdigest(), "events": len(events), "kind": "traceEnd"}
    return body + encode(dumps(closing) + "\n")


def manifest_bytes(manifest):
    if isinstance(manifest, dict) and all(key in manifest for key in ("files", "engine")):
        try:
            return encode(json.dumps(manifest, indent=2, sort_keys=True, ensure_ascii=False) + "\n")
        except (TypeError, ValueError):
            pass
    return encode(dumps(manifest))


def reseal(tree, counts=True):
    """Makes sizes and digests of the manifest fit the files, and counts the lines."""
    try:
        manifest = json.loads(tree["session.json"])
        files = manifest["files"]
        for name in list(files):
            data = tree.get(name)
            if isinstance(data, bytes):
                files[name] = {"sha256": sha(data), "size": len(data)}
        if counts and isinstance(tree.get("inputs.jsonl"), bytes):
            manifest["counts"]["inputs"] = tree["inputs.jsonl"].count(b"\n")
        if counts and isinstance(tree.get("trace.jsonl"), bytes):
            manifest["counts"]["events"] = max(0, tree["trace.jsonl"].count(b"\n") - 1)
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        return
    tree["session.json"] = manifest_bytes(manifest)
