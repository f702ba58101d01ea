# Pictures of another summary than the mean.
import csv
import os

from plotting import Experiment, PlotTest, main


class Summaries(PlotTest):
    def add_columns(self, table, columns, values):
        path = os.path.join(self.csv, table + ".csv")
        with open(path, newline="") as file:
            header, *rows = csv.reader(file)
        with open(path, "w", newline="") as file:
            csv.writer(file).writerows([header + columns, *(row + values for row in rows)])

    def of(self, summary, *estimate):
        Experiment().write(self.csv)
        self.add_columns("estimates", ["summary", "value", "value_low", "value_high"],
                         [summary, *estimate])
        self.add_columns("ratios", ["summary"], [summary])

    def test_the_summary_stands_in_place_of_the_mean(self):
        self.of("trimmed_mean", "0.011", "0.0102", "0.0117")
        texts = self.texts("means")
        self.assertIn("dot: trimmed mean; bar: 95 % interval over 5 builds", texts)
        self.assertIn("11.00 ms [10.20 ms, 11.70 ms]", texts)
        self.assertIn("dot: ratio (trimmed mean); bar: 95 % interval over 5 builds",
                      " ".join(self.texts("ratios")))

    def test_means_stay_as_they_are(self):
        self.of("mean", "0.011", "0.0102", "0.0117")
        texts = self.texts("means")
        self.assertIn("dot: mean; bar: 95 % interval over 5 builds", texts)
        self.assertIn("12.00 ms ± 2.0 %", texts)

    def test_what_is_not_defined_is_left_out(self):
        self.of("harmonic_mean", "", "", "")
        done = self.run_plot("means")
        self.assertIn("no samples have the summary that was asked for", done.stderr)


if __name__ == "__main__":
    main()
