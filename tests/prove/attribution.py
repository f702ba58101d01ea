#!/usr/bin/env python3
"""Attribution: programs whose time depends on one property of the layout, and its factor.

The loop of attribution.c is as long as one address says: a function's modulo 64, the stack's modulo
4096, the distance of two functions, or none. So the truth is known: one factor has all of the
variance, the others have none.
"""
import sys

from common.proof import ROOT, main, parser, rows, run

SEEDS = 3
SEEDS_OF_NOTHING = 5
SHARE_LEAST = 0.8
BLOCKS = 30

SPEC = """
experiment: attribution
benchmarks:
  {name}: {{sources: [{source}], cflags: -O2 -DPROPERTY={number}, samples: process}}
measure: cpu_time
randomize: {{{randomize}}}
"""
# Environment and stack offset both move the stack, so one of them is left out.
PROGRAMS = (
    ("function modulo 64", 0, "", "function_alignment"),
    ("stack modulo 4096, by address", 1, "environment_size: false", "aslr.stack"),
    ("stack modulo 4096, by environment", 1, "aslr: 'off'", "environment_size"),
    ("distance of two functions", 2, "", "link_order"),
)
NOTHING = ("nothing", 3, "", None)


def attributed(program, folder, name, number, randomize, seed):
    """{source: row of attribution.csv}."""
    spec, out = folder / "attribution.yaml", folder / "campaign"
    spec.write_text(SPEC.format(name=name.split()[0], number=number, randomize=randomize,
                                source=ROOT / "tests/prove/attribution.c"))
    run("rm", "-rf", out)
    run(program, "attribute", spec, "--blocks", BLOCKS, "--seed", seed, "--out", out, "--quiet")
    return {row["source"]: row for row in rows(out, "attribution")}


def factors(found):
    return {name: row for name, row in found.items() if name not in ("all", "rest", "not additive")}


def share_words(row):
    if not row["share"]:
        return "unknown"
    share, low, high = (100 * float(row[name]) for name in ("share", "share_low", "share_high"))
    return f"{share:.1f} % [{low:.1f}, {high:.1f}]"


def check_program(proof, found, name, factor, seed):
    own, others = found[factor], [row for n, row in factors(found).items() if n != factor]
    where = f"{name}, seed {seed}"
    proof.check(own["share"] and float(own["share"]) >= SHARE_LEAST, f"{where}: share of {factor}",
                share_words(own), f"at least {SHARE_LEAST * 100:g} %")
    highest = max(float(row["share_high"] or 1) for row in others)
    proof.check(own["share"] and highest < float(own["share_low"]),
                f"{where}: the highest limit of {len(others)} other factors",
                f"{highest * 100:.1f} %", "below the interval of the factor")
    proof.check(own["decision"] == "visible", f"{where}: rank test of {factor}",
                f"p = {float(own['p']) * 100:.2g} %", "at most 5 %")


def check_nothing(proof, program, folder):
    named = []
    for seed in range(SEEDS_OF_NOTHING):
        found = attributed(program, folder, *NOTHING[:3], 100 + seed)
        named += [f"{name} (seed {100 + seed})" for name, row in factors(found).items()
                  if row["decision"] == "visible"]
    proof.check(len(named) <= 1, f"factors named of a program that depends on none, "
                f"{SEEDS_OF_NOTHING} campaigns", ", ".join(named) or "none", "at most 1")


def prove(arguments, proof, folder):
    for name, number, randomize, factor in PROGRAMS:
        for seed in range(1, SEEDS + 1):
            found = attributed(arguments.program, folder, name, number, randomize, seed)
            check_program(proof, found, name, factor, seed)
    check_nothing(proof, arguments.program, folder)


if __name__ == "__main__":
    sys.exit(main(parser(__doc__).parse_args(), prove))
