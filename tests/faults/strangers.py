"""What other users sent or keep: it is read and reported, and runs nothing unasked."""
import base64
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import threading
import time

from common.proof import Skip, Trouble
from common.users import NOBODY, as_nobody
from hostile import MORE, change, columns, opened

FINE, REFUTED, USAGE = 0, 1, 2
LOOKS = 60 if os.environ.get("ESWEXP_THOROUGH") else 30
NOT_WRITTEN = "may only be read: no files were written"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><text>drawn</text></svg>'

SPEC = """
experiment: strange
benchmarks:
  one: {command: [sh, -c, "echo took 1.$0 ms", "${block}"],
        samples: {pattern: "took ([0-9.]+) ms", unit: ms}}
variants: {old: {}, new: {}}
claims: [mean(new) > 1 s]
repeat: {real: {executions: 8}}
"""
LIVE = """
experiment: live
benchmarks: {one: {command: [sleep, "0.01"]}}
variants: {old: {}, new: {}}
repeat: {real: {executions: 2000}}
"""
TOGETHER = 1 if os.environ.get("ESWEXP_THOROUGH") else 4  # places with a command in one look
# Every key that names a command, a program or a folder.
EVIL = """
experiment: strange
benchmarks:
  one: {directory: ., setup: PWN, build: PWN, command: [sh, -c, PWN], samples: process}
  two: {sources: [two.c], compiler: ./pwn, cflags: "-fplugin=./pwn -B.", linker: gold}
variants: {old: {}, new: {cflags: -wrapper ./pwn}}
claims: [mean(new) > 1 s]
machine: {env: {LD_PRELOAD: ./pwn, GIT_SSH_COMMAND: PWN, PAGER: PWN}}
pictures: {evil: {x: variant, kind: violin, title: "$(PWN)"}}
repeat: {real: {builds: 5}}
"""


class Yard:
    """A finished campaign, and somebody who may not write into it."""

    def __init__(self, bench):
        self.bench, self.check = bench, bench.proof.check
        bench.folder.chmod(0o755)
        self.home = bench.folder / "stranger"
        self.home.mkdir(exist_ok=True)
        self.home.chmod(0o777)
        self.whole = bench.folder / "strange"
        if not self.whole.exists():
            spec = bench.folder / "strange.yaml"
            spec.write_text(SPEC)
            done = bench.run("run", spec, "--out", self.whole, "--quiet")
            if done.returncode != REFUTED:
                raise Trouble(f"a campaign: exit {done.returncode}: {done.stderr}")
        self.words = as_nobody(bench.eswexp, self.home)

    def copy(self):
        self.bench.count += 1
        copy = self.bench.folder / f"strange{self.bench.count}"
        shutil.copytree(self.whole, copy)
        return copy

    def stranger(self, *words):
        """Runs as nobody; as an ordinary user the folder must lack the permission."""
        if os.geteuid() == 0 and not self.words:
            raise Skip(f"nobody else can reach {self.home}")
        environment = dict(self.bench.environment, HOME=str(self.home),
                           XDG_CACHE_HOME=str(self.home / "cache"))
        return subprocess.run([*self.words, self.bench.eswexp, *map(str, words)], text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, errors="replace",
                              timeout=300, env=environment, cwd=self.home, check=False)


def close(folder):
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)


def look(folder):
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
            for path in folder.rglob("*")}


WAYS = ((("report",), REFUTED, "refuted"), (("compare",), FINE, "old"))
FORMATS = (*WAYS, (("report", "--json"), REFUTED, '"claims"'),
           (("report", "--format", "markdown"), REFUTED, "refuted"),
           (("report", "--format", "latex"), REFUTED, "tabular"),
           (("report", "--format", "html"), REFUTED, base64.b64encode(SVG.encode()).decode().lower()),
           (("compare", "--markdown"), FINE, "old"))


