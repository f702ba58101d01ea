# The plots as a user meets them: scripts run on CSV files, pictures and messages checked.
import os
import signal
import subprocess
import sys
import xml.etree.ElementTree
from unittest import mock

from plotting import KINDS, SWEPT, Experiment, PlotTest, load_plots, main, script

EVIL = "<script>alert(1)</script>/$a^b$ & \x07"


class Pictures(PlotTest):
    def test_ratios_that_hold_together_are_called_simultaneous(self):
        Experiment().write(self.csv)
        caption = "sort, dot: ratio; bar: {}95 % interval over 5 builds"
        self.assertIn(caption.format(""), self.texts("ratios"))
        path = os.path.join(self.csv, "ratios.csv")
        with open(path, encoding="utf-8") as file:
            header, *rows = file.read().splitlines()
        with open(path, "w", encoding="utf-8") as file:
            print(header + ",confidence", *(row + ",0.975" for row in rows), sep="\n", file=file)
        self.assertIn(caption.format("simultaneous "), self.texts("ratios"))

    def test_all_draws_every_kind_as_png_and_svg(self):
        """With text and colours; some once more, which gives the same."""
        Experiment().write(self.csv)
        ends = {kind: [] for kind in KINDS}
        for path in self.written(self.run_plot("all", "--all", "--format", "png,svg")):
            ends[os.path.basename(path).split("-")[0]].append(path[-4:])
        self.assertEqual(ends, {kind: [".png", ".svg"] for kind in KINDS})
        first = self.drawn("all", "--all", out=self.out + "1")
        self.assertEqual(len(first), len(KINDS))
        for kind in ("run_sequence", "ratios"):
            png, svg = self.drawn(kind, "--format", "png,svg", out=self.out + "2")
            with open(png, "rb") as file:
                self.assertEqual(file.read(5), b"\x89PNG\r")
            with open(svg, "rb") as one, open(os.path.join(self.out + "1", os.path.basename(svg)), "rb") as other:
                self.assertEqual(one.read(), other.read(), svg)
        for path in first:
            with open(path, "rb") as file:
                drawn = file.read()
            self.assertEqual(drawn[:5], b"<svg ")
            if "variance_shares" not in path:
                self.assertIn(b"#d55e00", drawn, path)  # the variant's in all pictures
        self.check_labels(self.texts_of(first))

    def check_labels(self, texts):
        """Axes have units."""
        for label in ("wall time (ms)", "share of the variance of one sample (%)",
                      "iterations (count)", "build (rank by its mean)",
                      "wall time, O3 / O2 (ratio, no unit)",
                      "sample (number in order of measurement)"):
            self.assertIn(label, texts)
        self.assertIn("demo: means with intervals", texts)
        self.assertIn("dot: mean; bar: 95 % interval over 5 builds", texts)

    def test_a_reader_needs_ratios_and_builds_or_else_means(self):
        for variants, expected in ((("O2", "O3"), ["ratios-wall_time", "builds-sort-wall_time"]),
                                   (("only",), ["means-wall_time"])):
            Experiment(variants=variants).write(self.csv)
            done = self.run_plot("all")
            self.assertEqual([os.path.basename(path)[:-len(".svg")] for path in done.stdout.splitlines()], expected)

    def test_all_cpus_draw_the_same_bytes_as_one(self):
        Experiment().write(self.csv)
        many = self.drawn("all", "--all", out=self.out + "many")
        with mock.patch.object(os, "sched_getaffinity", lambda _: {0}):
            one = self.drawn("all", "--all", out=self.out + "one")
        self.assertEqual(len(many), len(KINDS))
        for left, right in zip(many, one, strict=True):
            with open(left, "rb") as own, open(right, "rb") as other:
                self.assertEqual(own.read(), other.read(), left)

    def test_a_process_that_ends_early_is_an_error(self):
        load_plots()
        from common.parallel import in_parallel
        from common.tables import Problem
        with mock.patch.object(os, "sched_getaffinity", lambda _: {0, 1}), \
                self.assertRaisesRegex(Problem, "ended early"):
            list(in_parallel([lambda: 1, lambda: os._exit(1), lambda: 2]))

    def test_an_interrupt_ends_all_processes_at_once(self):
        Experiment(variants=[f"v{i}" for i in range(40)]).write(self.csv)
        words = [sys.executable, "-B", *self.words("all", "--all")]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              start_new_session=True) as drawing:
            drawing.stdout.readline()
            os.killpg(drawing.pid, signal.SIGINT)
            said = drawing.communicate(timeout=60)[1]  # when the last process has closed it
        self.assertEqual((drawing.returncode, said), (-signal.SIGINT, ""))

    def test_a_reader_that_has_enough_stops_no_drawing(self):
        Experiment().write(self.csv, ["estimates", "ratios"])
        words = [sys.executable, "-B", *self.words("all", "--all", "--format", "png")]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True) as drawing:
            first = drawing.stdout.readline().strip()
            drawing.stdout.close()
            said = drawing.stderr.read()
        self.assertEqual((drawing.returncode, "Traceback" in said), (0, False))
        self.assertTrue(os.path.exists(first))
        self.assertGreater(len(os.listdir(self.out)), 1)

    def test_each_script_runs_alone_and_has_help(self):
        Experiment().write(self.csv)
        for kind in KINDS:
            done = self.run_plot(kind, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("--format", done.stdout)
        done = self.start_plot("means", "--format", "png")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        path, = done.stdout.splitlines()
        self.assertTrue(os.path.getsize(path) > 1000)

    def test_values_are_scaled_from_any_unit(self):
        for unit, label in (("ms", "wall time (µs)"), ("ns", "wall time (ns)"),
                            ("cycles", "wall time (cycles)"), ("GB/s", "wall time (MB/s)")):
            Experiment(unit=unit).write(self.csv)
            self.assertIn(label, self.texts("means"))

    def test_user_text_stays_text(self):
        Experiment(benchmark=EVIL, variants=("$x$", "../up")).write(self.csv)
        paths = self.written(self.run_plot("all", "--all", "--format", "svg"))
        self.assertEqual({os.path.basename(path).split("-")[0] for path in paths}, set(KINDS))
        for kind in ("means", "run_sequence"):  # in place of those that were not drawn
            self.assertTrue(set(self.drawn(kind, "--format", "svg")) <= set(paths))
        self.assertEqual({os.path.dirname(path) for path in paths}, {self.out})
        shown = EVIL.replace("\x07", "\ufffd")
        for path in paths:
            tree = xml.etree.ElementTree.parse(path)
            self.assertTrue(any(shown in (e.text or "") for e in tree.iter()), path)
            self.assertFalse([e for e in tree.iter() if e.tag.endswith("script")])

    def test_names_that_look_alike_get_files_of_their_own(self):
        both = Experiment(benchmark="a/b")
        other = Experiment(benchmark="a b")
        both.tables["samples"] += other.tables["samples"]
        both.write(self.csv, ["samples"])
        self.assertEqual(self.names("distributions"),
                         ["distributions-a_b-wall_time", "distributions-a_b-wall_time-2"])

    def test_axis_may_bear_a_columns_name(self):
        Experiment(axis=("value", ("1", "2"))).write(self.csv)
        self.assertIn("value = 2", " ".join(self.texts("distributions")))

    def test_unbounded_and_undetermined_ratios_are_named(self):
        rows = Experiment(variants=("a", "b", "c", "d", "e"))
        for row, fields in zip(rows.tables["ratios"], ((.9, .5, "", "no_upper"),
                                                       (.9, "", "", "undetermined"),
                                                       (.9, "", "", "none"),
                                                       (.9, "", 4.4, "no_lower"))):
            row[5:9], row[-1] = fields, "inconclusive"
        rows.write(self.csv)
        texts = self.texts("ratios")
        for text in ("0.9000 [0.5000, ∞) inconclusive", "0.9000, undetermined: more builds",
                     "0.9000, no interval: too few builds",
                     "0.9000, at most 4.400 inconclusive"):
            self.assertIn(text, texts)
        self.assertFalse([text for text in texts if text.startswith(("-", "\u2212"))])

    def test_no_time_is_below_0(self):
        rows = Experiment()
        for row in rows.tables["estimates"]:
            row[6:8] = -0.5, 0.6
        rows.write(self.csv)
        for kind in ("means", "builds"):
            texts = self.texts(kind)
            self.assertFalse([text for text in texts if text.startswith(("-", "\u2212"))], kind)
        self.assertIn("12.00 ms (at most 600.0 ms)", self.texts("means"))

    def ratios_of(self, ratios, variant="O3"):
        """A campaign of one ratio per benchmark: {name: ratio}."""
        rows = Experiment()
        rows.tables["ratios"] = []
        for name, ratio in ratios.items():
            rows.add("ratios", ["demo", name, variant], "O2", "wall_time", ratio, ratio - .01,
                     ratio + .01, "yes", 1, "slower" if ratio > 1.01 else
                     "faster" if ratio < .99 else "inconclusive")
        rows.write(self.csv)

    def test_worst_ratio_is_on_top(self):
        self.ratios_of({"fine": .9, "worst": 1.2, "bad": 1.1, "same": 1.0})
        texts = self.texts("ratios")
        names = [text for text in texts if text in ("fine", "worst", "bad", "same")]
        self.assertEqual(names, ["worst", "bad", "same", "fine"])
        self.assertIn("Thin: inconclusive or equivalent.", texts)

    def test_a_wide_interval_squeezes_no_other(self):
        load_plots()
        from common.scales import ratio_range
        usual = [(1.0, .95, 1.05)] * 5
        self.assertEqual(ratio_range(usual, 0), (.95, 1.05))
        self.assertEqual(ratio_range([(.5, .2, 2)], 0), (.2, 2))
        low, high = ratio_range([*usual, (1.0, .2, 9), (1.1, .9, None)], 0)
        self.assertTrue(.8 < low < .9 and 1.2 < high < 1.3, (low, high))
        self.ratios_of({name: 1.0 for name in "abcde"})
        self.damage("ratios", "0.99,1.01", "0.5,9")
        self.assertIn("Arrow: the interval reaches beyond the axis.", self.texts("ratios"))

    def test_panels_of_a_picture_have_one_kind_of_scale(self):
        load_plots()
        from common.scales import want_log
        for panels, expected in (([[1, 2], [1, 100]], True), ([[0, 2], [1, 100]], False),
                                 ([[1, 2], [1, 3]], False)):
            self.assertEqual(want_log(panels), expected, panels)

    def test_samples_have_whole_numbers(self):
        Experiment(builds=1, iterations=2).write(self.csv)
        texts = self.texts("run_sequence")
        self.assertTrue({"2", "4"} <= set(texts) and not {"2.5", "7.5"} & set(texts), texts)

    def test_threshold_is_shaded_and_judges(self):
        self.ratios_of({"a": 1.2, "b": 1.03, "c": 1.015, "d": .9})
        for option in ("2%", "0.02"):
            texts = self.texts("ratios", "--threshold", option)
            self.assertIn("Shaded: within ± 2 %, the threshold.", texts)
            self.assertEqual([text.split()[-1] for text in texts if " [" in text],
                             ["slower", "inconclusive", "inconclusive", "faster"])
        self.assertIn("1.015 [1.005, 1.025] equivalent",
                      self.texts("ratios", "--threshold", "3%"))

    def test_threshold_must_be_a_share(self):
        Experiment().write(self.csv)
        for option in ("much", "-1%", "100%", "nan"):
            done = self.run_plot("ratios", "--threshold=" + option)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"invalid threshold value: '{option}'", done.stderr)

    def test_hundreds_of_benchmarks_fill_few_pictures(self):
        long = "a_very_long_name_of_a_benchmark_with_all_its_parameters"
        self.ratios_of({f"{long}/{i}": .8 + .001 * i for i in range(250)})
        self.assertEqual(self.names("ratios"), [f"ratios-wall_time-{page}" for page in (1, 2, 3)])
        names = [text for text in self.texts("ratios") if text.startswith("a_very")]
        self.assertEqual(len(names), 250)
        self.assertTrue(all("…" in name and len(name) <= 44 for name in names))
        self.assertTrue(names[0].endswith("/249") and names[-1].endswith("/0"))

    def test_builds_stand_side_by_side(self):
        Experiment(variants=("a", "b", "c"), builds=7).write(self.csv)
        texts = " ".join(self.texts("builds"))
        for text in ("demo: builds of each side", "baseline", "faster in 7 of 7 blocks",
                     "sort, dot: mean of one build, joined by block; beside: mean; bar: 95 % "
                     "interval over 7 builds"):
            self.assertIn(text, texts)
        self.assertEqual(texts.count("faster in 7 of 7 blocks"), 2)

    def test_builds_of_many_benchmarks_share_pictures(self):
        rows, names = Experiment(benchmark="b0"), [f"b{i}" for i in range(8)]
        for name in names[1:]:
            for table, own in Experiment(benchmark=name).tables.items():
                rows.tables[table] += own
        rows.write(self.csv)
        self.assertEqual(self.names("builds"), ["builds-wall_time-1", "builds-wall_time-2"])
        self.assertEqual([text for text in self.texts("builds") if text in names], names)

    def test_builds_of_many_sides_are_not_joined(self):
        for variants, joined in (("abc", True), ("abcd", False)):
            Experiment(variants=tuple(variants), builds=7).write(self.csv)
            self.assertEqual("joined by block" in " ".join(self.texts("builds")), joined)

    def test_builds_of_what_is_no_time_are_not_called_faster(self):
        rows = Experiment()
        for row in rows.tables["samples"]:
            row[8:10] = "page_faults", "count"
        rows.write(self.csv)
        self.assertIn("less in 5 of 5 blocks", self.texts("builds"))

    def test_builds_do_without_estimates_and_common_blocks(self):
        rows = Experiment()
        for row in rows.tables["samples"]:
            row[5] += 100 * (row[2] == "O3")
        rows.write(self.csv, ["samples"])
        texts = self.texts("builds")
        self.assertFalse([text for text in texts if "faster in" in text])

    def test_shares_are_the_pilots_or_not_decomposed(self):
        with open(os.path.join(self.csv, "variances.csv"), "w") as file:
            file.write("experiment,benchmark,variant,metric,level,repetitions,S2,T2,share,share_low,"
                       "share_high,phase\n"
                       "demo,sort,O2,wall_time,execution,2,1,1,.48,.2,.6,pilot\n"
                       "demo,sort,O2,wall_time,build,20,1,1,.52,.29,.79,pilot\n"
                       "demo,sort,O3,wall_time,execution,1,,,,,,real\n"
                       "demo,sort,O3,wall_time,build,22,1,1,,,,real\n")
        texts = self.texts("variance_shares")
        for label in ("48 [20, 60] %", "52 [29, 79] %", "by the pilot", "not decomposed"):
            self.assertEqual(texts.count(label), 1, (label, texts))
        self.assertNotIn("100 %", texts)

    def test_a_closed_form_may_have_a_count_at_the_top_level(self):
        with open(os.path.join(self.csv, "dimensioning.csv"), "w") as file:
            file.write("experiment,benchmark,variant,metric,level,cost_s,T2,closed_form,used\n"
                       "demo,sort,O2,wall_time,execution,.1,1,2,3\n"
                       "demo,sort,O2,wall_time,build,1,1,85,6\n"
                       "demo,sort,O3,wall_time,execution,.1,1,1,3\n"
                       "demo,sort,O3,wall_time,build,1,-1,,6\n")
        texts = self.texts("repetitions")
        for label in ("85 → 6", "– → 6", "Numbers: closed form → used; – where the closed form has no "
                      "answer."):
            self.assertEqual(texts.count(label), 1, (label, texts))

    def test_attribution_shows_the_share_of_each_factor(self):
        Experiment().write(self.csv)
        with open(os.path.join(self.csv, "attribution.csv"), "w") as file:
            file.write("experiment,benchmark,metric,source,share,share_low,share_high,alone,alone_low,"
                       "alone_high,p,decision,deviation,again_deviation,confidence,blocks\n"
                       "demo,sort,wall_time,link_order,.7,.4,.9,.6,.3,.8,.001,visible,.02,.01,.95,50\n"
                       "demo,sort,wall_time,aslr.stack,-.01,0,.05,0,0,.1,1,nothing visible,"
                       ".02,.01,.95,50\n"
                       "demo,sort,wall_time,all,,,,,,,.001,visible,.02,.01,.95,50\n"
                       "demo,sort,wall_time,rest,,,,,,,,,.02,.01,.95,50\n")
        texts = self.texts("attribution")
        for label in ("link order", "70 % [40, 90]", "aslr stack", "0 % [0, 5], nothing visible",
                      "the rest", "unknown"):
            self.assertEqual(texts.count(label), 1, (label, texts))
        self.assertNotIn("all", texts)
        self.damage("attribution", ".7,.4,.9", ",,")
        self.damage("attribution", "-.01,0,.05", ",,")
        self.refused("attribution", f"'{self.csv}' has nothing to draw")

    def test_many_cells_take_several_pictures(self):
        Experiment(axis=("n", tuple("123456789"))).write(self.csv)
        self.assertEqual(self.names("builds"), ["builds-sort-wall_time-1", "builds-sort-wall_time-2"])

    def test_one_variant_has_no_sides(self):
        Experiment(variants=("only",)).write(self.csv)
        done = self.run_plot("builds")
        self.assertEqual(done.returncode, 2)
        self.assertIn("builds: not drawn: it takes two variants\n", done.stderr)

    def test_single_build_has_no_interval(self):
        rows = Experiment(builds=1)
        for row in rows.tables["estimates"]:
            row[6:8] = "", ""
        rows.write(self.csv)
        self.assertIn("12.00 ms, no interval", self.texts("means"))
        self.assertTrue(self.names("all"))
        self.drawn("means", "--format", "svg")

    def test_many_samples_are_thinned_and_it_is_said(self):
        Experiment(iterations=2000).write(self.csv)
        for kind in ("distributions", "run_sequence"):
            self.assertIn("Thinned drawing", " ".join(self.texts(kind)))

    def test_outlier_is_named_and_does_not_flatten(self):
        rows = Experiment(iterations=50)
        rows.tables["samples"][7][-1] = "3"
        rows.write(self.csv)
        self.assertIn("O2: 1 above (up to 3000 ms)", " ".join(self.texts("distributions")))

    def test_pilot_is_shown_on_demand_only(self):
        rows = Experiment()
        for row in rows.tables["samples"]:
            row[3] = "pilot"
        rows.write(self.csv)
        done = self.run_plot("distributions")
        self.assertEqual((done.returncode, done.stderr.splitlines()[0]), (
            2, "distributions: not drawn: samples.csv has no sample of phase 'real' "
               "(only of pilot)"))
        self.assertIn("demo: distribution of samples (pilot)",
                      self.texts("distributions", "--phase", "pilot"))


