#!/usr/bin/env python3
"""A private Slurm cluster on this machine: a controller and two nodes, n1 and n2, without root.

By hand: cluster.py FOLDER start|stop|status
"""
import contextlib
import itertools
import os
import pathlib
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "prove"))
from common.proof import Skip, Trouble  # noqa: E402

NODES = ("n1", "n2")
PATIENCE_S = 300  # for what happens at once, but for a busy machine
SYSTEM_PATH = "/usr/sbin:/sbin:/usr/local/sbin"  # not in everybody's PATH
CONTROLLER = "slurmctld"

# cred_expire is how long a node may take to begin what it was sent, and how long a job that is queued
# again must wait; below 5 it is taken for 120. A busy machine exceeds some of Slurm's usual times.
# ReturnToService=1: a node that was declared lost does not come back by an answer still on its way.
CONFIGURATION = """\
ClusterName=eswexp
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={run}/munge.socket,cred_expire=10
CredType=cred/munge
StateSaveLocation={run}/state
SlurmdSpoolDir={run}/spool/%n
SlurmctldPidFile={run}/slurmctld.own.pid
SlurmdPidFile={run}/slurmd.%n.own.pid
SlurmctldLogFile={run}/slurmctld.log
SlurmdLogFile={run}/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
TaskProlog={run}/prolog
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/filetxt
JobCompLoc={run}/completed.log
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,bf_interval=1,sched_interval=1,sched_min_interval=0
EnforcePartLimits=ALL
MaxArraySize={array_size}
ReturnToService=1
SlurmdTimeout=300
BatchStartTimeout=200
UnkillableStepTimeout=300
KillWait=5
SlurmdParameters=config_overrides
NodeName=n[1-2] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[{ports[1]}-{ports[2]}] CPUs=2
PartitionName=all Nodes=n[1-2] Default=YES MaxTime=INFINITE State=UP
"""

# Nodes are machines of their own, with a lock and a disk each: else they would take turns.
PROLOG = """#!/bin/sh
mkdir -p "$TMPDIR/$SLURMD_NODENAME"
echo "export TMPDIR=$TMPDIR/$SLURMD_NODENAME"
echo "export ESWEXP_HOST_LOCK=$ESWEXP_HOST_LOCK.$SLURMD_NODENAME"
"""


def until(condition, what):
    """Waits until condition() is true and returns what it was. Most ask a client of Slurm."""
    end = time.monotonic() + PATIENCE_S
    while not (result := condition()):
        if time.monotonic() > end:
            raise Trouble(f"{what}: not within {PATIENCE_S} s")
        time.sleep(0.2)
    return result


def program(name):
    path = shutil.which(name, path=os.environ.get("PATH", os.defpath) + ":" + SYSTEM_PATH)
    if not path:
        raise Skip(f"Slurm is not installed (there is no {name})")
    return path


def is_free(port):
    with socket.socket() as listener:
        try:
            listener.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_ports():
    """Three ports in a row, below those that outgoing connections are given."""
    while True:
        first = random.randrange(12000, 32000)
        ports = range(first, first + 3)
        if all(map(is_free, ports)):
            return ports


