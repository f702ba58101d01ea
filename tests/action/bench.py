"""A project on GitHub and a runner that takes its pull requests: repositories, a release, the action."""
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE.parent / "compare")]
from github import GitHub  # noqa: E402
from numbered import numbered  # noqa: E402
from repository import Repository  # noqa: E402
from runner import Caches, Runner, environment_of  # noqa: E402

TOKEN = "ghs_secret"
# The build fails if it sees what belongs to the runner, or what changes with each run.
GUARD = ("$(if $(ACTION_TOKEN)$(ACTION_BASE)$(GITHUB_OUTPUT)$(GITHUB_RUN_ID)$(GITHUB_ENV),"
         "$(error the build sees the runner))\n")
# The first execution of a run leaves a file.
FIRST = """    FILE *first = fopen("{path}", "wx");
    if (first)
        fclose(first);
    FILE *log"""
REPEAT = "repeat: {real: {builds: 2, executions: 2}}\n"
# Instead of ./bootstrap of the whole source: what `cmake --install` then installs.
BOOTSTRAP = """#!/bin/sh
cd "$(dirname "$0")" && mkdir -p build/release && echo built >>"{log}"
echo 'file(COPY "{prefix}/" DESTINATION "${{CMAKE_INSTALL_PREFIX}}" USE_SOURCE_PERMISSIONS)' \\
    >build/release/cmake_install.cmake
"""


class Release:
    """A tarball as GitHub has it."""

    def __init__(self, tarball):
        self.name = tarball.name.removesuffix(".tar.gz")
        self.version = self.name.split("-")[1]
        self.content = tarball.read_bytes()
        digest = hashlib.sha256(self.content).hexdigest()
        self.path = f"/own/eswexp/releases/download/v{self.version}/{tarball.name}"
        self.files = {self.path: self.content, f"{self.path}.sha256": f"{digest}  {tarball.name}\n".encode()}


def installed(cmake, build, folder):
    """What `cmake --install` leaves, packed: (release, the folder)."""
    told = subprocess.run([pathlib.Path(build) / "eswexp", "--version"], check=True, capture_output=True, text=True)
    prefix = folder / f"eswexp-{told.stdout.split()[-1]}-linux-{os.uname().machine}"
    subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, capture_output=True)
    with tarfile.open(folder / f"{prefix.name}.tar.gz", "w:gz", compresslevel=1) as archive:
        archive.add(prefix, prefix.name)
    return Release(folder / f"{prefix.name}.tar.gz"), prefix


