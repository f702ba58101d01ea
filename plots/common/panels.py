# Pictures of one metric, paged so that each stays readable: rows of records, or small multiples of
# raw samples with a panel per variant and cell.
import textwrap
from functools import partial

from .campaign import grouped
from .medium import fitting, letters, side_by_side
from .rows import cell_label, ordered, page_name, pages
from .scales import outside_words, readable_limits, same_scale
from .style import SMALL, Look, Picture, plain, wrapped
from .sweeps import few_cells
from .units import scale_of

import numpy

PANELS_PER_PICTURE = 8
MANY_OUTSIDE = 40


class Panel:
    """One Series on the axes where it is drawn, values scaled to the unit shown."""

    def __init__(self, campaign, series, scale):
        self.series, self.scale = series, scale
        self.look = Look(campaign.variant_order(series.variant))
        self.values = numpy.array(series.value) * scale.factor
        self.blocks = numpy.array(series.block)
        self.machines = numpy.array(series.machine)


def few_records(campaign, records):
    return few_cells(campaign, records, lambda r: r["cell"])


def row_pictures(campaign, plot, table, title, rows, split=pages, few=few_records):
    """Yields makers of pictures of a table's records, by metric: `rows` of what `split` puts on each
    page of what `few` leaves. `rows` takes (campaign, name, metric, records, title), returns a
    Picture."""
    records = ordered(campaign, campaign.records(table))
    title = f"{plain(records[0]['experiment'])}: {title}"
    for metric, of_metric in grouped(records, lambda r: r["metric"]).items():
        of_metric, note = few(campaign, of_metric)
        for name, page in named((plot, metric), split(of_metric)):
            yield partial(noted, note, rows, campaign, name, metric, page, title)


def noted(note, make, *given):
    picture = make(*given)
    picture.note(note)
    return picture


def named(name, found):
    """Yields (name of its picture, page) for every page."""
    found = list(found)
    for number, page in enumerate(found):
        yield page_name(name, number, len(found)), page


def metrics(campaign):
    """(series, note) of each benchmark and metric, in the order of the experiment; of a long sweep
    those of a few cells, as the note says."""
    series = sorted(campaign.samples(), key=lambda s: (campaign.cell_order(s.cell),
                                                       campaign.variant_order(s.variant)))
    groups = grouped(series, lambda s: (s.cell.benchmark, s.metric, s.unit))
    return {key: few_cells(campaign, group, lambda s: s.cell) for key, group in groups.items()}


def cell_pages(series, columns):
    """Lists of cells (each a list of Series) that fill a picture; a cell of very many takes
    several."""
    page, rows, most = [], 0, max(columns, fitting(PANELS_PER_PICTURE))
    for cell in grouped(series, lambda s: s.cell).values():
        for part in (cell[start:start + most] for start in range(0, len(cell), most)):
            height = -(-len(part) // columns)
            if page and (rows + height) * columns > most:
                yield page
                page, rows = [], 0
            page.append(part)
            rows += height
    yield page


def panel_pictures(campaign, plot, title, subtitle, columns, height, fill):
    """Yields makers of pictures; `fill` takes a Picture and its cells, lists of Panel, each already
    given its axes."""
    columns = side_by_side(columns)
    for (benchmark, metric, unit), (series, note) in metrics(campaign).items():
        phase = "" if campaign.phase == "real" else f" ({campaign.phase})"
        for name, page in named((plot, benchmark, metric), cell_pages(series, columns)):
            yield partial(noted, note, panel_picture, campaign, name, page,
                          f"{plain(series[0].experiment)}: {title}{phase}",
                          f"{plain(benchmark)}, {subtitle(benchmark)}", columns, height, fill)


def panel_picture(campaign, name, page, title, subtitle, columns, height, fill):
    most = max(len(cell) for cell in page)
    width = most if most <= columns else min(columns, 2)
    rows = sum(-(-len(cell) // width) for cell in page)
    picture = Picture(name, title, subtitle, [height] * rows, width)
    fill(picture, place(campaign, picture, page, width))
    return picture


def place(campaign, picture, page, width):
    cells, row, left_out = [], 0, []
    metric, unit = page[0][0].metric, page[0][0].unit
    for cell in page:
        scale = scale_of(unit, numpy.concatenate([series.value for series in cell]))
        panels = [Panel(campaign, series, scale) for series in cell]
        rows = -(-len(panels) // width)
        spots = list(picture.axes[row:row + rows].flat)
        for panel, axes in zip(panels, spots):
            panel.axes = axes
            axes.set_title(wrapped(panel_title(panel.series), width), color=panel.look.colour)
        for axes in spots[len(panels):]:
            axes.set_visible(False)
        left_out += limit(picture, panels, scale.unit)
        for panel in panels[::width] if shares_scale(panels) else panels:
            panel.axes.set_ylabel(plain(scale.label(metric)))
        cells.append(panels)
        row += rows
    if left_out:
        picture.note(f"Triangles are samples outside the axis. {'; '.join(left_out)}.")
    return cells


def panel_title(series):
    cell = f"  ·  {cell_label(series.cell, benchmark=False)}" if series.cell.axes else ""
    return plain(series.variant, 30) + cell


def caption(panel, words):
    """Adds plain words under a panel's title."""
    columns = panel.axes.get_gridspec().ncols
    lines = textwrap.wrap(words, letters(100) // columns)
    if lines:
        title = panel.axes.get_title(loc="left")
        panel.axes.set_title(title + "\n " * len(lines), color=panel.look.colour)
        panel.axes.set_title("\n".join(lines), loc="right", x=0, ha="left", size=SMALL,
                             weight="normal")


def shares_scale(panels):
    return same_scale([panel.values for panel in panels])


def limit(picture, panels, unit):
    """Sets y limits, one for the cell if that flattens nobody; says what lies outside."""
    limits = [readable_limits(panel.values) for panel in panels]
    if shares_scale(panels):
        limits = [(min(low for low, _ in limits), max(high for _, high in limits))] * len(limits)
    else:
        picture.note("Variants of different magnitude: each panel has a scale of its own.")
    left_out = []
    for panel, (low, high) in zip(panels, limits):
        panel.axes.set_ylim(low, high)
        words = outside_words(panel.values, (low, high), unit)
        left_out += [f"{panel_title(panel.series)}: {words}"] if words else []
    return left_out


def draw_points(panel, x, values, **style):
    """Dots; what lies outside the axis becomes a triangle on its edge."""
    low, high = panel.axes.get_ylim()
    inside = (values >= low) & (values <= high)
    panel.axes.plot(x[inside], values[inside], linestyle="none", color=panel.look.colour,
                    markeredgewidth=0, **style)
    for marker, mask, edge in (("^", values > high, high), ("v", values < low, low)):
        if mask.any():
            size = 6 if mask.sum() <= MANY_OUTSIDE else 3
            panel.axes.plot(x[mask], numpy.full(mask.sum(), edge), marker, markersize=size,
                            markeredgewidth=0, color=panel.look.colour, clip_on=False, zorder=5)
