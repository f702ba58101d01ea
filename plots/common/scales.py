# Axes that read well: parameters, logarithms with plain numbers, limits that one outlier keeps.
import math

import numpy
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from .style import plain
from .units import compact, significant

MOST_TICKS = 12


def plain_log(axis, low, high):
    """Ticks at 1, 2, 5, 10 … for a logarithmic axis from low to high, written in full."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    steps = (1, 1.5, 2, 3, 5, 7) if high < 12 * low else (1, 2, 5) if high < 1e3 * low else (1,)
    stride = max(1, -(-len(decades) // MOST_TICKS))
    ticks = [step * 10.0**decade for decade in decades[::stride] for step in steps]
    axis.set_major_locator(FixedLocator(ticks))
    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.12g}"))


def parameter_axis(axes, name, values):
    """An x axis over a swept parameter, logarithmic where the values span it."""
    values = sorted(set(values))
    if values[0] > 0 and values[-1] >= 30 * values[0]:
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(FixedLocator(values[::-(-len(values) // MOST_TICKS)]))
        axes.xaxis.set_minor_locator(NullLocator())
    elif len(values) <= MOST_TICKS:
        axes.xaxis.set_major_locator(FixedLocator(values))
    binary = all(value % 1024 == 0 for value in values)
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: compact(value, binary)))
    axes.set_xlabel(f"{plain(name, 40)} (parameter's value)")


def few_ticks(axis, count=6):
    axis.set_major_locator(MaxNLocator(count))


def readable_limits(values):
    """(low, high) of an axis over values. At most 1 % of them, if far away, are left outside."""
    low, q1, q3, high = numpy.percentile(values, (0, 25, 75, 100))
    reach = 8 * (q3 - q1)
    outside = numpy.count_nonzero((values < q1 - reach) | (values > q3 + reach))
    if 0 < outside <= max(1, len(values) // 100) and reach > 0:
        inside = values[(values >= q1 - reach) & (values <= q3 + reach)]
        low, high = inside.min(), inside.max()
    margin = 0.06 * (high - low) or 0.01 * abs(high) or 1.0
    return low - margin, high + margin


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
