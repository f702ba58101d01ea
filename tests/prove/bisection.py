#!/usr/bin/env python3
"""Bisections: the right commit, how much is built, how long it takes, beside other ways.

The search of `eswexp bisect` is driven with simulated executions (bisection.c): histories with one step,
with none, with two, with commits that cannot be built, and a long one. Beside it `git bisect run` with
`eswexp compare --bisect`, whose verdicts `eswexp simulate` draws, and with three executions of one build and
a threshold, as people do by hand. Then the whole program on real histories of a small C program.
"""
import json
import os
import random
import shlex
import statistics
import sys
import time

from common.proof import ROOT, main, parser, run

sys.path.insert(0, str(ROOT / "tests/compare"))

from repository import Repository

LIBRARIES = "yaml-0.1 libgit2 sqlite3 gsl jansson libelf zlib"
DEMANGLER = ("-liberty",) if os.path.exists("/usr/include/libiberty/demangle.h") else ()
COMMITS, STEP, THRESHOLD, BUDGET_S = 128, 0.03, 0.015, 3600
BUILD_S, SETUP_S, BLOCK_S = 30, 3, 3
# Of a build: what its layout adds, and the part of that which coupled layouts do not share; of an execution.
LAYOUT, UNCOUPLED, EXECUTION, EXECUTIONS = 0.02, 0.006, 0.01, 2
PILOT_BLOCKS, MOST_BUILDS = 10, 300
RIGHT_LEAST, FALSE_MOST = 0.95, 0.05
HALVINGS = 7  # of 128 commits
REAL_COMMITS, REAL_STEP = 12, "40"  # passes instead of 30: 33 % more work in a third of the program


class Driver:
    def __init__(self, arguments, folder):
        libraries = shlex.split(run("pkg-config", "--libs", *LIBRARIES.split()).stdout)
        self.path, self.seed = folder / "bisection", arguments.seed
        run("cc", "-std=gnu17", "-O2", "-D_GNU_SOURCE", "-I", ROOT / "engine", "-I", ROOT,
            ROOT / "tests/prove/bisection.c", "-o", self.path,
            arguments.program.parent / "libeswexp_engine.a", *libraries, *DEMANGLER, "-lm", "-lpthread")

    def __call__(self, histories, *sizes, commits=COMMITS, broken=0, scatter=0, shift=0, rho=0, heavy=0):
        lines = run(self.path, self.seed, histories, commits, BUDGET_S, UNCOUPLED, EXECUTION, BUILD_S,
                    SETUP_S, BLOCK_S, broken, scatter, shift, rho, heavy, *sizes).stdout.splitlines()
        return [json.loads(line) for line in lines]


def is_right(found):
    """Every step is found, and nothing else."""
    steps = [range(step["first"], step["last"] + 1) for step in found["steps"]]
    return len(steps) == len(found["truth"]) and all(
        truth in step for truth, step in zip(sorted(found["truth"]), steps))


def row(name, right, histories, built, seconds):
    print(f"| {name} | {right} of {histories} | {built:.1f} | {seconds:.0f} s |", flush=True)


def searches(driver, histories, name, *sizes, **options):
    found = driver(histories, *sizes, **options)
    right = sum(map(is_right, found))
    row(f"eswexp bisect, {name}", right, histories, statistics.mean(one["built"] for one in found),
        statistics.mean(one["seconds"] for one in found))
    return found, right


def calibration(driver, proof, histories, name, *sizes, off=0.03, **options):
    """Of the steps that are stated, at least as many are right as their probabilities say, but for `off`."""
    found = driver(histories, *sizes, **options)
    stated = [(step, one["truth"]) for one in found for step in one["steps"]]
    right = sum(any(step["first"] <= truth <= step["last"] for truth in truths) for step, truths in stated)
    expected = statistics.mean(step["probability"] for step, _ in stated)
    proof.check(right / len(stated) >= expected - off, f"{name}: stated steps that are right",
                f"{right} of {len(stated)}, at {expected:.3f}; all right in {sum(map(is_right, found))} of {histories}",
                f"at least {expected - off:.3f}")


