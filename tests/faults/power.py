"""Power cuts: of a recorded campaign, what a disk may hold then; what was synced is there.

A disk holds of every file what was done before its last completed sync, and of what came after an
arbitrary part, page by page. Names in a folder are what they were at the folder's last sync, or as
after some of what followed, in its order, as file systems with a journal have it.
"""
import concurrent.futures
import os
import pathlib
import random
import shutil
import sqlite3
import struct

from bench import HERE
from common.left import check_integrity
from common.proof import Trouble, compile_c
from resuming import USAGE, Course, sources

PAGE = 4096
RECORD = struct.Struct("=6Q")
# Of each course; prove/power_cuts.py has thousands.
CUTS = {"commands": 4 if os.environ.get("ESWEXP_THOROUGH") else 3, "linked": 2}
NOTICING = 12  # cuts of a disk that forgets
SYNC_S = 0.25  # of measuring, store/store.h
SINCE_CUT_S = 10 * 365 * 86400  # the machine was started after it


class Change:
    """One call: what it did, to which file, at what place, of what path, with which bytes."""

    def __init__(self, fields, path, data):
        what, self.inode, self.place, at_ns, _, _ = fields
        self.what, self.path, self.data, self.at_s = chr(what), path, data, at_ns / 1e9


def changes(record):
    data, at, found = record.read_bytes(), 0, []
    while at < len(data):
        fields = RECORD.unpack_from(data, at)
        at += RECORD.size
        path, at = data[at:at + fields[4]].decode(), at + fields[4]
        found.append(Change(fields, path, data[at:at + fields[5]]))
        at += fields[5]
    return found


