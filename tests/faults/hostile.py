"""Campaigns that somebody else wrote: a whole one is read, anything else is refused."""
import contextlib
import itertools
import random
import shutil
import sqlite3

USAGE = 2
EXAMPLES = 20
EXITS = {0, 1, 2, 3, 4}
REFUSED = "not a whole campaign"
SANITIZERS = ("Sanitizer", "runtime error:")

SPEC = """
experiment: hostile
sweep: {{size: [1, 2]}}
benchmarks:
  one: {{command: [{program}, log, /dev/null, "${{size}}", "${{execution}}", 100],
        samples: eswexp}}
variants: {{a: {{}}, b: {{}}}}
repeat: {{warmup: 0, minimum_time: 0, precision: 50%,
         pilot: {{executions: 3, iterations: 4}}}}
randomize: {{environment_size: true}}
"""
# Rows for tables that such a campaign leaves empty.
MORE = """
INSERT INTO event(at, kind, text) VALUES('2026-01-01T00:00:00Z', 'note', 'text');
INSERT OR REPLACE INTO build_draw VALUES(1, 'layout', 0, '7');
INSERT OR REPLACE INTO disturbance VALUES(1, 1, 'migration', 2);
INSERT OR REPLACE INTO canary VALUES(1, '2026-01-01T00:00:00Z', '0', 0.001, 0);
INSERT OR REPLACE INTO profile VALUES(0, 0, 1, 'perf', 'main', 'program', 3, 4);
"""
VALUES = ("NULL", "-1", "0", "{0} + 1", "{0} + 1000000000", "9223372036854775807",
          "-9223372036854775808", "0.5", "9e999", "'text'", "''", "x'00ff'",
          "CAST(zeroblob(2000000) AS TEXT)", "'{0}' || char(0, 10, 34, 60)")
FACTS = ("", "-1", "0", "nan", "inf", "1e309", "99999999999999999999", "auto", "\n\"<'",
         "../../..", "[{")
OBJECTS = (
    "CREATE VIEW looked AS SELECT * FROM fact",
    "ALTER TABLE point RENAME TO hidden; CREATE VIEW point AS SELECT * FROM hidden",
    "ALTER TABLE fact RENAME TO hidden; CREATE VIEW fact(key, value) AS WITH RECURSIVE n(i) AS"
    " (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i, i FROM n",
    "CREATE TRIGGER pulled AFTER INSERT ON fact BEGIN DELETE FROM event; END",
    "CREATE VIRTUAL TABLE virtual USING fts5(words)",
    "CREATE TABLE another(id INTEGER PRIMARY KEY)",
    "CREATE INDEX looked ON cell(benchmark)",
    "CREATE INDEX looked ON cell(abs(id))",
    "ALTER TABLE cell ADD COLUMN more GENERATED ALWAYS AS (id + 1)",
    "DROP TABLE attempt",
    "ANALYZE",
)


def opened(path):
    database = sqlite3.connect(path)
    database.execute("PRAGMA synchronous = OFF")
    return database


def change(path, sql):
    database = opened(path)
    database.executescript(sql)
    database.commit()
    database.close()


def columns(path):
    database = sqlite3.connect(path)
    tables = [row[0] for row in database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    found = [(table, row[1]) for table in tables
             for row in database.execute(f"PRAGMA table_info({table})")]
    keys = [row[0] for row in database.execute("SELECT key FROM fact ORDER BY key")]
    database.close()
    return found, keys


class Loosened:
    """SQLite refuses NULL where the schema does: for an edit the schema says nothing of it."""

    def __init__(self, path):
        self.path = path

    def __enter__(self):
        database = opened(self.path)
        self.schema = database.execute("SELECT name, sql FROM sqlite_master").fetchall()
        database.close()
        self._set([(name, sql and sql.replace(" NOT NULL", "")) for name, sql in self.schema])

    def __exit__(self, *_):
        self._set(self.schema)

    def _set(self, schema):
        database = opened(self.path)
        database.execute("PRAGMA writable_schema = ON")
        database.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?",
                             [(sql, name) for name, sql in schema])
        database.commit()
        database.close()


def edit(path, table, column, value, where):
    value = value.replace("{0}", column)
    sql = f"UPDATE OR REPLACE {table} SET {column} = {value} WHERE {where}"
    with Loosened(path) if value == "NULL" else contextlib.nullcontext():
        try:
            change(path, sql)
        except sqlite3.Error:
            return None  # not even SQLite takes it
    return sql


