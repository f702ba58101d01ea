#!/usr/bin/env python3
"""Campaigns on a cluster of two nodes: the same samples as on one machine, whatever is killed.

A fake benchmark's values are determined by the seeds of the plan and the place in it.
"""
import contextlib
import csv
import os
import signal
import subprocess
import sys
import time

from cluster import Cluster, until
from common.proof import ROOT, Trouble, compile_c, rows, suite

DEADLINE, INTERRUPTED = 75, 130
BLOCKS, ITERATIONS, START_NS = 12, 20, 50_000_000

SPEC = """
experiment: fakes
benchmarks:
  fake:
    command: [{fake}, --seed, "${{seed}}", --start, {start_ns}]
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
repeat: {{warmup: 1, real: {{executions: 6, iterations: 3}}}}
randomize: {{seed: 5}}
"""


class Campaigns:
    def __init__(self, program, cluster, proof):
        self.program, self.cluster, self.proof = program, cluster, proof
        self.folder = cluster.folder
        self.count = 0
        compile_c(ROOT / "tests/prove/fake.c", self.folder / "fake", "-I", ROOT / "kernels")
        self.environment = dict(cluster.environment(), TMPDIR=str(self.folder),
                                ESWEXP_HOST_LOCK=str(self.folder / "host.lock"))
        self.spec = self.folder / "fakes.yaml"
        self.spec.write_text(SPEC.format(fake=self.folder / "fake", start_ns=START_NS, blocks=BLOCKS,
                                         iterations=ITERATIONS))
        local = self.run("run", self.spec, "--out", self.folder / "local")
        if local.returncode:
            raise Trouble(local.stderr)
        self.expected = self.samples(self.folder / "local")

    def start(self, *words):
        return subprocess.Popen([str(word) for word in (self.program, *words)], text=True,
                                env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def run(self, *words):
        process = self.start(*words)
        process.stderr_text = process.communicate(timeout=200)[1]
        return subprocess.CompletedProcess(words, process.returncode, "", process.stderr_text)

    def begin(self):
        self.wait_for_rest()
        self.count += 1
        out = self.folder / f"out{self.count}"
        process = self.start("run", self.spec, "--on", "slurm", "--nodes", 2, "--out", out,
                             "--sbatch-options", "--export=ALL")
        return out, process

    def samples(self, out):
        """Without the machine, whose order is all that may differ."""
        with open(out / "csv/samples.csv", newline="") as file:
            kept = [{name: value for name, value in row.items() if name != "machine"}
                    for row in csv.DictReader(file)]
        return sorted(tuple(row.items()) for row in kept)

    def running(self):
        """Node: how many elements run there."""
        lines = self.cluster.client("squeue", "-h", "-t", "R", "-o", "%N", check=False).split()
        return {node: lines.count(node) for node in lines}

    def wait_until_both_work(self, process):
        until(lambda: len(self.running()) == 2 or process.poll() is not None, 60, "both nodes work")

    def check_whole(self, what, out, process):
        said = process.communicate(timeout=200)[1]
        self.proof.check(process.returncode == 0, f"{what}: exit",
                         f"{process.returncode} {said[-400:] if process.returncode else ''}", "0")
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
        self.cluster.client("scancel", "--user", str(os.geteuid()), check=False)
        until(lambda: not self.cluster.client("squeue", "-h", check=False).split(), 60, "no jobs")
        self.cluster.resume_drained()
        until(self.cluster.is_idle, 60, "both nodes are idle")


def undisturbed(campaigns):
    out, process = campaigns.begin()
    campaigns.check_whole("two nodes", out, process)
    machines = {row["machine"] for row in rows(out, "samples")}
    campaigns.proof.check(machines == {"n1", "n2"}, "  both were used", sorted(machines))


def node_killed(campaigns):
    out, process = campaigns.begin()
    campaigns.wait_until_both_work(process)
    campaigns.cluster.kill_node("n1")
    campaigns.cluster.declare_lost("n1")
    campaigns.proof.check(process.poll() is None, "a node killed in the middle", "it was")
    campaigns.check_whole("  its blocks are measured elsewhere", out, process)
    campaigns.cluster.start_node("n1")


def controller_killed(campaigns):
    out, process = campaigns.begin()
    campaigns.wait_until_both_work(process)
    campaigns.cluster.kill_controller()
    campaigns.proof.check(process.poll() is None, "Slurm's controller killed in the middle",
                          "it was")
    time.sleep(3)
    campaigns.cluster.start_controller()
    campaigns.check_whole("  and started again", out, process)


def engine_killed(campaigns):
    out, process = campaigns.begin()
    campaigns.wait_until_both_work(process)
    process.kill()
    process.communicate()
    begun = len(campaigns.running())
    campaigns.proof.check(begun > 0, "eswexp killed in the middle, tasks that go on", begun)
    time.sleep(1)
    campaigns.check_whole("  resumed", out, campaigns.start("resume", out))


def interrupted(campaigns):
    out, process = campaigns.begin()
    campaigns.wait_until_both_work(process)
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=100)[1]
    campaigns.proof.check(process.returncode == INTERRUPTED and "eswexp resume" in said,
                          "Ctrl-C: exit", f"{process.returncode} {said[-200:]}", INTERRUPTED)
    left = campaigns.cluster.client("squeue", "-h").split()
    campaigns.proof.check(not left, "  nothing is left in the queue", left)
    campaigns.check_whole("  resumed", out, campaigns.start("resume", out))


