#!/usr/bin/env python3
"""The kernels bandwidth and latency beside lmbench, likwid-bench, mbw and sysbench, by turns.

Each round runs ours and theirs one after the other, on one CPU. Compared are medians of the rounds; of
latencies the shortest, since what others take of a shared cache only adds.
Wants a quiet machine. Like with like: the same bytes counted, accesses as wide, pages as small, of 15
samples the median beside lmbench, which reports its median, and the mean beside the others, which
report theirs. Rows that are not alike are printed with the reason and not judged.
"""
import glob
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

from common.proof import ROOT, Trouble, compile_c, main, parser, run

KIB, MIB = 1 << 10, 1 << 20
WITHIN = 0.15
ROUNDS = 7
LMBENCH = {"ENOUGH": "2000", "TIMING_O": "0", "LOOP_O": "0"}  # samples of 2 ms, as ours
BANDWIDTH_SIZES = (512 * KIB, 8 * MIB, 64 * MIB)
MOST_LATENCY = 128 * MIB

# Where a difference is expected, and why.
NOT_ALIKE = {
    "stride": "beyond L1 a stride takes what its prefetcher leaves, which depends on direction and "
              "code: the same chain downwards takes up to twice as long with the kernel, too",
    "fwr": "lmbench's stores descend, ours ascend: prefetchers and write buffers tell them apart",
    "frd": "lmbench adds 128 loads in one chain, which takes a cycle for each; ours has four",
    "mbw": "it times each copy alone, with the clock's calls and a barrier; ours a row of them",
    "sysbench": "its loop takes a word and a branch at a time: in caches that is its limit",
}

UNITS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def size_of(text):
    return int(text[:-1]) * {"K": KIB, "M": MIB, "G": KIB * MIB}[text[-1]]


