#!/usr/bin/env python3
"""Growth: campaigns of 100, 1,000 and 10,000 cells, and one of 1,000,000 executions.

Each campaign is killed with SIGKILL soon after its plan is stored, gone on with, and interrupted
again once it measures. Plan and resume: from the command's start until the plan is in the store, or
until the first execution after the resume is. Memory: the largest resident set that the kernel saw
of the command.

Of the 1,000,000 executions all but a few are filled in by fill_store.c, through the engine's own
functions: measuring them would take a quarter of an hour.

How times grow is compared within a run, per cell, so that a busy machine changes both sides.
"""
import os
import re
import shlex
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
LIBRARIES = "sqlite3 yaml-0.1 libgit2 gsl jansson libelf"
LEFT_OPEN = 20_000  # of the filled campaign: more than are measured here
MIB = 1 << 20
SECONDS = 10  # what "in seconds" means at the largest sizes


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


def check_cells(proof, program, folder):
    campaigns = []
    for rows, columns in ((10, 10), (25, 40), (100, 100)):
        campaign = Campaign(program, folder, rows, columns, 2)
        campaign.resume()
        for verb in ("status", "report"):
            campaign.simple(verb, campaign.out)
        campaign.print()
        campaigns.append(campaign)
    _, some, many = campaigns
    for what, seconds in many.took.items():
        proof.check(seconds <= SECONDS, f"{what} with {many.cells} cells", f"{seconds:.2f} s",
                    f"at most {SECONDS} s")
        ratio = seconds / many.cells / (some.took[what] / some.cells)
        proof.check(ratio <= 3, f"{what}, time a cell, {many.cells} cells / {some.cells} cells",
                    f"{ratio:.2f}", "at most 3")
    each = (many.memory - some.memory) / (many.cells - some.cells)
    proof.check(each <= 8192, "memory that a cell adds", f"{each:.0f} bytes", "at most 8 KiB")


def fill(program, folder, campaign):
    libraries = shlex.split(run("pkg-config", "--libs", *LIBRARIES.split()).stdout)
    filler = folder / "fill_store"
    run("cc", "-std=gnu17", "-O2", "-D_GNU_SOURCE", "-I", ROOT / "engine", "-I", ROOT,
        ROOT / "tests/prove/fill_store.c", "-o", filler, program.parent / "libeswexp_engine.a",
        *libraries, "-lm", "-lpthread")
    first = ask(campaign.out, "SELECT min(id) FROM execution WHERE state = 'planned'")
    run(filler, campaign.out / "campaign.db", first, campaign.planned - LEFT_OPEN)


def check_flat(proof, campaign):
    """Memory while it measures."""
    seen = []

    def watch(command):
        for pause in (3, 15):
            time.sleep(pause)
            seen.append((command.anonymous(), last_measured(campaign.out)))

    campaign.resume(watch)
    (before, first), (after, last) = seen
    proof.check(after - before <= MIB // 2, f"memory that measuring {last - first} executions adds",
                f"{(after - before) / 1024:.0f} KiB", "at most 512 KiB")


def check_executions(proof, program, folder, each):
    few = Campaign(program, folder, 25, 40, 10 // 2)
    few.resume()
    few.print()
    many = Campaign(program, folder, 25, 40, each // 2)
    many.resume()
    fill(program, folder, many)
    check_flat(proof, many)
    readers = [many.simple(verb, many.out) for verb in ("status", "report")]
    many.print()
    done = ask(many.out, "SELECT count(*) FROM execution WHERE state = 'done'")
    print(f"       {done} of them stored, "
          f"{(many.out / 'campaign.db').stat().st_size / MIB:.0f} MiB")
    for what in ("plan", "resume"):
        proof.check(many.took[what] <= SECONDS, f"{what} with {many.planned} executions",
                    f"{many.took[what]:.2f} s", f"at most {SECONDS} s")
    for what in ("status", "report"):
        proof.check(many.took[what] <= 3 * SECONDS, f"{what} with {done} executions stored",
                    f"{many.took[what]:.2f} s", f"at most {3 * SECONDS} s")
    more = many.memory - few.memory
    proof.check(more <= 128 * (many.planned - few.planned),
                f"memory that {many.planned} executions take more than {few.planned}",
                f"{more / MIB:.1f} MiB", "at most 128 bytes an execution")
    memory = max(reader.memory for reader in readers)
    proof.check(memory <= 64 * MIB, f"memory of status and report of {done} executions",
                f"{memory / MIB:.1f} MiB", "at most 64 MiB")


def prove(arguments, proof, folder):
    print(f"load average when starting: {os.getloadavg()[0]:.2f}")
    compile_c(ROOT / "tests/prove/fake.c", folder / "fake")
    check_cells(proof, arguments.program, folder)
    check_executions(proof, arguments.program, folder, arguments.executions)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--executions", type=int, default=1000, help="of each of 1,000 cells")
    sys.exit(main(options.parse_args(), prove))
