"""A suite of benchmarks in one process: killed and resumed, no benchmark loses or gains a sample."""
import csv
import random
import time

from common.proof import ROOT
from sweeping import executed, wait_until

SUITE = """
experiment: suite
benchmarks:
  suite:
    command: [python3, {script}, "${{seed}}", "${{variant}}"]
    samples: google-benchmark
    each: true
variants: {{one: {{}}, two: {{}}}}
repeat: {{warmup: 1, real: {{executions: 6, iterations: 3}}}}
randomize: {{seed: 5}}
"""
SAMPLES = {"suite/BM_sort/8": 36, "suite/BM_sort/1024": 36, "suite/BM_copy<int, long>": 18}


def samples(out):
    with open(out / "csv/samples.csv", newline="", encoding="utf-8") as file:
        return sorted(tuple(row.items()) for row in csv.DictReader(file))


def count(rows):
    names = [dict(row)["benchmark"] for row in rows]
    return {name: names.count(name) for name in names}


def killed_suite(bench):
    check = bench.proof.check
    spec = bench.spec(SUITE, script=ROOT / "tests/run/suite.py")
    whole = bench.run("run", spec, "--out", bench.folder / "whole")
    check(whole.returncode == 0, "a suite: exit", f"{whole.returncode} {whole.stderr[-300:]}", "0")
    expected = samples(bench.folder / "whole")
    check(count(expected) == SAMPLES, "  samples of each benchmark", count(expected), SAMPLES)
    out, hits = bench.out(), 0
    for number in range(3):
        process = bench.start(*(("resume", out) if number else ("run", spec, "--out", out)))
        wait_until(process, lambda: executed(out))  # a campaign without a plan is run again, not resumed
        time.sleep(random.uniform(0.05, 0.3))
        hits += process.poll() is None
        process.kill()
        process.communicate(timeout=10)
        bench.check_nobody("  kill -9")
    done = bench.run("resume", out)
    check(hits and done.returncode == 0, f"  killed {hits} times, resumed: exit",
          f"{done.returncode} {done.stderr[-300:]}", "0")
    got = samples(out)
    check(got == expected, "  samples", count(got), "those of the whole campaign")


FAULTS = (killed_suite,)
