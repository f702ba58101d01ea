# Autocorrelation at lags 1 to 20, original beside reordered, within what shuffling alone makes.
from functools import partial

from common.command import Plot, main
from common.in_time import COPIES, DRAWN_IN, SEED, centred, correlations, pages, reordered, what_of
from common.panels import noted, panel_title
from common.style import FAINT, INK, Look, Picture, plain, wrapped
from common.units import words

import numpy
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator, MaxNLocator

MOST_LAGS = 20
SHUFFLES = 200
SERIES_PER_PICTURE = 4
HEIGHT = 2.0
# The axis never shows less than this: below 0.1 a mean's interval is hardly wrong.
LEAST_REACH = 0.15


def band_of(rows, lags, generator):
    """Where 95 % of the r of shuffled copies lie, by lag; and the r of the last copy."""
    copies = numpy.array([correlations(reordered(rows, generator), lags)
                          for _ in range(SHUFFLES)])
    return numpy.percentile(copies, (2.5, 97.5), axis=0), copies[-1]


def reported(campaign, series, level):
    """What autocorrelations.csv has of these rows."""
    return [row for row in campaign.rows_if_any("autocorrelations") if row["cell"] == series.cell
            and row["variant"] == series.variant and row["metric"] == series.metric
            and row["phase"] == campaign.phase and row["level"] == level and row["r"] is not None]


def draw_panel(axes, r, band, look, reach):
    lags = numpy.arange(1, len(r) + 1)
    axes.fill_between(numpy.concatenate(([0.5], lags, [len(r) + 0.5])),
                      *(numpy.pad(edge, 1, "edge") for edge in band), color=FAINT, alpha=0.25,
                      linewidth=0, zorder=1)
    axes.axhline(0, color=INK, linewidth=0.8, zorder=2)
    axes.vlines(lags, 0, r, color=look.colour, linewidth=2.4, zorder=3)
    axes.plot(lags, r, look.marker, color=look.colour, markersize=4.5, markeredgewidth=0, zorder=3)
    axes.set_xlim(0.4, len(r) + 0.6)
    axes.set_ylim(*reach)
    axes.xaxis.set_major_locator(FixedLocator([1, 5, 10, 15, 20]))
    axes.yaxis.set_major_locator(MaxNLocator(5))
    axes.grid(False, axis="x")


def draw_series(campaign, spots, series, rows):
    """Returns whether what the report has is among the marks."""
    look = Look(campaign.variant_order(series.variant))
    values = centred(rows.matrices)
    lags = min(MOST_LAGS, max(matrix.shape[1] for matrix in values) - 1)
    r = correlations(values, lags)
    band, shuffled = band_of(values, lags, numpy.random.default_rng(SEED))
    report = reported(campaign, series, rows.level)
    ends = numpy.concatenate((r, shuffled, *band, [row["r"] for row in report]))
    reach = (min(-LEAST_REACH, ends.min() * 1.15), max(LEAST_REACH, ends.max() * 1.15))
    for axes, values, name in zip(spots, (r, shuffled), COPIES):
        draw_panel(axes, values, band, look, reach)
        axes.set_xlabel(f"lag ({rows.level}s)")
        axes.set_title(wrapped(f"{panel_title(series)}, {name}", 2), color=look.colour)
    spots[0].set_ylabel("r (no unit)")
    spots[0].plot([row["lag"] for row in report], [row["r"] for row in report], "D", color=INK,
                  markersize=7, markerfacecolor="none", zorder=4)
    return bool(report)


def handles(with_report):
    found = [Line2D([], [], color=FAINT, linewidth=2.4, marker="o", markersize=4.5,
                    label="r at a lag"),
             Patch(facecolor=FAINT, alpha=0.25, label="95 % of shuffled copies")]
    report = Line2D([], [], linestyle="none", marker="D", markersize=7, markerfacecolor="none",
                    color=INK, label="r in the report")
    return [*found, report] if with_report else found


def draw_page(campaign, name, page, title):
    series, rows = page[0]
    picture = Picture(name, title, f"{plain(series.cell.benchmark)}, {what_of(rows)} of "
                      f"{plain(words(series.metric), 30)}: r with the value so many before",
                      [HEIGHT] * len(page), len(COPIES))
    report = [draw_series(campaign, spots, series, rows)
              for spots, (series, rows) in zip(picture.axes, page)]
    for series, rows in page:
        picture.note(rows.note)
    picture.note("Reordered: the same values shuffled, which is how independent ones look.")
    picture.note(DRAWN_IN)
    picture.handles = handles(any(report))
    return picture


def draw(campaign):
    for name, page, title, note in pages(campaign, "autocorrelation", "autocorrelation",
                                         SERIES_PER_PICTURE):
        yield partial(noted, note, draw_page, campaign, name, page, title)


PLOT = Plot("autocorrelation", "Draw the autocorrelation, original beside reordered.", draw)

if __name__ == "__main__":
    main(PLOT)