def flip(path, chance, most=4):
    whole = bytearray(path.read_bytes())
    for _ in range(chance.randint(1, most)):
        whole[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
    path.write_bytes(whole)


class Yard:
    """A whole campaign, and copies of it to harm."""

    def __init__(self, bench):
        self.bench, self.whole = bench, bench.folder / "whole"
        if not self.whole.exists():
            spec = bench.folder / "hostile.yaml"
            spec.write_text(SPEC.format(program=bench.misbehave))
            done = bench.run("run", spec, "--out", self.whole, "--quiet")
            bench.proof.check(done.returncode == 0, "a whole campaign: exit", done.returncode, "0")
            change(self.whole / "campaign.db", MORE)
        self.place = bench.folder / "yard"
        self.harmed = self.place / "harmed"
        self.tried = self.refused = 0
        self.wrong = []

    def fresh(self):
        shutil.rmtree(self.place, ignore_errors=True)
        self.harmed.mkdir(parents=True)
        shutil.copy(self.whole / "campaign.db", self.harmed)
        return self.harmed / "campaign.db"

    def read(self, what):
        """Every command that reads ends by itself, and leaves the folder beside it alone."""
        self.tried += 1
        said = []
        for words in (("status", self.harmed), ("report", self.harmed),
                      ("compare", self.whole, self.harmed)):
            done = self.bench.run(*words)
            said.append(done)
            if done.returncode not in EXITS or any(word in done.stderr for word in SANITIZERS):
                self.wrong.append((what, words[0], done.returncode, done.stderr[-1500:]))
            if done.returncode == USAGE and REFUSED in done.stderr:
                self.refused += 1
                break
        if [path.name for path in self.place.iterdir()] != ["harmed"]:
            self.wrong.append((what, "writes beside the campaign"))
        return said

    def check(self, what):
        check = self.bench.proof.check
        check(not self.wrong, f"{what}: {self.tried} read, {self.refused} refused, of the rest ended"
              " by a signal or wrote elsewhere", self.wrong[:EXAMPLES] or 0, "0")
        check(self.refused > 0, "  refused", self.refused, "some")


def every_edit(path):
    found, keys = columns(path)
    for value in VALUES:
        for table, column in found:
            for where in ("1", f"rowid = (SELECT max(rowid) FROM {table})"):
                yield table, column, value, where
    for value, key in itertools.product(FACTS, keys):
        yield "fact", "value", "'" + value.replace("'", "''") + "'", f"key = '{key}'"


def typed_edits(bench, every=141):
    yard = Yard(bench)
    for table, column, value, where in itertools.islice(
            every_edit(yard.whole / "campaign.db"), 0, None, every):
        if sql := edit(yard.fresh(), table, column, value, where):
            yard.read(sql[:200])
    yard.check("edits of every column")


def flipped_bytes(bench, count=6):
    yard, chance = Yard(bench), random.Random(7)
    for number in range(count):
        flip(yard.fresh(), chance)
        yard.read(f"flip {number}")
    yard.check("flipped bits")


def must_refuse(bench):
    yard = Yard(bench)
    check = bench.proof.check
    yard.fresh()
    said = yard.read("nothing")
    check(len(said) == 3 and yard.refused == 0, "the campaign itself: read", yard.wrong, "[]")
    ids = ("point SET axis", "point SET cell", "block SET cell", "block SET machine",
           "build SET variant", "build SET block", "execution SET build", "samples SET execution",
           "samples SET metric", "samples SET first", "dimension SET cell", "dimension SET level",
           "dimension SET variant", "canary SET block", "profile SET variant", "cell SET id",
           "variant SET id", "axis SET id", "metric SET id", "attempt SET execution")
    edits = [f"UPDATE {each} = {each.split()[-1]} + 1000000000" for each in ids]
    for sql in (*edits, *OBJECTS):
        change(yard.fresh(), sql)
        done = yard.read(sql)[0]
        check(done.returncode == USAGE and REFUSED in done.stderr, f"{sql[:60]}: refused",
              done.stderr.strip()[-200:], f"{USAGE}, {REFUSED}")


def endless_tree(bench):
    """A page that is its own child many times: as a tree it has more rows than can be counted."""
    yard = Yard(bench)
    path = yard.fresh()
    whole = bytearray(path.read_bytes())
    size = int.from_bytes(whole[16:18], "big")
    database = sqlite3.connect(path)
    root = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'event'").fetchone()[0]
    database.close()
    cells = 400
    page = bytearray(size)
    page[0] = 5  # an interior page of a table
    page[3:5] = cells.to_bytes(2, "big")
    page[5:7] = (size - 5).to_bytes(2, "big")
    page[8:12] = root.to_bytes(4, "big")
    for cell in range(cells):
        page[12 + 2 * cell:14 + 2 * cell] = (size - 5).to_bytes(2, "big")
    page[size - 5:] = root.to_bytes(4, "big") + b"\x01"
    whole[(root - 1) * size:root * size] = page
    path.write_bytes(whole)
    done = yard.read("a tree without an end")[0]
    bench.proof.check(done.returncode == USAGE and REFUSED in done.stderr, "endless tree: refused",
                      done.stderr.strip()[-200:], f"{USAGE}, {REFUSED}")
    yard.check("a tree without an end")


FAULTS = (must_refuse, typed_edits, flipped_bytes, endless_tree)


if __name__ == "__main__":  # every edit, by hand: takes minutes
    import sys

    from bench import Bench
    from common.proof import suite

    def all_edits(bench):
        typed_edits(bench, every=1)

    def many_flips(bench):
        flipped_bytes(bench, count=1000)

    sys.exit(suite(__doc__, (must_refuse, all_edits, many_flips, endless_tree),
                   lambda *given: contextlib.nullcontext(Bench(*given)),
                   after_trouble=Bench.end_all))
