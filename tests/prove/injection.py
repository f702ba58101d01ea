#!/usr/bin/env python3
"""Every k-th call fails, once and from then on: it is said, and repeating comes to the same.

Of one run, sweep, compare, report, bundle and reproduce. A library is preloaded into eswexp, not
into what it starts; the first run counts the calls of each kind. Then the k-th of a kind fails, or
all from it on, until a run has no k-th. Each run must end as the undisturbed one, with all that it
leaves; or with exit code 3 and a sentence. Nothing is left half-written, and the same command
without faults (`resume` once there is a plan) then gives the undisturbed results, with the samples
that were stored before.

Two things are not done twice. If no call of the kind followed the one that failed, all from it on
fail in the same run. And if a run says the same as one before, after as many changes of files and
processes in the same order, and leaves files of the same names and sizes, it is not repeated
without faults. The table counts both.

Of allocations, reads and locks there are many: the first from each place in eswexp's own functions
fails, then the first and the last from each stack, within libraries, too; --calls places: only
those of places, --calls every: all. Of the other kinds every call fails. --seconds bounds the
time, in which calls are drawn at random; --all has no bound. --done FILE goes on from what earlier
runs have tried.
"""
import concurrent.futures
import hashlib
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import struct
import sys
import time

from common import proof
from common.left import acknowledged, half_written, plain_text
from common.subjects import COMMANDS, INJECTED, subject

FAULTS = proof.ROOT / "tests/faults"
sys.path.insert(0, str(FAULTS))
from failing import COUNTS, KINDS  # noqa: E402

MANY = {"read", "lock", "allocate"}
PLACES, STACKS, EVERY = "places", "stacks", "every"
# Kinds that change no file; the others are always repeated without faults.
LOOKING = {*MANY, "memory", "open", "receive", "descriptor"}
ONCE, ON = 1, 1 << 40
USAGE, FAILED = 2, 3
# SQLite takes a page that the disk does not give for one that is damaged.
DAMAGED = re.compile("error: .*(malformed|it is damaged)")
FINE, SAID = "tolerated", "exit 3"
# What git could not tell is said so, and only if a call of libgit2 failed.
DOUBT = " (perhaps modified)"
RANDOM_NAME = re.compile("[0-9a-f]{8,}|[0-9]+")
HERE = pathlib.Path(__file__).resolve().parent


class Fault:
    """The call `at` of a kind fails in a command, and `times` - 1 after it."""

    def __init__(self, subject, kind, at, times):
        self.subject, self.kind, self.at, self.times = subject, kind, at, times

    def __str__(self):
        return (f"{self.subject.name}: {self.kind} {self.at}"
                f"{'' if self.times == ONCE else ' and on'}")


class Run:
    """What a command did, and the counts of the library."""

    def __init__(self, done, path, stacks):
        self.done = done
        with open(path, "rb") as file:
            *calls, self.failed, self.in_git, self.order = COUNTS.unpack(file.read(COUNTS.size))
            self.calls = dict(zip(KINDS, calls))
            self.stacks = list(struct.iter_unpack("=2Q", file.read(16 * self.calls.get(stacks, 0))))
        path.unlink()


