"""Pipelines of GitHub and GitLab as shell scripts, to run where neither service is."""
import pathlib
import re
import shlex

import yaml

root = pathlib.Path(__file__).resolve().parents[2]
ACTION = root / "action.yml"
TEMPLATE = root / "scripts/packaging/voicetest.gitlab-ci.yml"
# Plays a runner of GitHub: each step is a process of its own, which sees what earlier ones added to PATH and to the
# environment. A step runs while none failed, or always where its condition says so.
RUNNER = """set -u
export CI=true GITHUB_ACTIONS=true RUNNER_OS=Linux RUNNER_TEMP="$HOME/runner" GITHUB_STEP_SUMMARY="$HOME/summary.md"
export GITHUB_PATH="$HOME/path" GITHUB_ENV="$HOME/env" GITHUB_OUTPUT="$HOME/output" ARTIFACTS="$HOME/artifacts"
rm -rf "$RUNNER_TEMP" "$ARTIFACTS" "$HOME/job"; mkdir -p "$RUNNER_TEMP" "$ARTIFACTS" "$HOME/job"; cd "$HOME/job"
: > "$GITHUB_STEP_SUMMARY"; : > "$GITHUB_PATH"; : > "$GITHUB_ENV"; : > "$GITHUB_OUTPUT"
failed=0
step() { # NAME, WHETHER IT RUNS AFTER A FAILURE, SCRIPT
    if [ $failed -ne 0 ] && [ "$2" = no ]; then echo "skipped: $1"; return; fi
    echo "step: $1"
    (
        while IFS= read -r line; do export "${line?}"; done < "$GITHUB_ENV"
        while IFS= read -r line; do PATH="$line:$PATH"; done < "$GITHUB_PATH"
        bash --noprofile --norc -eo pipefail -c "$3"
    ) || failed=$?
}
"""


def exported(variables):
    return "".join(f"export {name}={shlex.quote(value)}\n" for name, value in variables.items())


def filled(text, contexts):
    """`text` with each expression ${{ NAME }} as `contexts` has it; of others only the last word is left."""
    return re.sub(r"\$\{\{ ([\w.]+) \}\}", lambda found: contexts.get(found[1], found[1].split(".")[-1]), str(text))


def condition(step):
    """Whether a step runs on Linux, whether it runs after a failure, and the file that has to be there for it."""
    told = str(step.get("if", ""))
    file = re.search(r"hashFiles\('(.+?)'\) != ''", told)
    return "macOS" not in told, "!cancelled()" in told, file and file[1]


def steps(listed, contexts, origin):
    """Name, whether it runs after a failure, and script of each step of `listed`; an action is its own steps.

    Raises SystemExit for an action that is not known here.
    """
    for step in listed:
        runs, always, file = condition(step)
        uses = step.get("uses", "")
        values = {name: filled(one, contexts) for name, one in step.get("with", {}).items()}
        if not runs:
            continue
        if "run" in step:
            guard = f"[ -e {shlex.quote(file)} ] || exit 0\n" if file else ""
            variables = {name: filled(one, contexts) for name, one in step.get("env", {}).items()}
            yield (step.get("name", step["run"].split("\n")[0]), always,
                   exported({"GITHUB_ACTION_PATH": "/tmp/action", **variables}) + guard + filled(step["run"], contexts))
        elif uses.startswith("actions/checkout@"):
            yield "checkout", always, f"git clone -q {shlex.quote(origin)} ."
        elif uses.startswith("actions/upload-artifact@"):
            path, name = values["path"], values["name"]
            yield f"keep {name}", always, f'[ ! -e {path} ] || cp -r {path} "$ARTIFACTS/{name}"'
        elif uses.split("@")[0].endswith("/voicetest"):
            repository, ref = uses.split("@")
            action = yaml.safe_load(ACTION.read_text())
            inner = {f"inputs.{name}": str(one.get("default", "")) for name, one in action["inputs"].items()}
            inner |= {f"inputs.{name}": one for name, one in values.items()}
            inner |= {"github.action_repository": repository, "github.action_ref": ref}
            yield from steps(action["runs"]["steps"], contexts | inner, origin)
        else:
            raise SystemExit(f"pipelines: the step {step} is not known here")


def workflow(text, server, origin):
    """The job `test` of a workflow as one script, for releases below the URL `server` and the repository `origin`.

    It expects the repository of the action in /tmp/action. HOME gets the folders job and artifacts, and summary.md.
    """
    listed = yaml.safe_load(text)["jobs"]["test"]["steps"]
    lines = [f"step {shlex.quote(name)} {'yes' if always else 'no'} {shlex.quote(script)}"
             for name, always, script in steps(listed, {"github.server_url": server}, origin)]
    return RUNNER + "\n".join(lines) + "\nexit $failed\n"


def template(release, project):
    """The script of the template's job, with its variables."""
    job = yaml.safe_load(TEMPLATE.read_text())["voicetest"]
    variables = {"VOICETEST_RELEASE": release, "VOICETEST_PATH": project, "CI": "true"}
    return exported(variables) + "set -e\n" + "\n".join(job["script"])
