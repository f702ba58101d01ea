#!/usr/bin/env python3
"""init and compare on two versions of projects of Debian's source packages, as a new user would.

For each project: `eswexp init` in a clone of the newer version; `eswexp check --trial` of the file
as it came; `eswexp compare old new` of that file, with the command (and, where init could not find
it, the setup) replaced by a workload. Meanwhile fanotify tells which files of the build are
executed. Each must be a program that the report calls relinked, with the SHA-256 that the store has
for a build, and the report must call no other so. callgrind counts the instructions of both
versions' own builds. A table is printed at the end.

Sources are git repositories with tags `old` and `new` in FOLDER/NAME (--sources), or come from apt
(--fetch). What cannot be fetched or observed here is skipped, and the table says so. Observing
needs root.
"""
import datetime
import json
import re
import sqlite3
import sys

from common.executed import Watch, combined
from common.packages import PROJECTS, seconds_of, write_inputs
from common.projects import call, each_project, instructions, key, print_table
from common.proof import rows

CALL = "call: debian.py --program ESWEXP --fetch | --sources FOLDER [--budget 2min] [NAME ...]"
BUDGET, REFUSALS_MOST = "2min", 3
OUTCOMES = ("slower", "faster", "equivalent", "inconclusive", "identical")


# ---- init

def with_key(text, name, value):
    quoted = "'" + value.replace("'", "''") + "'"
    return re.sub(rf"^    {name}: .*$", lambda _: f"    {name}: {quoted}", text, flags=re.MULTILINE)


def try_init(bench):
    """Whether init writes a file, which then works as it came; else what it prints to be filled in."""
    code, _, errors, seconds = bench.eswexp("init")
    if code == 0:
        text = (bench.clone / "eswexp.yaml").read_text()
        tried, _, said, _ = bench.eswexp("check", "--trial", "eswexp.yaml")
        reason = "passes" if tried == 0 else f"exit {tried}: {said.strip()[:200]}"
    else:
        text = re.search(r"^experiment:.*?\n\n", errors, re.MULTILINE | re.DOTALL).group(0)
        reason = f"exit {code}: {errors.strip().splitlines()[-1][:160]}"
    works = code == 0 and reason == "passes"
    bench.row["init"] = f"{'yes' if works else 'no'}, {seconds:.0f} s: {key(text, 'command')}"
    print(f"  init: {seconds:.0f} s, command '{key(text, 'command')}', trial: {reason}", flush=True)
    for warning in re.findall(r"warning: (.*)", errors):
        print(f"    warning: {warning[:200]}")
    return works, text


def edit(bench, text, inputs):
    """The experiment file with the project's workload; what had to be replaced besides."""
    edited = []
    for name in ("setup", "build"):
        if getattr(bench.project, name):
            text = with_key(text, name, getattr(bench.project, name))
            edited.append(name)
    if bench.project.command:
        text = with_key(text, "command", bench.project.command.format(inputs=inputs))
    bench.spec.write_text(text)
    bench.row["edited"] = ", ".join(edited + ["command"] * bool(bench.project.command)) or "nothing"
    return text


# ---- compare

def compare(bench, watch):
    words = ["compare", "old", "new", "--out", bench.campaign, "--json"]
    budget = bench.budget or BUDGET
    for _ in range(REFUSALS_MOST):
        watch.events.clear()
        code, out, errors, seconds = bench.eswexp(*words, "--budget", budget)
        more = re.search(r"--budget ([0-9.]+ ?(?:s|min|h))$", errors.strip())
        if code != 2 or not more:
            break
        print(f"  budget {budget}, refused after {seconds:.0f} s: {errors.splitlines()[-1]}")
        budget = more.group(1)
    bench.row["budget"] = budget
    bench.row["seconds"] = f"{seconds:.0f} s"
    for line in errors.splitlines():
        if re.search(r"relinking|trial:|the real experiment", line):
            print(f"  {line}")
    if not bench.check(code in (0, 1), "compare ends with a verdict", f"exit {code} after "
                       f"{seconds:.0f} s{'' if code in (0, 1) else ': ' + errors[-600:]}"):
        return None
    limit = seconds_of(budget) * 1.1
    bench.check(seconds <= limit, "compare, builds included", f"{seconds:.0f} s", f"{limit:.0f} s")
    return json.loads(out)


def say_verdict(bench, found):
    judged = [one for one in found["comparisons"] if one["judged"] and not one["is_floor"]]
    texts = []
    for one in judged:
        bench.check(one["outcome"] in OUTCOMES, "verdict", one["outcome"])
        texts.append(one["outcome"] if one["time_ratio"] is None else
                     f"{one['outcome']} {100 * one['time_ratio'] - 100:+.1f} % "
                     f"[{100 * one['low'] - 100:+.1f}, {100 * one['high'] - 100:+.1f}]")
        bench.row["blocks"] = f"{one['pairs']}"
        bench.row["reservations"] = "; ".join(
            reservation["kind"] for reservation in one["reservations"]) or "none"
        for reservation in one["reservations"]:
            print(f"    reservation: {reservation['text']}")
    bench.row["verdict"] = "; ".join(texts)
    print(f"  {bench.row['verdict']}")