def caches():
    """Bytes of the data caches of CPU 0, by level."""
    found = {}
    for folder in sorted(pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")):
        if (folder / "type").read_text().strip() != "Instruction":
            level = int((folder / "level").read_text())
            found[level] = size_of((folder / "size").read_text().strip())
    return found


def named(size):
    return f"{size // MIB}M" if size >= MIB else f"{size // KIB}K"


# ---- Ours


class Ours:
    def __init__(self, folder):
        self.programs = {name: compile_c(ROOT / f"kernels/{name}.c", folder / name)
                         for name in ("bandwidth", "latency")}
        enabled = pathlib.Path("/sys/kernel/mm/transparent_hugepage/enabled")
        self.huge = int(enabled.exists() and "[always]" in enabled.read_text())

    def time(self, name, *options, summary="median"):
        """ns of an iteration"""
        said = run(self.programs[name], "--thp", self.huge, "--minimum-time", "2ms", "--iterations",
                   "15", *options).stdout
        value, unit = re.search(rf"^  min .*{summary} ([\d.e+]+) (\w+)", said, re.M).groups()
        return float(value) * UNITS[unit]

    def bandwidth(self, size, operation, access=16, summary="mean"):
        """GB/s"""
        return size / self.time("bandwidth", "--size", size, "--access", access, "--operation",
                                operation, summary=summary)

    def latency(self, size, order):
        """ns"""
        return self.time("latency", "--size", size, "--order", order)


# ---- Theirs


def lmbench(name):
    found = glob.glob(f"/usr/lib/lmbench/bin/*/{name}")
    return found[0] if found else shutil.which(name)


def said(*words):
    done = subprocess.run([str(word) for word in words], text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace",
                          env=dict(os.environ, **LMBENCH))
    if done.returncode != 0:
        raise Trouble(f"{' '.join(map(str, words))}: exit {done.returncode}\n{done.stdout[-500:]}")
    return done.stdout


def bw_mem(size, what):
    return float(said(lmbench("bw_mem"), "-N", 15, size, what).split()[1]) / 1e3


def lat_mem_rd(*form):
    """ns by bytes, of one walk over all sizes."""
    lines = said(lmbench("lat_mem_rd"), "-N", 1, *form, MOST_LATENCY // MIB, 64).splitlines()
    points = (line.split() for line in lines if re.fullmatch(r"[\d.]+ [\d.]+", line))
    return {round(float(mib) * 256) * 4 * KIB: float(ns) for mib, ns in points}


def likwid(size, test, counts=1):
    """`counts`: how many streams it counts, which share the size that it is given."""
    words = ("likwid-bench", "-t", test, "-w", f"N:{size * counts // 1000}kB:1", "-i",
             max(10, 2000 * MIB // size))
    return float(re.search(r"^MByte/s:\s+([\d.]+)", said(*words), re.M)[1]) / 1e3 / counts


def mbw(size):
    return float(re.search(r"AVG.*Copy: ([\d.]+) MiB/s", said("mbw", "-t0", "-n", 9, size // MIB))[1]
                 ) * MIB / 1e9


def sysbench(size, what):
    text = said("sysbench", "memory", f"--memory-block-size={size}", f"--memory-oper={what}",
                f"--memory-total-size={max(4096 * MIB, size)}", "--time=1", "run")
    return float(re.search(r"\(([\d.]+) MiB/sec\)", text)[1]) * MIB / 1e9


# ---- Side by side


def bandwidth_pairs(ours):
    """(what, name of the tool's way, ours, theirs), each a function that measures once."""
    pairs = []
    for size in BANDWIDTH_SIZES:
        for what, operation, access in (
                ("rd", "read", "4/16"), ("wr", "write", "4/16"), ("cp", "copy", "4/16"),
                ("frd", "read", "4"), ("fwr", "write", "4"), ("fcp", "copy", "4"),
                ("bcopy", "bcopy", "16"), ("bzero", "bzero", "16")):
            pairs.append((f"bw_mem {what}", what, size,
                          lambda s=size, o=operation, a=access: ours.bandwidth(s, o, a, "median"),
                          lambda s=size, w=what: bw_mem(s, w)))
        for test, operation, counts in (("load_sse", "read", 1), ("store_sse", "write", 1),
                                        ("copy_sse", "copy", 2)):
            pairs.append((f"likwid-bench {test}", "likwid-bench", size,
                          lambda s=size, o=operation: ours.bandwidth(s, o),
                          lambda s=size, t=test, c=counts: likwid(s, t, c)))
    size = BANDWIDTH_SIZES[-1]
    pairs.append(("mbw memcpy", "mbw", size, lambda: ours.bandwidth(size, "bcopy"),
                  lambda: mbw(size)))
    for what in ("read", "write"):
        pairs.append((f"sysbench {what}", "sysbench", size,
                      lambda w=what: ours.bandwidth(size, w, 8), lambda w=what: sysbench(size, w)))
    return pairs


def is_there(pair):
    tool = pair[0].split()[0]
    return lmbench(tool) if tool == "bw_mem" else shutil.which(tool)


def by_turns(first, second, turn):
    """Who begins changes: what a neighbour or the clock does meets both."""
    if turn % 2:
        return tuple(reversed((second(), first())))
    return first(), second()


def compare(proof, what, unit, pairs, reason, summary=statistics.median):
    ours, theirs = map(summary, zip(*pairs))
    ratio = ours / theirs
    spread = statistics.median(abs(a / b / ratio - 1) for a, b in pairs)
    text = (f"ours {ours:8.4g}, theirs {theirs:8.4g} {unit}, ratio {ratio:5.3f}, rounds scatter by "
            f"{spread:.0%}")
    if reason:
        print(f"       {what:26} {text} (not judged: {reason})", flush=True)
    else:
        proof.check(abs(ratio - 1) <= WITHIN, f"{what:26}", text, f"1 ± {WITHIN}")


def compare_bandwidths(proof, ours, rounds):
    pairs = bandwidth_pairs(ours)
    for tool in sorted({pair[0].split()[0] for pair in pairs if not is_there(pair)}):
        print(f"skipped: {tool} is not installed")
    for what, way, size, mine, other in filter(is_there, pairs):
        values = [by_turns(mine, other, turn) for turn in range(rounds)]
        compare(proof, f"{what} {named(size)}", "GB/s", values, NOT_ALIKE.get(way))


def levels():
    """A size well inside of each cache, and one beyond them."""
    share = {1: 2, 2: 4, 3: 8}
    found = {f"L{level}": 1 << (size // share.get(level, 8)).bit_length() - 1
             for level, size in caches().items()}
    return {**found, "memory": MOST_LATENCY}


def compare_latencies(proof, ours, rounds):
    if not lmbench("lat_mem_rd"):
        print("skipped: lat_mem_rd is not installed")
        return
    for form, order in ((("-t",), "random"), ((), "stride")):
        values = {}
        for turn in range(rounds):
            mine, other = by_turns(
                lambda o=order: {size: ours.latency(size, o) for size in levels().values()},
                lambda f=form: lat_mem_rd(*f), turn)
            for level, size in levels().items():
                values.setdefault((level, size), []).append((mine[size], other[size]))
        for (level, size), pairs in values.items():
            reason = None if level == "L1" else NOT_ALIKE.get(order)
            compare(proof, f"lat_mem_rd {order} {level} {named(size)}", "ns", pairs, reason, min)


def prove(arguments, proof, folder):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ours = Ours(folder)
    compare_latencies(proof, ours, arguments.rounds)
    compare_bandwidths(proof, ours, arguments.rounds)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--rounds", type=int, default=ROUNDS, help=f"of each ({ROUNDS})")
    sys.exit(main(options.parse_args(), prove))
