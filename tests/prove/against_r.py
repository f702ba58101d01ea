#!/usr/bin/env python3
"""Autocorrelations, Ljung and Box's test, MSER-5 and PELT against R, on R's own data sets.

series.R has R's acf() and Box.test(); MSER-5 written from its formula; and in place of PELT every
segmentation tried, each with two-pass variances. series_numbers.c prints the engine's.
"""
import collections
import math
import shlex
import shutil
import statistics
import subprocess
import sys

from common.proof import ROOT, Skip, Trouble, main, parser, run

BOUND = 1e-8
LEAST = 1e-300  # probabilities below are 0 here or there


def compile_numbers(program, folder):
    libraries = shlex.split(run("pkg-config", "--libs", "gsl").stdout)
    run("cc", "-std=gnu17", "-O2", "-I", ROOT / "engine", ROOT / "tests/prove/series_numbers.c",
        "-o", folder / "series_numbers", program.parent / "libeswexp_engine.a", *libraries, "-lm")
    return folder / "series_numbers"


def read(text):
    """Lines of a name and numbers."""
    lines = [line.split() for line in text.splitlines()]
    return [(words[0], words[1:]) for words in lines]


def data_sets(text):
    """{name: (values, lines)} of series.R's output."""
    sets = {}
    for name, words in read(text):
        if name == "series":
            sets[words[0]] = lines = []
        else:
            lines.append((name, words))
    return {name: (lines[0][1], lines[1:]) for name, lines in sets.items()}


def difference(ours, theirs):
    """The largest relative one of two lists of numbers of the same length, else infinity."""
    if len(ours) != len(theirs):
        return math.inf
    pairs = [(float(a), float(b)) for a, b in zip(ours, theirs)]
    return max(abs(a - b) / max(abs(a), abs(b), LEAST) for a, b in pairs)


def cost(values, words):
    """What the segmentation costs whose words are: penalty, least, floor, begins of segments."""
    penalty, floor, total = float(words[0]), float(words[2]), 0
    begins = [0, *map(int, words[3:]), len(values)]
    for begin, end in zip(begins, begins[1:]):
        variance = statistics.pvariance(values[begin:end])
        bounded = max(variance, floor)
        total += (end - begin) * (math.log(2 * math.pi * bounded) + variance / bounded)
    return total + penalty * (len(begins) - 2)


def engine_numbers(program, values, expected):
    rules = [word for kind, words in expected if kind == "partition" for word in words[:3]]
    done = subprocess.run([program, *rules], input="\n".join(values), text=True,
                          capture_output=True, check=False)
    found = read(done.stdout)
    if done.returncode != 0 or [kind for kind, _ in found] != [kind for kind, _ in expected]:
        raise Trouble(f"series_numbers: {done.stdout}{done.stderr}")
    return found


def prove(arguments, proof, folder):
    if not shutil.which("Rscript"):
        raise Skip("no Rscript")
    program = compile_numbers(arguments.program, folder)
    sets = data_sets(run("Rscript", "--vanilla", ROOT / "tests/prove/series.R").stdout)
    worst, count, elsewhere = collections.Counter(), collections.Counter(), []
    for name, (values, expected) in sets.items():
        found = engine_numbers(program, values, expected)
        numbers = [float(value) for value in values]
        for (kind, ours), (_, theirs) in zip(found, expected):
            count[kind] += 1
            if ours == theirs:
                continue
            if kind == "partition":
                elsewhere.append(name)
                ours, theirs = [cost(numbers, ours)], [cost(numbers, theirs)]
            worst[kind] = max(worst[kind], difference(ours, theirs))
    for kind, times in count.items():
        proof.check(worst[kind] <= BOUND, f"{kind}, {times} times, {len(sets)} data sets",
                    f"{worst[kind]:.1e}", f"relative, at most {BOUND}")
    proof.check(len(elsewhere) <= 0.01 * count["partition"], "other change points of equal cost",
                ", ".join(elsewhere) or "none", "at most 1 %: integers have ties")


if __name__ == "__main__":
    sys.exit(main(parser(__doc__).parse_args(), prove))
