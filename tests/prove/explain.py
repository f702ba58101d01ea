#!/usr/bin/env python3
"""`eswexp compare --explain` tells placement from code.

The commits of an inert pair do exactly the same work: the second has unused functions of other
lengths, lists the objects in another order, and gives a function another name. The second commit of
a slower pair has all that, too, and one of its functions does 3 % more work of the whole program.

An inert pair is explained rightly if no function's machine code differs and the code is neither
slower nor faster; a slower one if the code is slower, its interval excludes 0, and the function that
does more work is among those that differ. Beside it stands hyperfine's comparison of the two builds
as they are: Welch's t-test of all runs of one and then all of the other, at p < 0.05. It is wrong if
it finds a difference in an inert pair, or none in a slower pair.
"""
import random
import shutil
import subprocess
import sys
import time

from common.comparing import Comparison, project
from common.proof import main, parser
from false_alarms import SOURCES, build_once, hyperfine, unused_function, welch

RENAMED = "step_fold"
RENAMED_IN = ("machine.c", "steps.c", "chain.h")
WORK = "MIX_PASSES = 35", "MIX_PASSES = 37"  # 3.0 % more instructions of the whole program


def make_pairs(repository, count, generator):
    """[(base, head, slower)]: `count` inert ones, then as many slower ones."""
    repository.git("checkout", "--quiet", "-b", "explained", "before")
    texts = {f"{name}.c": (repository.folder / f"{name}.c").read_text() for name in SOURCES}
    texts["chain.h"] = (repository.folder / "chain.h").read_text()
    makefile = (repository.folder / "Makefile").read_text()
    objects = [f"{name}.o" for name in SOURCES]
    (line,) = (text for text in makefile.splitlines() if text.startswith("OBJECTS = "))
    pairs = []
    for number in range(2 * count):
        slower, ids = number >= count, []
        for side in range(2):
            order = generator.sample(objects, len(objects))
            lengths = {name: generator.randrange(1, 40) for name in SOURCES}
            for path, text in texts.items():
                if path in RENAMED_IN and side:
                    text = text.replace(RENAMED, f"{RENAMED}_{number}")
                if slower and side:
                    text = text.replace(*WORK)
                name = path.removesuffix(".c")
                if name in lengths:
                    text += unused_function(f"{name}_{number}_{side}", lengths[name],
                                            random.Random(path))
                repository.write(path, text)
            repository.write("Makefile", makefile.replace(line, f"OBJECTS = {' '.join(order)}"))
            repository.commit(f"Pair {number}, side {side}")
            ids.append(repository.id("HEAD"))
        pairs.append((*ids, slower))
    repository.git("checkout", "--quiet", "main")
    return pairs


def apart(folder, runs):
    """What hyperfine does, where it is not installed."""
    times = [], []
    for side in range(2):
        for _ in range(runs + 3):
            begun = time.perf_counter()
            subprocess.run([folder / f"bench-{'ab'[side]}"], stdout=subprocess.DEVNULL, check=True)
            times[side].append(time.perf_counter() - begun)
    return [each[3:] for each in times]


def is_right(one, slower):
    functions = one.explanation["functions"]
    if slower:
        return one.outcome == "slower" and one.low > 1 and functions["differs"] >= 1
    return functions["differs"] == 0 and one.outcome in ("equivalent", "inconclusive")


def change(part):
    return f"{part['time_ratio'] - 1:+.1%} [{part['low'] - 1:+.1%}, {part['high'] - 1:+.1%}]"


def show(number, slower, one, test, right, wrong):
    parts = one.explanation
    code = {"time_ratio": one.ratio, "low": one.low, "high": one.high}
    print(f"       pair {number}, {'slower' if slower else 'inert'}: as built "
          f"{change(parts['as_built'])}, code {change(code)} ({one.outcome}), placement "
          f"{change(parts['placement'])}, {parts['functions']['differs']} functions differ: "
          f"{'right' if right else 'WRONG'}; hyperfine {test[1] - 1:+.1%}, p {test[0]:.2g}: "
          f"{'WRONG' if wrong else 'right'}; {one.builds} blocks, {one.seconds:.0f} s", flush=True)


def prove(arguments, proof, folder):
    repository = project(folder / "project", folder)
    right, wrong, inert_wrong = 0, 0, 0
    pairs = make_pairs(repository, arguments.pairs, random.Random(arguments.first))
    timed = hyperfine if shutil.which("hyperfine") else apart
    for number, (base, head, slower) in enumerate(pairs, 1):
        one = Comparison(arguments.program, repository, folder / "campaign", base, head,
                         "--explain", "--seed", arguments.first + number,
                         "--set", f"repeat.real.executions={arguments.executions}")
        build_once(repository, folder, (base, head))
        times = timed(folder, one.executions)
        p, ratio = welch(*times), sum(times[1]) / sum(times[0])
        mistaken = (not (p < 0.05 and ratio > 1)) if slower else p < 0.05
        attributed = is_right(one, slower)
        show(number, slower, one, (p, ratio), attributed, mistaken)
        right += attributed
        wrong += mistaken
        inert_wrong += mistaken and not slower
    count = len(pairs)
    print(f"       hyperfine's verdict on the same builds is wrong in {wrong} of {count} pairs, in "
          f"{inert_wrong} of {count // 2} inert ones", flush=True)
    least = count - max(1, count // 20)
    proof.check(right >= least, "pairs explained rightly", f"{right} of {count}",
                f"at least {least}")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--pairs", type=int, default=20, help="of each kind")
    options.add_argument("--executions", type=int, default=6, help="of each build of a comparison")
    options.add_argument("--first", type=int, default=1, help="seed of the pairs and comparisons")
    sys.exit(main(options.parse_args(), prove))
