"""The pages that a release brings: FORMATS.md, the changes, and the articles with their pictures."""
import os
import pathlib
import re
import shutil

from pages import links
from project import target

root = links.root
TOP = ["FORMATS.md", "CHANGELOG.md"]
# The program's articles and the guides of the SDKs; help and messages name voicetest.docc and FORMATS.md.
CATALOGUES = ["voicetest", "VoiceFlow", "KeenASR", "VoiceKit", "SayKit"]


def shipped(file):
    """Where `file` of the repository stands below share/doc/voicetest; None where a release lacks it."""
    if file.parent == root and file.name in TOP:
        return pathlib.Path(file.name)
    if file.parent == root / "Reports" and file.suffix == ".png":
        return pathlib.Path("pictures", file.name)
    if file.parent.suffix == ".docc" and file.parent.stem in CATALOGUES:
        return pathlib.Path(file.parent.name, file.name)
    return None


def page(file):
    """The text of the page `file` with links between what is shipped; other links become their titles."""
    def linked(found):
        if re.match(r"[a-z]+:", found[2]):
            return found[0]
        path, _, anchor = found[2].partition("#")
        place = shipped((file.parent / path).resolve()) if path else shipped(file)
        if not place:
            return found[1]
        target = os.path.relpath(place, shipped(file).parent) if path else ""
        return f"[{found[1]}]({target}{'#' + anchor if anchor else ''})"
    text = links.outside_code(file.read_text(), lambda part: re.sub(
        r"(?<!`)\[([^\]\n]*)\]\(([^)\s]+)\)", linked, part))
    # What a check does with a block is of no use to a reader.
    return re.sub(r"^<!--.*?-->\n", "", text, flags=re.M | re.S)


def write(folder):
    """Writes the pages into `folder`. Raises SystemExit where a link in there leads nowhere."""
    pages = [root / name for name in TOP]
    pages += [one for name in CATALOGUES for one in sorted((target(name) / f"{name}.docc").glob("*.md"))]
    for one in pages:
        copy = folder / shipped(one)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(page(one))
    for picture in (root / "Reports").glob("*.png"):
        if any(picture.name in one.read_text() for one in pages):
            (folder / "pictures").mkdir(exist_ok=True)
            shutil.copy(picture, folder / shipped(picture))
    for one in pages:
        copy = folder / shipped(one)
        for path in re.findall(r"\]\(([^)\s#:]+)(?:#[^)]*)?\)", links.without_code(copy.read_text())):
            if not (copy.parent / path).exists():
                raise SystemExit(f"release: {shipped(one)} links to {path}, which a release lacks")