# ---- What ran

def relinked(found):
    """{side: [names]} of the programs that are called relinked, in the order of their hashes."""
    sides = {}
    for note in found:
        side, programs = re.match(r".*variant '([^']*)': relinked: (.*)", note).groups()
        sides[side] = re.findall(r"([^ ,()]+) \(", programs)
    return sides


def notes_of(bench, kind):
    with sqlite3.connect(f"file:{bench.campaign}/campaign.db?mode=ro", uri=True) as store:
        return [text for (text,) in store.execute("SELECT text FROM event WHERE kind = ?", (kind,))]


def measured(bench, watch):
    """Executions since the first measured one: those of builds and of the trial are left out."""
    with sqlite3.connect(f"file:{bench.campaign}/campaign.db?mode=ro", uri=True) as store:
        ((begin,),) = store.execute("SELECT min(start) FROM attempt")
    begin = datetime.datetime.fromisoformat(begin.replace("Z", "+00:00")).timestamp()
    return [event for event in watch.events if event.time >= begin]


def executed_of(events, names, recorded):
    """Of the folder whose executions have recorded hashes: they, and how they match."""
    folders = {event.side for event in events}
    found = [[event for event in events if event.side == folder] for folder in folders]
    return max(((ran, *combined(ran, names, recorded)) for ran in found), key=lambda one: one[2])


def check_side(bench, watch, side, names):
    """Every file of the build that ran is a program that was drawn, with the hash of a build."""
    builds = [row for row in rows(bench.campaign, "builds") if row["variant"] == side]
    recorded = {row["binary_sha256"] for row in builds}
    ran, seen, matched = executed_of(measured(bench, watch), names, recorded)
    others = sorted({event.name for event in ran} - set(names))
    bench.check(not others, f"{side}: programs that ran and were not drawn", others or "none")
    idle = sorted(set(names) - {event.name for event in ran})
    bench.check(not idle, f"{side}: programs called relinked that never ran", idle or "none")
    bench.check(matched == len(ran) > 0, f"{side}: executions of bytes that a build recorded",
                f"{matched} of {len(ran)}")
    bench.check(recorded == seen, f"{side}: recorded hashes that were executed",
                f"{len(seen)} of {len(recorded)}")
    moved = max(int(row["functions_moved"] or 0) for row in builds)
    of_all = watch.functions(ran[0].side, names, bench.folder)
    layouts = len({row["layout_id"] for row in builds})
    bench.check(layouts >= 0.9 * len(builds), f"{side}: distinct layouts",
                f"{layouts} of {len(builds)}", "at least 9 of 10")
    return f"{moved} of {of_all}"


def check_programs(bench, watch):
    """Functions moved of all that the executed programs define, for the newer side."""
    sides = relinked(notes_of(bench, "relinked"))
    bench.check(set(sides) == {"old", "new"}, "sides whose programs are named", sorted(sides))
    moved = {side: check_side(bench, watch, side, names) for side, names in sides.items()}
    bench.row["moved"] = moved.get("new", "none")
    bench.row["programs"] = ", ".join(sides.get("new", ()))
    for note in notes_of(bench, "not-randomized"):
        print(f"    not drawn: {note}")


def count(bench, text):
    old, new = (instructions(bench, tag, text) for tag in ("old", "new"))
    bench.row["instructions"] = f"{old:.0f} → {new:.0f} M, {100 * new / old - 100:+.1f} %"
    print(f"  instructions: {bench.row['instructions']}", flush=True)


# ---- All

COLUMNS = {"project": "project", "init": "init: works as it came", "edited": "edited",
           "budget": "budget", "seconds": "verdict after", "blocks": "blocks",
           "programs": "drawn", "moved": "functions moved of all that ran",
           "verdict": "verdict, new / old", "reservations": "reservations",
           "instructions": "callgrind"}


def try_project(bench, inputs):
    _, text = try_init(bench)
    text = edit(bench, text, inputs)
    watch = Watch(bench.folder)
    try:
        found = compare(bench, watch)
    finally:
        watch.end()
    if found:
        say_verdict(bench, found)
        check_programs(bench, watch)
    count(bench, text)


def prove(arguments, proof, folder):
    inputs = write_inputs(folder / "inputs")
    print_table(each_project(PROJECTS, arguments, proof, folder,
                             lambda bench: try_project(bench, inputs)), COLUMNS)


if __name__ == "__main__":
    sys.exit(call(__doc__, CALL, prove))
