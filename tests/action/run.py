#!/usr/bin/env python3
"""The steps of action/action.yml, run as GitHub runs them, against a stand-in for GitHub."""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "docs")]
import pages  # noqa: E402
import yaml  # noqa: E402

SKIPPED = 77
THOROUGH = bool(os.environ.get("ESWEXP_THOROUGH"))  # as ./bootstrap prove sets it
HOSTILE = "$(touch${IFS}pwned);`touch${IFS}pwned`\"'|touch"

release = prefix = None


def text_of(steps):
    return "".join(f"== {step.name}: {step.code}\n{step.log}" for step in steps)


class Action(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="eswexp-action-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)

    def bench(self, files=None, compiled=False):
        shutil.rmtree(self.folder / "bench", ignore_errors=True)
        made = Bench(self.folder / "bench", release, files, prefix, compiled=compiled,
                     template=self.folder / ("compiled" if compiled else "script"))
        self.addCleanup(made.close)
        return made

    def run_steps(self, bench, event, code=0, reference="refs/pull/7/merge", again=False, **inputs):
        """The last step's exit code is `code`: (log, outputs, runner)."""
        given = {key.replace("_", "-"): value for key, value in inputs.items()}
        steps, outputs, runner = bench.run(given, event, reference, again)
        log = text_of(steps)
        self.assertEqual(steps[-1].code, code, log)
        return log, outputs, runner

    def base_of(self, bench, event, reference="refs/pull/7/merge", again=False, **inputs):
        """(the commit that would be compared with, log); what is refused is not built."""
        given = {"budget": "?", "fail-on": "nothing", "comment": "false", **inputs}
        steps, outputs, _ = bench.run(given, event, reference, again)
        self.assertEqual((steps[-1].code, outputs["exit-code"]), (0, "2"), text_of(steps))
        found, = (step.outputs["base"] for step in steps if step.name == "commits")
        return found, text_of(steps)

    def test_a_comment_is_made_and_then_updated(self):
        bench = self.bench(compiled=THOROUGH)
        head, _ = bench.request(212)
        log, outputs, runner = self.run_steps(bench, bench.event(head), code=1)
        self.assertEqual((outputs["verdict"], outputs["exit-code"]), ("slower", "1"), log)
        self.assertTrue((pathlib.Path(outputs["report"]) / "comparison.json").exists())
        self.assertEqual(bench.github.written(), ["POST"], log)
        body = bench.github.comments[0]["body"].splitlines()
        self.assertRegex(body[0], r"^<!-- eswexp compare [0-9a-f]{16} -->$")
        self.assertEqual(body[1], "### slower")
        self.assertIn("/own/project/actions/runs/4001) · eswexp", body[-1])
        self.assertTrue(runner.summary().startswith("### slower\n"), runner.summary())
        self.assertNotIn("reused", log)
        head, _ = bench.request(106, "again")
        log, outputs, _ = self.run_steps(bench, bench.event(head))
        self.assertEqual(bench.github.written(), ["POST", "PATCH"], log)
        self.assertIn("/runs/4002)", bench.github.comments[0]["body"])
        self.assertIn("reused (kept since", log)  # the base, built by the first run

    def test_a_comment_is_found_among_many_and_no_forged_one_is_believed(self):
        bench = self.bench()
        bench.comment("### slower\n")
        own = bench.github.comments.pop()
        mark = own["body"].splitlines()[0]
        for number in range(130):
            bench.github.add(f"{mark}\nforged" if number == 3 else f"words {number}",
                             {"login": "somebody", "type": "User"})
        bench.github.comments.append({**own, "body": f"{mark}\nold", "id": 5000})
        log = bench.comment("### faster\n")
        self.assertEqual(bench.github.written(), ["POST", "PATCH"], log)
        self.assertIn("### faster", bench.github.comments[-1]["body"])
        self.assertEqual(bench.github.comments[3]["body"], f"{mark}\nforged")
        self.assertEqual(len(bench.github.comments), 131)

    def test_the_token_of_an_app_updates_its_comment(self):
        bench = self.bench()
        bench.github.writer = {"login": "own-app[bot]", "type": "Bot"}
        for _ in range(2):
            bench.comment("### slower\n")
        self.assertEqual(bench.github.written(), ["POST", "PATCH"])

    def test_without_permission_there_is_a_warning_and_the_summary(self):
        bench = self.bench()
        head, _ = bench.request(50)
        bench.github.refused = {"POST", "PATCH"}  # as for pull requests of forks
        log, outputs, runner = self.run_steps(bench, bench.event(head))
        self.assertEqual(outputs["verdict"], "faster")
        self.assertIn("::warning::eswexp: no comment: status 403: Resource not accessible", log)
        self.assertTrue(runner.summary().startswith("### faster\n"))
        for token in ("", "wrong", 'bad"\nurl = "x'):
            self.assertIn("::warning::eswexp: no comment: ", bench.comment("### faster\n", ACTION_TOKEN=token))
        self.assertEqual(bench.github.comments, [])
        requests = len(bench.github.written())
        self.base_of(bench, bench.event(head), again=True)  # without a comment
        self.assertEqual(len(bench.github.written()), requests)

    def test_a_program_of_another_checksum_is_refused(self):
        damaged = {**release.files, release.path: release.content[:-1] + b"?"}
        unchecked = {release.path: release.content}
        for files, words in ((damaged, "has the SHA-256"), (unchecked, "is not used unchecked")):
            bench = self.bench(files)
            head, _ = bench.request(212)
            log, _, runner = self.run_steps(bench, bench.event(head), code=1)
            self.assertIn(words, log)
            self.assertFalse((runner.temp / "eswexp" / release.name).exists())
            self.assertNotIn("== compare", log)
            self.assertFalse((bench.folder / "built").exists())

    def test_without_a_release_it_is_built_once(self):
        bench = self.bench({})
        head, _ = bench.request(212)
        log, outputs, _ = self.run_steps(bench, bench.event(head), fail_on="error")
        self.assertEqual(outputs["verdict"], "slower", log)
        self.assertIn("(status 404): building it from source", log)
        _, log = self.base_of(bench, bench.event(head))
        self.assertIn("(status 404): building it from source", log)
        self.assertEqual((bench.folder / "built").read_text(), "built\n")

    def test_a_commit_after_the_release_does_not_take_its_program(self):
        bench = self.bench()
        notes = bench.action.parent / "CHANGELOG.md"
        notes.write_text(notes.read_text().replace("Unreleased\n", "Unreleased\n\n- Another verdict.\n"))
        head, _ = bench.request(212)
        _, log = self.base_of(bench, bench.event(head))
        self.assertIn("has changes since release", log)
        self.assertEqual((bench.folder / "built").read_text(), "built\n")
        self.assertEqual([target for _, target in bench.github.requests if "releases" in target], [])

    def test_names_of_strangers_are_no_code(self):
        bench = self.bench()
        head, _ = bench.request(106, HOSTILE)
        event = bench.event(head)
        event["event"]["pull_request"]["head"]["ref"] = HOSTILE
        bench.origin.git("branch", f"{HOSTILE}2", "v6~1")
        log, outputs, _ = self.run_steps(bench, event, base=f"{HOSTILE}2", fail_on="nothing")
        self.assertEqual(outputs["verdict"], "equal within ±2 %", log)
        for base in (f"origin/{HOSTILE}2", bench.origin.id("v6~1")):
            self.assertEqual(self.base_of(bench, event, base=base)[0], bench.origin.id("v6~1"))
        bases = ("$(touch pwned)", "--upload-pack=touch pwned", "+main:refs/heads/x", "-x")
        for base in bases if THOROUGH else bases[:2]:
            log, _, _ = self.run_steps(bench, event, base=base, code=1, again=True)
            self.assertIn("there is no branch, tag or commit", log)
        names = ("threshold", "spec", "working-directory", "explain", "budget", "fail-on", "cache-size")
        for name in names if THOROUGH else names[:3]:
            hostile = {name: "$(touch pwned)`touch pwned`;touch pwned"}
            self.run_steps(bench, event, code=1, again=True, comment="false", **hostile)
        self.base_of(bench, event, again=True, comment="true", name="$(touch pwned) -->\n<script>")
        self.assertEqual(list(bench.folder.rglob("pwned*")), [])
        self.assertNotIn("script", "".join(each["body"] for each in bench.github.comments))

    def test_a_checkout_of_the_branch_itself_is_compared_with_the_merge_base(self):
        bench = self.bench()
        head, _ = bench.request(212, start="main")
        for number in range(3):
            bench.origin.write("docs/readme", f"{number}\n")
            bench.origin.commit(f"Later {number}")
        log, outputs, runner = self.run_steps(bench, bench.event(head), reference="refs/pull/7/head",
                                              fail_on="error")
        self.assertEqual(outputs["verdict"], "slower", log + runner.summary())
        self.assertIn(bench.origin.id("main~3")[:8], runner.summary())

    def test_a_push_is_compared_with_what_it_replaces(self):
        bench = self.bench()
        head, _ = bench.request(212)
        push = {**bench.event(head), "event": {"before": bench.origin.id("v6")}}
        base, log = self.base_of(bench, push, reference="refs/pull/7/head")
        self.assertEqual(base, bench.origin.id("v6"), log)
        push["event"]["before"] = "0" * 40  # a new branch: its first parent
        base, log = self.base_of(bench, push, reference="refs/pull/7/head")
        self.assertEqual(base, bench.origin.id("main"), log)
        self.assertEqual(bench.github.written(), [])

    def test_what_does_not_build_is_said(self):
        bench = self.bench(compiled=True)
        head, _ = bench.request("</pre><b>@all;")
        log, outputs, runner = self.run_steps(bench, bench.event(head), code=1, fail_on="error")
        self.assertEqual((outputs["verdict"], outputs["exit-code"]), ("failed", "3"), log)
        self.assertTrue(runner.summary().startswith("### eswexp compare failed\n"))
        self.assertIn("&lt;/pre&gt;&lt;b&gt;", runner.summary())
        self.assertIn("### eswexp compare failed", bench.github.comments[0]["body"])
        self.run_steps(bench, bench.event(head), again=True, fail_on="nothing")

    def test_a_long_comparison_is_cut(self):
        bench = self.bench()
        long = "### slower\n" + "| a | b |\n" * 9000 + "<details>\nmore\n</details>\n"
        log = bench.comment(long)
        body = bench.github.comments[0]["body"]
        self.assertLess(len(body), 65536)
        self.assertIn("the rest is in the summary", body, log)
        self.assertNotIn("<details>", body)

    def test_the_page_has_the_inputs_and_outputs(self):
        manifest = yaml.safe_load((HERE.parents[1] / "action/action.yml").read_text(encoding="utf-8"))
        for part in ("inputs", "outputs"):
            self.assertEqual(pages.column("docs/ci.md", part.capitalize()), list(manifest[part]))

    def test_scripts_are_clean(self):
        if not shutil.which("shellcheck"):
            self.skipTest("shellcheck is not installed")
        done = subprocess.run(["shellcheck", "-x", *sorted((HERE.parents[1] / "action").glob("*.sh"))],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout)


def main():
    global release, prefix
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--build", required=True, help="the folder that CMake built in")
    parser.add_argument("names", nargs="*", help="the tests to run (default: all)")
    arguments = parser.parse_args()
    lacking = [tool for tool in ("curl", "jq", "git") if not shutil.which(tool)]
    if lacking:
        print(f"skipped: there is no {', '.join(lacking)} here")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="eswexp-release-") as folder:
        release, prefix = installed(arguments.cmake, arguments.build, pathlib.Path(folder))
        unittest.main(argv=[sys.argv[0], *(f"Action.{name}" for name in arguments.names)])
    return 0


if __name__ == "__main__":
    from bench import Bench, installed
    sys.exit(main())
