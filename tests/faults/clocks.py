"""Clocks that jump: a suspended machine is noticed, the time of day decides nothing."""
import contextlib
import copy
import shutil

from bench import HERE
from common.proof import compile_c, rows
from resuming import Course, fake

SUSPENDED_S = 3600
DAY_S = 86400
SHORT = """
experiment: short
benchmarks:
  short: {{command: [sh, -c, '{script}'], samples: process}}
repeat: {{warmup: 0, minimum_time: 0, real: {{executions: 40}}}}
"""


class Jump:
    """Clocks that jump, once, in the middle of an execution of the block 3.

    The file that says by how much appears whole: a launcher that starts at that moment reads it."""

    def __init__(self, bench, boot_s, real_s):
        name = f"{boot_s} {real_s}"
        self.clocks, self.jumped = (bench.folder / f"{word} {name}" for word in
                                    ("clocks", "jumped"))
        self.script = (f'''test ${{block}} -ne 3 -o -e "{self.jumped}" ||'''
                       f''' {{ : >"{self.jumped}"; echo {name} >"{self.clocks}.new";'''
                       f''' mv "{self.clocks}.new" "{self.clocks}"; }}''')
        self.bench = copy.copy(bench)
        self.bench.eswexp = self.install(bench, bench.folder / f"clocks of {name}")
        self.jumped.touch()

    def install(self, bench, place):
        """The same eswexp, with a launcher that reads these clocks as well."""
        library = compile_c(HERE / "clocks.c", bench.folder / "clocks.so", "-shared", "-fPIC")
        self.environment = dict(bench.environment, LD_PRELOAD=str(library),
                                CLOCKS=str(self.clocks),
                                ASAN_OPTIONS="verify_asan_link_order=0")
        helpers = bench.eswexp.parent / "libexec/eswexp"
        (place / "libexec/eswexp").mkdir(parents=True)
        (place / "share").symlink_to(bench.eswexp.parent / "share")
        for helper in ("eswexp-ld", "eswexp-canary"):
            (place / "libexec/eswexp" / helper).symlink_to(helpers / helper)
        launcher = place / "libexec/eswexp/eswexp-launch"
        launcher.write_text(f"#!/bin/sh\nexport LD_PRELOAD='{library}' CLOCKS='{self.clocks}'\n"
                            f"exec '{helpers}/eswexp-launch'\n")
        launcher.chmod(0o755)
        return shutil.copy2(bench.eswexp, place)

    def run(self, *words):
        with contextlib.suppress(FileNotFoundError):
            self.clocks.unlink()
        self.jumped.unlink()
        done = self.bench.run(*words, env=self.environment)
        self.bench.proof.check(self.jumped.exists() and self.clocks.exists(), "  clocks jumped",
                               self.clocks.read_text().strip() if self.clocks.exists() else "not")
        return done


def course_of(jump, name):
    what = f"""command: [sh, -c, '{jump.script}; exec "$@"', sh, {fake(jump.bench)}]"""
    return Course(jump.bench, name, executions=5, what=what)


def failed(out):
    return [row["exit"] for row in rows(out, "executions") if row["exit"] != "0"]


def check_durations(bench, out):
    seconds = [float(row["seconds"]) for row in rows(out, "executions") if row["exit"] == "0"]
    bench.proof.check(seconds and 0 < min(seconds) and max(seconds) < 60, "  seconds of executions "
                      "that count", f"{min(seconds):.3g} to {max(seconds):.3g}", "0 to 60")


def suspended(bench):
    """The execution in which the machine slept does not count, and is done again."""
    jump, check = Jump(bench, SUSPENDED_S, 0), bench.proof.check
    said = f"the machine was suspended for {SUSPENDED_S}.0 s"
    course, out = course_of(jump, "suspended"), bench.folder / "slept"
    done = jump.run("run", course.spec, "--out", out)
    check(done.returncode == 0, "a suspended machine: exit",
          f"{done.returncode} {done.stderr.strip()[-300:]}", "0")
    check(failed(out) == [said], "  executions that do not count", failed(out), said)
    check_durations(bench, out)
    samples = [out / "csv/samples.csv", course.reference / "csv/samples.csv"]
    check(samples[0].read_bytes() == samples[1].read_bytes(), "  the same samples",
          samples[0].stat().st_size, f"{samples[1].stat().st_size} bytes")
    out = bench.folder / "slept shortly"
    done = jump.run("run", bench.spec(SHORT, script=jump.script), "--out", out)
    check(done.returncode == 0 and failed(out) == [said], "  one of several short ones in one go",
          f"{done.returncode} {failed(out)}", f"0 {said}")
    values = [float(row["value"]) for row in rows(out, "samples") if row["metric"] == "wall_time"]
    check(len(values) == 40 and max(values) < 60, "  its longest wall time", max(values),
          "below 60 s, of 40")


def set_time(bench):
    """Only time stamps change, in whatever direction, whatever the deadline."""
    for real_s in (-DAY_S, DAY_S):
        jump = Jump(bench, 0, real_s)
        course, out = course_of(jump, f"day{real_s}"), bench.folder / f"set {real_s}"
        done = jump.run("run", course.spec, "--out", out, "--until", "1h")
        course.check_end(f"the time of day set by {real_s} s", out, done)
        check_durations(bench, out)
        days = sorted(row["start"][:10] for row in rows(out, "executions"))
        bench.proof.check(days[0] != days[-1], "  days of their time stamps",
                          f"{days[0]}, {days[-1]}", "two")


FAULTS = (suspended, set_time)
