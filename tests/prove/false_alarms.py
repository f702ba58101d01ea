#!/usr/bin/env python3
"""False alarms: Welch's t-test on one build of each side, and `eswexp compare`.

The two commits of a pair do exactly the same work. The second one differs by what any commit may
change: an unused function in one source file has another length, and the Makefile lists the objects
in another order. So each side is another draw of the memory layout.

Each pair is compared in the same session by both: by `eswexp compare` at 95 % confidence, and as
with hyperfine: a clean build of each commit, `hyperfine -N` with as many runs of each as eswexp has
executed of a side (its pilot included), and Welch's t-test at p < 0.05.
"""
import json
import math
import os
import random
import statistics
import sys

from common.comparing import Comparison, project
from common.proof import main, parser, run
from variance import t_probability

SOURCES = ("bits", "chain", "machine", "main", "order", "steps", "text")
BEGIN = "\n// Nobody calls this.\n"
FUNCTION = "unsigned unused_{name}(unsigned x);\n\nunsigned unused_{name}(unsigned x)\n{{\n"


def unused_function(name, statements, generator):
    lines = "".join(f"    x = (x ^ {generator.randrange(1 << 30)}u) * {generator.randrange(1 << 15)}u;\n"
                    for _ in range(statements))
    return BEGIN + FUNCTION.format(name=name) + lines + "    return x;\n}\n"


def make_pairs(repository, count, generator):
    """Commits on a branch of their own: [(base, head)]; no two pairs share one."""
    repository.git("checkout", "--quiet", "-b", "pairs", "before")
    texts = {name: (repository.folder / f"{name}.c").read_text() for name in SOURCES}
    makefile = (repository.folder / "Makefile").read_text()
    objects = " ".join(f"{name}.o" for name in SOURCES)
    (line,) = (text for text in makefile.splitlines() if text.startswith("OBJECTS = "))
    commits = []
    for i in range(2 * count):
        name = generator.choice(SOURCES)
        if i % 2 == 0: # a new pair begins with new lengths everywhere
            lengths = {source: generator.randrange(1, 40) for source in SOURCES}
        lengths[name] = generator.choice([n for n in range(1, 40) if n != lengths[name]])
        for source, text in texts.items():
            repository.write(f"{source}.c", text + unused_function(source, lengths[source],
                                                                   random.Random(source)))
        objects = objects.split()
        generator.shuffle(objects)
        objects = " ".join(objects)
        repository.write("Makefile", makefile.replace(line, f"OBJECTS = {objects}"))
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
    return 1 - t_probability(t, math.floor(df))


class Habit:
    """One build of each side, and hyperfine's runs of both."""

    def __init__(self, repository, folder, pair, runs):
        programs = []
        for side, commit in zip("ab", pair):
            tree = folder / side
            repository.git("worktree", "add", "--quiet", "--detach", tree, commit)
            run("make", "--silent", "-C", tree)
            programs.append(os.path.relpath(tree / "bench", folder))
        run("hyperfine", "-N", "--warmup", 3, "--runs", runs, "--style", "none", "--export-json",
            "times.json", *programs, cwd=folder)
        times = [one["times"] for one in json.loads((folder / "times.json").read_text())["results"]]
        self.p, self.ratio = welch(*times), statistics.fmean(times[1]) / statistics.fmean(times[0])
        self.alarm = self.p < 0.05
        for side in "ab":
            repository.git("worktree", "remove", "--force", folder / side)

    def __str__(self):
        return f"{self.ratio:.4f}, p {self.p:.2g}{' ALARM' * self.alarm}"


def most_alarms(count, share=0.05, doubt=0.01):
    """More than these are less likely than `doubt` where each comparison errs with this share."""
    likely = 0.0
    for k in range(count + 1):
        likely += math.comb(count, k) * share ** k * (1 - share) ** (count - k)
        if likely >= 1 - doubt:
            return k
    return count


def show_table(habits, comparisons):
    runs = statistics.median(one.executions for one in comparisons)
    builds = statistics.median(one.builds for one in comparisons)
    alarms = sum(one.outcome in ("slower", "faster") for one in comparisons)
    of, largest = len(habits), lambda ones: max(abs(one.ratio - 1) for one in ones)
    print(f"| of {of} comparisons of a program with itself | builds of a side | executions of a "
          "side | false alarms | largest \"change\" |")
    print("| --- | --- | --- | --- | --- |")
    print(f"| one build of each side, `hyperfine -N`, Welch's t-test, p < 0.05 | 1 | {runs:.0f} | "
          f"{sum(one.alarm for one in habits)} | {largest(habits):.1%} |")
    print(f"| `eswexp compare`, 95 % | {builds:.0f} | {runs:.0f} | {alarms} | "
          f"{largest(comparisons):.1%} |", flush=True)
    return alarms


def prove(arguments, proof, folder):
    repository = project(folder / "project", folder)
    generator, habits, comparisons = random.Random(arguments.first), [], []
    pairs = make_pairs(repository, arguments.pairs, generator)
    for number, pair in enumerate(pairs, 1):
        comparisons.append(Comparison(arguments.program, repository, folder / "campaign", *pair,
                                      "--set", "repeat.confidence=95%",
                                      "--seed", arguments.first + number))
        habits.append(Habit(repository, folder, pair, comparisons[-1].executions))
        print(f"       pair {number}: one build {habits[-1]}; compare {comparisons[-1]}",
              flush=True)
    alarms = show_table(habits, comparisons)
    most = most_alarms(len(pairs))
    proof.check(alarms <= most, "false alarms of eswexp compare", f"{alarms} of {len(pairs)}",
                f"at most {most}: with 5 % each, more happen once in a hundred times")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--pairs", type=int, default=20)
    options.add_argument("--first", type=int, default=1, help="seed of the layouts and comparisons")
    given = options.parse_args()
    sys.exit(main(given, prove))
