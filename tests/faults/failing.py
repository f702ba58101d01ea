"""Calls of the system that fail, each once: it is said, and gone on from there."""
import concurrent.futures
import os
import shutil
import struct

from bench import FAILED, HERE
from common.proof import Trouble, compile_c
from resuming import USAGE, Course, sources
from sweeping import BEGIN_ANEW, Sweep

KINDS = ("pwrite", "sync", "write", "rename", "truncate", "copy", "make", "remove", "start",
         "memory", "open", "read", "receive", "send", "descriptor", "lock", "allocate")
TRIED = KINDS[:-1]  # allocations fail in tests/prove/injection.py alone: sanitizers have their own
# One call of a kind in a course; prove/injection.py tries all.
CHOSEN = {"commands": [kind for kind in TRIED if kind != "copy"], "linked": ["copy", "start"],
          "queue": ["make", "start", "lock"]}
TWICE = TRIED[::2]  # those of commands that fail in the resumption as well
LASTING = 1  # mappings of memory
if os.environ.get("ESWEXP_THOROUGH"):
    TWICE = TRIED
    CHOSEN["linked"] += ["read", "descriptor"]
    CHOSEN["queue"] += ["pwrite", "open"]
    LASTING = 2
COUNTS = struct.Struct(f"={len(KINDS) + 3}Q")
ON = 1 << 40
ONE_CELL = {"more": "{}\nexclude: [{size: 30000}]"}
LINKED = {"builds": "builds: 1, ", "randomize": ", link_order: function", **ONE_CELL}


class Queue(Sweep):
    """A sweep, disturbed as a single campaign is."""

    def __init__(self, bench):
        super().__init__(bench, first={"executions": 1}, second={"executions": 2, **ONE_CELL})
        self.name, self.exit = "queue", 0

    folder = Sweep.out

    def go_on(self, out, **options):
        done = self.bench.run(*self.words(out), **options)
        if done.returncode == USAGE and BEGIN_ANEW.search(done.stderr):
            shutil.rmtree(out)
            done = self.bench.run(*self.words(out), **options)
        return done


def subjects(bench):
    return [Course(bench, "commands", executions=2, **ONE_CELL),
            Course(bench, "linked", what=sources(bench), **LINKED), Queue(bench)]


class Saboteur:
    """Runs a course with a call that fails."""

    def __init__(self, course, library, kind="none"):
        self.course, self.library, self.kind = course, library, kind

    def disturb(self, out, at, times=1):
        """What a step of the campaign in `out` did, and how many calls of each kind it made."""
        name = f"{self.kind} {at} of {out.name}"
        calls = self.course.bench.folder / f"calls {name}"
        done = self.course.go_on(out, env=dict(
            self.course.bench.environment, LD_PRELOAD=str(self.library),
            ASAN_OPTIONS="verify_asan_link_order=0", FAULT_KIND=self.kind, FAULT_AT=str(at),
            FAULT_TIMES=str(times), FAULT_CALLS=str(calls),
            ESWEXP_HOST_LOCK=str(self.course.bench.folder / name)))
        if not calls.exists():
            raise Trouble(f"{name}: exit {done.returncode}: {done.stderr}")
        with open(calls, "rb") as file:
            counts = COUNTS.unpack(file.read(COUNTS.size))
        calls.unlink()
        return done, dict(zip(KINDS, counts))

    def count(self):
        out = self.course.folder()
        _, counts = self.disturb(out, 0)
        shutil.rmtree(out)
        return counts

    def sabotage(self, at):
        """The call number `at` fails in the campaign, and, of commands, of many kinds once more in its resumption.

        Returns whether it was reached in the first, and what then went wrong."""
        out = self.course.folder()
        done, calls = self.disturb(out, at)
        wrong = self.judge("run", done, out)
        if self.course.name == "commands" and self.kind in TWICE:
            done, _ = self.disturb(out, at)
            wrong += self.judge("resume", done, out)
        return calls[self.kind] >= at, self.finish(out, at, done, wrong)

    def starve(self, at):
        """All calls from the number `at` on fail in the campaign, and none in its resumption."""
        out = self.course.folder()
        done, _ = self.disturb(out, at, times=ON)
        return self.finish(out, at, done, self.judge("run", done, out))

    def finish(self, out, at, done, wrong):
        if done.returncode != self.course.exit:
            done, _ = self.disturb(out, 0)
            wrong += self.course.differences(out)
        if done.returncode != self.course.exit:
            wrong.append(f"exit {done.returncode}: {done.stderr.strip()[-300:]}")
        if not wrong:
            shutil.rmtree(out)
        return [f"call {at}, {out.name}: {one}" for one in wrong]

    def judge(self, what, done, out):
        """A success is one; a failure says what failed."""
        if done.returncode == self.course.exit:
            return [f"{what} succeeded, yet {one}" for one in self.course.differences(out)]
        said = done.returncode in (USAGE, FAILED) and "error: " in done.stderr
        return [] if said else [f"{what}: exit {done.returncode}: {done.stderr.strip()[-300:]}"]


def middle(count):
    return 1 + count // 2


def spread(count, most):
    """So many of the numbers from 1 to `count`, evenly."""
    most = min(count, most)
    return [1 + int((i + 0.5) * count / most) for i in range(most)]


def check_calls(bench, course, library, counts, pool):
    """Of every kind one in the middle, by the name of what makes them; each is hit."""
    kinds = CHOSEN[course.name]
    results = pool.map(lambda kind: Saboteur(course, library, kind).sabotage(middle(counts[kind])), kinds)
    for kind, (hit, wrong) in zip(kinds, results):
        bench.proof.check(hit, f"{course.name}: a call of the kind '{kind}' that failed",
                          f"{middle(counts[kind])} of {counts[kind]}")
        bench.proof.check(not wrong, "  what then went wrong", wrong or 0, "0")


def check_from_then_on(bench, course, library, count, pool):
    """What a machine without memory cannot build is built when it is resumed."""
    chosen = spread(count, LASTING)
    wrong = sum(pool.map(Saboteur(course, library, "memory").starve, chosen), [])
    bench.proof.check(count and not wrong, f"{len(chosen)} of {count} mappings from which on all fail: "
                      "what then went wrong", wrong or 0, "0")


def failing_calls(bench):
    library = compile_c(HERE / "faulty.c", bench.folder / "faulty.so", "-shared", "-fPIC",
                        HERE / "faulty_calls.c")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for course in subjects(bench):
            counts = Saboteur(course, library).count()
            check_calls(bench, course, library, counts, pool)
            if course.name == "linked":
                check_from_then_on(bench, course, library, counts["memory"], pool)
    bench.check_nobody("  failing calls")


FAULTS = (failing_calls,)
