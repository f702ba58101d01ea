# Distribution of samples in each build: does the layout matter, are there several modes or outliers?
from common.command import Plot, main
from common.diagnostics import diagnostics_of, is_bimodal, mode_lines, bimodality_words
from common.panels import caption, draw_points, panel_pictures
from common.scales import few_ticks
from common.style import INK, PAPER
from common.units import counted

import numpy

DOTS_PER_PANEL = 600
LEAST_FOR_BOX = 5
GOLDEN = 0.6180339887498949


def builds_of(panel):
    """Sorted samples of each build, builds ordered by mean."""
    order = numpy.lexsort((panel.values, panel.blocks, panel.machines))
    blocks, machines = panel.blocks[order], panel.machines[order]
    edges = numpy.flatnonzero((numpy.diff(blocks) != 0) | (numpy.diff(machines) != 0)) + 1
    return sorted(numpy.split(panel.values[order], edges), key=numpy.mean)


def thinned(values, most):
    """Evenly spaced quantiles of sorted values, both ends included."""
    if len(values) <= most:
        return values
    return values[numpy.linspace(0, len(values) - 1, most).round().astype(int)]


def boxes(axes, builds, width):
    places = [x for x, build in enumerate(builds, 1) if len(build) >= LEAST_FOR_BOX]
    if not places:
        return
    quartiles = numpy.array([numpy.percentile(builds[x - 1], (25, 50, 75)) for x in places])
    axes.bar(places, quartiles[:, 2] - quartiles[:, 0], width, quartiles[:, 0], zorder=3,
             facecolor=PAPER + "66", edgecolor=INK, linewidth=0.9)
    axes.hlines(quartiles[:, 1], numpy.array(places) - width / 2,
                numpy.array(places) + width / 2, color=INK, linewidth=1.6, zorder=4)


def draw_panel(picture, panel, level, record):
    builds = builds_of(panel)
    most = max(5, DOTS_PER_PANEL // len(builds))
    drawn = [thinned(build, most) for build in builds]
    spread = min(0.62, 0.06 * len(builds[0]))
    x = numpy.concatenate([
        number + spread * ((numpy.arange(1, len(build) + 1) * GOLDEN) % 1 - 0.5)
        for number, build in enumerate(drawn, 1)])
    draw_points(panel, x, numpy.concatenate(drawn), marker="o",
                markersize=3.2 if len(builds) < 50 else 2.4, alpha=0.7)
    boxes(panel.axes, builds, 0.72)
    if is_bimodal(record):
        caption(panel, bimodality_words(record, panel.scale, level))
        mode_lines(panel, record)
        picture.note("Dotted: the two modes.")
    mean = float(numpy.mean([build.mean() for build in builds]))
    panel.axes.axhline(mean, color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=2)
    middle, reach = (len(builds) + 1) / 2, max(len(builds), 3) / 2 + 0.2
    panel.axes.set_xlim(middle - reach, middle + reach)
    few_ticks(panel.axes.yaxis)
    step = 1 if len(builds) <= 10 else 5 * -(-len(builds) // 40)
    panel.axes.set_xticks([1] + list(range(step, len(builds) + 1, step))[step == 1:])
    panel.axes.grid(False, axis="x")
    panel.axes.set_xlabel(f"{level} (rank by its mean)")
    largest = max(len(build) for build in builds)
    if largest > most:
        picture.note(f"Thinned drawing: of up to {largest} samples per {level}, {most} evenly "
                     f"spaced quantiles are dots; boxes and means are of all samples.")
    return len(panel.values)


def draw(campaign):
    def subtitle(benchmark):
        return f"samples of each {campaign.top_level(benchmark)}, ordered by mean"

    def fill(picture, cells):
        level = campaign.top_level(cells[0][0].series.cell.benchmark)
        count = sum(draw_panel(picture, panel, level, diagnostics_of(campaign, panel.series))
                    for cell in cells for panel in cell)
        picture.note(f"{counted(count, 'sample')}. Box: quartiles and median of one {level} "
                     f"(from {LEAST_FOR_BOX} samples on). Dashed: mean of the {level}s' means.")

    return panel_pictures(campaign, "distributions", "distribution of samples", subtitle,
                          columns=3, height=3.0, fill=fill)


PLOT = Plot("distributions", "Draw the distribution of the samples of each build.", draw)

if __name__ == "__main__":
    main(PLOT)
