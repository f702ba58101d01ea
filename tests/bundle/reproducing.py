"""What a repetition says of a bundle that is as it was, and of ones that were changed."""
import json

from yard import DISAGREES, FINE, NUMBERS, INCONCLUSIVE, USAGE, column, means

CLAIM = "claim 'speedup(fast, plain) > 1.2'"


def agrees(yard):
    """The bundle as it was made, by a user without root, in another folder."""
    (campaign, bundle), place = yard.made(), yard.elsewhere()
    done = yard.run("reproduce", bundle, "--out", place / "out", elsewhere=place)
    yard.check_exit("repeated as it was", done, FINE, "verdict: agrees",
                    "agrees number: wall_time of fast against plain",
                    r"agrees claim 'speedup\(fast, plain\) > 1.2' supported, then supported")
    yard.check(means(place / "out") == {"plain": 100, "fast": 80}, "  means",
               means(place / "out"))
    seeds = [json.loads(yard.run("report", folder, "--json").stdout)["seed"]
             for folder in (campaign, place / "out")]
    yard.check(seeds[0] != seeds[1], "  seeds", " and ".join(map(str, seeds)), "two")
    again = yard.run("reproduce", place / "out", elsewhere=place)
    yard.check_exit("judged again, without measuring", again, FINE, "verdict: agrees")
    yard.check(again.stdout == done.stdout, "  what it says", again.stdout == done.stdout,
               "the same")
    yard.check_exit("judged again with --set", yard.run("reproduce", place / "out", "--set", "a=b"),
                    USAGE, "--set is for measuring")


def same_seed(yard):
    """The same seed gives the same programs in another place."""
    (campaign, bundle), place = yard.made(), yard.elsewhere()
    done = yard.run("reproduce", bundle, "--seed", "same", "--out", place / "out",
                    "--json", elsewhere=place)
    said = json.loads(done.stdout)
    yard.check(done.returncode == FINE and said["verdict"] == "agrees", "--seed same, as JSON",
               f"{done.returncode}, {said['verdict']}", "0, agrees")
    hashes = [column(folder, "builds", "binary_sha256") for folder in (campaign, place / "out")]
    yard.check(hashes[0] == hashes[1] and len(hashes[0]) >= 6, "  SHA-256 of its builds",
               hashes[0] == hashes[1], "those of the first campaign")
    yard.check(not said["differences"], "  machine, tools, programs", said["differences"],
               "no difference")
    yard.check(json.loads((place / "out/agreement.json").read_text()) == said, "  agreement.json",
               "there", "the same")


def changed(yard, what, old, new, *words):
    """The verdict on a bundle of which the header was changed; what agrees and what does not."""
    top = yard.unpacked(yard.made()[1])
    header = top / "sources/kernels/inc/number.h"
    header.write_text(NUMBERS.replace(old, new))
    place = yard.elsewhere()
    done = yard.run("reproduce", top, "--out", place / "out", "--json", *words, elsewhere=place)
    said = json.loads(done.stdout)
    yard.check(said["changed"] ==
               ["'sources/kernels/inc/number.h' is not the one that was bundled"],
               f"{what}: the changed source", said["changed"])
    found = {item["name"]: item["outcome"] for item in said["items"]}
    return done, [name for name, outcome in found.items() if outcome == "disagrees"], found


def slower_in_one(yard):
    done, differing, _ = changed(yard, "one variant 10 % slower", "NUMBER 80", "NUMBER 88")
    yard.check(differing == [CLAIM, "number: wall_time of fast against plain"],
               "  disagrees", "; ".join(differing))
    yard.check_exit("  ", done, DISAGREES, '"verdict": "disagrees"')


def slower_in_all(yard):
    """As on a slower machine: the ratio is the same. Means disagree only if they are asked for."""
    both = "#ifdef FAST", "#ifdef FAST\n#define NUMBER 88\n#elif 1\n#define NUMBER 110\n#elif 0"
    means_of_both = ["number: wall_time of plain", "number: wall_time of fast"]
    done, differing, found = changed(yard, "both variants 10 % slower", *both)
    yard.check(not differing and {found[name] for name in means_of_both} == {"not judged"},
               "  disagrees", "; ".join(differing), "nothing")
    yard.check(found["number: wall_time of fast against plain"] == "agrees", "  the ratio",
               found["number: wall_time of fast against plain"], "agrees")
    yard.check(abs(json.loads(done.stdout)["times_change"] - 1.1) < 1e-3, "  times",
               json.loads(done.stdout)["times_change"], 1.1)
    yard.check_exit("  ", done, FINE)
    done, differing, _ = changed(yard, "the same, --mean-tolerance 5%", *both,
                                 "--mean-tolerance", "5%")
    yard.check(differing == means_of_both, "  disagrees", "; ".join(differing))
    yard.check_exit("  ", done, DISAGREES)


def tolerated(yard):
    """3 % are no disagreement with these tolerances; 12 % with those are not excluded, either."""
    done, differing, _ = changed(yard, "3 % slower, tolerance 4 %", "NUMBER 80", "NUMBER 82.4",
                                 "--tolerance", "4%")
    yard.check(not differing and done.returncode == FINE, "  disagrees", differing, "none")
    words = ("--tolerance", "2%", "--mean-tolerance", "20%", "--set", "repeat.confidence=95%")
    done, differing, found = changed(yard, "12 % slower, mean tolerance 20 %", "NUMBER 80",
                                     "NUMBER 89.6", *words)
    yard.check(differing == [CLAIM, "number: wall_time of fast against plain"] and
               found["number: wall_time of fast"] == "agrees", "  disagrees", differing)


def missing(yard):
    """What the repetition does not measure is inconclusive; with --strict that is exit code 4."""
    _, bundle = yard.made()
    words = ("--set", "variants={plain: {}}", "--set", "claims=[]")
    for strict, code in (((), FINE), (("--strict",), INCONCLUSIVE)):
        place = yard.elsewhere()
        done = yard.run("reproduce", bundle, "--out", place / "out", *words, *strict,
                        elsewhere=place)
        yard.check_exit(f"one variant alone {' '.join(strict)}", done, code, "verdict: inconclusive: claim "
                        ".*; number: wall_time of fast against plain",
                        "not judged number: wall_time of plain")


TESTS = [agrees, same_seed, slower_in_one, slower_in_all, tolerated, missing]
