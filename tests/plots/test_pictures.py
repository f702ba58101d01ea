# Pictures that an experiment asks for: what stands in them, what is said, and that nothing crashes.
import os
import warnings

from asked import Asked
from plotting import Experiment, PlotTest, load_plots, main

EVIL = "<b>$x$ & \"y\""
SIZES = tuple(str(1024 * 4**i) for i in range(7))


def by_size(variant, point):
    return 1e-9 * float(point[0]) / 1024 * (1 if variant == "O2" else 0.9)


class Curves(PlotTest):
    def lines(self, colour):
        return self.parts_of_lines("pictures", colour)

    def test_a_curve_has_its_question_units_and_intervals(self):
        Asked({"size": SIZES}, by_size).ask("latency", "size", unit="B", log="xy",
                                            title="How long, by size?").write(self.csv)
        paths = self.drawn("pictures")
        self.assertEqual([os.path.basename(path) for path in paths],
                         ["picture-latency.svg"])
        texts = self.texts("pictures")
        for text in ("How long, by size?", "1 KiB", "4 MiB", "size (B)", "wall time (s)", "100 ns",
                     "demo: wall time over size by variant; dot: mean; bar: 95 % interval over 5 "
                     "builds", "O2", "O3"):
            self.assertIn(text, texts)
        self.assertEqual(self.lines("#147fc0"), 1)

    def test_ticks_carry_the_prefix_where_values_span_many(self):
        Asked({"t": ("0.00001", "0.001", "0.1", "1")}, lambda _, point: float(point[0])).ask(
            "p", "t", unit="s", log="xy").write(self.csv)
        texts = self.texts("pictures")
        self.assertTrue({"10 µs", "1 ms", "100 ms", "1 s", "t (s)", "wall time (s)"} <= set(texts))

    def test_rates_have_decimal_prefixes(self):
        Asked({"size": SIZES}, lambda *_: 4e9, unit="B/s").ask("p", "size").write(self.csv)
        self.assertIn("wall time (GB/s)", self.texts("pictures"))

    def test_gaps_and_absent_intervals_are_told(self):
        asked = Asked({"size": SIZES}, lambda variant, point: None if point == SIZES[2:3] and
                      variant == "O3" else by_size(variant, point), half=lambda _: None)
        asked.ask("p", "size").write(self.csv)
        texts = self.texts("pictures")
        self.assertIn("Hollow: without an interval.", texts)
        self.assertIn("Gaps: points that were excluded, failed or not measured yet.", texts)
        self.assertEqual((self.lines("#147fc0"), self.lines("#d55e00")), (1, 2))

    def test_what_has_no_logarithm_is_left_out_and_said(self):
        asked = Asked({"n": ("-4", "0", "1", "10", "100")},
                      lambda variant, point: 0.0 if point == ("10",) else 1e-3)
        asked.ask("p", "n", log="xy").write(self.csv)
        texts = self.texts("pictures")
        self.assertIn("Left out: n = -4, 0, which has no logarithm.", texts)
        self.assertIn("Left out: 2 of 10 values, at or below 0, which have no logarithm.", texts)

    def test_of_what_is_left_out_nothing_more_is_said(self):
        asked = Asked({"n": ("1", "10")}, lambda variant, _: 1e-3 if variant == "O2" else -1e-3)
        asked.ask("p", "n", log="xy").write(self.csv)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            texts = self.texts("pictures")
        self.assertIn("Left out: 2 of 4 values, at or below 0, which have no logarithm.", texts)
        self.assertFalse([text for text in texts if "Triangles" in text])

    def test_what_has_no_value_anywhere_is_said(self):
        asked = Asked({"n": ("1", "2")}, lambda *_: 1e-3)
        for variant in ("O2", "O3", "Os"):
            asked.add("executions", ["demo", "walk", variant, "1"], "real", "m", 0, 0, 0, 1,
                      "2026-01-01T00:00:00.000000Z", "exit 1", 1)
        asked.ask("p", "n", y=("wall_time", "gone")).ask("q", "n").write(self.csv)
        self.assertIn("Without values: gone, Os.", self.texts("pictures"))
        self.assertIn("Without values: Os.", self.texts("pictures"))

    def test_nothing_above_0_has_no_logarithmic_axis(self):
        Asked({"n": ("-4", "0")}, lambda *_: -1.0).ask("p", "n", log="xy").write(self.csv)
        self.assertIn("wall time (s)", self.texts("pictures"))

    def test_one_point_and_very_many(self):
        Asked({"n": ("7",)}, lambda *_: 1e-3).ask("one", "n", log="xy").write(self.csv)
        self.assertEqual(self.names("pictures"), ["picture-one"])
        Asked({"bytes": [str(16 * i) for i in range(257)]},
              lambda variant, point: 1.2e-2 if point == ("1104",) else 1e-2).ask(
            "many", "bytes", unit="B").write(self.csv)
        self.assertTrue({"0", "1 KiB", "4 KiB"} <= set(self.texts("pictures")))

    def test_words_stand_side_by_side_with_their_values(self):
        Asked({"way": ("pipe", "tcp", "", EVIL)}, lambda *_: 2.5e-3, variants=("only",)).ask(
            "p", "way").write(self.csv)
        texts = self.texts("pictures")
        self.assertTrue({"pipe", "tcp", EVIL, "way", "2.50"} <= set(texts))

    def test_other_sides_become_panels(self):
        asked = Asked({"size": SIZES, "way": ("up", "down"), "mode": ("a", "b")},
                      lambda variant, point: by_size(variant, point) *
                      (1e-3 if point[1] == "up" else 1))
        asked.ask("p", "size", panels="way", log="none").write(self.csv)
        texts = self.texts("pictures")
        self.assertTrue({"way = up, mode = a", "way = down, mode = b"} <= set(texts))
        self.assertIn("Values of different magnitude: each panel has a scale of its own.", texts)

    def test_lines_and_panels_are_limited_and_said(self):
        numbers = [str(i) for i in range(1, 21)]
        Asked({"n": ("1", "2"), "stride": numbers, "k": numbers[:10]}, lambda *_: 1e-3).ask(
            "p", "n", by="stride").write(self.csv)
        texts = self.texts("pictures")
        self.assertIn("14 of 20 values of stride are drawn, evenly spaced.", texts)
        self.assertTrue({"stride 1", "stride 20"} <= set(texts))
        self.assertIn("8 of 20 panels are drawn, evenly spaced.", texts)

    def test_hostile_words_stay_words(self):
        Asked({EVIL: ("1", "2"), "b": (EVIL, "")}, lambda *_: 1e-3, variants=(EVIL, "b"),
              benchmarks=(EVIL, "\x07")).ask(EVIL + "/../x", EVIL, by="b", panels="benchmark",
                                             unit=EVIL, title=EVIL).write(self.csv)
        path, = self.drawn("pictures", "--format", "svg")
        self.assertEqual(os.path.dirname(path), self.out)
        self.assertIn(EVIL, self.texts("pictures"))

    def test_equal_data_gives_equal_bytes(self):
        Asked({"size": SIZES}, by_size).ask("p", "size", log="y").write(self.csv)
        for one, other in zip(*(self.drawn("pictures", "--format", "svg", out=self.out + n) for n in "12")):
            with open(one, "rb") as a, open(other, "rb") as b:
                self.assertEqual(a.read(), b.read(), one)


