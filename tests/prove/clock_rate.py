#!/usr/bin/env python3
"""The clock as clock_rate fits it, beside a second of dependent additions, and beside lmbench's mhz.

An addition that needs the one before takes a cycle, so that a chain of them is a clock, too. The
clock of a machine drifts within seconds: fits and pieces of the chain take turns of some hundredths
of a second, and each turn is compared with the fit before it. Of its pieces the lower tenth counts,
as it does in a fit, since neighbours only make them slower; the whole second is printed beside it.
"""
import glob
import re
import shutil
import statistics
import subprocess
import sys

from common.proof import ROOT, compile_c, main, parser, run

ROUNDS, TURNS, PIECES = 5, 25, 320
NS = {"ns": 1, "us": 1e3, "ms": 1e6}


def samples_ns(program, *words):
    said = run(program, "--warmup", 1, "--each", *words).stdout
    return [float(value) * NS[unit]
            for value, unit in re.findall(r"^ +([\d.]+) (\w+)\tx \d+$", said, re.M)]


def turn(program, additions):
    """Of one cycle, in ns: as fitted; of an addition: the lower tenth of the pieces, and all."""
    fit = statistics.median(samples_ns(program, "--iterations", 3))
    pieces = sorted(map(float, run(additions, PIECES).stdout.split()))
    return fit, pieces[len(pieces) // 10], pieces


def compare_with_additions(proof, program, additions):
    for number in range(ROUNDS):
        turns = [turn(program, additions) for _ in range(TURNS)]
        fits = [fit for fit, _, _ in turns]
        all_pieces = [piece for _, _, pieces in turns for piece in pieces]
        off = statistics.median(fit / tenth for fit, tenth, _ in turns) - 1
        proof.check(abs(off) < 0.01, f"round {number + 1}: a cycle as fitted, against an addition",
                    f"{off:+.2%}", "1 %")
        print(f"       {1e3 / statistics.mean(fits):.0f} MHz; over the second, with all that came "
              f"between: {1e3 / statistics.mean(all_pieces):.0f} MHz")


def mhz_of_lmbench():
    found = shutil.which("mhz") or next(iter(glob.glob("/usr/lib/lmbench/bin/*/mhz")), None)
    if not found:
        return "not installed: skipped"
    try:
        done = subprocess.run([found], text=True, capture_output=True, timeout=400)
    except subprocess.TimeoutExpired:
        return "skipped: not done in 400 s"
    return done.stdout.strip()


def prove(_, proof, folder):
    sources = sorted((ROOT / "kernels/clock_rate").glob("*.c"))
    program = compile_c(ROOT / "kernels/clock_rate.c", folder / "clock_rate", *sources)
    additions = compile_c(ROOT / "tests/prove/additions.c", folder / "additions")
    print(run(program).stdout)
    compare_with_additions(proof, program, additions)
    before = statistics.median(samples_ns(program))
    theirs = mhz_of_lmbench()
    after = statistics.median(samples_ns(program))
    print(f"mhz of lmbench: {theirs}; ours before and after it: {1e3 / before:.0f} and "
          f"{1e3 / after:.0f} MHz")


if __name__ == "__main__":
    sys.exit(main(parser(__doc__).parse_args(), prove))
