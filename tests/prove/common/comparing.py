"""`eswexp compare` of two commits of the project of tests/compare: what it found, at what cost."""
import json
import subprocess
import sys
import time

from common.proof import ROOT, Trouble, rows

sys.path.insert(0, str(ROOT / "tests/compare"))
from repository import Repository, environment, project  # noqa: E402, F401

CODES = {"slower": 1, "faster": 0, "equivalent": 0, "inconclusive": 0}


class Comparison:
    """One run of the command; the campaign is not kept."""

    def __init__(self, program, repository, folder, base, head, *words):
        words = [program, "compare", base, head, "--anyway", "--out", folder, "--quiet", "--json",
                 *words]
        begun = time.monotonic()
        done = subprocess.run(list(map(str, words)), cwd=repository.folder, text=True,
                              env=repository.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, check=False)
        self.seconds = time.monotonic() - begun
        if done.returncode not in (0, 1):
            raise Trouble(f"compare {base} {head}: exit {done.returncode}\n{done.stderr[-4000:]}")
        (comparison,) = (one for one in json.loads(done.stdout)["comparisons"] if one["judged"])
        self.exit, self.outcome = done.returncode, comparison["outcome"]
        self.explanation = comparison["explanation"]
        self.ratio, self.low, self.high = (comparison[key] for key in ("time_ratio", "low", "high"))
        executed = [row["variant"] for row in rows(folder, "executions")]
        self.executions = executed.count(executed[0])
        self.builds = comparison["pairs"]
        subprocess.run(["rm", "-r", folder], check=True)

    def consistent(self):
        """Whether exit code, verdict and interval say the same."""
        word = "slower" if self.low > 1 else "faster" if self.high < 1 else self.outcome
        return self.exit == CODES[self.outcome] and word == self.outcome

    def __str__(self):
        return (f"{self.outcome}, {self.ratio:.4f} [{self.low:.4f}, {self.high:.4f}], "
                f"{self.builds} builds and {self.executions} executions a side, "
                f"{self.seconds:.1f} s")
