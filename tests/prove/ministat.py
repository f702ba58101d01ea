#!/usr/bin/env python3
"""`eswexp ministat` beside the real ministat: equal to its digits, and right where that one is not.

Each file is given to both; all that ministat prints is compared: N, Min, Max, Median, Avg, Stddev,
difference, percent, pooled s, and the plot. Where ours is another on purpose the number is R's.
"""
import random
import re
import shutil

from common.proof import Trouble, main, parser, run

LEVELS = ("80", "90", "95", "98", "99")


def numbers(stream, count, kind):
    draw = {"normal": lambda: stream.gauss(100, 8), "skewed": lambda: stream.expovariate(0.01),
            "whole": lambda: stream.randint(1, 12), "negative": lambda: stream.gauss(-50, 9),
            "around zero": lambda: stream.uniform(-1, 1), "huge": lambda: stream.gauss(3e90, 2e89),
            "tiny": lambda: stream.gauss(3e-90, 2e-89), "seconds": lambda: stream.gauss(0.00123, 4e-6),
            "two modes": lambda: stream.gauss(stream.choice((10, 14)), 0.5),
            "spikes": lambda: 20 if stream.random() < 0.9 else 25}[kind]
    return [draw() for _ in range(count)]


KINDS = (("normal", 30), ("skewed", 25), ("whole", 40), ("negative", 12), ("around zero", 21),
         ("huge", 8), ("tiny", 9), ("seconds", 1000), ("two modes", 60), ("spikes", 50),
         ("normal", 3), ("normal", 4))


def write(path, values):
    path.write_text("".join(f"{value:.7g}\n" for value in values))
    return path


class Pair:
    """What both print for the same words; of ours the part before what ministat does not say."""

    def __init__(self, program, folder, *words):
        theirs = run("ministat", *words, cwd=folder).stdout.replace("% +/- -", "% +/- ")
        ours = run(program, "ministat", *words, cwd=folder).stdout.split("\n\n")[0]
        self.theirs, self.ours = theirs.splitlines(), ours.splitlines()

    def numbers(self):
        """True if everything but the plot is equal."""
        return self.without_plot(self.theirs) == self.without_plot(self.ours)

    @staticmethod
    def without_plot(lines):
        return [line for line in lines if not re.match(r"\||\+-", line)]

    def plot(self):
        """True if the plots are equal; ministat's stacks end where those of a later set do, so of a
        higher plot only the lowest row of marks, the bars and the frame are."""
        theirs, ours = ([line for line in lines if re.match(r"\||\+-", line)]
                        for lines in (self.theirs, self.ours))
        if theirs == ours:
            return "equal"
        bars = len([line for line in theirs if re.match(r"\|.*[AM]", line)])
        lowest = -2 - bars
        return "lower" if theirs[lowest:] == ours[lowest:] and theirs[0] == ours[0] else "differs"


def check(proof, what, pair):
    equal = pair.numbers()
    proof.check(equal, what, "equal" if equal else "\n".join(pair.theirs + pair.ours))
    return pair.plot()


def single_files(arguments, proof, folder):
    stream = random.Random(arguments.seed)
    for index, (kind, count) in enumerate(KINDS):
        path = write(folder / f"set{index}", numbers(stream, count, kind))
        pair = Pair(arguments.program, folder, path.name)
        plot = check(proof, f"{count} {kind}: N, Min, Max, Median, Avg, Stddev", pair)
        proof.check(plot == "equal", "  its plot", plot)
    same = write(folder / "same", [7] * 5)
    plot = check(proof, "5 equal: the same", Pair(arguments.program, folder, same.name))
    proof.check(plot == "equal", "  no plot", plot)


def comparisons(arguments, proof, folder):
    stream, plots, differ, compared = random.Random(arguments.seed + 1), [], [], 0
    for index, (kind, _) in enumerate(KINDS):
        files = [write(folder / f"many{i}", numbers(stream, stream.randint(3, 60), kind)).name
                 for i in range(1 + index % 7)] + [f"set{index}"]
        files = files[:7]
        for level in LEVELS:
            for words in ([], ["-s"], ["-A"], ["-n"], ["-w", "40"]):
                pair = Pair(arguments.program, folder, "-c", level, *words, *files)
                compared += 1
                plots.append(pair.plot())
                if not pair.numbers():
                    differ.append((level, words, files))
    proof.check(not differ, "difference, percent, pooled s of up to 7 sets at five levels",
                f"{compared - len(differ)} of {compared} equal", str(differ[:1]))
    proof.check("differs" not in plots, "plots of up to 7 sets",
                f"{plots.count('equal')} equal, {plots.count('lower')} with whole stacks where "
                "ministat cuts them")


def columns(arguments, proof, folder):
    stream = random.Random(arguments.seed + 2)
    rows = [(stream.gauss(10, 1), stream.gauss(20, 2), stream.gauss(5, 1)) for _ in range(15)]
    for name, separator, before in (("spaces", " ", "  "), ("tabs", "\t", ""), ("commas", ",", ""),
                                    ("mixed", " ; ", "")):
        lines = ["# a comment"] + [before + separator.join(f"{x:.6f}" for x in row) for row in rows]
        (folder / name).write_text("\n".join(lines + ["", f"1{separator}# short"]) + "\n")
        given = {"commas": ["-d", ","], "mixed": ["-d", "; "]}.get(name, [])
        for column in "123":
            pair = Pair(arguments.program, folder, "-C", column, *given, name)
            check(proof, f"column {column} of {name}", pair)


def of_ours(arguments, folder, *words):
    return run(arguments.program, "ministat", *words, cwd=folder).stdout


def differing(arguments, proof, folder):
    """Where ministat is wrong, or says nothing."""
    write(folder / "a", [50, 200, 150, 400, 750, 400, 150])
    write(folder / "b", [150, 400, 720, 500, 930])
    (folder / "far").write_text("1000000000.1\n1000000000.2\n1000000000.3\n")
    stddev = of_ours(arguments, folder, "-n", "far").split()[-1]
    proof.check(stddev == "0.099999964", "sd(1e9 + c(.1, .2, .3))", stddev,
                f"R; ministat: {run('ministat', '-n', 'far', cwd=folder).stdout.split()[-1]}")
    # diff(t.test(C, A, var.equal = TRUE, conf.level = .995)$conf.int) / 2
    write(folder / "c", [1150, 1400, 1720, 1500, 1930])
    error = re.search(r"\+/- (\S+)", of_ours(arguments, folder, "-c", "99.5", "a", "c"))[1]
    theirs = re.search(r"\+/- (\S+)", run("ministat", "-c", "99.5", "a", "c", cwd=folder).stdout)[1]
    proof.check(error == "553.957", "half-width at 99.5 %", error, f"R; ministat: {theirs}")
    for count in (1, 2):
        write(folder / "few", range(1, count + 1))
        row = of_ours(arguments, folder, "-n", "few").splitlines()[-1].split()
        proof.check(row[1] == str(count), f"{count} values, which ministat refuses", " ".join(row))
    many = of_ours(arguments, folder, *(f"set{i}" for i in range(len(KINDS))))
    proof.check(many.count("against x") == len(KINDS) - 1, "sets compared at once",
                many.count("against x") + 1, "ministat: 7")


def prove(arguments, proof, folder):
    if not shutil.which("ministat"):
        raise Trouble("there is no ministat here to compare with")
    single_files(arguments, proof, folder)
    comparisons(arguments, proof, folder)
    columns(arguments, proof, folder)
    differing(arguments, proof, folder)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    raise SystemExit(main(given, prove))