class Injector:
    def __init__(self, library):
        self.library = library
        self.ends = set()  # of runs that were repeated without faults, and held

    def run(self, place, words, fault=None, stacks=""):
        path = place.folder.parent / f"{place.folder.name}.calls"
        done = place.run(words, LD_PRELOAD=str(self.library), FAULT_CALLS=str(path),
                         FAULT_STACKS=stacks, FAULT_KIND=fault.kind if fault else "",
                         FAULT_AT=str(fault.at if fault else 0),
                         FAULT_TIMES=str(fault.times if fault else 0))
        return Run(done, path, stacks)

    def candidates(self, subject):
        """{kind: (number of calls, {which: numbers of these})}"""
        found = {}
        for kind in KINDS:
            if kind in MANY or not found:
                place = subject.place()
                run = self.run(place, subject.words, stacks=kind)
                if run.done.returncode != subject.exit:
                    raise proof.Trouble(f"{subject.name}: exit {run.done.returncode}: "
                                        f"{run.done.stderr}")
                place.clear()
            every = range(1, run.calls[kind] + 1)
            which = {PLACES: every, STACKS: every, EVERY: every}
            if kind in MANY:
                numbered = [(at, *stack) for at, stack in enumerate(run.stacks, 1)]
                first, last = ({stack: at for at, stack, _ in order}.values()
                               for order in (reversed(numbered), numbered))
                which[PLACES] = {own: at for at, _, own in reversed(numbered)}.values()
                which[STACKS] = {*first, *last}
            found[kind] = (run.calls[kind], {name: sorted(which[name]) for name in which})
        return found

    def inject(self, fault):
        """(A row of what happened, whether a call of the kind followed the one that failed)"""
        place, follows, again = fault.subject.place(), True, AGAIN
        try:
            run = self.run(place, fault.subject.words, fault)
            follows = run.calls[fault.kind] > fault.at
            outcome, wrong = judge(fault, place, run)
            end = end_of(fault, place, run) if outcome == SAID and not wrong else None
            if end and end in self.ends:
                again = AS_BEFORE
            else:
                wrong += go_on(fault.subject, place, run)
            if end and not wrong:
                self.ends.add(end)
            failed = bool(run.failed)
        except (OSError, ValueError, proof.Trouble) as trouble:
            outcome, wrong, failed = "unreadable", [repr(trouble)], True
        if not wrong:
            place.clear()
        return Row(outcome, failed, again, [f"{fault} ({place.folder.name}): {one}"
                                            for one in wrong]), follows


AGAIN, AS_BEFORE, SAME_RUN = "again", "as before", "same run"


class Row:
    def __init__(self, outcome, failed, again, wrong):
        self.outcome, self.failed, self.again, self.wrong = outcome, failed, again, wrong


def go_on(subject, place, run):
    """What is wrong when the command is repeated without faults."""
    before = acknowledged(place, subject.campaigns)
    finished = subject.finish(place)
    wrong = []
    if finished.returncode != subject.exit:
        wrong.append(f"again: exit {finished.returncode}: {tail(finished.stderr)}")
    wrong += [f"again: {one}" for one in subject.differences(place, doubt_of(run))]
    after = acknowledged(place, subject.campaigns)
    if not before.items() <= after.items():
        wrong.append("again: samples that were stored changed")
    left = subject.leftovers(place)
    return wrong + ([f"again: {len(left)} files left behind: {left[0]}"] if left else [])


def end_of(fault, place, run):
    """What is equal of runs that end alike; None: it is always repeated."""
    if fault.kind not in LOOKING:
        return None
    files = []
    for folder, _, names in os.walk(place.folder):
        files += [(RANDOM_NAME.sub("#", f"{folder}/{name}".removeprefix(str(place.folder))),
                   os.lstat(f"{folder}/{name}").st_size) for name in names]
    said = RANDOM_NAME.sub("#", run.done.stderr.replace(str(place.folder), "PLACE"))
    return fault.subject.name, run.order, said, run.done.stdout, tuple(sorted(files))


def doubt_of(run):
    return DOUBT if run.in_git else ""


def tail(text):
    return text.strip()[-400:]


def judge(fault, place, run):
    """How it ended, and what is wrong with that."""
    subject, done, doubt = fault.subject, run.done, doubt_of(run)
    code, said = done.returncode, done.stderr
    if code is None:
        return "hangs", [f"does not end: {tail(said)}"]
    if code < 0:
        return f"signal {-code}", [f"signal {-code}: {tail(said)}"]
    if code == FAILED:
        silent = [] if "error: " in said else [f"exit {code} without a sentence: {tail(said)}"]
        return SAID, silent + half_written(subject, place)
    if code == USAGE and fault.kind == "read" and DAMAGED.search(said):
        return "damaged", half_written(subject, place)
    if code != subject.exit:
        return f"exit {code}", [f"exit {code}: {tail(said)}"]
    wrong = subject.differences(place, doubt)
    if plain_text(done.stdout.replace(str(place.folder), "PLACE").replace(doubt, "")) != subject.said:
        wrong.append("prints something else")
    return FINE, [f"exit {code}, yet {one}: {tail(said)}" for one in wrong]


