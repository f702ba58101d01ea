#!/usr/bin/env python3
"""The kernels of the operating system beside lmbench and perf bench, in turns, on one CPU.

In every round each figure is taken with our kernel and with the public tool, one right after the
other, ours first in every second round. Others can only slow them down, so compared are the best of
the rounds; but of context switches, which are differences, the medians. A difference beyond the
bound fails; why smaller ones are to be expected is said beside each.
"""
import glob
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import time

from common.proof import ROOT, SKIPPED, Trouble, compile_c, main, parser, run

ENTRY, PROCESS, SWITCH, BANDWIDTH = 0.15, 0.30, 0.30, 0.15
SIZES, RING = {0: "0", 16384: "16K", 65536: "64K"}, (2, 8, 20)
KERNELS = ("kernel_entry", "process_creation", "context_switch", "ipc_bandwidth")
SCALES = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0}
MEBI = 1 << 20
# A repetition takes 10 ms, as ours nearly do; to find this out by itself can take it minutes where
# others compute too. The cost of its loop and clock is not worth taking off.
CALIBRATED = {"ENOUGH": "10000", "TIMING_O": "0", "LOOP_O": "0"}


# ---- Our kernels

def ours(folder, kernel, *options):
    """The median: seconds of an iteration."""
    said = run(folder / kernel, "--iterations", 15, "--minimum-time", "4ms", *options).stdout
    value, unit = re.search(r"median ([\d.e+-]+) (\w+)", said).groups()
    return float(value) * SCALES[unit]


def our_switches(folder):
    """{(bytes, processes): seconds of a switch}."""
    found = {}
    for size in SIZES:
        for processes in RING:
            words = ("--processes", processes, "--working-set", size, "--mode")
            found[size, processes] = (ours(folder, "context_switch", *words, "ring") -
                                      ours(folder, "context_switch", *words, "overhead"))
    return found


def our_bandwidth(folder, transport, size, *options):
    seconds = ours(folder, "ipc_bandwidth", "--transport", transport, "--size", size, *options)
    return size / seconds


# ---- lmbench

def lmbench(name):
    """Where its program is, or None."""
    found = sorted(glob.glob(f"/usr/lib/lmbench/bin/*/{name}"))
    return shutil.which(name) or (found[0] if found else None)


def tell(name, *words):
    """What one of its programs says, on whichever stream."""
    done = run(lmbench(name), *words, env=dict(os.environ, **CALIBRATED))
    return done.stdout + done.stderr


def their_time(name, *words):
    said = tell(name, *words)
    if "not found" in said:
        raise Trouble(f"{name} {' '.join(map(str, words))} timed a failed exec:\n{said[:500]}")
    return float(re.search(r": ([\d.]+) microseconds", said)[1]) * 1e-6


def their_bandwidth(name, *words):
    """Its MB are millions."""
    return float(re.search(r"([\d.]+) MB/sec", tell(name, *words))[1]) * 1e6


def their_switches():
    """Its overhead is already taken off; where that leaves nothing, it says nothing."""
    found = {}
    for size, word in SIZES.items():
        said = tell("lat_ctx", "-N", 5, "-s", word, *RING)
        for processes, microseconds in re.findall(r"^(\d+) (-?[\d.]+)$", said, re.M):
            found[size, int(processes)] = float(microseconds) * 1e-6
    return found


class Hello:
    """The program that lat_proc executes, at the path that is written in it; without it, lat_proc
    times an exec that fails."""

    def __enter__(self):
        path = re.search(rb"(/[\w./-]*/hello)\0", pathlib.Path(lmbench("lat_proc")).read_bytes())
        self.path = pathlib.Path(os.fsdecode(path[1]))
        self.folders = [] if self.path.parent.exists() else [self.path.parent]
        self.made = not self.path.exists()
        if self.made:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(lmbench("hello"), self.path)

    def __exit__(self, *_):
        if self.made:
            self.path.unlink()
        for folder in self.folders:
            folder.rmdir()


class Server:
    """bw_tcp's server, until the end."""

    def __enter__(self):
        subprocess.Popen([lmbench("bw_tcp"), "-s"], stdin=subprocess.DEVNULL).wait()
        time.sleep(0.5)

    def __exit__(self, *_):
        run(lmbench("bw_tcp"), "-S", "127.0.0.1")


# ---- perf bench

def perf_seconds(loops, *words):
    """Seconds of one of its loops."""
    return float(run("perf", "bench", "-f", "simple", *words, "-l", loops).stdout) / loops


# ---- Side by side

