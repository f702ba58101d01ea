"""What is resumed, and what is refused: the refusal names its reason, and the samples stay."""
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess

from bench import FAILED, HERE, INTERRUPTED, wait_for_lines

USAGE, BUILDS = 2, 9
COMMAND = """
experiment: kept
benchmarks:
  kept: {{command: [{program_copy}, log, {log}, "${{block}}", "${{execution}}", 20000],
          samples: eswexp}}
repeat: {{warmup: 0, minimum_time: 0, real: {{executions: 30, iterations: 3}}}}
"""
SOURCES = """
experiment: kept
benchmarks:
  kept:
    sources: [misbehave.c]
    libs: -lm
    args: [log, {log}, "${{block}}", "${{execution}}", 80000]
repeat: {{warmup: 0, minimum_time: 0, real: {{builds: {builds}, executions: 1, iterations: 3}}}}
"""
REVISION = """
experiment: kept
benchmarks:
  kept:
    directory: .
    revision: main
    build: cc -o program program.c
    command: [./program, {log}]
    samples: process
repeat: {{real: {{executions: 30}}}}
randomize: {{environment_size: true}}
"""
PROGRAM = """
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv)
{{
    FILE *file = argc > 1 ? fopen(argv[1], "a") : NULL;
    if (file)
        fputs("1 {number} 0\\n", file);
    usleep(20000);
    return {number};
}}
"""


class Case:
    """A campaign in a folder of its own, interrupted by Ctrl-C."""

    def __init__(self, bench, name, text):
        self.bench, self.place = bench, bench.folder / f"case {name}"
        self.place.mkdir()
        self.log, self.out = self.place / "log", bench.folder / f"case {name} results"
        self.program = self.place / "program"
        shutil.copy(bench.misbehave, self.program)
        shutil.copy(HERE / "misbehave.c", self.place)
        self.spec = self.place / "spec.yaml"
        self.spec.write_text(text.format(program_copy=self.program, log=self.log, builds=BUILDS))

    def git(self, *words):
        identity = ("-c", "user.name=x", "-c", "user.email=x@localhost")
        subprocess.run(["git", *identity, *words], cwd=self.place, check=True, capture_output=True)

    def commit(self, number):
        (self.place / "program.c").write_text(PROGRAM.format(number=number))
        self.git("add", "program.c")
        self.git("commit", "-m", "change")

    def begin(self):
        process = self.bench.start("run", self.spec, "--out", self.out)
        wait_for_lines(self.log, 8, process)  # past the trial
        return process

    def interrupt(self):
        process = self.begin()
        self.bench.press_ctrl_c(process)
        _, said = process.communicate(timeout=60)
        self.bench.proof.check(
            process.returncode == INTERRUPTED and f"'eswexp resume {self.out}' continues" in said,
            f"{self.place.name}: interrupted, says how to go on",
            f"{process.returncode} {said.strip()[-200:]}", str(INTERRUPTED))
        return self

    def attempts(self):
        database = sqlite3.connect(self.out / "campaign.db")
        rows = database.execute("SELECT * FROM attempt").fetchall()
        database.close()
        return rows

    def check_refusal(self, *words, **options):
        before = self.attempts()
        done = self.bench.run("resume", self.out, **options)
        lacking = [word for word in words if not re.search(word, done.stderr)]
        self.bench.proof.check(done.returncode == USAGE and not lacking and not done.stdout,
                               "  refused", done.stderr.strip()[-400:], f"{USAGE}, named")
        self.bench.proof.check(self.attempts() == before, "  attempts before and after",
                               f"{len(before)} and {len(self.attempts())}", "the same")

    def check_gone(self):
        """Its experiment cannot be read, or run, any more."""
        moved = pathlib.Path(f"{self.place} moved")
        shutil.move(self.place, moved)
        self.check_refusal("error: .*" + re.escape(str(self.place)))
        shutil.move(moved, self.place)

    def check_end(self, what, code=0, more=0):
        begun = len(self.attempts())
        done = self.bench.run("resume", self.out)
        self.bench.proof.check(done.returncode == code and "Trust" in done.stdout, what,
                               f"exit {done.returncode} {done.stderr.strip()[-300:]}", str(code))
        now = len(self.attempts())
        self.bench.proof.check(now == begun + more, "  attempts of this session", now - begun,
                               str(more))


ANOTHER = r"not resumed: it would mix samples of two kinds; 'eswexp run' begins a new campaign"


def changed(what):
    return rf"error: changed since the campaign began: {what}: '.+' and '.+'", ANOTHER


