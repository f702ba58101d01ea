#!/usr/bin/env python3
"""How often the bootstrap intervals of summaries hold the truth, of samples whose distribution is known.

Samples of 3 levels: builds and executions normal, iterations normal or with a long (exponential) tail.
All experiments are the cells of one CSV file that `eswexp report --summary` reads; two sides each, so
that the ratio's interval is judged, too. Truths come from the distribution function of the sum.
"""
import json
import math
import random
import sys

from common.proof import main, parser, run

BUILD, EXECUTION, ITERATION = 2.0, 1.0, 2.0  # standard deviations; the mean is 100
SUMMARIES = ("median", "percentile 90", "trimmed_mean", "harmonic_mean", "geometric_mean", "mode")
SIGMA = math.hypot(BUILD, EXECUTION)
# Builds, executions, iterations; how often intervals must hold, of all and of the percentile. With one
# sample a build there is nothing to draw within units, and hardly any sample beyond the percentile (the
# report says so).
SHAPES = {(30, 3, 5): (0.92, 0.92), (10, 3, 5): (0.9, 0.9), (30, 1, 1): (0.9, 0.8),
          (10, 1, 1): (0.85, 0.5)}


def normal(x):
    return math.erfc(-x / math.sqrt(2)) / 2


def quantile(share, cdf):
    low, high = 0.0, 200.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if cdf(middle) < share else (low, middle)
    return low


def cdf_of(tail):
    """Of 100 + normal + normal, or + exponential with the mean ITERATION."""
    if not tail:
        sigma = math.hypot(SIGMA, ITERATION)
        return lambda x: normal((x - 100) / sigma)

    def cdf(x):
        u = (x - 100) / SIGMA
        late = math.exp(SIGMA ** 2 / (2 * ITERATION ** 2) - u * SIGMA / ITERATION)
        return normal(u) - late * normal(u - SIGMA / ITERATION)
    return cdf


def trimmed(tail, iterations):
    """The expected mean of an execution's samples without a twentieth of their weight, the largest."""
    mean = 100 + ITERATION * tail
    if iterations == 1:
        return mean
    largest = ITERATION * (sum(1 / k for k in range(1, 6)) if tail else 1.1629644736)  # of five
    return 100 + (mean - 100 - 0.05 * largest) / 0.95


def truths(tail, iterations):
    cdf = cdf_of(tail)
    steps = 20000
    values = [quantile((i + 0.5) / steps, cdf) for i in range(steps)]
    density = [(cdf(x / 100 + 0.05) - cdf(x / 100 - 0.05), x / 100) for x in range(9000, 11500)]
    return {"median": quantile(0.5, cdf), "percentile 90": quantile(0.9, cdf),
            "trimmed_mean": trimmed(tail, iterations), "mode": max(density)[1],
            "harmonic_mean": steps / sum(1 / x for x in values),
            "geometric_mean": math.exp(sum(map(math.log, values)) / steps)}


def write(path, shape, tail, draws, source):
    builds, executions, iterations = shape
    with open(path, "w") as out:
        out.write("variant,draw,block,execution,value\n")
        for draw in range(draws):
            for variant in ("old", "new"):
                for build in range(builds):
                    mean = 100 + source.gauss(0, BUILD)
                    for execution in range(executions):
                        own = mean + source.gauss(0, EXECUTION)
                        for _ in range(iterations):
                            noise = (source.expovariate(1 / ITERATION) if tail
                                     else source.gauss(0, ITERATION))
                            out.write(f"{variant},{draw},{build},{execution},{own + noise:.9g}\n")


def coverage(program, path, summary, truth):
    """Shares of intervals that hold the truth, and of ratios that hold 1."""
    report = json.loads(run(program, "report", path, "--json", "--summary", summary).stdout)
    values = [row["value_low"] <= truth <= row["value_high"] for row in report["estimates"]]
    ratios = [row["low"] <= 1 <= row["high"] for row in report["ratios"]]
    return sum(values) / len(values), sum(ratios) / len(ratios)


def prove(arguments, proof, folder):
    source = random.Random(arguments.seed)
    path = folder / "samples.csv"
    for shape, bounds in SHAPES.items():
        for tail in (False, True):
            write(path, shape, tail, arguments.draws, source)
            known = truths(tail, shape[-1])
            for summary in SUMMARIES:
                least = bounds[summary.startswith("percentile")]
                value, ratio = coverage(arguments.program, path, summary, known[summary])
                proof.check(min(value, ratio) >= least,
                            f"{summary}, {' x '.join(map(str, shape))}, "
                            f"{'long tail' if tail else 'normal'}: 95 % intervals that hold",
                            f"value {value:.1%}, ratio {ratio:.1%}", f"at least {least:.0%}")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--draws", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    sys.exit(main(options.parse_args(), prove))
