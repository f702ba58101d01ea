#!/usr/bin/env python3
"""Each fault of the last weeks is found again when its mend is taken out.

mends.tsv names commits that mended one, and the test of `./bootstrap test` that finds it: a case of
tests/commands, or a group of unit tests. All of these tests pass as the source is; then each commit's
change of the program is taken out of it, and the test fails.
"""
import pathlib
import shutil
import subprocess
import sys

from common.proof import ROOT, main, parser, run

LIST = pathlib.Path(__file__).resolve().parent / "mends.tsv"
LIMIT_S = 300  # a test may hang without its mend
PROGRAM = ("engine", "randomizers", "kernels", "plots")


class Source:
    """A clone of this commit, and its build."""

    def __init__(self, folder):
        self.folder, self.build = folder / "source", folder / "source/build/release"
        run("git", "clone", "--quiet", "--shared", ROOT, self.folder)
        run("cmake", "--preset", "release", cwd=self.folder)

    def make(self):
        done = subprocess.run(["cmake", "--build", self.build, "--target", "eswexp", "unit", "unit_plain"],
                              capture_output=True, text=True)
        return done.returncode == 0

    def passes(self, kind, name):
        words = ([self.build / "tests/unit", name] if kind == "unit" else
                 [sys.executable, self.folder / "tests/commands/run.py", "--program", self.build / "eswexp", name])
        try:
            return subprocess.run(words, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True,
                                  timeout=LIMIT_S).returncode == 0
        except subprocess.TimeoutExpired:
            return False

    def take_out(self, commit):
        mend = run("git", "diff", "--binary", f"{commit}~1", commit, "--", *PROGRAM, cwd=ROOT).stdout
        done = subprocess.run(["git", "apply", "-R", "-"], cwd=self.folder, input=mend, text=True, capture_output=True)
        return done.returncode == 0

    def restore(self):
        run("git", "checkout", "--quiet", "--", ".", cwd=self.folder)
        run("git", "clean", "--quiet", "-fd", "--", *PROGRAM, cwd=self.folder)


def prove(arguments, proof, folder):
    mends = [line.split("\t") for line in LIST.read_text(encoding="utf-8").splitlines()]
    mends = [mend for mend in mends if not arguments.commits or mend[0] in arguments.commits]
    source = Source(folder)
    source.make()
    tests = dict.fromkeys((kind, name) for _, kind, name in mends)
    failing = [f"{kind} {name}" for kind, name in tests if not source.passes(kind, name)]
    proof.check(not failing, f"{len(tests)} tests with all mends: failing", failing or 0, "0")
    for commit, kind, name in mends:
        subject = run("git", "log", "-1", "--format=%s", commit, cwd=ROOT).stdout.strip()
        if not source.take_out(commit):
            proof.check(False, f"{commit} {subject}", "later changes keep it from being taken out")
        elif not source.make():
            proof.check(False, f"{commit} {subject}", "without it the source does not build")
        else:
            proof.check(not source.passes(kind, name), f"{commit} {subject}: taken out", f"found by {kind} {name}")
        source.restore()


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("commits", nargs="*", help="of the list (default: all)")
    given = options.parse_args()
    if not shutil.which("git") or not (ROOT / ".git").exists():
        print("skipped: this is no repository of git")
        sys.exit(77)
    sys.exit(main(given, prove))
