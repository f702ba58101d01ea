#!/usr/bin/env python3
"""The tests, as a pattern for ctest -R, that what changed can have broken and that take seconds.

With --files it prints what changed instead: what differs from the last commit or, if nothing does,
what that commit changed. Of C files these are the unit tests that include a header of the same folder,
of an edited header all that reach it; the command lines; and what holds all of the source. The rest is
for ./bootstrap test.
"""
import functools
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
ALWAYS = ["house", "reference"]
# What is edited, and which tests that concerns.
BY_PLACE = (
    (r"(engine|randomizers)/.*\.[ch]$", ["commands\\.short", "harnesses"]),
    (r"engine/(store|executor|campaign|run)/", ["faults.journals", "faults.behaviour", "faults.clocks"]),
    (r"engine/report/(html|text)/", ["page"]),
    (r"engine/report/", ["shown"]),
    (r"engine/commands/|engine/spec/", ["completion", "docs"]),
    (r"tests/commands/", ["commands\\.short"]),
    (r"docs/|README", ["docs", "shown"]),
    (r"plots/|tests/plots/", ["plots\\..*", "shown"]),
    (r"kernels/", ["kernels"]),
    (r"bootstrap$|packaging/", ["bootstrap", "install"]),
    (r"action/", ["action"]),
)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)


def git(*words):
    return subprocess.run(["git", "-C", ROOT, *words], check=True, capture_output=True, text=True).stdout.splitlines()


def changed():
    here = git("diff", "--name-only", "HEAD") + git("ls-files", "--others", "--exclude-standard")
    return here or git("diff", "--name-only", "HEAD~1")


@functools.lru_cache(None)
def included(path):
    """The project's headers that a file names."""
    text = path.read_text(encoding="utf-8", errors="replace")
    places = ((folder / name).resolve() for name in INCLUDE.findall(text)
              for folder in (ROOT / "engine", path.parent, ROOT))
    return frozenset(place for place in places if place.exists())


@functools.lru_cache(None)
def reached(path):
    found = set()
    ahead = [path]
    while ahead:
        new = included(ahead.pop()) - found
        found |= new
        ahead += new
    return found


def unit_tests(files):
    sources = [ROOT / name for name in files if re.match(r"(engine|randomizers)/.*\.c$", name)]
    headers = {(ROOT / name).resolve() for name in files if name.endswith(".h")}
    folders = {source.parent for source in sources}
    for test in sorted((ROOT / "tests/unit").glob("test_*.c")):
        if (str(test.relative_to(ROOT)) in files or headers & reached(test)
                or any(header.parent in folders for header in included(test))):
            yield f"unit\\.{test.stem.removeprefix('test_')}"


def main():
    files = changed()
    if sys.argv[1:] == ["--files"]:
        print(*(name for name in files if (ROOT / name).exists()), sep="\n")
        return
    tests = [*ALWAYS, *unit_tests(files)]
    tests += [f"faults\\.{pathlib.Path(name).stem}" for name in files if re.match(r"tests/faults/\w+\.py$", name)]
    for place, names in BY_PLACE:
        tests += names if any(re.match(place, name) for name in files) else []
    print(f"^({'|'.join(dict.fromkeys(tests))})$")


if __name__ == "__main__":
    main()
