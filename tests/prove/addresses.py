#!/usr/bin/env python3
"""Seeded address space layout: the same for a seed, another for another, the stack as recorded.

addresses.c prints four addresses; they come back as samples of a pattern. Every run is a campaign
of its own, compiled and linked anew.
"""
import sys

from common.proof import ROOT, main, parser, rows, run

PLACES = ("function", "local", "heap block", "library function")
RUNS = 20

HEAD = """
experiment: addresses
benchmarks:
  addresses:
    sources: [{source}]
    samples: {{pattern: 'at ([0-9]+)', unit: address}}
    {linker}
"""
SEEDED = """
repeat: {real: {builds: 1, executions: 3}}
randomize: {aslr: seeded}
"""
SWEPT = """
sweep: {{size: {{from: 1Ki, to: 5Ki, step: 16}}}}
repeat: {{real: {{builds: 1, executions: 1}}}}
randomize: {{aslr: {aslr}, environment_size: {{bytes: "${{size}}"}}}}
"""
DRAWN = """
repeat: {{real: {{builds: 40, executions: 1}}}}
randomize: {{aslr: off, environment_size: {{max: 16384, level: {level}}}}}
"""


def campaign(program, folder, text, seed, linker):
    source = ROOT / "tests/prove/addresses.c"
    head = HEAD.format(source=source, linker=f"linker: {linker}" if linker else "")
    (folder / "addresses.yaml").write_text(head + text)
    run("rm", "-rf", folder / "campaign")
    run(program, "run", folder / "addresses.yaml", "--seed", seed, "--out", folder / "campaign",
        "--quiet")
    return folder / "campaign"


def addresses(campaign_folder, *keys):
    """{the row's values of `keys`: its four addresses}."""
    found = {}
    for row in rows(campaign_folder, "samples"):
        if row["metric"] == "wall_time":
            key = tuple(row[name] for name in keys)
            found.setdefault(key, {})[int(row["iteration"])] = int(float(row["value"]))
    return {key: tuple(places[i] for i in sorted(places)) for key, places in found.items()}


def check_seeds(proof, program, folder, linker):
    name = f"linker {linker or 'of the compiler'}"
    equal, different = set(), []
    for number in range(RUNS):
        executions = addresses(campaign(program, folder, SEEDED, 7, linker), "execution")
        equal.update(executions.values())
    proof.check(len(equal) == 1 and len(next(iter(equal))) == 4,
                f"{name}, aslr seeded: address tuples in {RUNS} runs of 3 executions with one seed",
                len(equal), "1")
    for number in range(RUNS):
        executions = addresses(campaign(program, folder, SEEDED, 100 + number, linker), "execution")
        different.append(executions[("1",)])
    proof.check(len(set(different)) == RUNS,
                f"{name}, aslr seeded: address tuples in {RUNS} runs with {RUNS} seeds",
                len(set(different)), RUNS)
    for place, seen in zip(PLACES, zip(*different)):
        proof.check(len(set(seen)) > RUNS / 2, f"  distinct addresses of the {place}",
                    len(set(seen)), f"more than {RUNS // 2}")


def check_sweep(proof, program, folder, aslr):
    swept = campaign(program, folder, SWEPT.format(aslr=aslr), 7, None)
    found = addresses(swept, "size")
    recorded = {row["size"]: int(row["environment_bytes"]) for row in rows(swept, "executions")}
    stack = {at[1] + recorded[size] for (size,), at in found.items()}
    others = {at[:1] + at[2:] for at in found.values()}
    moved = max(recorded.values()) - min(recorded.values())
    proof.check(len(found) == 257 and len(stack) == 1 and moved == 4096,
                f"aslr {aslr}, sweep of {len(found)} environment sizes over {moved} bytes: "
                "values of (local's address + recorded bytes)", len(stack), "1")
    if aslr == "off":
        proof.check(len(others) == 1, "  values of the other addresses", len(others), "1")


def check_drawn(proof, program, folder, level):
    drawn = campaign(program, folder, DRAWN.format(level=level), 7, None)
    found = addresses(drawn, "block")
    table = rows(drawn, "builds" if level == "build" else "executions")
    recorded = {row["block"]: int(row["environment_bytes"]) for row in table}
    stack = {at[1] + recorded[block] for (block,), at in found.items()}
    proof.check(len(found) == 40 and len(stack) == 1,
                f"environment size drawn per {level}, {len(set(recorded.values()))} sizes: values "
                "of (local's address + recorded bytes)", len(stack), "1")


def prove(arguments, proof, folder):
    for linker in (None, "lld"):
        check_seeds(proof, arguments.program, folder, linker)
    for aslr in ("off", "seeded"):
        check_sweep(proof, arguments.program, folder, aslr)
    for level in ("build", "execution"):
        check_drawn(proof, arguments.program, folder, level)


if __name__ == "__main__":
    given = parser(__doc__).parse_args()
    sys.exit(main(given, prove))
