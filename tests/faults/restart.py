"""Something changes in the middle, and what it affects is restarted: the rest goes on, what was
measured before stays, and no sample of one program passes for one of the other."""
import csv
import os
import random
import shutil
import sqlite3
import subprocess
import time

from bench import INTERRUPTED, wait_for_lines
from building import refuse_personality
from common.proof import ROOT, Trouble
from resuming import fake
from sweeping import wait_until

THOROUGH = os.environ.get("ESWEXP_THOROUGH")
USAGE, KILLS, PILOT, EXECUTIONS = 2, 1, 5, 8 if THOROUGH else 6
BUILDS = 3 if THOROUGH else 2
MIDDLE = 4  # blocks before the one in which a campaign is killed
# Block number `stop` does not end; the one before is long enough to be committed by itself.
SCRIPT = """read stop <'{place}/stop'
case $((stop - $4)) in 0) : >'{place}/reached'; exec sleep 600 ;; 1) sleep 0.02 ;; esac
exec '{fake}' --mean {mean} "$@"
"""
SPEC = """
experiment: restart
benchmarks:
  kept: {{command: [sh, "{place}/kept.sh"], {rest}}}
  touched: {{command: [sh, touched.sh], {rest}}}
variants:
  one: {{}}
  two: {{}}
repeat:
  warmup: {warmup}
  minimum_time: 0
  pilot: {{executions: {pilot}, iterations: 5}}
  real: {{executions: {executions}, iterations: 5}}
randomize: {{seed: 5}}
"""
REST = """args: [--seed, "${seed}", --block, "${block}", --variant, "${variant}", --run-seed, "7",
    --spend, "0"], samples: eswexp"""
ASLR = """
experiment: randomized
benchmarks:
  kept: {{command: [{misbehave}, log, {log}, "${{block}}", "${{execution}}", 20000],
          samples: eswexp}}
repeat: {{warmup: 0, minimum_time: 0, real: {{builds: 10, executions: 3, iterations: 3}}}}
randomize: {{aslr: seeded, allow_missing: [aslr]}}
"""
LINKED = """
experiment: linked
benchmarks:
  kept: {{sources: [kept.c], libs: -lm, {rest}}}
  touched: {{sources: [touched.c], libs: -lm, {rest}}}
repeat: {{warmup: 0, minimum_time: 0, real: {{builds: {builds}, executions: 1, iterations: 3}}}}
randomize: {{seed: 5, link_order: function}}
"""
BUILD = ("FROM {0} JOIN execution ON execution.id = {0}.execution"
         " JOIN build ON build.id = execution.build JOIN block ON block.id = build.block"
         " JOIN cell ON cell.id = block.cell")


class Case:
    """Two benchmarks of a script each, of which one is to change."""

    def __init__(self, bench, name, warmup="0"):
        self.bench, self.place = bench, bench.folder / f"restart {name}"
        self.place.mkdir()
        self.spec = self.place / "spec.yaml"
        self.spec.write_text(SPEC.format(place=self.place, rest=REST, warmup=warmup, pilot=PILOT,
                                         executions=EXECUTIONS))
        self.pilot = PILOT if warmup == "auto" else 0
        self.stop(0)
        self.write("kept", 10000)
        self.write("touched", 20000)

    def write(self, name, mean):
        (self.place / f"{name}.sh").write_text(SCRIPT.format(place=self.place, fake=fake(self.bench), mean=mean))

    def out(self, name="results"):
        return self.place / name

    def stop(self, block):
        (self.place / "stop").write_text(f"{block}\n")
        (self.place / "reached").unlink(missing_ok=True)

    def kill(self, block, *words):
        """Kills a campaign once it has come to a block."""
        self.stop(block)
        process = self.bench.start(*words)
        wait_until(process, (self.place / "reached").exists)
        process.kill()
        process.communicate()
        if process.returncode != -9:
            raise Trouble(f"{self.place.name}: ended before it was killed")
        self.bench.check_nobody(f"{self.place.name}, killed")
        self.stop(0)

    def begin(self, phase=1):
        out = self.out()
        self.kill((self.pilot if phase else 0) + MIDDLE, "run", self.spec, "--out", out)
        return out

    def resume(self, out, *words, code=0):
        done = self.bench.run("resume", out, *words)
        if done.returncode != code:
            raise Trouble(f"resume {words}: exit {done.returncode}: {done.stderr.strip()[-600:]}")
        return done

    def reference(self):
        """What it comes to if nothing is killed: the program changes after the end."""
        out = self.out("reference")
        self.write("touched", 20000)
        done = self.bench.run("run", self.spec, "--out", out, "--quiet")
        if done.returncode:
            raise Trouble(done.stderr)
        self.write("touched", 30000)
        self.resume(out, "--restart", "--quiet")
        return out


