# A line of points over an axis, each with its interval.
import math
from typing import NamedTuple

import numpy

from .style import PAPER

MANY, VERY_MANY = 24, 100
# How far beside each other lines stand where the axis' values are words.
BESIDE = 0.5


class Point(NamedTuple):
    value: float
    low: float
    high: float
    known: bool = True


GAP = Point(math.nan, math.nan, math.nan)


def beside(axis, number, count):
    """How far the n-th of so many lines stands beside its place."""
    return 0 if axis.numeric else BESIDE * ((number + 0.5) / count - 0.5)


def draw_bars(axes, axis, points, look, shift, width):
    """From an axis that begins at 0 bars to the points."""
    if not axis.numeric and axes.get_ylim()[0] == 0:
        places = [place + shift for place, value in zip(axis.places(), axis.values)
                  if value in points]
        axes.bar(places, [points[value].value for value in axis.values if value in points], width,
                 color=look.colour, alpha=0.22, linewidth=0, zorder=0.5)


def draw_line(axes, axis, points, look, shift=0, band=0.2):
    """The points {value of the axis: Point}; a value without a point is a gap."""
    found = [points.get(value, GAP) for value in axis.values]
    x = numpy.array([place + shift for place in axis.places()])
    bottom, top = axes.get_ylim()
    values, low, high = (numpy.array([point[i] for point in found]) for i in range(3))
    drawn = ~numpy.isnan(low) & ~numpy.isnan(high)
    axes.vlines(x[drawn], numpy.maximum(low, bottom)[drawn], numpy.minimum(high, top)[drawn],
                color=look.colour, linewidth=1.2 if axis.numeric else 2.4, alpha=0.6)
    if axis.numeric:
        axes.fill_between(x, numpy.maximum(low, bottom), numpy.minimum(high, top),
                          color=look.colour, alpha=band, linewidth=0)
        axes.plot(x, values, color=look.colour, linewidth=1.6, linestyle=look.line)
    size = 8 if not axis.numeric else 6 if len(x) <= MANY else 3.5 if len(x) <= VERY_MANY else 2
    known = numpy.array([point.known for point in found])
    axes.plot(x[known], values[known], look.marker, color=look.colour, markersize=size,
              markeredgecolor=PAPER, markeredgewidth=0.5 if len(x) <= VERY_MANY else 0)
    axes.plot(x[~known], values[~known], look.marker, color=look.colour, markersize=size,
              markerfacecolor=PAPER, markeredgecolor=look.colour, markeredgewidth=1.4)
    for marker, edge, beyond in (("^", top, high > top), ("v", bottom, low < bottom)):
        if beyond.any():
            axes.plot(x[beyond], numpy.full(beyond.sum(), edge), marker, color=look.colour,
                      markersize=7, clip_on=False, markeredgewidth=0)
