#!/usr/bin/env python3
"""Speed and memory: beside hyperfine, layouts per second, ten million samples.

Beside hyperfine: whole commands, from start to end, `eswexp run` with its report and CSV files
included; CPU time is user and system time of all their processes. Alternating rounds, so that the
machine's drift meets both. Only the size of the environment is drawn: hyperfine preloads no library
and traces no start, either.

Relinking: two campaigns of many and of few builds, each build executed once; the difference of
their wall times over the difference of their builds leaves out compiling, but not what executing
and storing costs.

Memory: the largest resident set that the kernel saw of the command or of any process it waited for,
which also cannot be less than what this script had when it started it: an upper limit.
"""
import ctypes
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time

from common.proof import ROOT, Trouble, compile_c, main, parser, rows, run

SET_CHILD_SUBREAPER = 36

TRUE = """
experiment: speed
benchmarks: {true: {command: /bin/true, samples: process}}
randomize: {environment_size: {level: execution}}
repeat: {real: {executions: 1000}}
"""
RELINK = """
experiment: relink
benchmarks:
  interpreter:
    sources: [{sources}]
    args: --help
    samples: process
repeat: {{real: {{builds: {builds}, executions: 1}}}}
randomize: {{link_order: function, function_alignment: true, environment_size: {{max: 4096}}}}
"""
MANY = """
experiment: many
benchmarks:
  fake:
    command: [{fake}, --spend, 0, --seed, "${{seed}}"]
    samples: eswexp
repeat:
  warmup: 0
  minimum_time: 0
  real: {{executions: {executions}, iterations: 1000}}
"""


class Spent:
    """Wall and CPU time of a command with all that it starts, in seconds; its memory in bytes."""

    def __init__(self, *words):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        with open(os.devnull, "r+b") as null:
            process = subprocess.Popen([str(word) for word in words], stdin=null, stdout=null,
                                       stderr=subprocess.PIPE)
            said = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.wall = time.monotonic() - start
        self.reap_orphans()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        self.memory = usage.ru_maxrss * 1024
        if process.returncode:
            raise Trouble(f"{' '.join(map(str, words))}: exit {process.returncode}\n"
                          f"{said.decode(errors='replace')}")

    @staticmethod
    def reap_orphans():
        while True:
            try:
                os.waitpid(-1, 0)
            except ChildProcessError:
                return


def check_hyperfine(proof, program, folder, rounds):
    spec = folder / "true.yaml"
    spec.write_text(TRUE)
    ours, theirs = [], []

    def run_ours():
        out = folder / "true"
        ours.append(Spent(program, "run", spec, "--out", out, "--quiet"))
        stored = sum(row["exit"] == "0" for row in rows(out, "executions"))
        if stored != 1000:
            raise Trouble(f"{stored} executions stored instead of 1000")
        shutil.rmtree(out)

    def run_theirs():
        theirs.append(Spent("hyperfine", "-N", "--runs", 1000, "--warmup", 0, "--style", "basic",
                            "/bin/true"))

    for number in range(rounds):
        for step in (run_ours, run_theirs) if number % 2 else (run_theirs, run_ours):
            step()
    for what in ("wall", "cpu"):
        mine, other = ([getattr(one, what) for one in side] for side in (ours, theirs))
        ratio = statistics.median(a / b for a, b in zip(mine, other))
        proof.check(ratio <= 1, f"{what} time of 1000 × /bin/true, eswexp / hyperfine -N",
                    f"{ratio:.3f}", f"at most 1; medians {statistics.median(mine):.3f} and "
                    f"{statistics.median(other):.3f} ms an execution, {rounds} rounds: "
                    + " ".join(f"{a / b:.2f}" for a, b in zip(mine, other)))


