"""Manual pages, made from what `voicetest --experimental-dump-help` says."""
import json
import pathlib
import re
import subprocess

ARTICLES = pathlib.Path(__file__).resolve().parents[2] / "Sources/Programs/voicetest/voicetest.docc"
# A program of its own, whose name a command's page would take.
SPEAK = "voicetest-speak"


def escape(text):
    """`text` for roff: a backslash, a hyphen and a leading dot or quote mean themselves."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def names(argument):
    """The names of an option as in its help: -o, --output <output>."""
    if argument["kind"] == "positional":
        return f"<{argument['valueName']}>"
    shown = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    value = f" <{argument['valueName']}>" if argument["kind"] == "option" else ""
    return ", ".join(shown) + value


def synopsis(way, command):
    """The line under SYNOPSIS."""
    words = [f"\\fB{escape(way)}\\fR"]
    for argument in command.get("arguments", []):
        if not argument["shouldDisplay"]:
            continue
        word = names(argument).split(", ")[-1] + ("..." if argument["isRepeating"] else "")
        words.append(escape(f"[{word}]" if argument["isOptional"] else word))
    if any(one.get("shouldDisplay", True) for one in command.get("subcommands", [])):
        words.append("<subcommand>")
    return " ".join(words)


def paragraphs(text):
    """`text` as roff: paragraphs are filled, indented lines stay lines."""
    lines = []
    for paragraph in text.strip().split("\n\n"):
        lines.append(".PP")
        for line in paragraph.split("\n"):
            if line.startswith("  "):
                lines += [".RS", ".nf", escape(line.strip()), ".fi", ".RE"]
            else:
                lines.append(escape(line.strip()))
    return lines


def described(argument):
    """The paragraph of one argument under OPTIONS."""
    text = argument.get("abstract", "")
    if values := argument.get("allValues"):
        text += f" One of: {', '.join(values)}."
    if "defaultValue" in argument:
        text += f" Default: {argument['defaultValue']}."
    return [".TP", f"\\fB{escape(names(argument))}\\fR", escape(text.strip()) or "\\&"]


def title(way):
    """The name of the page of a command: git's way, voicetest-test(1) for `voicetest test`."""
    name = way.replace(" ", "-")
    return f"{name}-command" if name == SPEAK else name


def table(heading):
    """The rows of the table under `heading` of the article on variables and files: name and text."""
    text = (ARTICLES / "Environment.md").read_text()
    part = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.M | re.S)[1]
    rows = re.findall(r"^\| (`.*?) \| (.*) \|$", part, re.M)
    plain = [[re.sub(r" \(\[[^\]]*\]\([^)]*\)\)", "", cell).replace("`", "") for cell in row] for row in rows]
    return [line for name, text in plain for line in (".TP", f"\\fB{escape(name)}\\fR", escape(text))]


def start(name, abstract, version, date):
    """The head of the page `name`; NAME has no full stop, as man pages have it."""
    return [f'.TH {name.upper()} 1 "{date}" "voicetest {version}" "voicetest"', ".SH NAME",
            f"{escape(name)} \\- {escape(abstract.strip().rstrip('.'))}", ".SH SYNOPSIS"]


def page(way, command, version, date):
    """One manual page of section 1, as text. `way` is the command as it is typed."""
    name = title(way)
    shown = [one for one in command.get("arguments", []) if one["shouldDisplay"]]
    lines = [*start(name, command.get("abstract", ""), version, date), synopsis(way, command)]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *paragraphs(command["discussion"])]
    if shown:
        lines += [".SH OPTIONS", *[line for one in shown for line in described(one)]]
    below = [one for one in command.get("subcommands", []) if one["commandName"] != "help"]
    if below:
        lines.append(".SH COMMANDS")
    for one in below:
        lines += [".TP", f"\\fB{escape(title(way + ' ' + one['commandName']))}\\fR(1)",
                  escape(one.get("abstract", ""))]
    lines += [".SH EXIT STATUS", "0 agrees or done; 1 a difference; 64 wrong usage; 65 bad data;",
              "66 input missing; 69 a needed part is not installed; 70 a bug of voicetest;",
              "73 the output cannot be created; 74 input or output error."]
    if " " in way:
        lines += [".SH ENVIRONMENT AND FILES", "\\fBvoicetest\\fR(1) lists the variables and files of every command."]
    else:
        lines += [".SH ENVIRONMENT", *table("Variables of the program"), ".SH FILES", *table("Files"),
                  ".TP", "\\fI/usr/share/doc/voicetest\\fR",
                  escape("FORMATS.md has every key of every file, voicetest.docc the articles.")]
    above = [f"\\fB{escape(title(way.rsplit(' ', 1)[0]))}\\fR(1)"] if " " in way else []
    if way == "voicetest speak" or way == "voicetest":
        above.append(f"\\fB{escape(SPEAK)}\\fR(1)")
    if above:
        lines += [".SH SEE ALSO", ", ".join(above)]
    return "\n".join(lines) + "\n"


def speak_page(program, version, date):
    """The page of voicetest-speak, out of what its --help says."""
    told = subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout
    first, usage = told.strip().split("\n\n", 1)
    options = [(name, " ".join(text.split())) for name, text in re.findall(
        r"^ +(--[a-z]+) ((?:.|\n(?! *--| *voicetest| *\[))+)", usage, re.M)]
    synopsis = re.sub(r"^ +--[a-z]+ (?:.|\n(?! *--| *voicetest| *\[))+\n?", "", usage, flags=re.M)
    lines = [*start(SPEAK, first, version, date), ".nf", escape(synopsis.strip()), ".fi",
             ".SH DESCRIPTION", escape(
                 "voicetest and apps that use its libraries start this program to speak prompts. To speak a text "
                 "into a sound file yourself, use voicetest speak."), ".SH OPTIONS"]
    for name, text in options:
        lines += [".TP", f"\\fB{escape(name)}\\fR", escape(text)]
    lines += [".SH ENVIRONMENT", ".TP", "\\fBESPEAK_DATA_PATH\\fR", escape("the folder that holds espeak-ng-data"),
              ".SH SEE ALSO", f"\\fB{escape(title('voicetest speak'))}\\fR(1), \\fBvoicetest\\fR(1)"]
    return "\n".join(lines) + "\n"


def write(program, folder, version, date):
    """Writes a page of each command of `program`, and of voicetest-speak beside it, into `folder`;
    returns how many."""
    told = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True)
    folder.mkdir(parents=True)
    waiting = [("voicetest", json.loads(told.stdout)["command"])]
    pages = {SPEAK: speak_page(program.parent / SPEAK, version, date)}
    while waiting:
        way, command = waiting.pop()
        if title(way) in pages:
            raise SystemExit(f"two manual pages are called {title(way)}")
        pages[title(way)] = page(way, command, version, date)
        waiting += [(f"{way} {one['commandName']}", one) for one in command.get("subcommands", [])
                    if one["commandName"] != "help"]
    for name, text in pages.items():
        (folder / f"{name}.1").write_text(text)
    return len(pages)
