"""What is in a bundle, and that it needs nothing else."""
import json
import tarfile

from yard import BUILDS, FINE, NUMBERS, OWN, PROGRAM, SAMPLES, THOROUGH, Repository, means

MAKEFILE = """prog: prog.o extra.o
\t$(CC) -o $@ prog.o extra.o
%.o: %.c
\t$(CC) -O1 -ffunction-sections -c -o $@ $<
"""
EXTRA = "int extra(int x);\nint extra(int x) { return x; }\n"
PROJECT = f"""experiment: project
benchmarks:
  prog:
    directory: ../code/prog
    build: make prog
    command: ./prog "${{seed}}"
    {SAMPLES}
variants:
  now: {{}}
  branch: {{revision: topic}}
{BUILDS}"""
SCRIPT = f"""experiment: script
benchmarks:
  shell:
    command: sh lib/bench.sh ../data/number.txt
    {SAMPLES}
  script:
    command: ./own.sh
    {SAMPLES}
repeat: {{real: {{executions: 6}}}}
"""


def bytes_of(yard):
    """The same campaign gives the same bytes, of nobody and no time."""
    campaign, one = yard.made()
    two = yard.bundle(campaign)
    yard.check(one.read_bytes() == two.read_bytes(), "two bundles of one campaign", "compared",
               "the same bytes")
    with tarfile.open(one) as archive:
        entries = archive.getmembers()
    about = {(entry.uid, entry.gid, entry.uname, entry.mtime) for entry in entries}
    yard.check(about == {(0, 0, "", 315532800)}, "  owners and times", about)
    names = {entry.name for entry in entries if entry.isfile()}
    expected = {"README.txt", "manifest.json", "campaign.db", "report.md", "report.html",
                "csv/ratios.csv",
                "sources/exp/own.yaml", "sources/kernels/number.c", "sources/kernels/inc/number.h"}
    yard.check({f"own/{name}" for name in expected} <= names, "  files",
               sorted(name for name in names if "sources" in name))
    inside = yard.unpacked(one)
    told = [path.name for path in inside.rglob("*")
            if path.is_file() and str(yard.folder).encode() in path.read_bytes()]
    yard.check(not told, "  files that tell where it was", told, "none")
    text = (inside / "sources/exp/own.yaml").read_text()
    mine = (yard.here / "exp/own.yaml").read_text()
    yard.check(text.startswith(mine) and "# eswexp --seed " in text[len(mine):],
               "  the experiment", text[len(mine):].strip(), "as written, then its seed")


def project(yard):
    """A project in git, with revisions, changes that are not committed, and files of no use."""
    repository = Repository(yard.here / "code", yard.here / "home")
    repository.folder.mkdir()
    repository.git("init", "--quiet")
    for path, text in {"prog/prog.c": PROGRAM, "prog/inc/number.h": NUMBERS,
                       "prog/extra.c": EXTRA, "prog/Makefile": MAKEFILE,
                       ".gitignore": "*.o\nprog/prog\n/ignored\n", "other/big": "not needed\n"}.items():
        repository.write(path, text)
    repository.commit("First", "v1")
    repository.branch("topic", "v1", ("prog/inc/number.h", "100", "120"))
    repository.write("prog/inc/number.h", '#include "../new.h"\n')  # modified
    repository.write("prog/new.h", "#define NUMBER 130\n")          # untracked
    repository.write("ignored", "of no use\n")
    spec = yard.write("exp/project.yaml", PROJECT)
    campaign = yard.campaign(spec)
    numbers = {"now": 130, "branch": 120}
    yard.check(means(campaign) == numbers, "project: measured", means(campaign))
    topic = repository.id("topic")
    repository.git("checkout", "--quiet", "-f", "topic", "--")  # keeps the untracked file
    repository.edit("prog/inc/number.h", "120", "190")
    repository.commit("Moved on")
    repository.git("checkout", "--quiet", "main")
    repository.write("prog/inc/number.h", '#include "../new.h"\n')
    repository.write("prog/new.h", "#define NUMBER 130\n")
    bundle = yard.bundle(campaign)
    repository.folder.rename(yard.here / "code-gone")
    place = yard.elsewhere()
    done = yard.run("reproduce", bundle, "--out", place / "out", elsewhere=place)
    yard.check_exit("project, without its repository", done, FINE, "AGREES")
    yard.check(means(place / "out") == numbers, "  repeated", means(place / "out"))
    inside = place / "out/bundle"
    manifest = json.loads((inside / "manifest.json").read_text())
    (origin,) = manifest["origins"]
    patch = (inside / origin["patch"]).read_text()
    yard.check(origin["commit"] == repository_head(yard) and '+#include "../new.h"' in patch,
               "  its commit and patch", origin)
    yard.check(manifest["revision"]["branch"] == topic, "  a branch that has moved on",
               manifest["revision"]["branch"], "the commit that was measured")
    left = sorted(str(path.relative_to(inside / "sources"))
                  for path in (inside / "sources").rglob("*") if path.is_file())
    yard.check("code/ignored" not in left and "code/other/big" not in left, "  sources", left)
    (yard.here / "code-gone").rename(yard.here / "code")


