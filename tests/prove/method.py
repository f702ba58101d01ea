#!/usr/bin/env python3
"""The method against synthetic worlds: coverage, false verdicts and cost, by `eswexp simulate`.

Every line is a world and what its campaigns show, each figure with its Monte-Carlo error (one
standard error). A line fails if a figure itself leaves its bounds: the error widens none of them.
"""
import json
import sys
import time

from common.proof import main, parser, run

COUNTS = ("--builds", "20", "--executions", "3", "--iterations", "5")
# What both sides of a campaign go through; docs/simulate.md describes the options.
WORLDS = {
    "normal": (),
    "log-normal": ("--distribution", "log-normal"),
    "two modes": ("--distribution", "two-modes"),
    "heavy tails": ("--distribution", "heavy-tails"),
    "spikes": ("--distribution", "spikes"),
    "rare layouts": ("--sd", "1%", "--rare-layouts", "10%:20%"),
    "rare layouts of one side": ("--sd", "1%", "--rare-layouts", "10%:20%", "--rare-side", "new"),
    "shared drift": ("--dependence", "0:4%"),
    "AR(1) 0.8 of the machine": ("--dependence", "0.8:4%"),
    "two states of the machine": ("--states", "0.9:6%"),
    "linear drift": ("--drift", "0.1%"),
    "warm-up": ("--warmup", "60:30%"),
    "quick warm-up": ("--warmup", "10:10%"),
}
# What n builds may miss: a report names the share of layouts that may be unseen.
UNSEEN = {"two modes", "rare layouts", "rare layouts of one side"}
# What lasts for several blocks, and so for two campaigns is not the same.
LASTING = {"AR(1) 0.8 of the machine", "two states of the machine"}
# What one side alone follows: where few blocks cannot tell it from chance, no width is bought for it.
OWN = {
    **{f"AR(1) {rho} of each side": ("--dependence", f"{rho}:4%", "--dependence-of", "side") for rho in (0.5, 0.8, 0.95)},
    **{f"states of each side that stay with {stay}": ("--states", f"{stay}:10%", "--dependence-of", "side")
       for stay in (0.8, 0.9, 0.95)},
    "states of the machine, one side twice as sensitive": ("--states", "0.9:10%", "--sensitivity", "2"),
    **{f"AR(1) {rho} of two campaigns": ("--dependence", f"{rho}:4%", "--unpaired") for rho in (0.5, 0.8, 0.95)},
    "states of two campaigns": ("--states", "0.9:6%", "--unpaired"),
}
COUNTS_OF_BUILDS = 5, 8, 10, 15, 19, 20, 21, 25, 30, 40, 60, 100
TOLD_FROM = 40  # builds
SIDES = {"paired": (), "unpaired": ("--unpaired",)}
BOUNDS = {  # least and most
    "mean": (0.93, 1), "mean_of_campaign": (0.93, 1), "ratio": (0.935, 0.99), "summary": (0.93, 1),
    "summary_ratio": (0.93, 1), "overall": (0.94, 0.96),
    "false_alone": (0, 0.06), "false_family": (0, 0.06), "false_equal": (0, 0.055),
    "claim_above": (0, 0.035), "claim_below": (0, 0.035), "claim_share": (0, 0.035),
    "caution": (0, 0.05), "caution_of_misses": (0.8, 1), "detectable": (0.88, 0.92),
}
RATIO = ("ratio", "false_alone", "claim_above", "claim_below")
OLD = ("--pilot", "5x5x5", "--builds-least", "5")  # the defaults of the version before


class Worlds:
    def __init__(self, arguments, proof):
        self.program, self.trials, self.proof = arguments.program, arguments.trials, proof
        self.seed = arguments.seed

    def simulate(self, *options, factor=1):
        self.seed += 1  # so that lines do not depend on each other
        return json.loads(run(self.program, "simulate", "--json", "--trials", int(factor * self.trials),
                              "--seed", self.seed, *options).stdout)

    def judge(self, what, found, names, seen=()):
        """Names are judged by their bounds; what is seen, too, is only printed."""
        shown = dict.fromkeys((*names, *seen))
        rates = {name: found["rates"][name] for name in shown if name in found["rates"]}
        out = [name for name in names
               if not BOUNDS[name][0] <= rates[name]["share"] <= BOUNDS[name][1]]
        figures = ", ".join(f"{name} {rate['share']:.3f} ± {rate['error']:.3f}"
                            for name, rate in rates.items())
        bounds = "; ".join(f"{name} from {BOUNDS[name][0]} to {BOUNDS[name][1]}" for name in out)
        self.proof.check(not out, what, figures, bounds)


