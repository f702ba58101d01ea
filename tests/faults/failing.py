"""Calls of the system that fail, each once: it is said, and gone on from there."""
import concurrent.futures
import shutil
import struct

from bench import FAILED, HERE
from common.proof import Trouble, compile_c
from resuming import USAGE, Course, sources
from sweeping import BEGIN_ANEW, Sweep

KINDS = ("pwrite", "sync", "write", "rename", "truncate", "copy", "make", "remove", "start",
         "memory", "open", "read", "receive", "send", "descriptor", "lock", "allocate")
TRIED = KINDS[:-1]  # allocations fail in tests/prove/injection.py alone: sanitizers have their own
AT_MOST = {"commands": 2, "linked": 1, "queue": 1}  # of a kind; prove/injection.py tries all
LASTING = 6  # mappings of memory
COUNTS = struct.Struct(f"={len(KINDS) + 3}Q")
ON = 1 << 40
ONE_CELL = {"more": "{}\nexclude: [{size: 30000}]"}
LINKED = {"builds": "builds: 1, ", "randomize": ", link_order: function", **ONE_CELL}


class Queue(Sweep):
    """A sweep, disturbed as a single campaign is."""

    def __init__(self, bench):
        super().__init__(bench, first={"executions": 1},
                         second={"executions": 2, "what": sources(bench), **LINKED})
        self.name, self.exit = "queue", 0

    folder = Sweep.out

    def go_on(self, out, **options):
        done = self.bench.run(*self.words(out), **options)
        if done.returncode == USAGE and BEGIN_ANEW.search(done.stderr):
            shutil.rmtree(out)
            done = self.bench.run(*self.words(out), **options)
        return done


def subjects(bench):
    return [Course(bench, "commands", executions=3, **ONE_CELL),
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
        """The call number `at` fails in the campaign, and once more in its resumption.

        Returns whether it was reached in the first, and what then went wrong."""
        out = self.course.folder()
        done, calls = self.disturb(out, at)
        wrong = self.judge("run", done, out)
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


def spread(count, most):
    """So many of the numbers from 1 to `count`, evenly."""
    most = min(count, most)
    return [1 + int((i + 0.5) * count / most) for i in range(most)]


def failing_calls(bench):
    """Of every kind so many calls, by the name of what makes them; all of the counted are hit."""
    library = compile_c(HERE / "faulty.c", bench.folder / "faulty.so", "-shared", "-fPIC",
                        HERE / "faulty_calls.c")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for course in subjects(bench):
            counts = Saboteur(course, library).count()
            for kind in TRIED:
                saboteur, count = Saboteur(course, library, kind), counts[kind]
                chosen = spread(count, AT_MOST[course.name])
                results = list(pool.map(saboteur.sabotage, chosen))
                hit = sum(reached for reached, _ in results)
                wrong = [one for _, some in results for one in some]
                bench.proof.check(hit == len(chosen), f"{course.name}: calls of the kind '{kind}' "
                                  "that failed", hit, f"{len(chosen)} of {count}")
                bench.proof.check(not wrong, "  what then went wrong", wrong or 0, "0")
    bench.check_nobody("  failing calls")


def failing_from_then_on(bench):
    """What a machine without memory cannot build is built when it is resumed."""
    library = compile_c(HERE / "faulty.c", bench.folder / "lasting.so", "-shared", "-fPIC",
                        HERE / "faulty_calls.c")
    course = Course(bench, "lasting", what=sources(bench), **LINKED)
    count = Saboteur(course, library).count()["memory"]
    saboteur = Saboteur(course, library, "memory")
    chosen = spread(count, LASTING)
    wrong = [one for at in chosen for one in saboteur.starve(at)]
    bench.proof.check(count and not wrong, f"{len(chosen)} of {count} mappings from which on all fail: "
                      "what then went wrong", wrong or 0, "0")
    bench.check_nobody("  failing from then on")


FAULTS = (failing_calls, failing_from_then_on)
