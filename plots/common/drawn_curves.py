# Curves that an experiment asks for: a line of points with intervals for each value of `by`.
from .campaign import grouped
from .drawings import ANY, absent_words, axis_of, line_key, lines_of, of_one_unit, side_of
from .frames import apply_x, few_lines, few_panels, frame, line_handles, looks_of, tidy
from .intervals import interval_words, is_bounded, limits, summary_words
from .lines import BESIDE, Point, beside, draw_bars, draw_line
from .marks import draw_marks
from .quantities import Range, measure_axis
from .style import INK, SMALL, plain
from .tables import NotApplicable
from .units import significant, words

# So many points of words have their values written beside them.
WRITTEN = 8
# The bands of more lines are lighter: they lie over each other.
FEW = 3
# Panels whose values span less than this share of the common axis have one each.
FLAT = 1 / 6


def quantities(campaign, drawing):
    """What was estimated and what is derived of it, as records with `y` and its interval."""
    found = [row | {"y": row["metric"]} for row in campaign.rows_if_any("summaries")
             if row["metric"] in drawing.y]
    metrics = {row["y"] for row in found}
    found += [row | {"y": row["name"], "mean": row["value"]} for row in campaign.rows_if_any("derived")
              if row["name"] in drawing.y and row["name"] not in metrics and not row["term"]
              and row["value"] is not None]
    found = [row for row in found if side_of(row, drawing.x) != ANY or drawing.x == "variant"]
    if not found:
        raise NotApplicable(f"there is no value of {' or '.join(drawing.y)}")
    return found


def x_axis(campaign, drawing, records):
    """The values of x, with those where nothing could be measured."""
    benchmarks = {row["cell"].benchmark for row in records}
    cells = [cell for benchmark, own in campaign.swept_cells().items() for cell in own
             if benchmark in benchmarks]
    swept = [dict(cell.axes).get(drawing.x, ANY) for cell in cells]
    return axis_of(drawing.x, [value for value in swept if value != ANY]
                   + [side_of(row, drawing.x) for row in records])


def points_of(drawing, records, factor=1.0):
    """{value of x: Point}."""
    found = {}
    for row in records:
        low, high = limits(row)
        found[side_of(row, drawing.x)] = Point(row["mean"] * factor, low * factor, high * factor,
                                               is_bounded(row))
    return found


def range_of(records, log):
    ends = [end for row in records for end in limits(row)]
    return Range([row["mean"] for row in records], ends, log)


def ranges(drawing, panels):
    """(a Range for each panel, has each its own): one for all if that flattens none."""
    whole = range_of([row for panel in panels for row in panel.items], drawing.is_log("y"))
    own = [range_of(panel.items, whole.log) for panel in panels]
    flat = not whole.log and any(held.high - held.low < FLAT * (whole.high - whole.low)
                                 for held in own)
    return (own, True) if flat and len(panels) > 1 else ([whole] * len(panels), False)


def write_values(axes, drawing, axis, group, factor, shift):
    """Numbers beside few points of words."""
    for row in group:
        place = axis.values.index(side_of(row, drawing.x)) + shift
        axes.annotate(significant(row["mean"] * factor, 3), (place, row["mean"] * factor),
                      xytext=(7, 3), textcoords="offset points", size=SMALL, va="bottom",
                      color=INK)


def drawn(panel, log):
    """A logarithmic axis has no place for the others."""
    return [row for row in panel.items if not log or row["mean"] > 0]


def draw_panel(axes, drawing, axis, panel, lines, looks, factor):
    groups = grouped(drawn(panel, axes.get_yscale() == "log"), lambda row: line_key(drawing, row))
    for number, key in enumerate(lines):
        group = groups.get(key, [])
        shift = beside(axis, number, len(lines))
        points = points_of(drawing, group, factor)
        draw_bars(axes, axis, points, looks[key], shift, BESIDE / len(lines))
        draw_line(axes, axis, points, looks[key], shift, 0.2 if len(lines) <= FEW else 0.1)
        if not axis.numeric and len(lines) * len(axis.values) <= WRITTEN:
            write_values(axes, drawing, axis, group, factor, shift)


