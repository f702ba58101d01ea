# Lag plots: each value over the one that was measured 1 to 4 before it, original beside reordered.
from functools import partial

from common.command import Plot, main
from common.in_time import (COPIES, DRAWN_IN, SEED, centred, correlations, mean_of, pages,
                            reordered, what_of)
from common.medium import narrow
from common.panels import noted, panel_title
from common.scales import few_ticks
from common.style import FAINT, Look, Picture, SMALL, plain
from common.units import scale_of, words

import numpy

LAGS = 4
DOTS_PER_PANEL = 250
SERIES_PER_PICTURE = 2
HEIGHT = 2.0


def pairs(matrices, lag):
    """(values before, values) of all rows; at most so many, evenly spaced."""
    before = numpy.concatenate([matrix[:, :-lag].ravel() for matrix in matrices])
    after = numpy.concatenate([matrix[:, lag:].ravel() for matrix in matrices])
    if len(after) <= DOTS_PER_PANEL:
        return before, after, False
    kept = numpy.linspace(0, len(after) - 1, DOTS_PER_PANEL).round().astype(int)
    return before[kept], after[kept], True


def correlation(r):
    return f"r = {round(r, 2) + 0.0:.2f}".replace("-", "−")


def limits_of(values):
    margin = 0.05 * (values.max() - values.min()) or 1.0
    return values.min() - margin, values.max() + margin


def draw_panel(axes, matrices, lag, look, limits):
    before, after, thinned = pairs(matrices, lag)
    axes.plot(limits, limits, color=FAINT, linewidth=0.7, linestyle=(0, (4, 3)), zorder=1)
    axes.plot(before, after, look.marker, color=look.colour, alpha=0.5, markersize=3,
              markeredgewidth=0)
    axes.set_xlim(*limits)
    axes.set_ylim(*limits)
    few_ticks(axes.xaxis, 4)
    few_ticks(axes.yaxis, 4)
    return thinned


def draw_series(campaign, picture, spots, series, rows):
    """`spots`: axes by copy (original or reordered) and lag."""
    look = Look(campaign.variant_order(series.variant))
    scale = scale_of(series.unit, numpy.concatenate([m.ravel() for m in centred(rows.matrices)]))
    shown = [matrix * scale.factor for matrix in centred(rows.matrices)]
    limits = limits_of(numpy.concatenate([matrix.ravel() for matrix in shown]))
    copies = (shown, reordered(shown, numpy.random.default_rng(SEED)))
    for copy, name in enumerate(COPIES):
        r = correlations(copies[copy], LAGS)
        for lag in range(1, LAGS + 1):
            axes = spots[copy, lag - 1]
            if draw_panel(axes, copies[copy], lag, look, limits):
                picture.note(f"Thinned drawing: {DOTS_PER_PANEL} evenly spaced values a "
                             "panel.")
            axes.set_title(f"{name}: {correlation(r[lag - 1])}", loc="right", size=SMALL,
                           weight="normal")
            axes.set_xlabel(f"{lag} before ({plain(scale.unit, 16) or 'no unit'})")
            if axes.get_subplotspec().is_first_col():
                axes.set_ylabel(f"difference ({plain(scale.unit, 16) or 'no unit'})")
    # Above what stands over the panel.
    spots[0, 0].set_title(panel_title(series) + "\n ", loc="left", color=look.colour)


def draw_page(campaign, name, page, title):
    """On a screen a row for each copy and a column for each lag, in a narrow picture a column for
    each copy."""
    height = LAGS if narrow() else len(COPIES)
    series, rows = page[0]
    picture = Picture(
        name, title, f"{plain(series.cell.benchmark)}, {what_of(rows)}: difference of "
        f"{plain(words(series.metric), 30)} to {mean_of(rows)}, over that of the value before",
        [HEIGHT] * height * len(page), len(COPIES) if narrow() else LAGS)
    for number, (series, rows) in enumerate(page):
        spots = picture.axes[number * height:(number + 1) * height]
        draw_series(campaign, picture, spots.T if narrow() else spots, series, rows)
        picture.note(rows.note)
    picture.note("Dashed: equal to the value before. Reordered: the same values shuffled, which is "
                 "how independent ones look.")
    picture.note(DRAWN_IN)
    return picture


def draw(campaign):
    for name, page, title, note in pages(campaign, "lags", "lag plots", SERIES_PER_PICTURE):
        yield partial(noted, note, draw_page, campaign, name, page, title)


PLOT = Plot("lags", "Draw each value over those before it, original and reordered.", draw)

if __name__ == "__main__":
    main(PLOT)
