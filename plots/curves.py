# Curves over a swept parameter: the means of all variants, and their speedup over the baseline.
import math
from functools import partial
from typing import NamedTuple

from common.campaign import grouped
from common.command import Plot, main
from common.intervals import interval_words, limits, ratio_words
from common.lines import Point, beside, draw_line
from common.medium import fitting, side_by_side
from common.panels import named
from common.scales import ratio_axis, value_axis, want_log
from common.style import Look, Picture, plain, variant_handles, wrapped
from common.sweeps import Axis, few_points, pairs_label, rest_of, value_of, varying
from common.tables import NotApplicable
from common.units import scale_of, words

LEAST_POINTS = 3
PANELS_PER_PICTURE = 8
HEIGHT, SINGLE_HEIGHT = 2.7, 4.4


class Family(NamedTuple):
    """What a panel shows: a benchmark over `axis`, the other parameters fixed at `rest`."""
    benchmark: str
    axis: Axis
    rest: tuple
    records: list


def curve_axis(axes):
    """The parameter to draw over: a numeric one if there is any, the one with the most values."""
    long = [axis for axis in axes if len(axis.values) >= LEAST_POINTS]
    return max(long, key=lambda axis: (axis.numeric, len(axis.values)), default=None)


def families_of(campaign, records):
    """Families of each benchmark that has a parameter to draw over."""
    found, cells = {}, campaign.swept_cells()
    for benchmark, group in grouped(records, lambda r: r["cell"].benchmark).items():
        axes = varying(cells.get(benchmark, []))
        axis = curve_axis(axes)
        if axis:
            rests = grouped(group, lambda r: rest_of(r["cell"], axes, [axis]))
            found[benchmark] = [Family(benchmark, axis, *item) for item in rests.items()]
    return found


def pages(name, metric, found):
    """(name, families, note) of each picture: benchmarks that are one curve share pictures."""
    single = [group[0] for group in found.values() if len(group) == 1]
    shared = [group for group in grouped(single, lambda f: f.axis.name).values() if len(group) > 1]
    for group in shared:
        size = fitting(PANELS_PER_PICTURE)
        parts = [group[start:start + size] for start in range(0, len(group), size)]
        for own, part in named((name, metric), parts):
            yield own, part, ""
    together = {family.benchmark for group in shared for family in group}
    for benchmark, group in found.items():
        rests = few_points([family.rest for family in group], fitting(PANELS_PER_PICTURE))
        shown = [family for family in group if family.rest in rests]
        note = (f"{len(shown)} of {len(group)} points of the other parameters are drawn, evenly "
                "spaced." if len(shown) < len(group) else "")
        if benchmark not in together:
            yield (name, benchmark, metric), shown, note