class BadInput(PlotTest):
    def test_missing_table_is_one_plain_line(self):
        Experiment().write(self.csv, ["samples", "estimates", "variances", "dimensioning"])
        done = self.run_plot("all", "--all", "--format", "png")
        self.assertEqual((done.returncode, done.stderr), (
            0, f"ratios: not drawn: there is no ratios.csv in '{self.csv}'\n"))

    def test_missing_folder(self):
        os.rmdir(self.csv)
        for name in ("all", *KINDS, *SWEPT):
            self.refused(name, f"there is no folder '{self.csv}'")

    def test_empty_folder(self):
        done = self.run_plot("all")
        self.assertEqual(done.returncode, 2)
        self.assertIn(f"error: '{self.csv}' has nothing to draw\n", done.stderr)

    def test_missing_column(self):
        Experiment().write(self.csv)
        self.damage("samples", "iteration,", "iterration,")
        self.refused("distributions", f"{self.csv}/samples.csv:1: column 'iteration' is missing")

    def test_garbage_is_shown_with_its_place(self):
        for table, name, old, new, message in (
                ("samples", "run_sequence", "0,0,0,wall_time,s,", "0,0,0,wall_time,s,x",
                 "2: value 'x0.012' is not a finite number"),
                ("samples", "run_sequence", "0,0,0,wall_time,s,0.012", "0,0,0,wall_time,s,nan",
                 "2: value 'nan' is not a finite number"),
                ("samples", "distributions", "m,0,0,1,", "m,0,zero,1,",
                 "3: execution 'zero' is not a whole number"),
                ("executions", "run_sequence", "2024-01-01T00:00:02Z", "noon",
                 "3: start 'noon' is not an ISO 8601 time"),
                ("ratios", "ratios", "0.88", "low", "2: low 'low' is not a finite number"),
                ("variances", "variance_shares", ",build,", ",moon,",
                 "4: level 'moon' is not one of iteration, execution, build, machine"),
                ("dimensioning", "repetitions", ",5\r\n", ",5,6\r\n",
                 "2: 10 fields where the header has 9")):
            with self.subTest(message):
                Experiment().write(self.csv)
                self.damage(table, old, new)
                self.refused(name, f"{self.csv}/{table}.csv:{message}")

    def test_one_bad_table_does_not_stop_the_others(self):
        Experiment().write(self.csv)
        self.damage("estimates", "0.95", "most")
        done = self.run_plot("all", "--all", "--format", "png")
        self.assertEqual((done.returncode, done.stderr), (
            2, f"error: {self.csv}/estimates.csv:2: confidence 'most' is not a finite number\n"))
        self.assertEqual(len(done.stdout.splitlines()), len(KINDS) - 1)

    def test_unwritable_output(self):
        Experiment().write(self.csv)
        done = self.run_plot("means", out=os.path.join(self.csv, "estimates.csv", "x"))
        self.assertEqual(done.returncode, 2)

    def test_a_link_is_not_drawn_through(self):
        Experiment().write(self.csv)
        victim = os.path.join(self.csv, "victim")
        link = os.path.join(self.out, "means-wall_time.png")
        os.mkdir(self.out)
        os.symlink(victim, link)
        done = self.run_plot("means", "--format", "png")
        self.assertEqual((done.returncode, done.stderr), (
            2, f"error: '{link}' is a symbolic link: no picture is written through it; "
               "remove it\n"))
        self.assertFalse(os.path.exists(victim))
        self.assertEqual(os.listdir(self.out), ["means-wall_time.png"])

    def test_full_disk_leaves_nothing_half_written(self):
        Experiment().write(self.csv)
        done = subprocess.run(
            ["sh", "-c", 'ulimit -f 1; exec "$@"', "sh", sys.executable, "-B",
             *self.words("means", "--format", "png")],
            capture_output=True, text=True, timeout=60)
        path = os.path.join(self.out, "means-wall_time.png")
        self.assertEqual((done.returncode, done.stderr), (2, f"error: {path}: File too large\n"))
        self.assertEqual(os.listdir(self.out), [])

    def test_python_without_matplotlib(self):
        for name in ("all", *KINDS, *SWEPT):
            done = subprocess.run([sys.executable, "-BS", script(name)],
                                  capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (
                2, f"error: {sys.executable} has no matplotlib: install python3-matplotlib\n"))

    def test_unknown_format(self):
        done = self.run_plot("all", "--format", "bmp")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'bmp' is not one of svg, png", done.stderr)


if __name__ == "__main__":
    main()
