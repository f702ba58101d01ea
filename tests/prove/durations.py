#!/usr/bin/env python3
"""What eswexp promises to take is what it takes: ±20 % in 9 of 10.

Experiments of different kinds, of a quarter of a minute to a minute each, alone on the machine. Of
fixed counts `check --trial` tells the duration; where the counts follow from a pilot, the note that
begins the real experiment does. Either is compared with the time from there to the end of the
command, report included.
"""
import os
import re
import shutil
import subprocess
import sys
import time

from common.comparing import environment
from common.generated import generated
from common.proof import ROOT, Trouble, main, parser, run

TOLERANCE, LEAST = 0.2, 0.9
UNITS = {"h": 3600, "min": 60, "s": 1, "ms": 1e-3}
BUSY = """#include <stdlib.h>
#include <string.h>
int spin(long n);
int touch(long n);
int spin(long n)
{
    volatile long sum = 0;
    for (long i = 0; i < n; i++)
        sum += i;
    return sum < 0;
}
int touch(long n)
{
    char *bytes = malloc(n);
    memset(bytes, 1, n);
    return bytes[n / 2] != 1;
}
int main(int argc, char **argv)
{
    long n = atol(argv[2]);
    return argc != 3 || (*argv[1] == 't' ? touch(n) : spin(n));
}
"""
SPIN = "{sources: busy.c, args: [spin, '10000000'], samples: process}"
EXPERIMENTS = {
    "naps": ("naps: {command: [sleep, '0.05']}", "real: {executions: 350}", ""),
    "tiny": ("tiny: {command: 'true'}", "real: {executions: 20000}", ""),
    "shell": ("shell: {command: [sh, -c, 'for i in $(seq 20000); do :; done; echo took 2 ms'], "
              "samples: {pattern: 'took ([0-9]+)', unit: ms}}", "real: {executions: 2500}", ""),
    "python": ("python: {command: [python3, -S, -c, 'sum(range(300000))']}",
               "real: {executions: 900}", ""),
    "memory": ("memory: {sources: busy.c, args: [touch, '100000000'], samples: process}",
               "real: {builds: 20, executions: 15}", "randomize: {link_order: function}"),
    "layouts": (f"layouts: {SPIN}", "real: {builds: 400, executions: 3}",
                "randomize: {link_order: function}"),
    "flags": (f"flags: {SPIN}", "real: {builds: 20, executions: 50}",
              "variants: {O0: {cflags: -O0}, O2: {cflags: -O2}}"),
    "project": ("project: {directory: project, build: make, command: ./bench, samples: process}",
                "real: {builds: 200, executions: 10}", "randomize: {link_order: function}"),
    "searched": (f"searched: {SPIN}", "precision: 1.5%", "randomize: {link_order: function}"),
    "kernel": (f"kernel: {{sources: {ROOT}/kernels/ddot.c}}", "precision: 1.5%",
               "randomize: {link_order: function}"),
}


def seconds_of(words):
    found = re.findall(r"([0-9.]+) (h|min|s|ms)\b", words)
    return sum(float(number) * UNITS[unit] for number, unit in found)


def experiment(name, folder):
    benchmark, repeat, more = EXPERIMENTS[name]
    path = folder / f"{name}.yaml"
    path.write_text(f"experiment: {name}\nbenchmarks: {{{benchmark}}}\nrepeat: {{{repeat}}}\n{more}\n")
    return path


def promise_of(program, path):
    """By `check --trial`; None where only the pilot is promised."""
    said = run(program, "check", path, "--trial").stdout
    found = re.search(r"the experiment takes about (.*)", said)
    return seconds_of(found[1]) if found else None


def took(program, path, folder):
    """The seconds that follow the note which begins the experiment, and what that note promises."""
    words = [program, "run", path, "--out", folder]
    begun = promised = None
    with subprocess.Popen(list(map(str, words)), text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        for line in process.stderr:
            print(f"       {line.rstrip()}")
            if "; the experiment takes about " in line or "the real experiment: " in line:
                begun, promised = time.monotonic(), seconds_of(line.rpartition("about ")[2])
    if process.returncode or begun is None:
        raise Trouble(f"{path.stem}: exit {process.returncode}")
    return time.monotonic() - begun, promised


def prove(arguments, proof, folder):
    os.environ.update(environment(folder))
    (folder / "busy.c").write_text(BUSY)
    generated(folder / "project", folder, files=2, functions=20, rounds=100_000)
    shutil.rmtree(folder / "project/.git")
    names, good = arguments.experiments.split(","), 0
    for name in names:
        path = experiment(name, folder)
        promised = promise_of(arguments.program, path)
        seconds, noted = took(arguments.program, path, folder / name)
        promised = noted if promised is None else promised
        error = seconds / promised - 1
        good += abs(error) <= TOLERANCE
        print(f"{'      ' if abs(error) <= TOLERANCE else 'MISSED'} {name}: {promised:.1f} s were "
              f"promised, {seconds:.1f} s it took ({error:+.0%})", flush=True)
    proof.check(good >= LEAST * len(names), "durations within 20 % of what was promised",
                f"{good} of {len(names)}", "at least 9 of 10")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--experiments", default=",".join(EXPERIMENTS), help="which to carry out")
    given = options.parse_args()
    sys.exit(main(given, prove))
