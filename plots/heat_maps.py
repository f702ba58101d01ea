# Heat maps over two swept parameters: each variant's time against the baseline's.
import math
from fractions import Fraction
from functools import partial
from typing import Callable, NamedTuple

from common.campaign import grouped
from common.command import Plot, main
from common.intervals import ratio_words
from common.medium import fitting, letters, medium, side_by_side
from common.panels import noted
from common.style import (COLOURS, DARK_ON_COLOUR, GRID, HATCH, INK, LIGHT_ON_COLOUR, PAPER, SMALL,
                          Picture, plain, wrapped)
from common.sweeps import Axis, few_points, pairs_label, rest_of, value_of, varying
from common.units import scale_of, significant, words

import numpy
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PolyCollection
from matplotlib.colors import LinearSegmentedColormap, LogNorm, Normalize
from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

PANELS_PER_PICTURE = 6
MOST_LABELS = 16
# Inches of a cell that holds a digit of its number, and its height; for text of one point.
DIGIT, HIGH_ENOUGH = 0.0094, 0.022
# Colours never stand for less than this, so that small changes stay pale.
LEAST_RANGE = 0.05
# Percent of the decided cells that may lie beyond the colours.
BEYOND = 2
# The range of the colours grows by this factor rather than leave cells beyond.
NEARLY = 1.5
SPAN = 30.0
DIVERGING = LinearSegmentedColormap.from_list(
    "ratio", (COLOURS[0], "#7FB8DA", "#FAFAFA", "#EDAD7E", COLOURS[1]))
SEQUENTIAL = LinearSegmentedColormap.from_list("mean", ("#EEF4F9", "#7FB8DA", COLOURS[0],
                                                        "#08304A"))


class Grid(NamedTuple):
    """The two parameters of a benchmark's heat maps; `axes` are all that vary."""
    x: Axis
    y: Axis
    axes: list


class Colours(NamedTuple):
    """How numbers become colours and words."""
    norm: Normalize
    map: LinearSegmentedColormap
    text: Callable
    ticks: list
    extend: str


class Mark(NamedTuple):
    """A cell's number, in the scale of the colours, and whether it means anything."""
    number: float
    decided: bool


def grid_of(cells):
    """The two parameters with the most values, or None."""
    axes = varying(cells)
    longest = sorted(axes, key=lambda axis: -len(axis.values))
    return Grid(longest[0], longest[1], axes) if len(axes) >= 2 else None


def ratio_ticks(reach):
    """Ratios to write beside colours from 2**-reach to 2**reach."""
    low, high = 2.0**-reach, 2.0**reach
    if high < 1.5:
        step = next(s for s in (0.005, 0.01, 0.02, 0.05, 0.1, 0.2) if (high - low) / s <= 7)
        return [1 + k * step for k in range(-4, 8) if low <= 1 + k * step <= high]
    nice = (1, 1.5, 2, 3, 5, 7) if high < 10 else (1, 3) if high < 100 else (1,)
    above = [n * 10.0**e for e in range(9) for n in nice if n * 10.0**e <= high]
    return sorted({1 / tick for tick in above} | set(above))


def ratio_colours(marks):
    sizes = [abs(mark.number) for mark in marks if mark.decided]
    reach = max(math.log2(1 + LEAST_RANGE),
                float(numpy.percentile(sizes, 100 - BEYOND)) if sizes else 0.0)
    most = max(sizes, default=0.0)
    reach = max(reach, most) if most <= NEARLY * reach else reach
    digits = 3 if reach < math.log2(1.1) else 2
    return Colours(Normalize(-reach, reach), DIVERGING,
                   lambda number: f"{2.0**number:.{digits}f}" if number < 3.3
                   else significant(2.0**number, 2),
                   [math.log2(tick) for tick in ratio_ticks(reach)],
                   "both" if most > reach else "neither")


def mean_colours(marks):
    numbers = [mark.number for mark in marks]
    low, high = min(numbers), max(numbers)
    if low > 0 and high > SPAN * low:
        decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
        norm, ticks = LogNorm(low, high), [10.0**e for e in decades if low <= 10.0**e <= high]
    else:
        norm = Normalize(low, high if high > low else low + abs(low or 1) * 0.01)
        ticks = None
    return Colours(norm, SEQUENTIAL, lambda number: significant(number, 3), ticks, "neither")


def labels(axis):
    return [plain(text, 14) for text in axis.words().values()]


def ratio_text(ratio):
    """'1/3' where no decimal is as exact."""
    return (str(1 / Fraction(1 / ratio).limit_denominator(10)) if ratio < 0.7
            else f"{ratio:.4g}")


