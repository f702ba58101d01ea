#!/usr/bin/env python3
"""Statistics over many campaigns of a benchmark whose variances are known (fake.c).

Nothing of the engine is short-cut: every value is reported by a process that the engine ran, and
read back from the campaign's CSV files.

Cost is compared at one price list. A campaign's dimensioning.csv says what one more repetition of
each level cost (cost_s), as that campaign measured it; the median of each over all campaigns is the
price list, so that a noisy measurement does not flatter itself. The oracle knows the true variances
and this list, and finds its cheapest integers by trying them all. "Own prices" is the same with
each campaign's own list, for the search and the oracle alike.
"""
import math
import statistics
import sys

from common.proof import ROOT, compile_c, main, parser, rows, run

MEAN_NS = 20_000
LEVELS = ("iteration", "execution", "build")
PILOT = 5
BUILDS_LEAST, BUILDS_MOST = 5, 1000

COMMAND = """
experiment: fake
benchmarks:
  fake:
    command: [{fake}, {arguments}]
    samples: eswexp
"""
SOURCES = """
experiment: fake
benchmarks:
  fake:
    sources: [{source}]
    libs: -lm
    args: [{arguments}]
"""
REST = """
repeat:
  precision: 1%
  pilot: {{builds: 5, executions: 5, iterations: 5}}
  warmup: 0
  minimum_time: 0
randomize:
  seed: {seed}
  environment_size: {{max: 4096}}
"""


def t_probability(t, df):
    """P(|T| < t), the finite series of Abramowitz and Stegun 26.7.3 and 26.7.4."""
    angle = math.atan(t / math.sqrt(df))
    cos2, term, total = math.cos(angle) ** 2, 1.0, 0.0
    for k in range(df % 2 + 2, df + 1, 2):
        total += term
        term *= cos2 * (k - 1) / k
    if df % 2 == 0:
        return math.sin(angle) * total if df > 0 else 0
    return 2 / math.pi * (angle + math.sin(angle) * math.cos(angle) * total)


def t_quantile(confidence, df):
    low, high = 0.0, 1000.0
    while high - low > 1e-10:
        middle = (low + high) / 2
        low, high = (low, middle) if t_probability(middle, df) > confidence else (middle, high)
    return low


T_BY_SQRT_R = [math.inf] * 2 + [t_quantile(0.95, r - 1) / math.sqrt(r)
                                for r in range(2, BUILDS_MOST)]


def cost(prices, used):
    total = 0.0
    for price, count in zip(prices, used):
        total = count * (price + total)
    return total


def oracle(prices, sds, precision):
    """Cheapest (r_1, r_2, r_3) whose half-width is within the precision at the true variances."""
    best, best_cost = None, math.inf
    T2 = [sd * sd for sd in sds]
    for top in range(BUILDS_LEAST, BUILDS_MOST):
        budget = (precision / T_BY_SQRT_R[top]) ** 2 - T2[2]
        if cost(prices, (1, 1, top)) >= best_cost:
            break
        for executions in range(1, 500):
            if budget <= 0 or cost(prices, (1, executions, top)) >= best_cost:
                break
            left = budget * executions - T2[1]
            if left <= 0:
                continue
            candidate = (max(1, math.ceil(T2[0] / left - 1e-12)), executions, top)
            if cost(prices, candidate) < best_cost:
                best, best_cost = candidate, cost(prices, candidate)
    return best, best_cost


def variances(samples):
    """T_i² of balanced samples (docs/method.md, "Variance by level"), from the values alone."""
    tree = {}
    for row in samples:
        build = tree.setdefault(row["block"], {})
        build.setdefault(row["execution"], []).append(float(row["value"]))
    shape = {(len(build), *map(len, build.values())) for build in tree.values()}
    assert shape == {(PILOT,) + (PILOT,) * PILOT} and len(tree) == PILOT, shape
    within = [statistics.variance(values) for build in tree.values() for values in build.values()]
    means = [[statistics.fmean(values) for values in build.values()] for build in tree.values()]
    S2 = [statistics.fmean(within), statistics.fmean(map(statistics.variance, means)),
          statistics.variance([statistics.fmean(build) for build in means])]
    return [S2[0], S2[1] - S2[0] / PILOT, S2[2] - S2[1] / PILOT]


class Campaign:
    """What one campaign said of the fake."""

    def __init__(self, folder):
        dimensions = {row["level"]: row for row in rows(folder, "dimensioning")
                      if row["metric"] == "wall_time"}
        self.prices = [float(dimensions[level]["cost_s"]) for level in LEVELS]
        self.T2 = [float(dimensions[level]["T2"]) for level in LEVELS]
        self.used = [int(dimensions[level]["used"]) for level in LEVELS]
        samples = rows(folder, "samples")
        own = variances(row for row in samples if row["phase"] == "pilot")
        scale = (MEAN_NS * 1e-9 / 100) ** 2
        self.disagreement = max(abs(a - b) for a, b in zip(own, self.T2)) / scale
        self.real = sum(row["phase"] == "real" for row in samples)
        (estimate,) = rows(folder, "estimates")
        self.mean, self.low, self.high = (float(estimate[key]) for key in ("mean", "low", "high"))
        self.spent = sum(float(row["seconds"]) for row in rows(folder, "executions")
                         if row["phase"] == "real")


