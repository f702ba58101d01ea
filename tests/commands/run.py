#!/usr/bin/env python3
"""Command-line cases: files, a command, its exit code, its exact output.

A case is a file NAME.case of sections, each begun by a line "--- TITLE":
    --- file PATH       written into the case's own empty folder
    --- command         run by sh in that folder; eswexp is on PATH
    --- exit N
    --- stdout          exact; a line that is only "..." stands for any lines
    --- stderr          the same; without the section nothing may be printed there
    --- needs TOOL      skips the case where this program, file or Python module is missing
    --- slow            `./bootstrap test` runs the case without sanitizers, under which it takes too long
    --- thorough        the next command is for `./bootstrap prove` (ESWEXP_THOROUGH), and passed over otherwise
A case may have several commands, each followed by its exit, stdout and stderr. Within a line "???"
stands for anything. In commands $TESTS is the folder of all tests.
"""
import argparse
import concurrent.futures
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
MINUTES = 5
NEW_S = 60  # edited with the newest
# As a warning, and wrapped as a note of a report.
PTRACE_REFUSED = re.compile(r"^(eswexp: warning: | *- )" + r"\s+".join(
    re.escape(word) for word in "ptrace is refused here: addresses are not recorded, and a drawn stack limit stays in"
    " force (docker: --cap-add SYS_PTRACE)".split()) + r"\n", re.M)


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


# Each build of a project asks clang for its version, which loads all of LLVM.
CLANG = """#!/bin/sh
[ "$*" != --version ] || exec cat '{folder}/version'
exec '{clang}' "$@"
"""


def stand_in_for_clang(folder):
    clang = shutil.which("clang")
    if clang:
        version = subprocess.run([clang, "--version"], capture_output=True, text=True, check=True).stdout
        (folder / "version").write_text(version)
        (folder / "bin").mkdir()
        (folder / "bin/clang").write_text(CLANG.format(folder=folder, clang=clang))
        (folder / "bin/clang").chmod(0o755)
        os.environ["PATH"] = f"{folder / 'bin'}:{os.environ['PATH']}"


def environment(program, base):
    env = {k: v for k, v in os.environ.items() if not k.startswith("CCACHE_")
           and k not in ("NO_COLOR", "TERM", "COLUMNS", "ESWEXP_PYTHON")}
    env["PATH"] = f"{pathlib.Path(program).resolve().parent}:{env['PATH']}"
    env.update(XDG_CACHE_HOME=str(base / "cache"), LC_ALL="C.UTF-8",
               ESWEXP_HOST_LOCK=str(base / "host.lock"), TESTS=str(HERE.parent))
    return env


class Step:
    def __init__(self, command):
        self.command, self.exit, self.stdout, self.stderr = command, 0, "", ""

    def check(self, account, env, folder, silenced):
        done = subprocess.Popen([*account, "sh", "-c", self.command], cwd=folder, env=env, text=True,
                                errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                start_new_session=True)
        try:
            printed = dict(zip(("stdout", "stderr"), done.communicate(timeout=MINUTES * 60)))
        except subprocess.TimeoutExpired:
            return [f"$ {self.command.strip()}", f"did not end within {MINUTES} minutes"]
        finally:  # what it left would keep the pipes open
            with contextlib.suppress(ProcessLookupError):
                os.killpg(done.pid, signal.SIGKILL)
        wrong = []
        if done.returncode != self.exit:
            wrong.append(f"exit {done.returncode} instead of {self.exit}")
        for name in ("stdout", "stderr"):
            got = printed[name]
            if not matches(getattr(self, name), silenced.sub("", got) if silenced else got):
                wrong.append(f"{name} differs; expected:\n{getattr(self, name)}")
        if not wrong:
            return []
        return [f"$ {self.command.strip()}", *wrong, *(f"got {name}:\n{got}" for name, got in printed.items())]


def importable(module):
    finds = f"import importlib.util; exit(not importlib.util.find_spec('{module}'))"
    return any(subprocess.run([python, "-c", finds], capture_output=True).returncode == 0
               for python in ("python3", "/usr/bin/python3") if shutil.which(python))


class Case:
    def __init__(self, path):
        self.path, self.name, self.files, self.steps, self.tools, self.is_slow = path, path.stem, {}, [], [], False
        is_wanted = True
        for title, body in sections(path.read_text()):
            kind, _, argument = title.partition(" ")
            if kind == "file":
                self.files[argument] = body
            elif kind == "command":
                step = Step(body)
                self.steps += [step] if is_wanted else []
                is_wanted = True
            elif kind == "thorough":
                is_wanted = "ESWEXP_THOROUGH" in os.environ
            elif kind == "exit":
                step.exit = int(argument)
            elif kind in ("stdout", "stderr"):
                setattr(step, kind, body)
            elif kind == "needs":
                self.tools.append(argument)
            elif kind == "slow":
                self.is_slow = True
            else:
                sys.exit(f"{path}: unknown section '{title}'")

    def missing(self):
        return [tool for tool in self.tools
                if not (os.path.exists(tool) if "/" in tool else shutil.which(tool) or importable(tool))]

    def run(self, program, silenced):
        with tempfile.TemporaryDirectory(prefix="eswexp-case-", ignore_cleanup_errors=True) as base:
            folder = pathlib.Path(base, "case")
            folder.mkdir()
            for name, body in self.files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_text(body)
            env = environment(program, pathlib.Path(base))
            account = pathlib.Path(program).resolve().parent / "tests/run/account"
            words = [account, f"commands.{self.name}"] if "ESWEXP_COSTS" in os.environ else []
            return [line for step in self.steps for line in step.check(words, env, folder, silenced)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the eswexp to test")
    parser.add_argument("--no-ptrace", action="store_true",
                        help="ptrace is refused here: pass over the words of eswexp that say so")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--slow", action="store_true", help="only the slow cases")
    which.add_argument("--not-slow", action="store_true", help="only the others")
    parser.add_argument("--within", type=float, default=float("inf"), metavar="S",
                        help="begin no case after so many seconds; the newest first, then the short ones")
    parser.add_argument("names", nargs="*", help="cases to run (default: all)")
    arguments = parser.parse_args()
    cases = [Case(path) for path in sorted(HERE.glob("*.case"))
             if not arguments.names or path.stem in arguments.names]
    cases = [case for case in cases if case.steps and not (arguments.not_slow if case.is_slow else arguments.slow)]
    left_out = [case for case in cases if case.missing()]
    cases = [case for case in cases if case not in left_out]
    passed, failed, deadline = 0, 0, time.monotonic() + arguments.within
    if arguments.within < float("inf"):
        newest = max(case.path.stat().st_mtime for case in cases) - NEW_S
        cases.sort(key=lambda case: (case.path.stat().st_mtime < newest, case.path.stat().st_size))

    def run(case):
        if time.monotonic() > deadline:
            return None
        return case.run(arguments.program, PTRACE_REFUSED if arguments.no_ptrace else None)

    for case in left_out:
        print(f"skipped {case.name}: there is no {', '.join(case.missing())}")
    with contextlib.ExitStack() as stack:
        stand_in_for_clang(pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="eswexp-clang-"))))
        pool = stack.enter_context(concurrent.futures.ThreadPoolExecutor(max_workers=2))
        for case, wrong in zip(cases, pool.map(run, cases)):
            if wrong is None:
                left_out.append(case)
                continue
            failed += bool(wrong)
            passed += not wrong
            print(f"{'FAILED ' if wrong else 'ok     '} {case.name}")
            for line in wrong:
                print("   ", line.replace("\n", "\n    "))
    print(f"{passed} passed, {failed} failed, {len(left_out)} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