def ratios_and_means(worlds, warmup=False):
    for name, world in WORLDS.items():
        if ("--warmup" in world) != warmup:
            continue
        for sides, option in SIDES.items():
            for effect in () if option and name in LASTING else ("0%", "5%"):
                found = worlds.simulate(*COUNTS, *world, *option, "--effect", effect)
                mean = "mean_of_campaign" if "--dependence" in world or "--states" in world else "mean"
                judged = RATIO if name in UNSEEN else (mean, *RATIO)
                worlds.judge(f"{name}, {sides}, effect {effect}, 20 × 3 × 5", found, judged, ("mean", *RATIO, "warmup"))


def every_count(worlds):
    """Independent blocks: coverage, how often a caution is given, and a power that grows with them."""
    for design, options in (("default", ("--executions", "2", "--iterations", "3")),
                            ("one execution of one iteration", ("--executions", "1", "--iterations", "1")),
                            ("two campaigns", ("--executions", "2", "--iterations", "3", "--unpaired"))):
        before = 0
        for builds in COUNTS_OF_BUILDS:
            found = worlds.simulate("--builds", builds, *options, "--effect", "2.7%")
            worlds.judge(f"{builds} builds, {design}", found, ("mean", "ratio", "caution", "detectable"), ("detected",))
            power = found["rates"]["detected"]
            worlds.proof.check(power["share"] >= before - 2 * power["error"], f"{builds} builds, {design}: power",
                               f"{power['share']:.3f}", f"not below {before:.3f}, that of fewer")
            before = power["share"]


def shared_by_both(worlds):
    for name, world in (("AR(1) 0.5", ("--dependence", "0.5:4%")), ("AR(1) 0.8", ("--dependence", "0.8:4%")),
                        ("AR(1) 0.95", ("--dependence", "0.95:4%")), ("two states", ("--states", "0.9:10%")),
                        ("linear drift", ("--drift", "0.2%"))):
        for builds in COUNTS_OF_BUILDS:
            found = worlds.simulate("--builds", builds, "--executions", "2", "--iterations", "3", *world)
            mean = "mean" if "--drift" in world else "mean_of_campaign"
            worlds.judge(f"{name} of the machine, {builds} builds", found, (mean, "ratio"), ("mean", "caution"))


def followed_by_one(worlds):
    """From TOLD_FROM builds on the ratio is covered, or a caution stands beside most of the misses."""
    for name, world in OWN.items():
        for builds in COUNTS_OF_BUILDS:
            found = worlds.simulate("--builds", builds, "--executions", "2", "--iterations", "3", *world)
            told = builds >= TOLD_FROM and found["rates"]["ratio"]["share"] < 0.93
            worlds.judge(f"{name}, {builds} builds", found, ("caution_of_misses",) if told else (),
                         ("ratio", "mean_of_campaign", "caution", "caution_of_misses"))


def warmups(worlds):
    """Of fixed counts, and of those that the pilot chooses. Last: the lines before keep their seeds."""
    ratios_and_means(worlds, warmup=True)
    for name in ("warm-up", "quick warm-up"):
        for effect in ("0%", "5%"):
            found = worlds.simulate(*WORLDS[name], "--precision", "2%", "--effect", effect, factor=0.25)
            worlds.judge(f"{name}, ±2 %, effect {effect}", found, ("mean", *RATIO), ("precision", "warmup"))


def families(worlds):
    for option in ("--benchmarks", "--points"):
        for sides, apart in SIDES.items():
            found = worlds.simulate(*COUNTS, option, "8", *apart, factor=4)
            worlds.judge(f"8 {option[2:]}, {sides}, nothing different", found,
                         ("overall", "false_family"), ("false_alone", "ratios"))


def equivalence(worlds):
    for sides, option in SIDES.items():
        for effect in ("2%", "-2%"):
            found = worlds.simulate("--builds", "60", *option, f"--effect={effect}",
                                    "--threshold", "2%", factor=5)
            worlds.judge(f"equivalence, {sides}, effect {effect} at the margin", found, ("false_equal",),
                         ("false_family",))


