# Reading a campaign's CSV files: strict about what is there, with file and line in each message.
import csv
import math
import os
from array import array
from datetime import datetime
from typing import NamedTuple

# The first column after the sweep axes; what stands between the leading columns and it is the axes.
AFTER_AXES = {
    "samples": "phase",
    "builds": "phase",
    "executions": "phase",
    "variances": "metric",
    "dimensioning": "metric",
    "estimates": "metric",
    "ratios": "baseline",
    "diagnostics": "metric",
    "autocorrelations": "metric",
    "interference": "phase",
    "canary": "phase",
    "derived": "name",
    "attribution": "metric",
    "bias": "baseline",
    "bias_conclusions": "baseline",
}
LEVELS = ("iteration", "execution", "build", "machine")
LEADING = ("experiment", "benchmark", "variant")
# What is derived from several variants is of none; a table of the whole experiment leads nowhere.
FEWER = {"derived": LEADING[:2], "attribution": LEADING[:2], "pictures": ()}

# Names of files in campaigns of earlier versions.
FORMER = {"diagnostics": "evidence", "interference": "disturbances"}
FORMER_COLUMNS = {f"hump_{name}": f"mode_{name}" for name in ("low", "high", "share")}


class Problem(Exception):
    """Bad input; the message says where and what."""


class NotApplicable(Exception):
    """The campaign has nothing for this plot; the message says why."""


class Cell(NamedTuple):
    """A benchmark at one point of the sweep: axes are (name, value) pairs of text."""
    benchmark: str
    axes: tuple


def number(text):
    value = float(text)
    if not math.isfinite(value):
        raise ValueError
    return value


def optional_number(text):
    return number(text) if text else None


def index(text):
    """A place in the plan; empty where the experiment lacks that level."""
    return int(text) if text else 0


def optional_index(text):
    return int(text) if text else None


def timestamp(text):
    """Seconds since 1970, None where nothing was started."""
    if not text:
        return None
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def level(text):
    if text not in LEVELS:
        raise ValueError
    return text


EXPECTED = {index: "a whole number", optional_index: "a whole number",
            timestamp: "an ISO 8601 time",
            level: f"one of {', '.join(LEVELS)}"}


def path_of(folder, table):
    """The table's file; by its former name where it has only that."""
    path, former = (os.path.join(folder, name + ".csv") for name in (table, FORMER.get(table, table)))
    return former if os.path.exists(former) and not os.path.exists(path) else path


class Reader:
    """Iterates over a table's rows and knows where its columns stand."""

    def __init__(self, folder, table):
        self.path = path_of(folder, table)
        try:
            self._file = open(self.path, encoding="utf-8-sig", newline="")
        except FileNotFoundError:
            raise NotApplicable(f"there is no {table}.csv in '{folder}'") from None
        except OSError as failure:
            raise Problem(f"{self.path}: {failure.strerror}") from None
        self._csv = csv.reader(self._file, strict=True)
        self.header = next(iter(self), [])
        self._find_axes(table)
        self.header[self._end:] = [FORMER_COLUMNS.get(name, name) for name in self.columns()]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._file.close()

    def _find_axes(self, table):
        self._places = [self._place(name, 0) for name in FEWER.get(table, LEADING)]
        self._begin = self._places[-1] + 1 if self._places else 0
        self._end = self._place(AFTER_AXES[table], self._begin) if self._places else 0
        self._axes = self.header[self._begin:self._end]

    def _place(self, name, start):
        try:
            return self.header.index(name, start)
        except ValueError:
            raise Problem(f"{self.path}:1: column '{name}' is missing") from None

    def places(self, columns):
        """Indices of the columns behind the axes (an axis may bear the same name)."""
        return [self._place(name, self._end) for name in columns]

    def columns(self):
        return self.header[self._end:]

    def cell(self, row):
        benchmark = row[self._places[1]] if self._places else ""
        return Cell(benchmark, tuple(zip(self._axes, row[self._begin:self._end])))

    def experiment(self, row):
        return row[self._places[0]] if self._places else ""

    def variant(self, row):
        return row[self._places[2]] if len(self._places) > 2 else ""

    def line(self):
        return self._csv.line_num

    def __iter__(self):
        width = len(getattr(self, "header", ()))
        try:
            for row in self._csv:
                if not row:
                    continue
                if width and len(row) != width:
                    raise Problem(f"{self.path}:{self.line()}: {len(row)} fields where the "
                                  f"header has {width}")
                yield row
        except csv.Error as failure:
            raise Problem(f"{self.path}:{self.line()}: {failure}") from None
        except UnicodeDecodeError:
            raise Problem(f"{self.path}:{self.line() + 1}: not UTF-8") from None

    def garbage(self, row, columns, converters):
        """The Problem that names the field of `row` that cannot be read."""
        for place, name, convert in zip(self.places(columns), columns, converters):
            try:
                convert(row[place])
            except ValueError:
                return Problem(f"{self.path}:{self.line()}: {name} '{row[place]}' is not "
                               f"{EXPECTED.get(convert, 'a finite number')}")
        raise AssertionError("no field of the row is garbage")


def read_records(folder, table, columns, added=()):
    """Rows of a small table as dicts: experiment, cell, variant and `columns` (name: converter), and
    those of `added` that the file has."""
    with Reader(folder, table) as reader:
        columns = columns | {name: added[name] for name in added if name in reader.columns()}
        places = reader.places(columns)
        records = []
        for row in reader:
            record = {"experiment": reader.experiment(row), "cell": reader.cell(row),
                      "variant": reader.variant(row)}
            try:
                for name, place in zip(columns, places):
                    record[name] = columns[name](row[place])
            except ValueError:
                raise reader.garbage(row, columns, columns.values()) from None
            records.append(record)
    return records


class Series:
    """All samples of one metric of one variant in one cell, column by column."""

    def __init__(self, experiment, cell, variant, metric, unit):
        self.experiment, self.cell, self.variant = experiment, cell, variant
        self.metric, self.unit = metric, unit
        self.machines = []
        self.machine, self.block, self.execution, self.iteration = (array("q") for _ in range(4))
        self.value = array("d")


SAMPLE_TEXTS = ("phase", "metric", "unit", "machine")
SAMPLE_NUMBERS = ("block", "execution", "iteration", "value")
SAMPLE_CONVERTERS = (index, index, index, number)


def read_samples(folder, phase):
    """A list of Series of one phase. Compact: 10^7 rows must fit in memory."""
    series, phases = {}, {}
    with Reader(folder, "samples") as reader:
        first, metric, unit, machine = reader.places(SAMPLE_TEXTS)
        block, execution, iteration, value = reader.places(SAMPLE_NUMBERS)
        for row in reader:
            if row[first] != phase:
                phases[row[first]] = True
                continue
            key = (*row[:first], row[metric], row[unit])
            one = series.get(key)
            if one is None:
                one = series[key] = Series(reader.experiment(row), reader.cell(row),
                                           reader.variant(row), row[metric], row[unit])
            if row[machine] not in one.machines:
                one.machines.append(row[machine])
            try:
                one.value.append(number(row[value]))
                one.block.append(index(row[block]))
                one.execution.append(index(row[execution]))
                one.iteration.append(index(row[iteration]))
            except ValueError:
                raise reader.garbage(row, SAMPLE_NUMBERS, SAMPLE_CONVERTERS) from None
            one.machine.append(one.machines.index(row[machine]))
    if not series:
        others = f" (only of {', '.join(sorted(phases))})" if phases else ""
        raise NotApplicable(f"samples.csv has no sample of phase '{phase}'{others}")
    return list(series.values())
