"""Runs a command, and presses Ctrl-C when the campaign in a folder has some executions.

python3 interrupted.py FOLDER EXECUTIONS COMMAND [ARGUMENT...]; exits as the command does.
"""
import pathlib
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / name) for name in ("faults", "prove")]
from sweeping import executed  # noqa: E402

folder, count, *command = sys.argv[1:]
process = subprocess.Popen(command)
while process.poll() is None and executed(folder) < int(count):
    time.sleep(0.01)
process.send_signal(signal.SIGINT)
sys.exit(process.wait())
