# Where the variance comes from: shares of iteration, execution, build and machine.
from common.campaign import grouped
from common.command import Plot, main
from common.panels import row_pictures
from common.rows import Rows, place_words, several_benchmarks, write_beside
from common.style import (DARK_ON_COLOUR, FAINT, HATCH, INK, LEVEL_COLOURS, LIGHT_ON_COLOUR, PAPER,
                          Picture, SMALL, level_handles, plain)
from common.tables import LEVELS
from common.units import words

from matplotlib.patches import Patch

WIDE_ENOUGH, WIDE_ENOUGH_FOR_INTERVAL = 0.09, 0.3
REST = "not decomposed"


def shares(group):
    """{level: share of the whole} in the order of levels, without levels that have none."""
    found = {r["level"]: r["share"] for r in group if r["share"] is not None}
    return {level: found[level] for level in LEVELS if level in found}


def has_rest(group):
    """Whether a level contains one that was not repeated: it varies, and has no share."""
    return any(r["share"] is None and (r["T2"] or 0.0) > 0 for r in group)


def share_text(record, share):
    low, high = record.get("share_low"), record.get("share_high")
    if share < WIDE_ENOUGH_FOR_INTERVAL or low is None or high is None:
        return f"{share * 100:.0f} %"
    return f"{share * 100:.0f} [{low * 100:.0f}, {high * 100:.0f}] %"


def draw_part(axes, y, left, share, text, light, **look):
    axes.barh(y, share * 100, left=left * 100, height=0.72, edgecolor=PAPER, linewidth=1, **look)
    if share >= WIDE_ENOUGH:
        axes.text((left + share / 2) * 100, y, text, ha="center", va="center", size=SMALL,
                  color=DARK_ON_COLOUR if light else LIGHT_ON_COLOUR)


def draw_bar(axes, y, group):
    records = {r["level"]: r for r in group}
    left = 0.0
    for level, share in shares(group).items():
        draw_part(axes, y, left, share, share_text(records[level], share),
                  level in ("iteration", "execution"), color=LEVEL_COLOURS[level])
        left += share
    if has_rest(group):
        axes.barh(y, (1 - left) * 100, left=left * 100, height=0.72, color=PAPER, edgecolor=FAINT,
                  linewidth=1, hatch=HATCH)
    elif not left:
        axes.text(1, y, "no variance found", va="center", size=SMALL, color=INK)
    if any(r.get("phase") == "pilot" for r in group):
        write_beside(axes, y, "by the pilot")


def handles(records, groups):
    known = {r["level"] for r in records if r["share"] is not None}
    rest = [Patch(facecolor=PAPER, edgecolor=FAINT, hatch=HATCH, label=REST)]
    return (level_handles([level for level in LEVELS if level in known])
            + (rest if any(map(has_rest, groups)) else []))


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
    picture.handles = handles(records, groups.values())
    if any((r["T2"] or 0.0) < 0 for r in records):
        picture.note("A level with a negative estimate (its contribution is not detectable) counts "
                     "as 0 %.")
    if any(r.get("share_low") is not None for r in records):
        picture.note("In brackets: the interval of the share.")
    if any(map(has_rest, groups.values())):
        picture.note("Not decomposed: a level that was not repeated is part of the one above it.")
    return picture


def draw(campaign):
    return row_pictures(campaign, "variance_shares", "variances", "shares of variance by level",
                        page_picture)


PLOT = Plot("variance_shares", "Draw the shares of variance by level.", draw)

if __name__ == "__main__":
    main(PLOT)
