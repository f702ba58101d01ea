#!/usr/bin/env python3
"""Output of other harnesses: eswexp reads from it what Python reads. --write makes values/ anew."""
import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys
import unittest

import readings

PROGRAM = None
VALUES = pathlib.Path(__file__).parent / "values"


def golden(name):
    return VALUES / f"{name}.tsv"


class Harnesses(unittest.TestCase):
    def test_values_are_those_that_python_reads(self):
        """tests/unit/test_harnesses.c holds eswexp to the same files, value by value."""
        for name in readings.READERS:
            self.assertEqual("".join(readings.lines(name)), golden(name).read_text(), name)

    def test_every_output_has_values(self):
        refused = {"nanobench.csv"}
        names = {path.name for path in readings.OUTPUT.iterdir()}
        self.assertEqual(names - refused, set(readings.READERS))

    def test_reports_have_their_means(self):
        for name in readings.READERS:
            done = subprocess.run([PROGRAM, "report", readings.OUTPUT / name, "--json"],
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            means = {}
            for row in json.loads(done.stdout)["estimates"]:
                benchmark = row["variant"] if name.startswith("hyperfine") else row["benchmark"]
                means[benchmark, row["metric"]] = row["mean"]
            for key, group in readings.values(name).items():
                executions = {}
                for _, execution, number in group:
                    executions.setdefault(execution, []).append(number)
                mean = statistics.fmean(statistics.fmean(numbers) for numbers in executions.values())
                self.assertTrue(math.isclose(means[key], mean, rel_tol=1e-12, abs_tol=1e-300),
                                f"{name}: {key}: {means[key]}, not {mean}")
            self.assertEqual(means.keys(), readings.values(name).keys(), name)


def write():
    VALUES.mkdir(exist_ok=True)
    for name in readings.READERS:
        golden(name).write_text("".join(readings.lines(name)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default="eswexp")
    parser.add_argument("--write", action="store_true")
    options, rest = parser.parse_known_args()
    PROGRAM = pathlib.Path(options.program).resolve() if "/" in options.program else options.program
    if options.write:
        write()
    else:
        unittest.main(argv=[sys.argv[0], *rest])
