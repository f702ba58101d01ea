# Values and their units in a size that people read: ns to s, B to GiB, powers of 1000.
import math

import numpy

SECONDS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "µs": 1e-6, "μs": 1e-6, "ns": 1e-9, "min": 60.0}
RATES = {"B/s": 1.0, "KB/s": 1e3, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9}
FREQUENCIES = {"Hz": 1.0, "kHz": 1e3, "MHz": 1e6, "GHz": 1e9}
BYTES = {"B": 1.0, "byte": 1.0, "bytes": 1.0, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30}
READABLE_TIMES = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9))
READABLE_RATES = (("GB/s", 1e9), ("MB/s", 1e6), ("kB/s", 1e3), ("B/s", 1.0))
READABLE_FREQUENCIES = (("GHz", 1e9), ("MHz", 1e6), ("kHz", 1e3), ("Hz", 1.0))
READABLE_SIZES = (("GiB", 2.0**30), ("MiB", 2.0**20), ("KiB", 2.0**10), ("B", 1.0))
# Units that have a prefix for every size: what each is in the first one, and the prefixes.
PREFIXED = ((SECONDS, READABLE_TIMES), (BYTES, READABLE_SIZES), (RATES, READABLE_RATES),
            (FREQUENCIES, READABLE_FREQUENCIES))
BINARY = ((2**30, "Gi"), (2**20, "Mi"), (2**10, "Ki"))
DECIMAL = ((1e9, "G"), (1e6, "M"), (1e3, "k"))
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Scale:
    """Factor and unit name in which values of about `typical` (in `unit`) are shown."""

    def __init__(self, unit, typical):
        self.factor, self.unit = 1.0, unit
        base, readable = prefixes(unit)
        if readable:
            self._choose(base, readable, typical)
        elif typical >= 1e5 or 0 < typical < 1e-2:
            power = 3 * math.floor(math.log10(typical) / 3)
            self.factor = 10.0**-power
            self.unit = f"10{str(power).translate(SUPERSCRIPT)} {unit}".strip()

    def _choose(self, base, readable, typical):
        size = typical * base
        name, step = next(((n, s) for n, s in readable if size >= s), readable[-1])
        self.factor, self.unit = base / step, name

    def label(self, metric):
        return f"{words(metric)} ({self.unit or 'no unit'})"

    def text(self, value):
        return f"{significant(value * self.factor)} {self.unit}".strip()


def prefixes(unit):
    """(what the unit is in the family's own, [(name, size)] of the family), (1, ()) if it has
    none."""
    return next(((family[unit], readable) for family, readable in PREFIXED if unit in family),
                (1.0, ()))


def scale_of(unit, values):
    sizes = numpy.abs(numpy.asarray(values, dtype=float))
    return Scale(unit, float(numpy.median(sizes)) if sizes.size else 0.0)


def words(metric):
    return metric.replace("_", " ")


def significant(value, digits=4):
    """Plain decimals with `digits` significant ones, 1234567 without an exponent."""
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    if not 1e-6 < abs(value) < 1e12:
        return f"{value:.{digits - 1}e}"
    places = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return f"{value:.{places}f}"


def counted(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def compact(value, binary):
    """A parameter's value for an axis: 100k, 1M, 0.5, or 64Ki if all the axis is binary."""
    for step, prefix in BINARY if binary else DECIMAL:
        if value >= step and value % step == 0:
            return f"{value / step:.6g}{prefix}"
    return f"{value:.6g}"


def as_number(text):
    """The number that a parameter's value is, or None."""
    factor = next((step for step, prefix in BINARY if text.endswith(prefix)), 1)
    above, _, below = (text[:-2] if factor > 1 else text).partition("/")
    try:
        value = float(above) * factor / float(below or 1)
    except (ValueError, ZeroDivisionError):
        return None
    return value if math.isfinite(value) else None


def parameter(text):
    value = as_number(text)
    return text if value is None or len(text) < 8 else f"{value:.10g}"
