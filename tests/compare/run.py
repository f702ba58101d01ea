#!/usr/bin/env python3
"""eswexp compare: what it compares, what it says, what it refuses, and that it touches nothing.

The programs compared report numbers of their own: nothing here depends on the machine's speed.
"""
import contextlib
import sys
import tempfile

import endings
import outputs
import places
import refusals
import sides
from yard import Yard
from common.proof import suite

TESTS = sides.TESTS + refusals.TESTS + places.TESTS + endings.TESTS + outputs.TESTS


@contextlib.contextmanager
def yard(program, folder, proof):
    made = Yard(program, folder, proof)
    yield made
    proof.check(made.compared > 0, "comparisons after which the repository was as before",
                made.compared)


if __name__ == "__main__":
    # Not inside a repository.
    sys.exit(suite(__doc__, TESTS, yard, folder_in=tempfile.gettempdir()))
