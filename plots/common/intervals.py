# Words about intervals, and which records make a curve over a parameter.
from .units import as_number, counted

CURVE_POINTS = 3


def interval_words(campaign, records, mark):
    """'bar: 95 % interval over 30 builds', for what stands in the records."""
    known = [r for r in records if r["low"] is not None]
    if not known:
        return "no intervals: they take two top-level units or more"
    percent = ", ".join(f"{c * 100:g} %" for c in sorted({r["confidence"] for r in known}))
    counts = sorted({r["builds"] for r in known})
    levels = {campaign.top_level(b) for b in {r["cell"].benchmark for r in known}}
    noun = levels.pop() if len(levels) == 1 else "top-level unit"
    if len(counts) == 1:
        return f"{mark}: {percent} interval over {counted(counts[0], noun)}"
    return f"{mark}: {percent} interval over {counts[0]} to {counted(counts[-1], noun)}"


def curve_axis(records):
    """The name of the only axis that varies, if it is numeric with enough points, else None."""
    values = {}
    for record in records:
        for name, value in record["cell"].axes:
            values.setdefault(name, {})[value] = True
    varying = [name for name, found in values.items() if len(found) > 1]
    if len(varying) != 1 or len(values[varying[0]]) < CURVE_POINTS:
        return None
    if any(as_number(value) is None for value in values[varying[0]]):
        return None
    return varying[0]


def axis_value(record, name):
    return as_number(dict(record["cell"].axes)[name])
