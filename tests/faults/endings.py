"""Ends in the middle: full disk, Ctrl-C, kill -9. What was acknowledged is in the store."""
import os
import pathlib
import random
import re
import shutil
import signal
import sqlite3
import struct
import tempfile
import time

from bench import FAILED, HERE, INTERRUPTED, namespace, wait_for_lines
from common.left import check_integrity

SHARED_S = 0.02  # as in store/store.h
LONG_S = 60  # an execution that only a second Ctrl-C ends
# Executions of a trial, at most; each has the numbers of the first that is measured.
TRIAL_MOST = 65

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


def stored(campaign):
    """{(block, execution): its values in ns}, read from a copy of the store by other means.

    None if it has no tables yet.
    """
    with tempfile.TemporaryDirectory() as folder:
        for file in pathlib.Path(campaign).glob("campaign.db*"):
            shutil.copy(file, folder)
        database = sqlite3.connect(pathlib.Path(folder) / "campaign.db")
        check_integrity(database, f"{campaign}/campaign.db")
        if not database.execute("SELECT 1 FROM sqlite_master").fetchall():
            return None
        found = database.execute(
            "SELECT block.number, execution.number, samples.data FROM attempt"
            " JOIN execution ON execution.id = attempt.execution"
            " JOIN build ON build.id = execution.build JOIN block ON block.id = build.block"
            " LEFT JOIN samples ON samples.execution = execution.id"
            " WHERE attempt.state = 'done'").fetchall()
        database.close()
    return {(block, execution): [value * 1e9 for value, in struct.iter_unpack("d", data)]
            for block, execution, data in found}


def are_right(key, values, iterations):
    """As misbehave.c reports them."""
    expected = [1000 * key[0] + key[1] + i / 1e3 for i in range(1, iterations + 1)]
    return len(values) == iterations and all(
        abs(value - other) < 1e-6 for value, other in zip(values, expected))


def begun(log):
    """[((block, execution), when in s)], as the executions said themselves when they began.

    Without those of the trial, which are not stored.
    """
    lines = [tuple(map(int, line.split())) for line in log.read_text().splitlines()]
    first = sum((block, execution) == (1, 1) for block, execution, _ in lines) - 1
    return [((block, execution), at_ns / 1e9) for block, execution, at_ns in lines[max(first, 0):]]


def check_store(bench, what, campaign, log, iterations, sharing=False):
    """All that ended before the last execution of the log began is there, with its very values.

    Short executions share a commit (store/store.h): with `sharing`, those may be missing that ended
    up to SHARED_S, and the time between two executions, before the last began.
    """
    check, lines = bench.proof.check, begun(log)
    found = stored(campaign) if (campaign / "campaign.db").exists() else None
    if found is None:
        check(not lines, f"{what}: no plan yet, executions begun", len(lines), "0")
        return
    lost = [after for (key, _), (_, after) in zip(lines, lines[1:]) if key not in found]
    if not sharing:
        check(not lost, f"{what}: acknowledged and not stored", len(lost), f"0 of {len(lines) - 1}")
    else:
        oldest = max((lines[-1][1] - after for after in lost), default=0)
        allowed = SHARED_S + (lines[-1][1] - lines[-2][1] if lost else 0)
        check(oldest <= allowed, f"{what}: {len(lost)} of {len(lines)} short executions lost, the "
              "oldest ended", f"{oldest * 1e3:.1f} ms before the last began",
              f"at most {allowed * 1e3:.1f} ms")
    wrong = [key for key, values in found.items() if not are_right(key, values, iterations)]
    check(not wrong and set(found) <= {key for key, _ in lines}, "  stored with other values",
          len(wrong), f"0 of {len(found)}")
    bench.check_report("  afterwards", campaign)


def interrupt(bench):
    log, check = bench.folder / "interrupted.log", bench.proof.check
    spec = bench.spec(LOGGED, log=log, pause_us=20000, iterations=3)
    process = bench.start("run", spec, "--out", bench.out())
    wait_for_lines(log, TRIAL_MOST + 21, process)
    bench.press_ctrl_c(process)
    asked = time.monotonic()
    _, said = process.communicate(timeout=90)
    check(process.returncode == INTERRUPTED, "Ctrl-C: exit", f"{process.returncode}: "
          f"{said.strip()[-200:]}", str(INTERRUPTED))
    later = sum(at > asked for _, at in begun(log))
    check(later <= 1, "  executions begun afterwards", later, "at most 1")
    count = len(begun(log))
    check(20 <= count < 5000 and len(stored(bench.out())) == count,
          "  executions begun and stored: the current one ended", count)
    check_store(bench, "  Ctrl-C", bench.out(), log, iterations=3)
    bench.check_nobody("  Ctrl-C")


