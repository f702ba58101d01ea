#!/usr/bin/env python3
"""Every kernel and every installed experiment keeps to its conventions.

A kernel is kernels/NAME.c or .cpp with all of kernels/NAME/. It compiles without a warning, says
what an iteration is, refuses unknown options, and its result is right, also under the sanitizers.
An experiment passes `eswexp check`, asks a question, has pictures and a row of the index.

Of kernels only those that changed since the commit in tests/tidied, when `./bootstrap prove` tried all of
them; all with ESWEXP_THOROUGH, or where that commit is not known.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/prove"))
from common.proof import main, parser, run  # noqa: E402

KERNELS, EXPERIMENTS = ROOT / "kernels", ROOT / "experiments"
WARNINGS = ("-Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wformat=2 -Wvla "
            "-Wwrite-strings -Werror").split()
WARNINGS_OF_C = "-Wstrict-prototypes -Wmissing-prototypes".split()
SANITIZED = "-g -O0 -fsanitize=address,undefined -fno-sanitize-recover=all".split()
SHORT = "--iterations 2 --warmup 0 --minimum-time 0".split()
PATIENCE_S = 60

# What cannot run under the sanitizers, and why.
NOT_SANITIZED = {}


def kernels():
    return sorted(path for path in KERNELS.iterdir() if path.suffix in (".c", ".cpp"))


def git(*words):
    """The lines of its answer; None if it has none, as in a source without its history."""
    done = subprocess.run(["git", "-C", ROOT, *words], text=True, capture_output=True, stdin=subprocess.DEVNULL)
    return None if done.returncode else done.stdout.splitlines()


def to_be_tried():
    """Kernels whose own files, or files that any may include, are not those that were proven."""
    proven = (ROOT / "tests/tidied").read_text().strip()
    changed = git("diff", "--name-only", proven, "--", "kernels")
    if changed is None or os.environ.get("ESWEXP_THOROUGH"):
        return kernels()
    changed += git("ls-files", "--others", "--exclude-standard", "kernels") or []
    names = {pathlib.Path(path).parts[1].split(".")[0] for path in changed}
    known = {kernel.stem for kernel in kernels()}
    return [kernel for kernel in kernels() if kernel.stem in names or names - known]


def experiments():
    return sorted(EXPERIMENTS.glob("*.yaml"))


def compile_kernel(kernel, compilers, flags, program):
    """None, or why there is no such program."""
    compiler = compilers[kernel.suffix == ".cpp"]
    own = sorted((KERNELS / kernel.stem).glob("*" + kernel.suffix))
    words = [compiler, *flags, *WARNINGS, *(WARNINGS_OF_C if kernel.suffix == ".c" else []),
             "-I", KERNELS, kernel, *own, "-o", program, "-lm", "-pthread"]
    done = subprocess.run(words, text=True, capture_output=True, stdin=subprocess.DEVNULL)
    return None if done.returncode == 0 else f"{compiler}: {(done.stdout + done.stderr)[:4000]}"


def call(program, *words):
    try:
        done = subprocess.run([program, *words], text=True, capture_output=True, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        return None, f"did not end within {PATIENCE_S} s"
    return done.returncode, done.stdout + done.stderr


def flaw_of_calls(program):
    """What is wrong with what it says, or None."""
    code, said = call(program, "--help")
    if code != 0 or "an iteration is " not in said:
        return f"--help must exit with 0 and say what an iteration is: exit {code}\n{said}"
    code, said = call(program, "--no-such-option", "1")
    if code != 2:
        return f"an unknown option must be exit code 2, not {code}\n{said}"
    return None


def flaw_of_run(program):
    code, said = call(program, *SHORT)
    return None if code == 0 else f"{' '.join(SHORT)}: exit {code}\n{said[:4000]}"


def flaw_of_kernel(kernel, folder):
    program = folder / kernel.name
    return (compile_kernel(kernel, ("gcc", "g++"), ["-O2"], program) or flaw_of_calls(program) or
            flaw_of_run(program))


def flaw_under_sanitizers(kernel, folder):
    """The other compiler, so that its warnings are seen as well."""
    program = folder / f"{kernel.name}.sanitized"
    why = compile_kernel(kernel, ("clang", "clang++"), SANITIZED, program)
    if why or kernel.stem in NOT_SANITIZED:
        return why
    return flaw_of_run(program)


def check_kernels(proof, folder):
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        checks = {"flaws": flaw_of_kernel}
        if shutil.which("clang++"):
            checks["flaws under sanitizers"] = flaw_under_sanitizers
        tried = to_be_tried()
        print(f"{len(tried)} of {len(kernels())} kernels are tried")
        tasks = [(f"{kernel.name}: {what}", pool.submit(find, kernel, folder))
                 for kernel in tried for what, find in checks.items()]
        for what, task in tasks:
            flaw = task.result()
            proof.check(not flaw, what, flaw or "none")
    if not shutil.which("clang++"):
        print("skipped: there is no clang++ here, and so no sanitizers")
    for name, why in NOT_SANITIZED.items():
        print(f"skipped: {name} under sanitizers: {why}")


def flaw_of_experiment(path, eswexp):
    text = path.read_text()
    done = subprocess.run([eswexp, "check", path], text=True, capture_output=True,
                          stdin=subprocess.DEVNULL)
    if "there is no program 'hyperfine'" in done.stderr:
        print(f"skipped: {path.name}: there is no hyperfine here")
    elif done.returncode != 0:
        return f"eswexp check: exit {done.returncode}\n{done.stderr}"
    if not text.startswith("# "):
        return "it does not begin with a comment"
    missing = [key for key in ("question", "pictures") if not re.search(rf"^{key}:", text, re.M)]
    return f"it has no '{missing[0]}:'" if missing else None


def check_experiments(proof, eswexp):
    index = (EXPERIMENTS / "README.md").read_text()
    rows = re.findall(r"^\|.*`eswexp run @([\w-]+)", index, re.M)
    names = {path.stem for path in experiments()}
    for path in experiments():
        flaw = flaw_of_experiment(path, eswexp)
        proof.check(not flaw, f"{path.name}: flaws", flaw or "none")
    proof.check(set(rows) <= names, "rows without an experiment",
                ", ".join(sorted(set(rows) - names)) or "none")


def installed_files(prefix):
    return sorted(path for path in prefix.rglob("*"))


def check_installed(proof, eswexp, folder):
    """From an installation that nobody may write to, in a folder of the caller's own."""
    prefix, here = folder / "prefix", folder / "here"
    run("cmake", "--install", eswexp.parent, "--prefix", prefix)
    here.mkdir()
    own = dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"),
               ESWEXP_HOST_LOCK=str(folder / "lock"))
    run("chmod", "-R", "a-w", prefix)
    before, installed = installed_files(prefix), prefix / "bin/eswexp"
    try:
        for what, paths in (("kernels", kernels()), ("experiments", experiments())):
            said = run(installed, "list", what, env=own).stdout
            listed = re.findall(r"^  (\S+)", said, re.M)
            proof.check(listed == [path.stem for path in paths], f"{what} of the installation",
                        len(listed), f"{len(paths)}")
        run(installed, "run", "@vecadd", "--quiet", "--set", "sweep.n=[100]", "--set",
            "repeat={pilot: {builds: 2, executions: 2, iterations: 2}, minimum_time: 1us, "
            "warmup: 0, real: {builds: 2, executions: 2, iterations: 2}}", cwd=here, env=own)
        proof.check(len(list(here.glob("results/vecadd/*/report.md"))) == 1,
                    "campaigns of @vecadd in the caller's folder", 1)
        proof.check(before == installed_files(prefix), "files of the installation after it",
                    "as before")
    finally:
        run("chmod", "-R", "u+w", prefix)


def prove(arguments, proof, folder):
    check_kernels(proof, folder)
    check_experiments(proof, arguments.program)
    check_installed(proof, arguments.program, folder)


if __name__ == "__main__":
    sys.exit(main(parser(__doc__).parse_args(), prove))
