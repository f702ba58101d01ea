"""Another user of the machine, for tests that root runs."""
import os
import shutil
import subprocess

NOBODY = 65534
REACHED = 'for path; do [ -r "$path" ] || exit 1; done'


def as_nobody(*paths):
    """Words before a command that make it nobody's; [] if nobody cannot reach the paths, or this is not root."""
    words = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
    if os.geteuid() or not shutil.which("setpriv"):
        return []
    # The shell is what has lost root's rights: setpriv itself still finds a program with them.
    reached = subprocess.run([*words, "sh", "-c", REACHED, "sh", *map(str, paths)], cwd="/", check=False)
    return words if reached.returncode == 0 else []