def has_gaps(drawing, axis, panels, lines):
    """Does a line lack a value between its first and its last?"""
    for panel in panels:
        groups = grouped(panel.items, lambda row: line_key(drawing, row))
        for key in lines:
            places = sorted(axis.values.index(side_of(row, drawing.x))
                            for row in groups.get(key, ()))
            if places and len(set(places)) <= places[-1] - places[0]:
                return True
    return False


def subtitle(campaign, drawing, records, lines):
    """'mean of wall time over size by variant; bar: 95 % interval over 5 builds'."""
    shown = ", ".join(dict.fromkeys(plain(words(row["y"]), 30) for row in records))
    by = f" by {plain(drawing.by, 30)}" if drawing.by and len(lines) > 1 else ""
    estimated = [row for row in records if "builds" in row]
    summary = summary_words(estimated) if estimated else "value"
    bars = (interval_words(campaign, estimated, "bar") if estimated
            else derived_words(records))
    return f"{shown} over {plain(drawing.x, 30)}{by}; dot: {summary}; {bars}"


def derived_words(records):
    known = sorted({row["confidence"] for row in records if is_bounded(row)})
    percent = ", ".join(f"{share * 100:g} %" for share in known if share is not None)
    return f"bar: {percent} interval" if percent else "no intervals"


def notes(picture, drawing, axis, panels, held, lines, own_scales):
    if any(not is_bounded(row) for panel, own in zip(panels, held) for row in drawn(panel, own.log)):
        picture.note("Hollow: without an interval.")
    for panel, own in zip(panels, held):
        low, high = own.limits()
        if any(end < low or end > high for row in drawn(panel, own.log) for end in limits(row)):
            picture.note("Triangles: the interval reaches beyond the axis.")
    if has_gaps(drawing, axis, panels, lines):
        picture.note("Gaps: points that were excluded, failed or not measured yet.")
    if own_scales:
        picture.note("Values of different magnitude: each panel has a scale of its own.")


def curve_picture(campaign, drawing):
    found = quantities(campaign, drawing)
    records, unit_note = of_one_unit(found)
    lines, lines_note = few_lines(drawing, lines_of(drawing, records))
    records = [row for row in records if line_key(drawing, row) in lines]
    panels, panels_note = few_panels(drawing, records)
    records = [row for panel in panels for row in panel.items]
    axis, looks = x_axis(campaign, drawing, records), looks_of(campaign, drawing, lines)
    held, own_scales = ranges(drawing, panels)
    picture, places = frame(drawing, records[0]["experiment"],
                            subtitle(campaign, drawing, records, lines), panels)
    label = plain(", ".join(words(y) for y in dict.fromkeys(row["y"] for row in records)), 40)
    for axes, panel, own in zip(places, panels, held):
        apply_x(picture, axes, drawing, axis)
        of = panel.items if own_scales else records
        factor = measure_axis(axes, label, of[0]["unit"], [row["mean"] for row in of], own)
        draw_panel(axes, drawing, axis, panel, lines, looks, factor)
        draw_marks(campaign, picture, axes, drawing, panel, factor)
    below = sum(row["mean"] <= 0 for row in records) if held[0].log else 0
    if below:
        picture.note(f"Left out: {below} of {len(records)} values, at or below 0, which have no "
                     "logarithm.")
    tidy(picture, places, own_scales)
    if len(lines) > 1:
        picture.handles = line_handles(lines, looks, axis.numeric)
    for note in (unit_note, lines_note, panels_note, absent_words(campaign, drawing, found)):
        picture.note(note)
    notes(picture, drawing, axis, panels, held, lines, own_scales)
    return picture
