#!/usr/bin/env python3
"""The canary: a busy loop beside the measurement halfway shows, a quiet machine does not.

Campaigns of about half a minute, pinned to one CPU. In some a busy loop is pinned to the same CPU
halfway; the report must then say, in text and in JSON, that the machine was slower from a look on
that is at most two away from the first one after the loop began, and that comparisons within
blocks are unaffected. In the others it must name no change. That the machine was quiet is not
taken for granted: such a campaign is judged only if the kernel's count of the CPUs' busy time,
without what the campaign itself used, is near zero, and a level is forgiven only if the measured
executions themselves, which the canary does not see, were slower or faster there.
"""
import ctypes
import datetime
import itertools
import json
import math
import os
import resource
import statistics
import subprocess
import sys
import time

from common.proof import Trouble, main, parser, rows, run

SET_CHILD_SUBREAPER = 36
QUIET, QUIET_ELSEWHERE = 0.02, 0.05  # of a CPU's time, used by others there and on the other CPUs
LOCATED = 2  # looks
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


def busy_seconds():
    """By CPU: user, nice, system, interrupts and stolen time."""
    busy = {}
    with open("/proc/stat", encoding="ascii") as file:
        for name, *fields in (line.split() for line in file):
            if name.startswith("cpu") and name != "cpu":
                ticks = [int(field) for field in fields[:8]]
                busy[int(name[3:])] = (sum(ticks) - ticks[3] - ticks[4]) / os.sysconf("SC_CLK_TCK")
    return busy


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
        begin, busy, own = time.monotonic(), busy_seconds(), own_seconds()
        process = subprocess.Popen([program, "run", spec, "--out", out, "--quiet"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        loop = None
        if disturb:
            time.sleep(seconds / 2)
            loop = subprocess.Popen([sys.executable, "-c", f"import os\n"
                                     f"os.sched_setaffinity(0, [{cpu}])\nwhile True: pass"])
            self.disturbed = datetime.datetime.now(datetime.timezone.utc)
        said = process.communicate()[1]
        if loop:
            loop.kill()
            loop.wait()
        reap()
        if process.returncode:
            raise Trouble(f"exit {process.returncode}: {said}")
        took = time.monotonic() - begin
        used = {at: now - busy[at] for at, now in busy_seconds().items()}
        here = used.pop(cpu) - (own_seconds() - own)  # nearly all of the campaign's own is there
        self.others, self.elsewhere = max(0, here) / took, sum(used.values()) / took
        self.text = " ".join(run(program, "report", out).stdout.split())
        self.levels = json.loads(run(program, "report", out, "--json").stdout)["canary_levels"]
        self.looks = rows(out, "canary")
        self.samples = rows(out, "samples")
        subprocess.run(["rm", "-r", out], check=True)

    def sentence(self):
        begin = self.text.find("- canary")
        return self.text[begin:begin + 240] if begin >= 0 else "no word of the canary"

    def work_seconds(self, level):
        """Median of what was measured in the blocks of a level."""
        first, last = int(level["from_block"]), int(level["to_block"])
        return statistics.median(float(row["value"]) for row in self.samples
                                 if first <= int(row["block"]) <= last)

    def changed(self):
        """Whether the measured executions show every change of level, by half of it and more."""
        pairs = list(zip(self.levels, self.levels[1:]))
        return bool(pairs) and all(
            math.log(self.work_seconds(after) / self.work_seconds(before))
            / math.log1p(after["change"]) > 0.5 for before, after in pairs)


def moment(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


def check_disturbed(proof, campaign):
    proof.check("slower than before" in campaign.text
                and "Comparisons within blocks are unaffected" in campaign.text,
                "busy loop: the report says so", campaign.sentence())
    first = sum(moment(look["start"]) < campaign.disturbed for look in campaign.looks)
    begins = list(itertools.accumulate((level["looks"] for level in campaign.levels), initial=0))
    slower = [(begin - first, level) for begin, level in zip(begins, campaign.levels)
              if level["change"] > 0.2]
    away, level = min(slower, key=lambda pair: abs(pair[0]), default=(None, None))
    proof.check(level and abs(away) <= LOCATED, "busy loop: a level at least 20 % slower begins "
                f"with the loop, at look {first + 1} of {len(campaign.looks)}",
                f"{away:+} looks, {level['change']:.0%} slower" if level else
                [f"{level['change']:.0%}" for level in campaign.levels], f"{LOCATED} looks")
    if level:
        begin = int(level["from_block"]) / max(int(look["block"]) for look in campaign.looks)
        proof.check(0.3 < begin < 0.8, "busy loop: that is in the middle of the blocks",
                    f"{begin:.2f}", "0.3 to 0.8")


def is_quiet(proof, campaign):
    """Judges it if that is fair."""
    used = f"others used {campaign.others:.1%} of its CPU, {campaign.elsewhere:.1%} elsewhere"
    if campaign.others > QUIET or campaign.elsewhere > QUIET_ELSEWHERE:
        why = used
    elif campaign.changed():
        why = "what was measured changed with the canary"
    else:
        proof.check(len(campaign.levels) == 1 and "than before" not in campaign.text,
                    "quiet: the report names no change", campaign.sentence(), used)
        return True
    print(f"       not judged, {why}: {campaign.sentence()}", flush=True)
    return False


def prove(arguments, proof, folder):
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    start = time.monotonic()
    cpu = max(os.sched_getaffinity(0))
    work = arguments.program.parent / "libexec/eswexp/eswexp-canary"
    spec = folder / "canary.yaml"
    for _ in range(10):
        run("taskset", "-c", cpu, work, "--iterations", "30")
    pair_s = 2 * (time.monotonic() - start) / 10
    spec.write_text(SPEC.format(work=work, blocks=int(arguments.seconds / pair_s), cpu=cpu))

    def campaign(disturb):
        return Campaign(arguments.program, folder, spec, cpu, arguments.seconds, disturb)

    for _ in range(arguments.disturbed):
        check_disturbed(proof, campaign(True))
    judged = 0
    while judged < arguments.quiet and \
            time.monotonic() - start + 1.2 * arguments.seconds < arguments.limit:
        judged += is_quiet(proof, campaign(False))
    proof.check(judged >= min(2, arguments.quiet), "campaigns on a quiet machine that could be "
                "judged", judged, "2 at least")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--disturbed", type=int, default=2, help="campaigns with a busy loop")
    options.add_argument("--quiet", type=int, default=3, help="campaigns without, judged")
    options.add_argument("--seconds", type=float, default=36, help="of each campaign, about")
    options.add_argument("--limit", type=float, default=345, help="seconds, of all")
    given = options.parse_args()
    sys.exit(main(given, prove))
