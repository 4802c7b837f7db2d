"""Swift's part of the pages: flags for the built modules, and whether examples compile."""
import pathlib
import re
import shutil
import subprocess
import tempfile

from pages.blocks import blocks, root

IMPORT = re.compile(r"^import \w+\n", re.M)
# What a file of declarations has at the beginning of a line.
DECLARED = re.compile(r"@|import |public |final |struct |func |///?|}|\s|$")


def module_flags(build):
    """Flags that make the modules of the `build` folder importable."""
    flags = ["-I", str(build / "Modules")]
    for folder in sorted((root / "Sources").glob("C*")):
        if (folder / "module.modulemap").exists():
            flags += ["-I", str(folder)]
    for source in sorted((root / ".build/checkouts").glob("*/Sources/*/include/module.modulemap")):
        flags += ["-I", str(source.parent)]
    for source in sorted(build.glob("*.build/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={source}"]
    names = re.findall(r'pkgConfig: "([^"]+)"', (root / "Package.swift").read_text())
    found = subprocess.run(["pkg-config", "--cflags-only-I", *names], capture_output=True, text=True)
    return flags + found.stdout.split()


def toolchain():
    """The folder of Swift's own programs."""
    swift = shutil.which("swift")
    return pathlib.Path(swift).resolve().parent if swift else None


def source(block):
    """A whole file for `block`: its imports, the marker's lines, its own, and braces that are open."""
    hidden = re.sub(r"^\| ?", "", block.rest, flags=re.M) + "\n"
    imports = "".join(dict.fromkeys(IMPORT.findall(hidden + block.text)))
    body = IMPORT.sub("", hidden) + IMPORT.sub("", block.text)
    return imports + body + "}\n" * (body.count("{") - body.count("}"))


def check(page, build):
    """Compiles the Swift blocks of `page`, without linking. Returns how many, and the faults."""
    found = [block for block in blocks(page)[0] if block.kind == "compile"]
    faults = []
    flags = module_flags(build) if found else []
    for block in found:
        text = source(block)
        is_library = all(DECLARED.match(line) for line in text.splitlines())
        with tempfile.TemporaryDirectory() as name:
            path = pathlib.Path(name) / ("example.swift" if is_library else "main.swift")
            path.write_text(text)
            done = subprocess.run(
                ["swiftc", "-typecheck", "-swift-version", "6", *(["-parse-as-library"] if is_library else []),
                 "-plugin-path", str(toolchain().parent / "lib/swift/host/plugins/testing"),
                 *flags, str(path)], cwd=root, capture_output=True, text=True, timeout=300)
        if done.returncode:
            faults.append(f"{block.place}: does not compile: {done.stderr[-1500:]}")
    return len(found), faults
