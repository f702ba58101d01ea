#!/usr/bin/env python3
"""Growth: campaigns of 100, 1,000 and 10,000 cells, and of 100,000 and 1,000,000 executions.

Each campaign is killed with SIGKILL soon after its plan is stored, gone on with, and interrupted
again once it measures. Plan and resume: from the command's start until the plan is in the store, or
until the first execution after the resume is. Memory: the largest resident set that the kernel saw
of the command.

Before they are read, executions are filled in by fill_store.c, through the engine's own functions:
measuring a million would take a quarter of an hour.

How times grow is compared within a run, per cell or execution, so that a busy machine changes both
sides.
"""
import os
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

from common.proof import ROOT, Trouble, compile_c, main, parser, run

SPEC = """
experiment: growth
benchmarks:
  fake:
    command: [{fake}, --spend, 0, --run-seed, "${{a}} ${{b}}", --seed, "${{seed}}"]
    samples: eswexp
variants:
  one: {{}}
  two: {{command: [{fake}, --spend, 0, --run-seed, "${{b}} ${{a}}", --seed, "${{seed}}"]}}
sweep:
  a: {{from: 1, to: {rows}, step: 1}}
  b: {{from: 1, to: {columns}, step: 1}}
repeat:
  warmup: 0
  minimum_time: 0
  real: {{executions: {executions}, iterations: 1}}
randomize: {{seed: 42}}
"""
LIBRARIES = "sqlite3 yaml-0.1 libgit2 gsl jansson libelf zlib"
LEFT_OPEN = 25_000  # of the filled campaign: more than are measured here
WATCHED = 3_000, 15_000  # executions measured when the memory is looked at
MIB = 1 << 20
# At most, at the largest sizes; and how much longer each of many may take than each of a tenth.
CELLS_S = {"check": 3, "plan": 3, "resume": 3, "status": 3, "report": 3}
EXECUTIONS_S = {"check": 3, "plan": 15, "resume": 15, "status": 40, "report": 60}
TIMES = 3


