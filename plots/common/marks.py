# What an experiment derives over the x axis of a picture: steps to new plateaus, a fitted line.
from itertools import count

import numpy

from .campaign import grouped
from .drawings import ANY, side_of
from .medium import letters, medium
from .quantities import with_prefix
from .rows import cell_label
from .style import BAND, FAINT, INK, PAPER, SMALL, plain
from .units import compact, prefixes, words

# The terms of a line; each other term is a place on the axis.
SLOPE, INTERCEPT = "slope", "intercept"
DASHES = (0, (4, 3))
POINTS = 200
# Letters of words at marks that fit a wide line.
LETTERS = 112


def marks_of(campaign, drawing, panel):
    """{name: {rest of the point: rows of derived.csv}} over the picture's x in one panel."""
    rows = [row for row in campaign.rows_if_any("derived")
            if row["name"] in drawing.marks and row["value"] is not None
            and all(side_of(row, side) in (value, ANY) for side, value in panel.pairs)]
    return {name: grouped(own, lambda row: row["cell"])
            for name, own in grouped(rows, lambda row: row["name"]).items()}


def draw_fit(axes, rows, over, factor):
    """A line through its points, which is a curve over the reciprocal."""
    terms = {row["term"]: row["value"] for row in rows}
    low, high = axes.dataLim.intervalx
    x = numpy.geomspace(low, high, POINTS) if low > 0 else numpy.linspace(low, high, POINTS)
    x = x[x != 0]
    y = terms[INTERCEPT] + terms[SLOPE] * (1 / x if over.startswith("1/") else x)
    axes.plot(x, y * factor, color=INK, linewidth=1.3, linestyle=DASHES, zorder=3)


def place_words(row, unit):
    base, readable = prefixes(unit)
    size = (with_prefix(row["value"] * base, readable, digits=3) if readable
            else compact(row["value"], False))
    return f"{plain(words(row['term']), 20)}: {size}"


def rows_of(places, letter):
    """(row, does it stand on the left?) of the words at each place {share of the width, words}, so
    that none covers another; `letter`: the share that one takes."""
    found, taken = [], []
    for place, text in places:
        width = letter * (len(text) + 1)
        on_the_left = place + width > 1
        begin = place - width if on_the_left else place
        row = next(row for row in count() if all(
            other != row or begin >= end or begin + width <= start for other, start, end in taken))
        taken.append((row, begin, begin + width))
        found.append((row, on_the_left))
    return found


def draw_place(axes, row, text, line, on_the_left):
    """A vertical line: whole where the measurement shows it, dashed where the machine says so."""
    own = row["low"] is not None
    colour = INK if own else FAINT
    axes.axvline(row["value"], color=colour, linewidth=1.1, zorder=1,
                 linestyle="-" if own else DASHES)
    if own:
        axes.axvspan(row["low"], row["high"], color=BAND, linewidth=0, zorder=0)
    axes.annotate(text, (row["value"], 1), xycoords=axes.get_xaxis_transform(),
                  xytext=(-3 if on_the_left else 3, -1 - 1.3 * medium().small * line),
                  textcoords="offset points", ha="right" if on_the_left else "left",
                  size=SMALL, va="top", zorder=6, color=colour,
                  bbox={"color": PAPER, "pad": 0.6, "alpha": 0.8})


def draw_places(axes, rows, unit):
    shares = axes.transAxes.inverted().transform(
        axes.transData.transform([(row["value"], 1) for row in rows]))[:, 0]
    texts = [place_words(row, unit) for row in rows]
    letter = axes.get_gridspec().ncols / letters(LETTERS)
    for row, text, where in zip(rows, texts, rows_of(zip(shares, texts), letter)):
        draw_place(axes, row, text, *where)


def place_of(row, drawing):
    """Of what is derived over x, in words."""
    cell = row["cell"]
    rest = cell._replace(axes=tuple(pair for pair in cell.axes if pair[0] != drawing.x))
    return cell_label(rest, benchmark=not rest.axes)


def draw_marks(campaign, picture, axes, drawing, panel, factor):
    """Draws them and says what they are; only a first point's, where the panel holds several."""
    for name, points in marks_of(campaign, drawing, panel).items():
        rows = list(points.values())
        if {SLOPE, INTERCEPT} <= {row["term"] for row in rows[0]}:
            for own in rows:
                draw_fit(axes, own, drawing.marks[name], factor)
            picture.note(f"Dashed: {plain(name, 40)}, a line over {drawing.marks[name]}.")
            continue
        low, high = axes.get_xlim()
        shown = sorted((row for row in rows[0] if low <= row["value"] <= high),
                       key=lambda row: row["value"])
        if shown:
            draw_places(axes, shown, drawing.unit or shown[0]["unit"])
        at = f" at {place_of(rows[0][0], drawing)}" if len(rows) > 1 else ""
        machine = "; dashed: the machine's own" if any(row["low"] is None for row in shown) else ""
        picture.note(f"Vertical: {plain(words(name), 40)}{at}; shaded: the places around{machine}.")
