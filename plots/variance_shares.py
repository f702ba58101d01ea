# Where the variance comes from: shares of iteration, execution, build and machine.
from common.campaign import grouped
from common.command import Plot, main
from common.panels import row_pictures
from common.rows import Rows, place_words, several_benchmarks
from common.style import (DARK_ON_COLOUR, INK, LEVEL_COLOURS, LIGHT_ON_COLOUR, PAPER, Picture,
                          SMALL, level_handles, plain)
from common.tables import LEVELS
from common.units import words

WIDE_ENOUGH = 0.09


def shares(group):
    """{level: share of the whole} in the order of levels; a negative component has none."""
    found = {r["level"]: max(0.0, r["share"] or 0.0) for r in group}
    whole = sum(found.values())
    return {level: found[level] / whole if whole else 0.0 for level in LEVELS if level in found}


def draw_bar(axes, y, group):
    left = 0.0
    for level, share in shares(group).items():
        axes.barh(y, share * 100, left=left * 100, height=0.72, color=LEVEL_COLOURS[level],
                  edgecolor=PAPER, linewidth=1)
        if share >= WIDE_ENOUGH:
            light = level in ("iteration", "execution")
            axes.text((left + share / 2) * 100, y, f"{share * 100:.0f} %", ha="center",
                      va="center", size=SMALL, color=DARK_ON_COLOUR if light else LIGHT_ON_COLOUR)
        left += share
    if not left:
        axes.text(1, y, "no variance found", va="center", size=SMALL, color=INK)


def page_picture(_campaign, name, metric, records, title):
    groups = grouped(records, lambda r: (r["cell"], r["variant"]))
    rows = Rows(list(groups), several_benchmarks(records))
    subtitle = (f"{place_words(records)}{plain(words(metric))}: what each level adds to the "
                "variance of one sample")
    picture = Picture(name, title, subtitle, [rows.height()])
    axes = picture.axes[0, 0]
    for y, group in zip(rows.places, groups.values()):
        draw_bar(axes, y, group)
    rows.apply(axes)
    axes.set_xlim(0, 100)
    axes.set_xlabel("share of the variance of one sample (%)")
    known = {r["level"] for r in records}
    picture.handles = level_handles([level for level in LEVELS if level in known])
    if any((r["T2"] or 0.0) < 0 for r in records):
        picture.note("A level with a negative estimate (its contribution is not detectable) counts "
                     "as 0 %.")
    return picture


def draw(campaign):
    return row_pictures(campaign, "variance_shares", "variances", "shares of variance by level",
                        page_picture)


PLOT = Plot("variance_shares", "Draw the shares of variance by level.", draw)

if __name__ == "__main__":
    main(PLOT)
