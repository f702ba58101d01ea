"""A machine made quieter for a campaign: whatever happens, its files are as they were before."""
import concurrent.futures
import datetime
import functools
import os
import pathlib
import re
import shutil
import signal
import time

from bench import FAILED, INTERRUPTED, namespace
from machines import BOOT, QUIET, TREE, WATCHDOG, Machine

UNFIT, DEADLINE, KILLED = 5, 75, -signal.SIGKILL


def has_cpu_1(machine):
    """On a machine with one CPU, that is tuned for, and the tree's others are not its siblings."""
    if 1 in os.sched_getaffinity(0):
        return True
    print("skipped: there is no CPU 1 here")
    return False


def two_campaigns(bench):
    machine, check = Machine(bench), bench.proof.check
    if not has_cpu_1(machine):
        return
    seen = bench.folder / "seen"
    for number in (1, 2):
        shutil.rmtree(seen, ignore_errors=True)
        log = bench.folder / f"tuning{number}.log"
        copy = f'[sh, -c, "rm -rf {seen}; cp -r {machine.root} {seen}"]'
        done = machine.run(*machine.words(copy), log=log)
        check(done.returncode == 0, f"campaign {number}: exit",
              f"{done.returncode} {done.stderr.strip()[-300:] * bool(done.returncode)}", "0")
        wrong = Machine.differences(type("Seen", (), {"tree": TREE, "root": seen}), QUIET)
        check(not wrong, "  files not as they should be while it measures", wrong or 0, "0")
        machine.is_as_before("  afterwards")
        lines = log.read_text().splitlines()
        first = next(i for i, line in enumerate(lines) if re.match("open /(proc|sys)/", line))
        check([line.split()[0] for line in lines[:first]] ==
              ["open", "write", "sync", "rename", "sync"],
              "  before the first write to the machine", lines[:first],
              "the journal, on the disk with its folder")
    report = machine.run("report", f"{machine.root}.2", "--notes").stdout
    check("tuned for this campaign: energy preference performance" in report and
          "governor performance (was powersave, CPUs 1-2)" in " ".join(report.split()),
          "  the report says it", "tuned for" in report)


def refused_writes(bench):
    machine, check = Machine(bench), bench.proof.check
    done = machine.run(*machine.words(), refuse=WATCHDOG)
    check(done.returncode == 0 and "not tuned: NMI watchdog: cannot write '0'" in done.stderr,
          "a write that fails: exit", f"{done.returncode}: {done.stderr.strip()[-200:]}", "0, said")
    machine.is_as_before("  afterwards")
    report = machine.run("report", f"{machine.root}.1", "--notes").stdout
    check("not tuned: NMI watchdog" in report, "  the report says it", "not tuned" in report)

    machine = Machine(bench, {WATCHDOG: "1\n", "proc/sys/kernel/numa_balancing": "1\n"})
    done = machine.run(*machine.words(), refuse="proc/sys/kernel")
    said = [line for line in done.stderr.splitlines() if "refused" in line]
    check(done.returncode == 0 and len(said) == 1 and
          "not tuned, every change is refused (" in said[0],
          "all writes fail: lines about it", said, "1, exit 0")
    machine.is_as_before("  afterwards")

    machine = Machine(bench, {BOOT: "1\n"})
    done = machine.run(*machine.words())
    check(done.returncode == 0 and "nothing to tune; not available: energy" in done.stderr,
          "nothing of all this is there: exit", done.returncode, "0, said")


def read_only(bench):
    """Where nothing may be written that is not tried, and nothing is kept."""
    machine, check = Machine(bench), bench.proof.check
    other = Machine(bench)
    bench.environment, usual = machine.environment, bench.environment
    run = " ".join(f"'{word}'" for word in (bench.eswexp, *machine.words()))
    more = " ".join(f"'{word}'" for word in (bench.eswexp, *other.words()))
    try:
        done = namespace(bench, f"""
            close() {{ mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" || exit 99; }}
            close '{machine.root}/proc/sys'
            {run}
            close '{other.root}'
            ESWEXP_MACHINE_ROOT='{other.root}' {more}""")
    finally:
        bench.environment = usual
    if not done:
        return
    check(done.returncode == 0 and
          "not tuned: NMI watchdog: '/proc/sys/kernel/nmi_watchdog': Read-only" in done.stderr,
          "read-only files: exit", f"{done.returncode} {done.stderr.strip()[-200:]}", "0, said")
    machine.is_as_before("  afterwards")
    check("tuned for this campaign: energy" in done.stderr, "  others were tuned", True)
    check("not tuned, every change is refused ('/sys/devices" in done.stderr and
          not (other.root / "run").exists(), "a machine that is read-only as a whole: journals",
          len(list(other.root.glob("run"))), "0, said")