class Command:
    """eswexp under way, or ended: its wall time in seconds, its memory in bytes."""

    def __init__(self, *words):
        self.words = [str(word) for word in words]
        self.begin = time.monotonic()
        self.process = subprocess.Popen(self.words, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def passed(self):
        return time.monotonic() - self.begin

    def wait_until(self, holds):
        while not holds():
            if self.process.poll() is not None:
                raise Trouble(f"{' '.join(self.words)} ended too early: exit "
                              f"{self.process.returncode}\n{self.process.stderr.read().decode()}")
            time.sleep(0.01)
        return self.passed()

    def end(self, with_signal=None, expected=0):
        if with_signal:
            self.process.send_signal(with_signal)
        said = self.process.stderr.read()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.wall, self.memory = self.passed(), usage.ru_maxrss * 1024
        if self.process.returncode != expected:
            raise Trouble(f"{' '.join(self.words)}: exit {self.process.returncode}, expected "
                          f"{expected}\n{said.decode(errors='replace')}")
        return self

    def anonymous(self):
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as file:
            return int(re.search(r"^Anonymous: *(\d+) kB", file.read(), re.M).group(1)) * 1024


def ask(campaign, question):
    """The one number that SQL yields; None while there is nothing to ask."""
    try:
        store = sqlite3.connect(f"file:{campaign}/campaign.db?mode=ro", uri=True)
        try:
            row = store.execute(question).fetchone()
        finally:
            store.close()
    except sqlite3.OperationalError:
        return None
    return row[0] if row else None


def last_measured(campaign):
    return ask(campaign, "SELECT max(execution) FROM attempt") or 0


class Campaign:
    """One that is planned and killed."""

    def __init__(self, program, folder, rows, columns, executions):
        self.program, self.cells = program, rows * columns
        name = f"{self.cells}x{executions}"
        self.spec, self.out = folder / f"{name}.yaml", folder / name
        self.spec.write_text(SPEC.format(fake=folder / "fake", rows=rows, columns=columns,
                                         executions=executions))
        self.took, self.memory = {}, 0
        self.simple("check", self.spec)
        command = Command(program, "run", self.spec, "--out", self.out, "--quiet")
        self.took["plan"] = command.wait_until(
            lambda: ask(self.out, "SELECT 1 FROM execution LIMIT 1"))
        command.wait_until(lambda: last_measured(self.out))
        self.memory = command.end(signal.SIGKILL, -signal.SIGKILL).memory
        self.planned = ask(self.out, "SELECT count(*) FROM execution")

    def simple(self, verb, what):
        command = Command(self.program, verb, what).end()
        self.took[verb] = command.wall
        return command

    def read(self):
        """Status and report, with all its files; the most memory of both."""
        status = self.simple("status", self.out)
        shutil.rmtree(self.out / "csv", ignore_errors=True)
        return max(status.memory, self.simple("report", self.out).memory)

    def resume(self, meanwhile=lambda command: None):
        """Until it measures and `meanwhile` is over; then it is interrupted."""
        last = last_measured(self.out)
        command = Command(self.program, "resume", self.out, "--quiet")
        self.took["resume"] = command.wait_until(lambda: last_measured(self.out) > last)
        meanwhile(command)
        command.end(signal.SIGINT, 130)
        self.memory = max(self.memory, command.memory)

    def print(self):
        print(f"       {self.cells} cells, {self.planned} executions planned: " +
              ", ".join(f"{what} {seconds:.2f} s" for what, seconds in self.took.items()) +
              f"; memory {self.memory / MIB:.1f} MiB", flush=True)


def check_times(proof, some, many, sizes, bounds):
    """Sizes are as "1000 cells"."""
    few, most = (int(size.split()[0]) for size in sizes)
    for what, seconds in many.took.items():
        proof.check(seconds <= bounds[what], f"{what} with {sizes[1]}", f"{seconds:.2f} s",
                    f"at most {bounds[what]} s")
        ratio = seconds / most / (some.took[what] / few)
        proof.check(ratio <= TIMES, f"{what}, time each, {sizes[1]} / {sizes[0]}", f"{ratio:.2f}",
                    f"at most {TIMES}")


def compile_filler(program, folder):
    libraries = shlex.split(run("pkg-config", "--libs", *LIBRARIES.split()).stdout)
    run("cc", "-std=gnu17", "-O2", "-D_GNU_SOURCE", "-I", ROOT / "engine", "-I", ROOT,
        ROOT / "tests/prove/fill_store.c", "-o", folder / "fill_store",
        program.parent / "libeswexp_engine.a", *libraries, "-lm", "-lpthread")


def fill(folder, campaign, left_open):
    first = ask(campaign.out, "SELECT min(id) FROM execution WHERE state = 'planned'")
    run(folder / "fill_store", campaign.out / "campaign.db", first, campaign.planned - left_open)


def check_cells(proof, program, folder):
    campaigns = []
    for rows, columns in ((10, 10), (25, 40), (100, 100)):
        campaign = Campaign(program, folder, rows, columns, 2)
        campaign.resume()
        fill(folder, campaign, 0)
        campaign.read()
        campaign.print()
        campaigns.append(campaign)
    _, some, many = campaigns
    check_times(proof, some, many, [f"{each.cells} cells" for each in (some, many)], CELLS_S)
    each = (many.memory - some.memory) / (many.cells - some.cells)
    proof.check(each <= 8192, "memory that a cell adds", f"{each:.0f} bytes", "at most 8 KiB")


def check_flat(proof, campaign):
    """Memory while it measures."""
    begin, seen = last_measured(campaign.out), []

    def watch(command):
        for count in WATCHED:
            command.wait_until(lambda: last_measured(campaign.out) >= begin + count)
            seen.append((command.anonymous(), last_measured(campaign.out)))

    campaign.resume(watch)
    (before, first), (after, last) = seen
    each = (after - before) / (last - first)
    proof.check(each <= 24, f"memory that an execution adds while {last - first} are measured",
                f"{each:.1f} bytes", "at most 24")


def check_executions(proof, program, folder, most):
    some, many = (Campaign(program, folder, 25, 40, each // 2) for each in (most // 10, most))
    for campaign in (some, many):
        campaign.resume()
        fill(folder, campaign, LEFT_OPEN * campaign.planned // many.planned)
    some.resume()
    check_flat(proof, many)
    some.read()
    memory = many.read()
    for campaign in (some, many):
        done = ask(campaign.out, "SELECT count(*) FROM execution WHERE state = 'done'")
        campaign.print()
        print(f"       {done} of them stored, "
              f"{(campaign.out / 'campaign.db').stat().st_size / MIB:.0f} MiB")
    check_times(proof, some, many, [f"{each.planned} executions" for each in (some, many)],
                EXECUTIONS_S)
    each = (many.memory - some.memory) / (many.planned - some.planned)
    proof.check(each <= 64, "memory that a planned execution adds", f"{each:.0f} bytes",
                "at most 64")
    proof.check(memory <= 64 * MIB, "memory of status and report", f"{memory / MIB:.1f} MiB",
                "at most 64 MiB")


def prove(arguments, proof, folder):
    print(f"load average when starting: {os.getloadavg()[0]:.2f}")
    compile_c(ROOT / "tests/prove/fake.c", folder / "fake")
    compile_filler(arguments.program, folder)
    check_cells(proof, arguments.program, folder)
    check_executions(proof, arguments.program, folder, arguments.executions)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--executions", type=int, default=1000, help="of each of 1,000 cells")
    sys.exit(main(options.parse_args(), prove))
