"""Plants changes into the code of Tests/ExampleApps, and finds out what the first cause of each is.

Every change makes another copy of an app. All copies are built as one program, each in a namespace of
its own: `ChangedApps APP-NUMBER ARGUMENTS...` runs one. Copy 0 has no change; its simulated run is the
session that all copies of the app are replayed with.
"""
import concurrent.futures
import json
import re
import shutil
import subprocess

from project import root

SOURCES = root / "Tests/ExampleApps/Sources"
WORK = root / ".build/changed-apps"
# A package beside Tests/ExampleApps builds into the same folder, so that the libraries are built once.
BUILD = root / ".build/example-apps"
OPTIONS = ["-c", "release", "-debug-info-format", "none", "-Xswiftc", "-Onone"]


def planted(app, change):
    """The sources of an app by their names, with the change in them."""
    sources = {path.name: path.read_text() for path in sorted((SOURCES / app).glob("*.swift"))}
    for edit in change.get("edits", [change] if change else []):
        name = edit.get("file", change.get("file"))
        if sources[name].count(edit["from"]) != 1:
            raise SystemExit(f"{app}: {change['what']}: {name} has not once: {edit['from']}")
        sources[name] = sources[name].replace(edit["from"], edit["to"])
    return sources


def wrapped(name, sources):
    """One source with the app in the namespace `name`, its main file as `run()`."""
    imports, parts = set(), []
    for file, text in sources.items():
        imports |= set(re.findall(r"^import .*$", text, re.M))
        text = re.sub(r"^import .*\n", "", text, flags=re.M)
        if file == "main.swift":
            text = text.replace("CommandLine.arguments.dropFirst()", "CommandLine.arguments.dropFirst(2)")
            text = "@MainActor static func run() async throws {\n" + text + "}\n"
        parts.append(text)
    return "\n".join(sorted(imports)) + f"\n\nenum {name} {{\n" + "\n".join(parts) + "}\n"


def build(apps):
    """Builds every copy; the path of the program."""
    folder = WORK / "Sources/ChangedApps"
    shutil.rmtree(WORK, ignore_errors=True)
    folder.mkdir(parents=True)
    cases = []
    for app in apps:
        for number, change in enumerate([{}, *app["changes"]]):
            name = f"{app['app']}{number}"
            (folder / f"{name}.swift").write_text(wrapped(name, planted(app["app"], change)))
            cases.append(f'case "{app["app"]}-{number}": try await {name}.run()')
    (folder / "main.swift").write_text(
        "switch CommandLine.arguments[1] {\n" + "\n".join(cases) + '\ndefault: fatalError("no such app")\n}\n')
    package = (SOURCES.parent / "Package.swift").read_text()
    products = sorted(set(re.findall(r'product\("(\w+)"\)', package)))
    listed = ", ".join(f'.product(name: "{name}", package: "voicetest")' for name in products)
    (WORK / "Package.swift").write_text(
        "// swift-tools-version: 6.2\nimport PackageDescription\n\nlet package = Package(\n"
        '    name: "ChangedApps", platforms: [.macOS(.v15)],\n'
        f'    dependencies: [.package(name: "voicetest", path: "{root}")],\n'
        f'    targets: [.executableTarget(name: "ChangedApps", dependencies: [{listed}])])\n')
    resolved = SOURCES.parent / "Package.resolved"
    if resolved.exists():
        shutil.copyfile(resolved, WORK / "Package.resolved")
    subprocess.run(
        ["swift", "build", "--quiet", "--package-path", WORK, "--scratch-path", BUILD, *OPTIONS,
         "--product", "ChangedApps"],
        check=True, cwd=root)
    return BUILD / "release/ChangedApps"


def arguments(app, number, world, session):
    return [f"{app['app']}-{number}", *app.get("before", []), world, session]


def cause(program, app, number, session, environment):
    """What the replay of a copy says is the first cause; empty where it says none."""
    done = subprocess.run(
        [program, *arguments(app, number, "replayed", session)], capture_output=True, text=True,
        timeout=120, env=environment)
    found = re.search(r"^first cause: (.*)$", done.stdout, re.M)
    if found:
        return found[1]
    return "" if done.returncode == 0 else f"exit {done.returncode}: {done.stderr[-300:]}"


def prove(work, environment, is_quick):
    """Rows of what was planted and what was said of it, and what is wrong."""
    apps = json.loads((root / "scripts/proofs/changes/apps.json").read_text())
    for app in apps:
        app["before"] = [part.replace("BUNDLE", str(work / "english")) for part in app.get("before", [])]
        app["changes"] = app["changes"][::4] if is_quick else app["changes"]
    environment = environment | {
        "XDG_DATA_HOME": str(work / "data"), "XDG_CACHE_HOME": str(work / "cache")}
    program = build(apps)
    rows, faults = [], []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        planned = []
        for app in apps:
            session = str(work / f"{app['app']}.vsession")
            subprocess.run(
                [program, *arguments(app, 0, "simulated", session)], check=True,
                stdout=subprocess.DEVNULL, env=environment)
            for number, change in enumerate([{}, *app["changes"]]):
                planned.append(
                    (app, change, pool.submit(cause, program, app, number, session, environment)))
        for app, change, future in planned:
            said = future.result()
            if not change:
                faults += [f"{app['app']}: differs before it is changed: {said}"] if said else []
                continue
            wanted = change.get("expect", "red")
            rows.append([app["app"], change["what"], " ".join(change.get("names", [])), wanted,
                         "red" if said else "green", said])
            if wanted == "green" and said:
                faults.append(f"{app['app']}: {change['what']}: differs: {said}")
            for name in change.get("names", []):
                if name not in said:
                    faults.append(f"{app['app']}: {change['what']}: the first cause does not name"
                                  f" {name}: {said}")
    return rows, faults
