# The frame of a picture that an experiment asks for: title, panels, the x axis of each, the legend.
from .drawings import panels_of
from .medium import fitting, side_by_side
from .quantities import quantity_axis
from .scales import word_axis
from .style import COLOURS, Look, Picture, plain, wrapped
from .sweeps import evenly, few_points

from matplotlib.lines import Line2D

PANELS_PER_PICTURE = 8
HEIGHT, SINGLE_HEIGHT = 2.9, 4.4
LINES_PER_PICTURE = 2 * len(COLOURS)


def few_panels(drawing, items):
    """(panels, what to say of those left out)."""
    panels = panels_of(drawing, items)
    kept = few_points([panel.pairs for panel in panels], fitting(PANELS_PER_PICTURE))
    shown = [panel for panel in panels if panel.pairs in kept]
    note = (f"{len(shown)} of {len(panels)} panels are drawn, evenly spaced."
            if len(shown) < len(panels) else "")
    return shown, note


def few_lines(drawing, lines):
    """(the lines to draw, what to say of the others)."""
    shown = evenly(list(lines), LINES_PER_PICTURE)
    note = (f"{len(shown)} of {len(lines)} values of {plain(drawing.by, 30)} are drawn, evenly "
            "spaced." if len(shown) < len(lines) else "")
    return {key: lines[key] for key in shown}, note


def looks_of(campaign, drawing, lines):
    """{key of a line: Look}: a variant's is its own in all pictures."""
    own = drawing.by == "variant" and len(drawing.y) == 1
    return {key: Look(campaign.variant_order(key[1]) if own and key[1] else place)
            for place, key in enumerate(lines)}


def frame(drawing, experiment, subtitle, panels):
    """(picture, the axes of each panel)."""
    alone = len(panels) == 1
    columns = 1 if alone else side_by_side(2)
    rows = -(-len(panels) // columns)
    title = plain(drawing.title, 240) or f"{plain(experiment)}: {plain(drawing.name)}"
    picture = Picture(("picture", drawing.name), title, f"{plain(experiment)}: {subtitle}",
                      [SINGLE_HEIGHT if alone else HEIGHT] * rows, columns)
    places = list(picture.axes.flat)
    for axes, panel in zip(places, panels):
        if not alone:
            axes.set_title(wrapped(panel.title(), columns))
    for axes in places[len(panels):]:
        axes.set_visible(False)
    return picture, places[:len(panels)]


def apply_x(picture, axes, drawing, axis):
    """Makes it the x axis of the panel."""
    if axis.numeric:
        picture.note(quantity_axis(axes, plain(axis.name, 40), plain(drawing.unit, 20),
                                   axis.written(), drawing.is_log("x")))
    else:
        word_axis(axes, axis.name, axis.values)
        unit = f" ({plain(drawing.unit, 20)})" if drawing.unit else ""
        axes.set_xlabel(plain(axis.name, 40) + unit)


def tidy(picture, places, own_scales):
    """Labels once where panels share them."""
    for number, axes in enumerate(places):
        if number + picture.columns < len(places):
            axes.set_xlabel("")
        if number % picture.columns and not own_scales:
            axes.set_ylabel("")


def line_handles(lines, looks, line="-"):
    return [Line2D([], [], color=looks[key].colour, marker=looks[key].marker,
                   linestyle=looks[key].line if line else "none", markersize=7, label=words)
            for key, words in lines.items()]
