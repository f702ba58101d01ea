"""Going on: whatever ended a campaign, at its end it is as if nothing had."""
import concurrent.futures
import csv
import filecmp
import os
import pathlib
import random
import re
import shutil
import sqlite3
import subprocess
import time

from bench import FAILED, namespace
from common.left import check_integrity
from common.proof import ROOT, Trouble, compile_c

USAGE = 2
KILLS = {"commands": 2, "pilot": 3, "linked": 2} if os.environ.get("ESWEXP_THOROUGH") else {
    "commands": 1, "pilot": 2, "linked": 1}  # prove/kills.py has hundreds

# Values that seed and place decide; no time decides how many of them there are.
FAKE = """
experiment: {name}
benchmarks:
  fake:
    {what}
    args: [--seed, "${{seed}}", --block, "${{block}}", --variant, "${{variant}}", --run-seed, "7",
           --mean, "${{size}}", --spend, "0"]
    samples: eswexp
sweep: {{size: [20000, 30000]}}
variants:
  one: {{}}
  two: {more}
repeat:
  warmup: {warmup}
  minimum_time: 0
  pilot: {{executions: 5, iterations: 5}}
  real: {{{builds}executions: {executions}, iterations: {iterations}}}
randomize: {{seed: 5{randomize}}}
"""


class Course:
    """A campaign to be disturbed, and what it leaves if nothing disturbs it."""

    def __init__(self, bench, name, **values):
        self.bench, self.name = bench, name
        values = {"warmup": 0, "builds": "", "executions": 2, "iterations": 5, "more": "{}",
                  "randomize": "",
                  "what": f"command: {fake(bench)}", **values}
        self.spec = bench.spec(FAKE, name=name, **values)
        self.tries, self.reference = 0, bench.folder / f"{name} {bench.count}"
        # Campaigns without a measurement to spoil need not wait for each other.
        self.environment = dict(bench.environment,
                                ESWEXP_HOST_LOCK=str(bench.folder / f"{name}.lock"))
        begin = time.monotonic()
        done = self.run("run", self.spec, "--out", self.reference)
        self.seconds = time.monotonic() - begin
        self.exit, self.verdict = done.returncode, verdict(done)
        if "Trust" not in done.stdout:
            raise Trouble(f"{name}: exit {self.exit}: {done.stderr}")

    def run(self, *words, **options):
        return self.bench.run(*words, **{"env": self.environment, **options})

    def start(self, *words):
        return self.bench.start(*words, env=self.environment)

    def folder(self):
        self.tries += 1
        return pathlib.Path(f"{self.reference}.{self.tries}")

    def words(self, out):
        """The command that takes it further from where it stands in the folder `out`."""
        begun = (out / "campaign.db").exists()
        return ("resume", out) if begun else ("run", self.spec, "--out", out)

    def go_on(self, out, **options):
        """One try to finish; a campaign without a plan is begun anew, as it is told to be."""
        words = self.words(out)
        done = self.run(*words, **options)
        if words[0] == "resume" and done.returncode == USAGE and "ended before it had a plan" in done.stderr:
            shutil.rmtree(out)
            done = self.run(*self.words(out), **options)
        return done

    def differences(self, out):
        return differences(out, self.reference)

    def check_end(self, what, out, done):
        wrong = self.differences(out)
        if (done.returncode, verdict(done)) != (self.exit, self.verdict):
            wrong.append(f"exit {done.returncode} {done.stderr.strip()[-300:]}")
        self.bench.proof.check(not wrong, what, wrong or "as if nothing had been")
        return not wrong


def differences(out, reference):
    """In what it is not as if nothing had been."""
    found = []
    if not (out / "csv/samples.csv").exists():
        return ["there is no samples.csv"]
    if not filecmp.cmp(out / "csv/samples.csv", reference / "csv/samples.csv", False):
        found.append("samples.csv")
    for table, timed in (("executions", ("start", "seconds")), ("builds", ("build_s",))):
        if rows_without(out, table, timed) != rows_without(reference, table, timed):
            found.append(f"{table}.csv")
    if states(out) != states(reference):
        found.append(f"states {states(out)} instead of {states(reference)}")
    return found


def verdict(done):
    """How many executions failed, by all sessions together; "" where none did."""
    return (done.stderr.splitlines() or [""])[-1] if done.returncode else ""


