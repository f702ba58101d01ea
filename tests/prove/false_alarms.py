#!/usr/bin/env python3
"""False alarms: Welch's t-test on one build of each side, and `eswexp compare`.

The two commits of a pair do exactly the same work. The second one differs by what any commit may
change: an unused function in one source file has another length, and the Makefile lists the objects
in another order. So each side is another draw of the memory layout.

Each pair is compared by all in the same session: by `eswexp compare` at 95 % confidence; and, as
people do, by one clean build of each commit, `hyperfine -N` with as many runs of each as eswexp has
executed of a side, and Welch's t-test at p < 0.05. hyperfine runs one program after the other, so
that what drifts counts, too; therefore the same builds are executed in turns as well.
"""
import json
import math
import random
import shutil
import statistics
import subprocess
import sys
import time

from common.comparing import Comparison, project
from common.proof import main, parser, run
from variance import t_probability

SOURCES = ("bits", "chain", "machine", "main", "order", "steps", "text")
BEGIN = "\n// Nobody calls this.\n"
FUNCTION = "unsigned unused_{name}(unsigned x);\n\nunsigned unused_{name}(unsigned x)\n{{\n"


def unused_function(name, statements, generator):
    draw = generator.randrange
    lines = "".join(f"    x = (x ^ {draw(1 << 30)}u) * {draw(1 << 15)}u;\n"
                    for _ in range(statements))
    return BEGIN + FUNCTION.format(name=name) + lines + "    return x;\n}\n"


def make_pairs(repository, count, generator):
    """Commits on a branch of their own: [(base, head)]; no two pairs share one."""
    repository.git("checkout", "--quiet", "-b", "pairs", "before")
    texts = {name: (repository.folder / f"{name}.c").read_text() for name in SOURCES}
    makefile = (repository.folder / "Makefile").read_text()
    objects = [f"{name}.o" for name in SOURCES]
    (line,) = (text for text in makefile.splitlines() if text.startswith("OBJECTS = "))
    commits = []
    for i in range(2 * count):
        name = generator.choice(SOURCES)
        if i % 2 == 0:  # a new pair begins with new lengths everywhere
            lengths = {source: generator.randrange(1, 40) for source in SOURCES}
        lengths[name] = generator.choice([n for n in range(1, 40) if n != lengths[name]])
        for source, text in texts.items():
            repository.write(f"{source}.c", text + unused_function(source, lengths[source],
                                                                   random.Random(source)))
        generator.shuffle(objects)
        repository.write("Makefile", makefile.replace(line, f"OBJECTS = {' '.join(objects)}"))
        repository.commit(f"Layout {i}")
        commits.append(repository.id("HEAD"))
    repository.git("checkout", "--quiet", "main")
    return list(zip(commits[::2], commits[1::2]))


def welch(a, b):
    """p of Welch's t-test; its degrees of freedom rounded down."""
    errors = [statistics.variance(values) / len(values) for values in (a, b)]
    t = abs(statistics.fmean(a) - statistics.fmean(b)) / math.sqrt(sum(errors))
    df = sum(errors) ** 2 / sum(error ** 2 / (len(values) - 1)
                                for error, values in zip(errors, (a, b)))
    return max(0.0, 1 - t_probability(t, math.floor(df)))


def build_once(repository, folder, pair):
    """A clean build of each commit by itself, at paths of one length."""
    for side, commit in zip("ab", pair):
        repository.git("worktree", "add", "--quiet", "--detach", folder / side, commit)
        run("make", "--silent", "-C", folder / side)
        shutil.copy(folder / side / "bench", folder / f"bench-{side}")
        repository.git("worktree", "remove", "--force", folder / side)


def hyperfine(folder, runs):
    """All runs of one program, then all of the other."""
    run("hyperfine", "-N", "--warmup", 3, "--runs", runs, "--style", "none", "--export-json",
        "times.json", "./bench-a", "./bench-b", cwd=folder)
    return [one["times"] for one in json.loads((folder / "times.json").read_text())["results"]]


def in_turns(folder, runs):
    times = [], []
    for i in range(2 * runs):
        begun = time.perf_counter()
        subprocess.run([folder / f"bench-{'ab'[i % 2]}"], stdout=subprocess.DEVNULL, check=True)
        times[i % 2].append(time.perf_counter() - begun)
    return times


class Test:
    """Welch's, on the times of two programs."""

    def __init__(self, times):
        self.p, self.ratio = welch(*times), statistics.fmean(times[1]) / statistics.fmean(times[0])
        self.alarm = self.p < 0.05

    def __str__(self):
        return f"{self.ratio:.4f} (p {self.p:.2g}{', ALARM' * self.alarm})"


def most_alarms(count, share=0.05, doubt=0.01):
    """More than these are less likely than `doubt` where each comparison errs with this share."""
    likely = 0.0
    for k in range(count + 1):
        likely += math.comb(count, k) * share ** k * (1 - share) ** (count - k)
        if likely >= 1 - doubt:
            return k
    return count


def show_table(runs, found):
    """found: [(what, builds of a side, its alarms, its ratios)]"""
    print(f"| {len(found[0][3])} comparisons of a program with itself, {runs:.0f} executions of a "
          "side | builds of a side | false alarms | largest \"change\" |")
    print("| --- | --- | --- | --- |")
    for what, builds, alarms, ratios in found:
        largest = max(abs(ratio - 1) for ratio in ratios)
        print(f"| {what} | {builds:.0f} | {alarms} | {largest:.1%} |", flush=True)


def row_of(what, tests):
    return what, 1, sum(one.alarm for one in tests), [one.ratio for one in tests]


def prove(arguments, proof, folder):
    repository = project(folder / "project", folder)
    ours, apart, turns = [], [], []
    pairs = make_pairs(repository, arguments.pairs, random.Random(arguments.first))
    for number, pair in enumerate(pairs, 1):
        ours.append(Comparison(arguments.program, repository, folder / "campaign", *pair, "--set",
                               "repeat.confidence=95%", "--set", "measure=wall_time", "--seed",
                               arguments.first + number))
        build_once(repository, folder, pair)
        apart.append(Test(hyperfine(folder, ours[-1].executions)))
        turns.append(Test(in_turns(folder, ours[-1].executions)))
        print(f"       pair {number}: hyperfine {apart[-1]}; in turns {turns[-1]}; compare: "
              f"{ours[-1]}", flush=True)
    alarms = sum(one.outcome in ("slower", "faster") for one in ours)
    show_table(statistics.median(one.executions for one in ours), [
        row_of("`hyperfine -N` of one build of each, Welch's t-test, p < 0.05", apart),
        row_of("the same builds executed in turns, Welch's t-test, p < 0.05", turns),
        ("`eswexp compare`, 95 %", statistics.median(one.builds for one in ours), alarms,
         [one.ratio for one in ours])])
    most = most_alarms(len(pairs))
    proof.check(alarms <= most, "false alarms of eswexp compare", f"{alarms} of {len(pairs)}",
                f"at most {most}: with 5 % each, more happen once in a hundred times")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--pairs", type=int, default=20)
    options.add_argument("--first", type=int, default=1, help="seed of the layouts and comparisons")
    given = options.parse_args()
    sys.exit(main(given, prove))
