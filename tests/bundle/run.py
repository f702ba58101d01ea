#!/usr/bin/env python3
"""eswexp bundle and eswexp reproduce: what is packed, what is refused, what agrees.

The programs report numbers of their own: nothing here depends on the machine's speed. Bundles are
made by who runs this and, if that is root, repeated by nobody.
"""
import contextlib
import sys
import tempfile

import packing
import refusing
import reproducing
import stopping
from yard import Yard
from common.proof import suite

TESTS = packing.TESTS + refusing.TESTS + reproducing.TESTS + stopping.TESTS


@contextlib.contextmanager
def yard(program, folder, proof):
    yield Yard(program, folder, proof)


if __name__ == "__main__":
    # Not inside a repository.
    sys.exit(suite(__doc__, TESTS, yard, folder_in=tempfile.gettempdir()))
