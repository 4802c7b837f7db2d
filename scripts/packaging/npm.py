"""Packages of npm: the client for Node, which starts the programs, and the programs of each platform as a package of
their own, of which npm installs the one that fits the machine."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

root = pathlib.Path(__file__).resolve().parents[2]
CLIENT = root / "Sources/Clients/Node"
NAME, PROGRAMS = "voicetest-app", "voicetest-program"
# What Node calls a machine, by what Linux calls it. No release has had files for arm64 yet.
MACHINES = {"x86_64": "x64", "aarch64": "arm64"}
# Starts a program of the package that fits this machine.
START = '''#!/usr/bin/env node
// Starts %(name)s of the package for this machine, which npm installs beside this one.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

const name = `%(programs)s-${process.platform}-${process.arch}`;
let home;
try {
    home = path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
} catch {
    process.stderr.write(`voicetest: the package ${name} is not installed. Run npm install ${name}@%(version)s, or `
        + 'where there is none for this machine, build voicetest from source: https://github.com/OWNER/voicetest\\n');
    process.exit(69);
}
const program = path.join(home, 'bin/%(name)s');
const { status, signal, error } = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
if (error) process.stderr.write(`voicetest: ${name} does not start: ${error.message}\\n`);
process.exitCode = error ? 69 : status ?? 128 + os.constants.signals[signal];
'''


def described(name, version, summary, **more):
    return {"name": name, "version": version, "description": summary, "license": "GPL-3.0-or-later", **more}


def pack(folder, stage, package):
    """Packs the folder `stage` with the description `package` into `folder`; returns the file's path."""
    (stage / "package.json").write_text(json.dumps(package, indent=2) + "\n")
    shutil.copy(root / "LICENSE", stage)
    # No cache, settings or log of the person who makes the release.
    with tempfile.TemporaryDirectory() as home:
        told = subprocess.run(["npm", "pack", "--json", "--ignore-scripts", "--pack-destination", folder], cwd=stage,
                              env={**os.environ, "HOME": home, "npm_config_cache": f"{home}/cache"}, check=True,
                              capture_output=True, text=True).stdout
    return folder / json.loads(told)[0]["filename"]


def write_client(folder, version):
    """Writes the package of the client into `folder`. Returns its path."""
    with tempfile.TemporaryDirectory() as name:
        stage = pathlib.Path(name)
        for one in sorted([*CLIENT.glob("*.mjs"), *CLIENT.glob("*.cjs")]):
            shutil.copy(one, stage)
        (stage / "bin").mkdir()
        for program in ("voicetest", "voicetest-speak"):
            start = stage / f"bin/{program}.mjs"
            start.write_text(START % {"name": program, "programs": PROGRAMS, "version": version})
            start.chmod(0o755)
        return pack(folder, stage, described(
            NAME, version, "Runs a voice app under voicetest: unmodified, in virtual time, the same way each time.",
            type="module", engines={"node": ">=20"},
            exports={".": "./voicetest-app.mjs", "./test": "./voicetest-test.mjs", "./package.json": "./package.json"},
            bin={"voicetest": "bin/voicetest.mjs", "voicetest-speak": "bin/voicetest-speak.mjs"},
            optionalDependencies={f"{PROGRAMS}-linux-{one}": version for one in MACHINES.values()}))


def write_programs(folder, version, tree, machine):
    """Writes the package of the programs in `tree`, which are for `machine`, into `folder`. Returns its path."""
    with tempfile.TemporaryDirectory() as name:
        stage = pathlib.Path(name, "package")
        shutil.copytree(tree, stage)
        return pack(folder, stage, described(
            f"{PROGRAMS}-linux-{MACHINES[machine]}", version,
            "The programs of voicetest, with their libraries and data.",
            os=["linux"], cpu=[MACHINES[machine]], libc=["glibc"], preferUnplugged=True))
