#!/usr/bin/env python3
"""Shell completions: every option of every command, values, files, installed experiments.

bash is exercised always; zsh and fish where they are installed."""
import argparse
import functools
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

# After `line`, some of the candidates, and some words that are none.
CASES = [
    ("eswexp re", {"report", "resume", "replay", "reproduce"}, {"repeat", "run"}),
    ("eswexp run --o", {"--out", "--on", "--on-finish"}, {"--until"}),
    ("eswexp report --format ", {"text", "markdown", "json", "html", "latex"}, {"one.yaml"}),
    ("eswexp report --format=h", {"html"}, {"json"}),
    ("eswexp plot --format png,p", {"png,pdf"}, {"png,svg"}),
    ("eswexp run --profile p", {"perf"}, {"gdb"}),
    ("eswexp run on", {"one.yaml"}, {"other"}),
    ("eswexp run @quick", {"@quickstart"}, {"@aslr"}),
    ("eswexp check --quick @asl", {"@aslr"}, {"@quickstart"}),
    ("eswexp status ot", {"other"}, {"one.yaml"}),
    ("eswexp run --out ot", {"other"}, {"one.yaml"}),
    ("eswexp bundle --add one", {"one.yaml"}, {"other"}),
    ("eswexp list s", {"summaries"}, {"one.yaml"}),
    ("eswexp compare WORK", {"WORKTREE"}, {"one.yaml"}),
    ("eswexp compare top", {"topic"}, {"WORKTREE"}),
    ("eswexp resume --rest", {"--restart"}, {"--anew"}),
    ("eswexp repeat --tol", {"--tolerance"}, {"--until"}),
    ("eswexp run --until ", set(), {"one.yaml"}),
]

BASH = r"""
source "$1"
while IFS= read -r COMP_LINE; do
    COMP_POINT=${#COMP_LINE} COMPREPLY=()
    _eswexp
    printf '%s\n' "${COMPREPLY[@]}"
    printf '%s\n' END
done
"""
FISH = r"""
source $argv[1]
while read -l line
    complete -C $line | string split -f1 \t | string trim -r -c ' /'
    echo END
end
"""
# Every candidate goes into a file; the line itself is thrown away.
ZSH = r"""
PS1= PS2= RPS1=
unsetopt zle_bracketed_paste prompt_sp
autoload -U compinit
compinit -D -u
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return
    fi
    local -a hits
    builtin compadd -A hits "$@"
    print -rl -- $hits >>$FOUND
    builtin compadd "$@"
}
capture() {
    zle complete-word
    print END >>$FOUND
    BUFFER=
}
zle -N capture
bindkey '^I' capture
print READY >>$FOUND
"""


def piped(shell, script, completion, lines, env, folder):
    done = subprocess.run([*shell, script, completion], input="".join(f"{line}\n" for line in lines),
                          text=True, capture_output=True, cwd=folder, env=env, timeout=60, check=True)
    if done.stderr:
        sys.exit(f"{shell[0]} complains:\n{done.stderr}")
    return [set(part.split("\n")[:-1]) for part in done.stdout.split("END\n")[:-1]]


def from_bash(script, lines, env, folder):
    driver = folder.parent / "drive.bash"
    driver.write_text(BASH)
    return piped(["bash", "--norc"], driver, script, lines, env, folder)


def from_fish(script, lines, env, folder):
    driver = folder.parent / "drive.fish"
    driver.write_text(FISH)
    return piped(["fish", "--no-config"], driver, script, lines, env, folder)


def wait_for(found, word, count):
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        text = found.read_text() if found.exists() else ""
        if text.count(word + "\n") >= count:
            return text
        time.sleep(0.02)
    sys.exit(f"zsh did not answer:\n{text}")


def drain(terminal):
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:
        pass


