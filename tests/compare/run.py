#!/usr/bin/env python3
"""eswexp compare: what it compares, what it says, what it refuses, and that it touches nothing.

The programs compared report numbers of their own: nothing here depends on the machine's speed.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import endings
import outputs
import places
import refusals
import sides
from yard import Yard
from common.proof import Proof, Trouble, parser

TESTS = sides.TESTS + refusals.TESTS + places.TESTS + endings.TESTS + outputs.TESTS


def main():
    options = parser(__doc__)
    options.add_argument("names", nargs="*", choices=[[], *(test.__name__ for test in TESTS)],
                         help="what to test (default: all)")
    given = options.parse_args()
    proof = Proof()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="compare-")).resolve() # not inside a repository
    yard = Yard(given.program, folder, proof)
    try:
        for test in TESTS:
            if given.names and test.__name__ not in given.names:
                continue
            try:
                test(yard)
            except (Trouble, OSError, KeyError, ValueError, subprocess.SubprocessError) as trouble:
                proof.check(False, f"{test.__name__}: going on", repr(trouble))
        proof.check(yard.compared > 0, "comparisons after which the repository was as before",
                    yard.compared)
    finally:
        if given.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return proof.finish()


if __name__ == "__main__":
    sys.exit(main())
