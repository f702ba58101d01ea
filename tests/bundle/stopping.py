"""Ctrl-C, and disks that are full."""
import resource
import signal
import sqlite3
import time

from yard import FAILED, FINE, INCONCLUSIVE, INTERRUPTED, SAMPLES, USAGE

SLOW = f"""experiment: slow
benchmarks:
  slow:
    command: sh -c "sleep 0.05; echo took $1 ms" sh "${{number}}"
    {SAMPLES}
sweep: {{number: [10, 20]}}
repeat: {{real: {{executions: 15}}}}
"""


def executed(campaign):
    """Executions in a store so far."""
    try:
        with sqlite3.connect(f"file:{campaign}/campaign.db?mode=ro", uri=True) as store:
            return store.execute("SELECT count(DISTINCT execution) FROM samples").fetchone()[0]
    except sqlite3.Error:
        return 0


def interrupted(yard):
    """Resumed, and judged by what there is at any time."""
    bundle = yard.bundle(yard.campaign(yard.write("exp/slow.yaml", SLOW)))
    place = yard.elsewhere()
    out = place / "out"
    process = yard.start("reproduce", bundle, "--out", out, elsewhere=place)
    end = time.monotonic() + 30
    while executed(out) < 6 and process.poll() is None and time.monotonic() < end:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=30)
    yard.check(process.returncode == INTERRUPTED and "is unfinished: " in " ".join(said.split()),
               "Ctrl-C in the middle", f"{process.returncode} {errors[-300:]}", "130, unfinished")
    yard.check_exit("  judged then", yard.run("reproduce", out, elsewhere=place), INCONCLUSIVE,
                    "INCONCLUSIVE")
    done = yard.run("resume", out, elsewhere=place)
    yard.check_exit("  resumed", done, FINE)
    done = yard.run("repeat", out, elsewhere=place)  # the alias
    yard.check_exit("  then judged", done, FINE, "INCONCLUSIVE")
    yard.check("unfinished" not in done.stdout, "  it is whole", "yes")
    done = yard.run("reproduce", bundle, "--out", out, elsewhere=place)
    yard.check_exit("  into the same folder", done, USAGE, "already holds a campaign")
    yard.check((out / "bundle/manifest.json").exists(), "  what was there", "kept")


def stopped_early(yard):
    """Before anything is measured: nothing is left."""
    (_, bundle), place = yard.made(), yard.elsewhere()
    process = yard.start("reproduce", bundle, "--out", place / "out", "--set",
                         "benchmarks.number.cflags=-include nothing.h", elsewhere=place)
    process.communicate(timeout=60)
    yard.check(process.returncode == FAILED and not (place / "out").exists(),
               "a program that cannot be built", process.returncode, "3, nothing left")


def full(yard):
    """No file may be larger than a limit: as a full disk, but for one process."""
    (campaign, bundle), place = yard.made(), yard.elsewhere()

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    more = {"preexec_fn": limit, "restore_signals": False}  # Python ignores SIGXFSZ
    out = yard.here / "full.tar.gz"
    done = yard.run("bundle", campaign, "--out", out, "--force", **more)
    yard.check_exit("bundle with a full disk", done, FAILED)
    yard.check(not out.exists() and not list(yard.here.glob("*.tmp")), "  what is left",
               list(yard.here.glob("full*")))
    done = yard.run("reproduce", bundle, "--out", place / "out", elsewhere=place, **more)
    yard.check_exit("a reproduction with a full disk", done, FAILED, "cannot write")
    yard.check(not (place / "out").exists(), "  what is left", list(place.glob("out/*")))


TESTS = [interrupted, stopped_early, full]
