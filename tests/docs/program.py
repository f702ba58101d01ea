"""The program as it describes itself: its commands, their options, its exit codes."""
import functools
import os
import pathlib
import re
import shlex
import subprocess


class Program:
    def __init__(self, path):
        self.path = str(pathlib.Path(path).resolve())

    def run(self, *words, folder=None, **environment):
        return subprocess.run([self.path, *map(str, words)], capture_output=True, text=True,
                              cwd=folder, env={**os.environ, **environment}, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=100)

    def output(self, *words, **options):
        done = self.run(*words, **options)
        if done.returncode:
            raise AssertionError(f"eswexp {shlex.join(map(str, words))}: exit {done.returncode}\n"
                                 f"{done.stdout}{done.stderr}")
        return done.stdout

    @functools.cached_property
    def commands(self):
        section = self.output("--help").split("\nMeasure:\n")[1].split("\nExit codes:\n")[0]
        return re.findall(r"^  (\w+) ", section, re.M)

    @functools.lru_cache
    def options(self, command):
        """Each option of the command, short and long: whether it takes an argument; None: unknown command."""
        done = self.run(command, "--help")
        if done.returncode:
            return None
        found = {}
        for line in done.stdout.splitlines():
            option = re.match(r"  (?:(-\w), )?(--[\w-]+)( (?! )\S+)?", line)
            for name in option.groups()[:2] if option else ():
                found[name] = bool(option[3])
        return found

    @functools.cached_property
    def all_options(self):
        return {"--help", "--version"}.union(*(self.options(command) for command in self.commands))

    def flaws(self, words):
        """What is wrong with a command line `words`, which begins after the program's name."""
        if not words or words[0] in ("--help", "--version", "help", "COMMAND"):
            return
        command, *rest = words
        options = self.options(command)
        if options is None:
            yield f"eswexp has no command '{command}'"
            return
        skip = False
        for word in rest:
            if word == "--" and not skip:
                return  # the words of another program
            name = word.split("=")[0]
            if not skip and re.match(r"--?[A-Za-z]", word) and name not in options:
                yield f"eswexp {command} has no option '{name}'"
            skip = not skip and "=" not in word and options.get(name, False)


def command_lines(script):
    """The words of each command of a shell script, without what redirects it."""
    for line in re.sub(r"\\\n\s*", "", script).splitlines():
        lexer = shlex.shlex(line, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        words, redirected = [], False
        for word in [*lexer, ";"]:
            if not re.fullmatch(r"[;|&()<>]+", word):
                words += [] if redirected else [word]
            elif words and not re.fullmatch(r"[<>]+", word):
                yield words
                words = []
            redirected = re.fullmatch(r"[<>]+", word)


def eswexp_words(words):
    """What follows `eswexp` in a command, behind sudo and the like; None: it is another program's."""
    for at, word in enumerate(words):
        if word.split("/")[-1] == "eswexp":
            return words[at + 1:]
        if word != "sudo" and "=" not in word:
            return None
    return None
