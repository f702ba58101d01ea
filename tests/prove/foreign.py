#!/usr/bin/env python3
"""`eswexp compare` of two tags of foreign projects, without a change to them.

Each `--project CHECKOUT TAG_A TAG_B SPEC` is a checkout, two of its tags, and an experiment file
outside of it. The command must end with a verdict for every benchmark, each side must have been
built in layouts that really differ, and the repository must be the same, byte for byte, afterwards.
Functions of the project's shared libraries are in layouts, too.
"""
import hashlib
import json
import os
import pathlib
import stat
import subprocess
import sys

from common.proof import Trouble, main, parser, rows, run

CALL = "call: foreign.py --program ESWEXP --project CHECKOUT TAG_A TAG_B SPEC [--project ...]"
OUTCOMES = ("slower", "faster", "equivalent", "inconclusive")


def git(repository, *words):
    """Git without its habit of refreshing the index, which would change what is looked at."""
    return run("git", "--no-optional-locks", "-C", repository, *words).stdout


def fingerprint(repository):
    """Of every path, .git included: kind, mode, size, time of change, bytes; and git's status."""
    print_of = hashlib.sha256(git(repository, "status", "--porcelain=v2", "--branch").encode())
    for path in [repository, *sorted(repository.rglob("*"))]:
        state = path.lstat()
        print_of.update(f"{path} {state.st_mode} {state.st_size} {state.st_mtime_ns}\n".encode())
        if path.is_symlink():
            print_of.update(os.readlink(path).encode())
        elif stat.S_ISREG(state.st_mode):
            print_of.update(hashlib.sha256(path.read_bytes()).digest())
    return print_of.hexdigest()


def compare(program, folder, project, words):
    """What the command printed as JSON, and its campaign's folder."""
    repository, tags, spec = project
    done = subprocess.run([str(word) for word in (
        program, "compare", "--spec", spec, *tags, "--anyway", "--out", folder, "--quiet", "--json",
        *words)],
        cwd=repository, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
        env=dict(os.environ, XDG_CACHE_HOME=str(folder.parent / "cache")), check=False)
    if done.returncode not in (0, 1):
        raise Trouble(f"{repository.name}: exit {done.returncode}\n{done.stderr[-4000:]}")
    return json.loads(done.stdout)


def check_verdicts(proof, found):
    judged = [one for one in found["comparisons"] if one["judged"]]
    for one in judged:
        proof.check(one["outcome"] in OUTCOMES, f"  verdict on '{one['benchmark']}'",
                    f"{one['outcome']}, {one['time_ratio']} [{one['low']}, {one['high']}]")
    proof.check(judged, "  benchmarks with a verdict", len(judged), "at least 1")


def check_layouts(proof, campaign, tags):
    sides = {}
    for row in rows(campaign, "builds"):
        sides.setdefault((row["benchmark"], row["variant"]), []).append(row)
    proof.check({variant for _, variant in sides} == set(tags), "  sides that were built",
                ", ".join(sorted({variant for _, variant in sides})))
    for (benchmark, variant), builds in sorted(sides.items()):
        side = f"  '{benchmark}', {variant}"
        moved = min(int(row["functions_moved"] or 0) for row in builds)
        layouts = len({row["layout_id"] for row in builds})
        proof.check(moved > 0, f"{side}: functions moved, the least", moved)
        proof.check(layouts >= 0.9 * len(builds) > 0, f"{side}: distinct layouts",
                    f"{layouts} of {len(builds)}", "at least 9 of 10; few objects have few layouts")


def prove(arguments, proof, folder):
    for number, (path, tag_a, tag_b, spec) in enumerate(arguments.project):
        repository, tags = pathlib.Path(path).resolve(), (tag_a, tag_b)
        print(f"{repository.name}: {tag_a}, {tag_b}", flush=True)
        before, campaign = fingerprint(repository), folder / f"campaign-{number}"
        try:
            project = (repository, tags, pathlib.Path(spec).resolve())
            found = compare(arguments.program, campaign, project, [
                "--set", f"repeat.real.builds={arguments.builds}", "--seed", arguments.seed])
            check_verdicts(proof, found)
            check_layouts(proof, campaign, tags)
        except Trouble as trouble:
            proof.check(False, "  a comparison", trouble)
        proof.check(fingerprint(repository) == before, "  the repository afterwards", "compared",
                    "byte-identical")


if __name__ == "__main__":
    if "--project" not in sys.argv and not {"-h", "--help"} & set(sys.argv):
        print(CALL)
        sys.exit(0)
    options = parser(__doc__)
    options.add_argument("--project", nargs=4, action="append", required=True,
                         metavar=("CHECKOUT", "TAG_A", "TAG_B", "SPEC"))
    options.add_argument("--builds", type=int, default=10, help="of each side")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    sys.exit(main(given, prove))