def axis_ticks(axes, grid, columns):
    step_x, step_y = (-(-len(axis.values) // (most))
                      for axis, most in ((grid.x, letters(MOST_LABELS) // columns),
                                         (grid.y, MOST_LABELS)))
    texts = labels(grid.x)[::step_x]
    crowded = sum(len(text) + 2 for text in texts) > letters(84) / columns
    axes.set_xticks(range(0, len(grid.x.values), step_x), texts, rotation=40 if crowded else 0,
                    ha="right" if crowded else "center", rotation_mode="anchor")
    axes.set_yticks(range(0, len(grid.y.values), step_y), labels(grid.y)[::step_y])
    axes.set_xlim(-0.5, len(grid.x.values) - 0.5)
    ends = (-0.5, len(grid.y.values) - 0.5)
    axes.set_ylim(ends if grid.y.numeric else ends[::-1])
    axes.set_xlabel(f"{plain(grid.x.name, 40)} (parameter's value)")
    axes.set_ylabel(f"{plain(grid.y.name, 24)}\n(parameter's value)", linespacing=1.5)
    axes.tick_params(length=0)
    axes.grid(False)
    axes.spines[:].set_visible(False)


def squares(places):
    return [((x - .5, y - .5), (x + .5, y - .5), (x + .5, y + .5), (x - .5, y + .5))
            for x, y in places]


def draw_panel(axes, grid, marks, colours, with_text):
    """`marks` are by the values of x and y."""
    x_of, y_of = ({value: place for place, value in enumerate(axis.values)}
                  for axis in (grid.x, grid.y))
    placed = {(x_of[x], y_of[y]): mark for (x, y), mark in marks.items()}
    decided = {place: mark for place, mark in placed.items() if mark.decided}
    faces = [colours.map(colours.norm(mark.number)) for mark in decided.values()]
    axes.add_collection(PolyCollection(squares(decided), facecolors=faces, edgecolors=PAPER,
                                       linewidths=0.6))
    axes.add_collection(PolyCollection(
        squares(place for place in placed if place not in decided), facecolors=PAPER,
        edgecolors=GRID, linewidths=0.5, hatch=HATCH))
    for (x, y), mark in placed.items() if with_text else ():
        red, green, blue, _ = colours.map(colours.norm(mark.number))
        dark = mark.decided and 0.3 * red + 0.59 * green + 0.11 * blue < 0.5
        axes.text(x, y, colours.text(mark.number), ha="center", va="center", size=SMALL,
                  color=LIGHT_ON_COLOUR if dark else DARK_ON_COLOUR if mark.decided else INK,
                  bbox=None if mark.decided else {"color": PAPER, "pad": 0.8})


def handles_of(panels, grid):
    """What hatched and blank cells mean, if there are any."""
    marks = [mark for panel in panels for mark in panel.values()]
    found = []
    if any(not mark.decided for mark in marks):
        found.append(Patch(facecolor=PAPER, edgecolor=GRID, hatch=HATCH,
                           label="inconclusive: the interval includes 1"))
    if len(marks) < len(panels) * len(grid.x.values) * len(grid.y.values):
        found.append(Patch(facecolor=PAPER, edgecolor=GRID,
                           label="blank: excluded, failed or not measured"))
    return found


def size_of(grid, columns):
    """(inches of a panel, of a cell's width, of its height)."""
    scale = medium().scale
    width = (medium().width - 1.5 * scale) / columns - 0.6 * scale
    rows = len(grid.y.values)
    height = min(max(0.27 * rows, 1.6), 7.0 if columns == 1 else 4.0)
    return height + 0.8, width / len(grid.x.values), height * scale / rows


def heat_map(name, title, subtitle, grid, panels, coloured, label):
    """`panels` are marks by (rest of the point)."""
    shown = few_points(list(panels), fitting(PANELS_PER_PICTURE))
    columns = 1 if len(shown) == 1 else side_by_side(2)
    height, cell_width, cell_height = size_of(grid, columns)
    picture = Picture(name, title, subtitle, [height] * -(-len(shown) // columns), columns)
    marks = [mark for rest in shown for mark in panels[rest].values()]
    colours = coloured(marks)
    longest = max(len(colours.text(mark.number)) for mark in marks)
    with_text = (cell_width >= DIGIT * medium().small * (longest + 0.8)
                 and cell_height >= HIGH_ENOUGH * medium().small)
    spots = list(picture.axes.flat)
    for axes, rest in zip(spots, shown):
        draw_panel(axes, grid, panels[rest], colours, with_text)
        axis_ticks(axes, grid, columns)
        if rest:
            axes.set_title(wrapped(pairs_label(rest), columns))
    for axes in spots[len(shown):]:
        axes.set_visible(False)
    bar = picture.figure.colorbar(ScalarMappable(colours.norm, colours.map), ax=spots,
                                  extend=colours.extend, aspect=30, pad=0.02, label=label)
    bar.outline.set_visible(False)
    # Else it were an image inside the SVG.
    bar.solids.set(rasterized=False, edgecolor="face")
    if colours.ticks is not None:
        bar.ax.yaxis.set_major_locator(FixedLocator(colours.ticks))
        bar.ax.yaxis.set_minor_locator(NullLocator())
    if colours.map is DIVERGING:
        bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda y, _: ratio_text(2.0**y)))
    else:
        bar.ax.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:.6g}"))
    picture.handles = handles_of([panels[rest] for rest in shown], grid)
    if len(shown) < len(panels):
        picture.note(f"{len(shown)} of {len(panels)} points of the other parameters are drawn, "
                     "evenly spaced.")
    if colours.extend != "neither":
        picture.note("Pointed ends of the colours: some cells lie beyond.")
    return picture


def panels_of(grid, records, mark_of):
    """{rest of the point: {(x, y): mark}}."""
    panels = {}
    for record in records:
        cell, mark = record["cell"], mark_of(record)
        if mark is not None:
            panels.setdefault(rest_of(cell, grid.axes, (grid.x, grid.y)), {})[
                value_of(cell, grid.x), value_of(cell, grid.y)] = mark
    return panels


def ratio_mark(record, threshold):
    ratio, low, high = (record[name] for name in ("time_ratio", "low", "high"))
    if ratio is None or ratio <= 0:
        return None
    decided = low is not None and (low > 1 + threshold
                                   or (high is not None and high < 1 - threshold))
    return Mark(math.log2(ratio), decided)


def ratio_maps(campaign, benchmark, metric, grid, records, title):
    variants = grouped(records, lambda r: r["variant"])
    less, more = ("faster", "slower") if campaign.is_time(metric) else ("less", "more")
    note = (f"Inconclusive, too: within ± {campaign.threshold * 100:g} %, the threshold."
            if campaign.threshold else "")
    for variant, group in variants.items():
        panels = panels_of(grid, group, lambda r: ratio_mark(r, campaign.threshold))
        name = ("heat_maps", benchmark, metric, *([variant] if len(variants) > 1 else []))
        pair = f"{plain(variant, 24)} / {plain(group[0]['baseline'], 24)}"
        if panels:
            yield partial(noted, note, heat_map, name,
                          f"{title}: {plain(words(metric), 24)}, {pair}",
                          f"{plain(benchmark)}, blue: {less}, orange: {more}; "
                          f"{ratio_words(campaign, group, 'judged by')}",
                          grid, panels, ratio_colours, f"{pair} (ratio, no unit)")


def mean_map(campaign, benchmark, metric, grid, records, title):
    scale = scale_of(records[0]["unit"], [r["mean"] for r in records])
    panels = panels_of(grid, records, lambda r: Mark(r["mean"] * scale.factor, True))
    return heat_map(("heat_maps", benchmark, metric), f"{title}: means of {plain(words(metric))}",
                    f"{plain(benchmark)}, {plain(records[0]['variant'], 30)}; "
                    "means without their intervals", grid, panels, mean_colours,
                    plain(scale.label(metric)))


def draw(campaign):
    """Yields nothing where fewer than two parameters are swept."""
    grids = {benchmark: grid_of(cells) for benchmark, cells in campaign.swept_cells().items()}
    ratios = grouped(campaign.optional("ratios"), lambda r: (r["cell"].benchmark, r["metric"]))
    means = grouped(campaign.optional("estimates"), lambda r: (r["cell"].benchmark, r["metric"]))
    for (benchmark, metric), records in {**means, **ratios}.items():
        grid, title = grids.get(benchmark), plain(records[0]["experiment"])
        if grid and "baseline" in records[0]:
            yield from ratio_maps(campaign, benchmark, metric, grid, records, title)
        elif grid:
            first = min((r["variant"] for r in records), key=campaign.variant_order)
            yield partial(mean_map, campaign, benchmark, metric, grid,
                          [r for r in records if r["variant"] == first], title)


PLOT = Plot("heat_maps", "Draw heat maps over two swept parameters.", draw)

if __name__ == "__main__":
    main(PLOT)
