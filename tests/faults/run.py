#!/usr/bin/env python3
"""Bad luck: what breaks is said and recorded, the rest goes on, nothing acknowledged is lost.

A fault that was never hit fails its test.
"""
import contextlib
import sys

import behaviour
import building
import clocks
import endings
import failing
import hostile
import journals
import links
import neighbours
import power
import refusing
import restart
import resuming
import strangers
import suites
import sweeping
import tuning
from bench import Bench
from common.proof import suite

PARTS = {part.__name__: part.FAULTS for part in (
    behaviour, building, clocks, endings, failing, hostile, journals, links, neighbours, power,
    refusing, restart, resuming, strangers, suites, sweeping, tuning)}


if __name__ == "__main__":
    sys.exit(suite(__doc__, sum(PARTS.values(), ()),
                   lambda *given: contextlib.nullcontext(Bench(*given)), groups=PARTS,
                   after_trouble=Bench.end_all))
