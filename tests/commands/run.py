#!/usr/bin/env python3
"""Command-line cases: files, a command, its exit code, its exact output.

A case is a file NAME.case of sections, each begun by a line "--- TITLE":
    --- file PATH       written into the case's own empty folder
    --- command         run by sh in that folder; eswexp is on PATH
    --- exit N
    --- stdout          exact; a line that is only "..." stands for any lines
    --- stderr          the same; without the section nothing may be printed there
A case may have several commands, each followed by its exit, stdout and stderr.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def sections(text):
    title, lines = None, []
    for line in text.splitlines(keepends=True):
        if line.startswith("--- "):
            if title:
                yield title, "".join(lines)
            title, lines = line[4:].strip(), []
        elif title:
            lines.append(line)
    if title:
        yield title, "".join(lines)


def matches(expected, got):
    pattern = "".join(
        "(?:.*\n)*?" if line == "...\n" else re.escape(line).replace(r"\?\?\?", ".*")
        for line in expected.splitlines(keepends=True))
    return re.fullmatch(pattern, got) is not None


def environment(program, folder):
    env = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM", "ESWEXP_PYTHON")}
    env["PATH"] = f"{pathlib.Path(program).resolve().parent}:{env['PATH']}"
    env["XDG_CACHE_HOME"] = str(folder / ".cache")
    return env


class Step:
    def __init__(self, command):
        self.command, self.exit, self.stdout, self.stderr = command, 0, "", ""

    def check(self, program, folder):
        done = subprocess.run(["sh", "-c", self.command], cwd=folder, text=True,
                              env=environment(program, folder), stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=300)
        wrong = []
        if done.returncode != self.exit:
            wrong.append(f"exit {done.returncode} instead of {self.exit}")
        for name in ("stdout", "stderr"):
            if not matches(getattr(self, name), getattr(done, name)):
                wrong.append(f"{name} differs; expected:\n{getattr(self, name)}")
        if not wrong:
            return []
        return [f"$ {self.command.strip()}", *wrong, f"got stdout:\n{done.stdout}",
                f"got stderr:\n{done.stderr}"]


def run_case(path, program):
    folder = pathlib.Path(tempfile.mkdtemp(prefix="eswexp-case-"))
    try:
        steps = []
        for title, body in sections(path.read_text()):
            kind, _, argument = title.partition(" ")
            if kind == "file":
                target = folder / argument
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(body)
            elif kind == "command":
                steps.append(Step(body))
            elif kind == "exit":
                steps[-1].exit = int(argument)
            elif kind in ("stdout", "stderr"):
                setattr(steps[-1], kind, body)
            else:
                return [f"unknown section '{title}'"]
        if not steps:
            return ["no command"]
        return [line for step in steps for line in step.check(program, folder)]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the eswexp to test")
    parser.add_argument("names", nargs="*", help="cases to run (default: all)")
    arguments = parser.parse_args()
    cases = [p for p in sorted(HERE.rglob("*.case"))
             if not arguments.names or p.stem in arguments.names]
    failed = 0
    for path in cases:
        wrong = run_case(path, arguments.program)
        failed += bool(wrong)
        print(f"{'FAILED' if wrong else 'ok    '} {path.relative_to(HERE)}")
        for line in wrong:
            print("   ", line.replace("\n", "\n    "))
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
