# What tests of plots share: tables of a made-up campaign, and running a plot as a user does.
import contextlib
import csv
import importlib
import importlib.util
import io
import os
import runpy
import signal
import subprocess
import sys
import tempfile
import traceback
import unittest
import xml.etree.ElementTree
from datetime import datetime, timedelta
from unittest import mock

PLOTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "plots")
KINDS = ("distributions", "run_sequence", "lags", "autocorrelation", "means", "ratios", "builds",
         "variance_shares", "repetitions")
SWEPT = ("curves", "heat_maps")  # only of a campaign that sweeps
SVG = "http://www.w3.org/2000/svg"
COLUMNS = {
    "samples": "phase machine block execution iteration metric unit value",
    "executions": "phase machine block execution order attempt start exit seconds",
    "variances": "metric level repetitions S2 T2 share",
    "dimensioning": "metric level cost_s T2 closed_form used",
    "estimates": "metric unit mean low high confidence df builds median minimum",
    "ratios": "baseline metric time_ratio low high bounded speedup verdict",
    "diagnostics": "metric phase executions steady never_steady warmup independent p outliers samples "
                "mode_low mode_high mode_share drift drift_p migrated switched throttled",
    "autocorrelations": "metric phase level lag r shuffled_low shuffled_high p",
    "interference": "phase machine block execution attempt kind count",
    "canary": "phase machine block cpus start seconds switches level level_seconds alone",
}


