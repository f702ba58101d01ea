#!/usr/bin/env python3
"""eswexp on systems other than this one: from a clean clone, as its users have it.

Each module of this folder may have CASES = {name: function(context)}. A case returns if all is well;
it raises Failed (or any Trouble) if not, and Skipped where this machine cannot do it. context.py says
what it is given.
"""
import argparse
import importlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
from context import Context, Failed  # noqa: E402
from common.proof import ROOT, SKIPPED, Skip, Trouble  # noqa: E402


def known_cases():
    """{name: function} of the files of this folder that have CASES."""
    found = {}
    for path in sorted(HERE.glob("*.py")):
        if "\nCASES = " in path.read_text(encoding="utf-8"):
            found.update(importlib.import_module(path.stem).CASES)
    return found


def clone(folder):
    """A clean clone of the repository's HEAD; what is not committed is not in it."""
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, folder], check=True)
    commit = subprocess.run(["git", "-C", folder, "log", "-1", "--format=%h %s"], check=True, text=True,
                            capture_output=True).stdout.strip()
    changed = subprocess.run(["git", "-C", ROOT, "status", "--porcelain", "-uno"], text=True,
                             capture_output=True, check=True).stdout
    print(f"source: {commit}" + (" (without what is not committed)" if changed else ""), flush=True)
    return folder


def run_case(case, context):
    """'ok', 'skipped' or 'FAILED', and why."""
    try:
        case(context)
        return "ok", ""
    except Skip as reason:
        return "skipped", str(reason)
    except (Trouble, Failed) as trouble:
        return "FAILED", str(trouble)
    except Exception:  # pylint: disable=broad-except  # the next case is still of interest
        return "FAILED", traceback.format_exc()


def parse():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--program", required=True, type=lambda path: pathlib.Path(path).resolve(),
                         help="the eswexp to try")
    options.add_argument("--keep", action="store_true", help="keep the folders and roots")
    options.add_argument("--place", type=lambda path: pathlib.Path(path).resolve(),
                         help="where the folders and roots lie (default: beside the program)")
    options.add_argument("--list", action="store_true", help="print the names of the cases")
    options.add_argument("names", nargs="*", metavar="NAME", help="the cases to run (default: all)")
    return options.parse_args()


def run_all(chosen, given, folder, logs):
    """{name: outcome}"""
    checkout = clone(folder / "eswexp")
    outcomes = {}
    for name, case in chosen.items():
        own = folder / name
        own.mkdir()
        context = Context(name, given.program, checkout, own, logs)
        start = time.monotonic()
        outcomes[name], reason = run_case(case, context)
        print(f"{outcomes[name]:8s}{name}: {time.monotonic() - start:.0f} s"
              + (f": {reason}" if reason else ""), flush=True)
        if not given.keep:
            context.release()
            shutil.rmtree(own, ignore_errors=True)
    return outcomes


def main():
    given = parse()
    cases = known_cases()
    if given.list:
        print("\n".join(cases))
        return 0
    unknown = [name for name in given.names if name not in cases]
    if unknown:
        sys.exit(f"no case {', '.join(unknown)}; there are: {', '.join(cases)}")
    place = given.place or given.program.parent
    logs = place / "systems-logs"
    logs.mkdir(parents=True, exist_ok=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="systems-", dir=place))
    os.environ.setdefault("ESWEXP_HOST_LOCK", str(folder / "host.lock"))  # not the machine's
    try:
        outcomes = run_all({name: cases[name] for name in given.names or cases}, given, folder, logs)
    finally:
        if given.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    counts = {each: list(outcomes.values()).count(each) for each in ("ok", "FAILED", "skipped")}
    print(f"{counts['ok']} passed, {counts['FAILED']} failed, {counts['skipped']} skipped")
    return 1 if counts["FAILED"] else 0 if counts["ok"] else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
