"""Which revisions are compared: each way to name them."""
from numbered import EXPERIMENT_OF_SCRIPT, define
from yard import FINE, USAGE


def named(yard):
    repository = yard.repository
    first, third = repository.id("v1"), repository.id("v3")
    for words, expected in (
            (("v2", "HEAD~3", "topic~1", "main^^", first, third[:9]), [102, 105, 110, 106, 101, 103]),
            (("main..topic",), [106, 111]),
            (("main...topic",), [104, 111]),
            (("v2",), [102, 106]),
    ):
        yard.check_sides(" ".join(words), yard.compare(*words), expected)


def below(yard):
    done = yard.compare("v1", "v2", cwd=yard.repository.folder / "docs")
    yard.check_sides("v1 v2 in a folder below", done, [101, 102])


def modified(yard):
    """On a branch, with changes that are not committed: an untracked file, and an ignored one."""
    repository = yard.repository
    repository.git("checkout", "--quiet", "topic")
    yard.check_sides("(nothing modified)", yard.compare(), [104, 111])
    repository.write("number.h", '#include "extra.h"\n')
    repository.write("extra.h", define(120))
    repository.write("ignored.h", "#undef NUMBER\n" + define(999))
    repository.write("new folder/notes", "untracked, too\n")
    yard.check_sides("(modified, untracked)", yard.compare(), [104, 120])
    yard.check_sides("HEAD (modified)", yard.compare("HEAD"), [111, 120])
    yard.check_sides("WORKTREE v1 topic", yard.compare("WORKTREE", "v1", "topic"), [120, 101, 111])
    repository.git("add", "extra.h")
    repository.write("extra.h", define(121))
    yard.check_sides("(staged, modified again)", yard.compare(), [104, 121])
    repository.git("reset", "--quiet", "--hard", "topic")
    repository.git("clean", "--quiet", "-dfx")
    repository.git("checkout", "--quiet", "main")
    repository.write("number.h", define(130))
    yard.check_sides("(on the default branch, modified)", yard.compare(), [106, 130])
    repository.git("checkout", "--quiet", "--", ".")


def variants(yard):
    """In an experiment file."""
    head = EXPERIMENT_OF_SCRIPT.replace("directory: .", f"directory: {yard.repository.folder}")
    spec = yard.folder / "revisions.yaml"
    spec.write_text(head + "variants: {old: {revision: v2}, new: {revision: topic~1}}\n"
                           "repeat: {real: {builds: 2, executions: 1}}\n")
    yard.count += 1
    done = yard.run("run", spec, "--out", yard.out(), "--seed", 7)
    yard.check_exit("variants with revisions", done, FINE)
    yard.check(yard.numbers() == {"old": 102, "new": 110}, "  numbers", yard.numbers(),
               "old 102, new 110")
    spec.write_text(head + "variants: {old: {revision: v2}, new: {revision: topik}}\n")
    done = yard.run("run", spec, "--out", yard.folder / "none")
    yard.check_exit("  an unknown one", done, USAGE, "revisions.yaml:", "'topik'", "topic")


def claims(yard):
    """Claims and what is derived are about a file's own variants: a comparison ignores them."""
    spec = yard.folder / "claims.yaml"
    spec.write_text(EXPERIMENT_OF_SCRIPT.replace("directory: .", f"directory: {yard.repository.folder}") +
                    "variants: {old: {}, new: {cflags: -O1}}\nclaims: speedup(new, old) > 2\n"
                    "derive: {gain: old / new}\npictures: {gain: {x: benchmark, y: gain}}\n")
    done = yard.compare("v2", "v3", "--spec", spec, "--notes")
    yard.check_sides("v2 v3 of a file with claims", done, [102, 103])
    for what in ("the file's claims are", "the file's derived metrics are", "the file's pictures"):
        yard.check(what in done.stdout, f"  notes that {what} ignored", done.stdout[-1500:], what)


TESTS = (named, below, modified, variants, claims)
