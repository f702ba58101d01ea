#!/usr/bin/env python3
"""Memory as eswexp reports it, beside what the program reads of itself, while the engine holds 1 GB.

The engine's ballast is a preloaded library. tests/run/memory.c prints its own peak, address space,
resident and shared memory in kB, taken as samples of a pattern.
"""
import os
import resource
import shutil
import sys

from common.proof import ROOT, compile_c, main, parser, rows, run

MB, MIB, GIB = 10**6, 2**20, 2**30
BALLAST = 10**9
SAID = ("peak_memory", "virtual_memory", "resident_memory", "shared_memory")
AT_END = SAID[1:]

BALLAST_SOURCE = """
#include <sys/mman.h>
__attribute__((constructor)) static void hold(void)
{
    mmap(0, %d, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
}
"""
FILE = """
experiment: memory
benchmarks:
  memory:
    command: {command}
    samples: {samples}
repeat: {{real: {{executions: {executions}}}, warmup: 0}}
measure: [{measure}]
machine: {{env: {{LONG: "{long}"}}}}
"""
NUMBERS = "{pattern: '([0-9]+)', unit: kB}"


def available(program):
    """{metric: why it cannot be had here, or None}"""
    found, last = {}, None
    for line in run(program, "list", "meters").stdout.splitlines():
        if line.startswith("      (not available here") and last:
            found[last] = line.strip()
        elif line.startswith("  "):
            last = line.split()[0].rstrip(":")
            found[last] = None
    return found


def measure(bench, command, metrics, samples=NUMBERS, executions=2, long="x"):
    """[{metric: value, 'said': [bytes]}] by execution."""
    program, folder = bench
    (folder / "memory.yaml").write_text(
        FILE.format(command=command, samples=samples, measure=", ".join(metrics), long=long,
                    executions=executions))
    shutil.rmtree(folder / "campaign", ignore_errors=True)
    run(program, "run", folder / "memory.yaml", "--quiet", "--out", folder / "campaign",
        env={**os.environ, "LD_PRELOAD": str(folder / "ballast.so")})
    found = {}
    for row in rows(folder / "campaign", "samples"):
        execution = found.setdefault(row["block"], {"said": []})
        if row["metric"] == "wall_time":
            execution["said"].append(float(row["value"]) * 1024)
        else:
            execution[row["metric"]] = float(row["value"])
    return list(found.values())


def check_peak(proof, bench, memory):
    empty = measure(bench, f"{memory} touch 0", ("wall_time", "peak_memory"))[0]["said"][0]
    held = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    proof.check(held > BALLAST, "the engine itself holds", f"{held / MB:.0f} MB", "over 1000 MB")
    for megabytes in (10, 100, 1000):
        touched = megabytes * MB
        for got in measure(bench, f"{memory} touch {touched}", ("wall_time", "peak_memory")):
            peak, own = got["peak_memory"], got["said"][0]
            proof.check(abs(peak - own) < MB, f"peak of a program that touches {megabytes} MB",
                        f"{peak / MB:.2f} MB, by itself {own / MB:.2f} MB",
                        "within 1 MB")
            proof.check(abs(peak - empty - touched) < MB, "the same beside what it has anyway",
                        f"{(peak - empty) / MB:.2f} MB more than with nothing touched",
                        "within 1 MB")


def check_true(proof, bench):
    for what, long in (("true", "x"), ("true with 100 kB of environment", "x" * 100000)):
        got = measure(bench, '"true"', ("peak_memory",), "process", 200, long)
        most = max(execution["peak_memory"] for execution in got)
        proof.check(len(got) == 200 and most < 3 * MB, f"peak of {what}, most of 200",
                    f"{most / MB:.2f} MB", "under 3 MB")


def check_shared(proof, bench, memory, missing):
    if missing["shared_memory"]:
        print(f"left out: memory at the end {missing['shared_memory']}")
        return
    for what, touched in (("untouched", 0), ("half touched", GIB // 2)):
        for got in measure(bench, f"{memory} share {GIB} {touched}", ("wall_time",) + AT_END):
            own = dict(zip(SAID, got["said"]))
            for metric in AT_END:
                proof.check(abs(got[metric] - own[metric]) < MB / 2,
                            f"{metric} of 1 GiB shared, {what}",
                            f"{got[metric] / MIB:.2f} MiB, by itself {own[metric] / MIB:.2f} MiB",
                            "within 0.5 MB")
            proof.check(abs(got["shared_memory"] - touched) < 4 * MIB, "of it shared",
                        f"{got['shared_memory'] / MIB:.1f} MiB", f"{touched / MIB:.0f} MiB + libc")


def check_tree(proof, bench, memory, missing):
    if missing["tree_memory"]:
        print(f"left out: the whole tree {missing['tree_memory']}")
        return
    for got in measure(bench, f"{memory} children {100 * MB}",
                       ("wall_time", "peak_memory", "tree_memory")):
        proof.check(300 * MB <= got["tree_memory"] < 310 * MB,
                    "tree of three processes that touch 100 MB each",
                    f"{got['tree_memory'] / MB:.1f} MB", "300 to 310 MB")
        proof.check(100 * MB <= got["peak_memory"] < 103 * MB, "peak of the largest of them",
                    f"{got['peak_memory'] / MB:.1f} MB", "100 to 103 MB")


def prove(arguments, proof, folder):
    memory = compile_c(ROOT / "tests/run/memory.c", folder / "memory", "-pthread")
    (folder / "ballast.c").write_text(BALLAST_SOURCE % BALLAST)
    run("cc", "-shared", "-fPIC", folder / "ballast.c", "-o", folder / "ballast.so")
    bench, missing = (arguments.program, folder), available(arguments.program)
    check_peak(proof, bench, memory)
    check_true(proof, bench)
    check_shared(proof, bench, memory, missing)
    check_tree(proof, bench, memory, missing)


if __name__ == "__main__":
    given = parser(__doc__).parse_args()
    sys.exit(main(given, prove))
