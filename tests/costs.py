#!/usr/bin/env python3
"""What the last ./bootstrap test or check spent on each test: wall and CPU seconds, the most expensive first.

The cases of `commands` are in its line, and listed by themselves with --cases.
"""
import argparse
import collections
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("costs", nargs="?", type=pathlib.Path, default=ROOT / "build/costs.tsv")
    parser.add_argument("--least", type=float, default=5, help="CPU seconds; cheaper ones take one line (default: 5)")
    parser.add_argument("--cases", action="store_true", help="the cases of `commands` instead")
    given = parser.parse_args()
    if not given.costs.exists():
        parser.error(f"there is no {given.costs}: run ./bootstrap test")
    costs = collections.defaultdict(lambda: [0.0, 0.0, 0.0])
    for line in given.costs.read_text(encoding="utf-8").splitlines():
        name, *seconds = line.split("\t")
        if (name.startswith("commands.") and name not in ("commands.slow", "commands.short")) == given.cases:
            costs[name] = [sum(pair) for pair in zip(costs[name], map(float, seconds))]
    expensive = {name: cost for name, cost in costs.items() if cost[1] + cost[2] >= given.least}
    cheap = [cost for name, cost in costs.items() if name not in expensive]
    rows = sorted(expensive.items(), key=lambda row: -row[1][1] - row[1][2])
    rows.append((f"{len(cheap)} others", [sum(column) for column in zip(*cheap)] or [0.0] * 3))
    rows.append(("all", [sum(column) for column in zip(*costs.values())] or [0.0] * 3))
    print("| test | wall, s | CPU, s | of that system, s |\n| --- | --- | --- | --- |")
    for name, (wall, user, system) in rows:
        print(f"| {name} | {wall:.0f} | {user + system:.0f} | {system:.0f} |")


if __name__ == "__main__":
    main()
