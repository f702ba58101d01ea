# Ratios to the baseline with intervals, a row each: of a sweep in its order, else the worst on top.
import math

from common.campaign import grouped
from common.command import Plot, main
from common.intervals import ratio_words, summary_words
from common.medium import fitting
from common.panels import row_pictures
from common.rows import ROWS_PER_PICTURE, Rows, place_words, several_benchmarks, write_beside
from common.scales import ratio_axis
from common.style import FAINT, PAPER, Look, Picture, SMALL, plain
from common.units import significant, words

from matplotlib.markers import CARETLEFT, CARETRIGHT

DENSE_ROWS_PER_PICTURE = 100
# Of what is no change to look at first: share of the others' lines.
THIN = 0.55


def interval_text(record):
    """The interval in words, honest where it has no limit."""
    low, high = record["low"], record["high"]
    if record["time_ratio"] is None:
        return "undetermined: more builds"
    ratio = significant(record["time_ratio"])
    if record["bounded"] == "undetermined":
        return f"{ratio}, undetermined: more builds"
    if record["bounded"] == "none" or low is None:
        return f"{ratio}, no interval: too few builds"
    if record["bounded"] == "no_lower":
        return f"{ratio}, at most {significant(high)} {record['verdict']}"
    upper = f"{significant(high)}]" if high is not None else "∞)"
    return f"{ratio} [{significant(low)}, {upper} {record['verdict']}"