def killed_at(bench, spare, at):
    """Killed at the write `at`; returns whether that was reached, and what is wrong then."""
    machine = Machine(bench)
    done = machine.run(*machine.words(), kill=at, **({"spare": 1} if spare else {}))
    hit = done.returncode == KILLED
    if spare:
        end = time.monotonic() + 10
        while machine.journal() and time.monotonic() < end:
            time.sleep(0.01)
    else:
        left = machine.differences()
        again = machine.next_start()
        if left and "still tuned for an earlier campaign" not in again.stderr:
            return hit, [f"{at}: {left} restored without a word: {again.stderr}"]
    wrong = machine.differences() + [str(machine.journal())] * bool(machine.journal())
    if not wrong:
        shutil.rmtree(machine.root)
    return hit, [f"{at}: {one}" for one in wrong]


def steps_of(machine):
    """What a campaign does to the machine, and how many steps of it come before restoring."""
    log = pathlib.Path(f"{machine.root}.log")
    machine.run(*machine.words(), log=log)
    steps = log.read_text().splitlines()
    opened = [step for step in steps if re.match("open /(proc|sys)/", step)]
    again = next(at for at, step in enumerate(steps) if step == opened[len(set(opened)) - 1]) + 2
    return steps, again


def places(count, again):
    """Of the steps: the journal's and the first file's, where restoring begins, the last; and some of those
    between, which repeat file by file."""
    return sorted({*range(1, 9), *range(12, count, 7), again - 1, again, again + 1, *range(count - 3, count + 1)})


def kill_everywhere(bench):
    """With the process that would restore at once, and without it."""
    machine, check = Machine(bench), bench.proof.check
    steps, again = steps_of(machine)
    count = len(steps)
    check(count > 2 * (len(QUIET) if 1 in os.sched_getaffinity(0) else 5), "steps of tuning and "
          "restoring", count)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for spare, chosen in ((False, places(count, again)), (True, (6, again, count))):
            results = list(pool.map(functools.partial(killed_at, bench, spare), chosen))
            hit, wrong = sum(one for one, _ in results), sum((some for _, some in results), [])
            check(hit == len(chosen), "kill -9 of the campaign alone at a step: hit" if spare else
                  "kill -9 at a step: hit", hit, str(len(chosen)))
            check(not wrong, "  files that are not as before", wrong or 0, "0")
    bench.check_nobody("  kill -9")


def kill_restoring(bench):
    """The start that restores is killed, too, at its steps."""
    machine, check = Machine(bench), bench.proof.check
    machine.run(*machine.words(), kill=steps_of(machine)[1])
    kept = machine.journal().read_bytes()
    left = {name: (machine.root / name).read_text() for name in TREE}
    check(len(machine.differences()) >= 4, "kill -9 of a tuned campaign: files to restore",
          len(machine.differences()), "4 or more")
    hits = 0
    for at in (*range(1, 5), *range(6, 1000, 4)):
        for name, text in left.items():
            (machine.root / name).write_text(text)
        machine.place().write_bytes(kept)
        done = machine.next_start(kill=at)
        hits += done.returncode == KILLED
        machine.next_start()
        if machine.differences() or machine.journal() or done.returncode != KILLED:
            break
    check(hits > 5, "  steps at which the next start was killed", hits, "more than 5")
    machine.is_as_before("  after the start after that")


def start_and_wait(machine, seconds, executions=1000):
    """A campaign that has begun to measure."""
    begun = pathlib.Path(f"{machine.root}.begun")
    process = machine.start(*machine.words(f'[sh, -c, "echo >{begun}; sleep {seconds}"]',
                                           executions))
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None and not begun.exists():
        time.sleep(0.01)
    return process


def signals(bench):
    for what, number, times, code in (("Ctrl-C", signal.SIGINT, 1, INTERRUPTED),
                                      ("Ctrl-C twice", signal.SIGINT, 2, INTERRUPTED),
                                      ("a terminal that is closed", signal.SIGHUP, 1,
                                       -signal.SIGHUP)):
        machine = Machine(bench)
        process = start_and_wait(machine, 0.2 if what == "Ctrl-C" else 60)
        bench.proof.check(machine.differences(), f"{what}: files that were changed before",
                          len(machine.differences()), "some")
        for _ in range(times):
            os.killpg(process.pid, number)
            time.sleep(0.4)
        _, said = process.communicate(timeout=30)
        bench.proof.check(process.returncode == code, "  exit",
                          f"{process.returncode}: {said.strip()[-200:]}", str(code))
        bench.check_nobody(f"  {what}")
        machine.is_as_before("  afterwards")


def early_signal(bench):
    """The process that is to restore is in the group that hears the signal, at first."""
    machine = Machine(bench)
    process = machine.start(*machine.words(), hangup=1)
    process.communicate(timeout=30)
    bench.proof.check(process.returncode == -signal.SIGHUP, "a terminal that is closed when tuning "
                      "begins: exit", process.returncode, str(-signal.SIGHUP))
    bench.check_nobody("  closed")
    machine.is_as_before("  afterwards")