def check_durable(proof, program, folder):
    """What was measured since the last wait for the disk is what a power cut can take."""
    library, counted, spec = folder / "syncs.so", folder / "syncs", folder / "true.yaml"
    compile_c(ROOT / "tests/prove/syncs.c", library, "-shared", "-fPIC", "-D_GNU_SOURCE")
    spec.write_text(TRUE)
    run(program, "run", spec, "--out", folder / "true", "--quiet",
        env={**os.environ, "LD_PRELOAD": str(library), "SYNCS": str(counted)})
    waits, longest = counted.read_text().split()
    proof.check(float(longest) <= 0.5, f"longest time without one of the {waits} waits for the "
                "disk, in 1000 executions", f"{float(longest):.3f} s", "at most 0.5 s")
    shutil.rmtree(folder / "true")


def relink_time(program, folder, builds):
    sources = [ROOT / "kernels/interpreter.c", *sorted((ROOT / "kernels/interpreter").glob("*.c"))]
    spec, out = folder / "relink.yaml", folder / "relink"
    spec.write_text(RELINK.format(builds=builds, sources=", ".join(map(str, sources))))
    spent = Spent(program, "run", spec, "--out", out, "--quiet", "--seed", builds)
    table = rows(out, "builds")
    layouts = {row["layout_id"] for row in table}
    if len(layouts) != builds or not all(int(row["functions_moved"]) for row in table):
        raise Trouble(f"{len(layouts)} distinct layouts of {builds} builds")
    shutil.rmtree(out)
    return spent.wall


def check_relinking(proof, program, folder):
    few, many, rates = 40, 240, []
    for _ in range(3):
        rates.append((many - few) / (relink_time(program, folder, many) -
                                     relink_time(program, folder, few)))
    proof.check(statistics.median(rates) >= 20, "verified layouts a second, each executed once and "
                f"stored, on {len(os.sched_getaffinity(0))} CPUs",
                f"{statistics.median(rates):.1f}",
                "at least 20; three rounds: " + " ".join(f"{rate:.1f}" for rate in rates))


def check_many(proof, program, folder, executions):
    fake = compile_c(ROOT / "tests/prove/fake.c", folder / "fake")
    spec, out = folder / "many.yaml", folder / "many"
    spec.write_text(MANY.format(fake=fake, executions=executions))
    campaign = Spent(program, "run", spec, "--out", out, "--quiet")
    samples = executions * 1000
    print(f"       the campaign of {samples} samples: {campaign.wall:.1f} s, "
          f"{(out / 'campaign.db').stat().st_size / samples:.2f} bytes a sample in campaign.db")
    reports = [Spent(program, "report", out) for _ in range(3)]
    wall = statistics.median(one.wall for one in reports)
    for what, memory in (("the campaign", campaign.memory),
                         ("its report", max(one.memory for one in reports))):
        proof.check(memory < 64 << 20, f"memory of {what} of {samples} samples",
                    f"{memory / (1 << 20):.1f} MiB", "below 64 MiB")
    proof.check(wall < 3, f"report on {samples} samples", f"{wall:.2f} s", "below 3 s")
    (estimate,) = [row for row in rows(out, "estimates") if row["metric"] == "wall_time"]
    proof.check(estimate["builds"] == str(executions), "top units in its estimate",
                estimate["builds"], str(executions))
    with open(out / "csv" / "samples.csv", "rb") as file:
        lines = sum(part.count(b"\n") for part in iter(lambda: file.read(1 << 20), b""))
    proof.check(lines == samples + 1, "lines of its samples.csv", lines, samples + 1)


def prove(arguments, proof, folder):
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    print(f"load average when starting: {os.getloadavg()[0]:.2f}")
    check_many(proof, arguments.program, folder, arguments.executions)
    check_durable(proof, arguments.program, folder)
    check_hyperfine(proof, arguments.program, folder, arguments.rounds)
    check_relinking(proof, arguments.program, folder)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--rounds", type=int, default=15, help="beside hyperfine")
    options.add_argument("--executions", type=int, default=10_000, help="of 1000 iterations each")
    given = options.parse_args()
    sys.exit(main(given, prove))
