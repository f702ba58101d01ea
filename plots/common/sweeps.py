# Swept parameters: which vary, where their values stand, and which few of many are drawn.
import math

from .campaign import grouped
from .rows import cell_label
from .scales import is_binary, is_geometric, parameter_axis, word_axis
from .style import plain
from .tables import Cell
from .units import as_number, compact

CELLS_DRAWN = 24
LONGEST_NUMBER = 7


class Axis:
    """A parameter and its values: sorted if they are numbers, else in the order of the file."""

    def __init__(self, name, values):
        self.name, self.numeric = name, all(as_number(value) is not None for value in values)
        self.values = sorted(values, key=as_number) if self.numeric else list(values)

    def places(self):
        """Where the values stand on an x axis: at their number, or one after the other."""
        if self.numeric:
            return [as_number(value) for value in self.values]
        return list(range(len(self.values)))

    def words(self):
        """{value: how it reads}: as the experiment writes it, unless the numbers are long."""
        if not self.numeric or max(map(len, self.values), default=0) <= LONGEST_NUMBER:
            return {value: plain(value, 30) or "''" for value in self.values}
        binary = is_binary(self.places())
        return {value: compact(as_number(value), binary) for value in self.values}

    def written(self):
        """{place: how its value reads}"""
        return dict(zip(self.places(), self.words().values()))

    def is_geometric(self):
        return self.numeric and is_geometric(sorted(set(self.places())))

    def apply(self, axes, log):
        """Makes it the x axis of `axes`."""
        if self.numeric:
            parameter_axis(axes, self.name, self.written(), log)
        else:
            word_axis(axes, self.name, self.values)


def varying(cells):
    """The axes that have several values among the cells."""
    values = {}
    for cell in cells:
        for name, value in cell.axes:
            values.setdefault(name, {}).setdefault(value)
    return [Axis(name, found) for name, found in values.items() if len(found) > 1]


def value_of(cell, axis):
    return dict(cell.axes)[axis.name]


def rest_of(cell, axes, own):
    """The cell's values of the varying axes but its own ones: (name, value) pairs."""
    left_out = {axis.name for axis in own}
    return tuple((axis.name, value_of(cell, axis)) for axis in axes if axis.name not in left_out)


def evenly(items, most):
    """At most so many of the items, evenly spaced, both ends included if there is room."""
    if len(items) <= most:
        return list(items)
    return [items[round(i * (len(items) - 1) / max(1, most - 1))] for i in range(most)]


def few_points(points, most):
    """At most so many of the points (tuples of (name, value) pairs): of the longest axes fewer
    values, evenly spaced, so that each value that stays stands with all others."""
    values = [list(dict.fromkeys(column)) for column in zip(*points)]
    shown = [list(own) for own in values]
    while math.prod(map(len, shown)) > most:
        longest = max(range(len(shown)), key=lambda i: len(shown[i]))
        shown[longest] = evenly(values[longest], len(shown[longest]) - 1)
    return [point for point in points if all(pair in own for pair, own in zip(point, shown))]


def few_cells(campaign, items, cell_of):
    """(items of a few points of each sweep, what to say about it): pictures with a row or a panel
    per cell cannot show hundreds of them."""
    kept, left_out = set(), []
    cells = sorted({cell_of(item) for item in items}, key=campaign.cell_order)
    for group in grouped(cells, lambda cell: cell.benchmark).values():
        shown = evenly(group, CELLS_DRAWN) if group[0].axes else group
        kept.update(shown)
        if len(shown) < len(group):
            left_out.append(f"{len(shown)} of {len(group)}")
    note = (f"Drawn are {', '.join(left_out)} points of the sweep, evenly spaced in its order; "
            "the CSV files, curves and heat maps have all.") if left_out else ""
    return [item for item in items if cell_of(item) in kept], note



def pairs_label(pairs):
    """'size = 64, mode = fast'."""
    return cell_label(Cell("", pairs), benchmark=False)
