#!/usr/bin/env python3
"""Replays: the same bytes in a fresh folder by another user, and a best layout that stays the best.

A campaign of a program of our own and one of a project with make, with GNU ld and lld. Every replay is
a process of its own, of another user (where this one may become another), in a folder and with a
cache of its own. Then the best and the worst build of the interpreter are replayed in turn.
"""
import json
import math
import os
import pwd
import shutil
import statistics
import subprocess
import sys

from common.proof import ROOT, main, parser, rows, run

REPLAYS = 30  # of each linker and kind
BUILDS = 24  # of which the best and the worst are replayed
OTHER = 65534  # nobody
LINKERS = ("bfd", "lld")

SPEC = """
experiment: {name}
benchmarks:
  work:
{target}
    samples: process
    linker: {linker}
repeat: {{pilot: {{builds: 4, executions: 2}}, real: {{builds: 8, executions: 2}}}}
randomize:
  seed: 11
  link_order: function
  function_alignment: true
  environment_size: true
  aslr: seeded
"""
SOURCES = "    sources: [work.c, more.c]\n    cflags: [-O2, -g]"
PROJECT = "    directory: codec\n    setup: ./configure\n    build: make example\n    command: ./example 20"
WORK = """#include <stdio.h>
int half(int x);
int main(void)
{
    unsigned sum = 0;
    for (int i = 0; i < 10000; i++)
        sum += (unsigned)half(i);
    printf("%s %u\\n", __FILE__, sum);
    return 0;
}
"""
MORE = "".join(f"int f{i}(int x) {{ return x + {i}; }}\n" for i in range(20)) + """
int half(int x) { return x / 2; }
"""
RANKED = """
experiment: ranked
benchmarks:
  interpreter:
    sources: [{sources}]
    cflags: [-O2]
measure: [cpu_time]
machine: {{cpus: auto}}
repeat: {{pilot: {{builds: 2, executions: 2, iterations: 2}}, warmup: 2,
         real: {{builds: {builds}, executions: 10, iterations: 20}}}}
randomize: {{seed: 3, link_order: function, function_alignment: {{modulus: 64}}, environment_size: true,
            aslr: seeded}}
"""


PLACED = """#include <stdint.h>
#include <stdio.h>
static volatile unsigned sum;
__attribute__((noinline)) void placed(void) { sum++; }
int other(int x) { return x + (int)sum; }
int main(void)
{
    unsigned offset = (uintptr_t)placed % 64; // the longer, the higher above a line
    for (unsigned i = 0; i < 400000 * (1 + offset / 16); i++)
        placed();
    return other(0) == 0;
}
"""
PLACED_SPEC = """
experiment: placed
benchmarks:
  placed: {{sources: [placed.c], samples: process, cflags: [-O1]}}
measure: [cpu_time]
machine: {{cpus: auto}}
repeat: {{pilot: {{builds: 2, executions: 2}}, real: {{builds: {builds}, executions: 5}}}}
randomize: {{seed: 3, function_alignment: {{modulus: 64}}, aslr: seeded}}
"""


class Replayer:
    """Calls eswexp replay, as another user where possible."""

    def __init__(self, program, folder):
        self.program, self.folder, self.number = program, folder, 0
        self.other = os.geteuid() == 0 and shutil.which("setpriv")

    def fresh(self):
        """A new folder of the other user, and the environment of a process in it."""
        self.number += 1
        place = self.folder / f"fresh-{self.number}"
        place.mkdir()
        if self.other:
            os.chown(place, OTHER, OTHER)
        lock = place / "host.lock"
        environment = {"PATH": os.environ["PATH"], "HOME": str(place), "LC_ALL": "C.UTF-8",
                       "XDG_CACHE_HOME": str(place / "a cache"), "ESWEXP_HOST_LOCK": str(lock)}
        return place, environment

    def replay(self, campaign, *options):
        place, environment = self.fresh()
        become = ["setpriv", f"--reuid={OTHER}", f"--regid={OTHER}", "--clear-groups"]
        words = [*(become if self.other else []), self.program, "replay", campaign, *options, "--trust",
                 "--quiet", "--json"]
        done = subprocess.run([str(word) for word in words], cwd=place, env=environment, text=True,
                              capture_output=True, stdin=subprocess.DEVNULL)
        shutil.rmtree(place, ignore_errors=True)
        if done.returncode:
            print(done.stderr[-2000:])
            return None
        return json.loads(done.stdout)


