#!/usr/bin/env python3
"""Bad luck: what breaks is said and recorded, the rest goes on, nothing acknowledged is lost.

A fault that was never hit fails its test.
"""
import ctypes
import os
import pathlib
import platform
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "prove"))
from common.proof import Proof, Trouble, compile_c, parser, rows  # noqa: E402

INTERRUPTED, FAILED = 130, 3

COMPARISON = """
experiment: luck
benchmarks: {{luck: {{command: [{program}, {good}], samples: {samples}}}}}
variants:
  fine: {{}}
  unlucky: {{command: [{program}, {words}]}}
repeat: {{warmup: 0, minimum_time: 0, {repeat}}}
machine: {{timeout: {timeout}}}
"""
LOGGED = """
experiment: logged
benchmarks:
  logged:
    command: [{program}, log, {log}, "${{block}}", "${{execution}}", {pause_us}]
    samples: eswexp
repeat: {{warmup: 0, minimum_time: 0, real: {{executions: 5000, iterations: {iterations}}}}}
"""
LINKED = """
experiment: linked
benchmarks:
  linked:
    sources: [{source}]
    libs: -lm
    args: [log, {log}, "${{block}}", "${{execution}}", 0]
repeat:
  warmup: 0
  minimum_time: 0
  real: {{builds: {builds}, executions: 2, iterations: 3}}
"""
SOURCE = """
experiment: source
benchmarks: {{source: {{sources: [{source}], samples: process, {more}}}}}
variants:
  fine: {{}}
  broken: {{cflags: -DBROKEN}}
repeat: {{real: {{builds: 2, executions: 1}}}}
randomize: {{environment_size: true{randomize}}}
"""
SLOW = """
experiment: slow
benchmarks:
  slow:
    directory: {directory}
    build: echo begun >>'{begun}'; sleep 20
    command: ./slow
    samples: process
"""
BREAKABLE = """
int main(void)
{
#ifdef BROKEN
    return not_declared_anywhere;
#endif
    return 0;
}
"""


class Bench:
    """A folder with the programs that misbehave, and eswexp to run in it."""

    def __init__(self, program, folder, proof):
        self.eswexp, self.folder, self.proof = program, folder, proof
        self.misbehave = compile_c(HERE / "misbehave.c", folder / "misbehave")
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"))
        self.count = 0

    def spec(self, text, good="good", samples="eswexp", timeout="20s", **values):
        self.count += 1
        path = self.folder / f"spec{self.count}.yaml"
        path.write_text(text.format(program=self.misbehave, good=good, samples=samples,
                                    timeout=timeout, **values))
        return path

    def out(self):
        return self.folder / f"campaign{self.count}"

    def run(self, *words, **options):
        options.setdefault("env", self.environment)
        return subprocess.run([str(word) for word in (self.eswexp, *words)], text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, errors="replace",
                              timeout=80, **options)

    def start(self, *words):
        return subprocess.Popen([str(word) for word in (self.eswexp, *words)], text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=self.environment, cwd=self.folder,
                                start_new_session=True)

    def alive(self):
        """Processes that carry this folder's name in their arguments or environment."""
        mark, found = str(self.folder).encode(), []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                said = (process / "cmdline").read_bytes(), (process / "environ").read_bytes()
            except OSError:
                continue
            if int(process.name) != os.getpid() and any(mark in text for text in said):
                found.append(said[0].replace(b"\0", b" ").decode(errors="replace").strip())
        return found

    def check_nobody(self, what, within_s=5):
        end = time.monotonic() + within_s
        while self.alive() and time.monotonic() < end:
            time.sleep(0.02)
        left = self.alive()
        self.proof.check(not left, f"{what}: processes left", left or 0, "0")

    def check_report(self, what, campaign):
        done = self.run("report", campaign)
        self.proof.check(done.returncode == 0 and done.stdout, f"{what}: exit of report",
                         f"{done.returncode} {done.stderr.strip()}", "0")


# ---- Benchmarks that misbehave

def attempts(campaign, variant):
    """{execution: its attempts' exits in their order} of one variant."""
    found = {}
    for row in rows(campaign, "executions"):
        if row["variant"] == variant:
            key = (row["phase"], int(row["block"]), int(row["execution"]))
            found.setdefault(key, {})[int(row["attempt"])] = row["exit"]
    return {key: [tries[i] for i in sorted(tries)] for key, tries in found.items()}