class Figure:
    def __init__(self, name, unit, bound, why, of_rounds=None):
        self.name, self.unit, self.bound, self.why = name, unit, bound, why
        self.of_rounds = of_rounds or (min if unit == "us" else max)
        self.ours, self.theirs = [], []

    def show(self, proof):
        if not self.theirs:
            proof.check(False, f"{self.name:34}", "nothing was said in any round")
            return
        scale, digits = {"us": (1e6, 3), "GB/s": (1e-9, 2)}[self.unit]
        ours_, theirs = self.of_rounds(self.ours), self.of_rounds(self.theirs)
        rounds = [a / b for a, b in zip(self.ours, self.theirs)]
        ratio = ours_ / theirs
        proof.check(1 - self.bound <= ratio <= 1 + self.bound, f"{self.name:34}",
                    f"ours {ours_ * scale:8.{digits}f}, theirs {theirs * scale:8.{digits}f} "
                    f"{self.unit}, ratio {ratio:.2f} [{min(rounds):.2f} .. {max(rounds):.2f}]",
                    f"{self.bound:.0%}; {self.why}")


def pairs(folder):
    """[(figures, ours(), theirs())]: each call returns a value for each of the figures."""
    def one(name, unit, bound, why, mine, theirs):
        return [Figure(name, unit, bound, why)], lambda: [mine()], lambda: [theirs()]

    def time_of(kernel, *words):
        return lambda: ours(folder, kernel, *words)

    found = []
    if lmbench("lat_syscall"):
        for call in ("null", "write"):
            found.append(one(f"lat_syscall {call}", "us", ENTRY, "both a libc call in a loop",
                             time_of("kernel_entry", "--call", call),
                             lambda call=call: their_time("lat_syscall", "-N", 5, call)))
        why = {"fork": "their child runs exit(), ours _exit()",
               "exec": "they execute their hello, which prints a line; we ourselves, which do not",
               "shell": "the same, from sh -c"}
        for way, reason in why.items():
            found.append(one(f"lat_proc {way}", "us", PROCESS, reason,
                             time_of("process_creation", "--way", way),
                             lambda way=way: their_time("lat_proc", "-N", 5, way)))
        keys = [(size, processes) for size in SIZES for processes in RING]
        found.append(([Figure(f"lat_ctx -s {SIZES[size]} {processes}", "us", SWITCH,
                              "each takes its own overhead off", statistics.median) for size, processes in keys],
                      lambda: [our_switches(folder)[key] for key in keys],
                      lambda: list(map(their_switches().get, keys))))
        for name, transport, size, buffer, words, reason in (
                ("bw_pipe", "pipe", 50 * MEBI, 0, ("-M", 50 * MEBI), "the same chunks and bytes"),
                ("bw_unix", "unix", 10 * MEBI, 0, (), "the same chunks; with -M it would count 10 MB "
                 "whatever it moves"),
                ("bw_tcp", "tcp", 50 * MEBI, MEBI, ("127.0.0.1",), "the same chunks and buffers of "
                 "sockets; it waits for no acknowledgement, ours for few")):
            found.append(one(name, "GB/s", BANDWIDTH, reason,
                             lambda a=(transport, size, "--buffer", buffer): our_bandwidth(folder, *a),
                             lambda a=(name, "-N", 5, "-W", 0, "-m", 65536, *words):
                             their_bandwidth(*a)))
    if shutil.which("perf"):
        found.append(one("perf bench syscall basic", "us", ENTRY, "getppid() in a loop",
                         time_of("kernel_entry"),
                         lambda: perf_seconds(1000000, "syscall", "basic")))
        found.append(one("perf bench sched pipe", "us", SWITCH,
                         "there and back: two hops, with nothing taken off",
                         lambda: 2 * ours(folder, "context_switch"),
                         lambda: perf_seconds(20000, "sched", "pipe")))
    return found


def measure(found, rounds):
    for number in range(rounds):
        for figures, mine, theirs in found:
            if number % 2:
                ours_, theirs_ = mine(), theirs()
            else:
                theirs_, ours_ = theirs(), mine()
            for figure, one, other in zip(figures, ours_, theirs_):
                if other is not None:
                    figure.ours.append(one)
                    figure.theirs.append(other)


def prove(arguments, proof, folder):
    cpu = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, [cpu])
    for kernel in KERNELS:
        compile_c(ROOT / f"kernels/{kernel}.c", folder / kernel)
    found = pairs(folder)
    if lmbench("lat_proc"):
        with Hello(), Server():
            measure(found, arguments.rounds)
    else:
        measure(found, arguments.rounds)
    print(f"on CPU {cpu}, of {arguments.rounds} rounds; ratio [of single rounds]")
    for figures, _, _ in found:
        for figure in figures:
            figure.show(proof)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--rounds", type=int, default=7)
    given = options.parse_args()
    lacking = [tool for tool, there in (("lmbench", lmbench("lat_proc")),
                                        ("perf", shutil.which("perf"))) if not there]
    if lacking:
        print(f"not installed: skipped {', '.join(lacking)}")
    sys.exit(SKIPPED if len(lacking) == 2 else main(given, prove))
