#!/usr/bin/env python3
"""Bad luck: what breaks is said and recorded, the rest goes on, nothing acknowledged is lost.

A fault that was never hit fails its test.
"""
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import anew
import behaviour
import building
import clocks
import endings
import failing
import neighbours
import power
import refusing
import resuming
import sweeping
from bench import Bench
from common.proof import Proof, Trouble, parser

FAULTS = (behaviour.FAULTS + building.FAULTS + endings.FAULTS + resuming.FAULTS + refusing.FAULTS +
          neighbours.FAULTS + sweeping.FAULTS + clocks.FAULTS + failing.FAULTS + power.FAULTS +
          anew.FAULTS)


def main():
    options = parser(__doc__)
    options.add_argument("names", nargs="*", choices=[[], *(fault.__name__ for fault in FAULTS)],
                         help="faults to test (default: all)")
    given = options.parse_args()
    proof = Proof()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="faults-", dir=given.program.parent))
    bench = Bench(given.program, folder, proof)
    try:
        for fault in FAULTS:
            if given.names and fault.__name__ not in given.names:
                continue
            try:
                fault(bench)
            except (Trouble, OSError, sqlite3.Error, subprocess.SubprocessError) as trouble:
                proof.check(False, f"{fault.__name__}: going on", trouble)
                bench.end_all()
    finally:
        if given.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return proof.finish()


if __name__ == "__main__":
    sys.exit(main())
