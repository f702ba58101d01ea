#!/usr/bin/env python3
"""Hostile archives, experiment files, names and repositories: each is read or refused.

An archive is reproduced, a file checked, a name run and reported in every format, a repository
compared. No command ends by a signal or does not end; a refusal has a documented exit code and a
sentence; nothing beside the working folder changes, and nothing runs that a repository's settings
name. What a name steers is not printed, and pages, JSON and JUnit stay well-formed.
"""
import collections
import concurrent.futures
import os
import pathlib
import random
import sys

from common import proof
from sent import archives, names, repositories, specs
from sent.yard import Yard

SPEC = """experiment: one
benchmarks: {b: {command: [sh, bench.sh]}}
repeat: {warmup: 0, minimum_time: 0, real: {executions: 2}}
"""
CLASSES = ("archives", "specs", "names", "repositories")


def bundle(program, folder):
    folder.mkdir()
    (folder / "one.yaml").write_text(SPEC)
    (folder / "bench.sh").write_text(":\n")
    environment = dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"),
                       ESWEXP_HOST_LOCK=str(folder / "host.lock"))
    for words in (("run", "one.yaml", "--quiet", "--out", "out"),
                  ("bundle", "out", "--out", "one.tar.gz")):
        proof.run(program, *words, cwd=folder, env=environment)
    return (folder / "one.tar.gz").read_bytes()


def cases_of(kind, arguments, folder, beside, chance):
    if kind == "archives":
        return archives.cases(bundle(arguments.program, folder / "bundle"), beside,
                              arguments.count, chance)
    if kind == "specs":
        texts = [path.read_text() for path in sorted((proof.ROOT / "experiments").glob("*.yaml"))]
        return specs.cases(texts, 20 * arguments.count, chance)
    return names.cases() if kind == "names" else repositories.cases(arguments.count, chance)


def try_all(kind, arguments, check, folder):
    chance = random.Random(f"{kind} {arguments.seed}")
    yards = [Yard(arguments.program, folder / f"yard {number}") for number in range(arguments.jobs)]
    cases = [*cases_of(kind, arguments, folder, "../beside", chance)]
    ends, wrong = collections.Counter(), []

    def part(number):
        return [(case, *yards[number].hold(case)) for case in cases[number::arguments.jobs]]

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for case, codes, mistakes in (one for some in pool.map(part, range(arguments.jobs))
                                      for one in some):
            ends[codes[-1]] += 1
            wrong += [case.name] if mistakes else []
            for mistake in mistakes:
                print(f"       {kind}, {case.name}: {mistake}", flush=True)
    words = ", ".join(f"exit {code}: {times}" for code, times in sorted(ends.items(), key=str))
    check.check(cases and not wrong, f"{kind}: {len(cases)} tried, held",
                f"{len(cases) - len(wrong)}; at the end {words}", "all")


def prove(arguments, check, folder):
    print(f"the seed is {arguments.seed}", flush=True)
    for kind in arguments.kind or CLASSES:
        try_all(kind, arguments, check, folder)


if __name__ == "__main__":
    options = proof.parser(__doc__)
    options.add_argument("--kind", action="append", choices=CLASSES)
    options.add_argument("--count", type=int, default=100,
                         help="of each kind of damage at random, and a twentieth of the files")
    options.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options.add_argument("--jobs", type=int, default=2, help="at the same time")
    memory = pathlib.Path("/dev/shm")
    sys.exit(proof.main(options.parse_args(), prove, memory if memory.is_dir() else None))
