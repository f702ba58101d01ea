#!/usr/bin/env python3
"""Counters of whole executions beside perf stat's of the same programs, and beside what they do.

tests/run/counted.c does what it is told: it spins, touches pages, sleeps or moves to another CPU, in
one process or two. It is run by eswexp and by `perf stat` in turns, a few times each. Neither is the
truth, but what the program does is known, and a bound from below. Above it are its start and end, and
what others do to it; of that the least of all runs has least, so these are compared. They may differ
by as much as the runs of each do among themselves (from the least to the median: how well a least is
known), and by SLACK: pages of its start, as addresses are random; moves until it is settled; a switch
at its start and end; and 0.2 ms, since perf stat's child counts from its own start of the program.
How often a program that only computes is switched is up to others alone: it is not compared.
"""
import os
import shutil
import statistics
import sys

from common.proof import ROOT, SKIPPED, compile_c, main, parser, rows, run

ROUNDS, RUNS = 5, 5
SLACK = {"page_faults": 4, "migrations": 4, "context_switches": 3, "task_clock": 2e-4}
EVENTS = {"task-clock": "task_clock", "page-faults": "page_faults",
          "context-switches": "context_switches", "cpu-migrations": "migrations"}
WORKS = {"spin": (20, 40), "touch": (1000, 5000), "sleep": (20, 60), "move": (20, 60)}

SPEC = """
experiment: counted
benchmarks:
  counted: {{command: "{command}", samples: process}}
repeat: {{real: {{executions: {runs}}}}}
randomize: {{environment_size: false, aslr: kernel}}
measure: [{meters}]
"""


def of_eswexp(program, folder, command, values):
    """Adds its runs to {metric: [values]}."""
    (folder / "counted.yaml").write_text(SPEC.format(command=" ".join(map(str, command)), runs=RUNS,
                                                     meters=", ".join(SLACK)))
    shutil.rmtree(folder / "campaign", ignore_errors=True)
    run(program, "run", folder / "counted.yaml", "--out", folder / "campaign", "--quiet")
    for row in rows(folder / "campaign", "samples"):
        values[row["metric"]].append(float(row["value"]))


def of_perf(folder, command, values):
    for _ in range(RUNS):
        run("perf", "stat", "-x,", "-o", folder / "perf.csv", "-e", ",".join(EVENTS), *command)
        for line in (folder / "perf.csv").read_text().splitlines():
            fields = line.split(",")
            if len(fields) > 2 and fields[2] in EVENTS:
                metric = EVENTS[fields[2]]
                values[metric].append(float(fields[0]) * (1e-3 if metric == "task_clock" else 1))


def spread(values):
    return statistics.median(values) - min(values)


def prove_command(proof, program, folder, command, known):
    """The least of eswexp's runs, by metric."""
    own, perf = ({metric: [] for metric in SLACK} for _ in range(2))
    for _ in range(ROUNDS):
        of_eswexp(program, folder, command, own)
        of_perf(folder, command, perf)
    what = " ".join(map(str, command[1:]))
    for metric in SLACK:
        if len(own[metric]) < ROUNDS * RUNS or len(perf[metric]) < ROUNDS * RUNS:
            proof.check(False, f"{what}: {metric}", "was not counted every time")
            continue
        if metric == "context_switches" and metric not in known:
            continue
        least, theirs = min(own[metric]), min(perf[metric])
        apart = SLACK[metric] + spread(perf[metric]) + spread(own[metric])
        proof.check(abs(least - theirs) <= apart and least >= known.get(metric, 0),
                    f"{what}: {metric}", f"{least:.6g}, perf stat {theirs:.6g}",
                    f"{known.get(metric, 0):g} known, apart {apart:.3g} at most")
    return {metric: min(values, default=0) for metric, values in own.items()}


def known_of(work, amount):
    return {"spin": {"task_clock": 1e-3 * amount},
            "touch": {"page_faults": amount},
            "sleep": {"context_switches": amount},
            "move": {"context_switches": amount, "migrations": amount}}[work]


def prove_work(proof, program, folder, counted, work):
    few, many = WORKS[work]
    for both in ((), ("both",)):
        times = 1 + len(both)
        least = [prove_command(proof, program, folder, (counted, work, amount, *both),
                               known_of(work, times * amount)) for amount in (few, many)]
        for metric, known in known_of(work, times * (many - few)).items():
            slack = SLACK[metric] * (5 if metric == "task_clock" else 1)
            more = least[1][metric] - least[0][metric]
            proof.check(abs(more - known) <= slack,
                        f"{work} {many} instead of {few}{' in two processes' if both else ''}: "
                        f"{metric} more", f"{more:.6g}", f"{known:.6g} ± {slack:g}")


def prove(arguments, proof, folder):
    counted = compile_c(ROOT / "tests/run/counted.c", folder / "counted", "-D_GNU_SOURCE")
    for work in WORKS:
        if work != "move" or len(os.sched_getaffinity(0)) > 1:
            prove_work(proof, arguments.program, folder, counted, work)


if __name__ == "__main__":
    given = parser(__doc__).parse_args()
    if not shutil.which("perf"):
        print("skipped: there is no perf here")
        sys.exit(SKIPPED)
    sys.exit(main(given, prove))
