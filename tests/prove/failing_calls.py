#!/usr/bin/env python3
"""Every single call that writes fails once: it is said, resumed, and the samples are the same.

Each write, pwrite, sync, rename, truncation, copy, new file, removal, start of a tool and mapping
of memory that eswexp makes, of a campaign of commands, one that links, and a queue of two. How many
there are is counted first, and a fault that was not hit fails the proof.
"""
import sys

from common import proof

sys.path.insert(0, str(proof.ROOT / "tests/faults"))
from bench import Bench  # noqa: E402
from failing import every_call  # noqa: E402


def prove(arguments, proof, folder):
    every_call(Bench(arguments.program, folder, proof))


if __name__ == "__main__":
    sys.exit(proof.main(proof.parser(__doc__).parse_args(), prove))
