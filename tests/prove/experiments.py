#!/usr/bin/env python3
"""Every installed experiment with --quick --plot: how long it takes, how it ends, its own pictures.

It may end in 5 where this machine lacks what it needs, with the reason said.
"""
import os
import re
import subprocess
import sys
import time

from common.proof import ROOT, main, parser

MOST_S = 60
PATIENCE_S = 600


def pictures_of(path):
    """Names in the map `pictures:` of an experiment file."""
    found = re.search(r"^pictures:\n((?:(?:[ #].*)?\n)*)", path.read_text(), re.M)
    return re.findall(r"^  ([\w-]+):", found[1], re.M) if found else []


def check(proof, program, path, folder):
    out, begun = folder / path.stem, time.monotonic()
    words = [program, "run", f"@{path.stem}", "--quick", "--plot", "--quiet", "--out", out]
    try:
        done = subprocess.run(words, text=True, capture_output=True, stdin=subprocess.DEVNULL,
                              errors="replace", cwd=folder, timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        proof.check(False, path.stem, f"did not end within {PATIENCE_S} s", f"{MOST_S} s")
        return
    seconds = time.monotonic() - begun
    names = pictures_of(path)
    drawn = [name for name in names if (out / "plots" / f"picture-{name}.svg").exists()]
    lacking = done.returncode == 5 and done.stderr.strip()
    proof.check((done.returncode == 0 and names and drawn == names and seconds <= MOST_S) or lacking,
                path.stem, f"{seconds:.0f} s, exit {done.returncode}, pictures: "
                f"{', '.join(drawn) or 'none'}", f"{MOST_S} s, exit 0, {', '.join(names) or 'one'}")
    if done.returncode != 0 or drawn != names:
        print(done.stderr[-2000:])


def prove(arguments, proof, folder):
    os.environ["XDG_CACHE_HOME"] = str(folder / "cache")
    paths = sorted((ROOT / "experiments").glob("*.yaml"))
    for path in paths:
        if not arguments.names or path.stem in arguments.names:
            check(proof, arguments.program, path, folder)


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("names", nargs="*", help="experiments to run (default: all)")
    sys.exit(main(options.parse_args(), prove))
