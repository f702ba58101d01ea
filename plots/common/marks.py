# What an experiment derives over the x axis of a picture: steps to new plateaus, a fitted line.
import math

import numpy

from .drawings import ANY, side_of
from .style import FAINT, INK, PAPER, SMALL, plain
from .units import as_number, words

LINE_TERMS = ("intercept", "slope")
DASHES = (0, (4, 3))
POINTS = 200


def marks_of(campaign, drawing):
    """Rows of derived.csv over the picture's x."""
    return [row for row in campaign.evidence("derived")
            if row["name"] in drawing.marks and row["value"] is not None]


def goes_with(panel, row):
    return all(side_of(row, side) in (value, ANY) for side, value in panel.pairs)


def fitted(rows, over, x):
    """The line's values at the places x; `over` may be a reciprocal, as 1/threads."""
    terms = {row["term"]: row["value"] for row in rows}
    if not set(LINE_TERMS) <= terms.keys():
        return None
    places = 1 / x if over.startswith("1/") else x
    return terms["intercept"] + terms["slope"] * places


def draw_fit(axes, rows, over, factor):
    """A line through the points; on an axis that is not straight for it, a curve."""
    low, high = axes.dataLim.intervalx
    x = (numpy.geomspace(low, high, POINTS) if axes.get_xscale() == "log" and low > 0
         else numpy.linspace(low, high, POINTS))
    y = fitted(rows, over, x[x != 0])
    if y is not None:
        axes.plot(x[x != 0], y * factor, color=INK, linewidth=1.2, linestyle=DASHES, zorder=3)
    return y is not None


def draw_step(axes, place, said, own, height):
    """A vertical line: whole where the measurement has a step, dashed where the machine has one."""
    axes.axvline(place, color=FAINT if own else INK, linewidth=1.1, zorder=1,
                 linestyle=DASHES if own else "-")
    axes.annotate(said, (place, height), xycoords=axes.get_xaxis_transform(), xytext=(3, -2),
                  textcoords="offset points", size=SMALL, va="top", zorder=6,
                  color=FAINT if own else INK, bbox={"color": PAPER, "pad": 0.6, "alpha": 0.8})


def draw_marks(campaign, picture, axes, drawing, panel, factor):
    pass