def changed_program(bench):
    """Or it is gone; and a campaign without a plan, of the same one."""
    case = Case(bench, "command replaced", COMMAND).interrupt()
    whole = case.program.read_bytes()
    case.program.unlink()
    case.program.write_bytes(whole + b"\n")
    case.program.chmod(0o755)
    case.check_refusal(*changed("program, kept.default"))
    case.program.write_bytes(whole)
    case.check_gone()
    nothing_to_go_on_with(bench, case.out / "campaign.db")
    case.check_end("  resumed with its own program again", more=30 - len(case.attempts()))
    case.check_end("a finished campaign")


def changed_sources(bench):
    """Another compiler, an edited source, none; of a campaign whose seed was drawn."""
    case = Case(bench, "sources", SOURCES).interrupt()
    tools = case.place / "tools"
    tools.mkdir()
    script = '#!/bin/sh\n[ "$1" = --version ] && echo "cc (Other) 99.0" && exit\nexec {} "$@"\n'
    (tools / "cc").write_text(script.format(shutil.which("cc")))
    (tools / "cc").chmod(0o755)
    environment = dict(bench.environment, PATH=f"{tools}:{os.environ['PATH']}")
    case.check_refusal(*changed("toolchain, kept.default"), "99.0", env=environment)
    source = case.place / "misbehave.c"
    whole = source.read_text()
    source.write_text(whole.replace("1000 * strtod", "1001 * strtod"))
    case.check_refusal(*changed("program, kept.default"))
    source.write_text(whole)
    case.check_gone()
    case.check_end("  resumed with all of it as it was", more=BUILDS - len(case.attempts()))


def changed_revision(bench):
    case = Case(bench, "revision moved", REVISION)
    case.program.unlink()
    case.git("init", "-b", "main")
    case.commit(0)
    case.interrupt()
    case.commit(1)
    case.check_refusal(*changed("revision, default"))


def still_running(bench):
    case = Case(bench, "running", COMMAND)
    process = case.begin()
    done = bench.run("resume", case.out)
    said = f"the campaign in '{case.out}' is running: wait for its end" in done.stderr
    bench.proof.check(done.returncode == USAGE and said, "a running campaign: refused",
                      done.stderr.strip()[-200:], str(USAGE))
    process.communicate(timeout=60)
    bench.proof.check(process.returncode == 0, "  it ends: exit", process.returncode, "0")


def nothing_to_go_on_with(bench, store):
    folder = bench.folder / "no campaign"
    folder.mkdir()
    check = bench.proof.check

    def refused(what, words):
        done = bench.run("resume", folder)
        check(done.returncode == USAGE and words in done.stderr, f"{what}: refused",
              done.stderr.strip()[-200:], f"{USAGE}: {words}")

    refused("a folder without a campaign", "does not exist: is its folder a campaign's?")
    (folder / "campaign.db").touch()
    refused("a store without tables", "ended before it had a plan; run it again")
    (folder / "campaign.db").unlink()
    shutil.copy(store, folder)
    database = sqlite3.connect(folder / "campaign.db")
    database.execute("DELETE FROM fact")
    database.commit()
    database.close()
    refused("a store without a plan",
            "ended before it had a plan: there is nothing to resume, run it again")


def gone_folder(bench):
    """In which there is nothing but the experiment."""
    case = Case(bench, "folder gone", COMMAND)
    case.spec.write_text(case.spec.read_text().replace(str(case.program), str(bench.misbehave))
                         .replace(str(case.log), str(bench.folder / "log of the gone")))
    case.log = bench.folder / "log of the gone"
    case.interrupt().check_gone()


def failures_stay(bench):
    case = Case(bench, "failing", COMMAND)
    case.spec.write_text(case.spec.read_text() + "variants:\n  good: {}\n"
                         f"  bad: {{command: [{bench.misbehave}, exit]}}\n")
    case.interrupt()
    before = sum(row[-1] == "done" for row in case.attempts())
    done = bench.run("resume", case.out)
    after = sum(row[-1] == "done" for row in case.attempts())
    failed = len(case.attempts()) - after
    said = "30 of 60 executions failed for good" in done.stderr
    bench.proof.check(done.returncode == FAILED and said, "a partly failed campaign, resumed: exit",
                      f"{done.returncode} {done.stderr.strip()[-200:]}", str(FAILED))
    bench.proof.check(after == 30 > before and failed == 4, "  attempts that counted, and not",
                      f"{after}, {failed}", "30, and 2 for each of 2")
    case.check_end("  once more", code=FAILED)


FAULTS = (changed_program, changed_sources, changed_revision, still_running, gone_folder, failures_stay)
