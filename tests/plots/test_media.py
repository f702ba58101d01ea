# Pictures for a paper's column and for a screen: sizes, fonts, colours, and nothing from elsewhere.
import itertools
import os
import re
import sys
import xml.etree.ElementTree
import zlib

from asked import Asked
from plotting import KINDS, PLOTS, Experiment, PlotTest, main
from test_sweeps import POWERS, Sweep

SVG = "{http://www.w3.org/2000/svg}"
EVIL = "<script>1</script> url(#x) #222222"


def streams(path):
    with open(path, "rb") as file:
        data = file.read()
    found = re.findall(rb"stream\n(.*?)\nendstream", data, re.S)
    return data, [zlib.decompress(part) for part in found if part.startswith(b"x")]


def luminance(colour):
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


class Column(PlotTest):
    def test_pdf_is_a_column_wide_with_small_fonts_inside(self):
        Experiment().write(self.csv)
        paths = self.drawn("all", "--all", "--format", "pdf")
        self.assertTrue(len(paths) >= len(KINDS))
        for path in paths:
            data, parts = streams(path)
            width, = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+)", data)
            self.assertAlmostEqual(float(width), 84 / 25.4 * 72, delta=0.01)
            self.assertIn(b"/FontFile2", data)
            self.assertIn(b"/Title (demo: ", data)  # in place of one in the picture
            self.assertNotIn(b"/Type3", data)
            sizes = {float(size) for part in parts
                     for size in re.findall(rb"/F\S+ ([\d.]+) Tf", part)}
            self.assertTrue(sizes and min(sizes) > 6.99 and max(sizes) < 8.01, (path, sizes))

    def test_sweeps_fit_too(self):
        Sweep({"n": POWERS, "size": ("1", "2")}).write(self.csv)
        for kind in ("curves", "heat_maps"):
            for path in self.drawn(kind, "--format", "pdf"):
                self.assertIn(b"/MediaBox [ 0 0 238.11", streams(path)[0])

    def test_asked_for_ones_fit_too(self):
        Asked({"size": POWERS, "way": ("up", "down")}, lambda *_: 1e-3).ask(
            "p", "size", panels="way").write(self.csv)
        path, = self.drawn("pictures", "--format", "pdf")
        self.assertIn(b"/MediaBox [ 0 0 238.11", streams(path)[0])


class Alone(PlotTest):
    """An SVG that may stand in any page as an image, light or dark."""

    def pictures(self, *plots, options=()):
        """{name: text}"""
        found = {}
        for path in itertools.chain(*(self.drawn(plot, *options) for plot in plots)):
            with open(path, encoding="utf-8") as file:
                found[os.path.basename(path)[:-len(".svg")]] = file.read()
        return found

    def check(self, text):
        self.assertTrue(text.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="576pt" '))
        root = xml.etree.ElementTree.fromstring(text)
        self.assertEqual(root.get("role"), "img")
        self.assertTrue(root.get("aria-label") and root.get("viewBox"))
        tags = {element.tag for element in root.iter()}
        self.assertTrue(tags <= {SVG + tag for tag in ("svg", "style", "g", "defs", "path", "use", "text",
                                                       "clipPath", "rect", "pattern")}, tags)
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        self.assertEqual(len(ids), len(set(ids)))
        for element in root.iter():
            self.assertIsNone(element.get("style"))  # would beat the style sheet
            for key, value in element.attrib.items() if element is not root else ():
                self.assertFalse(key.startswith("on"))
                self.assertNotIn("://", value)
                wanted = re.findall(r"url\((.*?)\)", value) + [value] * key.endswith("href")
                self.assertTrue({reference[1:] for reference in wanted} <= set(ids), value)
        return root

    def test_pictures_have_a_dark_version_inside(self):
        Experiment(benchmark=EVIL, variants=("a&b", "\"c\"")).write(self.csv)
        found = self.pictures("all", options=["--all"])
        self.assertEqual(len(found), len(KINDS))
        for text in found.values():
            root = self.check(text)  # what users wrote stays text
            self.assertIn(EVIL, " ".join(element.text or "" for element in root.iter(SVG + "text")))
            self.assertNotIn("DejaVu", text)
            style = root.find(SVG + "style").text
            self.assertTrue(style.startswith(":root{color-scheme:light dark}text{font-family:sans-serif}"
                                             "@media screen and (prefers-color-scheme:dark){"))
            for key, colour in (("fill", "#222222"), ("stroke", "#767676"), ("stroke", "#e3e3e3")):
                self.assertIn(f'[{key}="{colour}"]{{{key}:', style)
                self.assertTrue([e for e in root.iter() if e.get(key) == colour], (key, colour))
        sizes = {size for text in found.values() for size in re.findall(r'font-size="([\d.]+)px"', text)}
        self.assertEqual(sizes, {"10.5", "11.5", "14"})

    def test_sweeps_have_no_images_inside(self):
        Sweep({"n": POWERS, "size": ("1", "2")}, ratio=lambda point: 0.8 + 0.1 * int(point[1]),
              missing=lambda _, point: point == ("64", "2")).write(self.csv)
        for text in self.pictures("curves", "heat_maps").values():
            self.check(text)

    def test_asked_for_ones_have_no_images_inside(self):
        asked = Asked({"size": POWERS}, lambda *_: 1e-3, samples=lambda *_: [[1, 2, 3, 4, 5, 6]])
        for term, low in (("step", "1"), ("L1", "")):
            asked.derive([""], "steps", term, "wall_time", "B", 90, low, low and 99, .95, 4)
        asked.ask("a", "size", unit="B", title=EVIL, marks=[("steps", "size")])
        asked.ask("b", "size", kind="violin").ask("c", "variant", by="").write(self.csv)
        found = self.pictures("pictures")
        self.assertEqual(set(found), {"picture-a", "picture-b", "picture-c"})
        for text in found.values():
            self.check(text)


class Formats(PlotTest):
    def test_go_together_and_equal_data_gives_equal_bytes(self):
        Experiment().write(self.csv)
        first, second = (self.drawn("means", "--format", "svg,png,pdf", out=self.out + n) for n in "12")
        self.assertEqual([os.path.basename(path) for path in first],
                         [f"means-wall_time.{end}" for end in ("svg", "png", "pdf")])
        for one, other in zip(first, second, strict=True):
            self.assertEqual(streams(one)[0], streams(other)[0])


class Colours(PlotTest):
    def test_colours_of_data_are_seen_on_white_and_on_black_paper(self):
        sys.path.insert(0, PLOTS)
        from common.style import COLOURS, LEVEL_COLOURS
        for colour in COLOURS:
            self.assertGreater(min(contrast(colour, "#FFFFFF"), contrast(colour, "#111111")), 2.5)
        for colour in LEVEL_COLOURS.values():
            self.assertGreater(min(contrast(colour, "#FFFFFF"), contrast(colour, "#111111")), 1.5)


class Many(PlotTest):
    def test_forty_variants_fill_several_pictures(self):
        variants = [f"a_rather_long_name_of_a_variant_{i}" for i in range(40)]
        Experiment(variants=variants, builds=3, iterations=2).write(self.csv)
        for kind, count in (("distributions", 5), ("run_sequence", 5), ("ratios", 2),
                            ("builds", 1), ("means", 2)):
            self.assertEqual(len(self.names(kind)), count, kind)
        texts = self.texts("builds")
        self.assertEqual(texts.count("baseline"), 6)


if __name__ == "__main__":
    main()
