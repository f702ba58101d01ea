#!/usr/bin/env python3
"""Layouts of small projects of every toolchain: what moves, what is verified, what it costs.

Prints a table (Markdown) as in docs/toolchains.md.
"""
import argparse
import concurrent.futures
import importlib
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from measure import Measured, Trouble, lacking  # noqa: E402

SKIPPED = 77  # for CTest
HEADER = ("case", "toolchain", "linker", "functions moved", "verified", "layout / build time",
          "same seed, same bytes")


def modules():
    """{name: cases} of the files of this folder that have CASES."""
    found = {}
    for path in sorted(HERE.glob("*.py")):
        if "\nCASES = " in path.read_text(encoding="utf-8"):
            found[path.stem] = importlib.import_module(path.stem).CASES
    return found


def chosen(names, quick):
    cases = modules()
    if any(name.startswith("grid") for name in names):
        cases["grid"] = importlib.import_module("grid").GRID
    single = {case.name: case for some in cases.values() for case in some}
    unknown = [name for name in names if name not in cases and name not in single]
    if unknown:
        sys.exit(f"no case or module: {', '.join(unknown)}; there are: {', '.join([*cases, *single])}")
    named = [case for name in names for case in cases.get(name) or [single[name]]]
    return [case for case in named or single.values() if case.quick or not quick]


def measured(case, arguments, folder):
    one = Measured(case, arguments.program, folder, arguments.layouts, arguments.quick)
    try:
        one.measure()
    except (Trouble, OSError, LookupError, ValueError, sqlite3.Error, subprocess.SubprocessError) as trouble:
        one.wrong.append(str(trouble))
    return one


def finish(one, keep):
    """Prints a line for the case; whether it is all right."""
    for wrong in one.wrong:
        print(f"FAILED {one.case.name}: {wrong}", flush=True)
    if not one.wrong:
        print(f"ok     {one.case.name}", flush=True)
    if not keep:
        shutil.rmtree(one.folder, ignore_errors=True)
    return not one.wrong


def run_cases(cases, arguments, folder):
    """(rows of the table, how many failed, how many ran)."""
    able = []
    for case in cases:
        reason = lacking(case)
        if reason:
            print(f"skipped: {case.name}: {reason}")
        else:
            able.append(case)
    table, failed = [], 0
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        jobs = [pool.submit(measured, case, arguments, folder / case.name) for case in able]
        for job in jobs:
            one = job.result()
            failed += not finish(one, arguments.keep)
            table += [one.row] if one.row else []
    return table, failed, len(able)


def spread(texts):
    """'a', or 'least to most' of numbers that differ."""
    numbers = sorted({text for text in texts if text}, key=float)
    return " to ".join(dict.fromkeys((numbers[0], numbers[-1]))) if numbers else ""


def by_toolchain(table):
    """A row for all linkers of a toolchain: what they have in common, and the range of the rest."""
    groups = {}
    for cells in table:
        groups.setdefault((cells[1], cells[4]), []).append(cells)
    for (toolchain, verified), cells in groups.items():
        _, _, linkers, moved, _, ratios, same = zip(*cells)
        counts = [text.split(" of ") for text in moved if " of " in text]
        yield (toolchain, ", ".join(dict.fromkeys(linkers)),
               f"{spread(c[0] for c in counts)} of {spread(c[1] for c in counts)}" if counts else moved[0],
               verified, spread(ratios), "yes" if set(same) <= {"yes"} else ", ".join(dict.fromkeys(same)))


def line(cells):
    return f"| {' | '.join(cells)} |"


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", required=True, type=lambda path: pathlib.Path(path).resolve())
    options.add_argument("--layouts", type=int, default=0, help="builds of each case (default: its own)")
    options.add_argument("--quick", action="store_true", help="only the cases of ./bootstrap test, few layouts of each")
    options.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1), help="cases at once")
    options.add_argument("--by-toolchain", action="store_true",
                         help="a row for the linkers of a toolchain, as in docs/toolchains.md")
    options.add_argument("--keep", action="store_true", help="keep the folder of the projects")
    options.add_argument("names", nargs="*", help="cases or modules (default: all)")
    arguments = options.parse_args()
    cases = chosen(arguments.names, arguments.quick)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="toolchains-", dir=arguments.program.parent))
    try:
        table, failed, ran = run_cases(cases, arguments, folder)
    finally:
        if arguments.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    header = HEADER[1:] if arguments.by_toolchain else HEADER
    shown = by_toolchain(table) if arguments.by_toolchain else table
    for cells in (header, ["---"] * len(header), *shown):
        print(line(cells))
    print(f"{ran - failed} passed, {failed} failed, {len(cases) - ran} skipped")
    return 1 if failed else 0 if ran else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