class File:
    """What was done to a file, in its order, and how much of that is sure to be on the disk."""

    def __init__(self):
        self.done, self.synced, self.at_s = [], 0, 0

    def do(self, change, what, place, data):
        self.done.append((what, place, data))
        self.at_s = change.at_s

    def held(self, chance, honest):
        """As the disk holds it; `chance` decides about what was not synced, None keeps all."""
        content, longest = bytearray(), 0
        keep = 1 if chance is None else chance.choice((0, 0.3, 0.9, 1))
        for number, (what, place, data) in enumerate(self.done):
            sure = chance is None or (honest and number < self.synced)
            if what == "t":
                longest = place
                if sure or chance.random() < keep:
                    content[place:] = bytes(max(0, place - len(content)))
                continue
            longest = max(longest, place + len(data))
            at = place
            while at < place + len(data):
                end = min((at // PAGE + 1) * PAGE, place + len(data))
                if sure or chance.random() < keep:
                    content.extend(bytes(max(0, end - len(content))))
                    content[at:end] = data[at - place:end - place]
                at = end
        if chance is not None and chance.random() < 0.5:  # its length was known, not what is in it
            content.extend(bytes(max(0, longest - len(content))))
        return bytes(content)


class Disk:
    """Files and names after so many changes."""

    def __init__(self, done):
        self.by_inode, self.names = {}, []
        self.now, self.synced_names = {}, 0
        for change in done:
            self.do(change)

    def name(self, what, path, file=None, to=None):
        self.names.append((what, path, file, to))
        self.apply(self.now, *self.names[-1])

    @staticmethod
    def apply(names, what, path, file, to):
        if what == "r":
            names[to] = names.pop(path)
        elif what == "u":
            names.pop(path)
        else:
            names[path] = file

    def do(self, change):
        file = self.by_inode.get(change.inode)
        if change.what == "o":
            if change.path not in self.now:
                file = self.by_inode[change.inode] = File()
                file.at_s = change.at_s
                self.name(change.what, change.path, file)
            elif change.place:
                file.do(change, "t", 0, b"")
        elif change.what in "wt":
            file.do(change, change.what, change.place, change.data)
        elif change.what == "s" and self.now.get(change.path, "") is None:
            self.synced_names = len(self.names)  # also those in folders of it: none is synced
        elif change.what == "s":
            file.synced = len(file.done)
        elif change.what == "r":
            self.name(change.what, change.path, to=change.data.decode())
        elif change.what in "um":
            self.name(change.what, change.path)
        else:
            raise Trouble(f"a change of the kind '{change.what}'")

    def write(self, folder, place, chance=None, honest=True):
        """Makes the folder `place`, as the disk holds the recorded one then; a disk that is not
        honest forgets what was synced as well."""
        names, kept = {}, len(self.names)
        if chance is not None:
            kept = chance.randint(self.synced_names if honest else 0, kept)
        for one in self.names[:kept]:
            self.apply(names, *one)
        place.mkdir()
        for path, file in names.items():
            path = place / pathlib.Path(path).relative_to(folder)
            if file is None:
                path.mkdir(exist_ok=True)
            else:
                path.write_bytes(file.held(chance, honest))
                os.utime(path, (file.at_s - SINCE_CUT_S,) * 2)
        return place


def attempts(folder):
    """{execution.attempt: (when it ended, values)} of a store; none without its tables."""
    if not (folder / "campaign.db").exists():
        return {}
    database = sqlite3.connect(folder / "campaign.db")
    try:
        check_integrity(database, f"{folder}/campaign.db")
        if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'attempt'").fetchall():
            return {}
        found = {}
        for key, start, seconds, data in database.execute(
                "SELECT attempt.execution || '.' || attempt.number, strftime('%s', start) +"
                " substr(start, 20, 7), seconds, samples.data FROM attempt"
                " LEFT JOIN samples ON samples.execution = attempt.execution"):
            ended, values = found.get(key, (start + seconds, ()))
            found[key] = (ended, (*values, data))
        return found
    finally:
        database.close()


class Cutter:
    """A course that was recorded, and its folder after power cuts."""

    def __init__(self, course, library):
        self.course, self.oldest_s, self.empty = course, 0, 0
        self.out, record = course.folder(), course.bench.folder / f"record of {course.name}"
        recorded = dict(course.environment, LD_PRELOAD=str(library), RECORDED=str(self.out),
                        RECORD=str(record), ASAN_OPTIONS="verify_asan_link_order=0")
        for done in (course.go_on(self.out, env=recorded),
                     course.run("report", self.out, env=recorded)):
            if done.returncode not in (0, course.exit):
                raise Trouble(f"{course.name}, recorded: exit {done.returncode}: {done.stderr}")
        self.done = changes(record)
        self.check_record()

    def check_record(self):
        """With nothing lost it makes the folder that is there."""
        place = Disk(self.done).write(self.out, self.course.folder())
        files = [{path.relative_to(folder): path.read_bytes() for path in folder.rglob("*")
                  if path.is_file()} for folder in (self.out, place)]
        self.course.bench.proof.check(
            files[0] == files[1], f"{self.course.name}: {len(self.done)} changes recorded make "
            "files", len(files[1]), f"the same as are there, {len(files[0])}")
        syncs = sum(change.what == "s" for change in self.done)
        self.course.bench.proof.check(syncs >= 5, "  syncs among them", syncs, "at least 5")

    def longest_pause(self):
        """Between two changes until the store was closed, in s."""
        times = [change.at_s for change in self.done[:self.synced(len(self.done))]]
        return max(after - before for before, after in zip(times, times[1:]))

    def cuts(self, count, chance):
        """Just before and after syncs and changes of names, and anywhere."""
        near = [number + side for number, change in enumerate(self.done)
                for side in (0, 1) if change.what in "srutm"]
        anywhere = [chance.randint(1, len(self.done)) for _ in range(count)]
        near = chance.sample(near, min(len(near), count // 2))
        return [len(self.done), *near, *anywhere][:count]

    def synced(self, cut):
        """Up to the last completed sync of the store before the cut."""
        return next((number for number in range(cut, 0, -1)
                     if self.done[number - 1].what == "s"
                     and "/campaign.db" in self.done[number - 1].path), 0)

    def stored(self, number):
        """The attempts in the store after so many changes, if nothing is lost."""
        place = Disk(self.done[:number]).write(self.out, self.course.folder())
        found = attempts(place)
        shutil.rmtree(place)
        return found

    def look(self, number, out):
        """What is wrong with the folder after a cut, before anything goes on."""
        looked = [self.course.run(word, out) for word in ("status", "report")]
        wrong = [f"{done.args[1]}: exit {done.returncode}: {done.stderr.strip()[-300:]}"
                 for done in looked if done.returncode not in (0, USAGE)]
        there = attempts(out) if looked[0].returncode == 0 else {}
        sure, most = self.stored(self.synced(number)), self.stored(number)
        lost = sure.keys() - there.keys()
        if lost:
            wrong.append(f"{len(lost)} of {len(sure)} synced executions are lost")
        if not there.items() <= most.items():
            wrong.append("executions are not as they were")
        if self.synced(number) == self.synced(len(self.done)):
            wrong += [f"after report, {one}" for one in self.course.differences(out)]
        now_s = self.done[number - 1].at_s
        self.oldest_s = max([self.oldest_s, *(now_s - most[key][0]
                                              for key in most.keys() - there.keys())])
        self.empty += not there
        return wrong

    def cut(self, number, seed):
        """Cuts after so many changes, looks, resumes; returns what is wrong."""
        out = Disk(self.done[:number]).write(self.out, self.course.folder(), random.Random(seed))
        wrong = self.look(number, out)
        done = self.course.go_on(out)
        wrong += self.course.differences(out)
        if done.returncode != self.course.exit:
            wrong.append(f"exit {done.returncode}: {done.stderr.strip()[-300:]}")
        if not wrong:
            shutil.rmtree(out)
        return [f"cut after {number}, {out.name}: {one}" for one in wrong]

    def noticed(self, number, seed):
        """Whether it is noticed that a disk has lost what was synced."""
        out = Disk(self.done[:number]).write(self.out, self.course.folder(), random.Random(seed),
                                             honest=False)
        try:
            return bool(self.stored(self.synced(number)).keys() - attempts(out).keys())
        except (Trouble, sqlite3.Error):
            return True
        finally:
            shutil.rmtree(out)


def cut_power(bench, cuts, executions=40):
    library = compile_c(HERE / "recorder.c", bench.folder / "recorder.so", "-shared", "-fPIC")
    seed, noticed = random.randrange(1 << 32), 0
    print(f"power cuts: the seed is {seed}", flush=True)
    for course in (Course(bench, "commands", executions=executions),
                   Course(bench, "linked", what=sources(bench), builds="builds: 2, ")):
        cutter, chance = Cutter(course, library), random.Random(seed)
        chosen = cutter.cuts(cuts[course.name], chance)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            wrong = sum(pool.map(cutter.cut, chosen, range(seed, seed + len(chosen))), [])
        bench.proof.check(not wrong, f"  {len(chosen)} power cuts, {cutter.empty} of them before "
                          "the first sync of a result", wrong or "all there, resumed")
        bound_s = SYNC_S + 3 * cutter.longest_pause()  # a result, a commit and a sync wait
        bench.proof.check(cutter.oldest_s <= bound_s, "  the oldest result lost ended before the "
                          "cut, s", f"{cutter.oldest_s:.3f}", f"at most {bound_s:.3f}")
        forgetful = cutter.cuts(NOTICING, chance)
        noticed += sum(map(cutter.noticed, forgetful, range(seed, seed + len(forgetful))))
    bench.proof.check(noticed, "power cuts of a disk that forgets what was synced, noticed",
                      noticed, "some, as this test can fail")
    bench.check_nobody("  power cuts")


def power_cuts(bench):
    cut_power(bench, CUTS, executions=24)


FAULTS = (power_cuts,)
