"""One case: the plain build, two campaigns with one seed, and what they must have in common."""
import json
import os
import pathlib
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "prove"))
from common.proof import Trouble, rows, run  # noqa: E402

PATIENCE_S = 1800
SPEC = """experiment: toolchain
benchmarks:
  case:
    directory: .
    build: {build}
    command: {command}
    samples: process
{keys}repeat: {{real: {{builds: {layouts}, executions: 1}}}}
randomize:
  seed: 11
{randomizers}  allow_missing: [{names}]
{more}"""


def lacking(case):
    """Why the case cannot run here, or an empty text."""
    for need in case.needs:
        if callable(need):
            reason = need()
            if reason:
                return reason
        elif not shutil.which(need):
            return f"there is no {need} here"
    return ""


def write_project(case, folder):
    folder.mkdir(parents=True)
    if callable(case.files):
        case.files(folder)
        return
    for path, text in case.files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        if text.startswith("#!"):
            file.chmod(0o755)


def indented(text, spaces):
    return "".join(f"{' ' * spaces}{line}\n" for line in text.strip().splitlines())


def spec(case, layouts):
    keys = (f"setup: {json.dumps(case.setup)}\n" if case.setup else "") + case.keys
    modes = {"aslr": "seeded"}
    return SPEC.format(
        build=json.dumps(case.build), command=json.dumps(case.command), layouts=layouts,
        keys=indented(keys, 4), names=", ".join(case.randomizers), more=indented(case.more, 0),
        randomizers=indented("\n".join(f"{name}: {modes.get(name, 'true')}" for name in case.randomizers), 2))


def plain(case, folder, environment):
    """(what the program prints, seconds of the build), without eswexp."""
    write_project(case, folder)
    shell = {"cwd": folder, "timeout": PATIENCE_S, "env": environment}
    if case.setup:
        run("sh", "-c", case.setup, **shell)
    begun = time.monotonic()
    run("sh", "-c", case.build, **shell)
    seconds = time.monotonic() - begun
    return run("sh", "-c", case.command, **shell).stdout, seconds


def fact(campaign, key):
    with sqlite3.connect(f"file:{campaign}/campaign.db?mode=ro", uri=True) as store:
        found = store.execute("SELECT value FROM fact WHERE key = ?", (key,)).fetchone()
    return found[0] if found else ""


def arranged(campaign):
    """(functions that a layout arranges, all functions), over the relinked programs."""
    with sqlite3.connect(f"file:{campaign}/campaign.db?mode=ro", uri=True) as store:
        texts = [text for text, in store.execute("SELECT text FROM event WHERE kind = 'relinked'")]
    counts = re.findall(r"\((\d[\d,]*) (?:functions|objects) of (\d[\d,]*)\)", " ".join(texts))
    return tuple(sum(int(pair[i].replace(",", "")) for pair in counts) for i in (0, 1))


def functions(program):
    """Names of functions in the order of their addresses, those of one address by their names."""
    table = run("readelf", "-sW", program).stdout.split("'.symtab'")[-1]
    found = {(int(words[1], 16), words[7]) for words in map(str.split, table.splitlines())
             if len(words) > 7 and words[3] == "FUNC" and words[6] != "UND"}
    return [name for _, name in sorted(found)]


