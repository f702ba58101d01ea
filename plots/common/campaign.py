# One campaign as the plots see it: each table read once, one order of cells and variants for all.
from .tables import (LEVELS, NotApplicable, Problem, index, level, number, optional_index,
                     optional_number, read_records, read_samples, timestamp)
from .units import SECONDS

COLUMNS = {
    "variances": {"metric": str, "level": level, "T2": optional_number, "share": optional_number},
    "dimensioning": {"metric": str, "level": level, "closed_form": optional_number,
                     "used": optional_number},
    "estimates": {"metric": str, "unit": str, "mean": number, "low": optional_number,
                  "high": optional_number, "confidence": number, "builds": index},
    "ratios": {"baseline": str, "metric": str, "time_ratio": optional_number,
               "low": optional_number, "high": optional_number, "bounded": str, "verdict": str},
    "executions": {"phase": str, "machine": str, "block": index, "execution": index,
                   "order": index, "attempt": index, "start": timestamp},
    "diagnostics": {"metric": str, "executions": index, "steady": index, "never_steady": index,
                 "warmup": optional_index, "outliers": index, "mode_low": optional_number,
                 "mode_high": optional_number, "mode_share": optional_number,
                 "drift": optional_number, "drift_p": optional_number},
    "autocorrelations": {"metric": str, "phase": str, "level": level, "lag": index,
                         "r": optional_number},
    "interference": {"phase": str, "machine": str, "block": index, "execution": index,
                     "attempt": index, "kind": str},
    "canary": {"phase": str, "machine": str, "block": index, "cpus": str, "start": timestamp,
               "seconds": number, "level": index, "level_seconds": optional_number, "alone": str},
    "derived": {"name": str, "term": str, "metric": str, "unit": str, "value": optional_number,
                "low": optional_number, "high": optional_number, "confidence": optional_number},
    "attribution": {"metric": str, "source": str, "share": optional_number,
                    "share_low": optional_number, "share_high": optional_number, "decision": str,
                    "confidence": number, "blocks": index},
    "bias": {"baseline": str, "metric": str, "factor": str, "time_ratio": optional_number,
             "low": optional_number, "high": optional_number, "confidence": number, "effect": str,
             "counts": str, "own": str},
    "bias_conclusions": {"baseline": str, "metric": str, "factor": str, "kind": str,
                         "time_ratio": optional_number, "low": optional_number,
                         "high": optional_number, "compared": index, "opposite": index,
                         "difference": index, "no_difference": index},
    "pictures": {"name": str, "kind": str, "x": str, "unit": str, "y": str, "over": str, "by": str,
                 "panels": str, "log": str, "title": str},
}
# What campaigns of earlier versions do not have.
ADDED = {
    "estimates": {"summary": str, "value": optional_number, "value_low": optional_number,
                  "value_high": optional_number, "minimum": optional_number},
    "ratios": {"summary": str, "confidence": optional_number},
    "variances": {"share_low": optional_number, "share_high": optional_number, "phase": str},
    "diagnostics": {"searched": optional_index, "real_searched": optional_index,
                    "real_changed": optional_index},
}
# Small tables in the order of the experiment file; they fix the order in every picture.
ORDERING = ("estimates", "ratios", "variances", "dimensioning")


def summarised(record):
    if record.get("summary", "mean") == "mean":
        return record
    return record | {"mean": record["value"], "low": record["value_low"],
                     "high": record["value_high"]}


class Campaign:
    def __init__(self, folder, phase="real", threshold=0.0):
        self.folder, self.phase, self.threshold = folder, phase, threshold
        self._tables = {}
        self._order = None

    def _cached(self, key, read):
        if key not in self._tables:
            try:
                self._tables[key] = read()
            except (NotApplicable, Problem) as failure:
                self._tables[key] = failure
        found = self._tables[key]
        if isinstance(found, Exception):
            raise found
        return found

    def samples(self):
        return self._cached("samples", lambda: read_samples(self.folder, self.phase))

    def records(self, table):
        """Rows of a small table; NotApplicable where it has none. "summaries" are the estimates with
        what was asked for in place of their means."""
        if table == "summaries":
            estimates = map(summarised, self.records("estimates"))
            found = [record for record in estimates if record["mean"] is not None]
            if not found:
                raise NotApplicable("no samples have the summary that was asked for")
            return found
        records = self._cached(table,
                               lambda: read_records(self.folder, table, COLUMNS[table],
                                                    ADDED.get(table, ())))
        if not records:
            raise NotApplicable(f"{table}.csv has no rows")
        for record in records:
            if record.get("bounded") == "no_lower":
                record["low"] = 0.0
        return records

    def starts(self):
        """{(cell, variant, machine, block, execution): (start, order)} of the last attempts."""
        starts, attempts = {}, {}
        for row in self.records("executions"):
            if row["phase"] != self.phase or row["start"] is None:
                continue
            key = (row["cell"], row["variant"], row["machine"], row["block"], row["execution"])
            if row["attempt"] >= attempts.get(key, 0):
                attempts[key] = row["attempt"]
                starts[key] = (row["start"], row["order"])
        return starts

    def rows_if_any(self, table):
        """Rows of a table that need not be there, but that must be right if it is."""
        try:
            return self.records(table)
        except NotApplicable:
            return []

    def optional(self, table):
        """Rows of a table that a plot can do without."""
        try:
            return self.records(table)
        except (NotApplicable, Problem):
            return []

    def top_level(self, benchmark):
        """The level whose repetitions the intervals count; build unless a table says otherwise."""
        levels = [LEVELS.index(row["level"])
                  for table in ("variances", "dimensioning") for row in self.optional(table)
                  if row["cell"].benchmark == benchmark]
        return LEVELS[max(levels)] if levels else "build"

    def _seen(self):
        if self._order is None:
            cells, variants = {}, {}
            rows = [row for table in ORDERING for row in self.optional(table)]
            for row in rows:
                cells.setdefault(row["cell"])
            for row in self.optional("ratios"):
                variants.setdefault(row["baseline"])
            for row in rows:
                variants.setdefault(row["variant"])
            if not rows:
                for one in self.samples():
                    cells.setdefault(one.cell)
                    variants.setdefault(one.variant)
            self._order = ({cell: i for i, cell in enumerate(cells)},
                           {variant: i for i, variant in enumerate(variants)})
        return self._order

    def swept_cells(self):
        """{benchmark: its cells}, where nothing could be measured too; only of benchmarks with
        sweep axes."""
        cells = [*self._seen()[0], *(row["cell"] for row in self.optional("executions"))]
        return grouped([cell for cell in dict.fromkeys(cells) if cell.axes],
                       lambda cell: cell.benchmark)

    def is_time(self, metric):
        """Of a time less is better; of anything else nothing is known."""
        units = {row["unit"] for row in self.optional("estimates") if row["metric"] == metric}
        return units <= SECONDS.keys() if units else "time" in metric

    def cell_order(self, cell):
        return self._seen()[0].setdefault(cell, len(self._order[0]))

    def variant_order(self, variant):
        """Place of the variant in the experiment (the baseline is 0): its colour in all plots."""
        return self._seen()[1].setdefault(variant, len(self._order[1]))


def grouped(items, key):
    """{key: [items]} in order of first appearance."""
    groups = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups
