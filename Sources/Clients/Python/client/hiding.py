"""Exchanges secrets in lines, answers and requests, and tells where that may change what happens."""
import base64
import functools
import hashlib
import json
import os
import re

from .app import APP, ExternalError, tell_once
from .bodies import changed_coded, coders, made_error, packed, packed_coded, restored, unpacked


def place_of(new):
    """Where the value of a stand-in is, its name with call and variable of the environment, and how it is kept."""
    name, to = APP.secrets.places.get(new, (None, None))
    value = APP.secrets.brought.get(new)
    variables = [one for one, text in os.environ.items()
                 if value is not None and (text == value or len(value) >= 8 and value in text)]
    of_call = f" of {shown_call(to)}" if to else ""
    of_variable = f" (the variable {variables[0]} of the environment)" if variables else ""
    return f"{name or 'a key'}{of_call}{of_variable}", f'"keep": ["{name}"] in rules.json' if name else None


def shown_call(to):
    return APP.secrets.told(to.partition("?")[0], True)[:120]


def tell_hidden(line):
    """Tells where an event, a field or a text that is said has a stand-in: in production it has the value."""
    says = {"emit": f"the event {line.get('event')}", "field": f"the field {line.get('name')}",
            "play": "the text that is said"}
    for new in APP.secrets.hidden_in(json.dumps(line, ensure_ascii=False)):
        where, keeping = place_of(new)
        if where not in APP.hidden:
            APP.hidden.add(where)
            way = f"; keep it with {keeping}" if keeping else ""
            tell_once(line.get("line"), f"{says[line['kind']]} has a value that is hidden: {where}{way}")


def tell_strayed(call):
    """Tells where a stand-in went to a site that did not give it, whose answer may be a refusal for that."""
    if APP.secrets is None:
        return
    for new, site in APP.secrets.strayed:
        where, keeping = place_of(new)
        givers = ", ".join(sorted(APP.secrets.sources[new]))
        way = f"; to send it, write {keeping}, and sessions have it" if keeping else ""
        tell_once(call.line, f"{shown_call(call.to)} has a stand-in in the place of {where}, and {site} may refuse it: "
                  f"the value goes to {givers} alone, which gave it{way}")
    APP.secrets.strayed.clear()


def returned(data):
    """Bytes of an answer as the app gets them: what it brought itself is its own again."""
    if APP.secrets is None or not APP.secrets.brought:
        return data
    return APP.secrets.returned(data.decode("latin-1")).encode("latin-1")


def returned_fields(fields):
    """The same of headers."""
    return [(name, value if APP.secrets is None else APP.secrets.returned(str(value))) for name, value in fields]


def site_of(host):
    """What servers share that belong together: the last two labels of a name, or an address."""
    return host if re.fullmatch(r"[\d.:\[\]]+", host) else ".".join(host.lower().split(".")[-2:])


def told_line(line):
    """A line with stand-ins for what the app brings."""
    kind, secrets = line["kind"], APP.secrets
    if secrets is None or kind in ("made", "came", "idle", "stop", "cancel", "serve", "open", "message", "close") or "pcm" in line:
        return line
    to = line["to"] if kind == "call" else APP.calls[line["id"]].to if kind == "more" else None
    change = functools.partial(secrets.told, is_call=True, to=to)
    told_to = {"to": change(to)} if kind == "call" else {}
    if line.get("encoding") == "base64":
        codings = APP.calls[line["id"]].asked if kind == "call" and line["id"] in APP.calls else None
        return {**line, **packed_coded(base64.b64decode(line["body"]), change, codings), **told_to}
    if kind in ("call", "more") and line["encoding"] == "text":
        return {**line, **told_to, "body": change(line["body"])}
    text = json.dumps({key: value for key, value in line.items() if key != "line"}, ensure_ascii=False)
    told = secrets.told(text, False, to)
    line = line if told == text else {**json.loads(told), **({"line": line["line"]} if "line" in line else {})}
    if kind in ("emit", "field", "play") and not secrets.is_replay:
        tell_hidden(line)
    return line


