"""Links of the Markdown files: to files, to headings, and names of scripts and files in the text."""
import re

from pages.blocks import root

LINK = re.compile(r"(?<!\\)!?\[[^\]\n]*\]\(([^)\s]+)\)")
# Pages at the top of the repository that the site shows too, by the names of their articles.
TOP = {"FORMATS.md": "Formats", "ARCHITECTURE.md": "Architecture", "CONTRIBUTING.md": "Contributing",
       "STYLE.md": "Style", "CHANGELOG.md": "Changes"}
# Paths of the repository between backticks.
NAMED = re.compile(r"^(?:scripts|Sources|Tests|Corpora|Reports)/[\w./-]+$")


def anchors(text):
    """The anchors of the headings of a page, as GitHub makes them."""
    found = {}
    for heading in re.findall(r"^#+ (.+?)\s*$", without_code(text), re.M):
        name = re.sub(r"[^\w\- ]", "", re.sub(r"[`*]", "", heading).lower()).replace(" ", "-")
        count = found[name] = found.get(name, -1) + 1
        yield f"{name}-{count}" if count else name


def without_code(text):
    return re.sub(r"^```.*?^```", "", text, flags=re.S | re.M)


def faults(pages):
    """What is dead in `pages`. Links to other pages of a catalogue (doc:) are docc's to check."""
    for page in pages:
        text = without_code(page.read_text())
        place = page.relative_to(root)
        for target in LINK.findall(text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = page.parent / path if path else page
            if page.parent.name.endswith(".docc"):
                # A picture stands beside the page, or in Reports.
                file = next((one for one in (page.parent / f"{path}.png", root / f"Reports/{path}.png")
                             if one.exists()), file)
            if not file.exists():
                yield f"{place}: the link {target} leads to no file"
            elif anchor and anchor not in set(anchors(file.read_text())):
                yield f"{place}: the link {target} leads to no heading"
        for name in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text):
            name = name.split()[0] if name.split() else ""
            if NAMED.match(name) and not re.search("ENGINE|NAME", name) and not (root / name).exists():
                yield f"{place}: {name} does not exist"


def section(article, anchor):
    """The anchor that docc makes of the heading whose anchor on GitHub is `anchor`."""
    text = (root / f"Sources/voicetest/voicetest.docc/{article}.md").read_text()
    headings = re.findall(r"^#+ (.+?)\s*$", without_code(text), re.M)
    return next(heading.replace(" ", "-") for heading, one in zip(headings, anchors(text)) if one == anchor)


def as_article(text):
    """A page of the top of the repository as an article: links to pages lead to articles, links to
    other files become their names."""
    def linked(found):
        title, target = found[1], found[2]
        if re.match(r"[a-z]+:", target):
            return found[0]
        if target in TOP:
            return f"[{title}](doc:{TOP[target]})"
        article = re.fullmatch(r"Sources/voicetest/voicetest\.docc/(\w+)\.md(?:#(.+))?", target)
        if article:
            anchor = f"#{section(article[1], article[2])}" if article[2] else ""
            return f"[{title}](doc:{article[1]}{anchor})"
        return f"`{target}`"
    text = re.sub(r"(?<!!)\[([^\]\n]*)\]\(([^)\s]+)\)", linked, text)
    return re.sub(r"^#.*", lambda heading: heading[0].replace("`", ""), text, flags=re.M)
