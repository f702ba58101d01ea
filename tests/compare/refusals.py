"""What cannot be compared is said, with the remedy; verdicts become exit codes."""
import json
import re
import tempfile

from numbered import EXPERIMENT_OF_SCRIPT
from repository import Repository
from yard import FAILED, FINE, REGRESSION, THOROUGH, USAGE, compiled, rows


def verdicts(yard):
    """A stored comparison is judged again with another threshold."""
    check = yard.check_exit
    check("twice the time", yard.compare("v6", "twice"), REGRESSION, "slower")
    (row,) = rows(yard.out(), "ratios")
    yard.check(row["verdict"] == "slower" and float(row["low"]) > 1.9,
               "  lower limit of the ratio", row["low"], "above 1.9, slower")
    check("half the time", yard.compare("twice", "v6"), FINE, "faster")
    check("1.9 % more, threshold 1 %", yard.compare("v1", "v3", threshold="1%"), REGRESSION,
          "slower")
    check("1.9 % more, threshold 3 %", yard.run("compare", yard.out(), "--threshold", "3%"), FINE, "equal")
    check("one of three slower", yard.compare("v6", "v5", "twice"), REGRESSION, "slower", "equal")
    check("with a noise floor", yard.compare("v6", "twice", "--noise-floor"), REGRESSION,
          "noise floor")


@compiled
def unchanged(yard):
    if THOROUGH:
        yard.check_exit("the same number", yard.compare("v6", "v7", "--strict", threshold="1%"), FINE, "equal")
    yard.check_exit("the same number, any change matters", yard.compare("v6", "v8", "--strict", threshold="0"),
                    FINE, "equal within ±1 %")


def usage(yard):
    check, first = yard.check_exit, yard.count
    check("an unknown tag", yard.compare("v1", "topik"), USAGE, "'topik'", "'topic'")
    check("an unknown commit", yard.compare("v99999"), USAGE, "'v99999'")
    check("a range of an unknown", yard.compare("nothing..v1"), USAGE, "'nothing'")
    check("the default branch as it is, no arguments", yard.compare(), USAGE, "eswexp compare")
    check("a threshold that is none", yard.compare("v1", "v2", threshold="much"), USAGE,
          "threshold", "2%")
    check("two formats", yard.compare("v1", "v2", "--json", "--junit"), USAGE, "format")
    check("an experiment file that is not there", yard.compare("v1", "v2", "--spec", "none.yaml"),
          USAGE, "none.yaml")
    with tempfile.TemporaryDirectory() as nowhere:
        check("no repository", yard.run("compare", "v1", "v2", cwd=nowhere), USAGE, "repository",
              "git init")
    left = [i for i in range(first + 1, yard.count + 1) if (yard.folder / f"out{i}").exists()]
    yard.check(not left, "  campaigns of what was refused", len(left), "0")


def experiment_files(yard):
    repository = Repository(yard.folder / "plain", yard.home)
    repository.folder.mkdir()
    repository.git("init", "--quiet")
    repository.write("Makefile", "all:\n")
    repository.commit("Nothing to measure", "v1")
    repository.write("readme", "words\n")
    repository.commit("Words", "v2")
    kept, yard.repository = yard.repository, repository
    yard.check_exit("no experiment file", yard.compare("v1", "v2"), USAGE, "eswexp.yaml",
                    "eswexp init")
    repository.write("eswexp.yaml", "experiment: none\nbenchmarks: {}\n")
    repository.commit("An experiment of nothing", "v3")
    yard.check_exit("no benchmarks", yard.compare("v1", "v3"), USAGE, "eswexp.yaml:", "benchmark")
    yard.repository = kept


@compiled
def broken(yard):
    """A revision that does not compile: its compiler's words, and nothing is measured."""
    for words in (("v6", "broken"), ("broken", "v6"), ("v5", "broken", "v6"))[:None if THOROUGH else 1]:
        done = yard.compare(*words)
        yard.check_exit(f"compare {' '.join(words)}", done, FAILED, "error: ",
                        "not_declared_anywhere", "broken")
        yard.check(not yard.out().exists(), "  nothing measured", yard.out().exists(), False)


def failing(yard):
    """A side that fails in the trial: no verdict is possible, and nothing is measured."""
    repository = yard.repository
    repository.branch("exits", "v6", ("eswexp.yaml", './number "${seed}"',
                                      'sh -c "./number $1 && grep -q 106 number.h" sh "${seed}"'))
    done = yard.compare("v3", "exits")
    yard.check_exit("a side that fails", done, FAILED, "trial: benchmark 'number'", "'v3': exit 1",
                    "nothing was measured")
    yard.check(not yard.out().exists(), "  nothing measured", yard.out().exists(), False)


def too_dear(yard):
    """A budget that holds no experiment is refused where it was asked for, before measuring."""
    repository = yard.repository
    repository.branch("napping", "v6", ("eswexp.yaml", './number "${seed}"',
                                        'sh -c "sleep 1; ./number $1" sh "${seed}"'))
    out = yard.folder / "dear"
    done = yard.run("compare", "v5", "napping", "--budget", "15s", "--out", out)
    yard.check_exit("a budget of 15 seconds", done, USAGE, "pilot and experiment need")
    (number, unit), = re.findall(r"--budget (\d+)\s*(s|min|h)\b", done.stderr) or [(0, "s")]
    enough_s = int(number) * {"s": 1, "min": 60, "h": 3600}[unit]
    yard.check(enough_s > 15, "  the budget that would do, s", enough_s, "more than 15")
    yard.check(not out.exists(), "  nothing measured", out.exists(), False)


def other_file(yard):
    """The experiment file is the last side's, or --spec-from's, or one that is named."""
    repository = yard.repository
    repository.branch("other", "v6", ("eswexp.yaml", "experiment: number",
                                      "experiment: other-number"))
    done = yard.compare("v1", "other", "--json")
    yard.check_exit("another experiment file", done, FINE, "differs")
    yard.compare("v1", "other", "--spec-from", "v1")
    yard.check(list(yard.numbers().values()) == [101, 106], "  --spec-from v1: numbers",
               yard.numbers(), "101, 106")
    kept = {row["experiment"] for row in rows(yard.out(), "estimates")}
    yard.check(kept == {"number"}, "  experiment", kept, "number")
    spec = yard.folder / "apart.yaml"
    spec.write_text(EXPERIMENT_OF_SCRIPT.replace("directory: .", f"directory: {repository.folder}"))
    yard.check_sides("v1 v2 --spec elsewhere", yard.compare("v1", "v2", "--spec", spec),
                     [101, 102])
    json.loads(done.stdout)


TESTS = (verdicts, unchanged, usage, experiment_files, broken, failing, too_dear, other_file)