def formats(yard, campaign, what, ways=FORMATS):
    """A way to show a campaign ends with the verdict's exit code, and changes nothing."""
    before, check = look(campaign), yard.check
    for words, code, part in ways:
        done = yard.stranger(words[0], campaign, *words[1:])
        check(done.returncode == code and part in done.stdout.lower() and NOT_WRITTEN in done.stderr
              and done.stderr.count("\n") == 1, f"{what}: {' '.join(words)}",
              (done.returncode, done.stderr[-300:]), f"{code}, {part}, one note")
        check("href=\"csv" not in done.stdout, "  no link to a file", part)
    done = yard.stranger("status", campaign)
    check(done.returncode == FINE and "finished" in done.stdout, f"{what}: status",
          (done.returncode, done.stderr), "finished")
    check(look(campaign) == before, f"{what}: the folder", "as before")


def plant_picture(campaign):
    """One that stays up to date, so that none is drawn."""
    (campaign / "plots").mkdir()
    picture = campaign / "plots" / "means-wall_time.svg"
    picture.write_text(SVG)
    os.utime(picture, (4e9, 4e9))


def only_read(bench):
    yard = Yard(bench)
    campaign = yard.copy()
    plant_picture(campaign)
    close(campaign)
    formats(yard, campaign, "only read")
    out = yard.home / "out"
    for words, name in ((("report",), "report.html"), (("compare",), "comparison.md")):
        done = yard.stranger(words[0], campaign, "--out", out)
        yard.check((out / name).is_file() and (out / "csv" / "samples.csv").is_file()
                   and not done.stderr, f"{words[0]} --out: {name}", done.stderr[-300:] or "written")
    done = yard.stranger("plot", campaign)
    yard.check(done.returncode == USAGE and "--out" in done.stderr, "plot: asks for --out",
               (done.returncode, done.stderr[-300:]), "2")


def logs_without_index(bench):
    """SQLite cannot make the index of a log where it may not write; rows of the log count."""
    yard = Yard(bench)
    for what in ("a log alone", "no log"):
        campaign = yard.copy()
        plant_picture(campaign)
        path = campaign / "campaign.db"
        database = sqlite3.connect(path)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("INSERT INTO event(at, kind, text)"
                         " VALUES('2026-01-01T00:00:00Z', 'relinked', 'only in the log')")
        database.commit()
        kept = {name: (campaign / name).read_bytes() for name in ("campaign.db", "campaign.db-wal")}
        database.close()
        if what == "a log alone":
            for name, content in kept.items():
                (campaign / name).write_bytes(content)
        yard.check((campaign / "campaign.db-wal").exists() == (what == "a log alone"),
                   f"{what}: the files", sorted(look(campaign)))
        close(campaign)
        formats(yard, campaign, what, WAYS)
        said = yard.stranger("report", campaign, "--notes").stdout
        yard.check("only in the log" in " ".join(said.split()), f"{what}: the last row", said[-300:])


def live(bench):
    """A campaign that somebody else is measuring."""
    yard = Yard(bench)
    spec, out = bench.folder / "live.yaml", bench.folder / "live"
    spec.write_text(LIVE)
    process = bench.start("run", spec, "--out", out, "--quiet")
    end = time.monotonic() + 30
    while time.monotonic() < end:
        said = yard.stranger("status", out)
        if "blocks" in said.stdout and " 0 of" not in said.stdout:
            break
        time.sleep(0.1)
    yard.check("live: running" in said.stdout and "2000 of 2000" not in said.stdout,
               "status of a campaign that runs", said.stdout.strip())
    done = yard.stranger("report", out, "--json")
    yard.check(done.returncode == FINE and json.loads(done.stdout), "  report",
               (done.returncode, done.stderr[-300:]), "0")
    bench.press_ctrl_c(process)
    process.communicate(timeout=30)


