# The builds of each side: a dot per build's mean, few sides joined by block; means beside.
from functools import partial

from common.campaign import grouped
from common.command import Plot, main
from common.intervals import interval_words, is_bounded, limits
from common.medium import fitting, side_by_side
from common.panels import metrics, named, noted
from common.rows import cell_label
from common.scales import few_ticks, outside_words, readable_limits
from common.style import FAINT, INK, PAPER, Look, Picture, plain, variant_handles, wrapped
from common.tables import NotApplicable
from common.units import scale_of

import numpy

CELLS_PER_PICTURE = 6
MOST_SIDES, MOST_JOINED = 8, 3
HEIGHT = 3.7
# How far beside its builds a mean stands.
BESIDE = 0.2
# Share of the dark in a line: many lines must not become a slab.
INK_OF_LINES = 12.0


class Side:
    """One variant's means by block, in the unit shown, with its estimate if there is one."""

    def __init__(self, campaign, series, scale, estimates):
        self.name = series.variant
        self.look = Look(campaign.variant_order(series.variant))
        blocks = {}
        for machine, block, value in zip(series.machine, series.block, series.value):
            blocks.setdefault((machine, block), []).append(value)
        self.means = {key: float(numpy.mean(values)) * scale.factor
                      for key, values in blocks.items()}
        record = estimates.get((series.cell, series.variant))
        self.mean = record["mean"] * scale.factor if record else numpy.mean(self.values())
        self.interval = ([limit * scale.factor for limit in limits(record)]
                         if record and is_bounded(record) else [])

    def values(self):
        return list(self.means.values())


def sides_of(campaign, cell, metric, unit):
    scale = scale_of(unit, numpy.concatenate([series.value for series in cell]))
    estimates = {(r["cell"], r["variant"]): r for r in campaign.optional("estimates")
                 if r["metric"] == metric}
    return [Side(campaign, series, scale, estimates) for series in cell], scale


def join(axes, sides):
    """A line per block through the sides that have it, where they are few enough to follow it."""
    if len(sides) > MOST_JOINED:
        return
    for place, (left, right) in enumerate(zip(sides, sides[1:])):
        shared = [key for key in left.means if key in right.means]
        if shared:
            axes.plot((place, place + 1), ([left.means[key] for key in shared],
                                           [right.means[key] for key in shared]),
                      color=FAINT, linewidth=0.9, alpha=min(0.7, INK_OF_LINES / len(shared)),
                      zorder=1)


def draw_side(axes, place, side, beside, limits):
    values = numpy.array(side.values())
    axes.plot(numpy.full(len(values), place), numpy.clip(values, *limits), "o", markersize=4.5,
              color=side.look.colour, alpha=0.6, markeredgewidth=0, clip_on=False)
    x = place + beside
    if len(side.interval) == 2:
        axes.plot((x, x), side.interval, color=side.look.colour, linewidth=2.4,
                  solid_capstyle="butt")
        axes.plot((x, x), side.interval, "_", color=side.look.colour, markersize=9,
                  markeredgewidth=1.8)
    axes.plot(x, side.mean, side.look.marker, markersize=8, color=side.look.colour,
              markeredgecolor=PAPER, markeredgewidth=0.8)


def wins(baseline, side, metric):
    """'faster in 34 of 50 blocks'; '' where no block has both."""
    shared = [key for key in side.means if key in baseline.means]
    if not shared:
        return ""
    less = sum(side.means[key] < baseline.means[key] for key in shared)
    word = "faster" if "time" in metric else "less"
    return f"{word} in {less} of {len(shared)} blocks"


def label(side, place, baseline, metric, columns):
    words = wins(baseline, side, metric) if place else "baseline"
    return "\n".join(wrapped(text, columns, 95) for text in (plain(side.name, 24), words) if text)