def words_of(pid):
    """The command line of a process, "" if it has ended (a zombie has none)."""
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def parent_of(pid):
    """0 if it has ended, be it as a zombie."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return 0 if fields[0] == "Z" else int(fields[1])


class Cluster:
    """`with Cluster(folder) as cluster:`; what it starts ends with stop(), however a test ends.

    folder/run links to a folder with a short name in /tmp, as the names of sockets must be short.
    """

    def __init__(self, folder, array_size=1001):
        self.folder = pathlib.Path(folder).absolute()
        self.link = self.folder / "run"
        self.array_size = array_size
        self.children = {}  # pid: Popen

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def run(self):
        return pathlib.Path(os.readlink(self.link))

    def environment(self):
        """For clients, and for eswexp."""
        return dict(os.environ, SLURM_CONF=str(self.run / "slurm.conf"), TMPDIR=str(self.folder),
                    ESWEXP_HOST_LOCK=str(self.folder / "host.lock"))

    def ask(self, *words):
        return subprocess.run([program(words[0]), *words[1:]], env=self.environment(), text=True,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=PATIENCE_S)

    def client(self, *words, check=True):
        """What a client such as squeue prints."""
        done = self.ask(*words)
        if check and done.returncode:
            raise Trouble(f"{' '.join(words)}: {done.stderr.strip()}")
        return done.stdout

    def start(self):
        for name in ("munged", CONTROLLER, "slurmd", "sbatch", "squeue", "scancel", "sinfo"):
            program(name)
        if self.link.is_symlink():
            raise Trouble(f"{self.folder} has a cluster already: stop it first")
        self.folder.mkdir(parents=True, exist_ok=True)
        self.link.symlink_to(tempfile.mkdtemp(prefix="slurm-", dir="/tmp"))
        try:
            self.start_all()
        except BaseException as trouble:
            if isinstance(trouble, Trouble):
                self.explain()
            self.stop()
            raise

    def start_all(self):
        self.run.chmod(0o711)  # the socket is for everybody
        for name in ("state", "spool"):
            (self.run / name).mkdir()
        self.write_configuration()
        self.start_munge()
        self.start_controller(fresh=True)
        for name in NODES:
            self.start_node(name)
        self.wait_idle()

    def write_configuration(self):
        user = pwd.getpwuid(os.geteuid()).pw_name
        text = CONFIGURATION.format(run=self.run, user=user, ports=free_ports(),
                                    array_size=self.array_size)
        (self.run / "slurm.conf").write_text(text)
        prolog = self.run / "prolog"
        prolog.write_text(PROLOG)
        prolog.chmod(0o755)

    def start_munge(self):
        key = self.run / "munge.key"
        key.touch(0o600)
        key.write_bytes(os.urandom(128))
        self.launch("munged", "munged", "--foreground", f"--socket={self.run}/munge.socket",
                    f"--key-file={key}", f"--pid-file={self.run}/munged.own.pid",
                    f"--log-file={self.run}/munged.log", f"--seed-file={self.run}/munged.seed")
        until((self.run / "munge.socket").exists, "munged answers")

    def start_controller(self, fresh=False):
        self.launch(CONTROLLER, CONTROLLER, "-D", "-f", self.run / "slurm.conf",
                    *(["-c"] if fresh else []))
        until(self.answers, "the controller answers")

    def wait_saved(self):
        """Until what the controller knows now outlives it: it saves some seconds after a change.
        What it saves first may have been gathered before; what it saves next was not."""
        for _ in range(2):
            self.wait_change_saved()

    def wait_change_saved(self):
        files, now = [self.run / "state" / f"{what}_state" for what in ("job", "node")], time.time()
        self.client("sbatch", "--hold", "--job-name=change", "--output=/dev/null", "--wrap=true")
        self.client("scancel", "--name=change")
        for name in NODES:
            self.client("scontrol", "update", f"nodename={name}", "comment=change")
        until(lambda: all(file.exists() and file.stat().st_mtime > now for file in files),
              "the state is saved")

    def kill_controller(self):
        self.end(CONTROLLER)

    def start_node(self, name):
        spool = self.run / "spool" / name
        spool.mkdir(exist_ok=True)
        self.launch(f"slurmd.{name}", "slurmd", "-D", "-f", self.run / "slurm.conf", "-N", name,
                    folder=spool)

    def kill_node(self, name, with_jobs=True):
        """As if the machine were lost; without its jobs, only the daemon is. Its jobs are queued
        again when the controller notices it, in more than a minute."""
        self.end(f"slurmd.{name}")
        if with_jobs:
            self.end_jobs(name)

    def declare_lost(self, name):
        """As an administrator does."""
        self.client("scontrol", "update", f"nodename={name}", "state=down", "reason=lost")

    def bring_back(self, name):
        """Starts a node and lets it have jobs again, also one that was declared lost."""
        self.start_node(name)
        self.ask("scontrol", "update", f"nodename={name}", "state=resume")

    def resume_drained(self):
        """As an administrator does: a controller that comes back with a state some seconds old
        starts elements again that still run or have ended, and drains their nodes."""
        for name, state in self.states().items():
            if state.startswith("drain"):
                self.ask("scontrol", "update", f"nodename={name}", "state=resume")

    def answers(self):
        return "UP" in self.client("scontrol", "ping", check=False)

    def states(self):
        """Node name: its state as sinfo has it (idle*: it does not answer)."""
        lines = self.client("sinfo", "-h", "-N", "-o", "%N %T", check=False).splitlines()
        return dict(line.split() for line in lines)

    def is_idle(self):
        return self.states() == dict.fromkeys(NODES, "idle")

    def wait_idle(self):
        """Of nodes that were drained meanwhile, too."""
        until(lambda: self.is_idle() or self.resume_drained(), "both nodes are idle")

    def has_no_jobs(self):
        done = self.ask("squeue", "-h")
        return done.returncode == 0 and not done.stdout.split()

    @contextlib.contextmanager
    def administrated(self):
        """With an administrator who resumes what is drained."""
        ended = threading.Event()

        def watch():
            while not ended.wait(1):
                self.resume_drained()

        watcher = threading.Thread(target=watch)
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()

    def explain(self):
        """Prints what the cluster says of itself."""
        for words in (("sinfo", "-N", "-l"), ("sinfo", "-R"), ("squeue", "-l")):
            done = self.ask(*words)
            print(f"---- {' '.join(words)}\n{done.stdout}{done.stderr}")
        for log in sorted(self.run.glob("*.log")):
            print(f"---- {log.name}\n" + "\n".join(log.read_text(errors="replace").splitlines()[-25:]))

    def launch(self, name, command, *words, folder=None):
        """Not as a daemon, in a session of its own: so its pid is known from the beginning."""
        with open(self.run / f"{name}.out", "ab") as output:
            child = subprocess.Popen([program(command), *map(str, words)], cwd=folder or self.run,
                                     stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                     env=self.environment(), start_new_session=True)
        (self.run / f"{name}.pid").write_text(str(child.pid))
        self.children[child.pid] = child

    def is_running(self, pid):
        if child := self.children.get(pid):
            child.poll()  # else it stays a zombie
        return str(self.run) in words_of(pid)  # the number may be another's by now

    def end(self, name):
        """Kills what launch() started and waits until it is gone."""
        file = self.run / f"{name}.pid"
        if file.exists() and self.is_running(pid := int(file.read_text())):
            os.kill(pid, signal.SIGKILL)
            until(lambda: not self.is_running(pid), f"{name} ends")
        file.unlink(missing_ok=True)

    def jobs(self, node):
        """The processes of a node's jobs: Slurm's own, the scripts, and what descends from them."""
        processes = {int(path.name): path for path in pathlib.Path("/proc").glob("[0-9]*")}
        known = {pid for pid, path in processes.items() if self.is_job(path, node)}
        parents = {pid: parent_of(pid) for pid in processes}
        while more := {pid for pid, parent in parents.items() if parent in known} - known:
            known |= more
        return known

    def is_job(self, process, node):
        try:
            if "slurmstepd" in words_of(process.name):
                return os.readlink(process / "cwd") == str(self.run / "spool" / node)
            environment = (process / "environ").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            return False
        return {f"SLURM_CONF={self.run}/slurm.conf", f"SLURMD_NODENAME={node}"} <= {*environment}

    def end_jobs(self, node):
        def none_left():
            left = self.jobs(node)
            # stopped first: slurmstepd would still report that its script was killed
            for number, pid in itertools.product((signal.SIGSTOP, signal.SIGKILL), left):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            return not left
        until(none_left, f"the jobs of {node} end")

    def stop(self):
        """All processes have ended after it; the logs are in the folder."""
        if not self.link.is_symlink():
            return
        if self.run.exists():
            for node in NODES:
                self.kill_node(node)
            self.end(CONTROLLER)
            self.end("munged")
            for log in self.run.glob("*.log"):
                shutil.copy(log, self.folder)
            shutil.rmtree(self.run)
        self.link.unlink()


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in ("start", "stop", "status"):
        sys.exit(__doc__)
    cluster = Cluster(sys.argv[1])
    if sys.argv[2] == "start":
        cluster.start()
        print(f"export SLURM_CONF={cluster.run}/slurm.conf")
    elif sys.argv[2] == "stop":
        cluster.stop()
    elif not cluster.link.is_symlink():
        print("not started")
    else:
        print(*(f"{name} {state}" for name, state in cluster.states().items()), sep="\n")


if __name__ == "__main__":
    try:
        main()
    except (Skip, Trouble) as trouble:
        sys.exit(f"cluster.py: {trouble}")
