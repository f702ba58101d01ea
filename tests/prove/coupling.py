#!/usr/bin/env python3
"""Coupled layouts: how much less the ratio of two variants varies, and what it costs in honesty.

Each case is one campaign of four variants in the same blocks: `old`; `new`, coupled with it; `alone`, the
program of `new` with draws of its own; and `again`, whose builds have the bytes of `old`'s. So all
ratios are measured at the same time, on the same machine, and that of `again` shows noise, which no layout makes. A
block's ratio is the median of those of its rounds, each with one execution of every variant, whose time is the lower
quartile of its samples: so what other programs do to single ones does not hide what layouts do. The ratio of sds by
means, which comparisons use, stands beside it. What executions of one build differ by is in all sds: more
--executions make it smaller, and so does a short warm-up, which a pilot on a noisy machine takes to be long.
docs/validation.md has the table. False alarms are counted in simulated campaigns, and in real ones that compare
the interpreter with one that has two more unused functions.
"""
import json
import math
import pathlib
import random
import shutil
import statistics
import sys

from common.packages import PROJECTS, fetched, write_inputs
from common.proof import ROOT, main, parser, rows, run
from false_alarms import most_alarms, unused_function
from variance import t_quantile

INTERPRETER = ("interpreter.c", *(f"interpreter/{name}.c" for name in (
    "arithmetic", "assembler", "characters", "comparison", "control", "decode", "dispatch", "hash",
    "memory", "programs", "stack", "variables")))
MOST_SMALL, MOST = 0.5, 1.05
WORLDS = {
    "normal layouts": (),
    "layouts of two modes": ("--distribution", "build=two-modes"),
    "heavy tails": ("--distribution", "build=heavy-tails"),
    "10 % of layouts 20 % slower": ("--rare-layouts", "10%:20%"),
}
HEADER = """experiment: {name}
repeat: {{{warmup}real: {{{counts}}}}}
randomize: {{seed: {seed}}}
measure: [wall_time]
"""
WARMUP = "warmup: 8, "


def interpreter(folder, edit=None):
    """A copy of the kernel's sources; edit: {file: text -> text}."""
    shutil.copytree(ROOT / "kernels" / "interpreter", folder / "interpreter")
    shutil.copy(ROOT / "kernels" / "interpreter.c", folder)
    for name, change in (edit or {}).items():
        path = folder / name
        path.write_text(change(path.read_text()))
    return folder


def inert(generator):
    return {f"interpreter/{name}.c": lambda text, name=name:
            text + unused_function(name, generator.randrange(1, 40), generator)
            for name in generator.sample(("hash", "stack", "memory", "decode"), 2)}


def slower(text):
    """A little more work in hash_mix()."""
    line = "    return (hash ^ value) * 1099511628211u;\n"
    assert line in text
    return text.replace(line, "    hash += value >> 61;\n" + line)


def sources(folder):
    return "[" + ", ".join(str(folder / name) for name in INTERPRETER) + "]"


def own_case(folder, *, new=None, flags="-O2"):
    """An experiment on two copies of the interpreter: what its benchmark and its variants are."""
    old = interpreter(folder / "old")
    changed = interpreter(folder / "new", new) if new else old
    include = f"-I{ROOT / 'kernels'}"
    side = f"sources: {sources(changed)}, cflags: {flags} {include}"
    return (f"benchmarks: {{interpreter: {{sources: {sources(old)}, cflags: -O2 {include}}}}}\n"
            f"variants:\n  old: {{}}\n  again: {{}}\n  new: {{{side}}}\n"
            f"  alone: {{{side}, randomize: {{couple: false}}}}\n")


def project_case(repository, arguments):
    """Two versions of a project, built by its own makefile with a section for each function."""
    inputs = arguments.sources / "inputs"
    if not inputs.exists():
        write_inputs(inputs)
    (project,) = (one for one in PROJECTS if one.name == arguments.project)
    command = project.command.format(inputs=inputs)
    return (f"benchmarks:\n  {project.name}:\n    directory: {repository}\n"
            f"    build: {arguments.build}\n    command: {command}\n    samples: process\n"
            "variants:\n  old: {revision: old}\n  again: {revision: old}\n  new: {revision: new}\n"
            "  alone: {revision: new, randomize: {couple: false}}\n")