def draw_cell(picture, axes, sides, metric, scale, columns):
    """The sides next to each other, the baseline on the left."""
    everything = numpy.array([v for side in sides for v in (*side.values(), *side.interval)])
    limits = readable_limits(everything)
    axes.set_ylim(*limits)
    axes.axhline(sides[0].mean, color=INK, linewidth=0.8, linestyle=(0, (4, 3)), zorder=0)
    join(axes, sides)
    for place, side in enumerate(sides):
        draw_side(axes, place, side, BESIDE if place else -BESIDE, limits)
    few_ticks(axes.yaxis)
    axes.grid(False, axis="x")
    axes.set_xlim(-0.5, len(sides) - 0.5)
    axes.set_xticks(range(len(sides)), [
        label(side, place, sides[0], metric, columns * len(sides))
        for place, side in enumerate(sides)])
    axes.set_ylabel(plain(scale.label(metric)))
    outside = outside_words(everything, limits, scale.unit)
    if outside:
        picture.note(f"On the edge: means outside the axis, {outside}.")


def benchmarks_of(cells):
    return {cell[0].cell.benchmark for cell in cells}


def draw_page(campaign, name, page, metric, unit):
    first = page[0][0]
    columns = 1 if len(page) == 1 or max(len(cell) for cell in page) > 2 else side_by_side(2)
    rows = -(-len(page) // columns)
    phase = "" if campaign.phase == "real" else f" ({campaign.phase})"
    level = campaign.top_level(first.cell.benchmark)
    estimates = [r for r in campaign.optional("estimates") if r["metric"] == metric
                 and r["cell"] in {cell[0].cell for cell in page}]
    intervals = f"; {interval_words(campaign, estimates, 'bar')}" if estimates else ""
    several = len(benchmarks_of(page)) > 1
    where = "" if several else f"{plain(first.cell.benchmark)}, "
    joined = ", joined by block" if any(len(cell) <= MOST_JOINED for cell in page) else ""
    picture = Picture(name, f"{plain(first.experiment)}: {level}s of each side{phase}",
                      f"{where}dot: mean of one {level}{joined}; beside: mean{intervals}",
                      [HEIGHT] * rows, columns)
    spots = list(picture.axes.flat)
    for axes, cell in zip(spots, page):
        sides, scale = sides_of(campaign, cell, metric, unit)
        draw_cell(picture, axes, sides, metric, scale, columns)
        if several or cell[0].cell.axes:
            axes.set_title(wrapped(cell_label(cell[0].cell, benchmark=several), columns))
    for axes in spots[len(page):]:
        axes.set_visible(False)
    picture.handles = variant_handles(campaign, {s.variant for cell in page for s in cell})
    picture.note("A block is one repetition of all sides, measured together. Dashed: the "
                 "baseline's mean.")
    return picture


def with_baseline(cell):
    """The sides of a cell in parts that fit next to each other, each with the baseline."""
    baseline, *others = cell
    most = fitting(MOST_SIDES) - 1
    return [[baseline, *others[start:start + most]] for start in range(0, len(others), most)]


def draw(campaign):
    """Benchmarks of a single cell share pictures."""
    groups, size = {}, fitting(CELLS_PER_PICTURE)
    for (benchmark, metric, unit), (series, note) in metrics(campaign).items():
        cells = grouped(series, lambda s: s.cell).values()
        own = benchmark if len(cells) > 1 else ""
        groups.setdefault((own, metric, unit, campaign.top_level(benchmark), note), []).extend(
            part for cell in cells for part in with_baseline(cell))
    if not any(groups.values()):
        raise NotApplicable("it takes two variants")
    for (_, metric, unit, _, note), cells in groups.items():
        benchmarks = benchmarks_of(cells)
        name = ("builds", *(benchmarks if len(benchmarks) == 1 else ()), metric)
        pages = [cells[i:i + size] for i in range(0, len(cells), size)]
        for own, page in named(name, pages):
            yield partial(noted, note, draw_page, campaign, own, page, metric, unit)


PLOT = Plot("builds", "Draw the means of the builds of each side, joined by block.", draw)

if __name__ == "__main__":
    main(PLOT)
