# Axes over quantities: ticks at round numbers of the unit, binary for bytes, logarithmic if asked.
import math

from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from .medium import letters, narrow
from .scales import LOG_SPAN, MARGIN, are_whole, is_geometric, plain_log
from .units import BYTES, compact, prefixes, scale_of

MOST_TICKS = 9
# Beyond this the ticks of a logarithmic axis carry the unit with its prefix, each its own.
WIDE = 1e4
# An interval may reach so far beyond the values, and no further, on a logarithmic axis and else.
FURTHER, BEYOND = 3.0, 1.5


def with_prefix(value, readable, digits=6):
    """'16 KiB', '2.5 µs', '0'."""
    name, step = next(((n, s) for n, s in readable if abs(value) >= s * (1 - 1e-9)), readable[-1])
    return f"{value / step:.{digits}g} {name}" if value else "0"


def tick_words(base, readable, written=None):
    """What a tick says of a value; `written`: as the experiment writes it {number: text}."""
    if readable:
        return lambda value, _: with_prefix(value * base, readable)
    return lambda value, _: (written or {}).get(value) or compact(value, False)


def powers(low, high, of, most):
    """Powers of 2 or of 10 from low to high, every so manieth that they are at most so many."""
    first, last = (math.ceil(math.log(low, of) - 1e-9), math.floor(math.log(high, of) + 1e-9))
    strides = (1, 2, 5, 10, 20) if of == 2 else (1, 2, 3, 6, 12)
    stride = next((s for s in strides if (last - first) // s < most), strides[-1])
    return [float(of)**e for e in range(first, last + 1) if e % stride == 0]


def log_ticks(low, high, binary, most):
    if binary:
        return powers(low, high, 2, most)
    finer = [step * 10.0**e for e in range(math.floor(math.log10(low)),
                                           math.ceil(math.log10(high)) + 1) for step in (1, 2, 5)]
    inside = [tick for tick in finer if low <= tick <= high]
    return inside if len(inside) <= most else powers(low, high, 10, most)


def even_ticks(low, high, binary, most, whole):
    """A locator of ticks at even distances: of bytes multiples of powers of two."""
    if not binary or high - low < most:
        return MaxNLocator(most, steps=(1, 2, 5, 10), integer=whole)
    step = 2.0**math.ceil(math.log2((high - low) / most))
    return FixedLocator([i * step for i in range(math.ceil(low / step),
                                                 math.floor(high / step) + 1)])


def quantity_axis(axes, name, unit, written, log):
    """The x axis over the values {number: text} in `unit`; `log`: True, False, or None: as they want
    it. Says what it leaves out."""
    values, most = sorted(written), letters(MOST_TICKS) // axes.get_gridspec().ncols
    base, readable = prefixes(unit)
    above = [value for value in values if value > 0]
    log = is_geometric(values) if log is None else log and len(above) > 0
    shown = above if log else values
    low, high = shown[0] * base, shown[-1] * base
    if log:
        axes.set_xscale("log")
        margin = (high / low) ** MARGIN if high > low else 2.0
        limits = (low / margin, high * margin)
        ticks = ([value * base for value in shown] if len(shown) <= most
                 else log_ticks(*limits, unit in BYTES, most))
        axes.xaxis.set_major_locator(FixedLocator([tick / base for tick in ticks]))
        axes.xaxis.set_minor_locator(NullLocator())
    else:
        margin = MARGIN * (high - low) or 0.5 * base
        limits = (low - margin, high + margin)
        axes.xaxis.set_major_locator(at_values(shown, most)
                                     or even_ticks(low / base, high / base, unit in BYTES, most,
                                                   are_whole(values)))
    axes.set_xlim(limits[0] / base, limits[1] / base)
    axes.xaxis.set_major_formatter(FuncFormatter(tick_words(base, readable, written)))
    axes.set_xlabel(f"{name} ({unit})" if unit else name)
    left_out = [value for value in values if value <= 0] if log else []
    if left_out:
        return (f"Left out: {name} = {', '.join(f'{value:g}' for value in left_out[:3])}"
                f"{' …' if len(left_out) > 3 else ''}, which has no logarithm.")
    return ""


def at_values(values, most):
    """Ticks at the values themselves, if they are few and evenly spaced."""
    steps = [after - before for before, after in zip(values, values[1:])]
    fits = len(values) <= most and (not steps or max(steps) <= 1.01 * min(steps))
    return FixedLocator(values) if fits else None


class Range:
    """What a y axis holds: all `values`, and their intervals' `ends` as far as they squeeze
    nothing. `log` as for quantity_axis()."""

    def __init__(self, values, ends, log):
        above = [value for value in values if value > 0]
        wide = len(above) == len(values) > 0 and max(above) > LOG_SPAN * min(above)
        self.log = bool(above) and (wide if log is None else log)
        held = above if self.log else values or [0.0]
        low, high = min(held), max(held)
        if self.log:
            reach = max(FURTHER, (high / low) ** 0.5)
            ends = [min(max(end, low / reach), high * reach) for end in ends if end > 0]
        else:
            reach = BEYOND * max(high - low, 0.02 * max(abs(low), abs(high)))
            ends = [min(max(end, low - reach), high + reach) for end in ends]
        self.low, self.high = min([low, *ends]), max([high, *ends])

    def joined(self, other):
        self.low, self.high = min(self.low, other.low), max(self.high, other.high)
        self.log = self.log and other.log
        return self

    def limits(self):
        if self.log:
            margin = max((self.high / self.low) ** 0.06, 1.02)
            return self.low / margin, self.high * margin
        margin = 0.06 * (self.high - self.low) or 0.01 * abs(self.high) or 1.0
        bottom = 0 if 0 <= self.low < 0.4 * self.high else self.low - margin
        return bottom, self.high + margin


def measure_axis(axes, label, unit, values, held):
    """The y axis for a Range of values in `unit`; returns the factor to draw them with."""
    low, high = held.limits()
    base, readable = prefixes(unit)
    if held.log and readable and high > WIDE * low:
        axes.set_yscale("log")
        ticks = log_ticks(low * base, high * base, unit in BYTES, MOST_TICKS)
        axes.yaxis.set_major_locator(FixedLocator([tick / base for tick in ticks]))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(FuncFormatter(tick_words(base, readable)))
        axes.set_ylim(low, high)
        axes.set_ylabel(f"{label} ({unit})")
        return 1.0
    scale = scale_of(unit, values if held.log else [max(abs(held.low), abs(held.high))])
    low, high = low * scale.factor, high * scale.factor
    if held.log:
        axes.set_yscale("log")
        plain_log(axes.yaxis, low, high)
    else:
        axes.yaxis.set_major_locator(MaxNLocator(4 if narrow() else 6, steps=(1, 2, 2.5, 5, 10)))
    axes.set_ylim(low, high)
    axes.set_ylabel(f"{label} ({scale.unit or 'no unit'})")
    return scale.factor
