"""Where bundles are made, and where they are repeated: another folder, another user."""
import csv
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "prove"))
sys.path.append(str(HERE.parent / "compare"))
from common.users import NOBODY, as_nobody  # noqa: E402
from repository import Repository, environment  # noqa: E402, F401

THOROUGH = os.environ.get("ESWEXP_THOROUGH")  # as ./bootstrap prove sets it
FINE, DISAGREES, USAGE, FAILED, INCONCLUSIVE, INTERRUPTED = 0, 1, 2, 3, 4, 130

# Reports NUMBER ms and a little noise by the seed it is given.
PROGRAM = """#include "inc/number.h"
#include <stdio.h>
#include <stdlib.h>

double noise(unsigned long long seed);

double noise(unsigned long long seed)
{
    return 1 + 1e-8 * (double)(seed % 1000);
}

int main(int argc, char **argv)
{
    unsigned long long seed = argc > 1 ? strtoull(argv[1], NULL, 16) : 0;
    printf("took %.6f ms\\n", NUMBER * noise(seed));
    return 0;
}
"""
NUMBERS = """#ifdef FAST
#define NUMBER 80
#else
#define NUMBER 100
#endif
"""
SAMPLES = "samples: {pattern: 'took ([0-9.]+) ms', unit: ms}"
BUILDS = """repeat: {real: {builds: 2, executions: 1}}
randomize: {link_order: true, function_alignment: false}
"""
OWN = f"""experiment: own
benchmarks:
  number:
    sources: [../kernels/number.c]
    args: ["${{seed}}"]
    {SAMPLES}
variants:
  plain: {{}}
  fast: {{cflags: -DFAST}}
claims:
  - speedup(fast, plain) > 1.2
{BUILDS}"""


class Yard:
    def __init__(self, program, folder, proof):
        self.program, self.folder, self.proof = program, folder, proof
        folder.chmod(0o755)
        self.here = self.place("here")
        self.count, self.once = 0, None
        lock = folder / "host.lock"
        lock.touch()
        lock.chmod(0o666)
        self.environment = dict(environment(self.here / "home"), ESWEXP_HOST_LOCK=str(lock))
        self.nobody = as_nobody(program, folder)

    def place(self, name):
        place = self.folder / name
        (place / "home").mkdir(parents=True)
        return place

    def write(self, path, text):
        path = self.here / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def command(self, words, elsewhere):
        """What is to be started, and how: here, or in a place of another user's."""
        options = {"cwd": elsewhere or self.here, "text": True, "stdin": subprocess.DEVNULL,
                   "env": self.environment, "errors": "replace"}
        words = [str(word) for word in (self.program, *words)]
        if elsewhere:
            home = str(elsewhere / "home")
            options["env"] = dict(self.environment, HOME=home, XDG_CACHE_HOME=f"{home}/cache")
            words = self.nobody + words
        return words, options

    def run(self, *words, elsewhere=None, **more):
        words, options = self.command(words, elsewhere)
        return subprocess.run(words, capture_output=True, timeout=300, check=False, **options,
                              **more)

    def start(self, *words, elsewhere=None):
        words, options = self.command(words, elsewhere)
        return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options,
                                start_new_session=True)

    def check(self, *what):
        return self.proof.check(*what)

    def check_exit(self, what, done, code, *said):
        """The exit code, and words that were said (patterns, on whatever lines)."""
        text = " ".join((done.stdout + done.stderr).split())
        missing = [word for word in said if not re.search(word, text)]
        right = done.returncode == code and not missing
        return self.check(right, f"{what}: exit",
                          done.returncode if right else f"{done.returncode}: {text[-1500:]}",
                          ", ".join([str(code), *map(repr, said)]))

    def campaign(self, spec, *words):
        """Runs an experiment; its folder."""
        self.count += 1
        out = self.here / f"campaign{self.count}"
        done = self.run("run", spec, "--out", out, "--quiet", *words)
        if done.returncode != FINE:
            raise OSError(f"run {spec}: {done.returncode}: {done.stderr[-2000:]}")
        return out

    def bundle(self, campaign, *words):
        """The archive, read-only."""
        self.count += 1
        out = self.here / f"bundle{self.count}.tar.gz"
        done = self.run("bundle", campaign, "--out", out, *words)
        if done.returncode != FINE:
            raise OSError(f"bundle {campaign}: {done.returncode}: {done.stderr[-2000:]}")
        out.chmod(0o444)
        return out

    def elsewhere(self):
        """A new folder of nobody's."""
        self.count += 1
        place = self.place(f"elsewhere{self.count}")
        if self.nobody:
            for path in (place, place / "home"):
                os.chown(path, NOBODY, NOBODY)
        return place

    def unpacked(self, archive):
        """As tar unpacks it: the one folder in it."""
        self.count += 1
        folder = self.here / f"unpacked{self.count}"
        folder.mkdir()
        subprocess.run(["tar", "-xzf", archive, "-C", folder], check=True)
        (top,) = folder.iterdir()
        return top

    def own(self):
        """The campaign of the program above, and its experiment."""
        self.write("kernels/number.c", PROGRAM)
        self.write("kernels/inc/number.h", NUMBERS)
        return self.write("exp/own.yaml", OWN)

    def made(self):
        """That campaign, and its bundle; made once."""
        if not self.once:
            campaign = self.campaign(self.own())
            self.once = campaign, self.bundle(campaign)
        return self.once


def means(campaign):
    """{variant: mean in ms, rounded} of csv/estimates.csv."""
    with open(campaign / "csv/estimates.csv", newline="", encoding="utf-8") as file:
        return {row["variant"]: round(float(row["mean"]) * {"s": 1e3, "ms": 1}[row["unit"]])
                for row in csv.DictReader(file)}


def column(campaign, table, name):
    with open(campaign / f"csv/{table}.csv", newline="", encoding="utf-8") as file:
        return [row[name] for row in csv.DictReader(file)]
