"""The forms of JSONForms.md, and how a document is compared with one.

A block of text holds forms, each after the names of what prints it, or after the heading of its part
where a form begins the block:

  NAME, NAME  {"key": FORM, "key"?: FORM, "key"}      a key without a form takes any value
  [FORM]  {NAME: FORM}  "word"|"word"  TEXT  NUMBER  OTHER|null    OTHER is a form of that name

`?` marks a key that may be absent.
"""
import re

TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[A-Za-z][\w.-]*|[{}\[\]:,|?]|\.\.\.)')


class Forms:
    """Every form of `page`, by name."""

    def __init__(self, page):
        self.named, self.checked = {}, set()
        heading = ""
        for part in re.finditer(r"^## ([^\n]+)$|^```text\n(.*?)^```", page.read_text(), re.M | re.S):
            if part[1]:
                heading = part[1]
            else:
                self._block(part[2], heading)

    def _block(self, text, heading):
        names = heading
        for line in re.split(r"\n(?=\S)", text.rstrip()):
            found = re.match(r"([A-Za-z][\w., -]*?)\s*(?=[{\[])", line)
            names = found[1] if found else heading
            tokens = TOKEN.findall(line[found.end():] if found else line)
            form = self._form(tokens)
            if tokens:
                raise ValueError(f"{names}: {' '.join(tokens[:6])} behind its form")
            for name in names.split(", "):
                self.named[name.removeprefix("and ")] = form

    def _form(self, tokens):
        choices = [self._choice(tokens)]
        while tokens and tokens[0] == "|":
            tokens.pop(0)
            choices.append(self._choice(tokens))
        return choices

    def _choice(self, tokens):
        token = tokens.pop(0)
        if token == "[":
            inner = self._form(tokens)
            self._take("]", tokens)
            return ("list", inner)
        if token != "{":
            return ("word", token[1:-1]) if token.startswith('"') else ("form", token)
        keys, others = {}, None
        while tokens[0] != "}":
            key = tokens.pop(0)
            isOptional = tokens[0] == "?" and bool(tokens.pop(0))
            inner = self._form(tokens) if tokens[0] == ":" and tokens.pop(0) else None
            if key.startswith('"'):
                keys[key[1:-1]] = (isOptional, inner)
            else:
                others = inner
            if tokens[0] == ",":
                tokens.pop(0)
        self._take("}", tokens)
        return ("map", others) if others else ("object", keys)

    @staticmethod
    def _take(wanted, tokens):
        if not tokens or tokens.pop(0) != wanted:
            raise ValueError(f"{wanted} is missing before {' '.join(tokens[:6])}")

    def faults(self, name, document):
        """Where `document` differs from the form of `name`."""
        self.checked.add(name)
        if name not in self.named:
            return [f"JSONForms.md has no form of {name}"]
        return [f"{name}: {fault}" for fault in self._differences(self.named[name], document, "$")]

    def _differences(self, choices, value, path):
        if choices is None:
            return []
        found = [self._one(choice, value, path) for choice in choices]
        return min(found, key=len)

    def _one(self, choice, value, path):
        kind, inner = choice
        if kind == "word":
            return [] if value == inner else [f"{path} is {value!r}"]
        if kind == "list":
            if not isinstance(value, list):
                return [f"{path} is no array"]
            return [fault for number, one in enumerate(value)
                    for fault in self._differences(inner, one, f"{path}[{number}]")]
        if kind == "form":
            checks = {"TEXT": str, "NUMBER": (int, float), "null": type(None)}
            if inner in checks:
                return [] if isinstance(value, checks[inner]) else [f"{path} is {value!r}, no {inner}"]
            self.checked.add(inner)
            return self._differences(self.named[inner], value, path)
        if not isinstance(value, dict):
            return [f"{path} is no object"]
        if kind == "map":
            return [fault for key, one in value.items() for fault in self._differences(inner, one, f"{path}.{key}")]
        faults = [f"{path} has the key {key}, which is not documented" for key in value if key not in inner]
        for key, (isOptional, form) in inner.items():
            if key in value:
                faults += self._differences(form, value[key], f"{path}.{key}")
            elif not isOptional:
                faults.append(f"{path} lacks {key}")
        return faults
