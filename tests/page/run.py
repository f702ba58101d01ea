#!/usr/bin/env python3
"""report.html: well-formed, of its own alone, names stay text, bounded; read with html.parser."""
import argparse
import base64
import html.parser
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = None
SPEC = """
experiment: paged
question: Is it?
benchmarks:
  some: {command: [sh, some.sh, "${seed}", "${n}"], samples: {pattern: 'took ([0-9.]+) ms', unit: ms}}
variants: {old: {}, new: {}}
sweep: {n: [1, 2]}
repeat: {pilot: {executions: 3}, precision: 50%}
randomize: {seed: 7}
claims: ['mean(new) < 100 ms', 'speedup(new, old) > 1.05']
"""
EVIL = "<script>alert(1)</script>"
# What a name may try: to be a tag, to end an attribute or the title, to be no UTF-8, to turn around.
TRIES = [EVIL, "\"'><img src=x onerror=alert(1)>", "</title></style></svg><svg onload=alert(1)>",
         "&lt;b&gt;", "a\u202eb\x01\x7f", "--><!--", "http://example.org/x.js"]
VOID = {"meta", "link", "br", "hr", "img", "input"}
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="p1"><text>%s</text></g></svg>'


class Page(html.parser.HTMLParser):
    """What stands in a page; complains of what does not balance."""

    def __init__(self, path):
        super().__init__()
        self.open, self.flaws, self.tags, self.text = [], [], [], []
        self.source = pathlib.Path(path).read_bytes().decode("utf-8")
        self.feed(self.source)
        self.close()
        self.flaws += [f"<{tag}> is not ended" for tag in self.open]

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if len(dict(attrs)) < len(attrs):
            self.flaws.append(f"<{tag}> has an attribute twice")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.flaws.append(f"</{tag}> ends what is not open, line {self.getpos()[0]}")

    def handle_data(self, data):
        if self.open[-1:] != ["style"]:
            self.text.append(data)

    def words(self):
        return " ".join("".join(self.text).split())

    def named(self, *names):
        return [attributes for tag, attributes in self.tags if tag in names]


def eswexp(*words, expected=0, **environment):
    done = subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True,
                          errors="replace", env={**os.environ, **environment}, stdin=subprocess.DEVNULL)
    if done.returncode != expected:
        raise AssertionError(f"{words}: exit {done.returncode}\n{done.stdout}{done.stderr}")
    return done


