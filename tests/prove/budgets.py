#!/usr/bin/env python3
"""`eswexp compare --budget` takes as long as it was given: ±10 %, builds and report included.

Three generated projects: one that builds at once, one whose compiler takes seconds for each side,
and one whose link-time optimization takes seconds for each layout. The precision that is asked for
cannot be reached within any budget, so that each comparison uses its budget. Before the real
experiment begins the program states the precision that it expects: it is printed beside the one
that was reached.
"""
import json
import os
import re
import subprocess
import sys
import time

from common.generated import generated
from common.proof import Trouble, main, parser

PROJECTS = {
    "quick": {"files": 1, "functions": 20, "rounds": 100_000},
    "slow": {"files": 1, "functions": 700, "rounds": 100_000},
    "lto": {"files": 8, "functions": 24, "rounds": 100_000,
            "flags": "-flto -ffunction-sections"},
}
UNITS = {"s": 1, "min": 60}
TOLERANCE = 0.1


def seconds_of(budget):
    number, unit = re.fullmatch(r"(\d+)(s|min)", budget).groups()
    return int(number) * UNITS[unit]


class Budgeted:
    """One comparison, and when it said what."""

    def __init__(self, program, repository, folder, budget):
        words = [program, "compare", "before", "after", "--budget", budget, "--precision", "0.001%",
                 "--out", folder, "--json"]
        lock = {name: os.environ[name] for name in ("ESWEXP_HOST_LOCK",) if name in os.environ}
        begun = time.monotonic()
        with subprocess.Popen([str(word) for word in words], cwd=repository.folder, text=True,
                              env={**repository.environment, **lock}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            self.notes = [(time.monotonic() - begun, line.rstrip()) for line in process.stderr]
            printed = process.stdout.read()
        self.seconds = time.monotonic() - begun
        if process.returncode not in (0, 1):
            raise Trouble(f"compare --budget {budget}: exit {process.returncode}\n{self}")
        (self.comparison,) = json.loads(printed)["comparisons"]

    def expected(self):
        """The half-width in per cent that a note states before the real experiment begins."""
        for at, line in self.notes:
            found = re.search(r"±([0-9.e+-]+) % is expected", line)
            if found:
                return float(found[1]), at
        raise Trouble(f"no note says which precision is expected\n{self}")

    def half_width(self):
        one = self.comparison
        return 50 * (one["high"] - one["low"]) / one["time_ratio"]

    def __str__(self):
        return "\n".join(f"       {at:7.1f} s  {line}" for at, line in self.notes)


def check(proof, name, budget, done):
    given = seconds_of(budget)
    expected, at = done.expected()
    print(done)
    proof.check(abs(done.seconds / given - 1) <= TOLERANCE, f"{name}, --budget {budget}",
                f"{done.seconds:.1f} s ({done.seconds / given - 1:+.1%})", "±10 %")
    proof.check(at < given / 2, f"  ±{expected:.2g} % was expected after", f"{at:.1f} s",
                "the first half")
    print(f"       reached: ±{done.half_width():.2g} %, {done.comparison['outcome']}, "
          f"{done.comparison['pairs']} blocks", flush=True)


def prove(arguments, proof, folder):
    for name in arguments.projects.split(","):
        repository = generated(folder / name, folder, **PROJECTS[name])
        for budget in arguments.budgets.split(","):
            check(proof, name, budget,
                  Budgeted(arguments.program, repository, folder / f"{name}-{budget}", budget))


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--budgets", default="1min",
                         help="which budgets to try (default 1min; also 5min and 20min)")
    options.add_argument("--projects", default=",".join(PROJECTS), help="which projects to compare")
    given = options.parse_args()
    sys.exit(main(given, prove))