class Experiment:
    """Tables of a small campaign; a value is a plain formula, so that tests need no chance."""

    def __init__(self, benchmark="sort", variants=("O2", "O3"), axis=None, builds=5, unit="s",
                 iterations=12):
        self.axis, self.tables = axis, {name: [] for name in COLUMNS}
        start = datetime(2024, 1, 1)
        for point in (axis[1] if axis else (None,)):
            for place, variant in enumerate(variants):
                lead = ["demo", benchmark, variant] + ([point] if axis else [])
                mean = 0.012 * (1 - 0.1 * place) * float(point or 1)
                for block in range(builds):
                    for execution in range(2):
                        start += timedelta(seconds=1)
                        self.add("executions", lead, "real", "m", block, execution, execution, 1,
                                 start.isoformat() + "Z", 0, 1)
                        for i in range(iterations):
                            value = mean * (1 + 0.01 * (block % 4) + 0.002 * (i * 7 % 5))
                            self.add("samples", lead, "real", "m", block, execution, i,
                                     "wall_time", unit, repr(value))
                self.add("estimates", lead, "wall_time", unit, mean, mean * 0.98, mean * 1.02,
                         0.95, builds - 1, builds, mean, mean)
                for level, share in (("iteration", .2), ("execution", .3), ("build", .5)):
                    self.add("variances", lead, "wall_time", level, 5, share, share, share)
                    self.add("dimensioning", lead, "wall_time", level, 1, share,
                             "" if level == "build" else 3, 5)
                if place:
                    self.add("ratios", lead, variants[0], "wall_time", .9, .88, .93, "yes",
                             1.1, "faster")

    def columns(self):
        return [self.axis[0]] if self.axis else []

    def add(self, table, lead, *fields):
        self.tables[table].append([*lead, *fields])

    def write(self, folder, tables=COLUMNS):
        os.makedirs(folder, exist_ok=True)
        for name in tables:
            with open(os.path.join(folder, name + ".csv"), "w", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(["experiment", "benchmark", "variant"]
                                + self.columns() + COLUMNS[name].split())
                writer.writerows(self.tables[name])


def script(name):
    return os.path.join(PLOTS, name + ".py")


def load_plots():
    sys.dont_write_bytecode = True
    sys.path[:0] = [] if PLOTS in sys.path else [PLOTS]
    importlib.import_module("all")


def play(words):
    """Runs the script as python does; its exit code."""
    sys.argv = words
    try:
        runpy.run_path(words[0], run_name="__main__")
    except SystemExit as end:
        return end.code or 0
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def write_texts(figure, file, **_):
    """In place of a picture: an SVG of the figure's texts, line by line, and of its lines, each with as many
    moves as it has parts; it takes a tenth of a picture's time."""
    for axes in figure.axes:
        for axis in (axes.xaxis, axes.yaxis):
            axis.get_ticklabels(which="both")  # are made when they are asked for
    text_of, line_of, colors = (importlib.import_module(f"matplotlib.{name}") for name in ("text", "lines", "colors"))
    root = xml.etree.ElementTree.Element(f"{{{SVG}}}svg")
    for text in figure.findobj(text_of.Text):
        for line in filter(None, text.get_text().split("\n") if text.get_visible() else ()):
            xml.etree.ElementTree.SubElement(root, f"{{{SVG}}}text").text = line
    for line in figure.findobj(line_of.Line2D):
        if line.get_visible() and line.get_linestyle() != "None":
            path = line.get_path().cleaned(remove_nans=True)
            xml.etree.ElementTree.SubElement(
                root, f"{{{SVG}}}path", d="M" * list(path.codes).count(path.MOVETO),
                style=f"stroke: {colors.to_hex(line.get_color())}; stroke-width: {line.get_linewidth():g}")
    file.write(xml.etree.ElementTree.tostring(root))


def as_texts(words):
    """The script in this process, without pictures: what it wrote and said."""
    load_plots()
    out, complaints = io.StringIO(), io.StringIO()
    style, figure = (importlib.import_module(name) for name in ("common.style", "matplotlib.figure"))
    with mock.patch.object(style.Picture, "settle", lambda picture: None), \
            mock.patch.object(figure.Figure, "savefig", write_texts), mock.patch.object(sys, "argv", words), \
            contextlib.redirect_stdout(out), contextlib.redirect_stderr(complaints):
        code = play(words)
    return subprocess.CompletedProcess(words, code, out.getvalue(), complaints.getvalue())


def play_in_child(words, streams, seconds):
    """Never returns."""
    code = 1
    try:
        signal.alarm(seconds)
        for stream, descriptor in zip(streams, (1, 2)):
            os.dup2(stream.fileno(), descriptor)
        os.chdir("/")
        code = play(words)
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(code)


def forked(words, seconds=600):
    """The script in a process that has matplotlib already: its import takes longer than most
    pictures."""
    load_plots()
    sys.stdout.flush()
    sys.stderr.flush()
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as complaints:
        child = os.fork()
        if not child:
            play_in_child(words, (out, complaints), seconds)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        for stream in (out, complaints):
            stream.seek(0)
        return subprocess.CompletedProcess(words, code, out.read(), complaints.read())


class PlotTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.csv, self.out = (os.path.join(holder.name, name) for name in ("csv", "out"))
        self.known = {}
        os.mkdir(self.csv)

    def words(self, name, *options, out=None):
        return [script(name), self.csv, "--out", out or self.out, *options]

    def run_plot(self, name, *options, out=None):
        """Without pictures."""
        return as_texts(self.words(name, *options, out=out))

    def start_plot(self, name, *options):
        """As a user does, in a python of its own."""
        return subprocess.run([sys.executable, "-B", *self.words(name, *options)],
                              capture_output=True, text=True, cwd="/", timeout=300)

    def written(self, done):
        """Paths, of a plot that must succeed in silence."""
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.splitlines()

    def drawn(self, name, *options, out=None):
        """Draws a plot; paths that it wrote."""
        return self.written(forked(self.words(name, *options, out=out)))

    def refused(self, name, message):
        done = self.run_plot(name)
        self.assertEqual((done.returncode, done.stderr), (2, f"error: {message}\n"))

    def tables(self):
        found = []
        for name in sorted(os.listdir(self.csv)):
            with open(os.path.join(self.csv, name), "rb") as file:
                found.append((name, file.read()))
        return tuple(found)

    def texts(self, name, *options):
        """All text of a plot's pictures, which are not drawn."""
        return self.texts_of(self.paths(name, *options))

    def names(self, name, *options):
        """Of its pictures, which are not drawn."""
        return [os.path.basename(path)[:-len(".svg")] for path in self.paths(name, *options)]

    def paths(self, name, *options):
        return self.once(self.as_texts, name, "--format", "svg", *options)

    def as_texts(self, name, *options, out):
        return self.written(self.run_plot(name, *options, out=out))

    def parts_of_lines(self, name, colour, *options):
        """Of the lines in one colour, over all pictures: a gap begins a new one."""
        return sum(element.get("d").count("M") for path in self.paths(name, *options)
                   for element in xml.etree.ElementTree.parse(path).iter()
                   if (element.get("stroke"), element.get("stroke-width")) == (colour, "1.6"))

    def once(self, draw, *words):
        key = (draw.__name__, words, self.tables())
        if key not in self.known:
            self.known[key] = draw(*words, out=f"{self.out}-{len(self.known)}")
        return self.known[key]

    @staticmethod
    def texts_of(paths):
        return [element.text for path in paths for element in
                xml.etree.ElementTree.parse(path).iter(f"{{{SVG}}}text")]

    def damage(self, table, old, new):
        path = os.path.join(self.csv, table + ".csv")
        with open(path, newline="") as file:
            text = file.read()
        self.assertIn(old, text)
        with open(path, "w", newline="") as file:
            file.write(text.replace(old, new, 1))


def main():
    if importlib.util.find_spec("matplotlib") is None:
        print(f"skipped: {sys.executable} has no matplotlib: install python3-matplotlib")
        sys.exit(77)
    unittest.main()
