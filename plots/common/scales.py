# Axes that read well: parameters, logarithms with plain numbers, limits that one outlier keeps.
import math

import numpy
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from .medium import letters, narrow
from .style import BAND, INK, plain
from .units import compact, significant

MOST_TICKS = 12
POWERS = tuple(2**i for i in range(10))
# Beyond a factor of two a linear axis of ratios lies about the smaller side.
LINEAR = (0.5, 2.0)
LOG_SPAN = 30.0
MARGIN = 0.05
# Ends of intervals so much farther than the ratios and the usual interval reach do not squeeze them.
REACH = 1.5


def plain_log(axis, low, high):
    """Ticks at 1, 2, 5, 10 … for a logarithmic axis from low to high, written in full."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1, 1.5, 2, 3, 5, 7) if high < 12 * low else (1, 2, 5) if high < 1e3 * low else (1,)
    stride = max(1, -(-len(decades) // MOST_TICKS))
    ticks = [step * 10.0**decade for decade in decades[::stride] for step in steps]
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.12g}"))


def is_geometric(values):
    """Whether sorted values want a logarithmic axis: they span it, or each is the same multiple of
    the one before."""
    if values[0] <= 0 or len(values) < 3:
        return False
    factors = [after / before for before, after in zip(values, values[1:])]
    even = max(factors) < 1.05 * min(factors) and min(factors) >= 1.5
    return even or values[-1] >= 30 * values[0]


def parameter_axis(axes, name, written, log):
    """An x axis over a swept parameter; `written` are its values {number: text}."""
    values = sorted(written)
    most = letters(90) // axes.get_gridspec().ncols // (max(map(len, written.values())) + 3)
    if log:
        axes.set_xscale("log")
        margin = (values[-1] / values[0]) ** MARGIN
        axes.set_xlim(values[0] / margin, values[-1] * margin)
        axes.xaxis.set_major_locator(FixedLocator(values[::-(-len(values) // most)]))
        axes.xaxis.set_minor_locator(NullLocator())
    else:
        margin = MARGIN * (values[-1] - values[0]) or 1
        axes.set_xlim(values[0] - margin, values[-1] + margin)
        if len(values) <= most:
            axes.xaxis.set_major_locator(FixedLocator(values))
        else:
            few_ticks(axes.xaxis, integer=are_whole(values))
    axes.xaxis.set_major_formatter(FuncFormatter(
        lambda value, _: written.get(value) or compact(value, False)))
    axes.set_xlabel(f"{plain(name, 40)} (parameter's value)")


def are_whole(values):
    return all(value == round(value) for value in values)


def is_binary(values):
    """Powers of two up to kibi and more read best with binary prefixes."""
    return max(values) >= 1024 and all(value % 1024 == 0 or value < 1024 and value in POWERS
                                       for value in values)


def word_axis(axes, name, words):
    """An x axis over a swept parameter whose values are words, side by side."""
    columns = axes.get_gridspec().ncols
    step = -(-len(words) // (letters(24) // columns))
    long = sum(min(len(word), 18) + 2 for word in words[::step]) > letters(90) / columns
    axes.set_xticks(range(0, len(words), step), [plain(word, 18) for word in words[::step]],
                    rotation=40 if long else 0, ha="right" if long else "center",
                    rotation_mode="anchor")
    axes.set_xlim(-0.5, len(words) - 0.5)
    axes.set_xlabel(f"{plain(name, 40)} (parameter's value)")


def ratio_range(points, threshold):
    """(low, high) of `points`, each a ratio and the ends of its interval: of all ratios, and of the
    ends as far as they do not squeeze them."""
    ratios = [1 - threshold, 1 + threshold, *(ratio for ratio, _, _ in points if ratio)]
    pairs = [(low or 0.0, math.inf if high is None else high) for _, low, high in points]
    ends = [end for pair in pairs for end in pair if end > 0 and math.isfinite(end)]
    usual = numpy.median([high / low for low, high in pairs if 0 < low < high < math.inf] or [1.0])
    least, most = min(ratios), max(ratios)
    reach = 1 + REACH * (max(most / least, usual) - 1)
    held = ratios + [min(max(end, least / reach), most * reach) for end in ends]
    return min(held), max(held)


def ratio_axis(axes, which, points, threshold):
    """Makes the axis `which` ("x" or "y") hold the points, with 1 and the threshold marked; returns
    its limits."""
    low, high = ratio_range(points, threshold)
    axis, set_limits = getattr(axes, f"{which}axis"), getattr(axes, f"set_{which}lim")
    if LINEAR[0] <= low and high <= LINEAR[1]:
        margin = max(0.08 * (high - low), 0.002)
        limits = (low - margin, high + margin)
        axis.set_major_locator(MaxNLocator(4 if narrow() else 6, steps=(1, 2, 5, 10)))
    else:
        getattr(axes, f"set_{which}scale")("log")
        margin = (high / low) ** 0.08
        limits = (low / margin, high * margin)
        plain_log(axis, *limits)
    set_limits(*limits)
    line, span = (axes.axvline, axes.axvspan) if which == "x" else (axes.axhline, axes.axhspan)
    if threshold:
        span(1 - threshold, 1 + threshold, color=BAND, linewidth=0, zorder=0)
    line(1, color=INK, linewidth=1.2, zorder=1)
    return limits


def want_log(panels):
    """Whether values of any of the panels span a logarithmic axis, and all of them have one."""
    return all(min(ends) > 0 for ends in panels) and any(
        max(ends) > LOG_SPAN * min(ends) for ends in panels)


def value_axis(axes, which, ends, log):
    """Makes the axis hold values of any size."""
    axis, low, high = getattr(axes, f"{which}axis"), min(ends), max(ends)
    if log:
        getattr(axes, f"set_{which}scale")("log")
        plain_log(axis, low, high)
        margin = (high / low) ** 0.06
        limits = (low / margin, high * margin)
    else:
        few_ticks(axis)
        margin = 0.06 * (high - low) or 0.01 * abs(high) or 1.0
        limits = (low - margin if low or not high else 0, high + margin)
    getattr(axes, f"set_{which}lim")(*limits)


def few_ticks(axis, count=6, integer=False):
    axis.set_major_locator(MaxNLocator(min(count, 4) if narrow() else count, integer=integer))


def readable_limits(values):
    """(low, high) of an axis over values. At most 5 % of them, if far away, are left outside."""
    low, q1, q3, high = numpy.percentile(values, (0, 25, 75, 100))
    reach = 8 * (q3 - q1)
    outside = numpy.count_nonzero((values < q1 - reach) | (values > q3 + reach))
    if 0 < outside <= max(1, len(values) // 20) and reach > 0:
        inside = values[(values >= q1 - reach) & (values <= q3 + reach)]
        low, high = inside.min(), inside.max()
    margin = 0.06 * (high - low) or 0.01 * abs(high) or 1.0
    return low - margin if low or not high else 0, high + margin


def outside_words(values, limits, unit):
    """What the limits leave out, in words ('' if nothing)."""
    below, above = values[values < limits[0]], values[values > limits[1]]
    parts = []
    if above.size:
        parts.append(f"{above.size} above (up to {significant(above.max())} {unit})")
    if below.size:
        parts.append(f"{below.size} below (down to {significant(below.min())} {unit})")
    return " and ".join(parts)


def same_scale(panels):
    """Whether panels of values can share a y axis without flattening any of them."""
    limits = [readable_limits(values) for values in panels]
    whole = max(high for _, high in limits) - min(low for low, _ in limits)
    return whole <= 6 * min(high - low for low, high in limits)