def cut_short(campaigns, name, go_on, command, *limit):
    """Ends a campaign of longer executions at its limit, where it must say how to go on; its folder."""
    out, slow = campaigns.folder / name, campaigns.folder / "slow.yaml"
    slow.write_text(campaigns.spec.read_text().replace(str(START_NS), str(4 * START_NS)))
    late = campaigns.start(command, slow, "--on", "slurm", "--out", out, *limit)
    said = late.communicate(timeout=100)[1]
    campaigns.proof.check(late.returncode == DEADLINE and go_on in said,
                          f"the {name}: exit", f"{late.returncode} {said[-200:]}", DEADLINE)
    return out


def deadline(campaigns):
    out = cut_short(campaigns, "deadline", "eswexp resume", "run", "--until", "2s")
    campaigns.check_whole("  resumed", out, campaigns.start("resume", out))


def budget(campaigns):
    """It ends what the nodes measure, and the message names the command that goes on."""
    cut_short(campaigns, "budget", "eswexp resume --budget 1min", "sweep", "--budget", "2s")


def several(campaigns):
    other, folder = campaigns.folder / "others.yaml", campaigns.folder / "sweep"
    other.write_text(campaigns.spec.read_text().replace("fakes", "others", 1))
    process = campaigns.start("sweep", campaigns.spec, other, "--on", "slurm", "--nodes", 2,
                              "--out", folder)
    until(lambda: len(list(folder.glob("*/tasks/*.chunk"))) >= 4 or process.poll() is not None, 60,
          "both experiments are submitted")
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=100)
    left = campaigns.cluster.client("squeue", "-h").split()
    campaigns.proof.check(process.returncode == INTERRUPTED and not left,
                          "a sweep, Ctrl-C: exit, left in the queue",
                          f"{process.returncode} {left}", f"{INTERRUPTED} []")
    again = campaigns.start("resume", folder / "fakes", folder / "others")
    campaigns.check_whole("  resumed", folder / "fakes", again)
    count = len(campaigns.samples(folder / "others"))
    campaigns.proof.check(count == len(campaigns.expected), "  the other's samples", count)


def suite_on_nodes(campaigns):
    """Benchmarks of a suite come back from the nodes as they are measured here."""
    spec, here, there = (campaigns.folder / name for name in ("suite.yaml", "suite here", "suite"))
    spec.write_text(SUITE.format(script=ROOT / "tests/run/suite.py"))
    local = campaigns.run("run", spec, "--out", here)
    done = campaigns.run("run", spec, "--on", "slurm", "--nodes", 2, "--out", there,
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


TESTS = (deadline, budget, several, suite_on_nodes, broken, undisturbed, engine_killed, interrupted,
         node_killed, controller_killed)


@contextlib.contextmanager
def campaigns_on_a_cluster(program, folder, proof):
    with Cluster(folder) as cluster:
        yield Campaigns(program, cluster, proof)


if __name__ == "__main__":
    sys.exit(suite(__doc__, TESTS, campaigns_on_a_cluster))
