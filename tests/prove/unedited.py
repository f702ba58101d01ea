#!/usr/bin/env python3
"""init and compare, unedited, on two versions of Debian's source packages that nothing here was made for.

For each project: `eswexp init` in a clone of the newer version. Where it finds no benchmark it must end
with exit code 2, leave no file, and print what to write. Where it writes a file, `eswexp compare old
new` takes it as it came, with the defaults, and its verdict is held against two witnesses that do not
depend on eswexp: the instructions that callgrind counts in both versions' own builds, and the CPU time
of these builds, executed in turns. A verdict that neither witness supports is wrong, and the proof
fails. valgrind cannot run Go's runtime, so suites of Go have one witness: the times that their harness
prints for these builds. A table is printed at the end.

Sources are git repositories with tags `old` and `new` in FOLDER/NAME (--sources), or come from apt
(--fetch). What cannot be fetched here is skipped, and the table says so.
"""
import json
import math
import os
import re
import statistics
import subprocess
import sys

import yaml

from common.packages import UNKNOWN
from common.proof import Trouble
from common.projects import call, each_project, instructions, key, own_build, print_table, shell

CALL = "call: unedited.py --program ESWEXP --fetch | --sources FOLDER [--budget 5min] [NAME ...]"
# compare's own margin of "equal"; how far CPU times of two builds differ by their layouts alone
MARGIN, LAYOUT, IDENTICAL = 0.01, 0.03, 0.001
TURNS, REFUSALS_MOST, SHOWN_MOST = 15, 3, 3


# ---- init

def try_init(bench):
    """The text of the file that `init` wrote, or nothing."""
    code, out, errors, seconds = bench.eswexp("init")
    bench.row["init"] = f"exit {code}, {seconds:.0f} s"
    if code == 0:
        text = bench.spec.read_text()
        bench.row["command"] = f"`{key(text, 'command')}`"
        print(f"  init: exit 0, {seconds:.0f} s, {bench.row['command']}")
        return text
    said = out + errors
    bench.check(code == 2, "init ends with exit code 0 or 2", code)
    bench.check(not bench.spec.exists(), "init without a benchmark leaves no file", bench.spec.exists())
    bench.check("benchmarks:" in said and "command:" in said, "init says what to write",
                " / ".join(said.strip().splitlines()[-12:])[:600])
    bench.row["command"] = bench.row["verdict"] = "none"
    return None


# ---- compare

def compare(bench):
    """The comparisons that `compare` prints; nothing if it refuses."""
    words, budget = ["compare", "old", "new", "--out", bench.campaign, "--json"], bench.budget
    for _ in range(REFUSALS_MOST):
        code, out, errors, seconds = bench.eswexp(*words, *(("--budget", budget) if budget else ()))
        more = re.search(r"--budget ([0-9.]+ ?(?:s|min|h))\b", errors)
        if code != 2 or not more:
            break
        print(f"  refused after {seconds:.0f} s: {errors.strip().splitlines()[-1]}")
        budget = more.group(1)
    bench.row["seconds"] = f"{seconds:.0f} s"
    bench.row["exit"] = str(code)
    if code not in (0, 1, 4):
        bench.row["verdict"] = f"refused: {errors.strip().splitlines()[-1][:160]}"
        bench.check(code in (2, 3), "compare refuses with exit code 2 or 3", bench.row["verdict"])
        return []
    return [one for one in json.loads(out)["comparisons"] if one["judged"] and not one["is_floor"]]


def verdict(one):
    if one["time_ratio"] is None:
        return one["outcome"]
    limits = ", ".join("open" if one[end] is None else f"{100 * one[end] - 100:+.1f}" for end in ("low", "high"))
    return f"{one['outcome']} {100 * one['time_ratio'] - 100:+.1f} % [{limits}]"


def verdicts(found):
    """The inconclusive ones of a suite are counted."""
    if len(found) <= SHOWN_MOST:
        return "; ".join(map(verdict, found))
    unclear = sum(one["outcome"] == "inconclusive" for one in found)
    return "; ".join([f"{unclear} of {len(found)} inconclusive",
                      *(f"{one['benchmark']} {verdict(one)}" for one in found if one["outcome"] != "inconclusive")])


# ---- The witnesses