def campaigns(program, folder, head, count, first, sds, start_ns):
    """Runs `count` campaigns of the fake, each with a seed of its own."""
    fake = compile_c(ROOT / "tests/prove/fake.c", folder / "fake")
    found = []
    for seed in range(first, first + count):
        words = ["--run-seed", seed, "--block", '"${block}"', "--variant", '"${variant}"',
                 "--seed", '"${seed}"', "--mean", MEAN_NS, "--start", start_ns]
        for level, sd in zip(LEVELS, sds):
            words += [f"--{level}-sd", sd]
        text = head.format(fake=fake, source=ROOT / "tests/prove/fake.c",
                           arguments=", ".join(map(str, words))) + REST.format(seed=seed)
        (folder / "fake.yaml").write_text(text)
        run(program, "run", folder / "fake.yaml", "--out", folder / "campaign", "--quiet")
        found.append(Campaign(folder / "campaign"))
        run("rm", "-r", folder / "campaign")
    return found


def check_cost(proof, found, sds):
    prices = [statistics.median(one.prices[i] for one in found) for i in range(3)]
    best, best_cost = oracle(prices, sds, 1)
    ratio = statistics.median(cost(prices, one.used) for one in found) / best_cost
    print("       prices: " + ", ".join(f"{level} {price * 1e6:.4g} µs"
                                        for level, price in zip(LEVELS, prices)))
    print(f"       oracle: {best} (iterations, executions, builds); the search's medians: "
          f"{tuple(statistics.median(one.used[i] for one in found) for i in range(3))}")
    spread = statistics.quantiles([cost(prices, one.used) / best_cost for one in found], n=4)
    proof.check(ratio <= 1.25, "median cost of the search / oracle's", f"{ratio:.3f}",
                f"at most 1.25; quartiles {spread[0]:.2f} and {spread[2]:.2f}")
    own = statistics.median(cost(one.prices, one.used) / oracle(one.prices, sds, 1)[1]
                            for one in found)
    proof.check(own <= 1.25, "the same at each campaign's own prices", f"{own:.3f}", "at most 1.25")
    below = statistics.median(cost(one.prices[:2] + [0], one.used) / one.spent for one in found)
    print(f"       prices of executions and iterations predict the real experiment's processes: "
          f"{below:.2f} of the time measured")


def check_intervals(proof, found):
    mean = MEAN_NS * 1e-9
    covered = sum(one.low <= mean <= one.high for one in found)
    narrow = statistics.median((one.high - one.low) / 2 / one.mean for one in found)
    proof.check(covered >= 0.92 * len(found), "95 % intervals that hold the true mean",
                f"{covered} of {len(found)} = {covered / len(found):.1%}", "at least 92 %")
    print(f"       median half-width of the real experiments: {narrow:.3%} (asked for: 1 %)")


def check_samples(proof, found):
    worst = max(one.disagreement for one in found)
    proof.check(worst < 1e-9, "T² recomputed from samples.csv: largest difference, in %² of the "
                "mean", f"{worst:.1e}", "below 1e-9")
    missing = sum(one.real != math.prod(one.used) for one in found)
    proof.check(missing == 0, "real experiments without all their samples", missing, "0")


def check_levels(proof, found, sds):
    for i, (level, sd) in enumerate(zip(LEVELS, sds)):
        T2 = statistics.median(one.T2[i] for one in found)
        seen = math.sqrt(max(T2, 0)) / (MEAN_NS * 1e-9) * 100
        proof.check(abs(seen / sd - 1) <= 0.15, f"median T of level {level}", f"{seen:.4f} %",
                    f"{sd} % within 15 %: {seen / sd - 1:+.1%}")


def prove(arguments, proof, folder):
    sds = (1, 0.5, 2)
    print(f"{arguments.campaigns} campaigns, nothing to build, sd 1 %, 0.5 %, 2 %")
    found = campaigns(arguments.program, folder, COMMAND, arguments.campaigns, arguments.first,
                      sds, 1_000_000)
    check_levels(proof, found, sds)
    check_samples(proof, found)
    check_cost(proof, found, sds)
    check_intervals(proof, found)
    if arguments.built < 2:
        return
    sds = (3, 2, 1)
    print(f"{arguments.built} campaigns with a link per build, sd 3 %, 2 %, 1 %")
    found = campaigns(arguments.program, folder, SOURCES, arguments.built, arguments.first, sds, 0)
    check_samples(proof, found)
    check_cost(proof, found, sds)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--campaigns", type=int, default=200)
    options.add_argument("--built", type=int, default=40,
                         help="further campaigns in which every build is linked, so that all "
                              "three levels have a price (0: none)")
    options.add_argument("--first", type=int, default=1, help="seed of the first campaign")
    given = options.parse_args()
    sys.exit(main(given, prove))
