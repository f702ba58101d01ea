"""Where eswexp compare is tried: a folder with repositories, and looks at what it leaves."""
import functools
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "prove"))
from common.proof import rows  # noqa: E402
from numbered import numbered  # noqa: E402
from repository import environment, state  # noqa: E402

FINE, REGRESSION, USAGE, FAILED, INCONCLUSIVE = range(5)
THOROUGH = os.environ.get("ESWEXP_THOROUGH")  # as ./bootstrap prove sets it
SHORT = ("--set", "repeat.real.builds=2", "--set", "repeat.real.executions=2", "--seed", "7")


class Yard:
    """Runs eswexp, and holds that it leaves every repository as it was."""

    def __init__(self, program, folder, proof):
        self.program, self.folder, self.proof = program, folder, proof
        self.home = folder / "home"
        self.home.mkdir()
        self.cache = self.home / "cache"
        self.environment = dict(environment(self.home),
                                ESWEXP_HOST_LOCK=str(folder / "host.lock"))
        self.repository = numbered(folder / "script", self.home, compiled=False)
        self.count = self.compared = 0

    @functools.cached_property
    def compiled(self):
        """The repository whose programs are compiled, and whose layouts differ."""
        return numbered(self.folder / "number", self.home)

    def check(self, *what):
        return self.proof.check(*what)

    def out(self):
        """The folder of the last campaign."""
        return self.folder / f"out{self.count}"

    def run(self, *words, cwd=None):
        return subprocess.run([str(word) for word in (self.program, *words)], text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, errors="replace",
                              timeout=300, check=False, env=self.environment,
                              cwd=cwd or self.repository.folder)

    def start(self, *words):
        return subprocess.Popen([str(word) for word in (self.program, *words)], text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=self.environment,
                                cwd=self.repository.folder, start_new_session=True)

    def compare(self, *words, cwd=None, threshold="50%"):
        """A short comparison in a repository that must not change; its campaign is in out()."""
        self.count += 1
        folder = cwd or self.repository.folder
        before = state(self.repository, folder)
        done = self.run("compare", *words, "--threshold", threshold, "--out", self.out(), *SHORT,
                        cwd=folder)
        self.check_state(f"compare {' '.join(map(str, words))}", before, folder)
        return done

    def check_state(self, what, before, folder=None):
        """Is a repository as it was? Said only if it is not: it is asked after each comparison."""
        after = state(self.repository, folder)
        self.compared += 1
        for question, said in before.items():
            if said != after[question]:
                self.check(False, f"{what}: the repository's {question}",
                           changes(said, after[question]), "as it was")

    def numbers(self):
        """{side: what its program reported} of the last campaign, in the order of the sides."""
        if not (self.out() / "csv/estimates.csv").exists():
            return {}
        return {row["variant"]: round(float(row["mean"]) * {"s": 1e3, "ms": 1}[row["unit"]])
                for row in rows(self.out(), "estimates")}

    def baselines(self):
        return {row["variant"]: row["baseline"] for row in rows(self.out(), "ratios")}

    def check_sides(self, what, done, expected):
        """That these numbers were compared, each with the first."""
        numbers, sides = self.numbers(), list(self.numbers())
        right = (done.returncode == FINE and list(numbers.values()) == expected and
                 set(self.baselines().items()) == {(side, sides[0]) for side in sides[1:]})
        return self.check(right, f"compare {what}: numbers of the sides",
                          f"{numbers} {outcome(done) if not right else ''}",
                          " against ".join(map(str, reversed(expected))))

    def check_exit(self, what, done, code, *said):
        """The exit code, and words that were said."""
        text = (done.stdout + done.stderr).lower()
        missing = [word for word in said if word.lower() not in text]
        return self.check(done.returncode == code and not missing, f"{what}: exit",
                          outcome(done) if missing or done.returncode != code else
                          done.returncode, ", ".join([str(code), *map(repr, said)]))

    def left(self):
        """Files in the cache that are neither locks nor campaigns, nor of builds that are kept."""
        kept = [about.parent for about in (self.cache / "eswexp/builds").glob("*/about")]
        return [str(path.relative_to(self.cache)) for path in self.cache.rglob("*")
                if path.is_file() and path.suffix != ".lock" and "compare" not in path.parts
                and not any(build in path.parents for build in kept)]

    def alive(self):
        """Processes that name this folder, or work in it."""
        mark, found = str(self.folder).encode(), []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                said = ((process / "cmdline").read_bytes(),
                        os.fsencode(os.readlink(process / "cwd")))
            except OSError:
                continue
            if int(process.name) != os.getpid() and any(mark in text for text in said):
                found.append(said[0].replace(b"\0", b" ").decode(errors="replace").strip())
        return found

    def wait_until(self, holds, within_s):
        end = time.monotonic() + within_s
        while not holds() and time.monotonic() < end:
            time.sleep(0.02)
        return holds()


def compiled(test):
    """The test, with that repository."""
    @functools.wraps(test)
    def with_compiled(yard):
        kept, yard.repository = yard.repository, yard.compiled
        try:
            test(yard)
        finally:
            yard.repository = kept
    return with_compiled


def outcome(done):
    return f"{done.returncode}: {(done.stderr.strip() or done.stdout.strip())[-1500:]}"


def changes(before, after):
    if not isinstance(before, dict):
        return f"{before!r} became {after!r}"
    paths = [path for path in sorted(before.keys() | after.keys())
             if before.get(path) != after.get(path)]
    return {path: (before.get(path), after.get(path)) for path in paths[:5]}
