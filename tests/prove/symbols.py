#!/usr/bin/env python3
"""Symbols: generated programs whose time depends on one address, or on none, and what is named.

Each program has 20 functions and prints a made time: 100 ms, more if one property of one address
holds, times the noise of a layout (1 % from a hash of all addresses, which is a true effect of the
layout that no single function has) and of an execution (1 %, with outliers). So the truth is known:
the function to name, or none.
"""
import concurrent.futures
import json
import os
import random
import sys

from common.proof import main, parser, run

PROGRAMS = 20  # of each kind
FUNCTIONS = 20
WORKERS = 2  # their times are made, so they may disturb each other
NAMES = ("hash_mix", "parse", "emit", "fold", "walk", "merge", "probe", "scan", "push", "pop", "swap", "seek",
         "load", "store", "pack", "flush", "match", "lower", "sift", "trim")

SPEC = """
experiment: symbols
benchmarks:
  symbols: {{sources: [symbols.c], cflags: -O2, libs: -lm, samples: {{pattern: 'took ([0-9.]+) ms', unit: ms}}}}
repeat: {{real: {{builds: 60, executions: 2}}}}
randomize: {{seed: {seed}, link_order: true, function_alignment: {{align: 16}}}}
"""
SOURCE = """
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/random.h>
{functions}
static double uniform(uint64_t *state)
{{
    *state ^= *state << 13, *state ^= *state >> 7, *state ^= *state << 17;
    return (double)(*state >> 11) * 0x1p-53;
}}
static double noise(uint64_t *state)
{{
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += uniform(state);
    return sum - 6;
}}
static uintptr_t at(void (*function)(void))
{{
    return (uintptr_t)function;
}}
int main(void)
{{
    void (*all[])(void) = {{{names}}};
    uint64_t layout = 88172645463325252, execution = 0;
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        layout = (layout ^ at(all[i])) * 0x9e3779b97f4a7c15;
    for (int i = 0; i < 20; i++)
        uniform(&layout);
    if (getrandom(&execution, sizeof execution, 0) < 0 || !execution)
        return 1;
    double effect = {condition} ? {effect} : 0;
    double outlier = uniform(&execution) < 0.05 ? 0.1 * uniform(&execution) : 0;
    printf("took %.6f ms\\n", 100 * exp(effect + 0.01 * noise(&layout) + 0.01 * noise(&execution) + outlier));
    return 0;
}}
"""
FUNCTION = """__attribute__((noinline)) void {name}(void) {{ __asm__ volatile(".skip {size}, 0x90"); }}"""


class Program:
    """A generated program, and what is true of it."""

    def __init__(self, number, depends):
        draw = random.Random(1000 * depends + number)
        self.names = draw.sample(NAMES, FUNCTIONS)
        self.sizes = {name: draw.randrange(40, 1500) for name in self.names}
        self.condition, self.culprits, self.kind = "0", (), "none"
        self.effect = draw.uniform(0.03, 0.06)
        if depends:
            getattr(self, ("modulo", "modulo", "modulo", "page", "sets")[number % 5])(draw)

    def modulo(self, draw):
        name, modulus = draw.choice(self.names), draw.choice((32, 64, 64))
        offset = 16 if modulus == 32 else draw.choice((0, 16, 32, 48))
        self.condition, self.culprits = f"at({name}) % {modulus} == {offset}", (name,)
        self.kind = f"{offset} modulo {modulus}"

    def page(self, draw):
        name = draw.choice(self.names)
        self.sizes[name] = draw.randrange(500, 1500)
        self.condition = f"at({name}) % 4096 + {self.sizes[name]} > 4096"
        self.culprits, self.kind = (name,), "across a page"

    def sets(self, draw):
        largest = sorted(self.names, key=self.sizes.get)[-8:]
        one, other = draw.sample(largest, 2)
        lines = f"(at({other}) / 64 - at({one}) / 64) % 64"
        self.condition = (f"({lines} <= {self.sizes[one] // 64} || "
                          f"64 - {lines} <= {self.sizes[other] // 64})")
        self.culprits, self.kind = (one, other), "common cache sets"

    def source(self):
        functions = "\n".join(FUNCTION.format(name=name, size=self.sizes[name]) for name in self.names)
        return SOURCE.format(functions=functions, names=", ".join(self.names), condition=self.condition,
                             effect=self.effect)


def named(program, folder, number, depends):
    """What is true, and what eswexp names: [(functions, sentence)]."""
    made = Program(number, depends)
    place = folder / f"{'depends' if depends else 'none'}-{number}"
    place.mkdir()
    (place / "symbols.c").write_text(made.source())
    (place / "symbols.yaml").write_text(SPEC.format(seed=number + 1))
    lock = ("--lock", place / "lock")
    run(program, "run", place / "symbols.yaml", "--out", place / "campaign", "--quiet", *lock)
    done = run(program, "symbols", place / "campaign", "--seed", 100 + number, "--out", place / "confirmed",
               "--json", "--quiet", *lock)
    found = json.loads(done.stdout)["suspects"]
    return made, [((one["function"], one["other"]), one["suspect"], one["ratio"])
                  for one in found if one["confirmed"]], len(found)


def words(confirmed):
    return "; ".join(f"{name} {ratio - 1:+.1%}" for _, name, ratio in confirmed) or "nothing"


def all_of(pool, arguments, folder, depends):
    jobs = [pool.submit(named, arguments.program, folder, number, depends) for number in range(PROGRAMS)]
    return [job.result() for job in jobs]


def prove(arguments, proof, folder):
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        dependent = all_of(pool, arguments, folder, True)
        independent = all_of(pool, arguments, folder, False)
    right = wrong = 0
    for made, confirmed, suspects in dependent:
        functions = [set(filter(None, one)) for one, _, _ in confirmed]
        good = set(made.culprits) in functions
        right += good
        wrong += sum(not one & set(made.culprits) for one in functions)
        print(f"  {'' if good else 'NOT '}named: {' and '.join(made.culprits)} {made.kind}, "
              f"{made.effect:.1%}: {words(confirmed)} ({suspects} suspected)")
    for _, confirmed, suspects in independent:
        if suspects:
            print(f"  depends on none: {words(confirmed)} ({suspects} suspected)")
    named_one = sum(bool(confirmed) for _, confirmed, _ in independent)
    proof.check(right >= PROGRAMS - 1, "programs that depend on an address: the right function is named",
                f"{right} of {PROGRAMS}", f"at least {PROGRAMS - 1}")
    proof.check(wrong <= 1, "  functions that are named beside it", wrong, "at most 1")
    proof.check(named_one <= 1, "programs that depend on none: a function is named", f"{named_one} of {PROGRAMS}",
                "at most 1")


if __name__ == "__main__":
    sys.exit(main(parser(__doc__).parse_args(), prove))
