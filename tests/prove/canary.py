#!/usr/bin/env python3
"""The canary: a busy loop beside the measurement halfway shows, a quiet machine does not.

Campaigns of about half a minute, pinned to one CPU. In some a busy loop is pinned to the same CPU
halfway; the report must then say from which block on the machine was slower, in text and in JSON,
and that comparisons within blocks are unaffected. In the others it must say that it was steady.
Whether the machine was quiet is not taken for granted: the kernel's own count of the CPU's busy
time, without what the campaign itself used, decides which of the quiet campaigns are judged.
"""
import ctypes
import json
import os
import resource
import subprocess
import sys
import time

from common.proof import Trouble, main, parser, rows, run

SET_CHILD_SUBREAPER = 36
QUIET = 0.02  # of the CPU's time, used by others
SPEC = """
experiment: canary
benchmarks:
  work:
    command: [{work}, --iterations, "30"]
    samples: process
variants: {{one: {{}}, other: {{}}}}
repeat: {{real: {{executions: {blocks}}}}}
machine: {{cpus: [{cpu}]}}
"""


def own_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def busy_seconds(cpu):
    """Of user, nice, system, interrupts and stolen time."""
    with open("/proc/stat", encoding="ascii") as file:
        fields = next(line.split() for line in file if line.startswith(f"cpu{cpu} "))
    ticks = [int(field) for field in fields[1:9]]
    return (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")


def reap():
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass


class Campaign:
    """Runs one; `disturb`: with a busy loop on its CPU from the middle on."""

    def __init__(self, program, folder, spec, cpu, seconds, disturb):
        out = folder / "campaign"
        begin, busy, own = time.monotonic(), busy_seconds(cpu), own_seconds()
        process = subprocess.Popen([program, "run", spec, "--out", out, "--quiet"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        loop = None
        if disturb:
            time.sleep(seconds / 2)
            loop = subprocess.Popen([sys.executable, "-c", f"import os\n"
                                     f"os.sched_setaffinity(0, [{cpu}])\nwhile True: pass"])
        said = process.communicate()[1]
        if loop:
            loop.kill()
            loop.wait()
        reap()
        if process.returncode:
            raise Trouble(f"exit {process.returncode}: {said}")
        took = time.monotonic() - begin
        self.others = max(0, busy_seconds(cpu) - busy - (own_seconds() - own)) / took
        self.text = " ".join(run(program, "report", out).stdout.split())
        self.levels = json.loads(run(program, "report", out, "--json").stdout)["canary_levels"]
        self.looks = rows(out, "canary")
        subprocess.run(["rm", "-r", out], check=True)

    def sentence(self):
        begin = self.text.find("- canary")
        return self.text[begin:begin + 240] if begin >= 0 else "no word of the canary"


def check_disturbed(proof, campaign):
    slower = [level for level in campaign.levels if level["change"] > 0.2]
    proof.check(slower, "busy loop: a level at least 20 % slower",
                [round(level["change"], 2) for level in campaign.levels],
                f"{len(campaign.looks)} looks")
    proof.check("slower than before" in campaign.text
                and "Comparisons within blocks are unaffected" in campaign.text,
                "busy loop: the report says so", campaign.sentence())
    if slower:
        numbers = [int(look["block"]) for look in campaign.looks]
        begins = int(slower[0]["from_block"]) / max(numbers)
        proof.check(0.3 < begins < 0.8, "busy loop: it begins in the middle of the blocks",
                    f"{begins:.2f}", "0.3 to 0.8")


def check_quiet(proof, campaign):
    proof.check(len(campaign.levels) == 1 and "steady within" in campaign.text,
                "quiet: the report says that the machine was steady", campaign.sentence(),
                f"others used {campaign.others:.1%} of the CPU")


def prove(arguments, proof, folder):
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    cpu = max(os.sched_getaffinity(0))
    work = arguments.program.parent / "libexec/eswexp/eswexp-canary"
    spec = folder / "canary.yaml"
    begin = time.monotonic()
    for _ in range(10):
        run("taskset", "-c", cpu, work, "--iterations", "30")
    pair_s = 2 * (time.monotonic() - begin) / 10
    spec.write_text(SPEC.format(work=work, blocks=int(arguments.seconds / pair_s), cpu=cpu))
    for _ in range(arguments.rounds):
        check_disturbed(proof, Campaign(arguments.program, folder, spec, cpu, arguments.seconds,
                                        True))
    judged = 0
    for _ in range(3 * arguments.rounds):
        campaign = Campaign(arguments.program, folder, spec, cpu, arguments.seconds, False)
        if campaign.others > QUIET:
            print(f"       not judged, others used {campaign.others:.1%} of CPU {cpu}: "
                  f"{campaign.sentence()}", flush=True)
            continue
        check_quiet(proof, campaign)
        judged += 1
        if judged == arguments.rounds:
            break
    proof.check(judged > 0, "campaigns on a quiet machine that could be judged", judged)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--rounds", type=int, default=3, help="campaigns of each kind")
    options.add_argument("--seconds", type=float, default=40, help="of each campaign, about")
    given = options.parse_args()
    sys.exit(main(given, prove))
