"""The steps of a composite action, run as GitHub's runner does: expressions, files of the steps, caches."""
import os
import pathlib
import re
import shutil
import subprocess
import uuid

import yaml

EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
TERM = re.compile(r"([\w.-]+)\s*(==|!=)\s*'([^']*)'")
STEP_S = 1200


class Step:
    """What a step left: its exit code, its log, its outputs."""

    def __init__(self, name, code, log, outputs):
        self.name, self.code, self.log, self.outputs = name, code, log, outputs


class Caches:
    """actions/cache/restore and save: {key: folder with a copy}, the newest last."""

    def __init__(self, folder):
        self.folder, self.kept = folder, {}

    def restore(self, path, key, prefixes):
        """Whether the key itself was there; a prefix takes the newest that begins with it."""
        for wanted in (key, *prefixes):
            for name in reversed(self.kept):
                if name == wanted or (wanted != key and name.startswith(wanted)):
                    shutil.copytree(self.kept[name], path, symlinks=True, dirs_exist_ok=True)
                    return name == key
        return False

    def save(self, path, key):
        if key not in self.kept and path.exists():  # a key is written once
            self.kept[key] = self.folder / uuid.uuid4().hex
            shutil.copytree(path, self.kept[key], symlinks=True)


class Runner:
    """A machine that runs the action of the folder `action` in the folder `workspace`.

    The folders are paths as the machine sees them; `machine` is where it lies, if not here, and has
    words(*command), the command line that runs a command there.
    """

    def __init__(self, action, workspace, folder, caches, environment, machine=None):
        self.action, self.workspace, self.folder, self.caches = action, workspace, folder, caches
        self.machine = machine
        self.manifest = yaml.safe_load(self.here(action / "action.yml").read_text(encoding="utf-8"))
        self.files = {name: folder / name for name in ("output", "env", "path", "summary")}
        self.temp = folder / "temp"
        self.here(self.temp).mkdir(parents=True, exist_ok=True)
        self.environment = {**environment, "CI": "true", "GITHUB_ACTIONS": "true", "RUNNER_OS": "Linux",
                            "GITHUB_WORKSPACE": str(workspace), "RUNNER_TEMP": str(self.temp),
                            "GITHUB_ACTION_PATH": str(action)}

    def here(self, path):
        """Where this test finds a path of the machine."""
        return self.machine.folder / str(path).lstrip("/") if self.machine else pathlib.Path(path)

    def run(self, inputs, github):
        """Runs the steps up to the first that fails: [Step], {output: value}."""
        declared = self.manifest["inputs"]
        if unknown := set(inputs) - set(declared):
            raise ValueError(f"the action has no input {unknown}")
        context = {"github": github, "steps": {}}
        defaults = {key: evaluate(row.get("default", ""), context) for key, row in declared.items()}
        context["inputs"] = {**defaults, **inputs}
        done = []
        for index, step in enumerate(self.manifest["runs"]["steps"]):
            if not condition(step.get("if", ""), context):
                continue
            ended = self._use(step, context) if "uses" in step else self._shell(step, context)
            ended.name = step.get("id", f"step {index}")
            context["steps"][ended.name] = {"outputs": ended.outputs}
            done.append(ended)
            if ended.code:
                break
        outputs = {key: evaluate(row["value"], context) for key, row in self.manifest["outputs"].items()}
        return done, outputs

    def summary(self):
        summary = self.here(self.files["summary"])
        return summary.read_text(encoding="utf-8") if summary.exists() else ""

    def _use(self, step, context):
        values = {key: evaluate(text, context) for key, text in step["with"].items()}
        path, outputs = self.here(values["path"]), {}
        if step["uses"] == "actions/cache/restore@v4":
            prefixes = [line for line in values.get("restore-keys", "").splitlines() if line]
            outputs["cache-hit"] = "true" if self.caches.restore(path, values["key"], prefixes) else "false"
        elif step["uses"] == "actions/cache/save@v4":
            self.caches.save(path, values["key"])
        else:
            raise ValueError(f"no stand-in for {step['uses']}")
        return Step("", 0, "", outputs)

    def _shell(self, step, context):
        if EXPRESSION.search(step["run"]):
            raise ValueError(f"an expression in a script can be code of strangers: {step['run']}")
        if step["shell"] != "sh":
            raise ValueError(f"no stand-in for the shell {step['shell']}")
        script = self.folder / "step.sh"
        self.here(script).write_text(step["run"], encoding="utf-8")
        written = self.here(self.files["output"])
        written.write_text("")
        environment = {**self.environment,
                       **{key: evaluate(text, context) for key, text in step.get("env", {}).items()},
                       "GITHUB_STEP_SUMMARY": str(self.files["summary"]),
                       **{f"GITHUB_{name.upper()}": str(self.files[name]) for name in ("output", "env", "path")}}
        words, folder = ["sh", "-e", str(script)], self.workspace
        if self.machine:
            words = self.machine.words("env", "-C", str(folder), *words)
            folder = None
        done = subprocess.run(words, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=STEP_S, check=False)
        return Step("", done.returncode, done.stdout.decode(errors="replace"),
                    dict(line.split("=", 1) for line in written.read_text().splitlines()))


def look_up(path, context):
    """The value at "steps.fetch.outputs.key"; what is not there is empty, as on GitHub."""
    value = context
    for part in path.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return "" if value is None else str(value)


def evaluate(text, context):
    return EXPRESSION.sub(lambda found: look_up(found[1], context), str(text))


def condition(text, context):
    """Whether all terms `a.b == 'c'` hold."""
    inner = EXPRESSION.fullmatch(str(text).strip())
    for term in (inner[1] if inner else text).split("&&"):
        if not term.strip():
            continue
        found = TERM.fullmatch(term.strip())
        if not found:
            raise ValueError(f"no condition that this runner knows: {term}")
        if (look_up(found[1], context) == found[3]) != (found[2] == "=="):
            return False
    return True


def environment_of(home):
    """That of a runner: nothing of the user who runs the test."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1"}
