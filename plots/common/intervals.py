# Words about intervals.
from .units import counted


def interval_words(campaign, records, mark, kind=""):
    """'bar: 95 % interval over 30 builds', for what stands in the records."""
    known = [r for r in records if r["low"] is not None]
    if not known:
        return "no intervals: they take two top-level units or more"
    percent = ", ".join(f"{c * 100:g} %" for c in sorted({r["confidence"] for r in known}))
    counts = sorted({r["builds"] for r in known})
    levels = {campaign.top_level(b) for b in {r["cell"].benchmark for r in known}}
    noun = levels.pop() if len(levels) == 1 else "top-level unit"
    if len(counts) == 1:
        return f"{mark}: {kind}{percent} interval over {counted(counts[0], noun)}"
    return f"{mark}: {kind}{percent} interval over {counts[0]} to {counted(counts[-1], noun)}"



def has_low(record):
    """False: the interval reaches below 0, where the quantity, such as a time, never is."""
    if record["low"] is None:
        return False
    return record["low"] >= 0 or record.get("minimum") is None or record["minimum"] < 0


def is_bounded(record):
    """At least above; what has no limit below reaches to 0."""
    return record["high"] is not None


def limits(record):
    """Low and high, the mean itself where there is no interval."""
    if not is_bounded(record):
        return record["mean"], record["mean"]
    return record["low"] if has_low(record) else 0.0, record["high"]


def summary_words(records):
    """'mean', 'trimmed mean'; 'summary' where records differ."""
    names = {r.get("summary", "mean") for r in records}
    return names.pop().replace("_", " ") if len(names) == 1 else "summary"


def ratio_words(campaign, records, mark):
    """What the intervals of ratios are; what they rest on stands with the estimates."""
    cells = {(r["cell"], r["metric"]) for r in records}
    estimates = [r for r in campaign.optional("estimates") if (r["cell"], r["metric"]) in cells]
    if not estimates:
        return f"{mark}: interval"
    together = any((r.get("confidence") or 0) > max(e["confidence"] for e in estimates)
                   for r in records)
    return interval_words(campaign, estimates, mark, "simultaneous " if together else "")
