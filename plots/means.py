# Means with their intervals, a row each.
from common.campaign import grouped
from common.command import Plot, main
from common.intervals import has_low, interval_words, limits, summary_words
from common.panels import row_pictures
from common.rows import Rows, cell_label, write_beside
from common.scales import value_axis, want_log
from common.style import PAPER, Look, Picture, plain, wrapped
from common.units import scale_of, significant

SAME_AXIS = 3.0


def interval_text(record, scale):
    low, high = limits(record)
    mean = scale.text(record["mean"])
    if low == high and record["high"] is None:
        return f"{mean}, no interval"
    if not record["mean"]:
        return mean
    if not has_low(record):
        return f"{mean} (at most {scale.text(high)})"
    if record.get("summary", "mean") != "mean":
        return f"{mean} [{scale.text(low)}, {scale.text(high)}]"
    half = (high - low) / 2 / abs(record["mean"]) * 100
    return f"{mean} ± {significant(half, 2)} %"


def ends_of(records):
    return [end for record in records for end in limits(record)]


def draw_rows(campaign, axes, records, metric, log):
    scale = scale_of(records[0]["unit"], [r["mean"] for r in records])
    rows = Rows([(r["cell"], r["variant"]) for r in records], benchmark=False)
    for y, record in zip(rows.places, records):
        look = Look(campaign.variant_order(record["variant"]))
        low, high = (limit * scale.factor for limit in limits(record))
        axes.plot((low, high), (y, y), color=look.colour, linewidth=2.4, solid_capstyle="butt")
        axes.plot((low, high), (y, y), "|", color=look.colour, markersize=9, markeredgewidth=1.8)
        axes.plot(record["mean"] * scale.factor, y, look.marker, color=look.colour, markersize=7,
                  markeredgecolor=PAPER, markeredgewidth=0.8)
        write_beside(axes, y, interval_text(record, scale))
    value_axis(axes, "x", [end * scale.factor for end in ends_of(records)], log)
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
    picture = Picture(name, title, f"dot: {summary_words(records)}; "
                      f"{interval_words(campaign, records, 'bar')}", heights)
    log = want_log(list(map(ends_of, panels)))
    for axes, panel in zip(picture.axes.flat, panels):
        cells = {r["cell"] for r in panel}
        axes.set_title(wrapped(cell_label(panel[0]["cell"]) if len(cells) == 1
                               else plain(panel[0]["cell"].benchmark)))
        draw_rows(campaign, axes, panel, metric, log)
    return picture


def draw(campaign):
    return row_pictures(campaign, "means", "summaries", "means with intervals", row_picture)


PLOT = Plot("means", "Draw the means with their intervals.", draw)

if __name__ == "__main__":
    main(PLOT)