def query(out, sql):
    if not (out / "campaign.db").exists():
        return []
    database = sqlite3.connect(out / "campaign.db", timeout=20)
    try:
        return database.execute(sql).fetchall()
    except sqlite3.OperationalError:  # not there yet
        return []
    finally:
        database.close()


def stored(out, where):
    """All that was measured, whatever it counts for."""
    return query(out, "SELECT cell.benchmark, block.number, build.variant, hex(samples.data)"
                      f" {BUILD.format('samples')} WHERE {where} ORDER BY 1, 2, 3")


def means(out, benchmark, phase="real"):
    """The benchmark's samples, in units of 10,000 ns, and of how many blocks."""
    with open(out / "csv/samples.csv", newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file)
                if (row["benchmark"], row["phase"]) == (benchmark, phase)]
    return ({round(float(row["value"]) / 1e-5) for row in rows},
            len({row["block"] for row in rows}))


def same(one, other):
    return (one / "csv/samples.csv").read_bytes() == (other / "csv/samples.csv").read_bytes()


def changed_in_the_middle(bench):
    check = bench.proof.check
    ways = (("without a pilot", "0", 1), ("in its pilot", "auto", 0), ("with a pilot", "auto", 1))
    for name, warmup, phase in ways if THOROUGH else ways[:2]:  # restarted_twice has one with a pilot
        case = Case(bench, name, warmup)
        out = case.begin(phase)
        before = stored(out, "1")
        case.write("touched", 30000)
        done = case.resume(out, code=USAGE)
        check("program, touched.one, touched.sh" in done.stderr and "--restart" in done.stderr and
              stored(out, "1") == before, f"changed in the middle, {name}: refused",
              done.stderr.strip()[-300:], "named, nothing measured")
        done = case.resume(out, "--restart")
        check("restarted at" in done.stdout and "touched" in done.stdout,
              "  with --restart: the report says so", done.stdout[:400], "restarted")
        check(means(out, "touched") == ({3}, EXECUTIONS), "  the new program's samples, blocks",
              means(out, "touched"), f"({{3}}, {EXECUTIONS})")
        check(means(out, "kept") == ({1}, EXECUTIONS), "  the other's", means(out, "kept"), f"({{1}}, {EXECUTIONS})")
        after = set(stored(out, "1"))
        check(set(before) <= after, "  samples of before that are gone",
              len(set(before) - after), "0")
        earlier = stored(out, "phase > 1")
        check({row[0] for row in earlier} == {"touched"} and
              set(earlier) == {row for row in before if row[0] == "touched"},
              "  samples kept apart", len(earlier), "the changed benchmark's, all")
        drawn = query(out, "SELECT count(*) - count(DISTINCT cell || ' ' || number) FROM block")
        check(drawn == [(0,)], "  blocks of one number in a cell", drawn, "none")
        case.resume(out)
        shutil.rmtree(case.place)


