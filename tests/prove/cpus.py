#!/usr/bin/env python3
"""The CPU of each round: what drawing it is worth, against any CPU and against one for the whole campaign.

Two programs are compared on coupled layouts: the interpreter, and the same with two unused functions more. Each seed
has three campaigns, in a drawn order: on a drawn CPU, as users have it; with `cpus: any`; and with `cpus: auto`. A
block's log ratio is that of the means of its builds, as comparisons use it ("means"), or the median of its rounds'.
Campaigns are pooled: an sd is the root of the mean variance. Two sds are the same within what an F test of 99 % allows.
"""
import math
import random
import shutil
import statistics
import subprocess
import sys

from common.proof import ROOT, main, parser, rows, run
from coupling import builds_for, inert, interpreter, log_ratios, log_ratios_of_means, samples_of, sources

PLACES = {"drawn": "", "any": "machine: {cpus: any}\n", "auto": "machine: {cpus: auto}\n"}
STATISTICS = {"means": log_ratios_of_means, "rounds": log_ratios}


def experiment(folder, arguments):
    old, new = interpreter(folder / "old"), interpreter(folder / "new", inert(arguments.draw))
    return (f"benchmarks: {{interpreter: {{sources: {sources(old)}, cflags: -O2 -I{ROOT / 'kernels'}}}}}\n"
            f"variants: {{old: {{}}, new: {{sources: {sources(new)}}}}}\n")


def campaign(arguments, folder, text, metric, seed, place):
    """The variance by each statistic; the CPUs that were drawn."""
    spec, out = folder / "cpus.yaml", folder / "out"
    spec.write_text(f"experiment: cpus\nrandomize: {{seed: {seed}}}\nmeasure: [{metric}]\n{PLACES[place]}"
                    f"repeat: {{warmup: 8, real: {{builds: {arguments.builds}, executions: {arguments.executions}, "
                    f"iterations: 8}}}}\n{text}")
    run(arguments.program, "run", spec, "--out", out, "--quiet")
    samples = samples_of(out)
    cpus = {row.get("drawn_cpu") for row in rows(out, "executions")}
    shutil.rmtree(out)
    return {kind: statistics.variance(of(samples, "new")) for kind, of in STATISTICS.items()}, cpus


def beside(neighbours):
    return [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(neighbours)]


def f_quantile_99(degrees):
    """Of two variances with as many degrees of freedom each, by the normal law of their log ratio's half (Fisher)."""
    return math.exp(2 * 2.576 * math.sqrt(1 / degrees))


def measure(arguments, proof, folder, text, metric, neighbours):
    computing, found, cpus = beside(neighbours), {place: [] for place in PLACES}, set()
    try:
        for seed in range(1, arguments.seeds + 1):
            for place in arguments.draw.sample(sorted(PLACES), len(PLACES)):
                variances, drawn = campaign(arguments, folder, text, metric, seed, place)
                found[place].append(variances)
                cpus |= drawn if place == "drawn" else set()
    finally:
        for process in computing:
            process.kill()
            process.wait()
    name = f"{metric}, {neighbours} neighbours"
    sds = {kind: {place: math.sqrt(statistics.fmean(one[kind] for one in found[place])) for place in PLACES}
           for kind in STATISTICS}
    for kind, own in sds.items():
        print(f"| {name} | {kind} | " + " | ".join(f"{own[place]:.2%}" for place in PLACES) +
              f" | {own['drawn'] / own['any']:.2f} | {own['drawn'] / own['auto']:.2f} | " +
              ", ".join(str(builds_for(own[place])) for place in PLACES) + " |", flush=True)
    same = math.sqrt(f_quantile_99(arguments.seeds * (arguments.builds - 1)))
    proof.check(len(cpus) > 1, f"{name}: CPUs drawn", sorted(cpus), "at least 2")
    for other in ("any",) if neighbours else ("any", "auto"):
        ratio = sds["means"]["drawn"] / sds["means"][other]
        proof.check(ratio <= same, f"{name}: sd of the log ratio, drawn over {other}", f"{ratio:.2f}",
                    f"at most {same:.2f}")


def threads(arguments, proof, folder):
    """A program of four threads runs as with `cpus: any`."""
    spec = folder / "threads.yaml"
    spec.write_text("experiment: threads\nbenchmarks: {xz: {command: xz -T4 -k -c --block-size=65536 "
                    f"{sys.executable}}}}}\nvariants: {{default: {{}}, any: {{machine: {{cpus: any}}}}}}\n"
                    "repeat: {real: {executions: 20}}\nmeasure: [wall_time]\nrandomize: {seed: 1}\n")
    report = run(arguments.program, "run", spec, "--out", folder / "threads", "--quiet").stdout
    proof.check("starts threads: executed on any CPU" in " ".join(report.split()), "four threads: said", "yes", "yes")
    (ratio,) = (row for row in rows(folder / "threads", "ratios") if row["variant"] == "any")
    proof.check(float(ratio["low"]) <= 1, "four threads: time with 'any' over the default",
                f"{float(ratio['time_ratio']):.3f} [{float(ratio['low']):.3f}, {float(ratio['high']):.3f}]",
                "1 or more is in the interval")


def prove(arguments, proof, folder):
    text = experiment(folder, arguments)
    print("| campaigns | sd by | drawn | any | auto | drawn over any | drawn over auto | "
          "builds for ±0.5 % |\n" + "| --- " * 8 + "|")
    for metric in arguments.metric or ("cpu_time", "wall_time"):
        for neighbours in arguments.neighbours or (0, 1, 2, 4):
            measure(arguments, proof, folder, text, metric, neighbours)
    threads(arguments, proof, folder)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--builds", type=int, default=40, help="blocks of a campaign")
    options.add_argument("--executions", type=int, default=4, help="executions of a build")
    options.add_argument("--seeds", type=int, default=5, help="campaigns that are pooled")
    options.add_argument("--metric", action="append", choices=["cpu_time", "wall_time"])
    options.add_argument("--neighbours", action="append", type=int, help="processes that compute meanwhile")
    given = options.parse_args()
    given.draw = random.Random(1)
    sys.exit(main(given, prove))
