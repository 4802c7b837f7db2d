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
    for folder in sorted(root.glob("Sources/C/*")):
        if (folder / "module.modulemap").exists():
            flags += ["-I", str(folder)]
    for source in sorted((root / ".build/checkouts").glob("*/Sources/*/include/module.modulemap")):
        flags += ["-I", str(source.parent)]
    for source in sorted(build.glob("*.build/module.modulemap")):
        flags += ["-Xcc", f"-fmodule-map-file={source}"]
    found = subprocess.run(
        ["pkg-config", "--cflags-only-I", *system_libraries()], capture_output=True, text=True)
    return flags + found.stdout.split()


def package_flags(page, build):
    """What lets the examples of a library that is no product see the package's own names."""
    inner = re.search(r"let inner = \[(.*?)\]", (root / "Package.swift").read_text(), re.S)[1]
    if f'"{page.parent.stem}"' not in inner:
        return []
    names = re.findall(r'"-package-name","(\w+)"', (build.parent / f"{build.name}.yaml").read_text())
    own = [name for name in names if not name.startswith("swift_")]
    return ["-package-name", own[0]]


def toolchain():
    """The folder of Swift's own programs."""
    swift = shutil.which("swift")
    return pathlib.Path(swift).resolve().parent if swift else None


def source(block):
    """A whole file for `block`: its imports, the marker's lines, its own, and braces that are open."""
    before, behind = ("".join(line[2:] + "\n" for line in block.rest.splitlines() if line.startswith(mark))
                      for mark in ("| ", "> "))
    imports = "".join(dict.fromkeys(IMPORT.findall(before + block.text)))
    body = IMPORT.sub("", before) + IMPORT.sub("", block.text) + behind
    return imports + body + "}\n" * (body.count("{") - body.count("}"))


def link_flags(build):
    """The objects of every library and what they link, from the lists of the two programs that have them all."""
    objects = {}
    for program in ["voicetest", "voicetest-measure"]:
        listed = (build / f"{program}.product/Objects.LinkFileList").read_text().splitlines()
        own = f"/{program.replace('-', '_')}.build/"
        objects |= {line.strip("'"): None for line in listed if own not in line}
    found = subprocess.run(["pkg-config", "--libs", *system_libraries()], capture_output=True, text=True)
    return [*objects, *(word for word in found.stdout.split() if word.startswith(("-l", "-L")))]


def system_libraries():
    return re.findall(r'pkgConfig: "([^"]+)"', (root / "Package.swift").read_text())


def check_block(block, flags, build, program, kept):
    """Compiles `block` with the `flags` of its page and runs it where its marker says so; what it leaves goes
    into the folder `kept`. Returns the faults."""
    text = source(block)
    runs = block.rest.startswith("and run")
    is_library = all(DECLARED.match(line) for line in text.splitlines())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path = folder / ("example.swift" if is_library else "main.swift")
        path.write_text(text)
        end = ["-o", str(folder / "example"), *link_flags(build)] if runs else ["-typecheck"]
        done = subprocess.run(
            ["swiftc", "-swift-version", "6", *(["-parse-as-library"] if is_library else []),
             "-plugin-path", str(toolchain().parent / "lib/swift/host/plugins/testing"),
             *flags, str(path), *end], cwd=root, capture_output=True, text=True, timeout=300)
        if done.returncode:
            return [f"{block.place}: does not compile: {done.stderr[-1500:]}"]
        if not runs:
            return []
        done = subprocess.run(
            [folder / "example"], cwd=folder, capture_output=True, text=True, timeout=120,
            env={"HOME": name, "PATH": "/usr/bin:/bin", "VOICETEST_SPEAK": str(program.parent / "voicetest-speak")})
        said = done.stdout + done.stderr
        faults = [f"{block.place}: does not print {text!r}: {said[-600:]}"
                  for text in block.printed if text not in said]
        for one in block.left:
            if (folder / one).exists():
                kept.mkdir(parents=True, exist_ok=True)
                shutil.move(folder / one, kept / one)
            else:
                faults.append(f"{block.place}: leaves no {one}")
    return faults + ([f"{block.place}: exits {done.returncode}: {said[-600:]}"] if done.returncode else [])


def check(page, build, program, kept):
    """Compiles the Swift blocks of `page`; what they leave goes into the folder `kept`. Returns how many
    there are, and the faults."""
    found = [block for block in blocks(page)[0] if block.kind == "compile"]
    flags = module_flags(build) + package_flags(page, build)
    return len(found), [fault for block in found for fault in check_block(block, flags, build, program, kept)]
