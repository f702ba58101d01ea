#!/usr/bin/env python3
"""Outputs and pictures of README.md and docs/*.md are what the program prints and draws today.

Marks, which no reader sees, stand before what they are about:
    <!-- shown: eswexp report results/sum/ID -->         a block of text; a line `…` leaves lines out
    <!-- drawn: results/sum/ID/plots/builds.svg -->      an image; `eswexp plot` draws it
    <!-- measured: eswexp replay results/sum/ID -->      a block that nothing compares: its command measures
`results/NAME/ID` is the stored campaign docs/campaigns/NAME, unpacked. Nothing is measured.
"""
import argparse
import difflib
import functools
import gzip
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import pages

CAMPAIGNS = pages.ROOT / "docs" / "campaigns"
PICTURES = pages.ROOT / "docs" / "pictures"
SHOWN = re.compile(r"<!-- shown: (.+) -->\n\n```text\n((?:.*\n)*?)```\n")
DRAWN = re.compile(r"<!-- drawn: (results/(\w+)/ID)/plots/(\S+) -->\n\n!\[[^]]*\]\(\S*?pictures/(\S+?)\)")
MEASURED = re.compile(r"<!-- measured: eswexp (?:bisect|replay) .+ -->\n\n```text\n((?:.*\n)*?)```\n")
MARK = re.compile(r"<!-- (?:shown|drawn|measured)")
# What a report or a comparison has: such a block without a mark may be of an earlier version.
REPORT = re.compile(r"^  Trust: |^95 % intervals|^  [A-Z]{4,}  ", re.M)
VERDICTS = (0, 1, 4)  # exit codes of commands that have printed a result


class Shown:
    """The program, in a folder with the stored campaigns."""

    def __init__(self, program, folder):
        self.program, self.folder = pathlib.Path(program).resolve(), folder
        for packed in CAMPAIGNS.rglob("*.gz"):
            name, *rest = packed.relative_to(CAMPAIGNS).with_suffix("").parts
            unpacked = (folder / "results" / name / "ID").joinpath(*rest)
            unpacked.parent.mkdir(parents=True, exist_ok=True)
            unpacked.write_bytes(gzip.decompress(packed.read_bytes()))

    @functools.cache
    def output(self, command):
        words = shlex.split(command)
        if words[0] != "eswexp":
            raise SystemExit(f"'{command}' is no command of eswexp")
        # Neither the terminal nor the reader's settings change an output.
        clean = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC", "HOME": str(self.folder),
                 "ESWEXP_HOST_LOCK": str(self.folder / "lock"), "ESWEXP_PYTHON": sys.executable}
        done = subprocess.run([self.program, *words[1:]], cwd=self.folder, env=clean, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=100)
        if done.returncode not in VERDICTS or not done.stdout:
            raise SystemExit(f"{command}: exit {done.returncode}\n{done.stderr}")
        return done.stdout

    def picture(self, campaign, name):
        """The SVG as text."""
        self.output(f"eswexp plot {campaign}")
        return (self.folder / campaign / "plots" / name).read_text(encoding="utf-8")


def nearest(line, lines, start):
    """Where `line`, or what it has become, is in `lines[start:]`; None: nowhere."""
    if line in lines[start:]:
        return lines.index(line, start)
    rated = [(difflib.SequenceMatcher(None, line, other).ratio(), -at)
             for at, other in enumerate(lines[start:], start) if other.strip()]
    ratio, at = max(rated, default=(0, 0))
    return -at if ratio >= 0.6 else None


def excerpt(block, output):
    """What `block` has to be: `output`, with the lines left out that a line `…` of the block stands for."""
    lines, result, at = output.strip("\n").splitlines(), [], 0
    parts = re.split(r"^ *…\n", block, flags=re.M)
    for number, part in enumerate(parts):
        part = part.splitlines()
        if not part and number in (0, len(parts) - 1) and len(parts) > 1:
            continue  # the block begins or ends with `…`
        first = 0 if number == 0 else nearest(part[0], lines, at) if part else None
        last = len(lines) - 1 if number == len(parts) - 1 else nearest(part[-1], lines, first or 0) if part else None
        if first is None or last is None:
            return output  # a part that is nowhere: the whole, to be cut by hand
        result.append("".join(line + "\n" for line in lines[first:last + 1]))
        at = last + 1
    marks = re.findall(r"^ *…\n", block, flags=re.M)
    begin = marks[0] if marks and block.startswith(marks[0]) else ""
    end = marks[-1] if marks and block.endswith(marks[-1]) and len(marks) > bool(begin) else ""
    return begin + "…\n".join(result) + end


