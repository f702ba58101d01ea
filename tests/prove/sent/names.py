"""Names that steer terminals, pages, tables, shells and paths, wherever a user may choose one."""
import html.parser
import json
import os
import re
import xml.etree.ElementTree

from .yard import Case

NAMES = ("../../beside/x", "/etc/passwd", "..", ".", "-rf", "--help", "$(trap)", "`trap`", ";trap;",
         "a b", "a\tb", "a\nb", "a\rb", "\033[2J", "\u202egpj.exe", "\u2066x", "\u009b31m", "\x7f", "%s%n%d",
         "<script>alert(1)</script>", "]]>", "&lt;", "\" onload=\"x", "'; DROP TABLE fact; --", "=1+1",
         "+x", "@x", "a,b", "a|b", "\\input{x}", "$x_1^2$", "*", "~", "#x", "x" * 300, "x" * 5000, "é",
         "日本", "\U0001f600", "a/b", "con", "NaN", "null", "0x10", "x: y", "\ufeff", "\u00a0")
PLACES = {
    "experiment": "experiment: {name}\nbenchmarks: {{b: {{command: {command}}}}}\n",
    "question": "experiment: e\nquestion: {name}\nbenchmarks: {{b: {{command: {command}}}}}\n",
    "benchmark": "experiment: e\nbenchmarks: {{{name}: {{command: {command}}}}}\n",
    "variant": "experiment: e\nbenchmarks: {{b: {{command: {command}}}}}\nvariants: {{{name}: {{}}, v: {{}}}}\n",
    "axis": "experiment: e\nbenchmarks: {{b: {{command: {command}}}}}\nsweep: {{{name}: [1, 2]}}\n",
    "value": "experiment: e\nbenchmarks: {{b: {{command: {command}}}}}\nsweep: {{n: [{name}, 2]}}\n",
    "word": "experiment: e\nbenchmarks: {{b: {{command: [sh, -c, ': "$@"', sh, {name}]}}}}\n",
    "claim": "experiment: e\nbenchmarks: {{b: {{command: {command}}}}}\nclaims: [{name}]\n",
}
REPEAT = "variants: {one: {}, two: {}}\nrepeat: {warmup: 0, real: {executions: 3}}\n"
ALONE = REPEAT.partition("\n")[2]
METRIC = ("experiment: e\nbenchmarks: {{b: {{command: [printf, {metric}]}}}}\n")
COMMANDS = (("check", "x.yaml"), ("run", "x.yaml", "--quiet", "--out", "out"), ("status", "out"),
            ("report", "out", "--spreadsheet"), ("report", "out", "--json"),
            ("report", "out", "--format", "latex"),
            ("report", "out", "--format", "markdown"), ("compare", "out", "--junit"),
            ("compare", "out", "--json"))
# What steers a terminal or turns text; a tab and a new line are the report's own.
STEERS = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


class Tags(html.parser.HTMLParser):
    """What runs in a page."""

    def __init__(self):
        super().__init__()
        self.wrong = []

    def handle_starttag(self, tag, attrs):
        if tag in ("script", "iframe", "object", "embed") or any(key.startswith("on") for key, _ in attrs):
            self.wrong.append(f"<{tag} {attrs}>"[:200])


def look(yard, done):
    wrong, words = [], done.args
    text = done.stdout
    if "--json" in words and done.returncode in (0, 1, 4):
        json.loads(text)
    elif "--junit" in words and done.returncode in (0, 1, 4):
        xml.etree.ElementTree.fromstring(text)
    if STEERS.search(done.stderr) or ("--json" not in words and STEERS.search(text)):
        wrong.append("steers the terminal")
    page = yard.here / "out/report.html"
    if page.exists():
        tags = Tags()
        tags.feed(page.read_text("utf-8"))
        wrong += [f"the page has {one}" for one in tags.wrong]
    return wrong


def cases():
    for name in NAMES:
        quoted = json.dumps(name, ensure_ascii=False)
        for place, text in PLACES.items():
            spec = text.format(name=quoted, command="'true'") + (REPEAT if place != "variant" else ALONE)
            yield Case(f"{place} {name[:30]!r}", lambda yard, spec=spec: (
                yard.here / "x.yaml").write_text(spec), COMMANDS, look)
        spec = METRIC.format(metric=json.dumps(f"METRIC {name}=3 {name}\n".replace("%", "%%")
                                               .replace("\\", "\\\\"))) + REPEAT
        yield Case(f"metric {name[:30]!r}", lambda yard, spec=spec: (
            yard.here / "x.yaml").write_text(spec), COMMANDS, look)
        if "/" not in name and name not in (".", "..") and len(name) < 250:
            yield Case(f"file {name!r}", lambda yard, name=name: (yard.here / name).write_text(
                PLACES["experiment"].format(name="e", command="'true'") + REPEAT),
                (("check", os.path.join(".", name)),
                 ("run", os.path.join(".", name), "--quiet", "--out", "out"), ("status", "out"),
                 ("report", "out", "--json")), look)
