"""A folder in which eswexp meets a hostile input, and what it may do there."""
import dataclasses
import os
import pathlib
import shutil
import subprocess

EXITS = {0, 1, 2, 3, 4}
SECONDS, CPU_SECONDS = 600, 120  # of a command, without the time for which it is stopped
SANITIZERS = ("Sanitizer", "runtime error:")


def cpu_seconds(pid):
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclasses.dataclass
class Case:
    """`make(yard)` plants the input; `commands` are run below yard.here, until one is refused.

    `look(yard, done)` gives what is wrong with what a command printed."""

    name: str
    make: object
    commands: tuple
    look: object = lambda yard, done: []


class Yard:
    """`here` is where commands run; nothing beside it may change, and nothing may spring the trap."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.here, self.beside = folder / "here", folder / "beside"
        self.trap, self.mark = folder / "beside/trap", folder / "beside/SPRUNG"

    def fresh(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.here.mkdir(parents=True)
        self.beside.mkdir()
        self.trap.write_text(f"#!/bin/sh\ntouch '{self.mark}'\n")
        self.trap.chmod(0o755)
        (self.beside / "precious").write_text("precious")

    def run(self, words):
        """None in place of an exit code: it does not end."""
        environment = dict(os.environ, HOME=str(self.here), LC_ALL="C.UTF-8",
                           XDG_CACHE_HOME=str(self.here / "cache"),
                           ESWEXP_HOST_LOCK=str(self.here / "host.lock"))
        process = subprocess.Popen(
            [str(self.program), *words], text=True, errors="surrogateescape", cwd=self.here,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=environment, start_new_session=True)
        for _ in range(SECONDS):
            try:
                said, complaints = process.communicate(timeout=1)
                return subprocess.CompletedProcess(words, process.returncode, said, complaints)
            except subprocess.TimeoutExpired:
                if cpu_seconds(process.pid) > CPU_SECONDS:
                    break
        process.kill()
        said, complaints = process.communicate()
        return subprocess.CompletedProcess(words, None, said, complaints)

    def outside(self):
        """All that lies beside the working folder."""
        return {(str(path), path.read_bytes() if path.is_file() else None)
                for top in (self.folder, self.beside) for path in top.iterdir()}

    def hold(self, case):
        """([exit codes], what was wrong)"""
        self.fresh()
        case.make(self)
        before, codes, wrong = self.outside(), [], []
        for words in case.commands:
            done = self.run(words)
            codes.append(done.returncode)
            if done.returncode not in EXITS or any(one in done.stderr for one in SANITIZERS):
                wrong.append(f"{words[0]}: exit {done.returncode}: {done.stderr[-2000:]}")
            elif done.returncode in (2, 3) and "error: " not in done.stderr:
                wrong.append(f"{words[0]}: exit {done.returncode} without a sentence")
            else:
                wrong += [f"{' '.join(words)}: {one}" for one in case.look(self, done)]
            if self.outside() != before:
                wrong.append(f"{words[0]}: changed {sorted(self.outside() ^ before)[:3]}")
            if done.returncode in (2, None) or wrong:
                break
        return codes, wrong