def shares(worlds):
    for world in ("normal", "log-normal", "heavy tails"):
        found = worlds.simulate(*COUNTS, *WORLDS[world], factor=2)
        worlds.judge(f"shares of variance, {world}", found, ("claim_share",),
                     ("share_iteration", "share_execution", "share_build"))
    for name in ("shared drift", "AR(1) 0.8 of the machine", "two states of the machine"):
        for builds in ("20", "60"):
            found = worlds.simulate("--builds", builds, "--executions", "3", "--iterations", "5", *WORLDS[name])
            worlds.judge(f"shares of variance, {name}, {builds} builds", found, ("claim_share",),
                         ("share_iteration", "share_execution", "share_build"))


def summaries(worlds):
    """Of enough builds for an interval of the 90th percentile."""
    for summary in ("median", "percentile 90", "trimmed_mean"):
        for world in ("normal", "log-normal"):
            found = worlds.simulate("--builds", "40", "--executions", "2", "--iterations", "3",
                                    *WORLDS[world], "--summary", summary, factor=0.25)
            worlds.judge(f"{summary}, {world}, 40 × 2 × 3", found, ("summary", "summary_ratio"))


def total_s(found):
    return found["medians"]["pilot_cost_s"] + found["medians"]["cost_s"]


def two_humps(worlds):
    """10 % of the layouts 20 % slower, by the defaults of today and of the version before."""
    world = WORLDS["rare layouts"]
    before = worlds.simulate(*world, "--precision", "1%", *OLD)
    for name in ("rare layouts", "rare layouts of one side"):
        found = worlds.simulate(*WORLDS[name], "--precision", "1%")
        rates = {rate: found["rates"][rate] for rate in ("mean", "ratio")}
        worlds.proof.check(all(rate["share"] >= 0.93 for rate in rates.values()),
                           f"{name}, the defaults of a run",
                           ", ".join(f"{key} {rate['share']:.3f} ± {rate['error']:.3f}"
                                     for key, rate in rates.items()), "at least 0.93")
    today = worlds.simulate(*world, "--precision", "1%")
    worlds.proof.check(total_s(today) <= total_s(before), "rare layouts: time by today's defaults",
                       f"{total_s(today):.0f} s", f"at most {total_s(before):.0f} s, those before")


def time_of_a_ratio(worlds):
    """±1 % of the ratio where both sides share drift of twice the builds' deviation."""
    world = WORLDS["shared drift"]
    before = worlds.simulate(*world, "--precision", "1%", *OLD)
    found = worlds.simulate(*world, "--precision", "1%", "--precision-of", "ratio")
    worlds.proof.check(total_s(found) <= total_s(before) / 2, "time to ±1 % of a ratio, shared drift",
                       f"{total_s(found):.0f} s, ±{found['medians']['ratio_half_width']:.2%}",
                       f"at most half of {total_s(before):.0f} s before")
    worlds.judge("±1 % of a ratio, shared drift", found, ("mean", *RATIO), ("precision",))


def allocations(worlds):
    """Cost without the pilot, relative to the best for known variances."""
    for how in ("search", "closed-form", "until-narrow"):
        for world in ("normal", "heavy tails"):
            found = worlds.simulate(*WORLDS[world], "--precision", "1%", "--allocation", how)
            cost = found["medians"]["cost_s"] / found["best_cost_s"]
            worlds.judge(f"{how}, {world}, {cost:.2f} times the least cost", found,
                         ("mean", "ratio", "false_alone"), ("precision",))
            if how == "search":
                worlds.proof.check(cost <= 1.25, f"search, {world}: cost", f"{cost:.2f}", "at most 1.25")


def speed(worlds):
    begun = time.monotonic()
    first = run(worlds.program, "simulate", "--json", "--trials", "10000").stdout
    seconds = time.monotonic() - begun
    worlds.proof.check(seconds < 10, "10000 campaigns of 10 × 5 × 10", f"{seconds:.1f} s", "below 10 s")
    again = run(worlds.program, "simulate", "--json", "--trials", "10000", "--workers", "3").stdout
    worlds.proof.check(first == again, "the figures, whatever the number of workers", "compared")


def prove(arguments, proof, _folder):
    worlds = Worlds(arguments, proof)
    for part in (ratios_and_means, every_count, shared_by_both, followed_by_one, families, equivalence, shares,
                 summaries, two_humps, time_of_a_ratio, allocations, speed, warmups):
        part(worlds)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--trials", type=int, default=4000, help="of a line; some take more")
    options.add_argument("--seed", type=int, default=0)
    sys.exit(main(options.parse_args(), prove))
