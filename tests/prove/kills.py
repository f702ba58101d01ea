#!/usr/bin/env python3
"""kill -9 at random instants, of every command that writes: the next one comes to the same.

A command is killed, and begun again or resumed, up to four times in the same folder; then it ends
undisturbed. No sample that was stored is lost, measured again or there twice; what it leaves is
what an undisturbed one leaves, file by file; no lock keeps the next command waiting; no process is
left; and a file is whole whenever it is there under its name. `import` is no command of its own:
`report FILE.csv` writes nothing.
"""
import pathlib
import random
import subprocess
import sys
import time

from common import proof
from common.left import acknowledged, half_written
from common.subjects import COMMANDS, subject

IN_A_ROW, WITHIN_S = 4, 10


def left_alive(folder):
    """Processes that work below a folder."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if str(folder) in str((process / "cwd").readlink()):
                found.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:
            continue
    return found


class Killer:
    """Of one command: how often it was killed, and what was wrong then."""

    def __init__(self, subject, chance):
        self.subject, self.chance = subject, chance
        self.kills = self.folders = self.kept = 0
        self.wrong = []
        place = subject.place()
        begin = time.monotonic()
        place.run(subject.words)
        self.seconds = time.monotonic() - begin
        place.clear()

    def kill(self, place):
        """Whether it was killed before its end."""
        process = place.start(self.subject.again(place))
        try:
            process.communicate(timeout=self.chance.uniform(0, 1.1 * self.seconds))
            return False
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self.kills += 1
            return True

    def look(self, place, before):
        """After a kill: what is stored now, which holds all that was."""
        now = acknowledged(place, self.subject.campaigns)
        if not before.items() <= now.items():
            self.wrong.append(f"{place.folder.name}: not all of {len(before)} samples are left")
        self.wrong += [f"{place.folder.name}: {one}" for one in half_written(self.subject, place)]
        return now

    def disturb(self):
        """Kills in one folder, and the end."""
        place, before, wrong = self.subject.place(), {}, len(self.wrong)
        self.folders += 1
        for _ in range(self.chance.randint(1, IN_A_ROW)):
            if not self.kill(place):
                break
            before = self.look(place, before)
        self.kept += len(before)
        done = self.subject.finish(place)
        if done.returncode != self.subject.exit:
            self.wrong.append(f"{place.folder.name}: exit {done.returncode}: {done.stderr[-400:]}")
        self.look(place, before)
        self.wrong += [f"{place.folder.name}: {one}" for one in self.subject.differences(place)]
        left = self.subject.leftovers(place)
        self.wrong += [f"{place.folder.name}: {len(left)} files left: {left[:3]}"] if left else []
        end = time.monotonic() + WITHIN_S
        while left_alive(place.folder) and time.monotonic() < end:
            time.sleep(0.02)
        self.wrong += [f"{place.folder.name}: runs on: {one}" for one in left_alive(place.folder)]
        for one in self.wrong[wrong:]:
            print(f"       {self.subject.name}: {one}", flush=True)
        if len(self.wrong) == wrong:
            place.clear()


def prove(arguments, check, folder):
    seed = arguments.seed or random.randrange(1 << 32)
    print(f"the seed of the instants is {seed}", flush=True)
    killers = []
    for number, name in enumerate(arguments.command or COMMANDS):
        killer = Killer(subject(name, arguments.program, folder), random.Random(seed + number))
        tries = 0
        while killer.kills < arguments.kills and tries < 20 * arguments.kills:
            killer.disturb()
            tries += 1
        killers.append(killer)
        print(f"       {name}: {killer.kills} kills", flush=True)
    print(f"{'command':10} {'kills':>6} {'folders':>8} {'samples kept':>13} {'wrong':>6}")
    for killer in killers:
        print(f"{killer.subject.name:10} {killer.kills:6} {killer.folders:8} {killer.kept:13}"
              f" {len(killer.wrong):6}")
    kills = sum(killer.kills for killer in killers)
    check.check(kills >= arguments.kills * len(killers), "kill -9: kills", kills,
                f"at least {arguments.kills * len(killers)}")
    check.check(not any(killer.wrong for killer in killers), "  what then was wrong",
                sum(len(killer.wrong) for killer in killers), "0")


if __name__ == "__main__":
    options = proof.parser(__doc__)
    options.add_argument("--kills", type=int, default=30, help="of each command")
    options.add_argument("--seed", type=int, help="of the instants")
    options.add_argument("--command", action="append", choices=[*COMMANDS])
    sys.exit(proof.main(options.parse_args(), prove))
