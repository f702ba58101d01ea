# Diagnostics in pictures: order in time, lags, warm-up, drift, bimodality, interference.
import os
import unittest.mock

from plotting import COLUMNS, Experiment, PlotTest, main

LAG_TEXTS = ("r = −0.92", "r = 0.83", "r = −0.75", "r = 0.67")


def alternating(iterations=12, **how):
    """Values that jump up and down around a mean that differs between executions: r at lag k is
    (-1)^k (n - k) / n."""
    rows = Experiment(iterations=iterations, **how)
    for row in rows.tables["samples"]:
        block, execution, iteration = row[5:8]
        row[-1] = repr(0.012 + 0.001 * (3 * block + execution) + 1e-5 * (-1) ** iteration)
    return rows


class Lags(PlotTest):
    def test_lag_plots_show_original_beside_reordered(self):
        alternating().write(self.csv)
        texts = self.texts("lags")
        again = self.as_texts("lags", "--format", "svg", out=self.out + "again")
        self.assertEqual(self.texts_of(again), texts)  # what is drawn at random is the same
        for text in LAG_TEXTS:
            self.assertEqual(texts.count(f"original: {text}"), 2)
        self.assertEqual(len([text for text in texts if text.startswith("reordered: r")]), 8)
        for text in ("difference (µs)", "1 before (µs)", "4 before (µs)", "O2", "O3"):
            self.assertIn(text, texts)
        self.assertIn("sort, iterations within executions: difference of wall time",
                      " ".join(texts))

    def test_builds_in_the_order_they_were_measured(self):
        rows = alternating(builds=12, iterations=1)
        for row in rows.tables["samples"]:
            row[-1] = repr(0.012 + 1e-5 * (-1) ** row[5])
        # Measured in another order than that of the numbers: the even ones first.
        for row in rows.tables["executions"]:
            row[9] = f"2024-01-01T{row[5] % 2 * 6 + row[5] // 2:02}:00:00Z"
        rows.write(self.csv)
        texts = self.texts("lags")
        self.assertIn("means of builds in the order they were measured", " ".join(texts))
        # Six low and six high values: 9/12, 6/12, 3/12, 0.
        for r in ("0.75", "0.50", "0.25", "0.00"):
            self.assertIn(f"original: r = {r}", texts)
        self.assertIn("lag (builds)", self.texts("autocorrelation"))

    def test_one_far_value_hides_nothing(self):
        rows = alternating()
        rows.tables["samples"][3][-1] = "12"
        rows.write(self.csv)
        texts = self.texts("lags")
        self.assertIn("original: r = −0.57", texts)
        self.assertIn("Beyond 4 robust standard deviations", " ".join(texts))

    def test_too_few_values_are_not_drawn(self):
        Experiment(builds=9, iterations=9).write(self.csv)
        for kind in ("lags", "autocorrelation"):
            done = self.run_plot(kind)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{kind}: not drawn: it takes 10 iterations in an execution, or 10 "
                          "builds\n", done.stderr)

    def test_dots_are_bounded(self):
        Experiment(iterations=2000).write(self.csv)
        for path in self.drawn("lags", "--format", "svg"):
            self.assertLess(os.path.getsize(path), 3_000_000)
        self.assertIn("Thinned drawing: 250 evenly spaced values a panel.",
                      self.texts("lags"))

    def test_many_variants_take_several_pictures(self):
        Experiment(variants=tuple("abcde")).write(self.csv)
        self.assertEqual(len(self.names("lags")), 3)
        self.assertEqual(len(self.names("autocorrelation")), 2)


class Autocorrelation(PlotTest):
    def write(self, level="iteration", phase="real"):
        rows = alternating()
        rows.add("diagnostics", ["demo", "sort", "O2"], "wall_time", "pilot", 9, 8, 1, 12, "no", .001,
                 0, 100, "", "", "", "", "", 0, 0, 0)
        for lag in range(1, 5):
            rows.add("autocorrelations", ["demo", "sort", "O2"], "wall_time", phase, level, lag,
                     (-1)**lag * (12 - lag) / 12, -.1, .1, .001)
        rows.write(self.csv)

    def test_report_is_shown_beside(self):
        self.write()
        texts = self.texts("autocorrelation")
        for text in ("lag (iterations)", "r (no unit)", "95 % of shuffled copies",
                     "r in the report", "O3, original", "O2, reordered"):
            self.assertIn(text, texts)

    def test_report_of_other_rows_is_not_shown(self):
        for how in ({"level": "build"}, {"phase": "pilot"}):
            self.write(**how)
            texts = self.texts("autocorrelation")
            self.assertNotIn("r in the report", texts)
            self.assertIn("O2, original", texts)


