# Means with their intervals: rows, or curves where one numeric parameter is swept.
from common.campaign import grouped
from common.command import Plot, main
from common.intervals import axis_value, curve_axis, interval_words
from common.panels import row_pictures
from common.rows import Rows, cell_label
from common.scales import few_ticks, parameter_axis, plain_log
from common.style import INK, Look, Picture, SMALL, plain, variant_handles, wrapped
from common.units import scale_of, significant

SAME_AXIS = 3.0
LOG_SPAN = 30.0


def limits(record):
    """Low and high, the mean itself where there is no interval."""
    known = record["low"] is not None and record["high"] is not None
    return (record["low"], record["high"]) if known else (record["mean"], record["mean"])


def interval_text(record, scale):
    low, high = limits(record)
    mean = scale.text(record["mean"])
    if low == high and record["low"] is None:
        return f"{mean}, no interval"
    if not record["mean"]:
        return mean
    half = (high - low) / 2 / abs(record["mean"]) * 100
    return f"{mean} ± {significant(half, 2)} %"


def draw_rows(campaign, axes, records, metric):
    scale = scale_of(records[0]["unit"], [r["mean"] for r in records])
    rows = Rows([(r["cell"], r["variant"]) for r in records], benchmark=False)
    for y, record in zip(rows.places, records):
        look = Look(campaign.variant_order(record["variant"]))
        low, high = (limit * scale.factor for limit in limits(record))
        axes.plot((low, high), (y, y), color=look.colour, linewidth=2.4, solid_capstyle="butt")
        axes.plot((low, high), (y, y), "|", color=look.colour, markersize=9, markeredgewidth=1.8)
        axes.plot(record["mean"] * scale.factor, y, look.marker, color=look.colour, markersize=7,
                  markeredgecolor="white", markeredgewidth=0.8)
        axes.text(1.015, y, interval_text(record, scale), transform=axes.get_yaxis_transform(),
                  va="center", size=SMALL, color=INK)
    ends = [end * scale.factor for record in records for end in limits(record)]
    if min(ends) > 0 and max(ends) > LOG_SPAN * min(ends):
        axes.set_xscale("log")
        plain_log(axes.xaxis, min(ends), max(ends))
    else:
        few_ticks(axes.xaxis)
        if min(ends) == max(ends):
            axes.set_xlim(min(ends) * 0.99, max(ends) * 1.01 or 1)
        else:
            axes.margins(x=0.06)
    rows.apply(axes)
    axes.set_xlabel(plain(scale.label(metric)))


def panels_of(records):
    """Groups that can share an x axis: a benchmark, or a cell where magnitudes differ much."""
    for group in grouped(records, lambda r: r["cell"].benchmark).values():
        means = [abs(r["mean"]) for r in group]
        if max(means) <= SAME_AXIS * min(means):
            yield group
        else:
            yield from grouped(group, lambda r: r["cell"]).values()


def row_picture(campaign, name, metric, records, title):
    panels = list(panels_of(records))
    heights = [Rows([(r["cell"], r["variant"]) for r in panel]).height() + 0.25
               for panel in panels]
    picture = Picture(name, title, f"dot: mean; {interval_words(campaign, records, 'bar')}",
                      heights)
    for axes, panel in zip(picture.axes.flat, panels):
        cells = {r["cell"] for r in panel}
        axes.set_title(wrapped(cell_label(panel[0]["cell"]) if len(cells) == 1
                               else plain(panel[0]["cell"].benchmark)))
        draw_rows(campaign, axes, panel, metric)
    return picture


def curve_picture(campaign, name, metric, records, title):
    axis = curve_axis(records)
    scale = scale_of(records[0]["unit"], [r["mean"] for r in records])
    picture = Picture(name, title, f"{plain(records[0]['cell'].benchmark)}; "
                      f"{interval_words(campaign, records, 'band')}", [4.4])
    axes = picture.axes[0, 0]
    for variant, group in grouped(records, lambda r: r["variant"]).items():
        look = Look(campaign.variant_order(variant))
        group = sorted(group, key=lambda r: axis_value(r, axis))
        x = [axis_value(r, axis) for r in group]
        low, high = zip(*([end * scale.factor for end in limits(r)] for r in group))
        axes.fill_between(x, low, high, color=look.colour, alpha=0.22, linewidth=0)
        axes.errorbar(x, [r["mean"] * scale.factor for r in group], marker=look.marker,
                      color=look.colour, linewidth=1.6, markersize=5.5, markeredgecolor="white",
                      markeredgewidth=0.6)
    picture.handles = variant_handles(campaign, {r["variant"] for r in records}, "-")
    ends = [end * scale.factor for record in records for end in limits(record)]
    if min(ends) > 0 and max(ends) > LOG_SPAN * min(ends):
        axes.set_yscale("log")
        plain_log(axes.yaxis, min(ends), max(ends))
    parameter_axis(axes, axis, [axis_value(r, axis) for r in records])
    axes.set_ylabel(plain(scale.label(metric)))
    return picture


def draw(campaign):
    return row_pictures(campaign, "means", "estimates", "means with intervals", row_picture,
                        curve_picture)


PLOT = Plot("means", "Draw the means with their intervals.", draw)

if __name__ == "__main__":
    main(PLOT)
