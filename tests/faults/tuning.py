"""A machine made quieter for a campaign: whatever happens, each of its files is as it was before."""
import concurrent.futures
import datetime
import functools
import os
import pathlib
import re
import shutil
import signal
import time

from bench import FAILED, HERE, INTERRUPTED, namespace
from common.proof import compile_c

UNFIT, DEADLINE, KILLED = 5, 75, -signal.SIGKILL
CPU = "sys/devices/system/cpu"
GOVERNOR, WATCHDOG = f"{CPU}/cpu1/cpufreq/scaling_governor", "proc/sys/kernel/nmi_watchdog"
ASLR, BOOT = "proc/sys/kernel/randomize_va_space", "proc/sys/kernel/random/boot_id"
# Two cores with two CPUs each. A file without a line end, as no kernel has one, is kept, too.
TREE = {
    f"{CPU}/online": "0-3\n",
    GOVERNOR: "powersave\n",
    f"{CPU}/cpu1/cpufreq/energy_performance_preference": "balance_performance\n",
    f"{CPU}/cpu1/topology/thread_siblings_list": "1,3\n",
    f"{CPU}/cpu2/cpufreq/scaling_governor": "powersave\n",
    f"{CPU}/cpu2/online": "1\n",
    f"{CPU}/cpu3/online": "1\n",
    f"{CPU}/cpufreq/policy1/boost": "1\n",
    f"{CPU}/cpufreq/boost": "1\n",
    f"{CPU}/intel_pstate/no_turbo": "0",
    "sys/kernel/mm/transparent_hugepage/enabled": "[always] madvise never\n",
    WATCHDOG: "1\n",
    "proc/sys/kernel/numa_balancing": "1\n",
    ASLR: "2\n",
    BOOT: "11111111-2222-3333-4444-555555555555\n",
    "proc/irq/default_smp_affinity": "f\n",
    "proc/irq/7/smp_affinity_list": "0-3\n",
    "proc/irq/8/smp_affinity_list": "2\n",
}
QUIET = {
    GOVERNOR: "performance",
    f"{CPU}/cpu2/cpufreq/scaling_governor": "performance",
    f"{CPU}/cpu1/cpufreq/energy_performance_preference": "performance",
    f"{CPU}/cpu3/online": "0",
    f"{CPU}/cpufreq/policy1/boost": "0",
    f"{CPU}/cpufreq/boost": "0",
    f"{CPU}/intel_pstate/no_turbo": "1",
    "sys/kernel/mm/transparent_hugepage/enabled": "madvise",
    WATCHDOG: "0",
    "proc/sys/kernel/numa_balancing": "0",
    "proc/irq/default_smp_affinity": "5",
    "proc/irq/7/smp_affinity_list": "0,2",
}
SPEC = """
experiment: tuned
benchmarks: {{tuned: {{command: {command}, samples: process}}}}
machine: {{cpus: [{cpu}]}}
repeat: {{real: {{executions: {executions}}}}}
"""


class Machine:
    """A folder that looks like a machine, and campaigns that tune it."""

    made = 0

    def __init__(self, bench, tree=None):
        Machine.made += 1
        self.bench, self.tree = bench, dict(tree or TREE)
        self.root = bench.folder / f"machine{Machine.made}"
        for name, text in self.tree.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        self.environment = dict(bench.environment, ESWEXP_MACHINE_ROOT=str(self.root),
                                ESWEXP_HOST_LOCK=f"{self.root}.lock")
        self.spec = pathlib.Path(f"{self.root}.yaml")
        self.runs = 0

    def words(self, command='"true"', executions=2):
        """A campaign on the machine, of CPU 1 where this one has it."""
        self.runs += 1
        cpu = 1 if 1 in os.sched_getaffinity(0) else min(os.sched_getaffinity(0))
        self.spec.write_text(SPEC.format(command=command, executions=executions, cpu=cpu))
        return "run", self.spec, "--tune", "--out", f"{self.root}.{self.runs}"

    def environment_with(self, **faults):
        library = self.bench.folder / "tuning.so"
        if not library.exists():
            compile_c(HERE / "tuning.c", library, "-shared", "-fPIC")
        given = {f"TUNE_{name.upper()}": str(value) for name, value in faults.items()}
        return dict(self.environment, LD_PRELOAD=str(library), TUNE_ROOT=str(self.root),
                    ASAN_OPTIONS="verify_asan_link_order=0", **given)

    def run(self, *words, **faults):
        environment = self.environment_with(**faults) if faults else self.environment
        return self.bench.run(*words, env=environment)

    def start(self, *words, **faults):
        environment = self.environment_with(**faults) if faults else self.environment
        return self.bench.start(*words, env=environment)

    def next_start(self, **faults):
        return self.run("list", "claims", **faults)

    def journal(self):
        return next((path for path in (self.root / "run/eswexp").glob("tuned-*")
                     if path.suffix not in (".lock", ".part")), None)

    def place(self):
        """Where its journal goes; known once it was tuned."""
        lock = next((self.root / "run/eswexp").glob("tuned-*.lock"))
        return lock.with_suffix("")

    def differences(self, expected=None):
        expected = {**self.tree, **(expected or {})}
        there = {str(path.relative_to(self.root)): path.read_text()
                 for part in ("proc", "sys") for path in (self.root / part).rglob("*")
                 if path.is_file()}
        return [f"{name}: {there.get(name)!r}" for name in sorted({*expected, *there})
                if there.get(name) != expected.get(name)]

    def is_as_before(self, what):
        wrong = self.differences() + ([f"there is {self.journal()}"] if self.journal() else [])
        self.bench.proof.check(not wrong, f"{what}: files that are not as before", wrong or 0, "0")


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
    report = machine.run("report", f"{machine.root}.2").stdout
    check("tuned for this campaign: energy preference performance" in report and
          "governor performance (was powersave, CPUs 1-2)" in " ".join(report.split()),
          "  the report says it", "tuned for" in report)