def check_comparison(bench, mode, pattern, executions=6, repeat="iterations: 3", **values):
    spec = bench.spec(COMPARISON, words=mode,
                      repeat=f"real: {{executions: {executions}, {repeat}}}", **values)
    done = bench.run("run", spec, "--out", bench.out())
    check = bench.proof.check
    check(done.returncode == FAILED, f"benchmark '{mode}': exit", done.returncode, str(FAILED))
    check("unlucky" in done.stderr, "  the variant is named in the summary",
          "unlucky" in done.stderr, "True")
    tries = attempts(bench.out(), "unlucky")
    right = all(len(exits) == 2 and all(re.search(pattern, text) for text in exits)
                for exits in tries.values())
    check(tries and right, "  exits recorded, each tried twice", sorted(set(
        text for exits in tries.values() for text in exits)), pattern)
    fine = attempts(bench.out(), "fine")
    check(len(fine) == executions and all(exits == ["0"] for exits in fine.values()),
          "  executions of the other variant", len(fine), f"{executions}, all fine")
    estimates = {row["variant"]: row for row in rows(bench.out(), "estimates")}
    used = estimates.get("fine", {}).get("builds")
    check(used == str(executions), "  of which its estimate uses", used, str(executions))
    check("unlucky" not in estimates, "  estimate of what failed", "unlucky" in estimates, "False")
    bench.check_report("  afterwards", bench.out())
    return done


def misbehaviour(bench):
    done = check_comparison(bench, "exit", r"^(exit )?3$")
    bench.proof.check("words on the way out" in done.stderr, "  its own words are shown",
                      "words on the way out" in done.stderr, "True")
    check_comparison(bench, "crash", "^signal 11")
    check_comparison(bench, "silent", "no sample")
    check_comparison(bench, "few", "sample")
    check_comparison(bench, "nan", "finite|nan|NaN")
    check_comparison(bench, "wrong", "check")
    check_comparison(bench, "words", "no sample|number", good="numbers", repeat="",
                     samples="{pattern: 'took ([^ ]+) ms', unit: ms}")
    check_comparison(bench, "hang", "timeout", executions=1, timeout="1s")
    check_comparison(bench, "stubborn", "timeout", executions=1, timeout="300ms")
    check_comparison(bench, "shout", "timeout", executions=1, timeout="1s")
    bench.check_nobody("after all of these")


def flaky(bench):
    spec = bench.spec(COMPARISON, words=f"flaky, {bench.folder / 'flaky'}",
                      repeat="real: {executions: 3, iterations: 3}")
    done = bench.run("run", spec, "--out", bench.out())
    exits = sorted(attempts(bench.out(), "unlucky").values(), key=len)
    failures = [text for tries in exits for text in tries if text != "0"]
    bench.proof.check(len(failures) == 1 and "7" in failures[0], "fails once: failures recorded",
                      failures, "one exit 7")
    bench.proof.check(len(exits) == 3 and all(tries[-1] == "0" for tries in exits) and
                      done.returncode == 0, "  the retry counts: exit", done.returncode, "0")


def failing_pilot(bench):
    spec = bench.spec(COMPARISON, words="exit",
                      repeat="precision: 50%, pilot: {executions: 3, iterations: 3}")
    done = bench.run("run", spec, "--out", bench.out())
    bench.proof.check(done.returncode == FAILED, "a variant fails in the pilot: exit",
                      done.returncode, str(FAILED))
    real = [key for key in attempts(bench.out(), "fine") if key[0] == "real"]
    bench.proof.check(len(real) >= 5, "  real executions of the other variant", len(real),
                      "at least 5")


def another_benchmark(bench):
    text = COMPARISON.replace("benchmarks: {{", "benchmarks: {{other: {{command: [{program}, hang],"
                              " samples: eswexp}}, ")
    text = text[:text.index("variants:")] + text[text.index("repeat:"):]
    spec = bench.spec(text, timeout="500ms", repeat="real: {executions: 1, iterations: 3}")
    done = bench.run("run", spec, "--out", bench.out())
    exits = {row["benchmark"]: row["exit"] for row in rows(bench.out(), "executions")}
    bench.proof.check(done.returncode == FAILED and exits.get("luck") == "0" and
                      "timeout" in exits.get("other", ""), "one of two benchmarks hangs: exits",
                      exits, "one timeout, one 0")


def noise_and_children(bench):
    for mode in ("flood", "children"):
        spec = bench.spec(COMPARISON, words=mode,
                          repeat="real: {executions: 2, iterations: 3}")
        done = bench.run("run", spec, "--out", bench.out())
        exits = attempts(bench.out(), "unlucky")
        bench.proof.check(done.returncode == 0 and set(map(tuple, exits.values())) == {("0",)},
                          f"benchmark '{mode}': exit", done.returncode, "0")
        bench.check_nobody("  afterwards", within_s=0.5)