def repository_head(yard):
    return Repository(yard.here / "code-gone", yard.here / "home").id("main")


def whole(yard):
    """All of a repository with its experiments in it, whose names are not ASCII."""
    repository = Repository(yard.here / "große Sache", yard.here / "home")
    repository.folder.mkdir()
    repository.git("init", "--quiet")
    text = PROJECT.replace("../code/prog", "..").replace(": project", ": größe")
    text = text.split("  now:")[0] + "  old: {revision: v1}\n  tree: {revision: WORKTREE}\n" + BUILDS
    sources = text.split("    directory:")[0] + f"    sources: [../zähler.c]\n    {SAMPLES}\n" + BUILDS
    for path, content in {"zähler.c": PROGRAM, "inc/number.h": NUMBERS, "extra.c": EXTRA,
                          "Makefile": MAKEFILE.replace("prog.o", "zähler.o"), "notes": "old\n",
                          "exp/größe.yaml": text, "exp/quelle.yaml": sources}.items():
        repository.write(path, content)
    repository.commit("First", "v1")
    repository.write("inc/number.h", "#define NUMBER 130\n")
    repository.write("notes", "secret\n")
    campaign, numbers = yard.campaign(repository.folder / "exp/größe.yaml"), {
        "old": 100, "tree": 130}
    place = yard.elsewhere()
    for name in ("one", "two") if THOROUGH else ("one",):  # the second is the bundle of a repetition
        bundle = yard.bundle(campaign, "--trust")  # the repetition is nobody's
        campaign = place / name
        done = yard.run("reproduce", bundle, "--out", campaign, elsewhere=place)
        yard.check_exit(f"a whole repository, repetition {name}", done, FINE, "AGREES")
        yard.check(means(campaign) == numbers, "  repeated", means(campaign), numbers)
    inside = yard.unpacked(yard.bundle(yard.campaign(repository.folder / "exp/quelle.yaml")))
    patch = (inside / "patches/1.patch").read_text()
    yard.check("NUMBER 130" in patch and "secret" not in patch, "sources: their patch",
               patch, "nothing of other files")
    (repository.folder / "extra.c").unlink()
    (repository.folder / "extra.c").symlink_to(yard.write("outside.c", EXTRA))
    repository.commit("A link", "v2")
    done = yard.run("bundle", yard.campaign(repository.folder / "exp/größe.yaml", "--set",
                                            "variants={old: {revision: v2}, first: "
                                            "{revision: HEAD~1}}"),
                    "--out", yard.here / "given-up.tar.gz")
    yard.check_exit("  a revision that its bundle cannot build", done, 2,
                    "gone since .*: program, prog.old", "not hold what was measured")


