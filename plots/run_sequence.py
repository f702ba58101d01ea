# Values in order of measurement: drift, warm-up, disturbances and what blocks share.
from common.command import Plot, main
from common.panels import draw_points, pictures
from common.scales import few_ticks
from common.style import BAND, FAINT, SMALL
from common.tables import NotApplicable

import numpy
from matplotlib.ticker import FixedLocator, NullLocator

SPANS_PER_PANEL = 700
MOST_BANDS = 150
BLOCK_LABELS = 12


def starts_of(campaign):
    try:
        return campaign.starts()
    except NotApplicable:
        return {}


def executions(panel, starts):
    """Each sample's place in time: seconds where the start is known, else NaN; order of ties."""
    series, known = panel.series, {}
    for key in set(zip(series.machine, series.block, series.execution)):
        machine, block, execution = key
        known[key] = starts.get((series.cell, series.variant, series.machines[machine], block,
                                 execution), (numpy.nan, 0))
    found = [known[key] for key in zip(series.machine, series.block, series.execution)]
    return numpy.array(found, dtype=float).reshape(-1, 2)


def in_order(panels, starts):
    """Gives each panel `x`, places of its samples in the cell's order; returns (blocks, timed)."""
    times = numpy.concatenate([executions(panel, starts) for panel in panels])
    machines, blocks = (numpy.concatenate([getattr(panel, name) for panel in panels])
                        for name in ("machines", "blocks"))
    execution, iteration = (numpy.concatenate([getattr(panel.series, name) for panel in panels])
                            for name in ("execution", "iteration"))
    variant = numpy.repeat(range(len(panels)), [len(panel.values) for panel in panels])
    timed = not numpy.isnan(times).any()
    keys = (iteration, variant, execution, blocks, machines)
    order = numpy.lexsort((iteration, variant, times[:, 1], times[:, 0]) if timed else keys)
    x = numpy.empty(len(order))
    x[order] = numpy.arange(1, len(order) + 1)
    for panel, places in zip(panels, numpy.split(x, numpy.cumsum([len(p.values)
                                                                  for p in panels])[:-1])):
        panel.x = places
    return blocks[order], timed


def bands(panels, blocks):
    """Shades every other block and numbers some of them above the first panel."""
    edges = numpy.concatenate(([0], numpy.flatnonzero(numpy.diff(blocks)) + 1, [len(blocks)]))
    spans = list(zip(edges[:-1] + 0.5, edges[1:] + 0.5, blocks[edges[:-1]]))
    if len(spans) > MOST_BANDS:
        return False
    for panel in panels:
        for left, right, _ in spans[1::2]:
            panel.axes.axvspan(left, right, color=BAND, linewidth=0, zorder=0)
    top = panels[0].axes.secondary_xaxis("top")
    labelled = spans[::-(-len(spans) // BLOCK_LABELS)]
    top.xaxis.set_major_locator(FixedLocator([(left + right) / 2 for left, right, _ in labelled]))
    top.xaxis.set_minor_locator(NullLocator())
    top.set_xticklabels([str(block) for _, _, block in labelled])
    top.tick_params(length=0, labelsize=SMALL, labelcolor=FAINT, pad=1)
    top.spines["top"].set_visible(False)
    return True


def extremes(x, values):
    """Lowest, middle and highest of each of SPANS_PER_PANEL runs of samples, and a run's length."""
    length = -(-len(values) // SPANS_PER_PANEL)
    if length <= 3:
        return x, values, 1
    starts = range(0, len(values), length)
    ranks = [start + numpy.argsort(values[start:start + length], kind="stable")
             for start in starts]
    chosen = [rank[place] for rank in ranks for place in (0, len(rank) // 2, -1)]
    return x[chosen], values[chosen], length


def draw_panel(picture, panel, total):
    order = numpy.argsort(panel.x)
    x, values, blocks = panel.x[order], panel.values[order], panel.blocks[order]
    few = len(values) <= 600
    shown_x, shown, length = extremes(x, values)
    draw_points(panel, shown_x, shown, marker="o", markersize=3.2 if few else 2.2, alpha=0.6)
    edges = numpy.concatenate(([0], numpy.flatnonzero(numpy.diff(blocks)) + 1))
    counts = numpy.diff(numpy.append(edges, len(blocks)))
    means = numpy.add.reduceat(values, edges) / counts
    ends = x[numpy.append(edges[1:], len(x)) - 1]
    if len(edges) <= SPANS_PER_PANEL:
        panel.axes.hlines(means, x[edges] - 0.5, ends + 0.5, color="#111111", linewidth=1.4,
                          zorder=4)
    panel.axes.set_xlim(0.5, total + 0.5)
    few_ticks(panel.axes.yaxis)
    panel.axes.grid(False, axis="x")
    if length > 1:
        picture.note(f"Thinned drawing: of every {length} samples in a row, lowest, middle and "
                     f"highest are dots; block means are of all samples.")


def draw_cell(picture, panels, starts):
    blocks, timed = in_order(panels, starts)
    shaded = bands(panels, blocks)
    for panel in panels:
        draw_panel(picture, panel, len(blocks))
        panel.axes.tick_params(labelbottom=panel is panels[-1])
    panels[-1].axes.set_xlabel("sample (number in order of measurement)")
    picture.note("Black: mean of a variant in a block. " + (
        "Shaded: every other block, numbered on top." if shaded
        else f"More than {MOST_BANDS} blocks: not shaded."))
    if not timed:
        picture.note("No start times in executions.csv: ordered by block and execution.")


def draw(campaign):
    starts = starts_of(campaign)
    for picture, cells in pictures(campaign, "run_sequence", "run sequence",
                                   lambda _: "values in order of measurement", columns=1,
                                   height=2.1):
        for panels in cells:
            draw_cell(picture, panels, starts)
        yield picture


PLOT = Plot("run_sequence", "Draw all values in the order in which they were measured.", draw)

if __name__ == "__main__":
    main(PLOT)
