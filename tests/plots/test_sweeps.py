# Plots of parameter sweeps: curves over one axis, heat maps over two, pictures of many cells.
import itertools
import os
import xml.etree.ElementTree

from plotting import SVG, Experiment, PlotTest, load_plots, main

POWERS = tuple(str(2**i) for i in range(4, 16, 2))


class Sweep(Experiment):
    """A campaign over any axes, {name: values}; `missing` says which (variant, point) are not
    there, `ratio` what a variant's time is of the baseline's."""

    def __init__(self, axes, variants=("O2", "O3"), benchmarks=("sort",), unit="s",
                 missing=lambda variant, point: False, ratio=lambda point: 0.9, samples=False):
        super().__init__(builds=1)
        self.axes = axes
        self.tables = {name: [] for name in self.tables}
        points = list(itertools.product(*axes.values()))
        for benchmark, point, variant in itertools.product(benchmarks, points, variants):
            lead = ["demo", benchmark, variant, *point]
            self.add("executions", lead, "real", "m", 0, 0, 0, 1, "2024-01-01T00:00:00Z", 0, 1)
            if missing(variant, point):
                continue
            value = ratio(point) if variant != variants[0] else 1
            mean = 0.01 * value * (1 + points.index(point))
            self.add("estimates", lead, "wall_time", unit, mean, mean * .99, mean * 1.01, .95, 4,
                     5, mean, mean)
            if samples:
                self.add("variances", lead, "wall_time", "build", 5, 1, 1, 1)
                self.add("dimensioning", lead, "wall_time", "build", 1, 1, "", 5)
                for block in range(2):
                    self.add("samples", lead, "real", "m", block, 0, 0, "wall_time", unit, mean)
            if variant != variants[0]:
                low, high = value - .02, value + .02
                self.add("ratios", lead, variants[0], "wall_time", value, low, high, "yes",
                         1 / value, "faster" if high < 1 else "slower" if low > 1
                         else "inconclusive")

    def columns(self):
        return list(self.axes)