def other_ends(bench):
    machine, check = Machine(bench), bench.proof.check
    done = machine.run(*machine.words('[sh, -c, "exit 3"]'))
    check(done.returncode == FAILED, "a benchmark that fails: exit", done.returncode, str(FAILED))
    machine.is_as_before("  afterwards")
    until = datetime.datetime.now() + datetime.timedelta(seconds=3)
    done = machine.run(*machine.words('"sleep 0.1"', 1000), "--until",
                       until.isoformat("T", "seconds"))
    check(done.returncode == DEADLINE, "the deadline: exit",
          f"{done.returncode} {done.stderr.strip()[-200:]}", str(DEADLINE))
    machine.is_as_before("  afterwards")


def refused_restoring(bench):
    """What cannot be put back is kept, alone, over starts and other campaigns, until it can."""
    machine, check = Machine(bench), bench.proof.check
    def entries():
        text = machine.journal().read_text() if machine.journal() else ""
        return re.findall(r"^save \d+ (.*)$", text, re.M)
    done = machine.run(*machine.words(), refuse=WATCHDOG, **{"from": 2})
    check(done.returncode == 0 and "not restored: cannot write '1" in done.stderr,
          "a setting that cannot be restored: exit", done.returncode, "0, said")
    check(machine.differences() == [f"{WATCHDOG}: '0'"] and entries() == [f"/{WATCHDOG}"],
          "  in the journal", entries(), "that alone")
    machine.next_start(refuse=WATCHDOG, **{"from": 1})
    done = machine.run(*machine.words(), refuse=WATCHDOG, **{"from": 1})
    check(entries() == [f"/{WATCHDOG}"], "  after a start and another campaign", entries(),
          "that alone")
    said = [done.stderr.count(words) for words in ("not restored: ", "not be restored, kept in")]
    check(said == [1, 1], "  times that this campaign says it", said, "once")
    done = machine.run("doctor", "--restore", refuse=WATCHDOG, **{"from": 1})
    check(done.returncode == FAILED and entries() == [f"/{WATCHDOG}"], "  doctor --restore: exit",
          f"{done.returncode} {done.stderr.strip()[-200:]}", str(FAILED))
    done = machine.run("doctor", "--restore")
    check(done.returncode == 0 and "1 setting restored" in done.stderr, "  when it can be: exit",
          f"{done.returncode} {done.stderr.strip()[-200:]}", "0")
    machine.is_as_before("  afterwards")


def neighbour(bench):
    """While a tuned campaign lives, others leave the machine as it is."""
    machine, check = Machine(bench), bench.proof.check
    process = start_and_wait(machine, 60)
    was = machine.differences()
    done = machine.next_start()
    check(was and machine.differences() == was and done.stderr == "",
          "a start beside a tuned campaign: files changed then", len(was), "as before it")
    done = machine.run("doctor", "--quick")
    check(done.returncode == 0 and "a running campaign has tuned this machine" in done.stderr,
          "  doctor says that it sees a tuned machine", done.stderr.strip()[-200:], "that")
    done = machine.run("doctor", "--restore")
    check(done.returncode == UNFIT and machine.differences() == was, "  doctor --restore: exit",
          f"{done.returncode} {done.stderr.strip()[-200:]}", str(UNFIT))
    machine.environment = dict(machine.environment, ESWEXP_HOST_LOCK=f"{machine.root}.other")
    done = machine.run(*machine.words())
    check(done.returncode == UNFIT and "has tuned this machine" in done.stderr,
          "  another that would tune it: exit", f"{done.returncode} {done.stderr.strip()[-200:]}",
          str(UNFIT))
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate(timeout=30)
    bench.check_nobody("  kill -9")
    machine.is_as_before("  afterwards")


def another_users(bench):
    """Of what root has left tuned, who is not root is told."""
    check = bench.proof.check
    user = f"setpriv --reuid 65534 --clear-groups '{bench.eswexp}'"
    done = namespace(bench, f"""
        unset ESWEXP_MACHINE_ROOT
        export HOME=/nonexistent
        {user} --version >&2 || exit 99
        {user} doctor --restore && {user} doctor --quick >&2 || exit 98
        mount -t tmpfs none /run && mkdir -m 755 /run/eswexp || exit 97
        echo >"/run/eswexp/tuned-$(uname -n)"
        echo ---- >&2
        {user} doctor --restore
        echo $?
        {user} doctor --quick | grep -c '^Meters'
        """) if os.geteuid() == 0 else None
    if not done or done.returncode == 99:
        print("skipped: nobody else can run it here")
        return
    before, _, after = done.stderr.partition("----")
    said = after.count(" has tuned this machine ('/run/eswexp/tuned-")
    check("another user" not in before and said == 2,
          "a machine that root has left tuned: what another is told",
          after.strip() or f"{done.returncode} {before}", "that, by doctor and doctor --restore")
    check(done.stdout.split() == [str(UNFIT), "1"], "  exit of doctor --restore", done.stdout,
          UNFIT)


FAULTS = (two_campaigns, refused_writes, read_only, kill_everywhere, kill_restoring, signals,
          early_signal, other_ends, refused_restoring, neighbour, another_users)
