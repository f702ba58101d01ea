#!/usr/bin/env python3
"""Autocorrelations, Ljung and Box's test, MSER-5 and PELT against R, on R's own data sets.

series.R has R's acf() and Box.test(); MSER-5 written from its formula; and in place of PELT every
segmentation tried, each with two-pass variances. series_numbers.c prints the engine's.
"""
import math
import shlex
import subprocess
import sys

from common.proof import ROOT, Trouble, main, parser, run

BOUND = 1e-8
LEAST_P = 1e-15  # R's p is 1 - P, so that smaller ones are its rounding


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
            lines = []
            sets[words[0]] = lines
        else:
            lines.append((name, words))
    return {name: (lines[0][1], lines[1:]) for name, lines in sets.items()}


def difference(ours, theirs):
    """The largest relative one of two lists of numbers of the same length, else infinity."""
    if len(ours) != len(theirs):
        return math.inf
    pairs = [(float(a), float(b)) for a, b in zip(ours, theirs)]
    return max((abs(a - b) / max(abs(a), abs(b), LEAST_P / BOUND) for a, b in pairs), default=0)


def prove(arguments, proof, folder):
    numbers = compile_numbers(arguments.program, folder)
    sets = data_sets(run("Rscript", "--vanilla", ROOT / "tests/prove/series.R").stdout)
    worst, unequal, count = {"acf": 0, "ljung_box": 0}, {"mser": [], "partition": []}, {}
    for name, (values, expected) in sets.items():
        rules = [word for kind, words in expected if kind == "partition" for word in words[:3]]
        done = subprocess.run([numbers, *rules], input="\n".join(values), text=True,
                              capture_output=True, check=False)
        found = read(done.stdout)
        if done.returncode != 0 or [kind for kind, _ in found] != [kind for kind, _ in expected]:
            raise Trouble(f"series_numbers of {name}: {done.stdout}{done.stderr}")
        for (kind, ours), (_, theirs) in zip(found, expected):
            count[kind] = count.get(kind, 0) + 1
            if kind in worst:
                worst[kind] = max(worst[kind], difference(ours, theirs))
            elif ours != theirs:
                unequal[kind].append(f"{name}: {' '.join(ours)}, in R {' '.join(theirs)}")
    for kind, most in worst.items():
        proof.check(most <= BOUND, f"{kind}, {len(sets)} data sets", f"{most:.1e}",
                    f"relative, at most {BOUND}")
    for kind, names in unequal.items():
        proof.check(not names, f"{kind}, {count[kind]} times, unequal", "; ".join(names) or "none",
                    "none")


if __name__ == "__main__":
    sys.exit(main(parser(__doc__).parse_args(), prove))
