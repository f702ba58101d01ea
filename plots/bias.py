# The ratio over one factor of the set-up: what each value alone would have concluded.
from functools import partial

from common.campaign import grouped
from common.command import Plot, main
from common.medium import medium
from common.rows import cell_label
from common.scales import are_whole, few_ticks, ratio_axis
from common.style import COLOURS, FAINT, GRID, INK, PAPER, Picture, plain
from common.sweeps import Axis, rest_of
from common.units import as_number, counted, significant, words

from matplotlib.lines import Line2D

HEIGHT = 4.4
# (marker, colour, filled) and the name of each effect; what turns the conclusion is drawn last.
LOOKS = {
    "same": (("o", COLOURS[0], True), "as the mean"),
    "no_difference": (("o", FAINT, True), "no difference seen"),
    "maybe_chance": (("D", COLOURS[1], False), "against the mean, maybe by chance"),
    "difference": (("D", COLOURS[1], True), "a difference that the mean lacks"),
    "opposite": (("D", COLOURS[1], True), "the opposite"),
}
MANY = 100


def rest_name(record):
    return tuple(pair for pair in record["cell"].axes if pair[0] != record["factor"])


def sweep_of(record):
    return (record["cell"].benchmark, record["variant"], record["metric"], rest_name(record))


def places_of(records, kind):
    """{index of the record: its place}: numbers where they mean something, else by the ratio."""
    values = [dict(r["cell"].axes)[r["factor"]] for r in records]
    numbers = [as_number(value) for value in values]
    if kind == "draws" or any(number is None for number in numbers):
        order = sorted(range(len(records)), key=lambda i: records[i]["time_ratio"])
        return {i: place for place, i in enumerate(order, 1)}
    return dict(enumerate(numbers))


def draw_effect(axes, records, places, effect, dense):
    (marker, colour, filled), _ = LOOKS[effect]
    own = [i for i, r in enumerate(records) if r["effect"] == effect]
    low, high = axes.get_ylim()
    strong = effect in ("opposite", "difference", "maybe_chance")
    axes.vlines([places[i] for i in own], [max(records[i]["low"], low) for i in own],
                [min(records[i]["high"], high) for i in own], color=colour,
                linewidth=1.6 if strong else 1.0, alpha=1 if strong else 0.45,
                zorder=4 if strong else 2)
    size = 6.5 if strong else 2.6 if dense else 4.5
    axes.plot([places[i] for i in own], [records[i]["time_ratio"] for i in own], marker,
              linestyle="none", color=colour, markersize=size,
              markerfacecolor=colour if filled else PAPER, zorder=5 if strong else 3)
    return Line2D([], [], marker=marker, linestyle="none", color=colour, markersize=6,
                  markerfacecolor=colour if filled else PAPER,
                  label=f"{LOOKS[effect][1]}: {sum(records[i]['counts'] == 'yes' for i in own)}")


def draw_whole(axes, whole):
    if whole is None or whole["time_ratio"] is None:
        return []
    axes.axhline(whole["time_ratio"], color=COLOURS[2], linewidth=1.6, zorder=1.5)
    if whole["low"] is not None and whole["high"] is not None:
        axes.axhspan(whole["low"], whole["high"], color=COLOURS[2], alpha=0.18, linewidth=0,
                     zorder=1)
    return [Line2D([], [], color=COLOURS[2], linewidth=1.6, label="mean over all values")]


def draw_own(axes, records, places, kind):
    found = [i for i, r in enumerate(records) if r["own"] == "yes"]
    for i in found:
        axes.axvline(places[i], color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1.5)
    label = {"draws": "as built", "cpu": "any CPU"}.get(kind, "yours")
    return [Line2D([], [], color=INK, linewidth=1, linestyle=(0, (4, 3)), label=label)
            for _ in found[:1]]


def label_x(axes, factor, kind, records, places):
    few_ticks(axes.xaxis, integer=are_whole(places))
    numeric = all(as_number(dict(r["cell"].axes)[factor]) is not None for r in records)
    axes.set_xlabel(f"{plain(words(factor), 40)} (bytes)" if kind == "size" else
                    f"draws of {plain(words(factor), 40)}, in the order of the ratio"
                    if kind == "draws" else
                    f"{plain(factor, 40)} (parameter's value)" if numeric else
                    f"values of {plain(factor, 40)}, in the order of the ratio")


def whole_of(campaign, record):
    return next((row for row in campaign.rows_if_any("bias_conclusions")
                 if row["variant"] == record["variant"] and row["metric"] == record["metric"]
                 and row["cell"].benchmark == record["cell"].benchmark
                 and rest_name(row) == rest_name(record)), None)


def picture_of(campaign, records):
    first = records[0]
    whole = whole_of(campaign, first)
    kind = whole["kind"] if whole else "parameter"
    rest = rest_name(first)
    where = plain(first["cell"].benchmark) + "".join(
        f", {plain(name, 20)} = {plain(value, 20)}" for name, value in rest)
    picture = Picture(
        ("bias", first["cell"].benchmark, first["variant"], *(value for _, value in rest),
         first["metric"]),
        f"{plain(first['experiment'])}: bias of {plain(words(first['factor']), 30)}",
        f"{where}; {plain(words(first['metric']), 30)} of {plain(first['variant'], 20)} over "
        f"{plain(first['baseline'], 20)}; bar: {first['confidence'] * 100:g} % interval of this "
        "value alone", [HEIGHT])
    axes, places = picture.axes[0][0], places_of(records, kind)
    ratio_axis(axes, "y", [(r["time_ratio"], r["low"], r["high"]) for r in records],
               campaign.threshold)
    picture.handles = draw_whole(axes, whole) + draw_own(axes, records, places, kind)
    picture.handles += [draw_effect(axes, records, places, effect, len(records) > MANY)
                        for effect in LOOKS if any(r["effect"] == effect for r in records)]
    label_x(axes, first["factor"], kind, records, places.values())
    axes.set_ylabel(f"{plain(first['variant'], 20)} over {plain(first['baseline'], 20)}\n"
                    "(ratio, no unit)", linespacing=1.5)
    return picture


def draw(campaign):
    """Yields nothing where `eswexp bias` did not begin the campaign."""
    compared = [r for r in campaign.rows_if_any("bias") if r["effect"] in LOOKS]
    for records in grouped(compared, sweep_of).values():
        yield partial(picture_of, campaign, records)


PLOT = Plot("bias", "Draw the ratio over one factor of the set-up.", draw)

if __name__ == "__main__":
    main(PLOT)
