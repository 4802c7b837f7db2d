"""Manual pages, made from what `voicetest --experimental-dump-help` says."""
import json
import re
import subprocess


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


def page(way, command, version, date):
    """One manual page of section 1, as text. `way` is the command as it is typed."""
    title = way.replace(" ", "-")
    shown = [one for one in command.get("arguments", []) if one["shouldDisplay"]]
    lines = [f'.TH {title.upper()} 1 "{date}" "voicetest {version}" "voicetest"', ".SH NAME",
             f"{escape(title)} \\- {escape(command.get('abstract', ''))}", ".SH SYNOPSIS",
             synopsis(way, command)]
    if command.get("discussion"):
        lines += [".SH DESCRIPTION", *paragraphs(command["discussion"])]
    if shown:
        lines += [".SH OPTIONS", *[line for one in shown for line in described(one)]]
    below = [one for one in command.get("subcommands", []) if one["commandName"] != "help"]
    if below:
        lines.append(".SH COMMANDS")
    for one in below:
        lines += [".TP", f"\\fB{escape(title + '-' + one['commandName'])}\\fR(1)",
                  escape(one.get("abstract", ""))]
    lines += [".SH EXIT STATUS", "0 agrees or done; 1 a difference; 64 wrong usage; 65 bad data;",
              "66 input missing; 69 a needed part is not installed; 70 a bug of voicetest;",
              "73 the output cannot be created; 74 input or output error."]
    if " " in way:
        lines += [".SH SEE ALSO", f"\\fB{escape(title.rsplit('-', 1)[0])}\\fR(1)"]
    return "\n".join(lines) + "\n"


def write(program, folder, version, date):
    """Writes a page of each command of `program` into `folder`; returns how many."""
    told = subprocess.run([program, "--experimental-dump-help"], capture_output=True, text=True, check=True)
    folder.mkdir(parents=True)
    waiting = [("voicetest", json.loads(told.stdout)["command"])]
    count = 0
    while waiting:
        way, command = waiting.pop()
        (folder / f"{way.replace(' ', '-')}.1").write_text(page(way, command, version, date))
        count += 1
        waiting += [(f"{way} {one['commandName']}", one) for one in command.get("subcommands", [])
                    if one["commandName"] != "help"]
    return count
