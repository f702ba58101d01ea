"""Projects in two versions, as proofs take them: their clones, eswexp called there, their own builds."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

from common.packages import fetched
from common.proof import SKIPPED, Skip, Trouble, main, parser, run

LIMIT_S = 3600


def shell(folder, line, **variables):
    """A line as the experiment file's keys have it; its output."""
    return subprocess.run(["sh", "-c", line], cwd=folder, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, capture_output=True, check=False,
                          env=dict(os.environ, **variables), timeout=LIMIT_S)


class Bench:
    """One project: its clone, the folder of its campaign, and the row of the table."""

    def __init__(self, arguments, proof, folder, project):
        self.program, self.budget, self.proof = arguments.program, arguments.budget, proof
        self.project, self.folder = project, folder / project.name
        self.clone = self.folder / project.name
        self.spec = self.clone / "eswexp.yaml"
        self.cache, self.campaign = self.folder / "cache", self.folder / "campaign"
        self.row = {"project": f"{project.name} {project.kind}"}

    def eswexp(self, *words):
        """Exit code, standard output, standard error and seconds."""
        begin = time.monotonic()
        done = subprocess.run(
            [str(word) for word in (self.program, *words)], cwd=self.clone, text=True,
            errors="replace", stdin=subprocess.DEVNULL, capture_output=True, check=False,
            env=dict(os.environ, XDG_CACHE_HOME=str(self.cache)), timeout=LIMIT_S)
        (self.folder / f"{words[0]}.log").write_text(done.stdout + done.stderr)
        return done.returncode, done.stdout, done.stderr, time.monotonic() - begin

    def check(self, holds, what, measured, bound=""):
        return self.proof.check(holds, f"  {what}", measured, bound)


# ---- Their file and own builds

def key(text, name):
    found = re.search(rf"^    {name}: (.*)$", text, re.MULTILINE)
    value = found.group(1) if found else ""
    return value[1:-1].replace("''", "'") if value.startswith("'") else value


def own_build(bench, tag, text):
    """A build of one version by the file's own lines, without eswexp."""
    tree = bench.folder / "own" / tag / bench.project.name
    if tree.exists():
        return tree
    run("git", "clone", "--quiet", "--branch", tag, bench.clone, tree)
    flags = key(text, "cflags")
    variables = {"CFLAGS": flags, "CXXFLAGS": flags} if flags else {}
    for line in (key(text, "setup"), key(text, "build")):
        done = shell(tree, line, **variables)
        if done.returncode:
            raise Trouble(f"{tag}: '{line}' failed:\n{done.stderr[-1000:]}")
    return tree


def instructions(bench, tag, text):
    """Of the command and its descendants that lie in the tree, in millions."""
    tree = own_build(bench, tag, text)
    done = shell(tree, "valgrind --tool=callgrind --trace-children=yes "
                       "--callgrind-out-file=/dev/null "
                       f"--log-file={tree.parent}/valgrind.%p {key(text, 'command')}")
    if done.returncode:
        raise Trouble(f"{tag}: valgrind: exit {done.returncode}: {done.stderr[-600:]}")
    logs = [log.read_text() for log in tree.parent.glob("valgrind.*")]
    counts = [int(re.search(r"Collected : ([0-9]+)", log).group(1)) for log in logs
              if "Collected" in log and not re.search(r"Command: \S*(sh|sleep) ", log)]
    return sum(counts) / 1e6


# ---- Sources and the table

def source_of(arguments, project, folder):
    given = arguments.sources and arguments.sources / project.name
    if given and given.exists():
        return given
    if not arguments.fetch:
        raise Skip(f"no folder {given}")
    try:
        return fetched(project, folder / "fetched")
    except Trouble as trouble:
        raise Skip(f"cannot be fetched: {str(trouble).splitlines()[-1]}") from trouble


def print_table(table, columns):
    print("\n| " + " | ".join(columns.values()) + " |\n" + "| --- " * len(columns) + "|")
    for row in table:
        print("| " + " | ".join(row.get(column, "") for column in columns) + " |")


def each_project(projects, arguments, proof, folder, attempt):
    """attempt(bench) for each project that is asked for; the rows of their table."""
    table = []
    for project in projects:
        if arguments.names and project.name not in arguments.names:
            continue
        bench = Bench(arguments, proof, folder, project)
        print(f"{project.name}", flush=True)
        try:
            repository = source_of(arguments, project, folder)
            bench.folder.mkdir()
            run("git", "clone", "--quiet", "--branch", "new", repository, bench.clone)
            run("git", "fetch", "--quiet", "--tags", cwd=bench.clone)
            attempt(bench)
        except Skip as reason:
            bench.row["verdict"] = f"skipped: {reason}"
            print(f"  {bench.row['verdict']}")
        except (Trouble, OSError, subprocess.SubprocessError) as trouble:
            proof.check(False, "  going on", trouble)
        table.append(bench.row)
        if not arguments.keep:
            shutil.rmtree(bench.folder, ignore_errors=True)
    return table


def call(document, usage, prove):
    """The command line of such a proof: without sources it prints its usage, without valgrind it is skipped."""
    if not {"--sources", "--fetch", "-h", "--help"} & {word.split("=")[0] for word in sys.argv}:
        print(usage)
        return 0
    options = parser(document)
    options.add_argument("--sources", type=lambda path: pathlib.Path(path).resolve(),
                         help="folder of repositories NAME with tags old and new")
    options.add_argument("--fetch", action="store_true", help="the others' source packages by apt")
    options.add_argument("--budget", help="of each comparison")
    options.add_argument("names", nargs="*", help="of projects (default: all)")
    given = options.parse_args()
    if not shutil.which("valgrind"):
        print("skipped: no valgrind")
        return SKIPPED
    return main(given, prove)