class Found(PlotTest):
    """O2 drifts and saw interference, O3 is bimodal."""

    def setUp(self):
        super().setUp()
        self.rows = rows = Experiment()
        rows.tables["samples"][3][-1] = "0.02"
        rows.add("diagnostics", ["demo", "sort", "O2"], "wall_time", "pilot", 9, 8, 1, 12, "yes", .4,
                 1, 120, "", "", "", .024, .0001, 1, 0, 1)
        rows.add("diagnostics", ["demo", "sort", "O3"], "wall_time", "real", 9, 0, 9, 0, "yes", .4,
                 0, 120, .0121, .0124, .3, .01, .5, 0, 0, 0)
        rows.add("interference", ["demo", "sort", "O2"], "real", "m", 1, 1, 1, "migration", 2)
        rows.add("interference", ["demo", "sort", "O2"], "pilot", "m", 1, 1, 1, "throttling", 2)
        rows.add("interference", ["demo", "sort", "O2"], "real", "m", 7, 1, 1,
                 "involuntary_switch", 2)

    def test_run_sequence_says_what_was_found(self):
        self.rows.write(self.csv)
        texts = self.texts("run_sequence")
        self.assertIn("steady after 12 iterations in 8 of 9 executions; drift +2.4 % (p = 0.0001)",
                      texts)
        self.assertIn("no steady state in 9 of 9 executions; bimodal: modes at 12.1 and 12.4 ms (30 % of "
                      "the builds near the higher)", " ".join(texts))
        for text in ("migration", "outlier", "Dotted: the two modes."):
            self.assertIn(text, texts)
        # Of another phase, and of an execution that is not there.
        for text in ("throttling", "involuntary switch"):
            self.assertNotIn(text, texts)

    def test_distributions_name_modes(self):
        self.rows.write(self.csv)
        self.assertIn("bimodal: modes at 12.1 and 12.4 ms (30 % of the builds near the higher)",
                      " ".join(self.texts("distributions")))

    def test_pilot_says_where_it_became_steady(self):
        for row in self.rows.tables["samples"] + self.rows.tables["executions"]:
            row[3] = "pilot"
        self.rows.write(self.csv)
        texts = self.texts("run_sequence", "--phase", "pilot")
        self.assertIn("steady after 12 iterations in 8 of 9 executions", texts)
        self.assertIn("throttling", texts)
        for word in ("drift", "bimodal", "outlier", "migration"):
            self.assertNotIn(word, " ".join(texts))

    def test_without_the_files_nothing_is_said(self):
        self.rows.write(self.csv, ["samples", "executions", "estimates", "variances"])
        texts = " ".join(self.texts("run_sequence") + self.texts("distributions"))
        for word in ("steady", "drift", "bimodal", "migration", "outlier"):
            self.assertNotIn(word, texts)

    def test_outliers_are_ringed_as_the_report_counts_them(self):
        for value, shown in (("0.02", True), ("0.0121", False)):
            self.rows.tables["samples"][3][-1] = value
            self.rows.write(self.csv)
            self.assertEqual("outlier" in self.texts("run_sequence"), shown)

    def test_single_values_of_executions_are_ringed(self):
        rows = Experiment(variants=("O2",), iterations=1)
        rows.tables["samples"][3][-1] = "0.05"
        rows.add("diagnostics", ["demo", "sort", "O2"], "wall_time", "real", 0, 0, 0, 0, "yes", .4,
                 1, 10, "", "", "", "", "", 0, 0, 0)
        rows.write(self.csv)
        self.assertNotIn("outlier", self.texts("run_sequence"))
        rows.write(self.csv, [name for name in rows.tables if name != "dimensioning"])
        self.damage("variances", "build", "execution")
        os.remove(os.path.join(self.csv, "dimensioning.csv"))
        self.assertIn("outlier", self.texts("run_sequence"))

    def test_steady_from_the_beginning_or_never(self):
        for never, steady, words in ((1, 8, "no warm-up found in 8 of 9"),
                                     (7, 2, "no steady state in 7 of 9")):
            rows = Experiment()
            rows.add("diagnostics", ["demo", "sort", "O2"], "wall_time", "real", 9, steady, never, 0,
                     "yes", .4, 0, 120, "", "", "", 1.5, .001, 0, 0, 0)
            rows.write(self.csv)
            self.assertIn(f"{words} executions; drift +150 % (p = 0.001)",
                          self.texts("run_sequence"))

    def test_warm_up_within_what_was_searched(self):
        for searched, words in (((45, 0, 0, 0), "no warm-up found within 45 iterations in 8 of 9 executions"),
                                ((45, 9, 7, 60), "warm-up in 7 of 9 executions of the real experiment")):
            rows = Experiment()
            names = COLUMNS["diagnostics"] + " searched real_searched real_changed real_warmup"
            rows.add("diagnostics", ["demo", "sort", "O2"], "wall_time", "real", 9, 8, 1, 0,
                     "yes", .4, 0, 120, "", "", "", 1.5, .001, 0, 0, 0, *searched)
            with unittest.mock.patch.dict(COLUMNS, diagnostics=names):
                rows.write(self.csv)
            self.assertIn(words, "\n".join(self.texts("run_sequence")))

    def test_files_and_columns_by_their_former_names(self):
        self.rows.write(self.csv)
        self.damage("diagnostics", "mode_low,mode_high,mode_share", "hump_low,hump_high,hump_share")
        for name, former in (("diagnostics", "evidence"), ("interference", "disturbances")):
            os.rename(os.path.join(self.csv, name + ".csv"), os.path.join(self.csv, former + ".csv"))
        texts = self.texts("run_sequence")
        self.assertIn("steady after 12 iterations in 8 of 9 executions; drift +2.4 % (p = 0.0001)",
                      texts)
        self.assertIn("migration", texts)

    def test_garbage_in_diagnostics_is_shown_with_its_place(self):
        self.rows.write(self.csv)
        self.damage("diagnostics", "0.024", "much")
        self.refused("run_sequence", f"{self.csv}/diagnostics.csv:2: drift 'much' is not a finite "
                                     "number")


if __name__ == "__main__":
    main()
