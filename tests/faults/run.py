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
import sweeping
import tuning
from bench import Bench
from common.proof import suite

FAULTS = (behaviour.FAULTS + building.FAULTS + endings.FAULTS + resuming.FAULTS + refusing.FAULTS +
          neighbours.FAULTS + sweeping.FAULTS + clocks.FAULTS + failing.FAULTS + power.FAULTS +
          restart.FAULTS + tuning.FAULTS + journals.FAULTS + hostile.FAULTS + links.FAULTS)


if __name__ == "__main__":
    sys.exit(suite(__doc__, FAULTS, lambda *given: contextlib.nullcontext(Bench(*given)),
                   after_trouble=Bench.end_all))