class Reported(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.base = pathlib.Path(tempfile.mkdtemp(prefix="eswexp-page-"))
        cls.addClassCleanup(shutil.rmtree, cls.base, ignore_errors=True)
        os.environ["ESWEXP_HOST_LOCK"] = str(cls.base / "lock")
        (cls.base / "some.sh").write_text('echo "took $((0x${1#"${1%?}"})).5 ms"\n')
        (cls.base / "paged.yaml").write_text(SPEC)
        cls.first = cls.base / "first"
        eswexp("run", cls.base / "paged.yaml", "--quiet", "--out", cls.first)

    def campaign(self):
        copy = self.base / self.id().rsplit(".", 1)[-1]
        shutil.copytree(self.first, copy)
        return copy

    def check(self, page):
        """What must hold of every page."""
        self.assertEqual(page.flaws, [])
        self.assertEqual(page.named("script", "iframe", "object", "embed", "form", "base"), [])
        self.assertEqual(page.named("html")[0]["lang"], "en")
        for tag, attributes in page.tags:
            for name, value in attributes.items():
                self.assertFalse(name.startswith("on"), (tag, name))
                if name in ("src", "href", "xlink:href", "srcset", "poster", "data"):
                    self.assertRegex(value, r"^(#|data:,$|data:image/svg\+xml;base64,|csv/\w+\.csv$"
                                     r"|report\.md$|campaign\.db$)")
        style = page.source.split("<style>")[1].split("</style>")[0]
        self.assertNotIn("url(", style)
        self.assertNotIn("@import", style)
        policy = [each["content"] for each in page.named("meta") if "http-equiv" in each]
        self.assertEqual(len(policy), 1)
        self.assertTrue(policy[0].startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:"))
        levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels)
        ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
        self.assertEqual(len(ids), len(set(ids)), ids)
        self.assertTrue(all("scope" in cell for cell in page.named("th")))
        regions = [each["aria-label"] for each in page.named("div") if each.get("class") == "table"]
        self.assertEqual(len(page.named("table")), len(regions))
        return page

    def page(self, folder):
        return self.check(Page(folder / "report.html"))

    def test_says_what_the_report_says(self):
        page = self.page(self.first)
        words = page.words()
        text = eswexp("report", self.first).stdout
        for sentence in re.findall(r"^  (new takes .*?\))$", " ".join(text.split("\n  ")), re.M):
            self.assertIn(" ".join(sentence.split()), words)
        for said in ("paged", "Is it?", "some · n=2", "SUPPORTED", "INCONCLUSIVE", "of old's time", "Answer",
                     "environment_size", "Diagnostics", "Fingerprint of the machine",
                     "csv/samples.csv", "eswexp plot DIR", "${seed}"):
            self.assertIn(said, words)

    def test_names_stay_text(self):
        for number, evil in enumerate(TRIES):
            with self.subTest(evil):
                folder = self.base / f"evil{number}"
                shutil.copytree(self.first, folder)
                poison(folder, evil)
                pictures(folder, html_text(evil))
                eswexp("report", folder)
                page = self.page(folder)
                shown = "".join("[\ufffd?]+" if c in "\x01\x7f\u202e" else re.escape(c) for c in evil)
                for what in ("bench", "variant", "axis", "point", "metric", "question", "layout",
                             "experiment", "event", "machine", "toolchain", "factor"):
                    self.assertRegex("".join(page.text), what + shown)
                self.assertNotIn("<script", page.source)
                self.assertNotIn("onerror=", re.sub(r"&gt;&lt;img src=x onerror=", "", page.source))

    def test_what_is_no_utf8(self):
        folder = self.campaign()
        with sqlite3.connect(folder / "campaign.db") as store:
            store.execute("UPDATE fact SET value = CAST(x'6eff3cc0806fe28268ed' AS TEXT)"
                          " WHERE key = 'question'")
        eswexp("report", folder)
        self.assertIn("n\ufffd<\ufffd\ufffdo\ufffd\ufffdh\ufffd", "".join(self.page(folder).text))

    def test_samples_of_anything(self):
        source = self.base / "samples.csv"
        source.write_text(f'benchmark,variant,n,block,metric,unit,value\n' + "".join(
            f'{EVIL},{variant},{EVIL},{block},{EVIL},{EVIL},{10 + block}\n'
            for variant in ("old", EVIL) for block in (1, 2, 3)))
        path = self.base / "samples.html"
        path.write_text(eswexp("report", source, "--format", "html").stdout)
        page = self.check(Page(path))
        self.assertIn(f"{EVIL} · n={EVIL}", page.words())
        self.assertNotIn("Pictures", page.words())

    def test_pictures(self):
        folder = self.campaign()
        names = ("ratios-a-wall_time", "builds-a-10", "builds-a-2", "builds-b9", "builds-b10", "lags-a",
                 "nothing-a")
        pictures(folder, "</text></g></svg><script>alert(1)</script>", names=names)
        eswexp("report", folder)
        page = self.page(folder)
        self.assertEqual(page.named("svg", "g", "text"), [])
        images = page.named("img")
        self.assertEqual(len(images), len(page.named("figure")))
        self.assertEqual([each["alt"].split(":")[0] for each in images],
                         ["a, wall_time", "a, 2", "b9", "b10"])
        drawn = base64.b64decode(images[0]["src"].split(",")[1])
        self.assertEqual(drawn, (folder / f"plots/{names[0]}.svg").read_bytes())
        self.assertIn("2 more pictures in plots/", page.words())

    def test_pictures_of_an_earlier_state(self):
        folder = self.campaign()
        pictures(folder, "fine", names=("ratios-a",))
        os.utime(folder / "plots/ratios-a.svg", (1, 1))
        eswexp("report", folder)
        page = self.page(folder)
        self.assertEqual(page.named("figure"), [])
        self.assertIn("left out: 1 picture older than the results", page.words())

    def drawing(self, does):
        """A python that imports matplotlib, as it says, and draws by `does`."""
        python = self.base / "python"
        python.write_text(f'#!/bin/sh\n[ "$2" = -c ] && exit 0\necho drawn >>{self.base}/calls\n{does}\n')
        python.chmod(0o755)
        return str(python)

    def test_draws_what_is_missing_or_older(self):
        folder = self.campaign()
        svg = PICTURE % "fine"
        python = self.drawing(f"sleep 0.02; mkdir -p $5; echo '{svg}' >$5/ratios-a.svg; echo $5; echo no >&2")
        calls = self.base / "calls"
        for older, drawn in ((False, 1), (False, 1), (True, 2)):
            if older:
                os.utime(folder / "plots/ratios-a.svg", (1, 1))
            done = eswexp("report", folder, "--format", "html", ESWEXP_PYTHON=python)
            self.assertEqual((done.stdout, done.stderr), (f"{folder}/report.html\n", ""))
            self.assertEqual(len(self.page(folder).named("figure")), 1)
            self.assertEqual(calls.read_text(), "drawn\n" * drawn)
        calls.unlink()

    def test_what_cannot_be_drawn_is_a_warning(self):
        out = self.base / "undrawn"
        done = eswexp("run", self.base / "paged.yaml", "--quiet", "--plot", "--out", out,
                      ESWEXP_PYTHON=self.drawing("exit 9"))
        self.assertIn("new takes", done.stdout)
        self.assertIn("no new pictures in report.html: drawing the pictures failed (exit 9)", done.stderr)
        self.assertEqual(self.page(out).named("figure"), [])
        done = eswexp("report", out, "--format", "html", ESWEXP_PYTHON=self.drawing("kill -INT $$"))
        self.assertIn("report.html: interrupted: 'eswexp plot DIR' draws them", done.stderr)
        (self.base / "calls").unlink()

    def test_many_cells_stay_small(self):
        sizes = []
        for cells in (21, 4000):
            source = self.base / f"many{cells}.csv"
            source.write_text("variant,n,block,value\n" + "".join(
                f"{variant},{n},{block},{(n % 7 + 1) * (1.5 if variant == 'new' else 1) + block / 9}\n"
                for n in range(cells) for variant in ("old", "new") for block in (1, 2)))
            path = self.base / f"many{cells}.html"
            path.write_text(eswexp("report", source, "--format", "html").stdout)
            words = self.check(Page(path)).words()
            self.assertNotIn("Diagnostics", words)
            sizes.append(path.stat().st_size)
        self.assertLess(sizes[1], 2 * sizes[0])

    def test_diagnostics_of_many_cells(self):
        source = self.base / "drifting.csv"
        source.write_text("n,block,value\n" + "".join(
            f"{n},{block},{10 + block}\n" for n in range(30) for block in range(20)))
        path = self.base / "drifting.html"
        path.write_text(eswexp("report", source, "--format", "html").stdout)
        words = self.check(Page(path)).words()
        self.assertEqual(words.count("drift: "), 1)
        self.assertIn("(in all 30 points)", words)

    def test_many_rows_and_remarks_stay_small(self):
        folder = self.campaign()
        with sqlite3.connect(folder / "campaign.db") as store:
            for i in range(3000):
                store.execute("INSERT INTO event(at, kind, text) VALUES('', 'layout', ?)",
                              (f"not randomized: {'x' * (i % 60)}{chr(97 + i % 26)}{i:x}y",))
                store.execute("INSERT INTO fact VALUES(?, ?)", (f"randomized.b{i}.v", "aslr"))
                store.execute("INSERT INTO fact VALUES(?, ?)", (f"toolchain.b{i}.v", f"cc {i}"))
        eswexp("report", folder)
        self.page(folder)
        self.assertLess((folder / "report.html").stat().st_size, 200_000)


def html_text(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def pictures(folder, text, names=("ratios-x",)):
    """Pictures newer than the store, as a plot script might write them."""
    (folder / "plots").mkdir(exist_ok=True)
    for name in names:
        path = folder / "plots" / f"{name}.svg"
        path.write_text(PICTURE % text)
        later = time.time() + 60
        os.utime(path, (later, later))


def poison(folder, evil):
    with sqlite3.connect(folder / "campaign.db") as store:
        store.execute("UPDATE cell SET benchmark = ?", (f"bench{evil}",))
        store.execute("UPDATE variant SET name = name || ?", (f"variant{evil}",))
        store.execute("UPDATE axis SET name = ?", (f"axis{evil}",))
        store.execute("UPDATE point SET value = ? WHERE cell = 1", (f"point{evil}",))
        store.execute("UPDATE metric SET name = ?, unit = ?", (f"metric{evil}", f"unit{evil}"))
        store.execute("INSERT INTO event(at, kind, text) VALUES('', 'x', ?)", (f"event{evil}",))
        store.execute("INSERT INTO event(at, kind, text) VALUES('', 'layout', ?)",
                      (f"layout{evil}",))
        for key, value in (("question", "question"), ("experiment", "experiment"),
                           ("machine.cpu", "machine"), (f"machine.x{evil}", "machine"),
                           ("toolchain.a.b", "toolchain"), (f"toolchain.factor{evil}", "x"),
                           (f"randomized.factor{evil}.v", "aslr")):
            store.execute("INSERT OR REPLACE INTO fact VALUES(?, ?)", (key, f"{value}{evil}"))
        store.execute("UPDATE fact SET value = 'aslr' WHERE key = ?", (f"randomized.factor{evil}.v",))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, type=lambda path: str(pathlib.Path(path).resolve()))
    given, rest = parser.parse_known_args()
    PROGRAM = given.program
    unittest.main(argv=sys.argv[:1] + rest)
