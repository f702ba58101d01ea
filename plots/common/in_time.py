# Values in the order in which they were measured, in rows that may be compared with themselves:
# iterations within an execution where there are enough, else the means of builds.
from typing import NamedTuple

from .campaign import grouped
from .medium import fitting
from .panels import metrics, named, panel_title
from .style import plain
from .sweeps import evenly
from .tables import NotApplicable

import numpy

# As the engine has it (stats/independence.h): shorter rows say nothing about lags.
LEAST = 10
# More values than this are not needed for a picture: a lag's r is then known to 0.01.
MOST_VALUES = 20_000
SEED = 1
# As the engine has it: what lies farther from its row's median is drawn in to there.
SPIKE = 4
DRAWN_IN = (f"Beyond {SPIKE} robust standard deviations of their row's median values are drawn in "
            "to there, as in the report.")
COPIES = ("original", "reordered")


class Rows(NamedTuple):
    """Rows of values of one Series, those of equal length in one matrix; `level` is what a value
    is of: an iteration, a build …"""
    level: str
    matrices: list
    note: str


def starts_of(campaign):
    try:
        return campaign.starts()
    except NotApplicable:
        return {}


def executions_of(series):
    """[((machine, block, execution), values)] in the order of the plan."""
    columns = [numpy.array(getattr(series, name))
               for name in ("machine", "block", "execution", "iteration", "value")]
    order = numpy.lexsort(columns[3::-1])
    machine, block, execution, _, value = (column[order] for column in columns)
    edges = numpy.flatnonzero((numpy.diff(machine) != 0) | (numpy.diff(block) != 0)
                              | (numpy.diff(execution) != 0)) + 1
    firsts = numpy.concatenate(([0], edges))
    places = zip(machine[firsts].tolist(), block[firsts].tolist(), execution[firsts].tolist())
    return list(zip(places, numpy.split(value, edges)))


def unit_means(campaign, series, executions):
    """Means of the top units in the order in which they were begun."""
    starts, units = starts_of(campaign), {}
    for (machine, block, execution), values in executions:
        key = (series.cell, series.variant, series.machines[machine], block, execution)
        means, begun = units.setdefault((machine, block), ([], []))
        means.append(values.mean())
        begun.append(starts.get(key, (0.0, 0)))
    order = sorted(units, key=lambda unit: (min(units[unit][1]), unit))
    return numpy.array([numpy.mean(units[unit][0]) for unit in order])


def rows_of(campaign, series):
    """The Series' rows, or None where all are too short."""
    executions = executions_of(series)
    rows = [values[:MOST_VALUES] for _, values in executions if len(values) >= LEAST]
    if not rows:
        means = unit_means(campaign, series, executions)
        level = campaign.top_level(series.cell.benchmark)
        return Rows(level, [means[None, :]], "") if len(means) >= LEAST else None
    kept = evenly(rows, max(1, MOST_VALUES // max(map(len, rows))))
    note = (f"{panel_title(series)}: {len(kept)} of {len(rows)} executions, evenly spaced."
            if len(kept) < len(rows) else "")
    return Rows("iteration", [numpy.stack(alike) for alike in grouped(kept, len).values()], note)


def pages(campaign, plot, title, count):
    """Yields (name, [(series, its rows)], title, note) of pictures of at most so many series, of
    one benchmark, metric and level each."""
    drawn, phase = False, "" if campaign.phase == "real" else f" ({campaign.phase})"
    for (benchmark, metric, _), (series, note) in metrics(campaign).items():
        found = [(one, rows_of(campaign, one)) for one in series]
        short = [panel_title(one) for one, rows in found if rows is None]
        note += f" Left out with fewer than {LEAST} values: {', '.join(short)}." if short else ""
        levels = grouped([item for item in found if item[1]], lambda item: item[1].level).values()
        size = fitting(count)
        split = [items[i:i + size] for items in levels for i in range(0, len(items), size)]
        for name, page in named((plot, benchmark, metric), split):
            drawn = True
            yield name, page, f"{plain(series[0].experiment)}: {title}{phase}", note.strip()
    if not drawn:
        raise NotApplicable(f"it takes {LEAST} iterations in an execution, or {LEAST} builds")


def what_of(rows):
    """What the values are, for a subtitle."""
    if rows.level == "iteration":
        return "iterations within executions"
    return f"means of {rows.level}s in the order they were measured"


def mean_of(rows):
    return "the mean of its execution" if rows.level == "iteration" else "their mean"


def without_spikes(matrix):
    apart = matrix - numpy.median(matrix, axis=1, keepdims=True)
    # The distances' third quartile, by that of a normal distribution.
    quartile = numpy.sort(numpy.abs(apart), axis=1)[:, [matrix.shape[1] * 3 // 4]]
    most = numpy.where(quartile > 0, SPIKE * quartile / 1.1503493803760079, numpy.inf)
    return matrix - apart + numpy.clip(apart, -most, most)


def centred(matrices):
    drawn_in = [without_spikes(matrix) for matrix in matrices]
    return [matrix - matrix.mean(axis=1, keepdims=True) for matrix in drawn_in]


def reordered(matrices, generator):
    """A copy with each row shuffled within itself."""
    return [generator.permuted(matrix, axis=1) for matrix in matrices]


def correlations(matrices, lags):
    """r at lags 1 to `lags`, pooled over rows whose mean is 0: products over squares."""
    squares = sum(float((matrix**2).sum()) for matrix in matrices)
    products = [sum(float((matrix[:, lag:] * matrix[:, :-lag]).sum()) for matrix in matrices)
                for lag in range(1, lags + 1)]
    return numpy.array(products) / squares if squares else numpy.zeros(lags)
