#!/usr/bin/env python3
"""eswexp run --profile: real profilers where they work, and fake ones that fail in every way.

What a profiler sees is a loop in one function: nothing here depends on the machine's speed.
"""
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "prove"))
from common.proof import rows, run, suite  # noqa: E402

WORK = """
#include "eswexp.h"
__attribute__((noinline)) static unsigned long busy_here(unsigned long rounds)
{
    unsigned long value = 1;
    for (unsigned long i = 0; i < rounds; i++) {
        value = value * 6364136223846793005u + i;
        ESW_USE(value);
    }
    return value;
}
int main(int argc, char **argv)
{
    struct esw_run run;
    esw_begin(&run, argc, argv);
    while (esw_next(&run))
        ESW_USE(busy_here(150000000));
    return esw_end(&run);
}
"""
SPEC = """
experiment: profiled
benchmarks: {work: {sources: [work.c], cflags: -O1}}
variants: {one: {}, other: {cflags: -O2}}
repeat: {warmup: 0, minimum_time: 0, real: {builds: 1, executions: 1, iterations: 1}}
"""
SHORT = f"""
experiment: short
benchmarks: {{nothing: {{command: [{shutil.which("true")}, "${{n}}"]}}}}
sweep: {{n: [1, 2, 3]}}
repeat: {{real: {{executions: 1}}}}
machine: {{timeout: 1s}}
"""
# A listing as perf's, of 8 samples.
LISTING = r"""    55984d7b7a17 walk (/tmp/it's/a b)
    55984d7b7a18 walk (/tmp/it's/a b)
    7f00 std::map<int, (anonymous namespace)::T>::at(int) (/lib/libstdc++.so.6)
garbage ((((
    zzzz walk (/tmp/x)
    ffffffff81 [unknown] ([kernel.kallsyms])
"""


class Bench:
    def __init__(self, program, folder, proof):
        self.program, self.folder, self.proof, self.count = program, folder, proof, 0
        (folder / "work.c").write_text(WORK)
        (folder / "work.yaml").write_text(SPEC)
        (folder / "short.yaml").write_text(SHORT)

    def campaign(self, spec, tool, path=None, exit_code=0, more=()):
        """(folder, what it said) of a campaign with a profile."""
        self.count += 1
        out = self.folder / f"out-{self.count}"
        done = run(self.program, "run", self.folder / spec, "--out", out, "--profile", tool, *more,
                   exit_code=exit_code, env={**os.environ, "PATH": path or os.environ["PATH"]})
        return out, done.stdout + done.stderr

    def fake(self, name, script):
        """A PATH on which `name` is this script."""
        self.count += 1
        folder = self.folder / f"bin-{self.count}"
        folder.mkdir()
        (folder / name).write_text("#!/bin/sh\n" + script)
        (folder / name).chmod(0o755)
        return f"{folder}:{os.environ['PATH']}"


@contextlib.contextmanager
def bench(program, folder, proof):
    yield Bench(program, folder, proof)


def works(*words):
    done = subprocess.run(words, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    return done.returncode == 0


def check_real(made, tool, variants, more=()):
    out, said = made.campaign("work.yaml", tool, more=more)
    found = rows(out, "profiles")
    for variant in variants:
        top = [(row["function"], row["object"], row["share"], row["tool"]) for row in found
               if row["variant"] == variant and int(row["rank"]) <= 3]
        made.proof.check(any(function.startswith(("busy_here", "main")) and by == tool
                             for function, _, _, by in top), f"{tool}: where '{variant}' is busy",
                         top)
    made.proof.check(f"profile of one by {tool} (one execution, not measured): "
                     in " ".join(said.split()), f"{tool}: the report says so", said[-300:])
    made.proof.check(len(rows(out, "executions")) == len(variants), f"{tool}: it counts as no execution",
                     len(rows(out, "executions")))


def real_perf(made):
    if not shutil.which("perf") or not works("perf", "record", "-q", "-o", "/dev/null", "true"):
        print("skipped: perf is not installed or refused here")
        return
    check_real(made, "perf", ("one", "other"))


def real_gdb(made):
    if not shutil.which("gdb") or not works("gdb", "-batch", "-nx", "-ex", "run", "--args",
                                            "/bin/sh", "-c", "exit 0"):
        print("skipped: gdb is not installed or refused here")
        return
    check_real(made, "gdb", ("one",), ("--set", "variants={one: {}}"))


def missing_and_unknown(made):
    out, said = made.campaign("short.yaml", "perf", path="/nowhere", exit_code=2)
    made.proof.check("no program 'perf' on the PATH" in said and "linux-perf" in said
                     and not out.exists(), "a missing program is said before anything is run", said)
    out, said = made.campaign("short.yaml", "vtune", exit_code=2)
    made.proof.check("--profile 'vtune' is not perf or gdb" in said and not out.exists(),
                     "an unknown profiler", said)


def fake_listing(made):
    listing = made.folder / "listing"
    listing.write_text(LISTING)
    path = made.fake("perf", f'[ "$1" = record ] || cat "{listing}"\n')
    out, said = made.campaign("short.yaml", "perf", path)
    found = [(row["n"], row["rank"], row["function"], row["object"], row["samples"])
             for row in rows(out, "profiles")]
    each = [("1", "walk", "a b", "2"), ("2", "[unknown]", "[kernel.kallsyms]", "1"),
            ("3", "std::map<int, (anonymous namespace)::T>::at(int)", "libstdc++.so.6", "1")]
    made.proof.check(found == [(n, *row) for n in "12" for row in each],
                     "what is a sample counts, what is garbage does not", found)
    made.proof.check("profiles are of the first 2 points of each benchmark, not of the other 1"
                     in " ".join(said.split()), "the points that are left out", said[-400:])


def fails(made, what, tool, script, words, more=()):
    out, said = made.campaign("short.yaml", tool, made.fake(tool, script), more=more)
    said = " ".join(said.split())
    made.proof.check(words in said and not rows(out, "profiles"), what, said[-300:], words)


def fake_failures(made):
    fails(made, "refused", "perf", 'echo "Consider /proc/sys/kernel/perf_event_paranoid" >&2; '
          "exit 255\n", "perf failed: it is refused here: 'sysctl kernel.perf_event_paranoid=2', or "
          "--profile gdb")
    fails(made, "failing", "perf", "echo; echo no luck >&2; exit 3\n", "perf failed: no luck")
    fails(made, "killed", "perf", "kill -9 $$\n", "perf failed: signal 9 (Killed)")
    fails(made, "nothing", "perf", "exit 0\n", "perf took no samples: the program ends too soon")
    fails(made, "binary garbage", "perf", "head -c 100000 /dev/urandom\n", "perf took no samples")
    fails(made, "garbage of gdb", "gdb", "head -c 100000 /dev/urandom; exit 0\n",
          "gdb took no samples")
    fails(made, "hanging", "gdb", "sleep 1000\n", "gdb did not end in 7", ("--set", "sweep.n=[1]"))


TESTS = [missing_and_unknown, fake_listing, fake_failures, real_perf, real_gdb]

if __name__ == "__main__":
    # Not inside a repository.
    sys.exit(suite(__doc__, TESTS, bench, folder_in=tempfile.gettempdir()))