class Derived(PlotTest):
    def asked(self):
        asked = Asked({"size": SIZES, "way": ("up",)}, by_size)
        for size in SIZES:
            asked.derive([size, "up"], "diff", "", "wall_time", "s", 1e-9, 5e-10, 2e-9, .95, 4)
            asked.derive([size, "up"], "ratio", "", "wall_time", "", 0.9, .8, 1, .95, 4)
        for term, value, low, high in (("step 1", 50000, 49000, 52000), ("step 2", 1e6, 9e5, 1.1e6),
                                       ("L1d", 49152, "", ""), ("beyond", 1e12, "", "")):
            asked.derive(["", "up"], "caches", term, "wall_time", "B", value, low, high, .95, 4)
        for term, value in (("slope", 1e-12), ("intercept", 1e-9)):
            asked.derive(["", "up"], "fit", term, "wall_time", "s", value, "", "", .95, 4)
        return asked

    def test_it_stands_beside_what_is_measured(self):
        self.asked().ask("p", "size", y=("wall_time", "diff", "ratio")).write(self.csv)
        texts = self.texts("pictures")
        self.assertTrue({"wall time, O2", "wall time, O3", "diff",
                         "Left out, in another unit: ratio."} <= set(texts))

    def test_it_stands_alone(self):
        self.asked().ask("p", "size", y=("ratio",), by="").write(self.csv)
        texts = self.texts("pictures")
        self.assertIn("ratio (no unit)", texts)
        self.assertIn("demo: ratio over size; dot: value; bar: 95 % interval", texts)

    def test_steps_and_lines_are_marked(self):
        asked = self.asked()
        asked.ask("p", "size", unit="B", marks=[("caches", "size"), ("fit", "1/size")])
        asked.write(self.csv)
        texts = self.texts("pictures")
        for text in ("step 1: 48.8 KiB", "step 2: 977 KiB", "L1d: 48 KiB",
                     "Vertical: caches; shaded: the places around; dashed: the machine's own.",
                     "Dashed: fit, a line over 1/size."):
            self.assertIn(text, texts)
        self.assertFalse([text for text in texts if "beyond" in text])

    def test_words_at_marks_do_not_cover_each_other(self):
        load_plots()
        from common.marks import rows_of
        self.assertEqual(rows_of([(.1, "abcd"), (.12, "abcd"), (.5, "abcd"), (.9, "abcdef")], .04),
                         [(0, False), (1, False), (0, False), (1, True)])

    def test_steps_of_one_of_several_lines_are_marked(self):
        asked = Asked({"size": SIZES, "way": ("up", "down")}, by_size)
        for way in ("up", "down"):
            asked.derive(["", way], "caches", "step 1", "wall_time", "B", 5e4, 4e4, 6e4, .95, 4)
        asked.ask("p", "size", by="way", marks=[("caches", "size")]).write(self.csv)
        self.assertIn("Vertical: caches at way = up; shaded: the places around.",
                      self.texts("pictures"))

    def test_what_is_not_there_is_said(self):
        Asked({"size": SIZES}, by_size).ask("p", "size", y=("gone",)).ask("q", "size").write(
            self.csv)
        done = self.run_plot("pictures", "--format", "png")
        self.assertEqual((done.returncode, done.stderr),
                         (0, "pictures: not drawn: p: there is no value of gone\n"))
        self.assertTrue(done.stdout.endswith("picture-q.png\n"))


