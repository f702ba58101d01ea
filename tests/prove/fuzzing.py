#!/usr/bin/env python3
"""Fuzzing: 10,000,000 inputs for each parser of what is not ours, or as many as the time allows.

Each time from another seed. The inputs that reached new code are kept in build/prove/found and used
again; one that crashes, leaks, hangs, or breaks what its target (tests/fuzz) asks for lies beside
them: it belongs into tests/fuzz/corpus, with its mend.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import time

from common.proof import ROOT, Trouble, main, parser

CORPUS = ROOT / "tests/fuzz/corpus"


def fuzz(target, found, arguments):
    """(inputs, seconds, what was found)"""
    name = target.name.removeprefix("fuzz_")
    kept = found / name
    kept.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    done = subprocess.run([target, f"-runs={arguments.inputs}", f"-max_total_time={arguments.seconds}",
                           "-timeout=25", "-print_final_stats=1", f"-artifact_prefix={kept}-",
                           kept, CORPUS / name], text=True, errors="replace", capture_output=True)
    inputs = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    return (int(inputs[1]) if inputs else 0, time.monotonic() - began,
            done.stderr[-3000:] if done.returncode else "")


def prove(arguments, proof, folder):
    targets = [path for path in sorted(arguments.targets.glob("fuzz_*")) if path.is_file()
               and (not arguments.names or path.name.removeprefix("fuzz_") in arguments.names)]
    if not targets:
        raise Trouble(f"there are no fuzz targets in {arguments.targets}: build the preset 'prove'")
    found, total = arguments.targets.parent / "found", 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        results = pool.map(lambda target: fuzz(target, found, arguments), targets)
        for target, (inputs, seconds, what) in zip(targets, results):
            total += inputs
            proof.check(not what, target.name, f"{inputs} inputs in {seconds:.0f} s",
                        f"{arguments.inputs}, or {arguments.seconds} s")
            print(what, end="")
    print(f"{total} inputs for {len(targets)} targets")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("names", nargs="*", help="targets (default: all)")
    options.add_argument("--targets", type=pathlib.Path, default=ROOT / "build/prove/tests")
    options.add_argument("--inputs", type=int, default=10**7)
    options.add_argument("--seconds", type=int, default=300, help="for a target; 0: no limit")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    raise SystemExit(main(options.parse_args(), prove))