def calibrations(driver, proof, histories):
    for scatter in (0, 0.001, 0.003, 0.005):
        calibration(driver, proof, histories, f"commits scatter by {scatter:.1%}", STEP, scatter=scatter)
    calibration(driver, proof, histories, "measurements share shifts of 0.5 %", STEP, shift=0.005)
    calibration(driver, proof, histories, "heavy tails", STEP, heavy=1)
    calibration(driver, proof, histories, "two steps, commits scatter by 0.3 %", STEP, 0.02, scatter=0.003)
    calibration(driver, proof, histories, "three steps, commits scatter by 0.3 %", STEP, 0.02, 0.02, scatter=0.003)
    calibration(driver, proof, histories, "a fifth cannot be built, commits scatter by 0.3 %", STEP, broken=0.2,
                scatter=0.003)
    calibration(driver, proof, histories, "blocks depend by 0.8", STEP, rho=0.8, off=0.1)


def git_with_compare(arguments, histories):
    """A skipped or wrong verdict spoils a history."""
    draw, right, blocks = random.Random(arguments.seed), {}, {}
    for effect in (0, STEP):
        found = json.loads(run(
            arguments.program, "simulate", "--json", "--seed", arguments.seed, "--trials", 1000,
            "--until-decided", "--builds", MOST_BUILDS, "--executions", EXECUTIONS, "--iterations", 1, "--sd",
            f"iteration=0%,execution={EXECUTION},build={UNCOUPLED}", "--threshold", THRESHOLD, "--effect",
            effect).stdout)
        right[effect] = found["rates"]["detected" if effect else "equal"]["share"]
        blocks[effect] = PILOT_BLOCKS + found["medians"]["builds"]
    good, total = 0, 0
    for _ in range(histories):
        effects = [draw.choice((0, STEP)) for _ in range(HALVINGS)]
        good += all(draw.random() < right[effect] for effect in effects)
        total += BUILD_S + sum(BUILD_S + SETUP_S + blocks[effect] * BLOCK_S for effect in effects)
    row("git bisect with compare --bisect", good, histories, HALVINGS + 1, total / histories)
    return total / histories


def git_with_three_runs(arguments, histories):
    """One build of each commit, so that its layout is part of every comparison."""
    draw, good = random.Random(arguments.seed), 0
    for _ in range(histories):
        truth, first, last = draw.randint(1, COMMITS), 0, COMMITS
        reference = draw.gauss(0, LAYOUT)
        while last - first > 1:
            middle = (first + last) // 2
            level = STEP if middle >= truth else 0
            noise = draw.gauss(0, LAYOUT) + draw.gauss(0, EXECUTION * (2 / 3) ** 0.5)
            if level + noise - reference > THRESHOLD:
                last = middle
            else:
                first = middle
        good += last == truth
    seconds = BUILD_S + HALVINGS * (BUILD_S + 3 * BLOCK_S / EXECUTIONS / 2)
    row("git bisect with three executions", good, histories, HALVINGS + 1, seconds)
    return good


