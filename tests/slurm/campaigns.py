#!/usr/bin/env python3
"""Campaigns on a cluster of two nodes: the same samples as on one machine, whatever is killed.

A fake benchmark's values are determined by the seeds of the plan and the place in it.
"""
import contextlib
import csv
import fcntl
import os
import signal
import subprocess
import sys
import time

from cluster import PATIENCE_S, Cluster, until
from common.proof import ROOT, Trouble, compile_c, rows, suite

DEADLINE, INTERRUPTED = 75, 130
NODES, BLOCKS, ITERATIONS = 2, 6, 5

# Without arguments that differ between runs. Blocks other than the first of each half of the campaign
# wait while the test holds a lock, so that a task is in its middle until it is let go on; while there
# is a file of that name, executions are too slow for a campaign to end.
FAKE = """
block=$1; shift
case $block in 1|{half}) ;; *) : >'{folder}/at.'$POINT.$block; flock --shared '{folder}/gate' true ;; esac
[ ! -e '{folder}/slow' ] || sleep 1
exec '{folder}/fake' --spend 0 "$@"
"""

SPEC = """
experiment: fakes
benchmarks:
  fake:
    command: [sh, {fake}, "${{block}}", --seed, "${{seed}}"]
    machine: {{env: {{POINT: "${{point}}"}}}}
    samples: eswexp
sweep: {{point: [1, 2]}}
variants: {{a: {{}}, b: {{}}}}
repeat:
  warmup: 0
  minimum_time: 0
  real: {{executions: {blocks}, iterations: {iterations}}}
randomize: {{seed: 7}}
"""

SUITE = """
experiment: suite
benchmarks:
  suite:
    command: [python3, {script}, "${{seed}}", "${{variant}}"]
    samples: google-benchmark
    each: true
variants: {{one: {{}}, two: {{}}}}
repeat: {{warmup: 1, real: {{executions: 2, iterations: 2}}}}
randomize: {{seed: 5}}
"""


