"""Benchmarks that misbehave: tried once more, recorded as failed, and the rest goes on."""
import re

from bench import FAILED
from common.proof import rows

COMPARISON = """
experiment: luck
benchmarks: {{luck: {{command: [{program}, {good}], samples: {samples}}}}}
variants:
  fine: {{}}
  unlucky: {{command: [{program}, {words}]}}
repeat: {{warmup: 0, minimum_time: 0, {repeat}}}
machine: {{timeout: {timeout}}}
"""
TWO = """
experiment: luck
benchmarks:
  unlucky: {{command: [{program}, hang], samples: eswexp}}
  fine: {{command: [{program}, good], samples: eswexp}}
repeat: {{warmup: 0, minimum_time: 0, real: {{executions: 1, iterations: 3}}}}
machine: {{timeout: {timeout}}}
"""


def attempts(campaign, variant):
    """{execution: its attempts' exits in their order} of one variant."""
    found = {}
    for row in rows(campaign, "executions"):
        if row["variant"] == variant:
            key = (row["phase"], int(row["block"]), int(row["execution"]))
            found.setdefault(key, {})[int(row["attempt"])] = row["exit"]
    return {key: [tries[i] for i in sorted(tries)] for key, tries in found.items()}


def check_comparison(bench, mode, pattern, executions=3, repeat="iterations: 3", **values):
    spec = bench.spec(COMPARISON, words=mode,
                      repeat=f"real: {{executions: {executions}, {repeat}}}", **values)
    done = bench.run("run", spec, "--out", bench.out())
    check = bench.proof.check
    check(done.returncode == FAILED, f"benchmark '{mode}': exit", done.returncode, str(FAILED))
    check("unlucky" in done.stderr, "  the variant is named in the summary",
          "unlucky" in done.stderr, "True")
    tries = attempts(bench.out(), "unlucky")
    right = all(len(exits) == 2 and all(re.search(pattern, text) for text in exits)
                for exits in tries.values())
    check(tries and right, "  exits recorded, each tried twice", sorted(set(
        text for exits in tries.values() for text in exits)), pattern)
    fine = attempts(bench.out(), "fine")
    check(len(fine) == executions and all(exits == ["0"] for exits in fine.values()),
          "  executions of the other variant", len(fine), f"{executions}, all fine")
    estimates = {row["variant"]: row for row in rows(bench.out(), "estimates")}
    used = estimates.get("fine", {}).get("builds")
    check(used == str(executions), "  of which its estimate uses", used, str(executions))
    check("unlucky" not in estimates, "  estimate of what failed", "unlucky" in estimates, "False")
    bench.check_report("  afterwards", bench.out())
    return done


def misbehaviour(bench):
    done = check_comparison(bench, "exit", r"^(exit )?3$")
    bench.proof.check("words on the way out" in done.stderr, "  its own words are shown",
                      "words on the way out" in done.stderr, "True")
    check_comparison(bench, "crash", "^signal 11")
    check_comparison(bench, "silent", "no sample")
    check_comparison(bench, "few", "sample")
    check_comparison(bench, "nan", "finite|nan|NaN")
    check_comparison(bench, "wrong", "check")
    check_comparison(bench, "words", "no sample|number", good="numbers", repeat="",
                     samples="{pattern: 'took ([^ ]+) ms', unit: ms}")
    check_comparison(bench, "hang", "timeout", executions=1, timeout="1s")
    check_comparison(bench, "stubborn", "timeout", executions=1, timeout="1s")
    check_comparison(bench, "shout", "timeout", executions=1, timeout="1s")
    bench.check_nobody("after all of these")


def flaky(bench):
    """Every block's first execution fails, that of block 1 in the trial."""
    spec = bench.spec(COMPARISON, words=f"flaky, '{bench.folder / 'flaky'}${{block}}'",
                      repeat="real: {executions: 3, iterations: 3}")
    done = bench.run("run", spec, "--out", bench.out())
    exits = sorted(attempts(bench.out(), "unlucky").values(), key=len)
    failures = [text for tries in exits for text in tries if text != "0"]
    bench.proof.check(failures == ["exit 7", "exit 7"], "fails once a block: failures recorded",
                      failures, "two exit 7")
    bench.proof.check(len(exits) == 3 and all(tries[-1] == "0" for tries in exits) and
                      done.returncode == 0, "  the retry counts: exit", done.returncode, "0")


def failing_pilot(bench):
    spec = bench.spec(COMPARISON, words="exit",
                      repeat="precision: 50%, pilot: {executions: 3, iterations: 3}")
    done = bench.run("run", spec, "--out", bench.out())
    bench.proof.check(done.returncode == FAILED, "a variant fails in the pilot: exit",
                      done.returncode, str(FAILED))
    real = [key for key in attempts(bench.out(), "fine") if key[0] == "real"]
    bench.proof.check(len(real) >= 5, "  real executions of the other variant", len(real),
                      "at least 5")


def another_benchmark(bench):
    done = bench.run("run", bench.spec(TWO, timeout="1s"), "--out", bench.out())
    exits = {row["benchmark"]: row["exit"] for row in rows(bench.out(), "executions")}
    bench.proof.check(done.returncode == FAILED and exits.get("fine") == "0" and
                      "timeout" in exits.get("unlucky", ""), "one of two benchmarks hangs: exits",
                      exits, "one timeout, one 0")


def noise_and_children(bench):
    for mode in ("flood", "children"):
        spec = bench.spec(COMPARISON, words=mode, repeat="real: {executions: 2, iterations: 3}")
        done = bench.run("run", spec, "--out", bench.out())
        exits = attempts(bench.out(), "unlucky")
        bench.proof.check(done.returncode == 0 and set(map(tuple, exits.values())) == {("0",)},
                          f"benchmark '{mode}': exit", done.returncode, "0")
        bench.check_nobody("  afterwards", within_s=0.5)


FAULTS = (misbehaviour, flaky, failing_pilot, another_benchmark, noise_and_children)
