#!/usr/bin/env python3
"""Runs ./bootstrap test again and again: does it ever fail by chance, and how long does it take?

One line a run; what a failed run printed is kept in build/repeated/. With --load, other processes take
the processors meanwhile: between none and as many as given, of which the number changes every few seconds.
"""
import argparse
import contextlib
import pathlib
import random
import re
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
COSTS = ROOT / "build/costs.tsv"
CHANGES_S = 5, 60
BUSY = [sys.executable, "-c", "while True: pass"]


@contextlib.contextmanager
def load(most, chance):
    """A list of how many processes were busy, one element for each change."""
    ended, history = threading.Event(), []

    def change():
        while not ended.is_set():
            history.append(chance.randint(0, most))
            busy = [subprocess.Popen(BUSY) for _ in range(history[-1])]
            ended.wait(chance.uniform(*CHANGES_S))
            for process in busy:
                process.kill()
                process.wait()

    thread = threading.Thread(target=change)
    thread.start()
    try:
        yield history
    finally:
        ended.set()
        thread.join()


def failures(log):
    printed = log.read_text(encoding="utf-8", errors="replace")
    return re.findall(r"^\s+\d+ - (\S+) \(.*\)$", printed, re.M) or printed.splitlines()[-1:]


def cpu_s():
    """Of the tests that ended; those of `commands` are in its line, but for the slow ones."""
    rows = [line.split("\t") for line in COSTS.read_text(encoding="utf-8").splitlines()] if COSTS.exists() else []
    return sum(float(seconds) for name, *row in rows for seconds in row[1:]
               if name == "commands.slow" or not name.startswith("commands."))


def one_run(number, most, chance):
    log = ROOT / f"build/repeated/{number}.log"
    log.parent.mkdir(parents=True, exist_ok=True)
    COSTS.unlink(missing_ok=True)  # not of another run, should this one come to no test
    began = time.monotonic()
    with open(log, "w", encoding="utf-8") as output, load(most, chance) as history:
        status = subprocess.run([ROOT / "bootstrap", "test"], cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output,
                                stderr=subprocess.STDOUT, check=False).returncode
        wall = time.monotonic() - began
    beside = f"{sum(history) / len(history):.1f} busy processes on average" if most else "no load"
    result = "passed" if status == 0 else "FAILED"
    which = "" if status == 0 else ": " + ", ".join(failures(log))
    print(f"run {number}: {result} after {wall:.0f} s, {cpu_s():.0f} CPU s of tests, beside {beside}{which}", flush=True)
    return status == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--load", type=int, default=0, metavar="N", help="at most so many processes (default: 0)")
    parser.add_argument("--seed", type=int, default=1, help="of when how many processes run")
    given = parser.parse_args()
    chance = random.Random(given.seed)
    passed = sum(one_run(number, given.load, chance) for number in range(1, given.runs + 1))
    print(f"{passed} of {given.runs} passed")
    return 0 if passed == given.runs else 1


if __name__ == "__main__":
    sys.exit(main())