def frame(name, title, subtitle, families):
    """A picture with a panel a family, and its panels."""
    alone = len(families) == 1
    columns = 1 if alone else side_by_side(2)
    benchmarks = {family.benchmark for family in families}
    where = f"{plain(*benchmarks)} over {plain(families[0].axis.name, 30)}; " if (
        len(benchmarks) == 1) else f"over {plain(families[0].axis.name, 30)}; "
    if alone and families[0].rest:
        where += f"{pairs_label(families[0].rest)}; "
    picture = Picture(name, title, where + subtitle,
                      [SINGLE_HEIGHT if alone else HEIGHT] * -(-len(families) // columns), columns)
    panels = list(picture.axes.flat)
    log = (any(family.axis.is_geometric() for family in families)
           and all(min(family.axis.places()) > 0 for family in families))
    for axes, family in zip(panels, families):
        family.axis.apply(axes, log)
        if not alone:
            axes.set_title(wrapped(pairs_label(family.rest) if family.rest
                                   else plain(family.benchmark), columns))
    for axes in panels[:max(0, len(families) - columns)]:
        axes.set_xlabel("")
    for axes in panels[len(families):]:
        axes.set_visible(False)
    return picture, panels[:len(families)]


def draw_family(campaign, axes, family, point_of):
    variants = grouped(family.records, lambda r: r["variant"])
    for number, (variant, group) in enumerate(variants.items()):
        points = {value_of(r["cell"], family.axis): point_of(r) for r in group
                  if point_of(r) is not None}
        draw_line(axes, family.axis, points, Look(campaign.variant_order(variant)),
                  beside(family.axis, number, len(variants)))


def has_gaps(families):
    return any(len({r["cell"] for r in family.records if r["variant"] == variant})
               < len(family.axis.values)
               for family in families for variant in {r["variant"] for r in family.records})


def finish(campaign, picture, families, points, note):
    records = [r for family in families for r in family.records]
    picture.handles = variant_handles(campaign, {r["variant"] for r in records},
                                      "-" if families[0].axis.numeric else "none")
    if any(not point.known for point in points):
        picture.note("Hollow: without an interval.")
    if has_gaps(families):
        picture.note("Gaps: points that were excluded, failed or not measured yet.")
    picture.note(note)
    return picture


def means_picture(campaign, name, metric, families, note, title):
    records = [r for family in families for r in family.records]
    picture, panels = frame(name, f"{title}: {plain(words(metric), 30)}",
                            f"dot: mean; {interval_words(campaign, records, 'bar')}", families)
    scale = scale_of(records[0]["unit"], [r["mean"] for r in records])

    def point_of(record):
        low, high = (end * scale.factor for end in limits(record))
        return Point(record["mean"] * scale.factor, low, high, record["low"] is not None)

    alike = len({family.benchmark for family in families}) == 1
    ends = [[end for r in (records if alike else family.records) for end in point_of(r)[:3]]
            for family in families]
    for number, (axes, family) in enumerate(zip(panels, families)):
        value_axis(axes, "y", ends[number], want_log(ends))
        draw_family(campaign, axes, family, point_of)
        if number % picture.columns == 0 or not alike:
            axes.set_ylabel(plain(scale.label(metric)))
    return finish(campaign, picture, families, [point_of(r) for r in records], note)


def ratio_of(record):
    """The ratio and its interval as a Point, None where there is no ratio."""
    ratio, low, high = (record[name] for name in ("time_ratio", "low", "high"))
    if ratio is None or ratio <= 0:
        return None
    if low is None:
        return Point(ratio, math.nan, math.nan, False)
    return Point(ratio, low, math.inf if high is None else high)


def speedup_of(record):
    """Old over new time: the ratio and its interval turned around."""
    point = ratio_of(record)
    return point and Point(1 / point.value, 1 / point.high,
                           math.inf if point.low <= 0 else 1 / point.low, point.known)


def ratio_picture(campaign, name, metric, families, note, title):
    records = [r for family in families for r in family.records]
    time = campaign.is_time(metric)
    point_of = speedup_of if time else ratio_of
    points = [point for point in map(point_of, records) if point is not None]
    baseline = plain(records[0]["baseline"], 20)
    meaning = f"above 1: faster than {baseline}" if time else f"above 1: more than {baseline}"
    word = "speedup" if time else "ratio"
    picture, panels = frame((*name, word), f"{title}: {plain(words(metric), 30)}, {word}",
                            f"{meaning}; {ratio_words(campaign, records, 'bar')}", families)
    for number, (axes, family) in enumerate(zip(panels, families)):
        ratio_axis(axes, "y", [point[:3] for point in points], campaign.threshold)
        draw_family(campaign, axes, family, point_of)
        if number % picture.columns == 0:
            axes.set_ylabel(f"{word} over {baseline}\n(ratio, no unit)", linespacing=1.5)
    if campaign.threshold:
        picture.note(f"Shaded: within ± {campaign.threshold * 100:g} %, the threshold.")
    return finish(campaign, picture, families, points, note)


def draw(table, make, campaign):
    """Yields nothing where no parameter is swept."""
    swept = any(map(varying, campaign.swept_cells().values()))
    records, drawn = campaign.optional(table) if swept else [], False
    for metric, group in grouped(records, lambda r: r["metric"]).items():
        for name, families, note in pages("curves", metric, families_of(campaign, group)):
            drawn = True
            yield partial(make, campaign, name, metric, families, note,
                          plain(records[0]["experiment"]))
    if records and not drawn:
        raise NotApplicable(f"no swept parameter has {LEAST_POINTS} values")


SUMMARY = "Draw means and speedups over a swept parameter."
MEANS = Plot("curves", SUMMARY, partial(draw, "estimates", means_picture))
RATIOS = Plot("curves", SUMMARY, partial(draw, "ratios", ratio_picture))

if __name__ == "__main__":
    main(MEANS, RATIOS)
