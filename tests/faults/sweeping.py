"""Sweeps: whatever ends a queue of several campaigns, it stays balanced and resumes as a whole."""
import contextlib
import csv
import datetime
import os
import pathlib
import random
import re
import shlex
import shutil
import sqlite3
import subprocess
import time

from bench import FAILED, INTERRUPTED, namespace
from common.proof import Trouble
from neighbours import NAPPING, WAITING, overlaps
from resuming import FAKE, USAGE, differences, fake, sources

DEADLINE = 75
KILLS = 3 if os.environ.get("ESWEXP_THOROUGH") else 2
VARIANTS = 2  # of FAKE
BEGIN_ANEW = re.compile("ended before it had a plan|does not exist")

BUILDING = """
experiment: building
benchmarks:
  building: {{directory: {folder}, setup: "touch begun; sleep 30", build: "true", command: ./nothing,
         samples: process}}
"""


class Sweep:
    """Experiments in one queue, and what they leave if nothing disturbs them: the values do not
    depend on the naps that keep their executions from being too short for what is to happen."""

    def __init__(self, bench, **experiments):
        self.bench, self.tries = bench, 0
        self.place = bench.folder / f"sweep {bench.count}"
        self.place.mkdir()
        self.names = list(experiments)
        self.specs = [self.write(name, **values) for name, values in experiments.items()]
        begin = time.monotonic()
        quick = [self.write(name, **{**values, "nap": 0}) for name, values in experiments.items()]
        done = bench.run("sweep", *quick, "--out", self.place / "reference")
        self.seconds = time.monotonic() - begin
        if done.returncode:
            raise Trouble(f"sweep: exit {done.returncode}: {done.stderr}")

    def write(self, name, nap=0, **values):
        command = f"""[sh, -c, 'sleep {nap}; exec "$@"', sh, {fake(self.bench)}]"""
        values = {"warmup": 0, "builds": "", "iterations": 5, "more": "{}", "randomize": "",
                  "what": f"command: {command if nap else fake(self.bench)}", **values}
        return self.bench.spec(FAKE, name=name, **values)

    def out(self):
        self.tries += 1
        return self.place / f"out{self.tries}"

    def folders(self, out):
        return [out / name for name in self.names]

    def words(self, out):
        """The command that takes it further from where it stands in the folder `out`."""
        return ("resume", *self.folders(out)) if out.exists() else (
            "sweep", *self.specs, "--out", out)

    def differences(self, out):
        return [f"{name}: {one}" for name in self.names
                for one in differences(out / name, self.place / "reference" / name)]

    def check_end(self, what, out, done):
        wrong = self.differences(out)
        if done.returncode:
            wrong.append(f"exit {done.returncode} {done.stderr.strip()[-300:]}")
        self.bench.proof.check(not wrong, what, wrong or "as if nothing had been")
        return not wrong


def unequal(bench, executions):
    """Of three cells, whose blocks take 60, 60 and 300 ms."""
    return Sweep(bench, quick={"nap": 0.03, "executions": executions},
                 slow={"nap": 0.15, "executions": executions,
                       "more": "{}\nexclude: [{size: 30000}]"})


