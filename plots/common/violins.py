# Violins: the density of samples beside each other, with their mean.
import math

import numpy

from .style import INK, PAPER

LEAST, MOST_SAMPLES, GRID_POINTS = 5, 400, 48
WIDTH = 0.94


def density(values, grid):
    """A Gaussian kernel estimate (Silverman's rule) on the grid, its maximum 1; None where values
    are too few or all the same."""
    if len(values) > MOST_SAMPLES:
        values = numpy.quantile(values, numpy.linspace(0, 1, MOST_SAMPLES))
    q1, q3 = numpy.percentile(values, (25, 75))
    spread = min(numpy.std(values), (q3 - q1) / 1.34) or numpy.std(values)
    if len(values) < LEAST or not spread > 0:
        return None
    width = 0.9 * spread * len(values) ** -0.2
    heights = numpy.exp(-0.5 * ((grid[:, None] - values[None, :]) / width) ** 2).sum(axis=1)
    return heights / heights.max() if heights.max() > 0 else None


def draw_violin(axes, place, values, colour, width, log):
    """Samples inside the axis at the place: their density, or dots where they are few; the mean."""
    bottom, top = axes.get_ylim()
    inside = values[(values >= bottom) & (values <= top)]
    scaled = numpy.log10 if log else numpy.asarray
    found = None
    if inside.size:
        ends = scaled(numpy.array([inside.min(), inside.max()]))
        grid = numpy.linspace(*ends, GRID_POINTS)
        found = density(scaled(inside), grid)
    if found is None:
        axes.plot(numpy.full(inside.size, place), inside, "o", color=colour, markersize=2.5,
                  alpha=0.5, markeredgewidth=0)
    else:
        axes.vlines(place, inside.min(), inside.max(), color=colour, linewidth=0.8, alpha=0.7)
        half = found * width * WIDTH / 2
        axes.fill_betweenx(10**grid if log else grid, place - half, place + half, color=colour,
                           alpha=0.55, linewidth=0)
    for marker, edge, beyond in (("^", top, values > top), ("v", bottom, values < bottom)):
        if beyond.any():
            axes.plot(place, edge, marker, color=colour, markersize=5, clip_on=False,
                      markeredgewidth=0)
    mean = float(values.mean())
    if math.isfinite(mean) and bottom <= mean <= top:
        axes.plot(place, mean, "o", color=PAPER if found is not None else colour,
                  markeredgecolor=INK, markersize=4 if found is not None else 6,
                  markeredgewidth=0.9, zorder=5)
