# What tests of asked-for pictures share: a campaign of any points, and what it asks for.
import csv
import itertools
import os

from plotting import COLUMNS, Experiment

PICTURES = "name kind x unit y over by panels log title".split()
DERIVED = "name term metric unit value low high confidence df".split()


class Asked(Experiment):
    """A campaign over axes {name: values}; `mean` and `samples` are functions of (variant, point),
    None for what is missing."""

    def __init__(self, axes, mean, variants=("O2", "O3"), unit="s", metric="wall_time",
                 half=lambda mean: 0.02 * mean, samples=None, benchmarks=("walk",)):
        super().__init__(builds=1)
        self.axes, self.pictures, self.derived = axes, [], []
        self.tables = {name: [] for name in COLUMNS}
        for benchmark, point, variant in itertools.product(
                benchmarks, itertools.product(*axes.values()), variants):
            lead = ["demo", benchmark, variant, *point]
            value = mean(variant, point)
            if value is None:
                continue
            reach = half(value)
            ends = ("", "") if reach is None else (value - reach, value + reach)
            self.add("estimates", lead, metric, unit, value, *ends, .95, 4, 5, value, value)
            for block, own in enumerate(samples(variant, point) if samples else ()):
                for i, one in enumerate(own):
                    self.add("samples", lead, "real", "m", block, 0, i, metric, unit, one)

    def columns(self):
        return list(self.axes)

    def ask(self, name, x, kind="curve", unit="", y=("wall_time",), by="variant", panels="", log="",
            title="How long does it take?", marks=()):
        for own, over in [(own, "") for own in y] + list(marks):
            self.pictures.append([name, kind, x, unit, own, over, by, panels, log, title])
        return self

    def derive(self, point, *fields, benchmark="walk"):
        self.derived.append(["demo", benchmark, *point, *fields])

    def write(self, folder, tables=COLUMNS):
        super().write(folder, tables)
        for name, header, rows in (
                ("pictures", PICTURES, self.pictures),
                ("derived", ["experiment", "benchmark", *self.axes, *DERIVED], self.derived)):
            with open(os.path.join(folder, name + ".csv"), "w", newline="") as file:
                csv.writer(file).writerows([header, *rows])
        return self
