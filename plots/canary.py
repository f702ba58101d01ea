# The canary over time: the reference workload between blocks, and the levels that the report found.
from functools import partial

from common.campaign import grouped
from common.command import Plot, main
from common.medium import fitting
from common.panels import named
from common.scales import few_ticks
from common.style import COLOURS, FAINT, INK, PAPER, SMALL, Picture, plain
from common.units import counted, scale_of

import numpy
from matplotlib.lines import Line2D

LEAST = 8
DOTS = 500
PLACES_PER_PICTURE = 4
BLOCK_LABELS = 8
UNITS = (("h", 3600.0), ("min", 60.0), ("s", 1.0))
ALONE = {"markersize": 8, "markerfacecolor": "none", "markeredgecolor": INK, "markeredgewidth": 1.1}


def limits_of(probes):
    """Of all probes but single outliers, with some room."""
    values = [probe["seconds"] for probe in probes if not probe["alone"]]
    low, high = min(values), max(values)
    margin = 0.08 * max(high - low, 0.02 * high)
    return low - margin, high + margin


def mark_levels(axes, probes, x, factor):
    """A line for each level, with its change against the one before."""
    before = None
    for level, of_level in grouped(zip(probes, x), lambda pair: pair[0]["level"]).items():
        mean = of_level[0][0]["level_seconds"]
        if not level or mean is None:
            continue
        axes.hlines(mean * factor, of_level[0][1], of_level[-1][1], color=INK, linewidth=1.8,
                    zorder=4)
        if before:
            change = 100 * (mean / before - 1)
            size = f"{abs(change):.2g}" if abs(change) < 99.5 else f"{abs(change):.0f}"
            axes.annotate(f"{size} % {'slower' if change > 0 else 'faster'}",
                          (of_level[0][1], mean * factor), xytext=(2, 4),
                          textcoords="offset points", size=SMALL, zorder=7,
                          bbox={"facecolor": PAPER, "edgecolor": "none", "alpha": 0.8,
                                "pad": 1}).set_in_layout(False)
        before = mean


def block_axis(axes, probes, x):
    """Numbers of some blocks above the panel, where they are of one cell and phase."""
    if len({(probe["cell"], probe["phase"]) for probe in probes}) > 1:
        return
    chosen = range(0, len(probes), -(-len(probes) // BLOCK_LABELS))
    top = axes.secondary_xaxis("top")
    top.set_xticks([x[i] for i in chosen], [str(probes[i]["block"]) for i in chosen])
    top.tick_params(length=2, labelsize=SMALL, labelcolor=FAINT, pad=1)
    top.set_xlabel("block", size=SMALL, color=FAINT)


def draw_panel(axes, probes):
    starts = numpy.array([probe["start"] for probe in probes])
    seconds = numpy.array([probe["seconds"] for probe in probes])
    alone = numpy.array([probe["alone"] for probe in probes])
    unit, step = next((one for one in UNITS if starts[-1] - starts[0] >= 3 * one[1]), UNITS[-1])
    x = (starts - starts[0]) / step
    scale = scale_of("s", seconds)
    low, high = (limit * scale.factor for limit in limits_of(probes))
    kept = numpy.unique(numpy.append(
        numpy.linspace(0, len(x) - 1, min(len(x), DOTS)).astype(int),
        numpy.flatnonzero(alone)))
    shown = numpy.clip(seconds * scale.factor, low, high)
    axes.plot(x[kept], shown[kept], "o", color=COLOURS[0], markersize=3.6, markeredgewidth=0,
              alpha=0.75)
    rings, = axes.plot(x[alone], shown[alone], "o", clip_on=False, zorder=6, **ALONE)
    rings.set_in_layout(False)
    axes.set_ylim(low, high)
    mark_levels(axes, probes, x, scale.factor)
    few_ticks(axes.yaxis)
    axes.set_xlabel(f"time since the first probe ({unit})")
    axes.set_ylabel(f"reference workload ({scale.unit})")
    block_axis(axes, probes, x)
    return len(kept) < len(x)


def title_of(machine, cpus, probes):
    where = f"{plain(machine, 30)}, CPU {plain(cpus, 20)}" if cpus else plain(machine, 30)
    return f"{where}: {counted(len(probes), 'probe')}"


def draw_page(name, page):
    _, first = page[0]
    picture = Picture(name, f"{plain(first[0]['experiment'])}: canary",
                      "time of the reference workload at the end of blocks", [2.6] * len(page))
    for axes, ((machine, cpus), probes) in zip(picture.axes.flat, page):
        axes.set_title(title_of(machine, cpus, probes))
        if draw_panel(axes, probes):
            picture.note(f"Thinned drawing: {DOTS} evenly spaced probes a panel.")
    picture.note("Black: levels between shifts. A single level: no lasting change was found.")
    if any(probe["alone"] for _, probes in page for probe in probes):
        picture.handles = [Line2D([], [], linestyle="none", marker="o", label="single probe far "
                                  "above its neighbours (drawn at the edge if beyond)", **ALONE)]
    return picture


def draw(campaign):
    rows = [row | {"alone": row["alone"] == "yes"} for row in campaign.rows_if_any("canary")
            if row["start"] is not None]
    places = [item for item in grouped(rows, lambda row: (row["machine"], row["cpus"])).items()
              if len(item[1]) >= LEAST]
    size = fitting(PLACES_PER_PICTURE)
    for name, page in named(("canary",), [places[i:i + size]
                                          for i in range(0, len(places), size)]):
        yield partial(draw_page, name, page)


PLOT = Plot("canary", "Draw the speed of the machine over the campaign.", draw)

if __name__ == "__main__":
    main(PLOT)