class Cell:
    """One command, one kind, once or from then on."""

    def __init__(self, subject, kind, times):
        self.subject, self.kind, self.times = subject, kind, times
        self.hit = self.held = self.as_before = self.same_run = 0
        self.tried, self.outcomes = set(), {}

    def add(self, at, row):
        self.tried.add(at)
        self.hit += row.failed
        self.held += row.failed and not row.wrong
        self.as_before += row.again == AS_BEFORE
        self.same_run += row.again == SAME_RUN
        self.outcomes[row.outcome] = self.outcomes.get(row.outcome, 0) + 1

    def of(self, numbers):
        return f"{len(self.tried.intersection(numbers))} of {len(numbers)}"


class Calls:
    """Of one command and kind."""

    def __init__(self, subject, kind, count, which):
        self.subject, self.kind, self.count, self.which = subject, kind, count, which
        self.once, self.on = (Cell(subject, kind, times) for times in (ONCE, ON))

    def numbers(self, chance, last):
        """Those that are still to fail, in the order in which they are to."""
        names = [*self.which]
        parts = [self.which[name] for name in names[:names.index(last) + 1]]
        mixed = dict.fromkeys(at for part in parts for at in chance.sample(part, len(part)))
        return [at for at in mixed if at not in self.once.tried or at not in self.on.tried]


class Journal:
    """What was tried, kept in a file from run to run of this proof."""

    def __init__(self, path, key, calls):
        self.file, self.rows = None, 0
        if not path:
            return
        lines = path.read_text().splitlines() if path.exists() else []
        if lines and lines[0] != key:
            raise proof.Trouble(f"'{path}' is of another eswexp, or of another proof: remove it")
        cells = {(cell.subject.name, cell.kind, cell.times): cell
                 for one in calls for cell in (one.once, one.on)}
        for line in lines[1:]:
            name, kind, times, at, *row = json.loads(line)
            if (name, kind, times) in cells:
                cells[name, kind, times].add(at, Row(*row))
        self.file = open(path, "a", encoding="utf-8")
        if not lines:
            self.write(key)

    def write(self, line):
        if self.file:
            self.file.write(line + "\n")
            self.file.flush()

    def add(self, cell, at, row):
        self.rows += 1
        self.write(json.dumps([cell.subject.name, cell.kind, cell.times, at, row.outcome,
                               row.failed, row.again, row.wrong]))


def print_cells(calls):
    print(f"{'command':10} {'call':10} {'fails':5} {'calls':>7} {'stacks':>14} {'places':>12} "
          f"{'injected':>8} {'held':>7} {'as before':>9} {'same run':>8}  outcomes")
    for one in calls:
        for cell in (one.once, one.on) if one.count else ():
            stacks, places = ((cell.of(one.which[name]) if one.kind in MANY else "")
                              for name in (STACKS, PLACES))
            said = ", ".join(f"{count} {what}" for what, count in sorted(cell.outcomes.items()))
            times = "once" if cell.times == ONCE else "on"
            print(f"{one.subject.name:10} {one.kind:10} {times:5} {one.count:7} {stacks:>14} "
                  f"{places:>12} {cell.hit:8} {cell.held:7} {cell.as_before:9} "
                  f"{cell.same_run:8}  {said}")


def print_kinds(calls):
    """By call, of all commands."""
    print(f"{'call':10} {'calls':>7} {'injected once':>13} {'held':>7} {'and on':>7} {'held':>7}")
    for kind in (*KINDS, "all"):
        rows = [one for one in calls if kind in (one.kind, "all")]
        numbers = [sum(values) for values in zip(*((one.count, one.once.hit, one.once.held,
                                                    one.on.hit, one.on.held) for one in rows))]
        if rows:
            print("{:10} {:7} {:13} {:7} {:7} {:7}".format(kind, *numbers), flush=True)


