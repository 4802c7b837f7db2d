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
    """What is dead in `pages`, as files: links of docc (doc:) lead nowhere there, so pages write paths."""
    for page in pages:
        text = without_code(page.read_text())
        place = page.relative_to(root)
        for target in re.findall(r"<doc:[^>]*>|\(doc:[^)]*\)", text):
            yield f"{place}: {target} is no path. Write the path of the page; scripts/docs makes a link of docc"
        for target in LINK.findall(text):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            file = page.parent / path if path else page
            if not file.exists():
                yield f"{place}: the link {target} leads to no file"
            elif anchor and anchor not in set(anchors(file.read_text())):
                yield f"{place}: the link {target} leads to no heading"
        for name in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text):
            name = name.split()[0] if name.split() else ""
            if NAMED.match(name) and not re.search("ENGINE|NAME", name) and not (root / name).exists():
                yield f"{place}: {name} does not exist"


def outside_code(text, change):
    """`text` with `change` made to what stands outside of fenced blocks."""
    parts = re.split(r"(^```.*?^```)", text, flags=re.S | re.M)
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))


def section(file, anchor):
    """The anchor that docc makes of the heading of `file` whose anchor on GitHub is `anchor`."""
    text = file.read_text()
    headings = re.findall(r"^#+ (.+?)\s*$", without_code(text), re.M)
    return next(re.sub(r"[`*]", "", heading).replace(" ", "-")
                for heading, one in zip(headings, anchors(text)) if one == anchor)


def article(file, page):
    """The name by which docc knows the page `file` in a link of `page`; None where it is no article."""
    if file.parent == root:
        return TOP.get(file.name)
    if file.suffix != ".md" or file.parent.suffix != ".docc":
        return None
    # The pages at the top belong to the catalogue of the program.
    home, own = file.parent.stem, page.parent.stem if page.parent != root else "voicetest"
    return file.stem if home == own else f"/{home}" if file.stem == home else f"/{home}/{file.stem}"


def as_article(page):
    """The text of `page` for docc: links to pages lead to articles, pictures are named, and links to
    other files become their names."""
    def linked(found):
        if not found["target"] or re.match(r"[a-z]+:", found["target"]):
            return found[0]
        path, _, anchor = found["target"].partition("#")
        file = (page.parent / path).resolve() if path else page
        if found["picture"]:
            return f"![{found['title']}]({file.stem})"
        name = article(file, page)
        if not name:
            return f"`{path.removeprefix('../../../')}`"
        place = f"doc:{name}" + (f"#{section(file, anchor)}" if anchor else "")
        # Under Topics docc takes the title from the page.
        return f"- <{place}>" if found["item"] else f"[{found['title']}]({place})"
    link = re.compile(r"`[^`\n]*`|(?P<item>^- (?=\[[^\]\n]*\]\([^)\s]+\)$))?(?P<picture>!)?"
                      r"\[(?P<title>[^\]\n]*)\]\((?P<target>[^)\s]+)\)", re.M)
    return outside_code(page.read_text(), lambda part: link.sub(linked, part))