def rows_without(out, table, columns):
    with open(out / "csv" / f"{table}.csv", newline="", encoding="utf-8") as file:
        return [[value for name, value in row.items() if name not in columns]
                for row in csv.DictReader(file)]


def states(out):
    """How many executions ended how, after how many attempts of which how many counted."""
    database = sqlite3.connect(out / "campaign.db")
    check_integrity(database, f"{out}/campaign.db")
    found = database.execute(
        "SELECT state, attempts, counted, count(*) FROM (SELECT execution.state AS state,"
        " count(attempt.number) AS attempts, total(attempt.state = 'done') AS counted"
        " FROM execution LEFT JOIN attempt ON attempt.execution = execution.id"
        " GROUP BY execution.id) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3").fetchall()
    database.close()
    return found


def fake(bench):
    program = bench.folder / "fake"
    return program if program.exists() else compile_c(ROOT / "tests/prove/fake.c", program)


def sources(bench):
    """The same to be linked, as assembler: a campaign that is begun often need not compile C."""
    assembler = bench.folder / "fake.s"
    if not assembler.exists():
        compile_c(ROOT / "tests/prove/fake.c", assembler, "-S", "-ffunction-sections")
    return f"sources: {assembler}\n    libs: -lm"


def courses(bench):
    """One of commands; one that fails once in the pilot, and always; one that links."""
    broken = (f"""{{command: [sh, -c, 'test ${{block}} -ne 3 && exec "$@"', sh, {fake(bench)}]}}
  three: {{command: [{bench.misbehave}, exit]}}""")
    return (Course(bench, "commands", executions=6),
            Course(bench, "pilot", executions=4, warmup="auto", more=broken),
            Course(bench, "linked", what=sources(bench), builds="builds: 2, "))


def kill_often(course, kills, instants):
    """Whole courses, each resumed until it is done, until so many have been killed."""
    hit = 0
    while hit < kills:
        out, ended = course.folder(), False
        while not ended:
            words, begin = course.words(out), time.monotonic()
            process = course.start(*words)
            try:
                _, said = process.communicate(
                    timeout=instants.uniform(0, 0.6 * course.seconds) if hit < kills else 60)
                ended = process.returncode != USAGE
                if ended and words[0] == "run":  # the machine is less busy than it was
                    course.seconds = min(course.seconds, time.monotonic() - begin)
                if not ended and "ended before it had a plan" not in said:
                    raise Trouble(f"{course.name}: {said}")
                if not ended:
                    shutil.rmtree(out)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()
                hit += 1
        done = subprocess.CompletedProcess([], process.returncode, "", said)
        if not course.check_end(f"  {course.name}: {hit} times killed so far", out, done):
            return hit
        shutil.rmtree(out)
    return hit


def kill_and_resume(bench):
    """At random instants: while preparing, planning, linking, measuring, storing, reporting."""
    seed = random.randrange(1 << 32)
    print(f"kill -9 and resume: the seed of the instants is {seed}", flush=True)
    begun = courses(bench)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        hits = [pool.submit(kill_often, course, KILLS[course.name],
                            random.Random(seed + number))
                for number, course in enumerate(reversed(begun))]
    killed, most = sum(hit.result() for hit in hits), sum(KILLS.values())
    bench.proof.check(killed >= most, "kill -9 and resume: kills", killed, f"at least {most}")
    bench.check_nobody("  kill -9 and resume")


def full_and_enlarged(bench):
    course = Course(bench, "filled", executions=5, iterations=4000)
    place, saved = bench.folder / "mounted", bench.out()
    done = namespace(bench, f"""
        mount -t tmpfs -o size=600k none '{place}' || exit 99
        '{bench.eswexp}' run '{course.spec}' --out '{place}/campaign' >/dev/null
        test $? -eq {FAILED} || exit 98
        '{bench.eswexp}' resume '{place}/campaign' >/dev/null
        test $? -eq {FAILED} || exit 97
        mount -o remount,size=400m '{place}' || exit 96
        '{bench.eswexp}' resume '{place}/campaign' >/dev/null
        status=$?
        cp -r '{place}/campaign' '{saved}'
        exit $status""")
    if done is None:
        return
    bench.proof.check(len(re.findall("error: .*(?:full|space)", done.stderr)) >= 2,
                      "full disk, twice: errors that say so", done.stderr.strip()[-600:],
                      "at least 2")
    course.check_end("  enlarged and resumed", saved, done)


FAULTS = (kill_and_resume, full_and_enlarged)
