# Violins that an experiment asks for: samples by build, by variant or by a parameter's value.
from typing import NamedTuple

import numpy

from .drawings import (WORDS, absent_words, axis_of, line_key, lines_of, of_one_unit, side_of,
                       value_words)
from .frames import few_lines, few_panels, frame, line_handles, looks_of, tidy
from .campaign import grouped
from .medium import fitting, letters
from .quantities import Range, measure_axis
from .scales import outside_words, readable_limits, same_scale
from .style import INK, plain
from .sweeps import evenly
from .tables import NotApplicable
from .units import counted, words
from .violins import draw_violin

VIOLINS_PER_PANEL = 60
RANKS = 20
# How much of the distance between two values their violins fill.
SPREAD = 0.86


class Violin(NamedTuple):
    """`rank` is that of a build among the builds of its line, which have the mean `of_all`."""
    place: float
    key: tuple
    values: numpy.ndarray
    rank: int = 0
    of_all: float = 0.0


def items_of(campaign, drawing):
    """Series of the metrics, as items with `y`."""
    found = [{"cell": one.cell, "variant": one.variant, "y": one.metric, "unit": one.unit,
              "experiment": one.experiment, "series": one}
             for one in campaign.samples() if one.metric in drawing.y]
    found.sort(key=lambda item: (campaign.cell_order(item["cell"]),
                                 campaign.variant_order(item["variant"])))
    if not found:
        raise NotApplicable(f"there is no sample of {' or '.join(drawing.y)}")
    return found


def values_of(items):
    return numpy.concatenate([numpy.array(item["series"].value) for item in items])


def builds_of(items):
    """The samples of each build, the builds in the order of their means."""
    found = []
    for item in items:
        series = item["series"]
        values = numpy.array(series.value)
        builds = numpy.stack([numpy.array(series.machine), numpy.array(series.block)])
        found += [values[(builds == own[:, None]).all(axis=0)]
                  for own in numpy.unique(builds, axis=1).T]
    return sorted(found, key=numpy.mean)


def by_build(panel, drawing, lines, most):
    """(violins, how many builds there are at most): those of a line stand together, by mean."""
    found, place, largest = [], 0, 0
    groups = grouped(panel.items, lambda item: line_key(drawing, item))
    for key in lines:
        builds = builds_of(groups.get(key, []))
        largest = max(largest, len(builds))
        of_all = float(numpy.mean([values.mean() for values in builds])) if builds else 0.0
        for rank, values in evenly(list(enumerate(builds, 1)), most):
            place += 1
            found.append(Violin(place, key, values, rank, of_all))
        place += 1
    return found, largest


def by_value(panel, drawing, axis, lines):
    """Violins over the values of x, those of several lines beside each other."""
    found = []
    for place, value in enumerate(axis.values):
        groups = grouped([item for item in panel.items if side_of(item, drawing.x) == value],
                         lambda item: line_key(drawing, item))
        for number, key in enumerate(lines):
            if key in groups:
                shift = ((number + 0.5) / len(lines) - 0.5) * SPREAD
                found.append(Violin(place + shift, key, values_of(groups[key])))
    return found


def rank_axis(axes, violins, level):
    """Ranks begin anew with each line."""
    step = next(s for s in (1, 2, 5, 10, 20) if len(violins) <= letters(RANKS) * s)
    shown = [violin for own in grouped(violins, lambda violin: violin.key).values()
             for number, violin in enumerate(own, 1) if number == 1 or number % step == 0]
    axes.set_xticks([violin.place for violin in shown], [str(violin.rank) for violin in shown])
    axes.set_xlim(0.2, violins[-1].place + 0.8)
    axes.set_xlabel(f"{level} (rank by its mean)")


def value_axis_x(axes, drawing, axis):
    read = value_words(axis, drawing.unit)
    axes.set_xticks(range(len(axis.values)), [plain(read[value], 18) for value in axis.values])
    crowded = sum(len(read[value]) + 2 for value in axis.values)
    if crowded > letters(90) / axes.get_gridspec().ncols:
        axes.tick_params(axis="x", labelrotation=40)
        for label in axes.get_xticklabels():
            label.set(ha="right", rotation_mode="anchor")
    axes.set_xlim(-0.6, len(axis.values) - 0.4)
    axes.set_xlabel(plain(axis.name, 40) + (f" ({plain(drawing.unit, 20)})" if drawing.unit
                                            else ""))


def values_in(violins):
    return numpy.concatenate([violin.values for violin in violins])