def refused_writes(bench):
    machine, check = Machine(bench), bench.proof.check
    done = machine.run(*machine.words(), refuse=WATCHDOG)
    check(done.returncode == 0 and "not tuned: NMI watchdog: cannot write '0'" in done.stderr,
          "a write that fails: exit", f"{done.returncode}: {done.stderr.strip()[-200:]}", "0, said")
    machine.is_as_before("  afterwards")
    report = machine.run("report", f"{machine.root}.1").stdout
    check("not tuned: NMI watchdog" in report, "  the report says it", "not tuned" in report)

    machine = Machine(bench, {WATCHDOG: "1\n", "proc/sys/kernel/numa_balancing": "1\n"})
    done = machine.run(*machine.words(), refuse="proc/sys/kernel")
    said = [line for line in done.stderr.splitlines() if "refused" in line]
    check(done.returncode == 0 and len(said) == 1 and "not tuned, all is refused (" in said[0],
          "all writes fail: lines about it", said, "1, exit 0")
    machine.is_as_before("  afterwards")

    machine = Machine(bench, {BOOT: "1\n"})
    done = machine.run(*machine.words())
    check(done.returncode == 0 and "nothing to tune; not here: energy" in done.stderr,
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
    check("not tuned, all is refused ('/sys/devices" in done.stderr and
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
        if left and "still tuned for a campaign that was killed" not in again.stderr:
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


def kill_everywhere(bench):
    """With the process that would restore at once, and without it."""
    machine, check = Machine(bench), bench.proof.check
    count = len(steps_of(machine)[0])
    check(count > 2 * (len(QUIET) if 1 in os.sched_getaffinity(0) else 5), "steps of tuning and "
          "restoring", count)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for spare, chosen in ((False, range(1, count + 1)), (True, range(6, count + 1, 9))):
            results = list(pool.map(functools.partial(killed_at, bench, spare), chosen))
            hit, wrong = sum(one for one, _ in results), sum((some for _, some in results), [])
            check(hit == len(chosen), "kill -9 of the campaign alone at a step: hit" if spare else
                  "kill -9 at each step: hit", hit, str(len(chosen)))
            check(not wrong, "  files that are not as before", wrong or 0, "0")
    bench.check_nobody("  kill -9")


def kill_restoring(bench):
    """The start that restores is killed, too, at each of its steps."""
    machine, check = Machine(bench), bench.proof.check
    machine.run(*machine.words(), kill=steps_of(machine)[1])
    kept = machine.journal().read_bytes()
    left = {name: (machine.root / name).read_text() for name in TREE}
    check(len(machine.differences()) >= 4, "kill -9 of a tuned campaign: files to restore",
          len(machine.differences()), "4 or more")
    hits = 0
    for at in range(1, 1000):
        for name, text in left.items():
            (machine.root / name).write_text(text)
        machine.place().write_bytes(kept)
        done = machine.next_start(kill=at)
        hits += done.returncode == KILLED
        machine.next_start()
        if machine.differences() or machine.journal() or done.returncode != KILLED:
            break
    check(hits > 8, "  steps at which the next start was killed", hits, "more than 8")
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
    done = machine.run(*machine.words('"sleep 0.1"', 1000), "--until", until.isoformat("T", "seconds"))
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
    check(entries() == [f"/{WATCHDOG}"] and "could not be restored and stay" in done.stderr,
          "  after a start and another campaign", entries(), "that alone")
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


def good(machine):
    """A journal that would be followed."""
    return (f"eswexp tuned 1\nboot {TREE[BOOT]}save 8 /{GOVERNOR}\npwnpwned\n"
            f"save 2 /{WATCHDOG}\n7\n\nend\n")


def hostile(machine):
    """(what it is, how to put it there) of journals not to be followed."""
    text, place = good(machine), machine.place()
    def write(content):
        return lambda: place.write_bytes(content.encode() if isinstance(content, str) else content)
    def mode(bits):
        return lambda: (place.write_text(text), place.chmod(bits))
    def link(make):
        other = pathlib.Path(f"{machine.root}.journal")
        return lambda: (other.write_text(text), make(other, place))
    def folder(bits):
        return lambda: (place.write_text(text), place.parent.chmod(bits))
    other = ("/etc/passwd", "/sys/../etc/passwd", f"/{ASLR}", f"/{GOVERNOR}/../x", "",
             f"/{CPU}/cpu01/online", f"/{CPU}/cpu1/../cpu1/online", f"/{CPU}/cpu/online",
             f"/{CPU}/cpu99999999999/online", f"/{GOVERNOR} ", f"/{GOVERNOR}\\x00")
    yield "a symbolic link", link(lambda target, path: path.symlink_to(target))
    yield "a second name", link(os.link)
    yield "for its group to write", mode(0o664)
    yield "for all to write", mode(0o646)
    yield "in a folder for all to write", folder(0o777)
    yield "a folder", place.mkdir
    yield "a pipe", lambda: os.mkfifo(place)
    if os.geteuid() == 0:
        yield "another user's", lambda: (place.write_text(text), os.chown(place, 65534, 65534))
    for name in other:
        yield f"with '{name}'", write(text.replace(f"/{GOVERNOR}", name))
    for length in (0, 10, 40, text.index("pwn") - 1, text.index("pwn") + 4, len(text) - 5,
                   len(text) - 2):
        yield f"cut after {length} bytes", write(text[:length])
    for number in ("9", "7", "-1", "99999999999999999999999", "18446744073709551615", "", "x"):
        yield f"with the length '{number}'", write(text.replace("save 8", f"save {number}"))
    yield "with more at its end", write(text + "more\n")
    yield "of another version", write(text.replace("tuned 1", "tuned 2"))
    yield "noise", write(os.urandom(4000))
    yield "zeros", write(b"\0" * 4000)
    yield "huge", write(text + "x" * (9 << 20))


def hostile_journals(bench):
    machine, check = Machine(bench), bench.proof.check
    machine.run(*machine.words())
    place, wrong, count = machine.place(), [], 0
    for what, put in hostile(machine):
        count += 1
        put()
        done = machine.next_start()
        campaign = machine.run(*machine.words())
        asked = machine.run("doctor", "--restore")
        if (done.returncode, campaign.returncode, asked.returncode) != (0, UNFIT, UNFIT):
            wrong.append(f"{what}: exits {done.returncode}, {campaign.returncode}, "
                         f"{asked.returncode}")
        if "nothing was restored" not in done.stderr and "must be a folder" not in done.stderr:
            wrong.append(f"{what}: said {done.stderr!r}")
        wrong += [f"{what}: {one}" for one in machine.differences()]
        if not os.path.lexists(place):
            wrong.append(f"{what}: removed")
            continue
        place.parent.chmod(0o755)
        place.rmdir() if place.is_dir() else place.unlink()
    check(not wrong and count > 25, f"{count} journals not to be followed: trouble", wrong or 0,
          "0")
    place.write_text(good(machine))
    machine.next_start()
    check(len(machine.differences()) == 2, "a good one is followed: files", machine.differences(),
          "2")
    machine = Machine(bench)
    machine.run(*machine.words())
    machine.place().write_text(good(machine).replace("11111111", "99999999"))
    done = machine.next_start()
    check("before this machine was started" in done.stderr, "one of another boot is said to be so",
          done.stderr.strip()[-100:])
    machine.is_as_before("  and not followed")


FAULTS = (two_campaigns, refused_writes, read_only, kill_everywhere, kill_restoring, signals,
          early_signal, other_ends, refused_restoring, neighbour, hostile_journals)
