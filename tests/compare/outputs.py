"""Formats for other programs, and stored campaigns."""
import json
import xml.etree.ElementTree

from yard import FINE, REGRESSION, SHORT, USAGE


def in_xml(text):
    suite = xml.etree.ElementTree.fromstring(text)
    return suite.tag in ("testsuites", "testsuite") and len(list(suite.iter("testcase"))) == 1 and \
        len(list(suite.iter("failure"))) == 1


def in_json(text):
    (comparison,) = json.loads(text)["comparisons"]
    return comparison["outcome"] == "slower" and comparison["low"] > 1.9 and comparison["paired"]


def in_bmf(text):
    """{benchmark: {measure: {value, lower_value, upper_value}}}"""
    ((_, measures),) = json.loads(text).items()
    (values,) = measures.values()
    return 211e6 < values["lower_value"] <= values["value"] <= values["upper_value"] < 213e6 and \
        212e6 < values["value"]


def in_github(text):
    (entry,) = json.loads(text)
    return (entry["name"], entry["unit"]) == ("number", "ns") and 212e6 <= entry["value"] < 213e6


def in_markdown(text):
    return "|" in text and "slower" in text and "number" in text


FORMATS = {"--json": in_json, "--markdown": in_markdown, "--junit": in_xml, "--bmf": in_bmf,
           "--github-benchmark": in_github}


def formats(yard):
    """Each is printed, and kept beside the campaign; one that is stored is judged again."""
    done = yard.compare("v6", "twice", "--json")
    yard.check(done.returncode == REGRESSION and in_json(done.stdout), "compare REVISIONS --json",
               done.returncode, str(REGRESSION))
    campaign = yard.out()
    printed = {}
    for option, is_right in FORMATS.items():
        done = yard.run("compare", campaign, option, "--quiet", "--threshold", "50%")
        printed[option] = done.stdout
        try:
            right = is_right(done.stdout)
        except (ValueError, KeyError, TypeError, xml.etree.ElementTree.ParseError) as trouble:
            right = trouble
        yard.check(right is True or (right and not isinstance(right, Exception)),
                   f"compare {option}", right if right else done.stdout[:1500], "as it should be")
        yard.check(done.returncode == REGRESSION, "  exit", done.returncode, str(REGRESSION))
    kept = {path.read_text() for path in campaign.glob("comparison.*")}
    missing = [option for option, text in printed.items() if text not in kept]
    yard.check(not missing, "  formats that are not in the folder", missing or 0, "0")

def stored(yard):
    """Two campaigns of the same experiment, run at two commits."""
    folders = {}
    for name, revision, more in (("old", "v6", ()), ("new", "twice", ()),
                                 ("other", "twice", ("--set", "measure=[cpu_time,wall_time]"))):
        folders[name] = yard.folder / f"stored-{name}"
        yard.repository.git("checkout", "--quiet", revision)
        yard.run("run", "eswexp.yaml", "--out", folders[name], *SHORT, *more)
    yard.repository.git("checkout", "--quiet", "main")
    check, old, new, other = yard.check_exit, *folders.values()
    check("two stored campaigns", yard.run("compare", old, new), REGRESSION, "slower", "session")
    check("  the other way round", yard.run("compare", new, old), FINE, "faster", "session")
    check("  whose experiments differ", yard.run("compare", old, other), USAGE, "differ",
          "--force")
    check("  with --force", yard.run("compare", old, other, "--force"), REGRESSION, "slower",
          "differ")
    check("  and an option of a run", yard.run("compare", old, new, "--seed", "1"), USAGE,
          "--seed")


TESTS = (formats, stored)