def held_of(picture, violins, unit, log):
    """What the y axis holds; a few samples far off are left outside, and said."""
    values = values_in(violins)
    held = Range(list(values), [], log)
    if held.log:
        below = int((values <= 0).sum())
        if below:
            picture.note(f"Left out: {counted(below, 'sample')} at or below 0, without a "
                         "logarithm.")
    else:
        held.low, held.high = readable_limits(values)
        outside = outside_words(values, (held.low, held.high), unit)
        if outside:
            picture.note(f"Triangles are samples outside the axis: {outside}.")
    return held


def means_of_lines(axes, violins, factor):
    """A dashed line at the mean of each line's builds."""
    for key, group in grouped(violins, lambda violin: violin.key).items():
        axes.hlines(group[0].of_all * factor, group[0].place - 0.6, group[-1].place + 0.6,
                    color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=4)


def draw_panel(axes, violins, looks, factor, width):
    """A build's violin is too narrow for more than its mean; the others have their median, too."""
    log = axes.get_yscale() == "log"
    for violin in violins:
        values = violin.values[violin.values > 0] if log else violin.values
        if values.size:
            draw_violin(axes, violin.place, values * factor, looks[violin.key].colour, width, log)
        if not violin.rank:
            axes.hlines(numpy.median(violin.values) * factor, violin.place - width / 8,
                        violin.place + width / 8, color=INK, linewidth=1.4, zorder=4)
    axes.grid(False, axis="x")


def violins_of(campaign, drawing, panels, lines, picture):
    """(the violins of each panel, what makes its x axis)."""
    most = fitting(VIOLINS_PER_PANEL) // len(lines)
    items = [item for panel in panels for item in panel.items]
    if drawing.x == "build":
        level = campaign.top_level(items[0]["cell"].benchmark)
        found = [by_build(panel, drawing, lines, most) for panel in panels]
        largest = max(count for _, count in found)
        if largest > most:
            picture.note(f"{most} of {largest} {level}s are drawn, evenly spaced by their mean.")
        picture.note(f"Dashed: mean of the {level}s' means.")
        return [violins for violins, _ in found], lambda axes, own: rank_axis(axes, own, level)
    axis = axis_of(drawing.x, [side_of(item, drawing.x) for item in items])
    shown = evenly(axis.values, most)
    if len(shown) < len(axis.values):
        picture.note(f"{len(shown)} of {len(axis.values)} values of {plain(drawing.x, 30)} are "
                     "drawn, evenly spaced.")
    axis.values = shown
    return ([by_value(panel, drawing, axis, lines) for panel in panels],
            lambda axes, _: value_axis_x(axes, drawing, axis))


def subtitle(campaign, drawing, items, lines):
    over = (campaign.top_level(items[0]["cell"].benchmark) if drawing.x == "build"
            else f"{'' if drawing.x in WORDS else 'value of '}{plain(drawing.x, 30)}")
    by = f" by {plain(drawing.by, 30)}" if drawing.by and len(lines) > 1 else ""
    metrics = " and ".join(dict.fromkeys(plain(words(item["y"]), 30) for item in items))
    return f"samples of {metrics} for each {over}{by}; ring: mean" + (
        "" if drawing.x == "build" else "; line: median")


def violin_picture(campaign, drawing):
    found = items_of(campaign, drawing)
    items, unit_note = of_one_unit(found)
    absent = absent_words(campaign, drawing, found)
    lines, lines_note = few_lines(drawing, lines_of(drawing, items))
    panels, panels_note = few_panels(drawing, [item for item in items
                                               if line_key(drawing, item) in lines])
    looks, unit = looks_of(campaign, drawing, lines), items[0]["unit"]
    picture, places = frame(drawing, items[0]["experiment"],
                            subtitle(campaign, drawing, items, lines), panels)
    found, apply = violins_of(campaign, drawing, panels, lines, picture)
    own_scales = not same_scale([values_in(violins) for violins in found])
    whole = [violin for violins in found for violin in violins]
    log = Range(list(values_in(whole)), [], drawing.is_log("y")).log
    label = plain(words(items[0]["y"]), 40)
    width = 1 if drawing.x == "build" else SPREAD / len(lines)
    for axes, violins in zip(places, found):
        of = violins if own_scales else whole
        factor = measure_axis(axes, label, unit, [violin.values.mean() for violin in of],
                              held_of(picture, of, unit, log))
        apply(axes, violins)
        draw_panel(axes, violins, looks, factor, width)
        if drawing.x == "build":
            means_of_lines(axes, violins, factor)
    tidy(picture, places, own_scales)
    if own_scales:
        picture.note("Values of different magnitude: each panel has a scale of its own.")
    if len(lines) > 1:
        picture.handles = line_handles(lines, looks, False)
    for note in (unit_note, lines_note, panels_note, absent):
        picture.note(note)
    return picture
