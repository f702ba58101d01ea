# The diagnostics of a series in words; nothing where diagnostics.csv is missing.
from .style import INK
from .units import counted, significant

import numpy

# As the report judges it: a trend is one from this probability on.
DRIFT_P = 0.01
OUTLIERS_LEAST, OUTLIERS_DISTANCE = 10, 8
NOTHING_MORE = {"outliers": 0, "mode_low": None, "drift": None}


def diagnostics_of(campaign, series):
    """The record of diagnostics.csv about a Series, or None. Of a pilot beside a real experiment it
    says no more than where it became steady."""
    found = [row for row in campaign.rows_if_any("diagnostics") if row["cell"] == series.cell
             and row["variant"] == series.variant and row["metric"] == series.metric]
    if not found:
        return None
    return found[0] if campaign.phase == "real" else {**found[0], **NOTHING_MORE}


def outliers_of(values):
    """Which values lie outliers, as the engine judges it (stats/outliers.h)."""
    distance = numpy.abs(values - numpy.median(values))
    spread = 1.4826 * numpy.median(distance) or 1.2533 * distance.mean()
    return distance > OUTLIERS_DISTANCE * spread


def has_drift(record):
    return record["drift"] is not None and (record["drift_p"] or 0.0) <= DRIFT_P


def warmup_words(record):
    executions = record["executions"]
    if not executions:
        return ""
    if 2 * (record["never_steady"] or 0) > executions:
        return f"no steady state in {record['never_steady']} of {counted(executions, 'execution')}"
    searched, changed = record.get("real_searched") or 0, record.get("real_changed") or 0
    if 2 * changed > searched:
        return f"warm-up in {changed} of {counted(searched, 'execution')} of the real experiment"
    warmup, horizon = record["warmup"] or 0, record.get("searched")
    within = f" within {counted(horizon, 'iteration')}" if horizon else ""
    found = f"steady after {counted(warmup, 'iteration')}" if warmup else f"no warm-up found{within}"
    return f"{found} in {record['steady']} of {counted(executions, 'execution')}"


def drift_words(record):
    if not has_drift(record):
        return ""
    sign = "+" if record["drift"] > 0 else ""
    return f"drift {sign}{significant(record['drift'] * 100, 2)} % (p = {record['drift_p']:.2g})"


def is_bimodal(record):
    return record is not None and record["mode_low"] is not None and record["mode_high"] is not None


def bimodality_words(record, scale, level):
    """'bimodal: modes at 1.21 and 1.40 ms (30 % of the builds near the higher)'; '' if unimodal."""
    if not is_bimodal(record):
        return ""
    low, high, share = (record[f"mode_{name}"] for name in ("low", "high", "share"))
    where = f" ({share * 100:.0f} % of the {level}s near the higher)" if share is not None else ""
    return (f"bimodal: modes at {significant(low * scale.factor, 3)} and "
            f"{significant(high * scale.factor, 3)} {scale.unit}{where}")


def mode_lines(panel, record):
    for name in ("mode_low", "mode_high"):
        panel.axes.axhline(record[name] * panel.scale.factor, color=INK, linewidth=1.2,
                           linestyle=(0, (1, 1.5)), zorder=3)