def difference(name, shown, today):
    return "".join(difflib.unified_diff(shown.splitlines(True), today.splitlines(True), f"{name}: shown",
                                        f"{name}: today"))


def renewed(shown, page):
    """The page's text with the outputs of today."""
    def block(mark):
        today = excerpt(mark[2], shown.output(mark[1]))
        return mark[0].replace(f"```text\n{mark[2]}", f"```text\n{today}")
    return SHOWN.sub(block, page.text)


def in_marks(page):
    """Marks that stand before nothing, and reports without a mark."""
    marked = [mark[2] for mark in SHOWN.finditer(page.text)] + MEASURED.findall(page.text)
    if len(MARK.findall(page.text)) != len(marked) + len(DRAWN.findall(page.text)):
        yield f"{page.name}: a mark is not followed by its block or image"
    for block in page.blocks:
        if block.info == "text" and REPORT.search(block.text) and block.text not in marked:
            yield f"{block}: a report without the command that prints it"


def unnoticed(shown, page):
    """Blocks in which a changed digit would pass: there must be none."""
    for command, block in SHOWN.findall(page.text):
        for digit in re.finditer(r"\d", block):
            changed = block[:digit.start()] + str((int(digit[0]) + 1) % 10) + block[digit.end():]
            if excerpt(changed, shown.output(command)) == changed:
                yield f"{page.name}: '{command}': a wrong digit would not be found"
            break
        else:
            yield f"{page.name}: '{command}': a block without a number"


def unused():
    text = "".join(page.text for page in pages.all_pages())
    for campaign in sorted(CAMPAIGNS.glob("*/campaign.db.gz")):
        if f"results/{campaign.parent.name}/ID" not in text:
            yield f"docs/campaigns/{campaign.parent.name}: no page shows it"
    drawn = {mark[3] for mark in DRAWN.findall(text)}
    yield from (f"docs/pictures/{path.name}: no page has a mark for it" for path in sorted(PICTURES.iterdir())
                if path.name not in drawn)
    if not drawn or not SHOWN.search(text):
        yield "no page shows anything"


def words(svg):
    """The words of a picture; shapes and ends of lines differ between versions of matplotlib."""
    root = xml.etree.ElementTree.fromstring(svg)
    found = (" ".join(part.itertext()) for part in root.iter("{http://www.w3.org/2000/svg}text"))
    return "".join(word + "\n" for word in sorted(" ".join(found).split()))


def in_pictures(shown, update):
    text = "".join(page.text for page in pages.all_pages())
    for campaign, _, drawing, name in DRAWN.findall(text):
        today, path = shown.picture(campaign, drawing), PICTURES / name
        before = words(path.read_text(encoding="utf-8")) if path.exists() else ""
        if not words(today):
            yield f"{campaign}/plots/{drawing} has no text"
        elif before != words(today) and update:
            path.write_text(today, encoding="utf-8")
        elif before != words(today):
            yield difference(f"docs/pictures/{name}", before, words(today))


def in_page(shown, page, update):
    today = renewed(shown, page)
    if today != page.text and update:
        page.path.write_text(today, encoding="utf-8")
    elif today != page.text:
        yield difference(page.name, page.text, today)


def can_draw():
    return subprocess.run([sys.executable, "-c", "import matplotlib"], capture_output=True, check=False).returncode == 0


def flaws(shown, update):
    for page in pages.all_pages():
        yield from in_marks(page)
        yield from in_page(shown, page, update)
    yield from (flaw for page in pages.all_pages() for flaw in unnoticed(shown, page))
    yield from unused()
    if can_draw():
        yield from in_pictures(shown, update)
    else:
        print("pictures are not compared: python3 lacks matplotlib")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--update", action="store_true", help="write the outputs and pictures of today")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="eswexp-shown-") as folder:
        found = list(dict.fromkeys(flaws(Shown(given.program, pathlib.Path(folder)), given.update)))
    if found:
        print("\n".join(found))
        print("tests/docs/shown.py --program build/release/eswexp --update writes what is printed and drawn today")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
