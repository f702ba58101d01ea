#!/usr/bin/env python3
"""Every k-th call fails, once and from then on: it is said, and repeating comes to the same.

Of one run, sweep, compare, report, bundle and reproduce. A library is preloaded into eswexp, not
into what it starts; the first run counts the calls of each kind. Then the k-th of a kind fails, or
all from it on, until a run has no k-th. Each run must end as the undisturbed one, with all that it
leaves; or with exit code 3 and a sentence. Nothing is left half-written, and the same command
without faults (`resume` once there is a plan) then gives the undisturbed results, with the samples
that were stored before. Of allocations, reads and locks, of which there are many, the first and the
last from each stack of callers fail. --seconds bounds the time, in which calls are drawn at random;
--all has no bound.
"""
import concurrent.futures
import itertools
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
ONCE, ON = 1, 1 << 40
USAGE, FAILED = 2, 3
# SQLite takes a page that the disk does not give for one that is damaged.
DAMAGED = re.compile("error: .*(malformed|it is damaged)")
FINE, SAID = "tolerated", "exit 3"


class Fault:
    """The call `at` of a kind fails in a command, and `times` - 1 after it."""

    def __init__(self, subject, kind, at, times):
        self.subject, self.kind, self.at, self.times = subject, kind, at, times

    def __str__(self):
        return (f"{self.subject.name}: {self.kind} {self.at}"
                f"{'' if self.times == ONCE else ' and on'}")


class Injector:
    def __init__(self, library):
        self.library = library

    def run(self, place, words, fault=None, stacks=""):
        """What the command did, its calls by kind, how many failed, and the stacks of one kind."""
        path = place.folder.parent / f"{place.folder.name}.calls"
        done = place.run(words, LD_PRELOAD=str(self.library), FAULT_CALLS=str(path),
                         FAULT_STACKS=stacks, FAULT_KIND=fault.kind if fault else "",
                         FAULT_AT=str(fault.at if fault else 0),
                         FAULT_TIMES=str(fault.times if fault else 0))
        with open(path, "rb") as file:
            *calls, failed = COUNTS.unpack(file.read(COUNTS.size))
            count = dict(zip(KINDS, calls)).get(stacks, 0)
            found = struct.unpack(f"={count}Q", file.read(8 * count))
        path.unlink()
        return done, dict(zip(KINDS, calls)), failed, found

    def candidates(self, subject):
        """{kind: (number of calls, those that are to fail)}"""
        found = {}
        for kind in KINDS:
            if kind in MANY or not found:
                place = subject.place()
                done, calls, _, stacks = self.run(place, subject.words, stacks=kind)
                if done.returncode != subject.exit:
                    raise proof.Trouble(f"{subject.name}: exit {done.returncode}: {done.stderr}")
                place.clear()
            chosen = range(1, calls[kind] + 1)
            if kind in MANY:
                last = {stack: at for at, stack in enumerate(stacks, 1)}
                first = {stack: at for at, stack in reversed(list(enumerate(stacks, 1)))}
                chosen = sorted({*last.values(), *first.values()})
            found[kind] = (calls[kind], list(chosen))
        return found

    def inject(self, fault):
        """(How it ended, whether a call failed, what was wrong)"""
        subject = fault.subject
        place = subject.place()
        try:
            done, _, failed, _ = self.run(place, subject.words, fault)
            outcome, wrong = judge(fault, place, done)
            before = acknowledged(place, subject.campaigns)
            finished = subject.finish(place)
            if finished.returncode != subject.exit:
                wrong.append(f"again: exit {finished.returncode}: {tail(finished.stderr)}")
            wrong += [f"again: {one}" for one in subject.differences(place)]
            after = acknowledged(place, subject.campaigns)
            if not before.items() <= after.items():
                wrong.append("again: samples that were stored changed")
            left = subject.leftovers(place)
            wrong += [f"again: {len(left)} files left behind: {left[0]}"] if left else []
        except (OSError, ValueError, proof.Trouble) as trouble:
            outcome, wrong, failed = "unreadable", [repr(trouble)], 1
        if not wrong:
            place.clear()
        return outcome, failed, [f"{fault} ({place.folder.name}): {one}" for one in wrong]


def tail(text):
    return text.strip()[-400:]


def judge(fault, place, done):
    """How it ended, and what is wrong with that."""
    subject, code, said = fault.subject, done.returncode, done.stderr
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
    wrong = subject.differences(place)
    if plain_text(done.stdout.replace(str(place.folder), "PLACE")) != subject.said:
        wrong.append("prints something else")
    return FINE, [f"exit {code}, yet {one}: {tail(said)}" for one in wrong]


