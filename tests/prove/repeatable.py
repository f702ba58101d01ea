#!/usr/bin/env python3
"""Seeds: a seed gives the same builds again, another seed none of them.

Each experiment is run with seed 7 twice and with seed 8 once, in a campaign of its own each, with
small repetition counts (--full: as the files say).
"""
import sys

from common.proof import ROOT, main, parser, rows, run

# The pilot's two blocks and at least five real ones; and for programs with the harness.
COARSE = ["repeat.pilot.builds=2", "repeat.pilot.executions=2", "repeat.precision=20%"]
SMALL = COARSE + ["repeat.pilot.iterations=2", "repeat.warmup=0", "repeat.minimum_time=0"]

FOREIGN = """
experiment: codec
benchmarks:
  codec:
    directory: {directory}
    setup: {setup}
    build: {build}
    command: {command} 20
    samples: process
variants:
  plain: {{}}
  small: {{setup: '{small}'}}
randomize:
  link_order: function
  function_alignment: {{modulus: 64, align: [16, 32, 64]}}
  environment_size: {{max: 4096}}
  aslr: seeded
"""
MAKE = {"setup": "./configure", "small": "CFLAGS=-Os ./configure", "build": "make example",
        "command": "./example"}
CMAKE = {"setup": "cmake -S . -B out -DCMAKE_BUILD_TYPE=Release",
         "small": "cmake -S . -B out -DCMAKE_BUILD_TYPE=MinSizeRel",
         "build": "cmake --build out", "command": "out/example"}


def builds(campaign):
    """{(benchmark, variant, block): row}."""
    found = {}
    for row in rows(campaign, "builds"):
        key = (row["benchmark"], row["variant"], row["block"])
        found[key] = row
    return found


def drawn(row):
    """Names of the columns that hold draws: they stand behind the others."""
    names = list(row)
    return names[names.index("build_s") + 1:]


def draws(row):
    return tuple(row[name] for name in drawn(row))


def campaign(program, spec, sets, seed, out):
    options = [word for setting in sets for word in ("--set", setting)]
    run(program, "run", spec, "--seed", seed, "--out", out, "--quiet", *options)
    return builds(out)


def check_same(proof, A, B):
    both = A.keys() & B.keys()
    for column in ("layout_id", "binary_sha256"):
        same = sum(A[key][column] == B[key][column] != "" for key in both)
        proof.check(same == len(both) >= 10, f"  same seed: blocks with equal {column}",
                    f"{same} of {len(both)}", "all, at least 10")
    same = sum(draws(A[key]) == draws(B[key]) for key in both)
    names = drawn(next(iter(A.values())))
    proof.check(same == len(both) and names,
                f"  same seed: blocks with equal draws ({', '.join(names)})",
                f"{same} of {len(both)}", "all")


def check_other(proof, A, C):
    for what, of in (("layout_id", lambda row: row["layout_id"]),
                     ("binary_sha256", lambda row: row["binary_sha256"]), ("draws", draws)):
        shared = {of(row) for row in A.values()} & {of(row) for row in C.values()}
        proof.check(not shared, f"  another seed: {what} that both have", len(shared), "0")


def check_distinct(proof, A):
    for variant in sorted({key[1] for key in A}):
        own = [row for key, row in A.items() if key[1] == variant]
        layouts = {row["layout_id"] for row in own}
        proof.check(len({draws(row) for row in own}) == len(own) == len(layouts),
                    f"  variant {variant}: distinct layouts", len(layouts),
                    f"{len(own)} builds with distinct draws")


def check(proof, program, folder, name, spec, sets):
    print(name, flush=True)
    A, B, C = (campaign(program, spec, sets, seed, folder / f"{name}-{letter}".replace(" ", "-"))
               for letter, seed in (("A", 7), ("B", 7), ("C", 8)))
    check_same(proof, A, B)
    check_other(proof, A, C)
    check_distinct(proof, A)


def check_both(proof, program, folder, name, spec, sets):
    """With the image's base drawn too, and by order and padding of functions alone."""
    check(proof, program, folder, name, spec, sets)
    check(proof, program, folder, f"{name} without aslr", spec, sets + ["randomize.aslr=off"])


def prove(arguments, proof, folder):
    sets = [] if arguments.full else SMALL
    interpreter = ROOT / "experiments/interpreter.yaml"
    check_both(proof, arguments.program, folder, "interpreter", interpreter, sets)
    check_both(proof, arguments.program, folder, "interpreter with lld", interpreter,
               sets + ["benchmarks.interpreter.linker=lld"])
    for name, words in (("Makefile", MAKE), ("CMake", CMAKE)):
        spec = folder / f"{name}.yaml"
        spec.write_text(FOREIGN.format(directory=ROOT / "tests/prove/projects/codec", **words))
        check_both(proof, arguments.program, folder, f"project with {name}", spec, COARSE)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--full", action="store_true",
                         help="experiments/interpreter.yaml as it is, without smaller counts")
    given = options.parse_args()
    sys.exit(main(given, prove))
