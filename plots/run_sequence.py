# Values in order of measurement: drift, warm-up, interference and what blocks share.
from common.campaign import grouped
from common.command import Plot, main
from common.diagnostics import (OUTLIERS_LEAST, drift_words, diagnostics_of, has_drift, is_bimodal,
                             mode_lines, bimodality_words, outliers_of, warmup_words)
from common.in_time import starts_of
from common.panels import caption, draw_points, panel_pictures
from common.scales import few_ticks
from common.style import BAND, FAINT, INK, SMALL

import numpy
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, NullLocator

SPANS_PER_PANEL = 250
MOST_BANDS = 150
BLOCK_LABELS = 12
# Marks of a kind in one panel.
MOST_MARKS = 300
# Height of the strip with marks against that of the samples.
STRIP = 0.25
INTERFERENCE = {"migration": "x", "involuntary_switch": "|", "throttling": "*"}
RING = {"markersize": 7.5, "markerfacecolor": "none", "markeredgecolor": INK,
        "markeredgewidth": 1.1}


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
    """Lowest, middle and highest of each of some runs of samples, and a run's length."""
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
    draw_points(panel, shown_x, shown, marker="o", markersize=3.2 if few else 2.2, alpha=0.7)
    edges = numpy.concatenate(([0], numpy.flatnonzero(numpy.diff(blocks)) + 1))
    counts = numpy.diff(numpy.append(edges, len(blocks)))
    means = numpy.add.reduceat(values, edges) / counts
    ends = x[numpy.append(edges[1:], len(x)) - 1]
    if len(edges) <= SPANS_PER_PANEL:
        panel.axes.hlines(means, x[edges] - 0.5, ends + 0.5, color=INK, linewidth=1.4,
                          zorder=4)
    panel.axes.set_xlim(0.5, total + 0.5)
    few_ticks(panel.axes.xaxis, integer=True)
    few_ticks(panel.axes.yaxis)
    panel.axes.grid(False, axis="x")
    if length > 1:
        picture.note(f"Thinned drawing: of every {length} samples in a row, lowest, middle and "
                     f"highest are dots; block means are of all samples.")


def drift_line(panel):
    """From the mean of the first tenth of the samples to that of the last."""
    order = numpy.argsort(panel.x)
    tenths = numpy.array_split(order, 10)
    ends = [(panel.x[tenth].mean(), panel.values[tenth].mean()) for tenth in (tenths[0], tenths[-1])
            if len(tenth)]
    panel.axes.plot(*zip(*ends), color=INK, linewidth=1.6, linestyle=(0, (5, 2)), zorder=5)


def outliers(panel, level):
    """Which of the samples lie far beyond the others of their execution; where each execution is
    one sample and nothing is built, of all."""
    series = panel.series
    order = numpy.lexsort((series.execution, series.block, series.machine))
    keys = numpy.array([series.machine, series.block, series.execution])[:, order]
    edges = numpy.flatnonzero((numpy.diff(keys) != 0).any(axis=0)) + 1
    if level == "execution" and len(edges) + 1 == len(order):
        edges = []
    found = [piece[outliers_of(panel.values[piece])] for piece in numpy.split(order, edges)
             if len(piece) >= OUTLIERS_LEAST]
    return numpy.concatenate([*found, numpy.array([], dtype=int)])


def ring_outliers(panel, level):
    """Returns the legend's handle, None where there is nothing to ring."""
    found = outliers(panel, level)
    if not len(found):
        return None
    far = numpy.argsort(-numpy.abs(panel.values[found] - numpy.median(panel.values)),
                        kind="stable")
    found = found[far[:MOST_MARKS]]
    panel.axes.plot(panel.x[found], numpy.clip(panel.values[found], *panel.axes.get_ylim()), "o",
                    clip_on=False, zorder=6, **RING)
    return Line2D([], [], linestyle="none", marker="o", label="outlier", **RING)


