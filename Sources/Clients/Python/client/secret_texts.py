"""Secrets in texts, and the stand-ins for them. Pure: texts in, texts out."""
import base64
import bisect
import functools
import hashlib
import json
import re
import urllib.parse

# A secret that may not reach the disk is exchanged for a stand-in of the same form, length and alphabet, before the app
# sees it in an answer and before anything is told of what the app brings. The values live in memory only.

BLANKS = " \t\n\r\f\v"


def rule(pattern):
    """A pattern whose blanks, digits and letters are those of ASCII: bytes of UTF-8 are read as Latin-1, one letter each."""
    return re.compile(pattern, re.A)


NAME = r"[A-Za-z](?:[A-Za-z0-9_.\-]){0,63}"
# Words that make a name one of a secret whatever its value is: at its end written as one word, or alone among its words.
SECRET_ENDINGS = ("authorization", "apikey", "accesskey", "privatekey", "secretkey", "secret", "secrets", "password", "passwords", "passwd",
                  "passphrase", "token", "credential", "credentials", "signature", "bearer")
SECRET_WORDS = {"authorization", "secret", "secrets", "password", "passwords", "passwd", "pwd", "pass", "passphrase", "credential",
                "credentials", "pin", "otp"}
# Words that make it one where the value looks like a key.
KEY_WORDS = {"key", "keys", "sig", "token", "tokens", "session", "sessionid", "sid", "auth", "jwt", "code", "cookie"}
NO_SECRETS = {"true", "false", "null", "none", "***"}
BEGINNINGS = rule(
    r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))(?:sk-(?:proj-|svcacct-|admin-|ant-[a-z]{1,8}\d{1,4}-)?|sk_(?:live_|test_)?|pk_live_|rk_live_|rk_test_|whsec_|xox[a-z]-|xapp-|gh[opsur]_|github_pat_|glpat-|AIza|AKIA|ASIA|ya29\.|SG\."
    r"|npm_|pypi-|dop_v1_|hf_|gsk_|xai-|ek_)([A-Za-z0-9_.\-]{8,512})")
