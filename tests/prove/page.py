#!/usr/bin/env python3
"""report.html in a headless Chromium: no console message, nothing fetched, names stay text.

A campaign is measured and drawn; then the names in its store are made hostile, and it is drawn and
shown again. Light, dark, on a phone and in print; --keep keeps the screenshots.
"""
import shutil
import sqlite3
import sys

from common.browser import Browser, Tab
from common.proof import ROOT, main, parser, run

EVIL = "<script>alert(1)</script>"
SPEC = """
experiment: shown
question: Does the page show it?
benchmarks:
  some: {command: [sh, some.sh, "${block}", "${n}"], samples: {pattern: 'took ([0-9.]+) ms', unit: ms}}
variants: {old: {}, new: {}}
sweep: {n: [1, 2]}
repeat: {pilot: {executions: 5}, precision: 30%}
randomize: {seed: 7}
"""
MODES = {"light": (1000, 1400, "light", "screen"), "dark": (1000, 1400, "dark", "screen"),
         "phone": (360, 740, "light", "screen"), "phone-dark": (360, 740, "dark", "screen"),
         "print": (800, 1100, "dark", "print")}
# The least contrast of any text of the page with what is behind it (WCAG 2).
CONTRAST = """(() => {
  const parts = c => c.match(/[\\d.]+/g).map(Number);
  const light = c => { const [r, g, b] = parts(c).map(v => (v /= 255) <= 0.04045 ? v / 12.92
    : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const behind = e => { for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor;
    const p = parts(c); if (p.length < 4 || p[3] > 0) return c; } return 'rgb(255, 255, 255)'; };
  let least = 99, where = '';
  for (const e of document.body.querySelectorAll('*')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const a = light(getComputedStyle(e).color), b = light(behind(e));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < least) { least = ratio; where = e.tagName + ' ' + e.textContent.slice(0, 30); }
  }
  return [least, where];
})()"""
# A picture, by itself, follows the scheme, too: the text that is hardly seen on what is drawn behind it.
PALE = """(() => {
  const light = c => c.match(/[\\d.]+/g).slice(0, 3).map(Number).reduce((a, b) => a + b) / 765;
  const paper = light(%r);
  const behind = (text, shapes) => { const t = text.getBoundingClientRect();
    const x = t.x + t.width / 2, y = t.y + t.height / 2;
    const under = shapes.filter(([b]) => b.left < x && x < b.right && b.top < y && y < b.bottom);
    return under.length ? under.pop()[1] : paper; };
  const shapes = [...document.querySelectorAll('path')].map(p => [p, getComputedStyle(p).fill])
    .filter(([, fill]) => fill.startsWith('rgb(')).map(([p, fill]) =>
      [p.getBoundingClientRect(), light(fill)]);
  return [...document.querySelectorAll('text')].filter(e => e.textContent.trim() &&
    Math.abs(light(getComputedStyle(e).fill) - behind(e, shapes)) < 0.2)
    .map(e => e.textContent).slice(0, 5);
})()"""
STRAY = """document.querySelectorAll('script, iframe, object, embed, [onload], [onerror], [onclick]').length"""
UNSEEN = """[...document.querySelectorAll('img')].filter(e => !e.naturalWidth).map(e => e.alt)"""


def poison(campaign):
    """Hostile names wherever the store has a name."""
    with sqlite3.connect(campaign / "campaign.db") as store:
        store.execute("UPDATE cell SET benchmark = ?", (EVIL,))
        store.execute("UPDATE variant SET name = name || ?", (EVIL,))
        store.execute("UPDATE axis SET name = ?", (EVIL,))
        store.execute("UPDATE point SET value = ? WHERE cell = 1", (EVIL,))
        store.execute("UPDATE metric SET name = ?", (EVIL,))
        store.execute("UPDATE fact SET value = ? WHERE key IN ('experiment', 'question') OR"
                      " key LIKE 'machine.%'", (EVIL,))
        store.execute("INSERT INTO event(at, kind, text) VALUES('', 'layout', ?)", (EVIL,))


def show(proof, browser, page, mode, folder, hostile):
    width = MODES[mode][0]
    tab = Tab(browser, page.as_uri(), *MODES[mode])
    complaints, fetched = tab.complaints(), [u for u in tab.requests() if not u.startswith("data:")]
    proof.check(not complaints, f"  {mode}: console messages, errors and dialogs",
                complaints or 0, "0")
    proof.check(fetched == [page.as_uri()], f"  {mode}: requests besides the page",
                [u for u in fetched if u != page.as_uri()] or 0, "0")
    wide = tab.value("document.documentElement.scrollWidth")
    proof.check(wide <= width, f"  {mode}: width of the page", wide, f"at most {width}")
    least, where = tab.value(CONTRAST)
    proof.check(least >= 4.5, f"  {mode}: least contrast of text", f"{least:.2f}, {where!r}",
                "at least 4.5")
    unseen = tab.value(UNSEEN)
    proof.check(not unseen, f"  {mode}: pictures that are not shown", unseen or 0, "0")
    paper = tab.value("getComputedStyle(document.body).backgroundColor")
    stray = tab.value(STRAY)
    proof.check(stray == 0, f"  {mode}: elements that run or fetch", stray, "0")
    if hostile:
        check_text(proof, tab, mode)
    tab.screenshot(folder / f"{page.parent.name}-{mode}.png")
    for picture in sorted((page.parent / "plots").glob("*.svg")):
        show_picture(proof, browser, picture, mode, paper, hostile)
    if mode == "print":
        tab.pdf(folder / f"{page.parent.name}.pdf")


def show_picture(proof, browser, picture, mode, paper, hostile):
    tab = Tab(browser, picture.as_uri(), *MODES[mode])
    pale = tab.value(PALE % paper)
    proof.check(not pale, f"  {mode}: text of {picture.stem} that is hardly seen", pale or 0, "0")
    if hostile:
        count = tab.value(f"[...document.querySelectorAll('text')].filter(e => "
                          f"e.textContent.includes({EVIL!r})).length")
        proof.check(count > 0, f"  {mode}: {picture.stem} with {EVIL} as text", count, "at least 1")


def check_text(proof, tab, mode):
    for what, selector in (("heading", "h1"), ("question", ".question"), ("caption", "caption"),
                           ("row of a table", "tbody th"), ("cell of a table", "td"),
                           ("remark", ".notes li")):
        count = tab.value(f"[...document.querySelectorAll({selector!r})].filter(e => "
                          f"e.textContent.includes({EVIL!r})).length")
        proof.check(count > 0, f"  {mode}: {what} with {EVIL} as text", count, "at least 1")


def prove(arguments, proof, folder):
    with Browser(folder / "browser") as browser:
        (folder / "some.sh").write_text('echo "took $1.5 ms"\n')
        (folder / "shown.yaml").write_text(SPEC)
        plain, hostile = folder / "plain", folder / "hostile"
        run(arguments.program, "run", folder / "shown.yaml", "--quiet", "--plot", "--out", plain)
        shutil.copytree(plain, hostile)
        poison(hostile)
        run(arguments.program, "report", hostile, "--format", "html")
        run(arguments.program, "run", ROOT / "experiments/quickstart.yaml", "--quick", "--quiet",
            "--plot", "--out", folder / "real")
        for name in ("plain", "hostile", "real"):
            page = folder / name / "report.html"
            print(f"{name}: {page.stat().st_size >> 10} KiB", flush=True)
            for mode in MODES:
                show(proof, browser, page, mode, folder, name == "hostile")


if __name__ == "__main__":
    sys.exit(main(parser(__doc__).parse_args(), prove))
