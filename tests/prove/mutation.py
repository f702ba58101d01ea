#!/usr/bin/env python3
"""Each formula of engine/stats with a changed sign, index or degree of freedom fails a unit test.

mutants/rewrite.py says what is changed. Each source is rewritten once so that it holds all its
mutants, and linked into the unit tests in place of the engine's; MUTANT=ID chooses one of them. The
tests that reach a mutant run with it, the quickest first, until one fails, crashes or runs five
times as long. mutants/equivalent.yaml names the mutants that no test can tell, with the reason; an
entry that no longer matches a mutant fails the proof. --all runs these as well: they must pass all
tests.
"""
import collections
import concurrent.futures
import json
import math
import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from common.proof import ROOT, SKIPPED, Trouble, main, parser, run
from mutants.rewrite import rewrite

HERE = pathlib.Path(__file__).resolve().parent / "mutants"
LISTED = HERE / "equivalent.yaml"
FOLDER = "engine/stats"
PROGRAMS = ("unit", "unit_plain")
MEMORY = 4 << 30  # bytes: a mutant may ask for any amount
CPUS = os.cpu_count()


def at_once(function, items):
    """[function(item)], as many at a time as there are CPUs."""
    with concurrent.futures.ThreadPoolExecutor(CPUS) as pool:
        return list(pool.map(function, items))


# ---- Making the mutants

def options_of(command):
    """What a compile command of CMake says beside files and warnings."""
    words, kept = shlex.split(command), []
    skip = False
    for word in words[1:]:
        if not (skip or word in ("-o", "-c", "-MD", "-MT", "-MF") or word.startswith("-W")
                or word.endswith((".c", ".o"))):
            kept.append(word)
        skip = word in ("-o", "-MT", "-MF")
    return [word for word in kept if "ccache" not in word and not word.endswith(("/cc", "/gcc"))]


def built_alone():
    """A build of the unit tests in which every file of the engine is an object of its own."""
    build = ROOT / "build/mutation"
    run("cmake", "--preset", "release", "-B", build, "-D", "ESWEXP_BATCHES=OFF", "-D", "CCACHE=", cwd=ROOT)
    run("cmake", "--build", build, "--target", *PROGRAMS)
    return build