# ---- Building that fails

def broken_source(bench):
    source = bench.folder / "breakable.c"
    source.write_text(BREAKABLE)
    spec = bench.spec(SOURCE, source=source, more="", randomize="")
    done = bench.run("run", spec, "--out", bench.out())
    check = bench.proof.check
    check(done.returncode == FAILED, "a source that does not compile: exit", done.returncode,
          str(FAILED))
    check("not_declared_anywhere" in done.stderr and "error:" in done.stderr and
          "broken" in done.stderr, "  the compiler's words and the variant's name",
          done.stderr.strip().splitlines()[-1:])
    check(not bench.out().exists(), "  result folder left", bench.out().exists(), "False")


def missing_tools(bench):
    source = bench.folder / "breakable.c"
    check = bench.proof.check
    tools = shutil.which("cc") and farm_without(bench, "ld.lld")
    for what, more, environment in (
            ("compiler", "compiler: no-such-compiler", bench.environment),
            ("linker", "linker: lld", dict(bench.environment, PATH=str(tools)))):
        spec = bench.spec(SOURCE, source=source, more=more, randomize="")
        done = bench.run("run", spec, "--out", bench.out(), env=environment)
        name = "no-such-compiler" if what == "compiler" else "lld"
        said = done.stderr.strip()
        check(done.returncode == FAILED and name in said, f"a missing {what}: exit",
              f"{done.returncode}: {said}", str(FAILED))
        check(re.search(r"install|use|choose|PATH", said), "  a remedy is named", bool(said), "True")
        check(not bench.out().exists(), "  result folder left", bench.out().exists(), "False")


def farm_without(bench, *missing):
    """A folder of links to all of PATH's programs but some."""
    farm = bench.folder / "farm"
    farm.mkdir()
    for place in os.environ["PATH"].split(":"):
        for program in pathlib.Path(place).glob("*"):
            link = farm / program.name
            if program.name not in missing and not link.exists() and program.is_file():
                link.symlink_to(program)
    return farm