def written_all_the_time(bench):
    """Without write permission SQLite fails if another process writes its index at that moment."""
    yard = Yard(bench)
    copy, done = yard.copy(), threading.Event()

    def write():
        with contextlib.closing(sqlite3.connect(copy / "campaign.db", isolation_level=None)) as store:
            store.execute("PRAGMA journal_mode = WAL")
            store.execute("PRAGMA synchronous = OFF")
            while not done.is_set():
                store.execute("UPDATE machine SET name = name")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        failed = [said.stderr for said in (yard.stranger("status", copy) for _ in range(LOOKS)) if said.returncode]
    finally:
        done.set()
        writer.join()
    yard.check(not failed, f"{LOOKS} looks at a campaign that is written", failed, "none failed")


def read_only_mount(bench):
    from bench import namespace
    yard = Yard(bench)
    campaign = yard.copy()
    script = (f"mount --bind '{campaign}' '{campaign}' && mount -o remount,ro,bind '{campaign}'"
              f" && '{bench.eswexp}' report '{campaign}'")
    done = namespace(bench, script)
    if done is not None:
        yard.check(done.returncode == REFUTED and NOT_WRITTEN in done.stderr, "read-only mount",
                   (done.returncode, done.stderr[-300:]), "1")


class Trap:
    """Notices whatever of a campaign was run."""

    def __init__(self, bench):
        self.mark = bench.folder / "PWNED"
        self.command = f"touch {self.mark}"

    def evil(self, spec):
        return spec.replace("PWN", self.command)

    def sprung(self):
        found = self.mark.exists()
        self.mark.unlink(missing_ok=True)
        return found


def nothing_runs(bench):
    """Commands in every column and every fact: no command that reads runs one."""
    yard, trap = Yard(bench), Trap(bench)
    found, keys = columns(yard.whole / "campaign.db")
    base = yard.copy()
    (bench.folder / "two.c").write_text("int main(void) { return 0; }\n")
    change(base / "campaign.db", MORE)
    programs = bench.folder / "pwn"
    programs.write_text(f"#!/bin/sh\n{trap.command}\n")
    programs.chmod(0o755)
    attack = f"; {trap.command}; $({trap.command}) | {trap.command}"
    edits = [f"UPDATE {table} SET {column} = '{attack}' WHERE typeof({column}) = 'text'"
             for table, column in found]
    edits += [f"UPDATE fact SET value = '{attack}' WHERE key = '{key}'" for key in keys]
    edits.append("UPDATE fact SET value = '" + trap.evil(EVIL).replace("'", "''")
                 + "' WHERE key = 'spec'")
    places, read, sprung = len(edits), 0, []
    campaign = bench.folder / "evil"
    shutil.copytree(base, campaign)
    plant_picture(campaign)
    whole = (base / "campaign.db").read_bytes()
    groups = [[edits.pop()]]  # the experiment is the last to be tried
    while edits:
        groups.insert(0, edits[-TOGETHER:])
        del edits[-TOGETHER:]
    while groups:
        tried = groups.pop(0)
        (campaign / "campaign.db").write_bytes(whole)
        made = [sql for sql in tried if changed(campaign / "campaign.db", sql)]
        if not made:
            continue
        done = bench.run("report", campaign, "--format", "html")
        read += len(made) * (done.returncode in (FINE, REFUTED))
        if trap.sprung():
            sprung.append([sql[:100] for sql in made])
        if len(made) > 1 and done.returncode not in (FINE, REFUTED):  # one is refused: each by itself
            groups[:0] = [[sql] for sql in made]
    yard.check(not sprung and read > 50, f"commands in {places} places, read {read} times: run",
               sprung or 0, "0")
    for codes, *words in reading(bench, campaign, yard.whole):  # of the last edit, the experiment
        done = bench.run(*words)
        yard.check(done.returncode in codes and not trap.sprung(), f"{words[0]} {words[2:]}",
                   (done.returncode, done.stderr[-300:]), f"{codes}, nothing run")


def changed(path, sql):
    """Whether there was something to change, and the schema takes it."""
    database = opened(path)
    try:
        return database.execute(sql).rowcount > 0
    except sqlite3.Error:
        return False
    finally:
        database.commit()
        database.close()


