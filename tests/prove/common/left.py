"""What a command has left: its files, without what no two runs have in common."""
import csv
import hashlib
import io
import json
import re
import sqlite3
import subprocess
import tarfile
import tempfile

from .proof import Trouble

# What no two undisturbed campaigns have in common.
TIMED_COLUMNS = {"start", "seconds", "build_s", "migrated", "switched", "throttled"}
TIMED_LINES = re.compile(r"\d{4}-\d\d-\d\dT|interrupted|preempted|interference|switch|session|"
                         "resumed|reused|canary|Canary|reference workload")
# A kept build's name comes from the folder in which it was built; records have times and processes.
KEPT_BUILD = re.compile("(?<=/builds/)[0-9a-f]{32}|(?<=/records/).*")
PICTURES = {".png": b"IEND\xaeB`\x82", ".svg": b"</svg>", ".pdf": b"%%EOF"}
TIMED_TABLES = {"disturbance", "event", "canary"}
TIMED_FACTS = re.compile("started|ended|session|resumed|stopped")
TIMED_FILES = {"interference.csv", "canary.csv"}


def describe(one, other):
    if None in (one, other):
        return "missing" if other is None else "was not there"
    if isinstance(one, list):
        return " became ".join(str([line[:200] for line in some if line not in others][:3])
                               for some, others in ((one, other), (other, one)))
    return "differs"


def files(place):
    """All there is below a place."""
    return {KEPT_BUILD.sub("KEY", str(path.relative_to(place.folder)))
            for path in place.folder.rglob("*")}


def plain_text(text):
    """Its lines that say something, and always the same."""
    return [line for line in text.splitlines()
            if not TIMED_LINES.search(line) and re.sub("<[^>]*>", "", line).strip()]


def content(path, folder):
    name = path.name
    if name == "campaign.db":
        return {f"{path.parent.name}/campaign.db {table}": rows
                for table, rows in stored(path, folder).items()}
    key = f"{path.parent.name}/{name}"
    if name in TIMED_FILES:
        return {key: "there"}
    if name.endswith(".csv"):
        return {key: csv_rows(path)}
    if path.suffix in PICTURES:
        whole = path.read_bytes().rstrip().endswith(PICTURES[path.suffix])
        return {key: "whole" if whole else "cut"}
    if name.endswith(".gz"):
        return {name: packed(path)}
    if name.endswith(".json"):
        json.loads(path.read_text())
    if name.endswith((".db-wal", ".db-shm", ".db-journal", ".tmp")):
        return {key: "left behind"}
    # A campaign of two sessions says some things twice.
    text = path.read_text(errors="replace").replace(r"\_", "_").replace(str(folder), "PLACE")
    return {key: sorted(set(plain_text(text)))}


def packed(path):
    """Hashes of an archive's files; of a store in it, of what it holds."""
    found = []
    with tarfile.open(path) as archive, tempfile.TemporaryDirectory() as folder:
        for member in archive.getmembers():
            file = archive.extractfile(member)
            if file and member.name.endswith("campaign.db"):
                archive.extract(member, folder)
                uri = f"file:{folder}/{member.name}?mode=ro&immutable=1"
                with sqlite3.connect(uri, uri=True) as store:
                    data = "\n".join(store.iterdump()).encode()
            else:
                data = file.read() if file else b""
            found.append(f"{member.name} {hashlib.sha256(data).hexdigest()}")
    return found


def csv_rows(path):
    rows = csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline=""))
    return [str([value for name, value in row.items() if name not in TIMED_COLUMNS])
            for row in rows]


def check_integrity(database, path):
    """Trouble if SQLite finds the database damaged: a row for each damage, or one that is 'ok'."""
    found = [row for row, in database.execute("PRAGMA integrity_check")]
    if found != ["ok"]:
        raise Trouble(f"{path}: {'; '.join(found)}")


def stored(path, folder):
    """{table: rows} of a store, without times."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        check_integrity(database, path)
        names = [name for name, in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'") if name not in TIMED_TABLES]
        found = {name: [str(row) for row in database.execute(f"SELECT * FROM {name}")]
                 for name in names if name not in ("attempt", "fact", "build")}
        if "attempt" in names:
            found["attempt"] = [str(row) for row in database.execute(
                "SELECT execution, state FROM attempt WHERE state = 'done' ORDER BY 1")]
        if "fact" in names:
            found["fact"] = [str(row).replace(str(folder), "PLACE")
                             for row in database.execute("SELECT * FROM fact ORDER BY 1")
                             if not TIMED_FACTS.search(row[0])]
        return found
    finally:
        database.close()


def is_planned(campaign):
    database = sqlite3.connect(campaign / "campaign.db")
    try:
        return bool(database.execute("SELECT 1 FROM fact WHERE key = 'spec'").fetchall())
    except sqlite3.Error:
        return False
    finally:
        database.close()


def acknowledged(place, campaigns):
    """{(campaign, execution, attempt): (start, samples)} of what is stored now."""
    found = {}
    for name in campaigns:
        path = place.here / name / "campaign.db"
        if not path.exists():
            continue
        database = sqlite3.connect(path)
        try:
            for execution, number, start, data in database.execute(
                    "SELECT attempt.execution, attempt.number, start, samples.data FROM attempt"
                    " LEFT JOIN samples ON samples.execution = attempt.execution"
                    " WHERE attempt.state = 'done'"):
                found[name, execution, number] = (start, data)
        except sqlite3.Error as trouble:
            if "no such table" not in str(trouble):
                raise Trouble(f"{path}: {trouble}") from trouble
        finally:
            database.close()
    return found


def half_written(subject, place):
    """Files that are there under their own names, but without their end.

    A folder that is called *.tmp is none yet."""
    out = place.here / subject.out
    paths = [out] if out.is_file() else [
        path for path in out.rglob("*")
        if ".tmp" not in [parent.suffix for parent in path.relative_to(out).parents]]
    ends = {".csv": b"\n", ".md": b"\n", ".html": b"</html>\n"}
    wrong = [f"'{path.name}' lacks its end" for path in paths if path.suffix in ends
             and not path.read_bytes().endswith(ends[path.suffix])]
    if out.suffix == ".gz" and out.exists() and subprocess.run(
            ["tar", "-tzf", out], capture_output=True, check=False).returncode:
        wrong.append("the bundle is cut")
    return wrong
