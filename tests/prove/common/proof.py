"""What all proofs share: running eswexp, reading its CSV, comparing with a bound."""
import argparse
import csv
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

SKIPPED = 77  # for CTest
ROOT = pathlib.Path(__file__).resolve().parents[3]


class Proof:
    """Counts checks; each is printed with what was measured and the bound."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, holds, what, measured, bound=""):
        self.passed += bool(holds)
        self.failed += not holds
        bound = f" ({bound})" if bound else ""
        print(f"{'ok    ' if holds else 'FAILED'} {what}: {measured}{bound}", flush=True)
        return holds

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0


class Trouble(Exception):
    """A step without which a proof cannot go on has failed."""


class Skip(Exception):
    """What the tests need is not on this machine."""


def run(*words, exit_code=0, **options):
    """Runs a command to its end; another exit code than expected is Trouble."""
    words = [str(word) for word in words]
    done = subprocess.run(words, text=True, capture_output=True, stdin=subprocess.DEVNULL,
                          errors="replace", **options)
    if done.returncode != exit_code:
        raise Trouble(f"{' '.join(words)}\nexit {done.returncode}, expected {exit_code}\n"
                      f"{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done


def compile_c(source, program, *options):
    run("cc", "-std=gnu17", "-O2", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "kernels", *options,
        source, "-o", program, "-lm")
    return program


def rows(campaign, table):
    """The rows of csv/TABLE.csv as dictionaries."""
    path = pathlib.Path(campaign) / "csv" / f"{table}.csv"
    if not path.exists():
        raise Trouble(f"there is no {path}")
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def parser(document):
    options = argparse.ArgumentParser(description=document.splitlines()[0])
    options.add_argument("--program", required=True, type=lambda path: pathlib.Path(path).resolve(),
                         help="the eswexp to prove")
    options.add_argument("--keep", action="store_true", help="keep the folder of the campaigns")
    return options


def main(arguments, prove, place=None):
    """Calls prove(arguments, proof, folder); the folder is in `place`, or else beside the program, on
    a real disk."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="proof-", dir=place or arguments.program.parent))
    proof = Proof()
    try:
        prove(arguments, proof, folder)
    except Skip as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    except Trouble as trouble:
        proof.check(False, "going on", trouble)
    finally:
        if arguments.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return proof.finish()


def suite(document, tests, bench, folder_in=None, after_trouble=lambda bench: None, groups=None):
    """Runs the tests that the command line names (default: all), one after the other.

    groups: {name: tests}, names for several tests at once.

    bench(program, folder, proof) is a context manager; what it gives is what the tests are called
    with. A test that raises has failed, unless it raises Skip; the next one is run after
    after_trouble(bench). SKIPPED if nothing but skipped tests is left.
    """
    options = parser(document)
    names = {**{test.__name__: (test,) for test in tests}, **(groups or {})}
    options.add_argument("names", nargs="*", choices=[[], *names],
                         help="what to test (default: all)")
    given = options.parse_args()
    chosen = [test for name in given.names for test in names[name]] or tests
    folder = pathlib.Path(tempfile.mkdtemp(prefix="tests-", dir=folder_in or given.program.parent))
    os.environ.setdefault("ESWEXP_HOST_LOCK", str(folder / "host.lock"))  # not the machine's
    proof, skipped = Proof(), 0
    try:
        with bench(given.program, folder.resolve(), proof) as made:
            for test in chosen:
                try:
                    test(made)
                except Skip as reason:
                    print(f"skipped: {test.__name__}: {reason}")
                    skipped += 1
                except (Trouble, OSError, LookupError, ValueError, sqlite3.Error,
                        subprocess.SubprocessError) as trouble:
                    proof.check(False, f"{test.__name__}: going on", repr(trouble))
                    after_trouble(made)
    except Skip as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    finally:
        if given.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return SKIPPED if skipped and not proof.passed + proof.failed else proof.finish()
