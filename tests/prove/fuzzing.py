#!/usr/bin/env python3
"""Fuzzing: 10,000,000 inputs for each parser of what is not ours, or as many as the time allows.

Each time from another seed; --done FILE goes on from what earlier runs have tried. The inputs that
reached new code are kept in build/prove/found and used again; one that crashes, leaks, hangs, or breaks what its target (tests/fuzz) asks for lies beside
them: it belongs into tests/fuzz/corpus, with its mend.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import time

from common.proof import ROOT, Trouble, main, parser

CORPUS = ROOT / "tests/fuzz/corpus"
TIMEOUT_S = 25  # for an input


class Fuzzed:
    """What became of one target."""

    def __init__(self, target, before):
        self.name = target.name.removeprefix("fuzz_")
        self.target, self.before = target, before
        self.inputs, self.seconds, self.what = 0, 0, ""


def fuzz(one, found, arguments):
    kept = found / one.name
    kept.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    while not one.what and one.before + one.inputs < arguments.inputs:
        left = arguments.seconds - (time.monotonic() - began)
        if arguments.seconds and left < 1:
            break
        done = subprocess.run(
            [one.target, f"-runs={arguments.inputs - one.before - one.inputs}",
             f"-max_total_time={max(0, int(left))}", f"-timeout={TIMEOUT_S}",
             "-print_final_stats=1", f"-artifact_prefix={kept}-", kept, CORPUS / one.name],
            text=True, errors="replace", capture_output=True)
        inputs = re.search(r"number_of_executed_units: (\d+)", done.stderr)
        one.inputs += int(inputs[1]) if inputs else 0
        if not done.returncode:
            break
        one.what = "" if was_stopped(one.target, done.stderr) else done.stderr[-3000:]
    one.seconds = time.monotonic() - began
    return one


def was_stopped(target, said):
    """Whether the time of an input ran out because the whole proof was stopped in the meantime."""
    path = re.search(r"Test unit written to (.*-timeout-\w+)", said)
    if not path or subprocess.run([target, f"-timeout={TIMEOUT_S}", path[1]],
                                  capture_output=True).returncode:
        return False
    pathlib.Path(path[1]).unlink()
    return True


def prove(arguments, proof, folder):
    targets = [path for path in sorted(arguments.targets.glob("fuzz_*")) if path.is_file()
               and (not arguments.names or path.name.removeprefix("fuzz_") in arguments.names)]
    if not targets:
        raise Trouble(f"there are no fuzz targets in {arguments.targets}: build the preset 'prove'")
    found = arguments.targets.parent / "found"
    done = arguments.done
    counts = json.loads(done.read_text()) if done and done.exists() else {}
    with concurrent.futures.ThreadPoolExecutor(max_workers=arguments.jobs) as pool:
        for one in pool.map(lambda one: fuzz(one, found, arguments),
                            [Fuzzed(target, counts.get(target.name, 0)) for target in targets]):
            counts[one.target.name] = one.before + one.inputs
            if done:
                done.write_text(json.dumps(counts, indent=1, sort_keys=True) + "\n")
            proof.check(not one.what, one.target.name,
                        f"{one.inputs} inputs in {one.seconds:.0f} s, {one.before + one.inputs} in all",
                        f"{arguments.inputs}, or {arguments.seconds} s")
            print(one.what, end="")
    print(f"{sum(counts.values())} inputs in all for {len(counts)} targets")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("names", nargs="*", help="targets (default: all)")
    options.add_argument("--targets", type=pathlib.Path, default=ROOT / "build/prove/tests")
    options.add_argument("--inputs", type=int, default=10**7)
    options.add_argument("--seconds", type=int, default=300, help="for a target; 0: no limit")
    options.add_argument("--done", type=pathlib.Path, help="what earlier runs have tried")
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    raise SystemExit(main(options.parse_args(), prove))