def killed_while_restarted(bench):
    seed = random.randrange(1 << 32)
    print(f"killed during the restarted measurement: the seed of the instants is {seed}", flush=True)
    instants, hit, wrong = random.Random(seed), 0, []
    warmups = ("auto", "0") if THOROUGH else ("auto",)
    for warmup in warmups:
        case = Case(bench, f"killed {warmup}", warmup)
        reference = case.reference()
        case.write("touched", 20000)
        first = case.begin()
        case.write("touched", 30000)
        begin = time.monotonic()
        whole = case.out("whole")
        shutil.copytree(first, whole)
        case.resume(whole, "--restart", "--quiet")
        seconds = time.monotonic() - begin
        bench.proof.check(same(whole, reference), "changed in the middle: samples.csv, and where the program "
                          "changed after the end", "", "the same")
        for number in range(KILLS):
            out = case.out(f"killed {number}")
            shutil.copytree(first, out)
            for _ in range(3):
                process = bench.start("resume", out, "--restart", "--quiet")
                begin = time.monotonic()
                try:
                    process.communicate(timeout=instants.uniform(0, 0.5 * seconds))
                    seconds = min(seconds, time.monotonic() - begin)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.communicate()
                    hit += 1
            begun = query(out, "SELECT 1 FROM fact WHERE key = 'fingerprint'")
            case.resume(out, *([] if begun else ["--restart"]), "--quiet")
            if not same(out, reference):
                wrong.append(f"{warmup}, {number}: samples.csv")
            if query(out, "SELECT value FROM fact WHERE key = 'fingerprint'") != [("2",)]:
                wrong.append(f"{warmup}, {number}: restarted more than once")
            shutil.rmtree(out)
    bench.proof.check(hit >= len(warmups) * KILLS, "killed during the restarted measurement: kills", hit,
                      f"at least {len(warmups) * KILLS}")
    bench.proof.check(not wrong, "  what then was wrong", wrong or 0, "0")


def restarted_twice(bench):
    check = bench.proof.check
    case = Case(bench, "twice", "auto")
    out = case.begin()
    case.write("touched", 30000)
    case.kill(2 * PILOT + EXECUTIONS + MIDDLE, "resume", out, "--restart")
    case.write("touched", 40000)
    case.resume(out, code=USAGE)
    done = case.resume(out, "--restart")
    check(means(out, "touched") == ({4}, EXECUTIONS) and means(out, "kept") == ({1}, EXECUTIONS),
          "restarted twice: samples that count", (means(out, "touched"), means(out, "kept")),
          "of the third program")
    phases = query(out, "SELECT DISTINCT phase FROM block ORDER BY 1")
    check(phases == [(0,), (1,), (2,), (3,), (4,), (5,)], "  phases in the store", phases, "0 to 5")
    facts = query(out, "SELECT key FROM fact WHERE key GLOB 'was.*' ORDER BY 1")
    check(facts == [(f"was.{n}.program.touched.{v}, touched.sh",) for n in (1, 2)
                    for v in ("one", "two")], "  facts of before", facts, "of both times")
    check(done.stdout.count("restarted at") == 2, "  the report says so",
          done.stdout.count("restarted at"), "twice")
    before = stored(out, "1")
    case.resume(out, "--restart")
    check(stored(out, "1") == before, "  once more, without a change: measured", "", "nothing")


def layouts(out, benchmark):
    """Of every build, whatever it counts for: its layout, and whether it counts."""
    return query(out, "SELECT layout_id, phase < 2 FROM build JOIN block ON block.id = build.block"
                      " JOIN cell ON cell.id = block.cell WHERE layout_id IS NOT NULL"
                      f" AND benchmark = '{benchmark}' ORDER BY build.id")