class Campaigns:
    def __init__(self, program, cluster, proof):
        self.program, self.cluster, self.proof = program, cluster, proof
        self.folder = cluster.folder
        self.count, self.processes = 0, []
        compile_c(ROOT / "tests/prove/fake.c", self.folder / "fake", "-I", ROOT / "kernels")
        self.environment = cluster.environment()
        self.spec, self.slow, fake = (self.folder / name for name in ("fakes.yaml", "slow", "fake.sh"))
        fake.write_text(FAKE.format(folder=self.folder, half=BLOCKS // NODES + 1))
        self.spec.write_text(SPEC.format(fake=fake, blocks=BLOCKS, iterations=ITERATIONS))
        self.gate = open(self.folder / "gate", "w", encoding="utf-8")
        local = self.run("run", self.spec, "--out", self.folder / "local")
        if local.returncode:
            raise Trouble(local.stderr)
        self.expected = self.samples(self.folder / "local")

    def start(self, *words):
        process = subprocess.Popen([str(word) for word in (self.program, *words)], text=True,
                                   env=self.environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.processes.append(process)
        return process

    def run(self, *words):
        process = self.start(*words)
        said = self.end_of(process)
        return subprocess.CompletedProcess(words, process.returncode, "", said)

    def end_of(self, process):
        """What it says until it ends."""
        try:
            return process.communicate(timeout=PATIENCE_S)[1]
        except subprocess.TimeoutExpired as late:
            process.kill()
            said = process.communicate()[1]
            raise Trouble(f"has not ended within {PATIENCE_S} s: {said[-2000:]}") from late

    def begin(self, *words):
        """A campaign whose two tasks are in their middle, each on its node, until let_go_on()."""
        self.wait_for_rest()
        self.hold()
        self.count += 1
        out = self.folder / f"out{self.count}"
        process = self.start(*(words or ("run", self.spec)), "--on", "slurm", "--nodes", NODES, "--out", out,
                             "--sbatch-options", "--export=ALL")
        self.wait_for(process, lambda: len(list(self.folder.glob("at.*"))) == NODES, "both nodes work")
        return out, process

    def wait_for(self, process, holds, what):
        until(lambda: holds() or process.poll() is not None, what)
        if process.poll() is not None:
            raise Trouble(f"{what}: not before its end, exit {process.returncode}: "
                          f"{process.stderr.read()[-2000:]}")

    def hold(self):
        fcntl.flock(self.gate, fcntl.LOCK_EX)
        for path in self.folder.glob("at.*"):
            path.unlink()

    def let_go_on(self, slowly=False):
        if slowly:
            self.slow.touch()
        else:
            self.slow.unlink(missing_ok=True)
        fcntl.flock(self.gate, fcntl.LOCK_UN)

    def explain(self):
        """After a failure: what the cluster and the tasks say."""
        for process in self.processes:
            if process.poll() is None:
                process.kill()
                print(f"killed: {process.args}: {process.communicate()[1][-2000:]}")
        self.let_go_on()
        self.cluster.explain()
        for log in sorted(self.folder.glob("**/tasks/*.log"), key=lambda path: path.stat().st_mtime)[-4:]:
            print(f"---- {log.relative_to(self.folder)}\n{log.read_text(errors='replace')[-1500:]}", flush=True)

    def samples(self, out):
        """Without the machine, whose order is all that may differ."""
        with open(out / "csv/samples.csv", newline="") as file:
            kept = [{name: value for name, value in row.items() if name != "machine"}
                    for row in csv.DictReader(file)]
        return sorted(tuple(row.items()) for row in kept)

    def check_whole(self, what, out, process):
        self.let_go_on()
        said = self.end_of(process)
        if not self.proof.check(process.returncode == 0, f"{what}: exit",
                                f"{process.returncode} {said[-2000:] if process.returncode else ''}", "0"):
            self.explain()
        if not (out / "csv/samples.csv").exists():
            return
        got = self.samples(out)
        self.proof.check(got == self.expected, "  samples but for the machine",
                         f"{len(got)} rows", f"the {len(self.expected)} of one machine, the same")
        machines = {row["machine"] for row in rows(out, "samples")}
        self.proof.check(machines <= {"n1", "n2"}, "  machines", sorted(machines))
        times = sorted((row["block"], row["point"], row["variant"], row["attempt"])
                       for row in rows(out, "executions"))
        self.proof.check(len(times) == len(set(times)), "  no execution twice", len(times))

    def wait_for_rest(self):
        """What still runs of a lost node or of a campaign killed disturbs the next test."""
        self.let_go_on()
        self.cluster.client("scancel", "--user", str(os.geteuid()), check=False)
        until(self.cluster.has_no_jobs, "no jobs")
        self.cluster.wait_idle()

    def check_interrupted(self, what, process, said):
        self.proof.check(process.returncode == INTERRUPTED and "eswexp resume" in said,
                         f"{what}, Ctrl-C: exit", f"{process.returncode} {said[-200:]}", INTERRUPTED)
        left = self.cluster.client("squeue", "-h").split()
        self.proof.check(not left, "  nothing is left in the queue", left)


def node_killed(campaigns):
    out, process = campaigns.begin()
    try:
        campaigns.cluster.kill_node("n1")
        campaigns.cluster.declare_lost("n1")
        campaigns.proof.check(process.poll() is None, "a node killed in the middle", "it was")
        campaigns.check_whole("  its blocks are measured elsewhere", out, process)
    finally:
        campaigns.cluster.bring_back("n1")


def controller_killed(campaigns):
    """It comes back with a state some seconds old."""
    out, process = campaigns.begin()
    campaigns.cluster.kill_controller()
    try:
        said = ""
        while process.poll() is None and "trying again" not in said:
            said += process.stderr.readline()
        campaigns.proof.check(process.poll() is None and "trying again" in said,
                              "Slurm's controller killed in the middle: said", said[-400:])
    finally:
        campaigns.cluster.start_controller()
    campaigns.let_go_on()
    with campaigns.cluster.administrated():
        campaigns.check_whole("  and started again", out, process)


def engine_killed(campaigns):
    out, process = campaigns.begin()
    process.kill()
    process.communicate()
    resumed = campaigns.start("resume", out)
    time.sleep(1)  # in which it mostly sees that its tasks run
    campaigns.check_whole("eswexp killed in the middle, resumed", out, resumed)
    machines = {row["machine"] for row in rows(out, "samples")}
    campaigns.proof.check(machines == {"n1", "n2"}, "  both were used", sorted(machines))


def interrupted(campaigns):
    out, process = campaigns.begin()
    process.send_signal(signal.SIGINT)
    campaigns.let_go_on(slowly=True)  # what is called back ends its execution, and does not begin another
    campaigns.check_interrupted("a campaign", process, campaigns.end_of(process))
    campaigns.check_whole("  resumed", out, campaigns.start("resume", out))


def cut_short(campaigns, name, go_on, command, *limit):
    """Ends a campaign of longer executions at its limit, where it must say how to go on; its folder."""
    campaigns.let_go_on(slowly=True)
    out = campaigns.folder / name
    late = campaigns.start(command, campaigns.spec, "--on", "slurm", "--out", out, *limit)
    said = campaigns.end_of(late)
    campaigns.proof.check(late.returncode == DEADLINE and go_on in said,
                          f"the {name}: exit", f"{late.returncode} {said[-200:]}", DEADLINE)
    return out


def deadline(campaigns):
    out = cut_short(campaigns, "deadline", "eswexp resume", "run", "--until", "3s")
    campaigns.check_whole("  resumed", out, campaigns.start("resume", out))


def budget(campaigns):
    """It ends what the nodes measure, and the message names the command that goes on."""
    cut_short(campaigns, "budget", "eswexp resume --budget 1min", "sweep", "--budget", "2s")


def several(campaigns):
    other = campaigns.folder / "others.yaml"
    other.write_text(campaigns.spec.read_text().replace("fakes", "others", 1))
    folder, process = campaigns.begin("sweep", campaigns.spec, other)
    campaigns.wait_for(process, lambda: len(list(folder.glob("*/tasks/*.chunk"))) >= 2 * NODES,
                       "both experiments are submitted")
    process.send_signal(signal.SIGINT)
    campaigns.let_go_on(slowly=True)
    campaigns.check_interrupted("a sweep", process, campaigns.end_of(process))
    again = campaigns.start("resume", folder / "fakes", folder / "others")
    campaigns.check_whole("  resumed", folder / "fakes", again)
    count = len(campaigns.samples(folder / "others"))
    campaigns.proof.check(count == len(campaigns.expected), "  the other's samples", count)


def suite_on_nodes(campaigns):
    """Benchmarks of a suite come back from the nodes as they are measured here."""
    spec, here, there = (campaigns.folder / name for name in ("suite.yaml", "suite here", "suite"))
    spec.write_text(SUITE.format(script=ROOT / "tests/run/suite.py"))
    local = campaigns.run("run", spec, "--out", here)
    done = campaigns.run("run", spec, "--on", "slurm", "--nodes", NODES, "--out", there,
                         "--sbatch-options", "--export=ALL")
    campaigns.proof.check(local.returncode == done.returncode == 0, "a suite on two nodes: exit",
                          f"{done.returncode} {(local.stderr + done.stderr)[-300:]}", "0")
    got, expected = campaigns.samples(there), campaigns.samples(here)
    names = {row["benchmark"] for row in rows(there, "samples")}
    campaigns.proof.check(got == expected and len(names) == 3, "  samples but for the machine",
                          f"{len(got)} rows of {sorted(names)}",
                          f"the {len(expected)} of one machine, the same")


def broken(campaigns):
    spec, out = campaigns.folder / "broken.yaml", campaigns.folder / "broken"
    (campaigns.folder / "broken.c").write_text("int main(void) { return nothing; }\n")
    spec.write_text("experiment: broken\nbenchmarks: {broken: {sources: [broken.c]}}\n")
    done = campaigns.run("run", spec, "--on", "slurm", "--out", out)
    campaigns.proof.check(done.returncode == 3 and "without a result" in done.stderr and
                          "nothing" in done.stderr.rpartition("ends with:")[2],
                          "what no node can build: exit",
                          f"{done.returncode} {done.stderr[-300:]}", 3)


TESTS = (deadline, budget, several, suite_on_nodes, broken, engine_killed, node_killed)
if os.environ.get("ESWEXP_THOROUGH"):  # Ctrl-C is in several, a lost controller in run.py
    TESTS += (interrupted, controller_killed)


@contextlib.contextmanager
def campaigns_on_a_cluster(program, folder, proof):
    with Cluster(folder) as cluster:
        yield Campaigns(program, cluster, proof)


if __name__ == "__main__":
    sys.exit(suite(__doc__, TESTS, campaigns_on_a_cluster, after_trouble=Campaigns.explain))