WITH_DIGITS = ("hf_", "gsk_", "xai-", "ek_", "sk_", "npm_", "pypi-")
SHORT_BEGINNINGS = ("AIza", "AKIA", "ASIA")
SCHEMES = rule(r"(?:(?<![A-Za-z])|(?<=\\[nrt]))(?:[Bb]earer|BEARER|[Bb]asic|BASIC|Token) {1,4}([A-Za-z0-9_.\-+/=~]{8,4096})")
TOKENS = rule(r"eyJ[A-Za-z0-9_\-]{5,4096}\.([A-Za-z0-9_\-]{2,8192})\.([A-Za-z0-9_\-]{2,8192})")
PRIVATE_KEYS = rule(r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----([^-]{1,16384})-----END")
MEMBERS = rule(r"(\\{0,7}[\"'])(" + NAME + r")\1\s{0,8}:\s{0,8}")
NAMED = rule(r"(\\{0,7}[\"'])(?:name|key)\1\s{0,8}:\s{0,8}\1(" + NAME + r")\1\s{0,8},\s{0,8}\1value\1\s{0,8}:\s{0,8}(?=\1)")
PAIRS = rule(r"\[\s{0,8}(\\{0,7}[\"'])(" + NAME + r")\1\s{0,8},\s{0,8}(?=\1)")
BARE = rule(r"(?<![A-Za-z0-9_.\"'\-\\])(" + NAME + r")\s{0,8}[:=]\s{0,8}(?=\\{0,7}[\"'])")
# In a line of code a name may stand for what reads the environment: no secret is there.
PARAMETERS = rule(r"(?<![A-Za-z0-9_.\-%])((?:[A-Za-z]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.\-%]){0,63})=(?!(?:os\.)?(?:getenv\(|environ[.\[])|process\.env[.\[])"
                  r"([^&;\s\"'<>#\\,={][^&;\s\"'<>#\\,]{0,4095})")
LINES = rule(r"(?<![^\n])[ \t\-]{0,16}(" + NAME + r"):[ \t]{1,8}([^\s\"'{\[][^\r\n]{0,4095})")
ELEMENTS = rule(r"<(" + NAME + r")(?:\s[^<>]{0,200})?>([^<>]{1,4096})</")
PARTS = rule(r"name=\"(" + NAME + r")\"[^\r\n]{0,200}\r?\n(?:[^\r\n]{1,500}\r?\n){0,8}\r?\n([^\r\n]{1,4096})\r?\n--")
PATHS = rule(
    r"(?:://|CONNECT )[^\s/?#@:\"'\\]{0,200}:([^\s/?#@\"'\\]{1,500})@|/bot\d{3,20}:([A-Za-z0-9_\-]{4,200})|/services/T\w{1,20}/B\w{1,20}/(\w{4,100})"
    r"|/(?:keys?|tokens?|secrets?)/([A-Za-z0-9_\-]{16,200})")
QUOTES = re.compile(r"\\{0,7}[\"']")
BLANKS_OF = rule(r"\s")
COLON = rule(r"\s{0,8}:")
NUMBER = rule(r"\d{4,32}(?![\d.eE])")
STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')
LETTERS = re.compile(r"\\u[0-9a-fA-F]{4}|\\.|%[0-9a-fA-F]{2}|.", re.S)


# A part of each match of a rule: texts without it, as most are, are not searched for the rule.
SIGNS = {
    NAMED: ("name", "key"), PAIRS: ("[",), PATHS: ("://", "CONNECT ", "/bot", "/services/T", "/key", "/token", "/secret"),
    SCHEMES: ("earer ", "EARER ", "asic ", "ASIC ", "Token "),
    BEGINNINGS: ("sk-", "sk_", "pk_live_", "rk_", "whsec_", "xox", "xapp-", "gho_", "ghp_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "AIza",
                 "AKIA", "ASIA", "ya29.", "SG.", "npm_", "pypi-", "dop_v1_", "hf_", "xai-", "ek_"),
}
HAS_VALUE = rule(r"=[^&;\s\"'<>#\\,={]")


def matches(pattern, text):
    """What a rule finds in a text."""
    signs = SIGNS.get(pattern)
    is_possible = HAS_VALUE.search(text) if pattern is PARAMETERS else signs is None or any(one in text for one in signs)
    return pattern.finditer(text) if is_possible else ()


def words_of(name):
    """The words of a name in lower case: `accessToken`, `access_token` and `Access-Token` have the same."""
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", re.sub(r"%[0-9A-Fa-f]{2}", " ", name))
    return [word.lower() for word in re.findall(r"[A-Za-z0-9]+", spaced)]


def looks_like_key(text):
    return len(text) >= 16 and re.search(r"[0-9]", text) is not None and BLANKS_OF.search(text) is None


def is_secret(name, value):
    """Whether a value of this name may not reach the disk."""
    words = words_of(name)
    plain = "".join(words)
    if not words or not value.strip(BLANKS) or value.lower() in NO_SECRETS or plain.endswith("cachekey"):
        return False
    # Models send pieces of a text as `token`.
    if plain != "token" and (plain.endswith(SECRET_ENDINGS) or not SECRET_WORDS.isdisjoint(words)):
        return True
    if "=" in value and "cookie" in words:      # what is in it has names of its own
        return False
    return looks_like_key(value) and (not KEY_WORDS.isdisjoint(words) or plain.endswith(("key", "sessionid")))


def end_of_text(text, start, quote):
    """Where a quoted text ends that begins at `start`; `quote` may have backslashes, in a text within a text."""
    found = text.find(quote, start)
    while found >= 0 and len(quote) == 1:
        escape = text.find("\\", start, found)
        if escape < 0:
            break
        start = escape + 2
        if start > found:
            found = text.find(quote, start)
    return len(text) if found < 0 else found


def group_spans(text, start):
    """Texts within the list or object at `start`, which a secret's name has: elements, members `value`, and what looks like a key."""
    at, depth, name = start, 0, None
    while at < min(len(text), start + 16_384):
        found = QUOTES.match(text, at)
        if found:
            end = end_of_text(text, found.end(), found[0])
            at, word = end + len(found[0]), text[found.end():end]
            if COLON.match(text, at):
                name = word
                continue
            if word and word.lower() not in NO_SECRETS and (looks_like_key(word) or name in (None, "value")):
                yield found.end(), end
            continue
        depth += (text[at] in "[{") - (text[at] in "]}")
        if depth == 0:
            return
        at += 1


def secret_spans(text, keep, is_call):
    """Where secrets are in a text: (start, end, name or None) in order. `is_call` says that it is of a call, with
    headers and forms."""
    # A message is read more than once on its way, and silence is the same message again and again.
    return (remembered_spans if len(text) <= 4_096 else found_spans)(text, frozenset(keep), is_call)


def found_spans(text, keep, is_call):
    spans, names, strings = [], {}, []

    def ended(start, end):
        """The end of a span: at the latest that of the text of JSON in which it begins, where nothing closes its quote."""
        if '"' not in text[start:end]:
            return end
        if not strings:
            strings.append(strings_of(text))
        index = bisect.bisect(strings[0], (start, len(text) + 1)) - 1
        return min(end, strings[0][index][1]) if index >= 0 and start <= strings[0][index][1] else end

    def add(name, start, end):
        end = ended(start, end)
        if name.lower() not in keep and start < end and is_secret(name, text[start:end]):
            spans.append((start, end))
            names.setdefault((start, end), name)
    for found in MEMBERS.finditer(text):
        quote, start = found[1], found.end()
        if text.startswith(quote, start):
            add(found[2], start + len(quote), end_of_text(text, start + len(quote), quote))
        elif text[start:start + 1] in ("[", "{"):
            if is_secret(found[2], "x") and found[2].lower() not in keep:
                group = list(group_spans(text, start))
                spans.extend(group)
                names.update(dict.fromkeys(group, found[2]))
        else:
            number = NUMBER.match(text, start)
            if number and not SECRET_WORDS.isdisjoint(words_of(found[2])):
                add(found[2], *number.span())
    for pattern in (NAMED, PAIRS, BARE):
        for found in matches(pattern, text):
            name = found[1] if pattern is BARE else found[2]
            quote = QUOTES.match(text, found.end())[0]
            start = found.end() + len(quote)
            end = end_of_text(text, start, quote)
            if pattern is not PAIRS or looks_like_key(text[start:end]):
                add(name, start, end)
    for found in matches(PARAMETERS, text):
        add(urllib.parse.unquote(found[1]), *found.span(2))
    if is_call:
        for pattern in (LINES, ELEMENTS, PARTS):
            for found in pattern.finditer(text):
                scheme = re.match(r"[A-Za-z]{1,20} {1,4}", found[2])
                add(found[1], found.start(2) + (scheme.end() if scheme else 0), found.start(2) + len(found[2].rstrip(BLANKS)))
    for found in matches(PATHS, text):
        index = found.lastindex
        if index != 4 or looks_like_key(found[index]):
            spans.append(found.span(index))
    for found in matches(BEGINNINGS, text):
        whole = found[0]
        is_short = len(whole) < 16 or whole.startswith(SHORT_BEGINNINGS) and len(whole) > 64
        if not is_short and (not whole.startswith(WITH_DIGITS) or re.search(r"[0-9]", whole)):
            spans.append(found.span(1))
    for found in matches(SCHEMES, text):
        if re.search(r"[0-9]", found[1]) and len(found[0]) >= 16:
            spans.append(found.span(1))
    for found in TOKENS.finditer(text):
        # A token stays readable: its signature changes.
        spans.append(found.span(2) if is_readable(found[1]) else (found.start(1), found.end(2)))
    spans.extend(found.span(1) for found in PRIVATE_KEYS.finditer(text))
    names = {(start, ended(start, end)): name for (start, end), name in reversed(names.items())}
    spans = [(start, ended(start, end)) for start, end in spans]
    known = ({found.span() for found in matches(BEGINNINGS, text)}
             | {found.span() for found in TOKENS.finditer(text) if is_readable(found[1])})
    by_end = {span[1]: names.get(span) for span in known}      # the part of a key or token that changes ends with it
    return [(start, end, names.get((start, end)) or by_end.get(end)) for start, end in apart(spans, known)]


remembered_spans = functools.lru_cache(256)(found_spans)


def strings_of(text):
    """Where the texts of JSON are: in order, of what is JSON as a whole, else of its lines that are or end with an object or list."""
    found, at = [], 0
    for piece in [text] if is_json(text) else text.split("\n"):
        inner = re.search(r"[{\[]", piece)
        if inner and is_json(piece[inner.start():]):
            found += [(at + one.start() + 1, at + one.end() - 1) for one in STRINGS.finditer(piece, inner.start())]
        at += len(piece) + 1
    return found


def is_json(text):
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def is_readable(part):
    try:
        return isinstance(json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))), dict)
    except ValueError:
        return False