# ---- One campaign

def lower_quartile(values):
    return statistics.quantiles(values, n=4)[0] if len(values) > 1 else values[0]


def samples_of(campaign):
    """{variant: {block: [[a sample, …] of the execution of each round]}} of the real experiment."""
    found = {}
    for row in rows(campaign, "samples"):
        if row["phase"] == "real":
            executions = found.setdefault(row["variant"], {}).setdefault(int(row["block"]), {})
            executions.setdefault(int(row["execution"]), []).append(float(row["value"]))
    return {variant: {block: [executions[number] for number in sorted(executions)]
                      for block, executions in blocks.items()} for variant, blocks in found.items()}


def times_of(samples, variant, of):
    """The time of each build; of: that of its samples."""
    return [of([value for execution in executions for value in execution])
            for _, executions in sorted(samples[variant].items())]


def log_ratios(samples, variant):
    """Of each block: the median of its rounds'."""
    return [statistics.median(math.log(lower_quartile(new) / lower_quartile(old))
                              for new, old in zip(samples[variant][block], olds, strict=True))
            for block, olds in samples["old"].items()]


def log_ratios_of_means(samples, variant):
    return [math.log(new / old) for new, old in zip(times_of(samples, variant, statistics.fmean),
                                                    times_of(samples, "old", statistics.fmean), strict=True)]


def binaries(built, variant):
    return {(row["block"], row["binary_sha256"]) for row in built
            if row["phase"] == "real" and row["variant"] == variant}


def builds_for(sd, half_width=0.005):
    """The least number of blocks whose interval of the mean log ratio is as narrow."""
    count = 2
    while t_quantile(0.95, count - 1) * sd / math.sqrt(count) > half_width and count < 100_000:
        count += 1
    return count


def same_variance(a, b):
    """|t| of Brown's and Forsythe's test: that of the distances from the medians."""
    distances = [[abs(value - statistics.median(side)) for value in side] for side in (a, b)]
    errors = [statistics.variance(side) / len(side) for side in distances]
    return abs(statistics.fmean(distances[0]) - statistics.fmean(distances[1])) / math.sqrt(sum(errors))


def same_mean(a, b):
    errors = [statistics.variance(side) / len(side) for side in (a, b)]
    return abs(statistics.fmean(a) - statistics.fmean(b)) / math.sqrt(sum(errors))


def measure(arguments, proof, folder, name, text, most):
    spec = folder / f"{name}.yaml"
    counts = f"builds: {arguments.builds}, executions: {arguments.executions}"
    own = "samples: process" not in text
    if own:
        counts += ", iterations: 8"
    spec.write_text(HEADER.format(name=name, seed=arguments.seed, counts=counts,
                                  warmup=WARMUP if own else "") + text)
    run(arguments.program, "run", spec, "--out", folder / name, "--quiet")
    samples = samples_of(folder / name)
    by_mean = [statistics.stdev(log_ratios_of_means(samples, side)) for side in ("new", "alone")]
    coupled, alone, same = (statistics.stdev(log_ratios(samples, side)) for side in ("new", "alone", "again"))
    executed = rows(folder / name, "executions")
    seconds = sum(float(row["seconds"]) for row in executed if row["phase"] == "real"
                  and row["variant"] in ("old", "new")) / arguments.builds
    built = rows(folder / name, "builds")
    seconds += 2 * statistics.fmean(float(row["build_s"]) for row in built)
    builds = builds_for(coupled), builds_for(alone)
    both = [[math.log(value) for value in times_of(samples, side, lower_quartile)] for side in ("new", "alone")]
    proof.check(coupled / alone <= most, f"{name}: sd of the log ratio, coupled over independent",
                f"{coupled:.4f} / {alone:.4f} = {coupled / alone:.2f}; of the same bytes {same:.4f}",
                f"at most {most}")
    others = binaries(built, "old") ^ binaries(built, "again")
    proof.check(not others, f"{name}: builds of 'again' with other bytes than those of 'old'", len(others), "none")
    distances = same_mean(*both), same_variance(*both)
    proof.check(max(distances) < 3.5, f"{name}: mean and variance of the builds, coupled and independent",
                f"{distances[0]:.1f} and {distances[1]:.1f} standard errors apart", "below 3.5")
    print(f"| {name} | {coupled:.2%} | {alone:.2%} | {coupled / alone:.2f} | {by_mean[0] / by_mean[1]:.2f} | "
          f"{same:.2%} | {builds[0]} | {builds[1]} | {builds[0] * seconds:.0f} s | {builds[1] * seconds:.0f} s |",
          flush=True)