def refuse_personality():
    """In the child: a seccomp filter under which personality() fails with EPERM."""
    number = {"x86_64": 135, "aarch64": 92}[platform.machine()]
    steps = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050001),
             (0x06, 0, 0, 0x7FFF0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(steps),
                                                      ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
        raise OSError(ctypes.get_errno(), "seccomp")


def no_personality(bench):
    source, check = bench.folder / "breakable.c", bench.proof.check
    text = SOURCE[:SOURCE.index("variants:")] + SOURCE[SOURCE.index("repeat:"):]
    try:
        subprocess.run(["true"], preexec_fn=refuse_personality, check=True)
    except (OSError, subprocess.SubprocessError):
        print("skipped: no seccomp here, personality() cannot be refused")
        return
    spec = bench.spec(text, source=source, more="", randomize=", aslr: seeded")
    done = bench.run("run", spec, "--out", bench.out(), preexec_fn=refuse_personality)
    check(done.returncode == FAILED and "personality" in done.stderr and "kernel" in done.stderr,
          "personality() refused: exit", f"{done.returncode}: {done.stderr.strip()}", str(FAILED))
    spec = bench.spec(text, source=source, more="",
                      randomize=", aslr: seeded, allow_missing: [aslr]")
    done = bench.run("run", spec, "--out", bench.out(), preexec_fn=refuse_personality)
    check(done.returncode == 0 and "not randomized" in done.stderr, "  with allow_missing: exit",
          f"{done.returncode}: {done.stderr.strip()}", "0, said")
    report = bench.run("report", bench.out()).stdout
    check("not randomized" in report, "  the report says so", "not randomized" in report, "True")


# ---- Folders and disks

def namespace(bench, script):
    """Runs a shell script where it may mount; None if that is not possible here."""
    words = ["unshare", "-m" if os.geteuid() == 0 else "-rm", "sh", "-c"]
    place = bench.folder / "mounted"
    place.mkdir(exist_ok=True)
    probe = f"mount -t tmpfs none '{place}' && umount '{place}'"
    if not shutil.which("unshare") or subprocess.run([*words, probe], capture_output=True,
                                                     check=False).returncode:
        print("skipped: no tmpfs can be mounted in a namespace of our own here")
        return None
    return subprocess.run([*words, script], text=True, capture_output=True, errors="replace",
                          env=bench.environment, timeout=80, check=False)


def not_writable(bench):
    """Said before anything is built: the source, which does not compile, is not reached."""
    source, check = bench.folder / "breakable.c", bench.proof.check
    spec = bench.spec(SOURCE, source=source, more="", randomize="")
    (bench.folder / "file").write_text("")
    for what, out in (("in /proc", "/proc/eswexp/campaign"), ("below a file", bench.folder / "file/x")):
        done = bench.run("run", spec, "--out", out)
        check(done.returncode in (2, FAILED) and str(out).rsplit("/", 1)[0] in done.stderr
              and "not_declared" not in done.stderr, f"results folder {what}: exit",
              f"{done.returncode}: {done.stderr.strip()}", "2 or 3, nothing built")
    place = bench.folder / "mounted"
    done = namespace(bench, f"mount -t tmpfs -o ro none '{place}' && "
                     f"exec '{bench.eswexp}' run '{spec}' --out '{place}/campaign'")
    if done:
        check(done.returncode in (2, FAILED) and "Read-only" in done.stderr and
              "not_declared" not in done.stderr, "results folder on a read-only disk: exit",
              f"{done.returncode}: {done.stderr.strip()}", "2 or 3, nothing built")


def full_disk(bench):
    log, check = bench.folder / "full.log", bench.proof.check
    spec = bench.spec(LOGGED, log=log, pause_us=0, iterations=1000)
    place, saved = bench.folder / "mounted", bench.out()
    done = namespace(bench, f"""
        mount -t tmpfs -o size=3m none '{place}' || exit 99
        '{bench.eswexp}' run '{spec}' --out '{place}/campaign'
        status=$?
        '{bench.eswexp}' report '{place}/campaign' >'{saved}.report'
        cp -r '{place}/campaign' '{saved}'
        exit $status""")
    if not done:
        return
    check(done.returncode == FAILED and re.search("full|space", done.stderr), "full disk: exit",
          f"{done.returncode}: {done.stderr.strip()[-300:]}", str(FAILED))
    check(0 < len(stored(saved)) < 5000, "  executions stored before it was full",
          len(stored(saved)), "some, not all 5000")
    check_store(bench, "  full disk", saved, log, iterations=1000)
    text = pathlib.Path(f"{saved}.report").read_text(encoding="utf-8", errors="replace")
    check("logged" in text, "  bytes of report printed on the full disk itself", len(text),
          "the report, though no file can be written")


# ---- Ends in the middle

def stored(campaign):
    """{(block, execution): its values in ns}, read from a copy of the store by other means."""
    with tempfile.TemporaryDirectory() as folder:
        for file in pathlib.Path(campaign).glob("campaign.db*"):
            shutil.copy(file, folder)
        database = sqlite3.connect(pathlib.Path(folder) / "campaign.db")
        (integrity,), = database.execute("PRAGMA integrity_check")
        assert integrity == "ok", integrity
        found = database.execute(
            "SELECT block.number, execution.number, samples.data FROM attempt"
            " JOIN execution ON execution.id = attempt.execution"
            " JOIN build ON build.id = execution.build JOIN block ON block.id = build.block"
            " LEFT JOIN samples ON samples.execution = execution.id"
            " WHERE attempt.state = 'done'").fetchall()
        database.close()
    return {(block, execution): [value * 1e9 for value, in struct.iter_unpack("d", data)]
            for block, execution, data in found}


def check_store(bench, what, campaign, log, iterations):
    """What was begun before the last line of the log had been acknowledged; all values are right."""
    check = bench.proof.check
    lines = [tuple(map(int, line.split())) for line in log.read_text().splitlines()]
    if not (campaign / "campaign.db").exists():
        check(not lines, f"{what}: no store yet, executions begun", len(lines), "0")
        return
    found = stored(campaign)
    missing = [key for key in lines[:-1] if key not in found]
    check(not missing, f"{what}: acknowledged and not stored", len(missing),
          f"0 of {max(len(lines) - 1, 0)}")
    wrong = [key for key, values in found.items() if len(values) != iterations or any(
        abs(value - (1000 * key[0] + key[1] + i / 1e3)) > 1e-6 for i, value in enumerate(values, 1))]
    check(not wrong and set(found) <= set(lines), "  stored with other values", len(wrong),
          f"0 of {len(found)}")
    bench.check_report("  afterwards", campaign)


def wait_for_lines(log, count, process):
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        if log.exists() and log.read_text().count("\n") >= count:
            return
        time.sleep(0.005)


def interrupt(bench):
    log, check = bench.folder / "interrupted.log", bench.proof.check
    spec = bench.spec(LOGGED, log=log, pause_us=20000, iterations=3)
    process = bench.start("run", spec, "--out", bench.out())
    wait_for_lines(log, 20, process)
    os.killpg(process.pid, signal.SIGINT)
    asked = time.monotonic()
    _, said = process.communicate(timeout=30)
    check(process.returncode == INTERRUPTED, "Ctrl-C: exit", f"{process.returncode}: "
          f"{said.strip()[-200:]}", str(INTERRUPTED))
    check(time.monotonic() - asked < 3, "  seconds to the end", f"{time.monotonic() - asked:.2f}",
          "below 3")
    begun = len(log.read_text().splitlines())
    check(20 <= begun < 5000 and len(stored(bench.out())) == begun,
          "  executions begun and stored: the current one ended", begun)
    check_store(bench, "  Ctrl-C", bench.out(), log, iterations=3)
    bench.check_nobody("  Ctrl-C")


def interrupt_twice(bench):
    log, check = bench.folder / "twice.log", bench.proof.check
    spec = bench.spec(LOGGED, log=log, pause_us=60_000_000, iterations=3)
    process = bench.start("run", spec, "--out", bench.out())
    wait_for_lines(log, 1, process)
    for _ in range(2):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.3)
    asked = time.monotonic()
    process.communicate(timeout=70)
    check(process.returncode == INTERRUPTED and time.monotonic() - asked < 3,
          "a second Ctrl-C during a long execution: exit", process.returncode, str(INTERRUPTED))
    bench.check_nobody("  Ctrl-C twice")


