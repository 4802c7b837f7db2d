"""The action for GitHub and the template for GitLab as shell scripts, to run where neither service is."""
import pathlib
import re
import shlex

root = pathlib.Path(__file__).resolve().parents[2]
ACTION = root / "action.yml"
TEMPLATE = root / "scripts/packaging/voicetest.gitlab-ci.yml"


def exported(variables):
    return "".join(f"export {name}={shlex.quote(value)}\n" for name, value in variables.items())


def action(release, project):
    """The `run` steps of the action by their names, with the inputs `release` and `path`.

    They expect the repository of the action in /tmp/action.
    """
    import yaml
    described = yaml.safe_load(ACTION.read_text())
    values = {name: str(one.get("default", "")) for name, one in described["inputs"].items()}
    values |= {"release": release, "path": project}

    def filled(text):
        text = re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: values[found[1]], str(text))
        return re.sub(r"\$\{\{ github\.(\w+) \}\}", r"\1", text)
    common = {"GITHUB_ACTION_PATH": "/tmp/action", "GITHUB_OUTPUT": "/tmp/output", "CI": "true",
              "GITHUB_STEP_SUMMARY": "/tmp/summary.md"}
    return {step["name"]: exported(common | {name: filled(text) for name, text in step.get("env", {}).items()})
            + "set -e -o pipefail\n" + step["run"]
            for step in described["runs"]["steps"] if "run" in step}


def template(release, project):
    """The script of the template's job, with its variables."""
    import yaml
    job = yaml.safe_load(TEMPLATE.read_text())["voicetest"]
    variables = {"VOICETEST_RELEASE": release, "VOICETEST_PATH": project, "CI": "true"}
    return exported(variables) + "set -e\n" + "\n".join(job["script"])