def campaign(program, folder, name, target, linker):
    spec = folder / f"{name}.yaml"
    spec.write_text(SPEC.format(name=name, target=target, linker=linker))
    run(program, "run", spec, "--out", folder / name, "--quiet")
    return folder / name


def snapshot(folder):
    return {path: path.stat().st_mtime_ns for path in [folder, *sorted(folder.rglob("*"))]}


def check_bytes(proof, replayer, name, stored):
    builds = rows(stored, "builds")
    before, same = snapshot(stored), 0
    for number in range(REPLAYS):
        row = builds[number % len(builds)]
        found = replayer.replay(stored, "--build", row["block"], "--execution", "1")
        same += bool(found) and (found["layout_id"], found["binary_sha256"]) == (
            row["layout_id"], row["binary_sha256"])
    user = pwd.getpwuid(OTHER).pw_name if replayer.other else "this user (no other is possible)"
    proof.check(same == REPLAYS, f"{name}: replays with the same layout and bytes, by {user}",
                f"{same} of {REPLAYS}", "all")
    proof.check(snapshot(stored) == before, f"{name}: the campaign's folder", "unchanged"
                if snapshot(stored) == before else "changed", "unchanged")


def check_all_bytes(proof, program, folder):
    (folder / "work.c").write_text(WORK)
    (folder / "more.c").write_text(MORE)
    shutil.copytree(ROOT / "tests/prove/projects/codec", folder / "codec")
    replayer = Replayer(program, folder)
    for linker in LINKERS:
        for name, target in (("sources", SOURCES), ("project", PROJECT)):
            stored = campaign(program, folder, f"{name}-{linker}", target, linker)
            check_bytes(proof, replayer, f"{name} with {linker}", stored)


def sign_test(count, least):
    """How likely at least so many of `count` pairs are one way if both ways are as likely."""
    return sum(math.comb(count, n) for n in range(least, count + 1)) / 2 ** count


def mean_of(program, stored, rank):
    done = run(program, "replay", stored, f"--{rank}", "--quiet", "--json")
    found = json.loads(done.stdout)["metrics"][0]
    return found["stored"]["mean"], found["replayed"]["mean"]


def interpreter():
    kernels = ROOT / "kernels"
    sources = [kernels / "interpreter.c", *sorted((kernels / "interpreter").glob("*.c"))]
    return RANKED.format(builds=BUILDS, sources=", ".join(str(path) for path in sources))


def placed(folder):
    (folder / "placed.c").write_text(PLACED)
    return PLACED_SPEC.format(builds=BUILDS)


def check_order(proof, program, folder, name, spec, times):
    (folder / f"{name}.yaml").write_text(spec)
    run(program, "run", folder / f"{name}.yaml", "--out", folder / name, "--quiet")
    replayed, stored = {"best": [], "worst": []}, {}
    for number in range(times):
        for rank in ("best", "worst") if number % 2 else ("worst", "best"):
            stored[rank], mean = mean_of(program, folder / name, rank)
            replayed[rank].append(mean)
    faster = sum(best < worst for best, worst in zip(replayed["best"], replayed["worst"]))
    medians = {rank: statistics.median(means) for rank, means in replayed.items()}
    proof.check(medians["best"] < medians["worst"],
                f"{name}: best and worst of {BUILDS} builds, {stored['worst'] / stored['best'] - 1:.1%} apart, "
                f"replayed {times} times each: the medians of the replays are apart by",
                f"{medians['worst'] / medians['best'] - 1:.1%}", "above 0")
    least = next(n for n in range(times + 1) if sign_test(times, n) <= 0.02)
    proof.check(faster >= least, "  pairs of replays in which the best is faster",
                f"{faster} of {times}", f"at least {least}: a sign test at 2 %")


def prove(arguments, proof, folder):
    folder.chmod(0o755)  # the other user reads it
    os.environ["ESWEXP_HOST_LOCK"] = os.environ.get("ESWEXP_HOST_LOCK", str(folder / "host.lock"))
    check_all_bytes(proof, arguments.program, folder)
    for name, spec in (("placed", placed(folder)), ("interpreter", interpreter())):
        check_order(proof, arguments.program, folder, name, spec, arguments.times)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--times", type=int, default=10, help="replays of the best and the worst build")
    sys.exit(main(options.parse_args(), prove))
