#!/usr/bin/env python3
"""Hostile databases: 100,000 edits of a campaign's, each opened by 'status' and by another command.

An edit is a value of another kind, size or row in a column, in one row or all; every eighth time
two; every sixteenth time a byte of the file. The commands run within one sanitized process
(hostile_databases.c), which a crash, an access outside of an object, a leak or a minute without an
end stops. What holds is the exit code: 0, or a documented refusal.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import tempfile

from common.proof import ROOT, Trouble, main, parser, run

SPEC = """
experiment: two
benchmarks:
  one:
    command: [sh, -c, "echo took 10${n} ms"]
    samples: {pattern: 'took ([0-9]+) ms', unit: ms}
variants: {old: {}, new: {}}
sweep: {n: [1, 2]}
claims: ["ratio(new, old) > 0.5"]
repeat: {real: {executions: 6}}
randomize: {seed: 3}
"""
# As in hostile_databases.c, with the exit codes that its help documents.
COMMANDS = [("status", {0, 2, 3}), ("report", {0, 1, 2, 3, 4}), ("report --format json", {0, 1, 2, 3, 4}),
            ("report --format latex", {0, 1, 2, 3, 4}), ("compare, its variants", {0, 1, 2, 3, 4}),
            ("compare, with the whole one", {0, 1, 2, 3, 4}), ("reproduce", {0, 1, 2, 3, 4})]
BATCH = 250


def run_batch(program, whole, first, count):
    """[(command, exit code, times)], or what the program said before it was stopped."""
    with tempfile.TemporaryDirectory(prefix="eswexp-hostile-", dir="/dev/shm") as edited:
        done = subprocess.run([program, whole, edited, str(first), str(count)], text=True,
                              errors="replace", stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode != 0:
        return f"exit {done.returncode}\n{done.stderr[-6000:]}"
    return [tuple(map(int, line.split())) for line in done.stdout.splitlines()]


def prove(arguments, proof, folder):
    if not arguments.sanitized.exists():
        raise Trouble(f"there is no {arguments.sanitized}: build the preset 'prove'")
    (folder / "two.yaml").write_text(SPEC)
    run(arguments.program, "run", "two.yaml", "--out", "whole", "--quiet", cwd=folder)
    counts, stopped = {}, []
    firsts = range(arguments.first, arguments.first + arguments.edits, BATCH)
    with concurrent.futures.ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        for result in pool.map(lambda first: run_batch(arguments.sanitized, folder / "whole", first,
                                                       BATCH), firsts):
            if isinstance(result, str):
                stopped.append(result)
                continue
            for command, code, times in result:
                counts[command, code] = counts.get((command, code), 0) + times
    for what in stopped[:3]:
        print(what)
    opened = sum(times for (command, _), times in counts.items() if command == 0)
    proof.check(not stopped and opened >= arguments.edits, "databases opened without a crash", opened,
                f"at least {arguments.edits}; {len(stopped)} batches of {BATCH} were stopped")
    for number, (name, allowed) in enumerate(COMMANDS):
        ended = {code: times for (command, code), times in sorted(counts.items()) if command == number}
        words = ", ".join(f"exit {code}: {times}" for code, times in ended.items())
        proof.check(ended and set(ended) <= allowed, name, words, f"exit codes {sorted(allowed)}")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--sanitized", type=pathlib.Path,
                         default=ROOT / "build/prove/tests/hostile_databases")
    options.add_argument("--edits", type=int, default=100000)
    options.add_argument("--first", type=int, default=0, help="number of the first edit")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    raise SystemExit(main(options.parse_args(), prove))