def cpu_seconds(tree, command):
    child = subprocess.Popen(["sh", "-c", command], cwd=tree, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime


def cpu_ratio(bench, text):
    """new / old of the CPU time of the versions' own builds, by the medians of executions in turns."""
    trees = [own_build(bench, tag, text) for tag in ("old", "new")]
    turns = [[cpu_seconds(tree, key(text, "command")) for tree in trees] for _ in range(TURNS)]
    old, new = (statistics.median(side) for side in zip(*turns))
    return new / old


def witnesses(bench, text):
    """Ratios new / old of instructions and CPU time."""
    old, new = (instructions(bench, tag, text) for tag in ("old", "new"))
    counted, timed = new / old, cpu_ratio(bench, text)
    bench.row["callgrind"] = f"{old:.0f} → {new:.0f} M, {100 * counted - 100:+.2f} %"
    bench.row["cpu"] = f"{100 * timed - 100:+.1f} %"
    print(f"  callgrind {bench.row['callgrind']}, CPU time {bench.row['cpu']}", flush=True)
    return counted, timed


GO_LINE = re.compile(r"^Benchmark(\S+)\s+\d+\s+([0-9.]+) ns/op", re.MULTILINE)


def go_times(tree, name, build, quick):
    """Of a suite's benchmarks, by the names that compare gives them, in ns."""
    for line in (build, quick):
        done = shell(tree, line)
        if done.returncode:
            raise Trouble(f"'{line}' failed:\n{done.stderr[-1000:]}")
    return {f"{name}/{benchmark}": float(each) for benchmark, each in GO_LINE.findall(done.stdout)}


def go_ratios(bench, text):
    """new / old by the medians of what go test prints in executions in turns, by the benchmark's name."""
    spec, times = yaml.safe_load(text), {}
    for name, suite in spec["benchmarks"].items():
        quick = spec.get("quick", {}).get(f"benchmarks.{name}.command", suite["command"])
        for _ in range(TURNS):
            for tag in ("old", "new"):
                tree = own_build(bench, tag, text)
                for benchmark, each in go_times(tree, name, suite["build"], quick).items():
                    times.setdefault(benchmark, {}).setdefault(tag, []).append(each)
    ratios = {benchmark: statistics.median(sides["new"]) / statistics.median(sides["old"])
              for benchmark, sides in times.items() if len(sides) == 2}
    bench.row["callgrind"] = "not countable"
    bench.row["cpu"] = " to ".join(f"{100 * end(ratios.values()) - 100:+.1f} %" for end in (min, max))
    print(f"  by go test: {ratios}", flush=True)
    return ratios


def is_supported(outcome, counted, timed):
    """`counted` is None where instructions cannot be counted."""
    if counted is None:
        counted = timed
    return {"slower": counted > 1 or timed > 1,
            "faster": counted < 1 or timed < 1,
            "equivalent": abs(counted - 1) <= MARGIN or abs(timed - 1) <= LAYOUT,
            "identical": abs(counted - 1) <= IDENTICAL}.get(outcome, True)


# ---- All

COLUMNS = {"project": "project", "init": "init", "command": "command", "seconds": "compare after",
           "exit": "exit", "verdict": "verdict, new / old", "reservations": "reservations",
           "callgrind": "callgrind", "cpu": "CPU time of own builds"}


def try_project(bench):
    text = try_init(bench)
    found = compare(bench) if text else []
    if not found:
        return
    bench.row["verdict"] = verdicts(found)
    bench.row["reservations"] = ", ".join(sorted({each["kind"] for one in found
                                                  for each in one["reservations"]})) or "none"
    print(f"  {bench.row['verdict']}; reservations: {bench.row['reservations']}")
    if "samples: go" in text:
        ratios = go_ratios(bench, text)
        pairs = [(one, None, ratios.get(one["benchmark"], math.nan)) for one in found]
    else:
        counted, timed = witnesses(bench, text)
        pairs = [(one, counted, timed) for one in found]
    for one, counted, timed in pairs:
        bench.check(is_supported(one["outcome"], counted, timed),
                    "a witness supports the verdict, or there is none", f"{one['benchmark']} {verdict(one)}")


def prove(arguments, proof, folder):
    print_table(each_project(UNKNOWN, arguments, proof, folder, try_project), COLUMNS)


if __name__ == "__main__":
    sys.exit(call(__doc__, CALL, prove))