# ---- False alarms

def simulated(arguments, proof):
    for number, (name, options) in enumerate(WORLDS.items(), 1):
        found = json.loads(run(arguments.program, "simulate", "--json", "--coupled", "90%",
                               "--builds", "20", "--executions", "2", "--iterations", "5", "--trials",
                               arguments.trials, "--seed", number, *options).stdout)
        rate = found["rates"]["false_alone"]
        most = most_alarms(arguments.trials) / arguments.trials
        proof.check(rate["share"] <= most, f"simulated, {name}: false alarms",
                    f"{rate['share']:.3f} of {arguments.trials}", f"at most {most:.3f}, as chance has 0.05")


def real(arguments, proof, folder):
    spec = folder / "alarms.yaml"
    alarms, found = 0, []
    text = own_case(folder / "alarms", new=inert(arguments.draw))
    text = "".join(line for line in text.splitlines(True) if not line.startswith(("  alone:", "  again:")))
    counts = "builds: 20, executions: 2, iterations: 5"
    for number in range(1, arguments.runs + 1):
        spec.write_text(HEADER.format(name="alarms", seed=arguments.seed + number,
                                      counts=counts, warmup=WARMUP) + text)
        run(arguments.program, "run", spec, "--out", folder / "alarm", "--quiet")
        (ratio,) = (row for row in rows(folder / "alarm", "ratios") if row["variant"] == "new")
        found.append(math.log(float(ratio["time_ratio"])))
        alarms += float(ratio["low"]) > 1 or float(ratio["high"]) < 1
        shutil.rmtree(folder / "alarm")
    if arguments.runs > 1:
        most = most_alarms(arguments.runs)
        error = statistics.stdev(found) / math.sqrt(arguments.runs)
        proof.check(alarms <= most, "real, inert change: false alarms",
                    f"{alarms} of {arguments.runs}; the log ratio is {statistics.fmean(found):+.2%} on "
                    f"average, with a standard error of {error:.2%}", f"at most {most}, as chance has 0.05")


def prove(arguments, proof, folder):
    print("| case | sd, coupled | sd, independent | ratio | by means | sd, same bytes | builds for ±0.5 % | "
          "independent | time | independent |")
    print("| --- " * 10 + "|")
    cases = {"inert": (own_case(folder / "a", new=inert(arguments.draw)), MOST_SMALL),
             "one-function": (own_case(folder / "b", new={"interpreter/hash.c": slower}), MOST_SMALL),
             "O2-O3": (own_case(folder / "c", flags="-O3"), MOST)}
    if arguments.sources:
        (project,) = (one for one in PROJECTS if one.name == arguments.project)
        cases[project.name] = project_case(fetched(project, arguments.sources), arguments), MOST
    for name, (text, most) in cases.items():
        if not arguments.case or name in arguments.case:
            measure(arguments, proof, folder, name, text, most)
    if not arguments.case or "simulated" in arguments.case:
        simulated(arguments, proof)
    if not arguments.case or "real" in arguments.case:
        real(arguments, proof, folder)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--builds", type=int, default=60, help="blocks of each case")
    options.add_argument("--executions", type=int, default=32, help="executions of a build")
    options.add_argument("--trials", type=int, default=1000, help="simulated campaigns of a world")
    options.add_argument("--runs", type=int, default=200, help="real comparisons of equal code: 0, or at least 2")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--case", action="append", help="only this case, or these false alarms",
                         choices=["inert", "one-function", "O2-O3", *(one.name for one in PROJECTS),
                                  "simulated", "real"])
    options.add_argument("--sources", type=pathlib.Path, help="folder for a project's two versions")
    options.add_argument("--project", default="lua")
    options.add_argument("--build", default="make -j2 linux MYCFLAGS=-ffunction-sections")
    given = options.parse_args()
    given.draw = random.Random(given.seed)
    given.sources = given.sources and given.sources.resolve()
    sys.exit(main(given, prove))