def interference(campaign, series):
    """{kind: [(machine, block, execution)]} of interference with the series."""
    rows = [row for row in campaign.rows_if_any("interference") if row["phase"] == campaign.phase
            and row["cell"] == series.cell and row["variant"] == series.variant]
    return {kind: [(row["machine"], row["block"], row["execution"]) for row in of_kind]
            for kind, of_kind in grouped(rows, lambda row: row["kind"]).items()}


def make_room(campaign, panels):
    """A strip under the samples, if there is anything to mark in it."""
    if any(interference(campaign, panel.series) for panel in panels):
        for panel in panels:
            low, high = panel.axes.get_ylim()
            panel.axes.set_ylim(low - STRIP * (high - low), high)


def mark_interference(campaign, panel, total):
    """Marks under the samples of such executions; returns the legend's handles."""
    series, handles, found = panel.series, [], interference(campaign, panel.series)
    firsts = {}
    for x, machine, block, execution in zip(panel.x, series.machine, series.block,
                                            series.execution):
        key = (series.machines[machine], block, execution)
        firsts[key] = min(x, firsts.get(key, x))
    for place, (kind, marker) in enumerate(INTERFERENCE.items()):
        here = [firsts[key] for key in found.get(kind, ()) if key in firsts]
        if here:
            # No more marks than can be told apart.
            x = numpy.unique(numpy.round(numpy.array(here) / total * MOST_MARKS))
            panel.axes.plot(x * total / MOST_MARKS, numpy.full(len(x), STRIP * (place + 0.5) / 4),
                            marker, transform=panel.axes.get_xaxis_transform(), color=INK,
                            markersize=5, zorder=6)
            handles.append(Line2D([], [], linestyle="none", marker=marker, color=INK, markersize=6,
                                  label=kind.replace("_", " ")))
    return handles


def annotate(campaign, picture, panel, total):
    """Diagnostics and interference of the panel's series; nothing without their files."""
    handles = mark_interference(campaign, panel, total)
    record = diagnostics_of(campaign, panel.series)
    if record:
        level = campaign.top_level(panel.series.cell.benchmark)
        if is_bimodal(record):
            mode_lines(panel, record)
            picture.note("Dotted: the two modes.")
        if has_drift(record):
            drift_line(panel)
            picture.note("Dashed: the drift from the first to the last tenth.")
        caption(panel, "; ".join(words for words in (
            warmup_words(record), drift_words(record),
            bimodality_words(record, panel.scale, level)) if words))
        ring = ring_outliers(panel, level) if record["outliers"] else None
        handles += [ring] if ring else []
    known = {handle.get_label() for handle in picture.handles}
    picture.handles += [handle for handle in handles if handle.get_label() not in known]


def draw_cell(campaign, picture, panels, starts):
    blocks, timed = in_order(panels, starts)
    make_room(campaign, panels)
    shaded = bands(panels, blocks)
    for panel in panels:
        draw_panel(picture, panel, len(blocks))
        annotate(campaign, picture, panel, len(blocks))
        panel.axes.tick_params(labelbottom=panel is panels[-1])
    panels[-1].axes.set_xlabel("sample (number in order of measurement)")
    picture.note("Black: mean of a variant in a block. " + (
        "Shaded: every other block, numbered on top." if shaded
        else f"More than {MOST_BANDS} blocks: not shaded."))
    if not timed:
        picture.note("No start times in executions.csv: ordered by block and execution.")


def draw(campaign):
    starts = starts_of(campaign)

    def fill(picture, cells):
        for panels in cells:
            draw_cell(campaign, picture, panels, starts)

    return panel_pictures(campaign, "run_sequence", "run sequence",
                          lambda _: "values in order of measurement", columns=1, height=2.1,
                          fill=fill)


PLOT = Plot("run_sequence", "Draw all values in the order in which they were measured.", draw)

if __name__ == "__main__":
    main(PLOT)