class Cell:
    """One command, one kind, once or from then on."""

    def __init__(self, subject, kind, times, calls, chosen):
        self.subject, self.kind, self.times = subject, kind, times
        self.calls, self.chosen = calls, chosen
        self.tried = self.hit = self.held = 0
        self.outcomes = {}

    def faults(self, chance):
        return [Fault(self.subject, self.kind, at, self.times)
                for at in chance.sample(self.chosen, len(self.chosen))]

    def add(self, outcome, failed, wrong):
        self.tried += 1
        self.hit += bool(failed)
        self.held += not wrong
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1


def print_table(cells):
    print(f"{'command':10} {'call':10} {'fails':5} {'calls':>7} {'stacks':>7} {'injected':>8} "
          f"{'held':>6}  outcomes")
    for cell in cells:
        if cell.calls:
            stacks = len(cell.chosen) if cell.kind in MANY else ""
            said = ", ".join(f"{count} {what}" for what, count in sorted(cell.outcomes.items()))
            times = "once" if cell.times == ONCE else "on"
            print(f"{cell.subject.name:10} {cell.kind:10} {times:5} {cell.calls:7} "
                  f"{stacks:>7} {cell.hit:8} {cell.held:6}  {said}")
    print(f"{'all':28}{sum(cell.calls for cell in cells if cell.times == ONCE):7}"
          f" {'':7} {sum(cell.hit for cell in cells):8} {sum(cell.held for cell in cells):6}",
          flush=True)


def rounds(cells, chance):
    """One fault of each cell, and again, as long as there are some."""
    queues = [[(cell, fault) for fault in cell.faults(chance)] for cell in cells]
    return (one for turn in itertools.zip_longest(*queues) for one in turn if one)


def inject_all(injector, faults, seconds, jobs):
    end = time.monotonic() + seconds
    wrong = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        def one(item):
            cell, fault = item
            return (cell, injector.inject(fault)) if time.monotonic() < end else None
        for result in pool.map(one, faults):
            if result:
                cell, (outcome, failed, mistakes) = result
                cell.add(outcome, failed, mistakes)
                wrong += mistakes
                for mistake in mistakes:
                    print(f"       {mistake}", flush=True)
    return wrong


def prove(arguments, check, folder):
    parts = [FAULTS / f"faulty_{part}.c" for part in ("calls", "memory")]
    injector = Injector(proof.compile_c(FAULTS / "faulty.c", folder / "faulty.so", "-shared",
                                        "-fPIC", *parts))
    seed = arguments.seed or random.randrange(1 << 32)
    print(f"the seed is {seed}", flush=True)
    chance, cells = random.Random(seed), []
    for name in arguments.command or INJECTED:
        one = subject(name, arguments.program, folder)
        for kind, (calls, chosen) in injector.candidates(one).items():
            if kind in (arguments.kind or KINDS):
                cells += [Cell(one, kind, times, calls, chosen) for times in (ONCE, ON)]
    seconds = float("inf") if arguments.all else arguments.seconds
    wrong = inject_all(injector, rounds(cells, chance), seconds, arguments.jobs)
    print_table(cells)
    hit = sum(cell.hit for cell in cells)
    check.check(not wrong, f"{hit} calls that failed: what then was wrong", len(wrong), "0")
    reached = [cell for cell in cells if cell.tried and not cell.hit]
    check.check(not reached, "kinds of calls of which none failed", len(reached), "0")


def in_memory():
    """A file system that holds nothing back, so that a try takes no time of a disk; None: there is
    none with room."""
    memory = pathlib.Path("/dev/shm")
    return memory if memory.is_dir() and shutil.disk_usage(memory).free >= 1 << 30 else None


if __name__ == "__main__":
    options = proof.parser(__doc__)
    options.add_argument("--all", action="store_true", help="all calls, however long it takes")
    options.add_argument("--seconds", type=float, default=700, help="how long calls fail")
    options.add_argument("--seed", type=int, help="of the calls that are drawn")
    options.add_argument("--jobs", type=int, default=2, help="commands at the same time")
    options.add_argument("--command", action="append", choices=[*COMMANDS])
    options.add_argument("--kind", action="append", choices=KINDS)
    sys.exit(proof.main(options.parse_args(), prove, in_memory()))