def apart(spans, known):
    """Spans in order, none within another; `known` are whole keys and tokens of which a part changes."""
    found, parts = [], [span for span in spans if span not in known]
    has_part = {whole for whole in known if any(whole[0] <= start and end <= whole[1] for start, end in parts)}
    for start, end in sorted(set(spans) - has_part, key=lambda one: (one[0], -one[1])):
        if not found or start >= found[-1][1]:
            found.append((start, end))
    return found


def stand_in(secret, seed, number):
    """Another text of the same form, length and alphabet, from the seed and the number alone."""
    letters = LETTERS.findall(secret)
    plain = "".join(one for one in letters if len(one) == 1)
    is_hex = len(plain) > 7 and re.fullmatch(r"[0-9a-f\-]+|[0-9A-F\-]+", plain) and re.search(r"[a-fA-F]", plain)
    block, bytes_left, result = 0, b"", []
    for one in letters:
        if len(one) == 1 and one.isascii() and one.isalnum():
            if not bytes_left:
                bytes_left = hashlib.sha256(f"{seed}/{number}/{block}".encode()).digest()
                block += 1
            drawn, bytes_left = bytes_left[0], bytes_left[1:]
            if one.isdigit():
                one = str(1 + drawn % 9 if not result else drawn % 10)
            else:
                first = "a" if one.islower() else "A"
                one = chr(ord(first) + drawn % (6 if is_hex else 26))
        result.append(one)
    return "".join(result)