def reading(bench, campaign, whole):
    """Every command that opens a campaign, with the exit codes that say that it was read."""
    verdicts = (FINE, REFUTED)
    reproduction = bench.folder / "reproduction"
    shutil.copytree(campaign, reproduction)
    shutil.copytree(campaign, reproduction / "bundle")
    (reproduction / "bundle" / "manifest.json").write_text(json.dumps(
        {"bundle": 1, "experiment": "strange", "spec": "x.yaml", "files": {}}))
    yield verdicts, "status", campaign
    yield verdicts, "report", campaign
    yield verdicts, "report", campaign, "--format", "latex"
    yield verdicts, "report", campaign, "--json"
    yield verdicts, "compare", campaign
    yield verdicts, "compare", campaign, whole, "--force"
    yield verdicts, "reproduce", reproduction
    yield verdicts, "report", campaign / "csv" / "samples.csv"
    yield verdicts, "simulate", "--like", campaign, "--trials", "1"
    change(campaign / "campaign.db", "UPDATE fact SET value = 'elsewhere' WHERE key = 'host'")
    yield (USAGE,), "bundle", campaign, "--out", bench.folder / "evil.tar.gz"
    yield (USAGE,), "resume", campaign


def asked(bench):
    """bundle and resume say what they would run and pack of somebody else's campaign."""
    yard, trap = Yard(bench), Trap(bench)
    project = bench.folder / "project"
    project.mkdir(exist_ok=True)
    campaign = yard.copy()
    spec = (f"experiment: strange\nbenchmarks:\n  one: {{directory: project, setup: {trap.command},"
            " build: 'true', command: [sleep, '0'], samples: process}\n"
            "variants: {old: {}, new: {}}\nrepeat: {real: {builds: 5}}\n")
    quoted = spec.replace("'", "''")
    change(campaign / "campaign.db", f"UPDATE fact SET value = '{quoted}' WHERE key = 'spec'")
    path, owner = campaign / "campaign.db", os.geteuid()
    out = bench.folder / "strange.tar.gz"
    ways = [("host", "UPDATE fact SET value = 'elsewhere' WHERE key = 'host'", "measured on 'elsewhere'"),
            ("user", "UPDATE fact SET value = 'mallory' WHERE key = 'user'", "'mallory' began it")]
    if owner == 0:
        ways.append(("owner", None, f"'{campaign}' belongs to "))
    whole = path.read_bytes()
    for name, sql, reason in ways:
        path.write_bytes(whole)
        change(path, sql) if sql else os.chown(campaign, NOBODY, NOBODY)
        for words in (("bundle", campaign, "--out", out), ("resume", campaign)):
            done = bench.run(*words)
            said = done.stderr
            yard.check(done.returncode == USAGE and reason in said and "--trust" in said
                       and f"it would run '{trap.command}' in '{project}'" in said
                       and not trap.sprung(), f"{words[0]}, another {name}: refused",
                       (done.returncode, said[-600:]), "2, the reason and the command")
            packs = f"it would pack '{project}'" in said
            runs = "it would run 'sleep 0'" in said
            yard.check((packs, runs) == ((True, False) if words[0] == "bundle" else (False, True)),
                       "  packs its folder, or runs its benchmark", said[-600:])
        yard.check(not out.exists(), "  archive", out.exists(), "False")
    done = bench.run("bundle", campaign, "--out", out, "--trust", "--force")
    yard.check(done.returncode == FINE and out.exists(), "bundle --trust: exit",
               (done.returncode, done.stderr[-300:]), "0")
    bench.run("resume", campaign, "--trust", "--restart")
    yard.check(trap.sprung(), "resume --trust", "runs the command")
    os.chown(campaign, owner, -1)


FAULTS = (only_read, logs_without_index, live, written_all_the_time, read_only_mount, nothing_runs, asked)
