"""Two campaigns on one machine: their executions never overlap, and the second says that it waits."""
import datetime
import time

from bench import INTERRUPTED
from common.proof import rows

UNFIT = 5
WAITING = "another campaign is measuring on this machine"

NAPPING = """
experiment: napping{number}
benchmarks: {{napping: {{command: [{program}, log, {log}, "1", "1", 20000]}}}}
repeat: {{real: {{executions: {executions}}}}}
"""


class Neighbours:
    """Campaigns of different files in one bench, each with its lock for the machine."""

    def __init__(self, bench):
        self.bench, self.check, self.outs = bench, bench.proof.check, []

    def start(self, lock, *words, executions=60):
        bench, usual = self.bench, self.bench.environment
        log = bench.folder / f"napping{bench.count}.log"
        spec = bench.spec(NAPPING, log=log, executions=executions, number=bench.count)
        self.outs.append(bench.out())
        bench.environment = dict(usual, ESWEXP_HOST_LOCK=str(bench.folder / lock))
        try:
            return bench.start("run", spec, "--out", bench.out(), *words)
        finally:
            bench.environment = usual

    def wait_for(self, process, holds):
        end = time.monotonic() + 30
        while not holds() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)

    def wait_for_store(self, process):
        """Then it has the machine."""
        self.wait_for(process, (self.outs[-1] / "campaign.db").exists)


def times(folders):
    """When the executions of campaigns began and ended."""
    begins = [(datetime.datetime.fromisoformat(row["start"].rstrip("Z")).timestamp(),
               float(row["seconds"])) for out in folders for row in rows(out, "executions")]
    return [(begin, begin + seconds) for begin, seconds in begins]


def overlaps(first, second):
    """Pairs of executions of these and of those campaigns that overlap, and all executions."""
    first, second = times(first), times(second)
    return (sum(a[0] < b[1] and b[0] < a[1] for a in first for b in second),
            len(first) + len(second))


def side_by_side(bench):
    """At the same instant; and, to show that the test can fail, with a lock each."""
    neighbours, check = Neighbours(bench), bench.proof.check
    for locks in (("host.lock", "host.lock"), ("one.lock", "two.lock")):
        shared = locks[0] == locks[1]
        processes = [neighbours.start(lock) for lock in locks]
        said = [process.communicate(timeout=60)[1] for process in processes]
        check([process.returncode for process in processes] == [0, 0],
              f"two campaigns at once, {'one lock' if shared else 'a lock each'}: exits",
              [process.returncode for process in processes], "0, 0")
        overlapping, count = overlaps(neighbours.outs[-2:-1], neighbours.outs[-1:])
        check((overlapping == 0) == shared and count == 120, "  executions that overlap",
              f"{overlapping}, of {count}", "0 of 120" if shared else "some")
        check(sum(WAITING in text for text in said) == shared, "  campaigns that said they wait",
              sum(WAITING in text for text in said), str(int(shared)))


def killed_neighbour(bench):
    """kill -9 of who has the machine: who waits goes on."""
    neighbours, check = Neighbours(bench), bench.proof.check
    first = neighbours.start("host.lock", executions=5000)
    neighbours.wait_for_store(first)
    holder, second = neighbours.outs[-1], neighbours.start("host.lock", executions=5)
    said = second.stderr.readline() + second.stderr.readline()
    while "waiting" not in said and second.poll() is None:
        said += second.stderr.readline()
    check(f"{WAITING} ('{holder}', since " in said, "a campaign that waits says for whom",
          said.strip()[-200:], str(holder))
    check(not (neighbours.outs[-1] / "campaign.db").exists(), "  its store", "not begun")
    first.kill()
    first.communicate(timeout=10)
    second.communicate(timeout=60)
    check(second.returncode == 0, "  after kill -9 of the other: exit", second.returncode, "0")
    bench.check_nobody("  after both")


def given_up(bench):
    """Ctrl-C while waiting, and --no-wait: nothing is left, the other is not disturbed."""
    neighbours, check = Neighbours(bench), bench.proof.check
    first = neighbours.start("host.lock", executions=5000)
    neighbours.wait_for_store(first)
    asked = neighbours.start("host.lock", "--no-wait")
    said = asked.communicate(timeout=30)[1]
    check(asked.returncode == UNFIT and WAITING in said, "--no-wait: exit", asked.returncode,
          str(UNFIT))
    check(not neighbours.outs[-1].exists(), "  its folder", neighbours.outs[-1].exists(), "False")
    second = neighbours.start("host.lock")
    neighbours.wait_for(second, neighbours.outs[-1].exists)
    time.sleep(0.3)
    bench.press_ctrl_c(second)
    said = second.communicate(timeout=30)[1]
    check(second.returncode == INTERRUPTED and "interrupted while waiting" in said,
          "Ctrl-C while waiting: exit", f"{second.returncode}: {said.strip()[-200:]}",
          str(INTERRUPTED))
    check(not neighbours.outs[-1].exists(), "  its folder", neighbours.outs[-1].exists(), "False")
    check(first.poll() is None, "  the other campaign", "still measures", "hit")
    bench.press_ctrl_c(first)
    first.communicate(timeout=30)


FAULTS = (side_by_side, killed_neighbour, given_up)
