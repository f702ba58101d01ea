"""A folder in which things go wrong, eswexp to run in it, and a look at what is left."""
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "prove"))
from common.proof import compile_c  # noqa: E402

FAILED, INTERRUPTED = 3, 130

BREAKABLE = """
int main(void)
{
#ifdef BROKEN
    return not_declared_anywhere;
#endif
    return 0;
}
"""


class Bench:
    """A folder with the programs that misbehave, and eswexp to run in it."""

    def __init__(self, program, folder, proof):
        self.eswexp, self.folder, self.proof = program, folder, proof
        self.misbehave = compile_c(HERE / "misbehave.c", folder / "misbehave")
        self.breakable = folder / "breakable.c"
        self.breakable.write_text(BREAKABLE)
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(folder / "cache"),
                                ESWEXP_HOST_LOCK=str(folder / "host.lock"))
        self.count = 0

    def spec(self, text, good="good", samples="eswexp", timeout="20s", **values):
        self.count += 1
        path = self.folder / f"spec{self.count}.yaml"
        path.write_text(text.format(program=self.misbehave, good=good, samples=samples,
                                    timeout=timeout, **values))
        return path

    def out(self):
        return self.folder / f"campaign{self.count}"

    def run(self, *words, **options):
        options = {"env": self.environment, "cwd": self.folder, **options}
        return subprocess.run([str(word) for word in (self.eswexp, *words)], text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, errors="replace",
                              timeout=300, **options)

    def start(self, *words, **options):
        options = {"env": self.environment, **options}
        return subprocess.Popen([str(word) for word in (self.eswexp, *words)], text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, cwd=self.folder, start_new_session=True,
                                **options)

    @staticmethod
    def press_ctrl_c(process):
        """As a terminal does: to the whole group in the foreground."""
        os.killpg(process.pid, signal.SIGINT)

    def alive(self):
        """{pid: words} of the processes that name this folder or work in it."""
        mark, found = str(self.folder).encode(), {}
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                said = ((process / "cmdline").read_bytes(), (process / "environ").read_bytes(),
                        os.fsencode(os.readlink(process / "cwd")))
            except OSError:
                continue
            if int(process.name) != os.getpid() and any(mark in text for text in said):
                words = said[0].replace(b"\0", b" ").decode(errors="replace").strip()
                found[int(process.name)] = words
        return found

    def end_all(self):
        for pid in self.alive():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def check_nobody(self, what, within_s=5):
        end = time.monotonic() + within_s
        while self.alive() and time.monotonic() < end:
            time.sleep(0.02)
        left = list(self.alive().values())
        self.proof.check(not left, f"{what}: processes left", left or 0, "0")

    def check_report(self, what, campaign):
        done = self.run("report", campaign)
        self.proof.check(done.returncode == 0 and done.stdout, f"{what}: exit of report",
                         f"{done.returncode} {done.stderr.strip()}", "0")


def namespace(bench, script):
    """Runs a shell script where it may mount; None if that is not possible here."""
    words = ["unshare", "-m" if os.geteuid() == 0 else "-rm", "sh", "-c"]
    place = bench.folder / "mounted"
    place.mkdir(exist_ok=True)
    probe = f"mount -t tmpfs none '{place}' && umount '{place}'"
    if not shutil.which("unshare") or subprocess.run([*words, probe], capture_output=True,
                                                     check=False).returncode:
        print("skipped: no tmpfs can be mounted in a namespace of our own here")
        return None
    return subprocess.run([*words, script], text=True, capture_output=True, errors="replace",
                          env=bench.environment, timeout=300, check=False)


def wait_for_lines(log, count, process):
    """Or for the end of the process."""
    end = time.monotonic() + 120
    while time.monotonic() < end and process.poll() is None:
        if log.exists() and log.read_text().count("\n") >= count:
            return
        time.sleep(0.005)
    if process.poll() is None:
        raise TimeoutError(f"{log.name} has fewer than {count} lines after two minutes")