def script(yard):
    """Scripts and data that stand in commands are packed, programs of PATH are not."""
    yard.write("exp/lib/bench.sh", 'echo "took $(cat "$1") ms"\n')
    yard.write("data/number.txt", "42\n")
    yard.write("exp/hidden.txt", "43\n")
    yard.write("exp/own.sh", '#!/bin/sh\necho "took $(cat hidden.txt) ms"\n').chmod(0o755)
    campaign = yard.campaign(yard.write("exp/script.yaml", SCRIPT))
    done = yard.run("bundle", campaign, "--out", yard.here / "script.tar.gz")
    yard.check_exit("commands", done, FINE, "the experiment names '/\\S*/sh', which is not")
    place = yard.elsewhere()
    bundle = yard.bundle(campaign, "--add", "hidden.txt")
    done = yard.run("reproduce", bundle, "--out", place / "out", elsewhere=place)
    yard.check_exit("  with what they name and --add", done, FINE, "INCONCLUSIVE")
    yard.write("data/number.txt", "44\n")
    done = yard.run("bundle", campaign, "--out", yard.here / "changed.tar.gz")
    yard.check_exit("  data that has changed", done, 2, "program, shell.\\S+, ../data/number.txt",
                    "not hold what was measured")


def flags(yard):
    """What flags name by absolute paths is of this machine."""
    more = yard.write("more/more.h", '#define NUMBER 7\n').parent
    yard.write("flagged/number.c", PROGRAM.replace("inc/number.h", "more.h"))
    spec = yard.write("exp/flags.yaml", OWN.split("  plain:")[0].replace(
        "../kernels/number.c]", f"../flagged/number.c]\n    ldflags: -L{more}") +
        f"  plain: {{cflags: -I{more}}}\n{BUILDS}")
    out = yard.here / "flags.tar.gz"
    done = yard.run("bundle", yard.campaign(spec), "--out", out)
    yard.check_exit("absolute paths in flags", done, FINE, f"names '{more}', which is not packed")
    inside = yard.unpacked(out)
    named = [line.split()[0] for line in json.loads((inside / "manifest.json").read_text())["named"]]
    yard.check(named == [str(more / "more.h")],
               "  named", named)
    yard.check(not list(inside.rglob("more.h")), "  packed", list(inside.rglob("more.h")), "none")


def tree(yard):
    """A folder outside of git: links that lead out are left out, products of builds too."""
    folder = yard.here / "plain"
    for path, text in {"prog.c": PROGRAM, "inc/number.h": NUMBERS, "extra.c": EXTRA,
                       "Makefile": MAKEFILE, "old.o": "stale\n"}.items():
        yard.write(folder / path, text)
    (folder / "inside").symlink_to("inc/number.h")
    (folder / "inc/again.h").symlink_to("number.h")
    (folder / "outside").symlink_to("/etc/passwd")
    text = PROJECT.replace("../code/prog", "../plain").split("  branch:")[0] + BUILDS
    campaign = yard.campaign(yard.write("exp/plain.yaml", text))
    done = yard.run("bundle", campaign, "--out", yard.here / "plain.tar.gz",
                    "--add", "../plain/inc")  # which is in it already
    yard.check_exit("a folder without git", done, FINE, "link 'sources/plain/outside' points outside")
    place = yard.elsewhere()
    done = yard.run("reproduce", yard.here / "plain.tar.gz", "--out", place / "out", elsewhere=place)
    yard.check_exit("  repeated", done, FINE, "INCONCLUSIVE")
    left = sorted(path.name for path in (place / "out/bundle/sources/plain").iterdir())
    yard.check(left == ["Makefile", "extra.c", "inc", "inside", "prog.c"], "  files", left)
    (folder / "extra.c").unlink()
    done = yard.run("bundle", campaign, "--out", yard.here / "broken.tar.gz")
    yard.check_exit("  what no longer builds", done, 3, "make prog' failed")


TESTS = [bytes_of, project, whole, script, flags, tree]
