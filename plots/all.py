# Draws every plot that applies to a campaign; a new plot is its own file and a line here.
import os
import sys

# eswexp starts this with -I, which leaves the script's own folder out.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from common.command import run

import attribution
import autocorrelation
import bias
import builds
import canary
import curves
import distributions
import heat_maps
import lags
import means
import pictures
import ratios
import repetitions
import run_sequence
import variance_shares

PLOTS = (pictures.PLOT, bias.PLOT, distributions.PLOT, run_sequence.PLOT, canary.PLOT, lags.PLOT,
         autocorrelation.PLOT, means.PLOT, ratios.PLOT, curves.PLOT, heat_maps.PLOT,
         builds.PLOT, attribution.PLOT, variance_shares.PLOT, repetitions.PLOT)

if __name__ == "__main__":
    sys.exit(run(PLOTS, "Draw all plots that apply to a campaign's CSV files."))
