"""A git repository with a small C project: twelve commits, of which one makes it 3 % slower.

Nothing of the user's git configuration is read, identities and dates are fixed: the same program
makes the same commits everywhere.
"""
import hashlib
import os
import pathlib
import shutil
import stat
import subprocess

PROJECT = pathlib.Path(__file__).resolve().parent / "project"
FIRST_DATE = 1_700_000_000

UNUSED = """
unsigned chain_unused(const unsigned *words, unsigned count)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum = sum * 33 + words[i];
    return sum;
}
"""

# (message, tag, path, old, new); "" for old: appended. Before it the project comes without its
# experiment. 2 passes more than 35 are 3.0 % more instructions of the whole program.
CHANGES = (
    ("Describe the project", None, "README", "", "Filters over words, and their benchmark.\n"),
    ("An experiment", None, "eswexp.yaml", None, None),
    ("Sort in runs of 16", None, "order.c", "RUN = 12", "RUN = 16"),
    ("Run 150 rounds", None, "chain.h", "ROUNDS = 100", "ROUNDS = 150"),
    ("Say how it is built", None, "README", "", "Built by make.\n"),
    ("Run 200 rounds", None, "chain.h", "ROUNDS = 150", "ROUNDS = 200"),
    ("Mix 35 times", "before", "chain.h", "MIX_PASSES = 30", "MIX_PASSES = 35"),
    ("Mix 37 times", "slower", "chain.h", "MIX_PASSES = 35", "MIX_PASSES = 37"),
    ("Mix 35 times again", None, "chain.h", "MIX_PASSES = 37", "MIX_PASSES = 35"),
    ("Words on the checksum", "comment", "bits.c", "// Mixing and checksums.",
     "// Mixing, and a checksum of whole words."),
    ("A function that nobody calls", "unused", "chain.c", "", UNUSED),
)


def environment(home):
    """In which git, and eswexp, see no other configuration than a repository's own."""
    found = {name: value for name, value in os.environ.items()
             if not name.startswith(("GIT_", "XDG_", "ESWEXP_"))}
    return dict(found, HOME=str(home), XDG_CACHE_HOME=str(home / "cache"), LC_ALL="C.UTF-8",
                GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_SYSTEM="/dev/null",
                GIT_CONFIG_NOSYSTEM="1", GIT_TERMINAL_PROMPT="0",
                GIT_AUTHOR_NAME="Ann Author", GIT_AUTHOR_EMAIL="ann@example.org",
                GIT_COMMITTER_NAME="Ann Author", GIT_COMMITTER_EMAIL="ann@example.org",
                GIT_AUTHOR_DATE=f"{FIRST_DATE} +0000", GIT_COMMITTER_DATE=f"{FIRST_DATE} +0000")


class Repository:
    """A repository in `folder`, and git to work in it."""

    def __init__(self, folder, home):
        self.folder, self.environment = pathlib.Path(folder), environment(home)
        self.commits = 0

    def git(self, *words, folder=None):
        words = ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always",
                 "-c", "gc.auto=0", "-c", "advice.detachedHead=false", *map(str, words)]
        done = subprocess.run(words, cwd=folder or self.folder, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if done.returncode:
            raise OSError(f"{' '.join(words)}: {done.stderr.strip()}")
        return done.stdout.strip()

    def write(self, path, text):
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text)

    def edit(self, path, old, new):
        text = (self.folder / path).read_text() if (self.folder / path).exists() else ""
        if old not in text:
            raise OSError(f"'{path}' has no '{old}'")
        self.write(path, text.replace(old, new) if old else text + new)

    def commit(self, message, tag=None):
        """Commits all that is not ignored; each commit is a minute after the one before."""
        self.commits += 1
        date = f"{FIRST_DATE + 60 * self.commits} +0000"
        self.environment.update(GIT_AUTHOR_DATE=date, GIT_COMMITTER_DATE=date)
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        if tag:
            self.git("tag", tag)

    def branch(self, name, start, *edits):
        """A branch of one commit; its files are left as they were."""
        before = self.git("rev-parse", "--abbrev-ref", "HEAD")
        self.git("checkout", "--quiet", "-b", name, start)
        for path, old, new in edits:
            self.edit(path, old, new)
        self.commit(f"Branch {name}")
        self.git("checkout", "--quiet", before)

    def id(self, revision):
        return self.git("rev-parse", "--verify", f"{revision}^{{commit}}")


def project(folder, home):
    """The repository of the project, its 12 commits on branch main."""
    repository = Repository(folder, home)
    repository.folder.mkdir(parents=True)
    repository.git("init", "--quiet")
    for file in sorted(PROJECT.iterdir()):
        if file.name != "eswexp.yaml":
            shutil.copy(file, repository.folder)
    repository.commit("A chain of filters")
    for message, tag, path, old, new in CHANGES:
        if old is None:
            shutil.copy(PROJECT / path, repository.folder)
        else:
            repository.edit(path, old, new)
        repository.commit(message, tag)
    return repository


def content(path):
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return os.readlink(path)
    return hashlib.sha256(path.read_bytes()).hexdigest() if stat.S_ISREG(mode) else ""


def listing(folder):
    """{path: (mode, when modified, content)} of all below a folder, .git included."""
    found = {}
    for path in sorted(pathlib.Path(folder).rglob("*")):
        about = path.lstat()
        found[str(path.relative_to(folder))] = (about.st_mode, about.st_mtime_ns, content(path))
    return found


def state(repository, folder=None):
    """All that must not change: its very files and, where git keeps its own elsewhere, what it says of them."""
    folder = folder or repository.folder
    files = listing(folder)  # before git, which might refresh its index
    if (folder / ".git").is_dir() or (folder / "HEAD").exists():
        return {"files": files}
    questions = [("for-each-ref",), ("worktree", "list"),
                 ("log", "--walk-reflogs", "--all", "--format=%H %gd %gs")]
    if (folder / ".git").exists():
        questions.append(("status", "--porcelain=v2", "--branch"))
    said = {" ".join(words): repository.git("--no-optional-locks", *words, folder=folder)
            for words in questions}
    return {"files": files, **said}
