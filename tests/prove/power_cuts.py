#!/usr/bin/env python3
"""After power cuts nothing is lost that was synced, and what goes on from there ends the same.

Of campaigns whose writes, truncations, new names and syncs were recorded, the folder is made again
as a disk could hold it at many instants (tests/faults/power.py says what that may be), and resumed.
"""
import sys

from common import proof

sys.path.insert(0, str(proof.ROOT / "tests/faults"))
from bench import Bench  # noqa: E402
from power import cut_power  # noqa: E402

CUTS = {"commands": 300, "linked": 100}


def prove(arguments, proof, folder):
    cut_power(Bench(arguments.program, folder, proof), CUTS)


if __name__ == "__main__":
    sys.exit(proof.main(proof.parser(__doc__).parse_args(), prove))
