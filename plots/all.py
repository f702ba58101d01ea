# Draws the plots that a reader of a campaign needs, or all that apply; a new plot is its own file and a
# line here.
import os
import sys

# eswexp starts this with -I, which leaves the script's own folder out.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from common.command import arguments, run

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

READERS = (pictures.PLOT, bias.PLOT, attribution.PLOT, ratios.PLOT, curves.RATIOS, heat_maps.PLOT,
           builds.PLOT)
# In place of ratios where there are none.
MEANS = (means.PLOT, curves.MEANS)
DIAGNOSTICS = (distributions.PLOT, run_sequence.PLOT, canary.PLOT, lags.PLOT, autocorrelation.PLOT,
               variance_shares.PLOT, repetitions.PLOT)

if __name__ == "__main__":
    parser = arguments("Draw the plots that a reader of a campaign's CSV files needs.")
    parser.add_argument("--all", action="store_true",
                        help="all that apply: diagnostics, too, and means beside ratios")
    options = parser.parse_args()
    sys.exit(run(options, lambda campaign: (
        READERS + MEANS + DIAGNOSTICS if options.all else
        READERS if campaign.optional("ratios") else READERS + MEANS)))
