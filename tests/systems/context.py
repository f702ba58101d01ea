"""What a case is given: the source to use, a folder of its own, the program, bare systems, logs."""
import pathlib
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "prove"))
from common.proof import Skip, Trouble  # noqa: E402
from roots import Root, lacking  # noqa: E402

SHOWN_EVERY_S = 60
TAIL_LINES = 40


class Failed(Trouble):
    """The case has failed; its text says where."""


class Skipped(Skip):
    """This machine cannot do the case; its text says why."""


class Context:
    """For one case. Its folder, and the roots in it, are removed at its end unless --keep."""

    def __init__(self, name, program, checkout, folder, logs):
        self.name = name
        self.program = program      # the eswexp to try, an absolute path
        self.checkout = checkout    # a clean clone of the repository: copy it, do not build in it
        self.folder = folder        # empty at first
        self.logs = logs            # logs/NAME-STEP.log are kept
        self.roots = []
        self.steps = []             # (name, seconds), printed at the end

    def root(self, suite, packages=("ca-certificates",), foreign=None):
        """A fresh root of the Debian release `suite`; Skipped where none can be made."""
        reason = lacking()
        if reason:
            raise Skipped(reason)
        made = Root(suite, self.folder / f"root-{len(self.roots)}", packages, foreign)
        self.roots.append(made)
        return made

    def say(self, text):
        print(f"       {self.name}: {text}", flush=True)

    def step(self, name, *command, root=None, allowed=(0,), **options):
        """Runs the command, on this machine or in the root, its output into a log that is kept.

        Prints what it takes. Failed, with the end of the log, if its exit code is not allowed. The
        exit code and the text of the log.
        """
        log = self.logs / f"{self.name}-{name}.log"
        start = time.monotonic()
        words = root.words(*command) if root else [str(word) for word in command]
        if root:
            options["env"] = root.environment(options.get("env"))
        with open(log, "wb") as output:
            child = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=output,
                                     stderr=subprocess.STDOUT, **options)
            try:
                self._wait(child, name, log, start)
            finally:
                if child.poll() is None:
                    child.kill()
                    child.wait()
        seconds = time.monotonic() - start
        text = log.read_text(errors="replace")
        self.steps.append((name, seconds))
        self.say(f"{name}: exit {child.returncode} after {seconds:.0f} s ({log})")
        if child.returncode not in allowed:
            tail = "\n".join(text.splitlines()[-TAIL_LINES:])
            raise Failed(f"{name}: exit {child.returncode}, log {log}, which ends:\n{tail}")
        return child.returncode, text

    def _wait(self, child, name, log, start):
        while True:
            try:
                child.wait(SHOWN_EVERY_S)
                return
            except subprocess.TimeoutExpired:
                lines = log.read_text(errors="replace").splitlines()
                self.say(f"{name}: {time.monotonic() - start:.0f} s: {lines[-1][:100] if lines else ''}")

    def release(self):
        for made in self.roots:
            made.remove()
