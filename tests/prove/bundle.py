#!/usr/bin/env python3
"""A bundle repeated elsewhere agrees; with a kernel slowed by 10 %, it does not, and which is said.

The kernel is measured, in CPU time, here and then in another folder, by nobody if this is root:
as it was bundled; with one variant 10 % slower, which its ratio and its mean show; with both
slower, which only the means show.
"""
import json
import sys

from common.proof import ROOT, main, parser

sys.path.insert(0, str(ROOT / "tests/bundle"))
from yard import Yard  # noqa: E402

KERNEL = """#include "eswexp.h"
#include "work.h"

static void turn(uint64_t *state, int times)
{
    for (int i = 0; i < times; i++)
        *state = *state * 6364136223846793005u + 1442695040888963407u;
}

int main(int argc, char **argv)
{
    struct esw_run run;
    uint64_t state = 1;
    esw_begin(&run, argc, argv);
    while (esw_next(&run)) {
        for (int i = 0; i < 100; i++) {
            turn(&state, TIMES);
            ESW_USE(state);
        }
    }
    return esw_end(&run);
}
"""
WORK = """#ifdef SHORT
#define TIMES 1500
#else
#define TIMES 2000
#endif
"""
EXPERIMENT = """experiment: kernel
benchmarks:
  kernel: {sources: [../kernels/kernel.c], cflags: -O1}
variants:
  long: {}
  short: {cflags: [-O1, -DSHORT]}
repeat:
  pilot: {builds: 3, executions: 2, iterations: 5}
  real: {builds: 25, executions: 2, iterations: 10}
measure: [cpu_time]
"""
RATIO, LONG, SHORT = ("kernel: cpu_time of short against long", "kernel: cpu_time of long",
                      "kernel: cpu_time of short")


def repeat(yard, what, bundle, *words):
    """What disagrees, by the exit code, the JSON and the words."""
    place = yard.elsewhere()
    done = yard.run("reproduce", bundle, "--out", place / "out", "--json", *words, elsewhere=place)
    if done.returncode not in (0, 1):
        raise OSError(f"{what}: {done.returncode}: {done.stderr[-2000:]}")
    said = json.loads(done.stdout)
    for item in said["items"]:
        print(f"       {item['outcome']}: {item['name']}: {item['change'] - 1:+.2%} "
              f"[{item['low'] - 1:+.2%}, {item['high'] - 1:+.2%}]")
    print("       " + yard.run("reproduce", place / "out").stdout.splitlines()[-1], flush=True)
    return done.returncode, [item["name"] for item in said["items"]
                             if item["outcome"] == "disagrees"], said


def slowed(yard, bundle, *changes):
    """The bundle as a folder, its kernel changed."""
    top, text = yard.unpacked(bundle), WORK
    for old, new in changes:
        text = text.replace(old, new)
    (top / "sources/kernels/work.h").write_text(text)
    return top


def prove(arguments, proof, folder):
    folder.chmod(0o755)
    yard = Yard(arguments.program, folder, proof)
    yard.write("kernels/kernel.c", KERNEL)
    yard.write("kernels/work.h", WORK)
    bundle = yard.bundle(yard.campaign(yard.write("exp/kernel.yaml", EXPERIMENT)))
    who = "nobody" if yard.nobody else "the same user: run this as root for another"
    code, differing, said = repeat(yard, "as it was", bundle)
    proof.check(code == 0 and said["verdict"] == "agrees", f"as it was bundled, by {who}",
                f"{code}, {said['verdict']}", "0, agrees")
    one = slowed(yard, bundle, ("1500", "1650"))
    code, differing, said = repeat(yard, "one slower", one)
    proof.check(code == 1 and {RATIO} <= set(differing) <= {RATIO, SHORT},
                "one variant 10 % slower", f"{code}, {differing}",
                "1, its ratio, and its mean unless the machine has become as much faster")
    proof.check(said["changed"] == ["'sources/kernels/work.h' is not the one that was bundled"],
                "  the source", said["changed"])
    both = slowed(yard, bundle, ("1500", "1650"), ("2000", "2200"))
    code, differing, said = repeat(yard, "both slower", both)
    proof.check(code == 1 and set(differing) <= {LONG, SHORT}, "both variants 10 % slower",
                f"{code}, {differing}", "1, means alone")


if __name__ == "__main__":
    sys.exit(main(parser(__doc__).parse_args(), prove))