def simulated(arguments, proof, folder):
    driver, series = Driver(arguments, folder), arguments.series
    print(f"{COMMITS} commits, a step of {STEP:.0%}; build {BUILD_S} s, block {BLOCK_S} s")
    print("| search | right | commits built | time |\n| --- | --- | --- | --- |")
    one, right = searches(driver, series, "one step", STEP)
    compare_s = git_with_compare(arguments, series)
    three = git_with_three_runs(arguments, series)
    none, _ = searches(driver, series, "no step")
    _, two = searches(driver, series, "+3 % and +2 %", STEP, 0.02)
    _, broken = searches(driver, series, "a fifth cannot be built", STEP, broken=0.2)
    calibrations(driver, proof, 2 * series)
    begun = time.monotonic()
    _, long = searches(driver, 10, "10,000 commits", STEP, commits=10000)
    took = (time.monotonic() - begun) / 10
    alarms = sum(bool(found["steps"]) for found in none)
    seconds = statistics.mean(found["seconds"] for found in one)
    proof.check(right >= RIGHT_LEAST * series, "one step: right", f"{right} of {series}",
                f"at least {RIGHT_LEAST:.0%}")
    proof.check(alarms <= FALSE_MOST * series, "no step: histories with one", f"{alarms} of {series}",
                f"at most {FALSE_MOST:.0%}")
    proof.check(two >= RIGHT_LEAST * series, "two steps: both right", f"{two} of {series}",
                f"at least {RIGHT_LEAST:.0%}")
    proof.check(broken >= RIGHT_LEAST * series, "a fifth cannot be built: right", f"{broken} of {series}",
                f"at least {RIGHT_LEAST:.0%}")
    proof.check(seconds < compare_s and three < right, "it takes less time than compare, and errs less than three executions",
                f"{seconds:.0f} s and {compare_s:.0f} s, {right} and {three} right")
    proof.check(long >= 9 and took < 10, "10,000 commits", f"{long} of 10 right, {took:.2f} s of computing each",
                "at least 9, less than 10 s")


def real_history(folder, at):
    """The program of the comparisons' tests, with a change that costs at one commit."""
    repository = Repository(folder, folder.parent)
    lock = "ESWEXP_HOST_LOCK"
    repository.environment.update({lock: os.environ[lock]} if lock in os.environ else {})
    for number in range(REAL_COMMITS + 1):
        passes = REAL_STEP if number >= at else "30"
        repository.write("bench.c", "unsigned mix(unsigned n);\nint main(void)\n{\n"
                         f"    return mix({passes}000000) == 1;\n}}\n")
        repository.write("mix.c", "unsigned mix(unsigned n)\n{\n    volatile unsigned x = 0;\n    while (n--)\n"
                         f"        x += n;\n    return x;\n}}\nint number{number}(void)\n{{\n    return {number};\n}}\n")
        if number == 0:
            repository.write("Makefile", "CFLAGS = -O2 -ffunction-sections\nbench: bench.o mix.o\n\t$(CC) -o $@ $^\n")
            repository.write("eswexp.yaml", "experiment: mix\nbenchmarks:\n  mix: {directory: ., build: make bench,"
                             " command: ./bench, samples: process}\nmeasure: [cpu_time]\n")
            repository.git("init", "--quiet")
        repository.git("add", "--all")
        repository.git("commit", "--quiet", "--message", f"Commit {number}")
        repository.git("tag", f"c{number}")
    return repository


def real(arguments, proof, folder):
    draw, right, seconds = random.Random(arguments.seed), 0, []
    for number in range(arguments.real):
        at = draw.randint(1, REAL_COMMITS)
        repository = real_history(folder / f"history-{number}", at)
        begun = time.monotonic()
        found = json.loads(run(arguments.program, "bisect", "c0", f"c{REAL_COMMITS}", "--json", "--quiet",
                               "--seed", number, "--out", folder / f"campaign-{number}", "--threshold", "2%",
                               cwd=repository.folder, env=repository.environment).stdout)
        seconds.append(time.monotonic() - begun)
        steps = [[commit["position"] for commit in step["commits"]] for step in found["steps"] if step["found"]]
        right += steps == [[at]]
        print(f"  step at commit {at}: found {steps}, {found['measurements']} measurements, {seconds[-1]:.0f} s",
              flush=True)
    if arguments.real:
        proof.check(right >= arguments.real - arguments.real // 10, "real histories: right",
                    f"{right} of {arguments.real}, {statistics.mean(seconds):.0f} s each", "at most a tenth wrong")


def prove(arguments, proof, folder):
    if arguments.series:
        simulated(arguments, proof, folder)
    real(arguments, proof, folder)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--series", type=int, default=100, help="simulated histories of each kind")
    options.add_argument("--real", type=int, default=5, help="real histories")
    options.add_argument("--seed", type=int, default=1)
    sys.exit(main(options.parse_args(), prove))
