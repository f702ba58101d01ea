#!/usr/bin/env python3
"""`eswexp compare` finds a 3 % change and raises no false alarm.

In the repository of tests/compare each seed compares three commits with their parents: one that
does 3 % more work, one that changes a comment, and one that adds a function nobody calls, which
moves every address. The project's own experiment file asks for 99 % confidence, so that ten
comparisons of a program with itself seldom raise one alarm, and judges CPU time, which varies less
where the machine is shared (--measure wall_time: the time of the clock).
"""
import re
import shutil
import sys

from common.comparing import Comparison, project
from common.proof import main, parser, run

COMMITS = ("slower", "comment", "unused")


def instructions(repository, folder, commit):
    """Of the whole program, counted by valgrind."""
    tree = folder / "built"
    repository.git("worktree", "add", "--quiet", "--detach", tree, commit)
    run("make", "--silent", "-C", tree)
    counted = run("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", tree / "bench")
    repository.git("worktree", "remove", "--force", tree)
    return int(re.search(r"Collected : (\d+)", counted.stderr)[1])


def check_work(proof, repository, folder):
    if not shutil.which("valgrind"):
        print("skipped: no valgrind here to count instructions")
        return
    counts = {}
    for commit in COMMITS:
        before, after = (instructions(repository, folder, name)
                         for name in (f"{commit}^", commit))
        counts[commit] = after / before - 1
    proof.check(0.027 < counts["slower"] < 0.033, "instructions that 'slower' adds",
                f"{counts['slower']:.2%}", "3 %")
    same = max(abs(counts["comment"]), abs(counts["unused"]))
    proof.check(same < 1e-4, "  that 'comment' and 'unused' add", f"{same:.4%}", "none")


def compare_all(arguments, repository, folder):
    found = {commit: [] for commit in COMMITS}
    more = ("--set", f"measure={arguments.measure}") if arguments.measure else ()
    for seed in range(arguments.first, arguments.first + arguments.seeds):
        for commit in COMMITS:
            one = Comparison(arguments.program, repository, folder / "campaign", f"{commit}^",
                             commit, "--seed", seed, *more)
            found[commit].append(one)
            print(f"       seed {seed}, {commit}: {one}", flush=True)
    return found


def prove(arguments, proof, folder):
    repository = project(folder / "project", folder)
    check_work(proof, repository, folder)
    found, count = compare_all(arguments, repository, folder), arguments.seeds
    detected = sum(one.exit == 1 and one.low > 1 for one in found["slower"])
    proof.check(detected >= 0.9 * count, "3 % more work: found slower, exit 1",
                f"{detected} of {count}", "at least 9 of 10")
    for commit in COMMITS[1:]:
        alarms = sum(one.outcome in ("slower", "faster") for one in found[commit])
        red = sum(one.exit != 0 for one in found[commit])
        proof.check(alarms <= 0.1 * count, f"commit '{commit}': found slower or faster",
                    f"{alarms} of {count}, {red} with exit 1", "at most 1 of 10")
    everything = [one for ones in found.values() for one in ones]
    wrong = sum(not one.consistent() for one in everything)
    proof.check(wrong == 0, "exit code, verdict and interval that disagree", wrong, "0")
    print(f"       the longest comparison took {max(one.seconds for one in everything):.1f} s")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--seeds", type=int, default=10)
    options.add_argument("--first", type=int, default=1, help="the first seed")
    options.add_argument("--measure", help="judge this metric (default: as the project says)")
    given = options.parse_args()
    sys.exit(main(given, prove))