class Bench:
    """One pull request, number 7, of `head` into `base`."""

    def __init__(self, folder, release, files=None, prefix=None, machine=None, template=None, compiled=True):
        """`folder` as the machine sees it, if there is one; `prefix`: what a build from source makes.

        `template` keeps the repository for the next bench of the same folder. If nothing is to be
        compiled, the benchmark is a script.
        """
        self.machine, self.place, self.release = machine, folder, release
        self.folder = machine.folder / str(folder).lstrip("/") if machine else folder
        (self.folder / "home").mkdir(parents=True)
        self.github = GitHub(TOKEN)
        self.github.releases = dict(release.files if release and files is None else files or {})
        self.caches = Caches(self.folder)
        self.origin = self._origin(template, compiled)
        self.prefix = prefix
        self.action = self._install() if release else None
        self.runs, self.begun = 0, 0.0

    def close(self):
        self.github.close()

    def _origin(self, template, compiled):
        origin = Repository(self.folder / "origin", self.folder / "home")
        if template and template.exists():
            shutil.copytree(template, origin.folder, symlinks=True)
            origin.commits = int(origin.git("rev-list", "--all", "--count"))
            return origin
        origin = numbered(origin.folder, self.folder / "home", compiled)
        origin.edit("Makefile", "number:", f"{GUARD}number:")
        origin.edit("eswexp.yaml", "", REPEAT)
        if compiled:
            origin.edit("number.c", "    FILE *log", FIRST.format(path=self.place / "first"))
        origin.commit("Few builds")
        if template:
            shutil.copytree(origin.folder, template, symlinks=True)
        return origin

    def _install(self):
        """As the runner unpacks `uses: own/eswexp/action@v0.2.0`."""
        path = pathlib.Path("_actions/own/eswexp") / f"v{self.release.version}"
        place = self.folder / path
        shutil.copytree(ROOT / "action", place / "action")
        shutil.copy(ROOT / "CMakeLists.txt", place)
        (place / "CHANGELOG.md").write_text(f"## Unreleased\n\n## {self.release.version} (2026-09-01)\n\n- All.\n")
        shutil.copy(ROOT / "LICENSE", place)
        for name in ("docs", "engine", "experiments", "kernels", "packaging", "plots", "randomizers"):
            (place / name).mkdir()
        (place / "bootstrap").write_text(BOOTSTRAP.format(prefix=self.prefix, log=self.folder / "built"))
        (place / "bootstrap").chmod(0o755)
        return self.place / path / "action"

    def request(self, number, name="change", start="main"):
        """A branch that reports another number, and what GitHub makes of it: (its commit, the merge)."""
        git = self.origin.git
        self.origin.branch(name, start, ("number.h", "NUMBER ", f"NUMBER {number} // not "))
        git("checkout", "--quiet", "--detach", "main")
        git("merge", "--quiet", "--no-ff", "-m", "Merge", "--", f"refs/heads/{name}")
        merge = git("rev-parse", "HEAD")
        git("update-ref", "refs/pull/7/merge", merge)
        git("update-ref", "refs/pull/7/head", f"refs/heads/{name}")
        git("checkout", "--quiet", "main")
        git("config", "uploadpack.allowAnySHA1InWant", "true")
        return git("rev-parse", "refs/pull/7/head"), merge

    def checkout(self, reference="refs/pull/7/merge"):
        """As actions/checkout does: one commit, nothing else. Always the same path."""
        workspace = self.folder / "workspace"
        shutil.rmtree(workspace, ignore_errors=True)
        workspace.mkdir()
        git = self.origin.git
        git("init", "--quiet", folder=workspace)
        git("remote", "add", "origin", f"file://{self.origin.folder}", folder=workspace)
        git("fetch", "--quiet", "--no-tags", "--depth=1", "origin", f"+{reference}:refs/remotes/pull/7/merge",
            folder=workspace)
        git("checkout", "--quiet", "--detach", "refs/remotes/pull/7/merge", folder=workspace)
        git("remote", "set-url", "origin", f"file://{self.place / 'origin'}", folder=workspace)
        return self.place / "workspace"

    def event(self, head, **more):
        """The context `github` of a pull request."""
        pull = {"number": "7", "base": {"sha": self.origin.id("main"), "ref": "main"},
                "head": {"sha": head, "ref": "change"}}
        return {"token": TOKEN, "workflow": "Benchmarks", "job": "compare", "action_repository": "",
                "event": {"pull_request": pull}, **more}

    def _runner(self, workspace):
        environment = {**environment_of(self.place / "home"), "GITHUB_SERVER_URL": self.github.url,
                       "GITHUB_API_URL": f"{self.github.url}/api", "GITHUB_REPOSITORY": "own/project",
                       "GITHUB_RUN_ID": str(4000 + self.runs), "ESWEXP_HOST_LOCK": str(self.place / "host.lock")}
        if self.machine:
            environment.update(self.machine.environment(), HOME=str(self.place / "home"))
        return Runner(self.action, workspace, self.place / "runner", self.caches, environment, self.machine)

    def run(self, inputs, event, reference="refs/pull/7/merge", again=False):
        """A fresh runner of the same kind, or again a job of the last: (steps, outputs, runner)."""
        self.runs += 1
        workspace = self.place / "workspace"
        if not again:
            shutil.rmtree(self.folder / "runner", ignore_errors=True)
            (self.folder / "first").unlink(missing_ok=True)
            workspace = self.checkout(reference)
        self.begun = time.time()
        runner = self._runner(workspace)
        steps, outputs = runner.run(inputs, event)
        return steps, outputs, runner

    def comment(self, text, **more):
        """The log of the script that comments, alone."""
        self.runs += 1
        (self.folder / "text").write_text(text)
        environment = {**self._runner(self.folder).environment, "ACTION_TOKEN": TOKEN, "ACTION_PULL": "7",
                       "ACTION_TEXT": str(self.folder / "text"), "ACTION_MARK": "x", **more}
        return subprocess.run(["sh", self.action / "comment.sh"], env=environment, check=True, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout

    def until_first(self):
        """Seconds from the first step of the last run to the first execution of the benchmark."""
        return (self.folder / "first").stat().st_mtime - self.begun
