# How often each level is repeated: the paper's closed form beside the counts that were used.
from common.campaign import grouped
from common.command import Plot, main
from common.medium import side_by_side
from common.panels import row_pictures
from common.rows import Rows, place_words, several_benchmarks, write_beside
from common.style import FAINT, PAPER, Look, Picture, plain
from common.tables import LEVELS
from common.units import words

from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator


def count_text(record):
    closed, used = ("–" if record[name] is None else f"{record[name]:.0f}"
                    for name in ("closed_form", "used"))
    return f"{closed} → {used}"


def draw_row(axes, y, record, look):
    known = [record[name] for name in ("closed_form", "used") if record[name] is not None]
    if len(known) == 2:
        axes.plot(known, (y, y), color=look.colour, linewidth=1.4, alpha=0.6)
    if record["closed_form"] is not None:
        axes.plot(record["closed_form"], y, "D", markersize=9, markerfacecolor=PAPER,
                  color=look.colour, markeredgewidth=1.5)
    if record["used"] is not None:
        axes.plot(record["used"], y, "o", markersize=5.5, color=look.colour)
    write_beside(axes, y, count_text(record))


def count_axis(axes, records):
    counts = [r[name] for r in records for name in ("closed_form", "used")
              if r[name] is not None]
    axes.set_xlim(0, max(1, *counts) * 1.12)
    axes.xaxis.set_major_locator(MaxNLocator(5, integer=True))


def page_picture(campaign, name, metric, records, title):
    groups = grouped(records, lambda r: (r["cell"], r["variant"]))
    levels = [level for level in LEVELS if any(r["level"] == level for r in records)]
    rows = Rows(list(groups), several_benchmarks(records))
    subtitle = (f"{place_words(records)}{plain(words(metric))}: repetitions in one unit of the "
                "level above")
    columns = side_by_side(len(levels))
    picture = Picture(name, title, subtitle, [rows.height() + 0.3] * (len(levels) // columns),
                      columns)
    for axes, level in zip(picture.axes.flat, levels):
        axes.set_title(f"{level}s")
        here = [r for r in records if r["level"] == level]
        count_axis(axes, here)
        for y, group in zip(rows.places, groups.values()):
            for record in (r for r in group if r["level"] == level):
                draw_row(axes, y, record, Look(campaign.variant_order(record["variant"])))
        rows.apply(axes, labels=level == levels[0] or columns == 1)
        axes.set_xlabel(f"{level}s (count)")
    picture.handles = [
        Line2D([], [], linestyle="none", marker="D", markersize=9, markerfacecolor=PAPER,
               color=FAINT, markeredgewidth=1.5, label="closed form"),
        Line2D([], [], linestyle="none", marker="o", markersize=5.5, color=FAINT, label="used")]
    picture.note("Numbers: closed form → used; – where the closed form has no answer.")
    return picture


def draw(campaign):
    return row_pictures(campaign, "repetitions", "dimensioning", "repetition counts by level",
                        page_picture)


PLOT = Plot("repetitions", "Draw repetition counts: closed form beside used.", draw)

if __name__ == "__main__":
    main(PLOT)