class Sweeps(PlotTest):
    def lines(self, colour):
        return self.parts_of_lines("curves", colour)

    def test_one_axis_becomes_curves(self):
        Sweep({"n": POWERS}).write(self.csv)
        self.assertEqual(self.names("curves"), ["curves-sort-wall_time",
                                                "curves-sort-wall_time-speedup"])
        texts = self.texts("curves")
        for text in ("n (parameter's value)", "wall time (ms)", "demo: wall time, speedup", "4096",
                     "sort over n; above 1: faster than O2; bar: 95 % interval over 5 builds"):
            self.assertIn(text, texts)
        self.assertFalse([text for text in texts if "Gaps" in text])

    def test_geometric_axis_is_logarithmic_others_linear(self):
        for values in (("10", "20", "40", "80"), ("10", "20", "30", "40")):
            Sweep({"n": values}).write(self.csv)
            path = self.drawn("curves", "--format", "svg", out=self.out + values[2])[0]
            tree = xml.etree.ElementTree.parse(path)
            first, second, third = (float(next(text.get("x") for text in tree.iter(f"{{{SVG}}}text")
                                               if text.text == value)) for value in values[:3])
            self.assertAlmostEqual(second - first, third - second, delta=0.1)

    def test_values_read_as_the_experiment_writes_them(self):
        for values, labels in ((("1/3", "1/2", "2/3"), ("1/3", "1/2", "2/3")),
                               (("1048576", "16777216", "268435456"), ("1Mi", "16Mi", "256Mi"))):
            Sweep({"n": values}).write(self.csv)
            self.assertTrue(set(labels) <= set(self.texts("curves")), labels)
            self.assertEqual(self.lines("#147fc0"), 1)  # numbers, not words

    def test_ratios_of_a_sweep_stand_in_its_order(self):
        Sweep({"n": POWERS}, ratio=lambda point: 0.8 + 1e-5 * int(point[0])).write(self.csv)
        texts = self.texts("ratios")
        self.assertEqual([text for text in texts if text.startswith("n = ")], [f"n = {n}" for n in POWERS])

    def test_missing_point_is_a_gap(self):
        Sweep({"n": POWERS}).write(self.csv)
        self.assertEqual((self.lines("#147fc0"), self.lines("#d55e00")), (1, 2))
        Sweep({"n": POWERS}, missing=lambda variant, point: point == ("256",)
              and variant == "O3").write(self.csv)
        self.assertEqual((self.lines("#147fc0"), self.lines("#d55e00")), (1, 4))
        self.assertIn("Gaps: points that were excluded, failed or not measured yet.",
                      self.texts("curves"))

    def test_point_where_all_failed_is_a_gap(self):
        Sweep({"n": POWERS}, missing=lambda _, point: point == ("256",)).write(self.csv)
        self.assertEqual((self.lines("#147fc0"), self.lines("#d55e00")), (2, 4))

    def test_words_stand_side_by_side(self):
        Sweep({"allocator": ("glibc", "jemalloc", "<b>$x$")}).write(self.csv)
        texts = self.texts("curves")
        self.assertTrue({"glibc", "jemalloc", "<b>$x$", "allocator (parameter's value)"}
                        <= set(texts))
        self.assertEqual(self.lines("#147fc0"), 0)

    def test_binary_suffixes_are_numbers(self):
        Sweep({"size": ("1Ki", "64Ki", "1Mi", "64Mi")}).write(self.csv)
        self.assertEqual(self.lines("#147fc0"), 1)
        self.assertIn("64Mi", self.texts("curves"))

    def test_benchmarks_share_a_picture(self):
        Sweep({"n": POWERS}, benchmarks=("sort", "merge", "quick")).write(self.csv)
        self.assertEqual(self.names("curves"), ["curves-wall_time",
                                                "curves-wall_time-speedup"])
        self.assertTrue({"sort", "merge", "quick"} <= set(self.texts("curves")))

    def test_other_units_have_ratios(self):
        Sweep({"n": POWERS}, unit="B").write(self.csv)
        self.assertIn("curves-sort-wall_time-ratio", self.names("curves"))
        self.assertIn("above 1: more than O2", " ".join(self.texts("curves")))

    def test_open_and_absent_intervals(self):
        sweep = Sweep({"n": POWERS})
        sweep.tables["ratios"][1][7:10] = 0.8, "", "no_upper"
        sweep.tables["ratios"][2][7:10] = "", "", "none"
        sweep.tables["ratios"][3][6:10] = "", "", "", "none"
        sweep.write(self.csv)
        self.assertIn("Hollow: without an interval.", self.texts("curves"))

    def test_two_axes_are_a_heat_map_and_curves_by_the_other(self):
        Sweep({"n": POWERS, "mode": ("fast", "safe", "none")},
              ratio=lambda point: {"fast": 1.0, "safe": 0.9, "none": 1.2}[point[1]],
              missing=lambda _, point: point == ("64", "safe")).write(self.csv)
        self.assertEqual(self.names("heat_maps"), ["heat_maps-sort-wall_time"])
        texts = self.texts("heat_maps")
        self.assertEqual([texts.count(text) for text in ("1.00", "0.90", "1.20")], [6, 5, 6])
        for text in ("inconclusive: the interval includes 1", "n (parameter's value)", "safe",
                     "blank: excluded, failed or not measured", "O3 / O2 (ratio, no unit)"):
            self.assertIn(text, texts)
        self.assertTrue({"mode = fast", "mode = safe", "mode = none"} <= set(self.texts("curves")))

    def test_ratios_below_one_are_fractions(self):
        load_plots()
        from heat_maps import ratio_text
        self.assertEqual([ratio_text(ratio) for ratio in (1e-4, 1 / 3, 1 / 1.5, 0.98, 1, 1.5, 30)],
                         ["1/10000", "1/3", "2/3", "0.98", "1", "1.5", "30"])

    def test_threshold_makes_inconclusive(self):
        Sweep({"n": POWERS, "size": ("1", "2")}, ratio=lambda _: 1.04).write(self.csv)
        self.assertNotIn("inconclusive: the interval includes 1", self.texts("heat_maps"))
        texts = self.texts("heat_maps", "--threshold", "5%")
        self.assertIn("Inconclusive, too: within ± 5 %, the threshold.", texts)

    def test_each_variant_has_its_heat_map(self):
        Sweep({"n": POWERS, "size": ("1", "2")}, variants=("O2", "O3", "Os")).write(self.csv)
        self.assertEqual(self.names("heat_maps"), ["heat_maps-sort-wall_time-O3",
                                                   "heat_maps-sort-wall_time-Os"])

    def test_one_variant_shows_means(self):
        Sweep({"n": POWERS, "size": ("1", "2")}, variants=("only",)).write(self.csv)
        texts = self.texts("heat_maps")
        for text in ("demo: means of wall time", "wall time (ms)", "120", "10.0"):
            self.assertIn(text, texts)
        self.assertEqual(self.names("curves"), ["curves-sort-wall_time"])

    def test_third_axis_is_panels_and_few_of_many(self):
        Sweep({"n": POWERS, "size": ("1", "2", "4", "8"), "mode": ("a", "b", "c")}).write(self.csv)
        self.assertTrue({"mode = a", "mode = b", "mode = c"} <= set(self.texts("heat_maps")))
        texts = self.texts("curves")
        self.assertIn("6 of 12 points of the other parameters are drawn, evenly spaced.", texts)
        self.assertIn("size = 8, mode = b", texts)

    def test_two_values_are_no_curve(self):
        Sweep({"n": ("1", "2")}).write(self.csv)
        done = self.run_plot("curves")
        self.assertEqual(done.returncode, 2)
        self.assertIn("curves: not drawn: no swept parameter has 3 values\n", done.stderr)

    def test_nothing_swept_is_silent_among_all(self):
        Experiment().write(self.csv)
        self.assertFalse([name for name in self.names("all", "--all") if "curves" in name or "heat_maps" in name])

    def test_hundreds_of_cells_are_few_pictures(self):
        numbers = tuple(str(i) for i in range(1, 13))
        Sweep({"n": numbers, "size": numbers}, samples=True,
              ratio=lambda point: 1 + int(point[0]) / 50).write(self.csv)
        done = self.run_plot("all", "--all", "--format", "svg")
        self.assertEqual(done.returncode, 0)
        paths = done.stdout.splitlines()
        names = [os.path.basename(path) for path in paths]
        self.assertTrue(len(names) < 40, names)
        self.assertEqual(names.count("heat_maps-sort-wall_time.svg"), 1)
        texts = {kind: " ".join(self.texts_of(path for path in paths
                                              if os.path.basename(path).startswith(kind)))
                 for kind in ("builds", "means", "ratios", "curves")}
        for kind in ("builds", "means"):
            self.assertIn("Drawn are 24 of 144 points of the sweep, evenly spaced in its order; "
                          "the CSV files, curves and heat maps have all.", texts[kind])
        self.assertIn("Of 144 points of the sweep those with the 50 largest and 50 smallest "
                      "ratios; ratios.csv, curves and heat maps have all.", texts["ratios"])
        self.assertIn("8 of 12 points of the other parameters are drawn, evenly spaced.",
                      texts["curves"])

    def test_equal_data_gives_equal_bytes(self):
        Sweep({"n": POWERS, "size": ("1", "2")}).write(self.csv)
        first, second = (self.drawn("heat_maps", "--format", "svg", out=self.out + n) for n in "12")
        for one, other in zip(first, second, strict=True):
            with open(one, "rb") as a, open(other, "rb") as b:
                self.assertEqual(a.read(), b.read(), one)


if __name__ == "__main__":
    main()