class Secrets:
    """Which values stand for which. Pure: texts in, texts out; nothing of it is written.

    Stand-ins of what the app brings have a row of numbers of their own, and so have those of answers: in a replay an answer has
    them already, so only the former are drawn again.
    """
    LIMIT = 10_000          # values that are known at once

    def __init__(self, seed, keep=(), is_replay=False):
        self.seed, self.keep, self.is_replay = seed, {name.lower() for name in keep}, is_replay
        # Stand-ins by value; values by stand-in, of answers and of the app; the sites that gave a stand-in.
        self.own, self.given, self.brought, self.sources = {}, {}, {}, {}
        # By stand-in, the name of its value and the call that has it.
        self.places = {}
        self.public = set()     # what looks like a secret and came from voicetest
        self.strayed = {}       # (stand-in, site) where it went to a site that did not give it, in order
        self.counts = {"own": 0, "answer": 0}

    def exchanged(self, text, row, site=None, is_call=False, to=None):
        parts, at = [], 0
        for start, end, name in secret_spans(text, self.keep, is_call):
            parts += [self.with_known(text[at:start]), self.for_value(text[start:end], row, site, name, to)]
            at = end
        return "".join([*parts, self.with_known(text[at:])])

    def for_value(self, value, row, site, name=None, to=None):
        new = self.new_for(value, row, site)
        self.places.setdefault(new, (name, to))
        return new

    def new_for(self, value, row, site):
        if value in self.public:
            return value
        if value in self.given:                 # a stand-in already
            if site is not None:
                self.sources[value].add(site)
            return value
        if row == "answer" and self.is_replay:
            self.given[value], self.sources[value] = value, {site}
            return value
        if value in self.own:
            new = self.own[value]
            if row == "answer" and new in self.sources:
                self.sources[new].add(site)
            return new
        self.counts[row] += 1
        new = stand_in(value, f"{self.seed}/{row}", self.counts[row])
        if new == value or len(self.own) >= self.LIMIT:
            return new
        self.own[value] = new
        if row == "answer":
            self.given[new], self.sources[new] = value, {site}
        else:
            self.brought[new] = value
        return new

    def with_known(self, text):
        for value, new in self.own.items():
            if len(value) >= 8 and value in text:
                text = text.replace(value, new)
        return text

    def told(self, text, is_call=False, to=None):
        """What is told of a text of the app, of its call `to`."""
        return self.exchanged(text, "own", None, is_call, to)

    def told_value(self, name, value, to=None):
        """What is told of a value that has a name in the app alone, as an argument has."""
        is_hidden = isinstance(value, str) and name.lower() not in self.keep and is_secret(name, value)
        return self.for_value(value, "own", None, name, to) if is_hidden else value

    def answered(self, text, site, to=None):
        """What the app gets of a text of a server, or of a function that is an outside call `to`."""
        return self.exchanged(text, "answer", site, True, to)

    def shown(self, text):
        """A text that the app prints, without its secrets: `***` for one that has no stand-in yet, since none is drawn for it."""
        parts, at = [], 0
        for start, end, _ in secret_spans(text, self.keep, True):
            value = text[start:end]
            is_known = value in self.given or value in self.brought
            parts += [self.with_known(text[at:start]), value if is_known else self.own.get(value, "***")]
            at = end
        return "".join([*parts, self.with_known(text[at:])])

    def header(self, name, value, site, to=None):
        """The value of a header of an answer as the app gets it; of a cookie, its own value alone."""
        lower = name.lower()
        if lower == "set-cookie":
            own, equals, rest = value.partition("=")
            data, end, more = rest.partition(";")
            key = own.strip(BLANKS)
            if key.lower() not in self.keep and (is_secret(key, data) or looks_like_key(data)):
                data = self.for_value(data, "answer", site, key, to)
            return own + equals + data + end + more
        if lower not in self.keep and is_secret(name, value):
            scheme = re.match(r"[A-Za-z]{1,20} {1,4}", value)
            start = scheme.end() if scheme else 0
            return value[:start] + self.for_value(value[start:], "answer", site, name, to)
        return self.answered(value, site, to)

    def hidden_in(self, text):
        """Stand-ins in a text of the app. A short one counts as a whole word, for it may be there by chance."""
        return [new for new in (*self.given, *self.brought) if new in text and (
            len(new) >= 8 or len(new) >= 4 and re.search(rf"(?<![A-Za-z0-9]){re.escape(new)}(?![A-Za-z0-9])", text))]

    def returned(self, text):
        """What the app gets of a text that repeats what it brought."""
        for new, value in self.brought.items():
            if len(value) >= 8 and new in text:
                text = text.replace(new, value)
        return text

    def real(self, text, site):
        """A text of the app with the values that this server gave, where the app has stand-ins."""
        for new, value in self.given.items():
            if new == value:
                continue
            if site in self.sources[new]:
                for form in (str, lambda one: urllib.parse.quote(one, safe="")):
                    text = text.replace(form(new), form(value))
            elif len(new) >= 8 and new in text:
                self.strayed[new, site] = None
        return text