def split(records):
    """Splits records into pictures, those of a sweep in its order, others with the largest ratio on
    top: cells with all their variants while these fit one picture, else dense ones of a single
    variant each if there are several cells."""
    if not any(r["cell"].axes for r in records):
        records = sorted(records, reverse=True, key=lambda r: (
            -math.inf if r["time_ratio"] is None else r["time_ratio"]))
    if len(records) <= fitting(ROWS_PER_PICTURE):
        cells = grouped(records, lambda r: r["cell"]).values()
        return [[record for cell in cells for record in cell]] if records else []
    found = []
    several = len({r["cell"] for r in records}) > 1
    most = fitting(DENSE_ROWS_PER_PICTURE if several else ROWS_PER_PICTURE)
    for group in grouped(records, lambda r: several and r["variant"]).values():
        size = -(-len(group) // -(-len(group) // most))
        found += [group[start:start + size] for start in range(0, len(group), size)]
    return found


def extremes(_campaign, records):
    """Of the points of a long sweep those with the largest and the smallest ratios."""
    swept = {r["cell"] for r in records if r["cell"].axes}
    if len(swept) <= DENSE_ROWS_PER_PICTURE:
        return records, ""
    kept, half = set(), DENSE_ROWS_PER_PICTURE // 2
    for group in grouped(records, lambda r: r["variant"]).values():
        known = sorted((r for r in group if r["time_ratio"] is not None),
                       key=lambda r: r["time_ratio"])
        kept.update(map(id, known if len(known) <= 2 * half else known[:half] + known[-half:]))
    return [r for r in records if id(r) in kept], (f"Of {len(swept)} points of the sweep those with the {half} largest and {half} "
                  "smallest ratios; ratios.csv, curves and heat maps have all.")


def is_open(record):
    return record["low"] is not None and record["high"] is None


def judged(record, threshold):
    """The record with its verdict against the threshold in place of that against 1."""
    low, high = record["low"], math.inf if record["high"] is None else record["high"]
    if not threshold or low is None or low > 1 + threshold or high < 1 - threshold:
        return record
    within = low >= 1 - threshold and high <= 1 + threshold
    return {**record, "verdict": "equivalent" if within else "inconclusive"}


def is_thin(record):
    """Inconclusive or equivalent."""
    return record["verdict"] in ("inconclusive", "equivalent") and record["low"] is not None


def draw_row(axes, y, record, look, limits, dense):
    low, high = record["low"], math.inf if record["high"] is None else record["high"]
    hollow, size = low is None, 0.65 if dense else 1
    line = size * (THIN if is_thin(record) else 1)
    if not hollow:
        start, stop = max(low, limits[0]), min(high, limits[1])
        axes.plot((start, stop), (y, y), color=look.colour, linewidth=2.4 * line,
                  solid_capstyle="butt")
        for place, end, arrow in ((start, low, CARETLEFT), (stop, high, CARETRIGHT)):
            axes.plot(place, y, "|" if place == end else arrow, color=look.colour,
                      markersize=9 * line if place == end else 6, clip_on=False,
                      markeredgewidth=1.8 * line if place == end else 0)
    if record["time_ratio"] is not None:
        axes.plot(record["time_ratio"], y, look.marker, markersize=7 * size, color=look.colour,
                  markerfacecolor=PAPER if hollow else look.colour,
                  markeredgecolor=look.colour if hollow else PAPER,
                  markeredgewidth=1.6 if hollow else 0.8)
    write_beside(axes, y, interval_text(record))


def sides(axes, time):
    """Says over the axes which side is which."""
    less, more = ("faster", "slower") if time else ("less", "more")
    low, high = axes.get_xlim()
    position = axes.transAxes.inverted().transform(axes.transData.transform((1.0, 0)))[0]
    for text, x, align in ((f"◂ {less}", position - 0.01, "right"),
                           (f"{more} ▸", position + 0.01, "left")):
        if 0.12 < (x if align == "right" else 1 - x):
            axes.text(x, 1.0, text, transform=axes.transAxes, ha=align, va="bottom", size=SMALL,
                      color=FAINT)


def label(metric, records):
    """'wall time, O3 / O2 (ratio, no unit)'; `variant` where there are several."""
    variants, baselines = ({r[name] for r in records} for name in ("variant", "baseline"))
    variant = plain(variants.pop(), 24) if len(variants) == 1 else "variant"
    baseline = plain(baselines.pop(), 24) if len(baselines) == 1 else "baseline"
    return f"{plain(words(metric), 24)}, {variant} / {baseline} (ratio, no unit)"


def forest(campaign, name, metric, records, title):
    records = [judged(r, campaign.threshold) for r in records]
    rows = Rows([(r["cell"], r["variant"]) for r in records], several_benchmarks(records))
    summary = summary_words(records)
    of = "" if summary == "mean" else f" ({summary})"
    subtitle = f"{place_words(records)}dot: ratio{of}; {ratio_words(campaign, records, 'bar')}"
    picture = Picture(name, title, subtitle, [rows.height() + 0.2])
    axes = picture.axes[0, 0]
    limits = ratio_axis(axes, "x", [(r["time_ratio"], r["low"], r["high"]) for r in records],
                        campaign.threshold)
    if campaign.threshold:
        picture.note(f"Shaded: within ± {campaign.threshold * 100:g} %, the threshold.")
    for y, record in zip(rows.places, records):
        draw_row(axes, y, record, Look(campaign.variant_order(record["variant"])), limits,
                 rows.dense)
    rows.apply(axes)
    sides(axes, campaign.is_time(metric))
    axes.set_xlabel(label(metric, records))
    explain(picture, records, limits)
    return picture


def explain(picture, records, limits):
    if any(map(is_thin, records)):
        picture.note("Thin: inconclusive or equivalent.")
    if any(0 < (r["low"] or 0) < limits[0] or (r["high"] or 0) > limits[1] for r in records):
        picture.note("Arrow: the interval reaches beyond the axis.")
    if any(is_open(r) for r in records):
        picture.note("Arrow to the right: the interval has no upper limit; more builds give it one.")
    if any(r["bounded"] == "no_lower" for r in records):
        picture.note("Arrow to the left: the interval has no lower limit; more builds give it one.")
    if any(r["low"] is None for r in records):
        picture.note("Hollow: a ratio without an interval, so without a verdict.")


def draw(campaign):
    return row_pictures(campaign, "ratios", "ratios", "ratios to the baseline with intervals",
                        forest, split, extremes)


PLOT = Plot("ratios", "Draw the ratios to the baseline with their intervals.", draw)

if __name__ == "__main__":
    main(PLOT)