class Violins(PlotTest):
    def test_builds_stand_by_their_mean(self):
        Asked({"n": ("1",)}, lambda *_: 1e-2, samples=lambda variant, _: [
            [1e-2 + 1e-5 * ((b * 7) % 40 + i) for i in range(8)] for b in range(40)]).ask(
                "p", "build", kind="violin").write(self.csv)
        texts = self.texts("pictures")
        for text in ("demo: samples of wall time for each build by variant; ring: mean",
                     "build (rank by its mean)", "wall time (ms)", "40",
                     "30 of 40 builds are drawn, evenly spaced by their mean.",
                     "Dashed: mean of the builds' means."):
            self.assertIn(text, texts)

    def test_values_of_a_parameter_stand_beside_each_other(self):
        Asked({"n": SIZES}, by_size, samples=lambda variant, point: [
            [by_size(variant, point) * (1 + 0.01 * i) for i in range(9)]]).ask(
                "p", "n", kind="violin", unit="B").write(self.csv)
        self.assertTrue({"1 KiB", "4 MiB", "n (B)", "O3"} <= set(self.texts("pictures")))

    def test_few_equal_and_no_positive_samples_do_not_crash(self):
        values = {"O2": [0.0, -1.0], "O3": [2.0] * 9, "Os": [1.0, 2.0, 3.0, 4.0, 5.0, 1000.0]}
        asked = Asked({"n": ("1",)}, lambda *_: 1.0, variants=tuple(values), unit="",
                      samples=lambda variant, _: [values[variant]])
        asked.ask("p", "variant", kind="violin", by="", log="y").ask(
            "q", "variant", kind="violin", by="").write(self.csv)
        self.assertIn("Left out: 2 samples at or below 0, without a logarithm.",
                      self.texts("pictures"))

    def test_one_axis_holds_one_unit(self):
        asked = Asked({"n": ("1",)}, lambda *_: 1.0, samples=lambda *_: [[1.0, 2.0]])
        asked.add("samples", ["demo", "walk", "O2", "1"], "real", "m", 0, 0, 0, "joy", "J", 5.0)
        asked.ask("p", "n", kind="violin", y=("wall_time", "joy")).write(self.csv)
        texts = self.texts("pictures")
        self.assertIn("Left out, in another unit: joy.", texts)
        self.assertFalse([text for text in texts if text.startswith("Without values")])

    def test_without_samples_that_is_said(self):
        Asked({"n": ("1",)}, lambda *_: 1.0).ask("p", "build", kind="violin").write(self.csv)
        done = self.run_plot("pictures")
        self.assertEqual(done.returncode, 2)
        self.assertIn("pictures: not drawn: p: samples.csv has no sample of phase 'real'\n",
                      done.stderr)


class Tables(PlotTest):
    def test_asking_for_none_is_silent(self):
        Experiment(builds=2, iterations=2).write(self.csv)
        without = self.run_plot("all", "--format", "svg")
        with open(os.path.join(self.csv, "pictures.csv"), "w") as file:
            file.write("name,kind,x,unit,y,over,by,panels,log,title\n")
        done = self.run_plot("all", "--format", "svg")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, without.stdout, without.stderr))
        self.assertNotIn("picture", done.stdout + done.stderr)

    def test_mistakes_have_their_place(self):
        Asked({"size": SIZES}, by_size).ask("p", "size", kind="pie").write(self.csv)
        self.refused("pictures", "pictures.csv: kind 'pie' of 'p' is not one of curve, violin")
        self.damage("pictures", ",over,", ",off,")
        self.refused("pictures", f"{self.csv}/pictures.csv:1: column 'over' is missing")


if __name__ == "__main__":
    main()
