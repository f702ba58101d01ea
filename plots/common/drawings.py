# Pictures that an experiment asks for: what stands on their sides, in which panels and lines.
from typing import NamedTuple

from .campaign import grouped
from .quantities import with_prefix
from .rows import cell_label
from .style import plain
from .sweeps import Axis
from .tables import Cell, Problem
from .units import as_number, prefixes, words

# What has no value on a side, as a derived quantity no variant, goes with each value of it.
ANY = ""
WORDS = ("variant", "benchmark", "build")
KINDS = ("curve", "violin")


class Drawing(NamedTuple):
    """A picture's rows of pictures.csv as one: `y` has the names, `marks` {name: over what}."""
    name: str
    kind: str
    x: str
    unit: str
    by: str
    panels: str
    log: str
    title: str
    y: list
    marks: dict

    def is_log(self, which):
        """True, False, or None: as the values want it."""
        return None if not self.log else which in self.log


def drawings(campaign):
    """All that the experiment asks for, in its order."""
    found = []
    for name, rows in grouped(campaign.rows_if_any("pictures"), lambda row: row["name"]).items():
        first = rows[0]
        if first["kind"] not in KINDS:
            raise Problem(f"pictures.csv: kind '{first['kind']}' of '{name}' is not one of "
                          f"{', '.join(KINDS)}")
        found.append(Drawing(*(first[key] for key in Drawing._fields[:8]),
                             y=[row["y"] for row in rows if not row["over"]],
                             marks={row["y"]: row["over"] for row in rows if row["over"]}))
    return found


def side_of(item, side):
    """The value that a record or Series has on a side."""
    if side == "variant":
        return item["variant"]
    if side == "benchmark":
        return item["cell"].benchmark
    return dict(item["cell"].axes).get(side, ANY)


def axis_of(side, values):
    """The side's values in order; those of names are words even if they look like numbers."""
    axis = Axis(side, dict.fromkeys(values))
    if side in WORDS or not axis.values:
        axis.numeric, axis.values = False, list(dict.fromkeys(values))
    return axis


def value_words(axis, unit=""):
    """{value: how it reads}: 64 KiB where that is the unit."""
    base, readable = prefixes(unit)
    if not axis.numeric or not readable:
        return axis.words()
    return {value: with_prefix(as_number(value) * base, readable) for value in axis.values}


def of_one_unit(records):
    """(records, what to say): one axis holds one unit."""
    unit = records[0]["unit"]
    others = dict.fromkeys(plain(words(row["y"])) for row in records if row["unit"] != unit)
    note = f"Left out, in another unit: {', '.join(others)}." if others else ""
    return [row for row in records if row["unit"] == unit], note


def absent_words(campaign, drawing, items):
    """What is asked for and has no value anywhere: a variant that failed, a quantity of it."""
    shown = {item["variant"] for item in items} - {ANY}
    variants = dict.fromkeys(row["variant"] for row in campaign.optional("executions")
                             if shown and row["cell"].benchmark in
                             {item["cell"].benchmark for item in items})
    absent = [*(y for y in drawing.y if y not in {item["y"] for item in items}),
              *(variant or "''" for variant in variants if variant not in shown)]
    return f"Without values: {', '.join(plain(words(name), 30) for name in absent)}." if absent else ""


class Panel(NamedTuple):
    """What one panel shows: items of one value of each of the other sides."""
    pairs: tuple
    items: list

    def title(self):
        return ", ".join(plain(value, 40) if side in WORDS
                         else cell_label(Cell("", ((side, value),)), benchmark=False)
                         for side, value in self.pairs)


def varying_sides(items):
    """Sides with several values."""
    axes = dict.fromkeys(name for item in items for name, _ in item["cell"].axes)
    return [side for side in ("benchmark", "variant", *axes)
            if len({side_of(item, side) for item in items} - {ANY}) > 1]


def panels_of(drawing, items):
    """A panel for each value of `panels` and of all that varies beside x and lines."""
    varying = [side for side in varying_sides(items) if side not in (drawing.x, drawing.by)]
    sides = sorted(varying, key=lambda side: side != drawing.panels)
    keys = dict.fromkeys(tuple(side_of(item, side) for side in sides) for item in items)
    whole = [key for key in keys if ANY not in key] or list(keys)
    order = [axis_of(side, [key[i] for key in whole]).values for i, side in enumerate(sides)]
    whole.sort(key=lambda key: [own.index(value) for own, value in zip(order, key)])
    return [Panel(tuple(zip(sides, key)),
                  [item for item in items
                   if all(side_of(item, side) in (value, ANY) for side, value in zip(sides, key))])
            for key in whole]


def line_key(drawing, item):
    """(name, value): the name where several are drawn or none has the value."""
    value = side_of(item, drawing.by) if drawing.by else ANY
    return (item["y"] if len(drawing.y) > 1 else "", value)


def lines_of(drawing, items):
    """{key of a line: its words}, in order."""
    keys = dict.fromkeys(line_key(drawing, item) for item in items)
    values = axis_of(drawing.by, [value for _, value in keys if value != ANY])
    read = value_words(values)
    names = ["", *drawing.y]
    order = sorted(keys, key=lambda key: (names.index(key[0]),
                                          values.values.index(key[1]) if key[1] in read else 0))
    found = {}
    for name, value in order:
        by = read.get(value, "")
        if by and values.numeric:
            by = f"{plain(drawing.by, 20)} {by}"
        found[name, value] = ", ".join(filter(None, (plain(words(name), 30), by))) or (
            plain(words(drawing.y[0]), 30))
    return found
