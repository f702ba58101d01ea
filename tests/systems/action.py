"""How long a pull request waits on a fresh runner: with the action and its tarball, and with a build of eswexp.

A bare root with what the images of CI services have, and a compiler for the project.
"""
import pathlib
import sys
import time

from context import Failed
from packages import package
from roots import CHECKOUT

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "action"))
from bench import Bench, Release  # noqa: E402

IMAGE = ("ca-certificates", "curl", "gcc", "git", "jq", "libc6-dev", "make")
PLACE = pathlib.Path("/srv/ci")
NUMBER = 212  # of the request; its base reports 106
RECIPE = f"""
cd {PLACE}/workspace
git clone -q --depth 1 file://{CHECKOUT} ../eswexp && ../eswexp/bootstrap build
../eswexp/build/release/eswexp compare origin/main...HEAD --threshold 2% --markdown >../comparison || test $? = 1
"""


def action(context):
    """Two jobs one after the other: the second finds the builds of the first."""
    tarball = next(path for path in package(context, "bookworm", "tarball") if path.suffix == ".gz")
    bench = Bench(PLACE, Release(tarball), machine=context.root("bookworm", IMAGE))
    try:
        event = bench.event(bench.request(NUMBER)[0])
        for job in ("first", "second"):
            steps, outputs, runner = bench.run({"fail-on": "error"}, event)
            text = "".join(f"== {step.name}: exit {step.code}\n{step.log}" for step in steps)
            (context.logs / f"{context.name}-{job}.log").write_text(text)
            if steps[-1].code or outputs["verdict"] != "slower" or not runner.summary().startswith("### slower"):
                raise Failed(f"{job} job: verdict '{outputs['verdict']}'\n{text}")
            context.say(f"{job} job: {bench.until_first():.1f} s to the first execution")
        if "reused (kept since" not in text or bench.github.written() != ["POST", "PATCH"]:
            raise Failed(f"the second job neither reused builds nor updated its comment\n{text}")
    finally:
        bench.close()


def recipe(context):
    """Clone, build, compare: what a job did before there was a release."""
    root = context.root("bookworm", IMAGE)
    root.put(context.checkout, CHECKOUT)
    bench = Bench(PLACE, None, machine=root)
    try:
        bench.request(NUMBER)
        bench.checkout()
        context.step("checkout", "git", "-C", f"{PLACE}/workspace", "fetch", "-q", "--unshallow", "origin",
                     "+refs/heads/*:refs/remotes/origin/*", root=root)
        begun = time.time()
        context.step("recipe", "sh", "-euc", RECIPE, root=root)
        seconds = (bench.folder / "first").stat().st_mtime - begun
        context.say(f"{seconds:.1f} s to the first execution")
        if not (bench.folder / "comparison").read_text().startswith("### slower"):
            raise Failed("the comparison is not 'slower'")
    finally:
        bench.close()


CASES = {"action": action, "ci": recipe}