def from_zsh(script, lines, env, folder):
    functions, found = folder.parent / "functions", folder.parent / "found"
    functions.mkdir()
    shutil.copy(script, functions / "_eswexp")
    setup = folder.parent / "setup.zsh"
    setup.write_text(f"fpath=({functions} $fpath)\n" + ZSH)
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-f", "-i"], {**env, "TERM": "vt100", "FOUND": str(found)})
    threading.Thread(target=drain, args=(terminal,), daemon=True).start()
    os.write(terminal, f"source {setup}\n".encode())
    wait_for(found, "READY", 1)
    found.unlink()
    for number, line in enumerate(lines, 1):
        os.write(terminal, f"{line}\t".encode())
        text = wait_for(found, "END", number)
    os.write(terminal, b"exit\n")
    os.waitpid(process, 0)
    return [set(part.rstrip("\n").split("\n")) for part in text.split("END\n")[:-1]]


def commands_of(program):
    text = subprocess.run([program, "--help"], text=True, capture_output=True, check=True).stdout
    listed = text.split("Measure:\n")[1].split("\nExit codes:\n")[0]
    return re.findall(r"^  (\w+) ", listed, re.M)


@functools.cache
def options_of(program, command):
    text = subprocess.run([program, command, "--help"], text=True, capture_output=True,
                          check=True).stdout
    return set(re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.M))


# bash replies with what it has not split off; zsh marks options that take a value.
def tidy(words, line):
    value = line.rsplit("=", 1)[1] if "=" in line else None
    return {word.rstrip("=/ ") for word in words} | \
        ({word.split("=", 1)[1] for word in words if "=" in word} if value is not None else set())


def check(shell, ask, script, program, env, folder):
    wrong = []
    names = commands_of(program)
    lines = ["eswexp "] + [f"eswexp {name} --" for name in names] + [case[0] for case in CASES]
    replies = ask(script, lines, env, folder)
    if len(replies) != len(lines):
        return [f"{len(replies)} replies to {len(lines)} lines"]
    replies = [tidy(reply, line) for reply, line in zip(replies, lines)]
    expected = [(lines[0], set(names), {"repeat"})]
    expected += [(f"eswexp {name} --", options_of(program, name), {"--anew"}) for name in names]
    for (line, good, bad), reply in zip(expected + CASES, replies):
        if shell == "zsh" and "," in line:  # _sequence completes the last part alone
            good, bad = ({word.rsplit(",", 1)[1] for word in words} for words in (good, bad))
        if not good <= reply or bad & reply:
            wrong.append(f"'{line}': got {sorted(reply)}, without {sorted(good - reply)}")
    return wrong


def make_folder(base):
    folder = base / "here"
    (folder / "other").mkdir(parents=True)
    (folder / "one.yaml").write_text("")
    git = ["git", "-C", folder, "-c", "user.name=x", "-c", "user.email=x"]
    for words in (["init", "-q"], ["add", "one.yaml"], ["commit", "-qm", "one"], ["branch", "topic"]):
        subprocess.run([*git, *words], check=True)
    return folder


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the eswexp to test")
    program = pathlib.Path(parser.parse_args().program).resolve()
    failed = 0
    for shell, ask in (("bash", from_bash), ("zsh", from_zsh), ("fish", from_fish)):
        if not shutil.which(shell):
            print(f"skipped {shell}: it is not installed")
            continue
        with tempfile.TemporaryDirectory(prefix="eswexp-completion-") as name:
            base = pathlib.Path(name)
            script, folder = base / f"eswexp.{shell}", make_folder(base)
            env = {**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}", "HOME": name,
                   "XDG_CACHE_HOME": name, "LC_ALL": "C.UTF-8"}
            script.write_text(subprocess.run([program, "--completion", shell], text=True, check=True,
                                             capture_output=True).stdout)
            parsed = subprocess.run([shell, "-n", script], capture_output=True, text=True)
            wrong = [parsed.stderr] if parsed.returncode else check(shell, ask, script, program, env,
                                                                     folder)
        failed += bool(wrong)
        print(f"{'FAILED ' if wrong else 'ok     '} {shell}")
        for line in wrong:
            print("   ", line)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
