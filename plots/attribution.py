# Where the variance between builds comes from: the share of each factor, with its interval.
from common.command import Plot, main
from common.panels import row_pictures
from common.rows import Rows, place_words, several_benchmarks, write_beside
from common.style import COLOURS, FAINT, PAPER, Picture, plain
from common.units import words

FACTOR, OTHER = COLOURS[0], FAINT
WHOLE, NOT_FACTORS = "all", ("not additive", "rest")
LABELS = {"rest": "the rest"}


def label(source):
    return LABELS.get(source, source.replace("_", " ").replace(".", " "))


def within(share):
    return min(max(share, 0.0), 1.0) * 100


def share_text(record):
    if record["share"] is None:
        return "unknown"
    numbers = (f"{within(record['share']):.0f} % [{within(record['share_low']):.0f}, "
               f"{within(record['share_high']):.0f}]")
    return numbers if record["decision"] in ("", "visible") else f"{numbers}, {record['decision']}"


def draw_row(axes, y, record):
    write_beside(axes, y, share_text(record))
    if record["share"] is None:
        return
    colour = OTHER if record["source"] in NOT_FACTORS else FACTOR
    limits = within(record["share_low"]), within(record["share_high"])
    axes.plot(limits, (y, y), color=colour, linewidth=2.4, solid_capstyle="butt")
    axes.plot(limits, (y, y), "|", color=colour, markersize=9, markeredgewidth=1.8)
    axes.plot(within(record["share"]), y, "o", color=colour, markersize=7, markeredgecolor=PAPER,
              markeredgewidth=0.8)


def page_picture(_campaign, name, metric, records, title):
    records = [r for r in records if r["source"] != WHOLE]
    rows = Rows([(r["cell"], label(r["source"])) for r in records], several_benchmarks(records))
    blocks = sorted({r["blocks"] for r in records})
    subtitle = (f"{place_words(records)}{plain(words(metric))}; bar: "
                f"{records[0]['confidence'] * 100:g} % interval over {blocks[0]} blocks")
    picture = Picture(name, title, subtitle, [rows.height()])
    axes = picture.axes[0, 0]
    for y, record in zip(rows.places, records):
        draw_row(axes, y, record)
    rows.apply(axes)
    axes.set_xlim(-2, 102)
    axes.set_xlabel("share of the variance between builds (%)")
    picture.note("A factor's share includes what it does together with others; what is not additive "
                 "counts for each of them.")
    return picture


def with_shares(_campaign, records):
    """None of a metric without any share: too few blocks."""
    known = any(r["share"] is not None for r in records)
    return (records if known else []), ""


def draw(campaign):
    if campaign.rows_if_any("attribution"):
        yield from row_pictures(campaign, "attribution", "attribution",
                                "where the variance between builds comes from", page_picture,
                                few=with_shares)


PLOT = Plot("attribution", "Draw the shares of factors in the variance between builds.", draw)

if __name__ == "__main__":
    main(PLOT)