class Measured:
    """A case on its way: a folder of its own, and checks that count for it alone."""

    def __init__(self, case, program, folder, layouts, quick=False):
        self.case, self.program, self.folder, self.quick = case, program, folder, quick
        self.layouts = layouts or (case.quick if quick else case.layouts)
        self.wrong, self.row = [], None
        self.environment = {**os.environ, "CASE_FOLDER": str(folder), "XDG_CACHE_HOME": str(folder / "cache"),
                            "ESWEXP_HOST_LOCK": str(folder / "host.lock")}

    def check(self, holds, what):
        if not holds:
            self.wrong.append(what)

    def eswexp(self, *words):
        return subprocess.run([str(self.program), *map(str, words)], env=self.environment, text=True,
                              errors="replace", stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=PATIENCE_S, check=False)

    def renew(self):
        """The experiment file in a new copy of the project, with nothing kept of an earlier build. It lies
        at the same path: debug information has paths."""
        project = self.folder / "project"
        for folder in (project, self.folder / "cache"):
            shutil.rmtree(folder, ignore_errors=True)
        write_project(self.case, project)
        (project / "eswexp.yaml").write_text(spec(self.case, self.layouts), encoding="utf-8")
        return project / "eswexp.yaml"

    def campaign(self, name):
        """The folder of a campaign, or None where eswexp refuses."""
        out = self.folder / name
        done = self.eswexp("run", self.renew(), "--out", out)
        printed = done.stdout + done.stderr
        if self.case.refused:
            self.check(done.returncode != 0, "eswexp did not refuse it")
            self.check(re.search(self.case.refused, printed),
                       f"it does not say {self.case.refused!r}, but:\n{printed[-2000:]}")
            return None
        if done.returncode != 0:
            raise Trouble(f"exit {done.returncode}\n{printed[-4000:]}")
        for pattern in self.case.said:
            self.check(re.search(pattern, printed), f"it does not say {pattern!r}, but:\n{printed[-4000:]}")
        return out

    def keep(self, campaign, block):
        """The tree of one build, made again; replay fails if it has other bytes."""
        kept = self.folder / f"kept{block}"
        done = self.eswexp("replay", campaign, "--build", block, "--times", 0, "--keep", kept)
        if done.returncode != 0:
            raise Trouble(f"replay: exit {done.returncode}\n{done.stdout[-1000:]}{done.stderr[-3000:]}")
        return kept / "tree"

    def check_programs(self, campaign, expected):
        blocks = [row["block"] for row in rows(campaign, "builds")][:2]
        trees = [self.keep(campaign, block) for block in (blocks[-1:] if self.quick else blocks)]
        for tree in trees:
            printed = run("sh", "-c", self.case.kept_command or self.case.command, cwd=tree, timeout=PATIENCE_S).stdout
            self.check(printed == expected, f"it prints {printed[-500:]!r}, plainly built {expected[-500:]!r}")
        if "link_order" in self.case.missing or "link_order" not in self.case.randomizers:
            return
        if self.quick:
            trees.append(self.folder / "plain")
        for program in self.case.programs or (self.case.command.split()[0],):
            orders = [functions(tree / program) for tree in trees]
            common = set(orders[0]) & set(orders[1])
            orders = [[name for name in order if name in common] for order in orders]
            self.check(len(common) > 2, f"{program} has {len(common)} functions in its symbol table")
            self.check(orders[0] != orders[1], f"two layouts of {program} have the same order of functions")

    def measure(self):
        """Sets `row`, the cells of the table, unless eswexp refuses the case."""
        expected, build_s = plain(self.case, self.folder / "plain", self.environment)
        first = self.campaign("one")
        if first is None:
            self.row = (*self.names(), "none", "refused, as it must be", "", "")
            return
        builds, same = rows(first, "builds"), True
        if self.quick:
            self.renew()  # for the replay
            self.check(len({row["binary_sha256"] for row in builds}) == len(builds), "two layouts have the same bytes")
        else:
            again = rows(self.campaign("two"), "builds")
            same = [row["binary_sha256"] for row in builds] == [row["binary_sha256"] for row in again]
        self.check(same, "the same seed gives other bytes")
        self.check(len(builds) == self.layouts, f"{len(builds)} builds instead of {self.layouts}")
        distinct = len({row["layout_id"] for row in builds})
        randomized = fact(first, "randomized.case.default").replace(",", " ").split()
        missing = set(self.case.randomizers) - set(randomized)
        self.check(missing == set(self.case.missing),
                   f"not possible: {sorted(missing)}, expected {sorted(self.case.missing)}")
        moved, every = arranged(first)
        if "link_order" not in missing:
            self.check(distinct == len(builds), f"{distinct} layouts of {len(builds)} builds")
            self.check(every and moved >= self.case.least * every,
                       f"{moved} functions of {every} move, expected {self.case.least:.0%}")
        self.check_programs(first, expected)
        layout_s = statistics.median(float(row["build_s"]) for row in builds)
        self.row = (*self.names(), f"{moved} of {every}", self.case.verified,
                    f"{layout_s / build_s:.2g}", "yes" if same else "NO")

    def names(self):
        return (self.case.name, self.case.toolchain, self.case.linker)