def rounds(calls, chance, last):
    """One call of each command and kind, and again, as long as there are some."""
    queues = [[(one, at) for at in one.numbers(chance, last)] for one in calls]
    return (item for turn in itertools.zip_longest(*queues) for item in turn if item)


def inject_all(injector, items, journal, seconds, jobs):
    end = time.monotonic() + seconds

    def one(item):
        calls, at = item
        found = []
        if time.monotonic() >= end:
            return found
        row, follows = injector.inject(Fault(calls.subject, calls.kind, at, ONCE))
        found = [(calls.once, row)] if at not in calls.once.tried else []
        if not follows:
            found.append((calls.on, Row(row.outcome, row.failed, SAME_RUN, row.wrong)))
        elif at not in calls.on.tried:
            found.append((calls.on, injector.inject(Fault(calls.subject, calls.kind, at, ON))[0]))
        return [(cell, at, row) for cell, row in found]

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for found in pool.map(one, items):
            for cell, at, row in found:
                cell.add(at, row)
                journal.add(cell, at, row)
                for mistake in row.wrong:
                    print(f"       {mistake}", flush=True)


def keep_only(tools, names):
    """On the PATH: what else eswexp asks for its version takes longer than all the rest."""
    tools.mkdir()
    for name in names:
        (tools / name).symlink_to(shutil.which(name))
    os.environ["PATH"] = str(tools)


def prove(arguments, check, folder):
    parts = [FAULTS / f"faulty_{part}.c" for part in ("calls", "memory")]
    injector = Injector(proof.compile_c(FAULTS / "faulty.c", folder / "faulty.so", "-shared",
                                        "-fPIC", *parts))
    keep_only(folder / "tools", ("as", "cc", "git", "gzip", "ld", "sh", "tar"))
    seed = arguments.seed or random.randrange(1 << 32)
    print(f"the seed is {seed}", flush=True)
    chance, calls = random.Random(seed), []
    for name in arguments.command or INJECTED:
        one = subject(name, arguments.program, folder)
        calls += [Calls(one, kind, *found) for kind, found in injector.candidates(one).items()
                  if kind in (arguments.kind or KINDS)]
    journal = Journal(arguments.done, key_of(arguments.program), calls)
    seconds = float("inf") if arguments.all else arguments.seconds
    inject_all(injector, rounds(calls, chance, arguments.calls), journal, seconds, arguments.jobs)
    print_cells(calls)
    print_kinds(calls)
    cells = [cell for one in calls for cell in (one.once, one.on)]
    hit = sum(cell.hit for cell in cells)
    wrong = hit - sum(cell.held for cell in cells)
    print(f"{journal.rows} rows of this run")
    check.check(not wrong, f"{hit} calls that failed: those that did not hold", wrong, "0")
    reached = [cell for cell in cells if cell.tried and not cell.hit]
    check.check(not reached, "kinds of calls of which none failed", len(reached), "0")


def key_of(program):
    """Of all that decides which call is the k-th."""
    sources = [program, *FAULTS.glob("faulty*"), HERE / "common/subjects.py"]
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()


def in_memory():
    """A file system that holds nothing back, so that a try takes no time of a disk; None: there is
    none with room."""
    memory = pathlib.Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free >= 1 << 30 else None


if __name__ == "__main__":
    options = proof.parser(__doc__)
    options.add_argument("--calls", choices=(PLACES, STACKS, EVERY), default=STACKS,
                         help="which allocations, reads and locks fail")
    options.add_argument("--all", action="store_true", help="all of them, however long it takes")
    options.add_argument("--seconds", type=float, default=700, help="how long calls fail")
    options.add_argument("--seed", type=int, help="of the calls that are drawn")
    options.add_argument("--done", type=pathlib.Path, help="what earlier runs have tried")
    options.add_argument("--jobs", type=int, default=2, help="commands at the same time")
    options.add_argument("--command", action="append", choices=[*COMMANDS])
    options.add_argument("--kind", action="append", choices=KINDS)
    sys.exit(proof.main(options.parse_args(), prove, in_memory()))
