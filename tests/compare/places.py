"""Repositories of all kinds: each works or is refused with the remedy."""
import hashlib
import os

from numbered import define
from repository import Repository, state
from yard import FAILED, THOROUGH, USAGE


def bare(yard):
    folder = yard.folder / "bare.git"
    yard.repository.git("clone", "--quiet", "--bare", yard.repository.folder, folder)
    yard.check_sides("v1 v3, bare", yard.compare("v1", "v3", cwd=folder), [101, 103])
    yard.check_sides("v1, bare", yard.compare("v1", cwd=folder), [101, 106])
    yard.check_exit("no arguments, bare", yard.compare(cwd=folder), USAGE, "bare", "eswexp compare")
    yard.check_exit("WORKTREE, bare", yard.compare("v1", "WORKTREE", cwd=folder), USAGE, "bare")


def linked(yard):
    """A worktree of another branch; the main repository must not change either."""
    folder = yard.folder / "linked"
    yard.repository.git("worktree", "add", "--quiet", folder, "topic")
    (folder / "number.h").write_text(define(140))
    before = state(yard.repository)
    yard.check_sides("(in a linked worktree)", yard.compare(cwd=folder), [104, 140])
    yard.check_sides("v1 HEAD, in a linked worktree", yard.compare("v1", "HEAD", cwd=folder),
                     [101, 111])
    yard.check_state("comparing in a linked worktree", before)
    yard.check_sides("v1 HEAD, beside it", yard.compare("v1", "HEAD"), [101, 106])
    yard.repository.git("worktree", "remove", "--force", folder)


def shallow(yard):
    folder = yard.folder / "shallow"
    yard.repository.git("clone", "--quiet", "--depth", 4, f"file://{yard.repository.folder}",
                        folder)
    yard.check_sides("HEAD~3 HEAD, shallow", yard.compare("HEAD~3", "HEAD", cwd=folder),
                     [105, 106])
    yard.check_exit("HEAD~4, shallow", yard.compare("HEAD~4", "HEAD", cwd=folder), USAGE,
                    "shallow", "git fetch --unshallow")


def submodule(yard):
    """The number is a submodule's."""
    number = Repository(yard.folder / "module", yard.home)
    number.folder.mkdir()
    number.git("init", "--quiet")
    whole = Repository(yard.folder / "whole", yard.home)
    whole.git("clone", "--quiet", "--branch", "v6", yard.repository.folder, whole.folder,
              folder=yard.folder)
    whole.git("checkout", "--quiet", "-B", "main")
    for i in (1, 2):
        number.write("value.h", define(200 + i))
        number.commit(f"Report {200 + i}")
        if i == 1:
            whole.git("submodule", "--quiet", "add", f"file://{number.folder}", "module")
            whole.write("number.h", '#include "module/value.h"\n')
        else:
            whole.git("pull", "--quiet", folder=whole.folder / "module")
        whole.commit(f"Module at {200 + i}", f"m{i}")
    kept, yard.repository = yard.repository, whole
    yard.check_sides("m1 m2, of a submodule", yard.compare("m1", "m2"), [201, 202])
    if THOROUGH:
        yard.check_sides("m1 v6, before the submodule", yard.compare("m1", "v6"), [201, 106])
    (whole.folder / "module/value.h").write_text(define(203))
    yard.check_sides("m2, a submodule modified", yard.compare("m2"), [202, 203])
    whole.git("clone", "--quiet", whole.folder, yard.folder / "uninitialized")
    yard.check_exit("a submodule that is not here",
                    yard.compare("m1", "m2", cwd=yard.folder / "uninitialized"), FAILED, "module",
                    "git submodule update --init")
    yard.check_exit("  left out",
                    yard.compare("m1", "m2", "--submodules", "none",
                                 cwd=yard.folder / "uninitialized"), FAILED, "module/value.h")
    yard.repository = kept


def large_files(yard):
    """Pointers of Git LFS, whose files are in the repository's own store, and one that is not."""
    repository, kept = Repository(yard.folder / "large", yard.home), yard.repository
    repository.git("clone", "--quiet", "--branch", "v6", kept.folder, repository.folder,
                   folder=yard.folder)
    repository.git("checkout", "--quiet", "-B", "main")
    repository.write(".gitattributes", "number.h filter=lfs -text\n")
    for number in (301, 302, 303):
        name = hashlib.sha256(define(number).encode()).hexdigest()
        repository.write("number.h", "version https://git-lfs.github.com/spec/v1\n"
                         f"oid sha256:{name}\nsize {len(define(number))}\n")
        repository.commit(f"Report {number}", f"l{number}")
        if number != 303:
            repository.write(f".git/lfs/objects/{name[:2]}/{name[2:4]}/{name}", define(number))
    yard.repository = repository
    yard.check_sides("l301 l302, large files", yard.compare("l301", "l302"), [301, 302])
    yard.check_exit("a large file that is not here", yard.compare("l301", "l303"), FAILED,
                    "number.h", "git lfs fetch")
    yard.repository = kept


def line_ends(yard):
    """A checkout has the line ends that the attributes ask for; here the build wants them."""
    repository = yard.repository
    repository.git("checkout", "--quiet", "-b", "ends", "v6")
    repository.write("words", "one\ntwo\n")
    repository.write(".gitattributes", "words text eol=crlf\n")
    repository.edit("eswexp.yaml", "build: make", "build: test $(wc -c <words) = 10 && make")
    repository.commit("Line ends")
    repository.git("commit", "--quiet", "--allow-empty", "--message", "Nothing")
    repository.git("checkout", "--quiet", "main")
    yard.check_sides("ends~1 ends, line ends", yard.compare("ends~1", "ends", "--anyway"),
                     [106, 106])


def unborn(yard):
    repository = Repository(yard.folder / "unborn", yard.home)
    repository.folder.mkdir()
    repository.git("init", "--quiet")
    repository.write("eswexp.yaml", "experiment: none\n")
    for words in ((), ("HEAD", "WORKTREE")):
        done = yard.run("compare", *words, cwd=repository.folder)
        yard.check_exit(f"compare {' '.join(words)}, no commit yet", done, USAGE, "commit")


def foreign(yard):
    """Somebody else's repository; only root can make one."""
    if os.geteuid() != 0:
        print("skipped: a repository of another owner is made by root only")
        return
    folder = yard.folder / "foreign"
    yard.repository.git("clone", "--quiet", yard.repository.folder, folder)
    for path in (folder, *folder.rglob("*")):
        os.lchown(path, 12345, 12345)
    done = yard.run("compare", "v1", "v2", cwd=folder)
    yard.check_exit("a repository of another owner", done, USAGE, "another user",
                    "safe.directory")


TESTS = (bare, linked, shallow, submodule, large_files, line_ends, unborn, foreign)