def executed(folder):
    """How many attempts a store holds, so far."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{folder}/campaign.db?mode=ro", uri=True)) as database:
            ((count,),) = database.execute("SELECT count(*) FROM attempt").fetchall()
            return count
    except sqlite3.Error:
        return 0


def wait_until(process, holds):
    """Or for the end of the process."""
    end = time.monotonic() + 120
    while not holds() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)


def two_sweeps(bench):
    """At the same instant; neighbours.py shows that overlaps are found."""
    check, outs, processes = bench.proof.check, [], []
    for _ in range(2):
        specs = [bench.spec(NAPPING, log=bench.folder / "napping.log", executions=30, number=number)
                 for number in (1, 2)]
        outs.append(bench.out())
        processes.append(bench.start("sweep", *specs, "--out", outs[-1]))
    said = [process.communicate(timeout=120)[1] for process in processes]
    exits = [process.returncode for process in processes]
    check(exits == [0, 0], "two sweeps at once: exits", exits, "0, 0")
    overlapping, count = overlaps(*([out / f"napping{number}" for number in (1, 2)] for out in outs))
    check(not overlapping and count == 120, "  executions that overlap", f"{overlapping}, of {count}", "0 of 120")
    check(sum(WAITING in text for text in said) == 1, "  sweeps that said they wait",
          sum(WAITING in text for text in said), "1")


class Times:
    """When the executions of a sweep were, by cell and block."""

    def __init__(self, folders):
        self.blocks = {}
        for folder in folders:
            if not (folder / "csv/executions.csv").exists():
                continue
            with open(folder / "csv/executions.csv", newline="", encoding="utf-8") as file:
                for row in csv.DictReader(file):
                    begin = datetime.datetime.fromisoformat(row["start"].replace("Z", "+00:00"))
                    self.blocks.setdefault((row["experiment"], row["size"]), {}).setdefault(
                        row["block"], []).append(
                            (begin.timestamp(), begin.timestamp() + float(row["seconds"])))

    def all(self):
        return [block for cell in self.blocks.values() for block in cell.values()]

    def latest(self):
        return max((end for block in self.all() for _, end in block), default=0)

    def longest(self):
        """Of one block, and of what was between two executions."""
        block = max((max(end for _, end in one) - min(begin for begin, _ in one)
                     for one in self.all()), default=0)
        times = sorted(time for one in self.all() for time in one)
        return block + max((after[0] - before[1] for before, after in zip(times, times[1:])),
                           default=0)


def until(bench):
    """No block is begun that would end too late, in whatever experiment it is."""
    limit_s, check = 2, bench.proof.check
    sweep = unequal(bench, 8)
    out = sweep.out()
    process = bench.start(*sweep.words(out), "--until", f"{limit_s}s")
    first = process.stderr.readline()
    deadline = time.time() + limit_s  # it was set before it said this
    said = first + process.communicate(timeout=60)[1]
    check(process.returncode == DEADLINE, "a sweep --until: exit", process.returncode,
          str(DEADLINE))
    folders = sweep.folders(out)
    check(f"'eswexp resume {folders[0]} {folders[1]}' continues" in said, "  what it says",
          said.strip()[-300:], "how to go on with all")
    times = Times(folders)
    late = times.latest() - deadline
    check(late <= times.longest(), "  the last execution after the deadline, s", f"{late:.3f}",
          f"at most {times.longest():.3f}")
    counts = [sum(len(block) == VARIANTS for block in cell.values())
              for cell in times.blocks.values()]
    counts += [0] * (3 - len(counts))
    check(max(counts) - min(counts) <= 1, "  whole blocks of each cell", counts, "equal but for 1")
    short = sum(len(block) != VARIANTS for block in times.all())
    check(not short, "  blocks cut short", short, "0")
    sweep.check_end("  resumed", out, bench.run(*sweep.words(out)))


def interrupted_sweep(bench):
    """Ctrl-C while measuring, and while the first of several is being built."""
    check, sweep = bench.proof.check, unequal(bench, 4)
    out = sweep.out()
    process = bench.start(*sweep.words(out))
    wait_until(process, lambda: any(executed(folder) for folder in sweep.folders(out)))
    bench.press_ctrl_c(process)
    said = process.communicate(timeout=30)[1]
    check(process.returncode == INTERRUPTED, "Ctrl-C of a sweep: exit", process.returncode,
          str(INTERRUPTED))
    words = re.search("'eswexp (resume .*)' continues", said)
    check(words, "  what it says", said.strip()[-300:], "how to go on")
    advised = re.split(" (?=/)", words[1]) if words else sweep.words(out)
    sweep.check_end("  resumed as it says", out, bench.run(*advised))
    yard = bench.folder / "yard"
    yard.mkdir()
    process = bench.start("sweep", bench.spec(BUILDING, folder=f'"{yard}"'), *sweep.specs, "--out",
                          bench.out())
    wait_until(process, lambda: list((bench.folder / "cache").rglob("begun")))
    bench.press_ctrl_c(process)
    process.communicate(timeout=30)
    check(process.returncode == INTERRUPTED, "Ctrl-C of a sweep that builds: exit",
          process.returncode, str(INTERRUPTED))
    check(not bench.out().exists(), "  its folder", bench.out().exists(), "False")
    bench.check_nobody("  Ctrl-C of sweeps")


def killed_sweep(bench):
    """kill -9 at random instants; what was killed before it had all its plans is begun anew."""
    seed = random.randrange(1 << 32)
    print(f"kill -9 of sweeps: the seed of the instants is {seed}", flush=True)
    instants, hit, lost = random.Random(seed), 0, 0
    sweep = Sweep(bench, commands={"executions": 3}, pilot={"executions": 3, "warmup": "auto"},
                  linked={"what": sources(bench), "builds": "builds: 1, ", "executions": 2})
    while hit < KILLS:
        out, ended = sweep.out(), False
        while not ended:
            process = bench.start(*sweep.words(out))
            try:
                _, said = process.communicate(
                    timeout=instants.uniform(0, 0.6 * sweep.seconds) if hit < KILLS else 60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                hit += 1
                continue
            ended = process.returncode != USAGE
            if not ended:
                if not BEGIN_ANEW.search(said):
                    raise Trouble(f"sweep: {said}")
                lost += sum(executed(folder) for folder in sweep.folders(out))
                shutil.rmtree(out)
        done = subprocess.CompletedProcess([], process.returncode, "", said)
        if not sweep.check_end(f"  a sweep {hit} times killed so far", out, done):
            break
    bench.proof.check(hit >= KILLS, "kill -9 of sweeps: kills", hit, f"at least {KILLS}")
    bench.proof.check(not lost, "  executions of sweeps that had to be begun anew", lost, "0")
    bench.check_nobody("  kill -9 of sweeps")


def full_disk_of_one(bench):
    """It ends, says so, and is resumed; the other is measured whole."""
    sweep = Sweep(bench, other={"executions": 5}, filled={"executions": 5, "iterations": 4000})
    out, saved = bench.folder / "mounted", sweep.out()
    words = " ".join(shlex.quote(str(word)) for word in ("sweep", *sweep.specs, "--out", out))
    done = namespace(bench, f"""
        mkdir '{out}/filled' && mount -t tmpfs -o size=600k none '{out}/filled' || exit 99
        '{bench.eswexp}' {words} >/dev/null
        test $? -eq {FAILED} || exit 98
        cp -r '{out}' '{saved}' || exit 97
        mount -o remount,size=400m '{out}/filled' || exit 96
        '{bench.eswexp}' resume '{out}/other' '{out}/filled' >/dev/null
        status=$?
        cp -r '{out}' '{saved}.resumed'
        exit $status""")
    if done is None:
        return
    check = bench.proof.check
    check(re.search("error: filled: .*(full|space)", done.stderr),
          "a full disk of one of two: an error that says so", done.stderr.strip()[-600:])
    wrong = differences(saved / "other", sweep.place / "reference/other")
    check(not wrong, "  the other", wrong or "as if nothing had been")
    sweep.check_end("  both, enlarged and resumed", pathlib.Path(f"{saved}.resumed"), done)


FAULTS = (two_sweeps, until, interrupted_sweep, killed_sweep, full_disk_of_one)
