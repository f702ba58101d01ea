"""What a repetition says of a bundle that is as it was, and of ones that were changed."""
import json

from yard import DISAGREES, FINE, INCONCLUSIVE, NUMBERS, USAGE, column, means

CLAIM = "claim 'speedup(fast, plain) > 1.2'"


def agrees(yard):
    """The bundle as it was made, by a user without root, in another folder."""
    (campaign, bundle), place = yard.made(), yard.elsewhere()
    done = yard.run("reproduce", bundle, "--out", place / "out", elsewhere=place)
    yard.check_exit("repeated as it was", done, FINE, "AGREES",
                    "agrees number: wall_time of fast against plain",
                    r"agrees claim 'speedup\(fast, plain\) > 1.2' supported, then supported")
    yard.check(means(place / "out") == {"plain": 100, "fast": 80}, "  means",
               means(place / "out"))
    seeds = [json.loads(yard.run("report", folder, "--json").stdout)["seed"]
             for folder in (campaign, place / "out")]
    yard.check(seeds[0] != seeds[1], "  seeds", " and ".join(map(str, seeds)), "two")
    again = yard.run("reproduce", place / "out", elsewhere=place)
    yard.check_exit("judged again, without measuring", again, FINE, "AGREES")
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
    yard.check(hashes[0] == hashes[1] and len(hashes[0]) == 4, "  SHA-256 of its builds",
               hashes[0] == hashes[1], "those of the first campaign")
    yard.check(not said["differences"], "  machine, tools, programs", said["differences"],
               "no difference")
    yard.check(json.loads((place / "out/agreement.json").read_text()) == said, "  agreement.json",
               "there", "the same")


def judged(done):
    """What disagrees, and all outcomes."""
    found = {item["name"]: item["outcome"] for item in json.loads(done.stdout)["items"]}
    return [name for name, outcome in found.items() if outcome == "disagrees"], found


def changed(yard, what, old, new, *words):
    """The verdict on a bundle of which the header was changed, and its words with other tolerances."""
    top = yard.unpacked(yard.made()[1])
    header = top / "sources/kernels/inc/number.h"
    header.write_text(NUMBERS.replace(old, new))
    place = yard.elsewhere()
    done = yard.run("reproduce", top, "--out", place / "out", "--json", *words, elsewhere=place)
    said = json.loads(done.stdout)
    yard.check(said["changed"] ==
               ["'sources/kernels/inc/number.h' is not the one that was bundled"],
               f"{what}: the changed source", said["changed"])
    return done, lambda *more: yard.run("reproduce", place / "out", "--json", *more, elsewhere=place)


RATIO = "number: wall_time of fast against plain"


def slower_in_one(yard):
    """Of its ratio and of its mean other tolerances may say something else; the claim stays refuted."""
    done, again = changed(yard, "one variant 10 % slower", "NUMBER 80", "NUMBER 88")
    yard.check(judged(done)[0] == [CLAIM, RATIO], "  disagrees", "; ".join(judged(done)[0]))
    yard.check_exit("  ", done, DISAGREES, '"verdict": "disagrees"')
    differing, _ = judged(again("--tolerance", "12%"))
    yard.check(differing == [CLAIM], "  disagrees, tolerance 12 %", "; ".join(differing))
    differing, found = judged(again("--tolerance", "2%", "--mean-tolerance", "20%"))
    yard.check(differing == [CLAIM, RATIO] and found["number: wall_time of fast"] == "agrees",
               "  disagrees, mean tolerance 20 %", differing)


def slower_in_all(yard):
    """As on a slower machine: the ratio is the same. Means disagree only if they are asked for."""
    both = "#ifdef FAST", "#ifdef FAST\n#define NUMBER 88\n#elif 1\n#define NUMBER 110\n#elif 0"
    means_of_both = ["number: wall_time of plain", "number: wall_time of fast"]
    done, again = changed(yard, "both variants 10 % slower, --mean-tolerance 5%", *both, "--mean-tolerance", "5%")
    yard.check(judged(done)[0] == means_of_both, "  disagrees", "; ".join(judged(done)[0]))
    yard.check_exit("  ", done, DISAGREES)
    done = again()
    differing, found = judged(done)
    yard.check(not differing and {found[name] for name in means_of_both} == {"not judged"},
               "  disagrees, means not asked for", "; ".join(differing), "nothing")
    yard.check(found[RATIO] == "agrees", "  the ratio", found[RATIO], "agrees")
    yard.check(abs(json.loads(done.stdout)["times_change"] - 1.1) < 1e-3, "  times",
               json.loads(done.stdout)["times_change"], 1.1)
    yard.check_exit("  ", done, FINE)
    done = again("--mean-tolerance", "12%")
    yard.check_exit("  disagrees, mean tolerance 12 %", done, FINE)
    yard.check({judged(done)[1][name] for name in means_of_both} == {"agrees"}, "  means", judged(done)[1])


def missing(yard):
    """What the repetition does not measure is inconclusive; with --strict that is exit code 4.

    What is left of an unpacking that was killed is no bundle, and in nobody's way."""
    (_, bundle), place = yard.made(), yard.elsewhere()
    left = place / "out/bundle.tmp"
    left.mkdir(parents=True)
    (left / "manifest.json").write_text("{")
    for folder in (left.parent, left):
        folder.chmod(0o777)  # elsewhere another user works
    words = (bundle, "--out", place / "out", "--set", "variants={plain: {}}", "--set", "claims=[]")
    for what, code, words in (("", FINE, words), ("--strict", INCONCLUSIVE, (place / "out", "--strict"))):
        done = yard.run("reproduce", *words, elsewhere=place)
        yard.check_exit(f"one variant alone {what}", done, code, f"INCONCLUSIVE claim .*; {RATIO}",
                        "not judged number: wall_time of plain")
    yard.check(not left.exists(), "  what was left of the unpacking", list(place.glob("out/*.tmp")))


TESTS = [agrees, same_seed, slower_in_one, slower_in_all, missing]
