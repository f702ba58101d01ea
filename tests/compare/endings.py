"""kill -9 in the middle: the repository is as it was, and the next run cleans up."""
import signal

from repository import state
from yard import INCONCLUSIVE, REGRESSION, SHORT

BUILDING = ("build: make", "build: echo begun >>'{log}'; exec sleep 60")
INTERRUPTED = 130
EXECUTING = ('./number "${{seed}}"', 'sh -c "echo begun >>{log}; exec sleep 60"')


def killed(yard, what, edit):
    log, repository = yard.folder / f"{what}.log", yard.repository
    old, new = (text.format(log=log) for text in edit)
    log.touch()
    repository.git("checkout", "--quiet", "-b", f"killed-{what}", "v6")
    repository.edit("eswexp.yaml", old, new)
    repository.commit(f"Hang while {what}")
    repository.write("untracked", "not ours\n")
    before = state(repository)
    process = yard.start("compare", "v1", "WORKTREE", "--out", yard.folder / f"killed-{what}",
                         *SHORT)
    yard.wait_until(lambda: log.read_text() or process.poll() is not None, 30)
    hit = bool(log.read_text()) and process.poll() is None
    process.kill()
    _, said = process.communicate(timeout=20)
    yard.check(hit, f"kill -9 while {what}: hit", said.strip()[-500:] if not hit else hit, "True")
    yard.check_state(f"kill -9 while {what}", before)
    gone = yard.wait_until(lambda: not yard.alive(), 5)
    yard.check(gone, "  processes left", yard.alive() or 0, "0")
    yard.check(len(yard.left()) > 0, "  files left in the cache", len(yard.left()), "some")
    (repository.folder / "untracked").unlink()
    repository.git("checkout", "--quiet", "main")
    yard.check_sides(f"v1 v2 after kill -9 while {what}", yard.compare("v1", "v2"), [101, 102])
    yard.check(not yard.left(), "  files left in the cache", yard.left() or 0, "0")


def killed_building(yard):
    killed(yard, "building", BUILDING)


def killed_executing(yard):
    killed(yard, "executing", EXECUTING)


def interrupted(yard):
    """Ctrl-C in the middle: no verdict before the campaign has ended, then one."""
    repository, out = yard.repository, yard.folder / "interrupted"
    log = yard.folder / "interrupted.log"
    repository.git("checkout", "--quiet", "-b", "slow", "twice")
    repository.edit("eswexp.yaml", './number "${seed}"',
                    f'sh -c "echo >>{log}; sleep 0.1; ./number $1" sh "${{seed}}"')
    repository.commit("Take a while")
    repository.git("checkout", "--quiet", "main")
    process = yard.start("compare", "v6", "slow", "--out", out, "--threshold", "50%",
                         "--set", "repeat.real.builds=4", "--set", "repeat.real.executions=4")
    yard.wait_until(lambda: log.exists() and len(log.read_text()) >= 10 or
                    process.poll() is not None, 60)
    process.send_signal(signal.SIGINT)
    said, _ = process.communicate(timeout=30)
    yard.check(process.returncode == INTERRUPTED and "unfinished: " in said,
               "compare, then Ctrl-C", f"{process.returncode} {said[-300:]}", "130, unfinished")
    yard.check_exit("  that campaign", yard.run("compare", out), INCONCLUSIVE, "of 4 blocks")
    (out / "comparison.json").unlink(missing_ok=True)
    resumed = yard.run("resume", out, "--quiet")
    yard.check_exit("  resumed", resumed, REGRESSION, "slow (", "paired over blocks",
                    "threshold ±50 %")
    stored = yard.run("compare", out)
    yard.check((out / "comparison.json").exists() and stored.stdout == resumed.stdout,
               "  resumed and compared again", stored.stdout[:300], "the same verdict")


def kept_in_the_cache(yard):
    """Without --out."""
    before = state(yard.repository)
    done = yard.run("compare", "v1", "v2", "--threshold", "50%", *SHORT)
    yard.check_state("compare without --out", before)
    found = list(yard.cache.rglob("campaign.db"))
    yard.check(done.returncode == 0 and len(found) == 1, "without --out: campaigns in the cache",
               len(found), "1")


TESTS = (killed_building, killed_executing, interrupted, kept_in_the_cache)
