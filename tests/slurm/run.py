#!/usr/bin/env python3
"""The engine's Slurm client against a real cluster: ends, a lost node, a lost controller."""
import contextlib
import re
import subprocess
import sys

from cluster import PATIENCE_S, Cluster, until
from common.proof import Trouble, suite


class Client:
    """tests/slurm/client.c and the elements' outputs, all in the cluster's folder."""

    def __init__(self, program, cluster, proof):
        self.program, self.proof = program, proof
        self.cluster, self.folder = cluster, cluster.folder

    def run(self, *words):
        return subprocess.run([self.program, *map(str, words)], env=self.cluster.environment(),
                              text=True, capture_output=True, stdin=subprocess.DEVNULL,
                              cwd=self.folder, timeout=PATIENCE_S)

    def submit(self, name, script, *words):
        done = self.run("submit", name, self.folder / f"{name}-%a.log",
                        f"echo $ELEMENT begins on $SLURMD_NODENAME\n{script}\necho end", *words)
        if done.returncode:
            raise Trouble(done.stderr)

    def queue(self, name):
        """Element: (state, node, reason); None where the controller does not answer."""
        done = self.run("queue", name)
        if done.returncode:
            return None
        lines = (line.split("|") for line in done.stdout.splitlines())
        return {int(element): tuple(rest) for element, *rest in lines}

    def wait(self, name, condition, what):
        return until(lambda: condition(self.queue(name)), what)

    def log(self, name, index):
        file = self.folder / f"{name}-{index}.log"
        return file.read_text() if file.exists() else ""


def until_told(client, name):
    """A script that runs until tell(), however long a busy machine takes to look at it."""
    return f"until [ -e {client.folder}/{name}.told ]; do sleep 0.2; done"


def tell(client, name):
    (client.folder / f"{name}.told").touch()


def are_running(*elements):
    def condition(queue):
        return queue and all(queue.get(e, "?")[0] == "RUNNING" for e in elements) and queue
    return condition


def is_empty(queue):
    return queue == {}


def wait_begun(client, name, *elements):
    """Until their scripts run: Slurm calls an element RUNNING before its node has heard of it."""
    until(lambda: all("begins" in client.log(name, element) for element in elements), "the scripts run")


def two_elements_end(client):
    beyond = 1001 + 4  # MaxArraySize as Slurm has it by default
    client.submit("ends", until_told(client, "ends"), 0, 0, 3, beyond)
    queue = client.wait("ends", are_running(3, beyond), "two elements run")
    nodes = {node for _, node, _ in queue.values()}
    client.proof.check(nodes == {"n1", "n2"}, "elements have a node each", sorted(nodes))
    tell(client, "ends")
    client.wait("ends", is_empty, "both elements have ended")
    logs = client.log("ends", 3) + client.log("ends", 4)
    client.proof.check(re.fullmatch(r"3 begins on n\d\nend\n1005 begins on n\d\nend\n", logs),
                "elements beyond MaxArraySize know their numbers", logs.split("\n"))


def waiting_and_cancelled(client):
    client.submit("waits", "exec sleep 600", 1, 0, 1, 2)
    client.wait("waits", are_running(1), "an element runs")
    wait_begun(client, "waits", 1)
    limited = ("PENDING", "", "JobArrayTaskLimit")
    queue = client.wait("waits", lambda queue: queue and queue.get(2, limited) == limited and queue, "one waits")
    client.proof.check(are_running(1)(queue) and queue.get(2) == limited, "one at once", queue)
    done = client.run("cancel", "waits")
    client.wait("waits", is_empty, "cancelled elements have gone")
    client.proof.check(done.returncode == 0 and "end" not in client.log("waits", 1).split(),
                "cancelled", client.log("waits", 1).split())


def called_back(client):
    script = f"trap 'echo called' USR1; sh -c '{until_told(client, 'back')}; echo measured' & wait; wait"
    client.submit("back", script, 1, 0, 1, 2)
    client.wait("back", are_running(1), "an element runs")
    wait_begun(client, "back", 1)
    done = client.run("call-back", "back")
    until(lambda: "called" in client.log("back", 1), "the script is called back")
    tell(client, "back")
    client.wait("back", is_empty, "elements called back have gone")
    log = client.log("back", 1)
    client.proof.check(done.returncode == 0 and log.endswith("called\nmeasured\nend\n"),
                "only the script is called back", log.split("\n"))
    late = client.log("back", 2)
    client.proof.check(not late, "what waits does not begin", late)


def refused(client):
    done = client.run("submit", "no", client.folder / "no", "true", 0, 0, 1, "--",
                      "--partition=nope")
    client.proof.check(done.returncode == 2 and "invalid partition" in done.stderr,
                "refused with Slurm's words", done.stderr.strip())


def node_lost(client):
    client.submit("node", until_told(client, "node"), 0, 600, 1, 2)
    queue = client.wait("node", are_running(1, 2), "two elements run")
    lost = next(element for element, (_, node, _) in queue.items() if node == "n1")
    wait_begun(client, "node", 1, 2)
    client.cluster.kill_node("n1")
    try:
        client.cluster.declare_lost("n1")
        tell(client, "node")
        anew = re.compile(r"begins on n1\n(?s:.*)begins on n2\nend")
        until(lambda: anew.search(client.log("node", lost)),
              "the element of the lost node begins anew on the other, and ends")
        client.wait("node", is_empty, "the elements have ended, one node lost")
        log = client.log("node", lost)
        client.proof.check(anew.search(log), "its element began anew on the other",
                           log.split("\n"))
    finally:
        client.cluster.bring_back("n1")
        client.cluster.wait_idle()


def held(client):
    client.submit("held", "exec sleep 600", 0, 0, 1)
    client.wait("held", are_running(1), "an element runs")
    wait_begun(client, "held", 1)
    job = client.cluster.client("squeue", "--noheader", "--name=held", "--format=%A").strip()
    client.cluster.client("scontrol", "requeuehold", job)
    queue = client.wait("held", lambda queue: queue and queue.get(1, "?")[0] == "PENDING" and queue,
                        "the element is queued again")
    client.run("cancel-held", "held")
    client.wait("held", is_empty, "what is held has gone")
    client.proof.check("held" in queue[1][2], "an element held for good is told and cancelled",
                       queue)


def controller_lost(client):
    client.submit("controller", until_told(client, "controller"), 0, 0, 1, 2)
    client.wait("controller", are_running(1, 2), "two elements run")
    wait_begun(client, "controller", 1, 2)
    client.cluster.wait_saved()
    client.cluster.kill_controller()
    done = client.run("queue", "controller")
    client.proof.check(done.stdout == "unknown\n" and "does not show its queue" in done.stderr,
                "no controller: not known", done.stderr.strip())
    client.cluster.start_controller()
    queue = client.wait("controller", lambda queue: queue, "the controller knows elements")
    client.proof.check(are_running(1, 2)(queue), "the elements are known again", queue)
    tell(client, "controller")
    client.wait("controller", is_empty, "the elements have ended")
    for element in (1, 2):
        log = client.log("controller", element)
        client.proof.check(log.endswith("\nend\n"), f"element {element} ended", log.split("\n"))


TESTS = (two_elements_end, waiting_and_cancelled, called_back, refused, held, node_lost,
         controller_lost)


@contextlib.contextmanager
def client_of_a_cluster(program, folder, proof):
    with Cluster(folder) as cluster:
        yield Client(program, cluster, proof)


if __name__ == "__main__":
    sys.exit(suite(__doc__, TESTS, client_of_a_cluster,
                   after_trouble=lambda client: client.cluster.explain()))