def restarted_links(bench):
    """Builds of their own; the first program's layouts count no more; another campaign beside."""
    check = bench.proof.check
    place = bench.folder / "restart linked"
    place.mkdir()
    for name in ("kept", "touched"):
        shutil.copy(ROOT / "tests/prove/fake.c", place / f"{name}.c")
    spec, out, beside = place / "spec.yaml", place / "results", Case(bench, "beside")
    spec.write_text(LINKED.format(rest=REST, builds=BUILDS))
    other = beside.begin()
    bench.run("run", spec, "--out", out, "--quiet")
    before, kept = layouts(out, "touched"), layouts(out, "kept")
    source = place / "touched.c"
    source.write_text(source.read_text().replace("20000", "30000"))
    done = bench.run("resume", out, other, "--restart", "--quiet", "--notes")
    check(done.returncode == 0 and done.stdout.count("restarted at") == 1,
          "a source edited, --restart of two campaigns: exit",
          f"{done.returncode} {done.stderr.strip()[-300:]}", "0, one is restarted")
    check((means(out, "touched"), means(out, "kept")) == (({3}, BUILDS), ({2}, BUILDS)), "  samples, blocks",
          (means(out, "touched"), means(out, "kept")), "of the new program, and of the other")
    after = layouts(out, "touched")
    check(after[:BUILDS] == [(layout, 0) for layout, _ in before] and
          [counts for _, counts in after[BUILDS:]] == [1] * BUILDS and layouts(out, "kept") == kept,
          "  builds, of which count", f"{len(after)}, {sum(row[1] for row in after)}", f"{2 * BUILDS}, {BUILDS}")
    check(means(other, "touched") == ({2}, EXECUTIONS), "  the other campaign", means(other, "touched"),
          "goes on to its end")


def another_machine(bench):
    case = Case(bench, "another machine")
    out = case.begin()
    database = sqlite3.connect(out / "campaign.db")
    database.execute("UPDATE fact SET value = 'elsewhere' WHERE key IN ('host', 'machine.host')")
    database.execute("UPDATE machine SET name = 'elsewhere'")
    database.commit()
    database.close()
    before = stored(out, "1")
    check = bench.proof.check
    done = case.resume(out, "--restart", code=USAGE)
    check("it was measured on 'elsewhere'" in done.stderr and stored(out, "1") == before,
          "another machine: asks for --trust", done.stderr.strip()[-300:], "named")
    done = case.resume(out, "--trust", code=USAGE)
    check("machine, host: 'elsewhere' and '" in done.stderr, "another machine: refused",
          done.stderr.strip()[-300:], "named")
    done = case.resume(out, "--restart", "--trust")
    check("all 2 cells" in done.stdout and stored(out, "phase > 1") == before and
          means(out, "kept") == ({1}, EXECUTIONS), "  with --restart: kept apart, measured",
          (len(stored(out, "phase > 1")), means(out, "kept")), "all of it")
    with open(out / "csv/samples.csv", encoding="utf-8") as file:
        check("elsewhere" not in file.read(), "  samples of the other machine", "", "none")


def changed_randomizers(bench):
    check = bench.proof.check
    try:
        subprocess.run(["true"], preexec_fn=refuse_personality, check=True)
    except (OSError, subprocess.SubprocessError):
        print("skipped: no seccomp here, personality() cannot be refused")
        return
    log = bench.folder / "log of aslr"
    spec = bench.spec(ASLR, misbehave=bench.misbehave, log=log)
    process = bench.start("run", spec, "--out", bench.out())
    wait_for_lines(log, 4, process)
    bench.press_ctrl_c(process)
    process.communicate()
    check(process.returncode == INTERRUPTED, "what can be randomized changes: interrupted",
          process.returncode, str(INTERRUPTED))
    done = bench.run("resume", bench.out(), preexec_fn=refuse_personality)
    check(done.returncode == USAGE and "randomized, kept.default: 'aslr' and ''" in done.stderr,
          "  refused", done.stderr.strip()[-300:], f"{USAGE}, named")
    done = bench.run("resume", bench.out(), "--restart", preexec_fn=refuse_personality)
    check(done.returncode == 0 and "not randomized" in done.stdout, "  with --restart",
          f"{done.returncode} {done.stderr.strip()[-300:]}", "0, and said")


FAULTS = (changed_in_the_middle, killed_while_restarted, restarted_twice, restarted_links,
          another_machine, changed_randomizers)
