# The picture of a sweep over one factor of the set-up.
import csv
import os

from plotting import PlotTest, main

LEAD = ["demo", "sort", "O3"]
VALUES = ("baseline metric factor time_ratio low high confidence verdict p effect counts own").split()
WHOLE = ("baseline metric factor time_ratio low high confidence verdict kind compared same "
         "no_difference opposite difference maybe_chance not_compared").split()


class Bias(PlotTest):
    def write(self, name, axes, columns, rows):
        with open(os.path.join(self.csv, name + ".csv"), "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["experiment", "benchmark", "variant", *axes, *columns])
            writer.writerows(rows)

    def sweep(self, factor, kind, values, own, other=()):
        """values: (value, ratio, effect); the ratio "" has no interval. `other`: values of the axis n."""
        axes = [factor] + ["n"] * bool(other)
        rows, wholes = [], []
        for n in other or (None,):
            rest = [n] if other else []
            for value, ratio, effect in values:
                ends = [ratio - .01, ratio + .01] if ratio else ["", ""]
                rows.append([*LEAD, value, *rest, "O2", "wall_time", factor, ratio, *ends, .95,
                             "slower", .01 if ratio else "", effect,
                             "no" if value == own and kind == "draws" else "yes",
                             "yes" if value == own else "no"])
            wholes.append([*LEAD, "", *rest, "O2", "wall_time", factor, .98, .97, .99, .95, "faster",
                           kind, len(values), 1, 1, 1, 0, 0, 0])
        self.write("bias", axes, VALUES, rows)
        self.write("bias_conclusions", axes, WHOLE, wholes)

    def test_sizes(self):
        self.sweep("environment_size", "size",
                   [(256, .98, "same"), (272, 1.8, "opposite"), (288, .99, "no_difference"),
                    (304, 1.02, "maybe_chance"), (320, "", "")], 272)
        self.assertEqual([os.path.basename(path) for path in self.drawn("bias", "--format", "svg")],
                         ["bias-sort-O3-wall_time.svg"])
        texts = self.texts("bias")
        for text in ("demo: bias of environment size", "environment size (bytes)", "yours",
                     "mean over all values", "as the mean: 1", "the opposite: 1",
                     "no difference seen: 1", "against the mean, maybe by chance: 1",
                     "sort; wall time of O3 over O2; bar: 95 % interval of this value alone"):
            self.assertIn(text, texts)

    def test_draws_in_the_order_of_the_ratio(self):
        self.sweep("link_order", "draws", [(0, 1.1, "opposite"), (1, .97, "same"), (2, .95, "same")], 0)
        texts = self.texts("bias")
        for text in ("draws of link order, in the order of the ratio", "as built", "as the mean: 2",
                     "the opposite: 0"):  # what stands beside does not count
            self.assertIn(text, texts)

    def test_words_and_other_axes(self):
        self.sweep("mode", "parameter", [("fast", 1.1, "opposite"), ("safe", .97, "same")], None,
                   other=(10, 20))
        self.assertEqual(self.names("bias"), ["bias-sort-O3-10-wall_time", "bias-sort-O3-20-wall_time"])
        self.assertIn("values of mode, in the order of the ratio", self.texts("bias"))

    def test_without_a_sweep_over_a_factor(self):
        done = self.run_plot("bias")
        self.assertEqual((done.returncode, done.stderr), (2, f"error: '{self.csv}' has nothing to draw\n"))

    def test_damaged(self):
        self.sweep("environment_size", "size", [(256, .98, "same"), (272, 1.8, "opposite")], 272)
        self.damage("bias", "1.8,", "fast,")
        self.refused("bias", f"{self.csv}/bias.csv:3: time_ratio 'fast' is not a finite number")


if __name__ == "__main__":
    main()