def interrupt_building(bench):
    begun, check = bench.folder / "begun", bench.proof.check
    spec = bench.spec(SLOW, directory=bench.folder / "project", begun=begun)
    (bench.folder / "project").mkdir()
    process = bench.start("run", spec, "--out", bench.out())
    begun.touch()
    wait_for_lines(begun, 1, process)
    os.killpg(process.pid, signal.SIGINT)
    asked = time.monotonic()
    _, said = process.communicate(timeout=70)
    check(process.returncode == INTERRUPTED and time.monotonic() - asked < 3,
          "Ctrl-C while building: exit", f"{process.returncode} after "
          f"{time.monotonic() - asked:.2f} s: {said.strip()[-200:]}", "130 within 3 s")
    check(not bench.out().exists(), "  result folder left", bench.out().exists(), "False")
    bench.check_nobody("  Ctrl-C while building")


def kill(bench):
    """At random instants: while building, in the pilot, between executions, while storing."""
    for number in range(6):
        linked = number >= 4
        log = bench.folder / f"killed{number}.log"
        log.touch()
        spec = (bench.spec(LINKED, log=log, source=HERE / "misbehave.c", builds=500) if linked else
                bench.spec(LOGGED, log=log, pause_us=500, iterations=3))
        process = bench.start("run", spec, "--out", bench.out())
        if number % 2:
            wait_for_lines(log, 1, process)
        instant = random.uniform(0.05, 1.2)
        time.sleep(instant)
        hit = process.poll() is None
        process.kill()
        process.communicate(timeout=10)
        bench.proof.check(hit, f"kill -9 number {number + 1}{' of a campaign that links' * linked}"
                          f": hit after", f"{instant:.3f} s")
        check_store(bench, "  kill -9", bench.out(), log, iterations=3)
        bench.check_nobody("  kill -9")
    spec.write_text(LINKED.format(log=log, source=HERE / "misbehave.c", builds=2))
    done = bench.run("run", spec, "--out", bench.folder / "again")
    bench.proof.check(done.returncode == 0, "the same file once more after kill -9: exit",
                      f"{done.returncode} {done.stderr.strip()[-200:] * bool(done.returncode)}",
                      "0")


FAULTS = (misbehaviour, flaky, failing_pilot, another_benchmark, noise_and_children, broken_source,
          missing_tools, no_personality, not_writable, full_disk, interrupt, interrupt_twice,
          interrupt_building, kill)


def main():
    options = parser(__doc__)
    options.add_argument("names", nargs="*", choices=[[], *(fault.__name__ for fault in FAULTS)],
                         help="faults to test (default: all)")
    given = options.parse_args()
    proof = Proof()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="faults-", dir=given.program.parent))
    bench = Bench(given.program, folder, proof)
    try:
        for fault in FAULTS:
            if given.names and fault.__name__ not in given.names:
                continue
            try:
                fault(bench)
            except Trouble as trouble:
                proof.check(False, f"{fault.__name__}: going on", trouble)
    finally:
        if given.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return proof.finish()


if __name__ == "__main__":
    sys.exit(main())