def wait_until_taken(process):
    """Until no Ctrl-C is pending: the next one would be lost."""
    status = pathlib.Path(f"/proc/{process.pid}/status")
    while int(re.search(r"ShdPnd:\s*(\w+)", status.read_text())[1], 16) >> (signal.SIGINT - 1) & 1:
        time.sleep(0.01)


def interrupt_twice(bench):
    log, check = bench.folder / "twice.log", bench.proof.check
    spec = bench.spec(LOGGED, log=log, pause_us=LONG_S * 1_000_000, iterations=3)
    process = bench.start("run", spec, "--out", bench.out())
    wait_for_lines(log, 1, process)
    bench.press_ctrl_c(process)
    wait_until_taken(process)
    time.sleep(0.3)  # two within 0.2 s count as one
    bench.press_ctrl_c(process)
    asked = time.monotonic()
    process.communicate(timeout=2 * LONG_S)
    check(process.returncode == INTERRUPTED and time.monotonic() - asked < LONG_S / 2,
          f"a second Ctrl-C during an execution of {LONG_S} s: exit", process.returncode,
          str(INTERRUPTED))
    bench.check_nobody("  Ctrl-C twice")


def full_disk(bench):
    log, check = bench.folder / "full.log", bench.proof.check
    spec = bench.spec(LOGGED, log=log, pause_us=12000, iterations=1000)
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


def kill(bench):
    """At random instants: before, during and between executions, while storing, while linking."""
    kinds = ((500, False, False), (15000, False, True), (500, True, True))
    for number, (pause_us, linked, measuring) in enumerate(kinds):
        log = bench.folder / f"killed{number}.log"
        log.touch()
        spec = (bench.spec(LINKED, log=log, source=HERE / "misbehave.c", builds=500) if linked else
                bench.spec(LOGGED, log=log, pause_us=pause_us, iterations=3))
        process = bench.start("run", spec, "--out", bench.out())
        if measuring:
            wait_for_lines(log, TRIAL_MOST + 1, process)
        instant = random.uniform(0.05, 0.6 if measuring else 1.2)
        time.sleep(instant)
        hit = process.poll() is None
        process.kill()
        process.communicate(timeout=10)
        bench.proof.check(hit, f"kill -9 number {number + 1}{' of a campaign that links' * linked}"
                          f": hit after", f"{instant:.3f} s")
        check_store(bench, "  kill -9", bench.out(), log, iterations=3,
                    sharing=pause_us < 10000)
        bench.check_nobody("  kill -9")
    spec.write_text(LINKED.format(log=log, source=HERE / "misbehave.c", builds=2))
    done = bench.run("run", spec, "--out", bench.folder / "again")
    bench.proof.check(done.returncode == 0, "the same file once more after kill -9: exit",
                      f"{done.returncode} {done.stderr.strip()[-200:] * bool(done.returncode)}",
                      "0")


def killed_launcher(bench):
    """The process between the engine and the benchmark ends: said, and the campaign goes on."""
    log, check = bench.folder / "launcher.log", bench.proof.check
    spec = bench.spec(LOGGED, log=log, pause_us=20000, iterations=3)
    process = bench.start("run", spec, "--out", bench.out())
    wait_for_lines(log, TRIAL_MOST + 20, process)
    launchers = [pid for pid, words in bench.alive().items() if "eswexp-launch" in words]
    check(len(launchers) == 1, "kill -9 of the launcher: launchers found", len(launchers), "1")
    os.kill(launchers[0], signal.SIGKILL)
    wait_for_lines(log, TRIAL_MOST + 40, process)
    bench.press_ctrl_c(process)
    _, said = process.communicate(timeout=30)
    check(process.returncode == INTERRUPTED and said.count("eswexp's launcher; trying") == 1,
          "  the campaign went on: exit of Ctrl-C", f"{process.returncode}: {said.strip()[-300:]}",
          f"{INTERRUPTED}, one failed attempt")
    check_store(bench, "  kill -9 of the launcher", bench.out(), log, iterations=3)
    bench.check_nobody("  kill -9 of the launcher")


FAULTS = (full_disk, interrupt, interrupt_twice, kill, killed_launcher)