def compile_commands(build):
    """{source relative to the checkout: options} of engine/stats."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = pathlib.Path(entry["file"])
        if file.is_relative_to(ROOT / FOLDER):
            found[str(file.relative_to(ROOT))] = options_of(entry["command"])
    return dict(sorted(found.items()))


def rewrite_all(commands, folder):
    """Writes the rewritten sources; all mutants, whose id is their place in the list."""
    mutants = []
    for file, options in commands.items():
        tree = run("clang", "-fsyntax-only", "-w", "-Xclang", "-ast-dump=json", *options,
                   ROOT / file, cwd=folder).stdout
        source = rewrite(file, (ROOT / file).read_bytes(), tree, len(mutants))
        (folder / file.replace("/", "_")).write_bytes(source.rewritten())
        mutants += source.mutants
    return mutants


def compile_all(commands, count, folder):
    """The objects of the rewritten sources and of what selects a mutant."""
    def compile_one(item):
        source, options = item
        run("cc", "-w", *options, f"-DMUTANTS={count}", "-include", HERE / "select.h", "-c", source,
            "-o", source.with_suffix(".o"), cwd=folder)
        return source.with_suffix(".o")

    shutil.copy(HERE / "select.c", folder)
    sources = {folder / file.replace("/", "_"): options for file, options in commands.items()}
    sources[folder / "select.c"] = ["-I", HERE]
    return at_once(compile_one, sources.items())


def link_all(build, objects, only, folder):
    """The groups of unit tests, with the mutants of engine/stats: {name: the words that run it}."""
    groups = {}
    for program in PROGRAMS:
        target = f"tests/{program}"
        command = run("ninja", "-C", build, "-t", "commands", target).stdout.splitlines()[-1]
        output = f" -o {target} "
        if output not in command:
            raise Trouble(f"this does not link {target}: {command}")
        mine = shlex.join(["-o", str(folder / program), *map(str, objects)])
        run("sh", "-c", command.replace(output, f" {mine} "), cwd=build)
        for name in re.findall(r"tests_of_(\w+)", (build / f"{target}.h").read_text()):
            if not only or name in only:
                groups[name] = (folder / program, name)
    return groups


# ---- Running the tests

class Tests:
    """Each test of the groups, and which mutants it reaches."""

    def __init__(self, programs, count, folder):
        self.programs, self.count, self.folder = programs, count, folder
        self.seconds, self.reach, self.latest = {}, collections.defaultdict(list), {}

    def run(self, program, limit, **environment):
        """(exit code, or None if it takes more CPU seconds than the limit; what it prints)"""
        room = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        environment = {**os.environ, "ESWEXP_HOST_LOCK": str(room / "host.lock"),
                       "TMPDIR": str(room), **environment}
        child = subprocess.Popen(self.programs[program], cwd=room, env=environment, text=True,
                                 errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, start_new_session=True)
        resource.prlimit(child.pid, resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit)))
        try:
            printed = child.communicate(timeout=10 * limit)[0]
            return child.returncode, printed
        except subprocess.TimeoutExpired:
            return None, ""
        finally:
            try:
                os.killpg(child.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            child.wait()
            child.stdout.close()
            shutil.rmtree(room, ignore_errors=True)

    def watch(self, program, test="*"):
        """Runs a test without a mutant; (exit code, what it prints, ids that it reaches)."""
        record = self.folder / f"{program}.reached"
        record.write_bytes(bytes(self.count))
        begin = time.monotonic()
        code, printed = self.run(program, 600, MUTANTS_REACHED=str(record), MUTANTS_TEST=test)
        self.seconds[program, test] = time.monotonic() - begin
        return code, printed, [id for id, seen in enumerate(record.read_bytes()) if seen]

    def watch_each(self, program):
        """[(test, ids that it reaches)] of a program; None in place of the ids: it fails."""
        _, printed, reached = self.watch(program)
        found = []
        for test in re.findall(r"^\[ RUN +\] (\w+)$", printed, re.M) if reached else ():
            code, _, ids = self.watch(program, test)
            found.append(((program, test), None if code else ids))
        return found

    def watch_all(self, longest, proof):
        found = sum(at_once(self.watch_each, self.programs), [])
        failing = [" ".join(test) for test, ids in found if ids is None]
        proof.check(found and not failing, "tests pass without a mutant",
                    f"{len(found)} tests", " ".join(failing))
        for test, ids in sorted(found, key=lambda one: self.seconds[one[0]]):
            for id in (ids or ()) if self.seconds[test] <= longest else ():
                self.reach[id].append(test)

    def catcher(self, mutant):
        """The test that fails with this mutant, or None; first the one that caught the last."""
        for program, test in sorted(self.reach[mutant.id],
                                    key=lambda one: one != self.latest.get(mutant.file)):
            limit = 1 + 5 * self.seconds[program, test]
            if self.run(program, limit, MUTANT=str(mutant.id), MUTANTS_TEST=test)[0] != 0:
                self.latest[mutant.file] = program, test
                return program, test
        print(f"{'survives' if self.reach[mutant.id] else 'untested'} {mutant}", flush=True)
        return None


# ---- The list

def listed_mutants(mutants, path, proof):
    """The mutants that the list names; a change is named once for each of its first places."""
    import yaml  # the proof is skipped without it
    places = collections.defaultdict(list)
    for mutant in mutants:
        places[mutant.file, mutant.function, mutant.line, mutant.change].append(mutant)
    listed, stale = set(), []
    for entry in yaml.safe_load(path.read_text()) or ():
        for change in entry["changes"]:
            key = entry["file"], entry["function"], entry["line"], change
            if places[key] and entry["reason"]:
                listed.add(places[key].pop(0))
            else:
                stale.append("\n  ".join(key))
    proof.check(not stale, f"entries of {path.name} match a mutant",
                "\n".join(["these do not:", *stale]) if stale else f"{len(listed)} mutants")
    return listed


def report(mutants, listed, caught, proof):
    for file in dict.fromkeys(mutant.file for mutant in mutants):
        own = [mutant for mutant in mutants if mutant.file == file]
        equal = [mutant for mutant in own if mutant in listed]
        tried = [mutant for mutant in own if mutant not in listed]
        left = [mutant for mutant in tried if not caught.get(mutant)]
        proof.check(not left, file, f"{len(tried) - len(left)} of {len(tried)} mutants caught",
                    f"{len(equal)} equivalent")
        wrong = [mutant for mutant in equal if caught.get(mutant)]
        if wrong:
            proof.check(False, f"{file}: equivalent mutants pass all tests", f"{len(wrong)} do not")
        for mutant in wrong:
            print(f"  caught by {' '.join(caught[mutant])} {mutant}")


def prove(arguments, proof, folder):
    build = built_alone()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    commands = compile_commands(build)
    mutants = rewrite_all(commands, folder)
    objects = compile_all(commands, len(mutants), folder)
    tests = Tests(link_all(build, objects, arguments.test, folder), len(mutants), folder)
    tests.watch_all(arguments.seconds, proof)
    listed = listed_mutants(mutants, LISTED, proof)
    tried = [mutant for mutant in mutants if (arguments.all or mutant not in listed)
             and any(part in mutant.file for part in arguments.of or [""])]
    caught = dict(zip(tried, at_once(tests.catcher, tried)))
    shown = [mutant for mutant in mutants if mutant in caught or mutant in listed]
    report(shown, listed, caught, proof)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--all", action="store_true", help="run the equivalent mutants as well")
    options.add_argument("--of", action="append", metavar="FILE",
                         help="only mutants of files whose path contains this; may be repeated")
    options.add_argument("--test", action="append", metavar="NAME",
                         help="only by these groups of unit tests, as interval; may be repeated")
    options.add_argument("--seconds", type=float, default=math.inf, metavar="N",
                         help="only by tests that take at most so long")
    given = options.parse_args()
    lacking = [tool for tool in ("clang", "cmake", "ninja") if not shutil.which(tool)]
    try:
        import yaml  # noqa: F401
    except ImportError:
        lacking.append("python3-yaml")
    if lacking:
        print(f"skipped: this proof needs {', '.join(lacking)}")
        sys.exit(SKIPPED)
    sys.exit(main(given, prove))