def exchanged_answer(head, chunks, site, to=None):
    """An answer with stand-ins: headers, trailers and body, which is decoded and coded again; its length and digests follow."""
    secrets = APP.secrets
    if secrets is None:
        return head, chunks
    headers = head.get("headers") or []
    pairs = list(headers.items()) if isinstance(headers, dict) else headers
    told = [[name, secrets.header(name, value, site, to)] for name, value in pairs]
    data = b"".join(unpacked(chunk) for _, chunk in chunks)
    codings = coders(pairs)
    if codings is None:
        tell_unknown(f"the answer of {shown_call(to or site)}", pairs, data)
    changed = exchanged_body(data, codings, site, to)
    if changed != data:
        sizes, at, parts = [len(unpacked(chunk)) for _, chunk in chunks], 0, []
        last = max((index for index, size in enumerate(sizes) if size), default=0)
        for index, size in enumerate(sizes):
            end = len(changed) if index == last else min(at + size, len(changed)) if index < last else at
            is_json = chunks[index][1].get("encoding") == "json"
            parts.append((chunks[index][0], {"body": json.loads(changed[at:end]), "encoding": "json"} if is_json else packed(changed[at:end])))
            at = end
        chunks, told = parts, [[name, followed(name, value, data, changed)] for name, value in told]
    head = {**head, **({"headers": dict(told) if isinstance(headers, dict) else told} if headers else {})}
    for name in ("trailers", "error", "statusLine"):
        if name in head:
            head[name] = secrets.answered(head[name], site, to) if isinstance(head[name], str) else [
                [one, followed(one, secrets.header(one, value, site, to), data, changed)] for one, value in head[name]]
    return head, chunks


def exchanged_message(content, site, to=None):
    """A message of a WebSocket's server with stand-ins."""
    secrets = APP.secrets
    if secrets is None or "encoding" not in content:        # a connection that failed has no message
        return content
    if content["encoding"] == "base64":
        return packed_coded(base64.b64decode(content["body"]), lambda text: secrets.answered(text, site, to))
    text = content["body"] if content["encoding"] == "text" else json.dumps(content["body"])
    told = secrets.answered(text, site, to)
    return content if told == text else {**content, "body": told if content["encoding"] == "text" else json.loads(told)}


def exchanged_body(data, codings, site, to=None):
    return changed_coded(data, lambda text: APP.secrets.answered(text, site, to), codings)


def tell_unknown(whose, headers, data):
    """Tells of a body in a coding that is not known; one that is a text has none."""
    if packed(data)["encoding"] == "base64":
        coding = next(value for name, value in headers if name.lower() == "content-encoding")
        tell_once(None, f"{whose} is coded as {coding}, which this client does not know: a secret in it is not hidden")


def followed(name, value, data, changed):
    """The value of a header that says the length or a digest of a body that was changed."""
    if data == changed:
        return value
    lower = name.lower()
    if lower == "content-length" and value == str(len(data)):
        return str(len(changed))
    for kind in ("md5", "sha1", "sha256", "sha512"):
        def text(body, kind=kind):
            return base64.b64encode(hashlib.new(kind, body).digest()).decode()
        if lower in ("content-md5", "digest", "content-digest", "repr-digest") and text(data) in value:
            value = value.replace(text(data), text(changed))
    return value


def real_basic(line, site):
    """A line of a head whose `Basic` has a stand-in, with the value."""
    found = re.match(r"(?i)(authorization: basic +)([A-Za-z0-9+/=]+)$", line)
    try:
        return line if not found else found[1] + base64.b64encode(
            APP.secrets.real(base64.b64decode(found[2]).decode("latin-1"), site).encode("latin-1")).decode()
    except ValueError:
        return line


def real_bytes(data, site, codings=None):
    """Bytes of the app, in `codings`, with what this server gave in the place of stand-ins."""
    if APP.secrets is None or not APP.secrets.given:
        return data
    return changed_coded(data, lambda text: APP.secrets.real(text, site), codings)


def real_texts(value, site):
    """A value of the app with what this server gave in the place of stand-ins."""
    if APP.secrets is None or not APP.secrets.given:
        return value
    if isinstance(value, str):
        return APP.secrets.real(value, site)
    if isinstance(value, dict):
        return {key: real_texts(one, site) for key, one in value.items()}
    return type(value)(real_texts(one, site) for one in value) if type(value) in (list, tuple) else value


def unpacked_result(message):
    """What was packed; of an old session it is JSON."""
    value = json.loads(returned(unpacked(message)) or b"null")
    return restored(value) if message.get("encoding", "text") == "text" else value


def unpacked_error(text, message):
    """The error that an external raised; ExternalError where the session has nothing but its words."""
    return made_error(*json.loads(returned(unpacked(message)))["$error"]) if message else ExternalError(text)
