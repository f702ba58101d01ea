"""Links planted in a campaign's folder: nothing is written through them, and they are named."""
import itertools
import os
import shutil
import subprocess

USAGE = 2
SPEC = """
experiment: linked
benchmarks: {{nothing: {{command: "true"}}}}
variants: {{{variants}}}
repeat: {{real: {{executions: 5}}}}
"""
PRECIOUS = "precious"
REPORT, RESUME = ("report",), ("resume", "--quiet")
COMPARE = ("compare", "--threshold", "99%")  # by chance one side is slower, which is exit code 1
PAGE, PLOT = ("report", "--format", "html"), ("plot", "--format", "svg")


class Campaign:
    """A finished campaign, a copy of which is damaged for each look."""

    def __init__(self, bench, variants="old: {}, new: {}"):
        self.bench, self.numbers = bench, itertools.count()
        spec = bench.spec(SPEC, variants=variants)
        self.whole = bench.out()
        done = bench.run("run", spec, "--quiet", "--out", self.whole)
        bench.proof.check(done.returncode == 0, "a campaign", done.stderr.strip() or "measured")

    def planted(self, name, folder=False, dangling=False):
        """A copy in which `name` is a link; and its victim."""
        number = f"{self.bench.count}.{next(self.numbers)}"
        out = self.bench.folder / f"planted{number}"
        victim = self.bench.folder / f"victim{number}"
        shutil.copytree(self.whole, out, symlinks=True)
        if folder:
            victim.mkdir()
            (victim / "samples.csv").write_text(PRECIOUS)
        elif not dangling:
            victim.write_text(PRECIOUS)
        path = out / name
        path.parent.mkdir(exist_ok=True)
        if path.is_dir():
            shutil.rmtree(path)
        path.unlink(missing_ok=True)
        path.symlink_to(victim)
        return out, victim

    def check(self, words, name, code=USAGE, **kind):
        out, victim = self.planted(name, **kind)
        before = look(victim)
        done = self.bench.run(words[0], out, *words[1:])
        said = f"'{out / name}' is a symbolic link: " in done.stderr and "remove it" in done.stderr
        self.bench.proof.check(done.returncode == code and said,
                               f"{' '.join(words)}, {name}: exit and message",
                               f"{done.returncode} {done.stderr.strip()[-300:]}", f"{code}, named")
        self.bench.proof.check(look(victim) == before and (out / name).is_symlink(),
                               "  victim", look(victim), "as before")


def look(path):
    """What stands in a file, or in the files of a folder; None: neither."""
    if path.is_dir():
        return {one.name: one.read_text() for one in path.iterdir()}
    return path.read_text() if path.exists() else None


def links_refused(bench):
    campaign = Campaign(bench)
    for words in (REPORT, COMPARE, RESUME):
        campaign.check(words, "csv", folder=True)
        campaign.check(words, "csv/samples.csv")
        campaign.check(words, "report.md", dangling=True)
        for name in ("csv/estimates.csv", "report.md", "report.html"):
            if words != COMPARE:  # it writes them as report does
                campaign.check(words, name)
    campaign.check(COMPARE, "comparison.json")
    for name in ("campaign.db", "campaign.db-wal", "campaign.db-shm", "campaign.db-journal"):
        for words in (REPORT, RESUME):
            campaign.check(words, name)


def links_of_pictures(bench):
    """The page stands without its pictures; who asks for them is told by the exit code."""
    campaign = Campaign(bench, variants="one: {}")
    campaign.check(PLOT, "plots", folder=True)
    campaign.check(PAGE, "plots", code=0, folder=True)
    if os.environ.get("ESWEXP_THOROUGH"):  # links_refused has both of report
        campaign.check(PLOT, "report.html")
        campaign.check(PLOT, "csv/samples.csv")
    campaign.check(PLOT, "plots/means-wall_time.svg", code=3)  # test_plots.py: a dangling one


def foreseen_temporary(bench):
    """Names that earlier versions took for their temporaries, of a process that is known."""
    campaign = Campaign(bench)
    out, victim = campaign.planted("none")
    (out / "none").unlink()
    script = ('for name in report.md report.html csv/estimates.csv; do '
              'ln -s "$2" "$1/$name.$$.tmp" || exit 9; done; exec "$0" report "$1"')
    done = subprocess.run(["sh", "-c", script, bench.eswexp, out, victim], text=True,
                          capture_output=True, env=bench.environment, timeout=300, check=False)
    bench.proof.check(done.returncode == 0, "planted temporaries: exit",
                      f"{done.returncode} {done.stderr.strip()}", "0")
    bench.proof.check(look(victim) == PRECIOUS, "  victim", look(victim), "as before")
    bench.proof.check((out / "report.md").is_file() and not (out / "report.md").is_symlink(),
                      "  report.md", "a file", "a file")


def folder_through_link(bench):
    """The campaign's own folder is where the user says."""
    campaign = Campaign(bench)
    link = bench.folder / "reached"
    link.symlink_to(campaign.whole)
    for words in (REPORT, COMPARE, RESUME):
        done = bench.run(words[0], link, *words[1:])
        bench.proof.check(done.returncode == 0, f"{words[0]} of a folder that a link names",
                          f"{done.returncode} {done.stderr.strip()[-300:]}", "0")


FAULTS = (links_refused, links_of_pictures, foreseen_temporary, folder_through_link)
