#!/usr/bin/env python3
"""The documentation is right: commands, options, keys, columns, links, examples, citations.

Each test lists all that is wrong at once. README.md and docs/*.md mark their code blocks:
    sh               commands that a reader types
    yaml             a whole experiment file; its first line names it, as `# NAME.yaml`
    yaml fragment    top-level sections of one; rest.yaml completes it
    yaml workflow    a file of a CI system
    c                a whole program over eswexp.h
    text             output, and whatever else nobody types
"""
import argparse
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

import citations
import commands
import examples
import links
import pages
import program
import results
import tables
import version

PROGRAM = None
BLOCKS = ("sh", "yaml", "yaml fragment", "yaml workflow", "c", "text")


class Documentation(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.eswexp = program.Program(PROGRAM)

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="eswexp-docs-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        os.environ["ESWEXP_HOST_LOCK"] = str(self.folder / "lock")
        os.environ["XDG_CACHE_HOME"] = str(self.folder / "cache")

    def none(self, flaws):
        found = "\n".join(dict.fromkeys(flaws))
        if found:
            self.fail(found)

    def test_the_readme_is_short(self):
        self.assertLessEqual(len((pages.ROOT / "README.md").read_text().splitlines()), 180)

    def test_every_page_is_in_the_index(self):
        self.none(links.not_in_the_index())

    def test_blocks_say_what_they_are(self):
        self.none(f"{block}: unknown kind of block '{block.info}'" for page in pages.all_pages()
                  for block in page.blocks if block.info not in BLOCKS)
        self.none(examples.unnamed())

    def test_links_lead_somewhere(self):
        self.none(links.flaws())

    def test_cited_documents_exist(self):
        self.none(citations.flaws())

    def test_commands_and_options_exist(self):
        self.none(commands.flaws(self.eswexp))

    def test_every_command_is_described(self):
        self.none(commands.not_described(self.eswexp))

    def test_tables_list_what_the_program_lists(self):
        self.none(tables.flaws(self.eswexp))

    def test_files_and_columns_are_those_of_a_campaign(self):
        self.none(results.flaws(self.eswexp, self.folder))

    def test_the_version_is_the_same_everywhere(self):
        self.none(version.flaws(self.eswexp))

    def test_experiment_files_are_right(self):
        self.none(examples.in_whole_files(self.eswexp, self.folder))

    def test_fragments_are_right(self):
        self.none(examples.in_fragments(self.eswexp, self.folder))

    def test_examples_run(self):
        self.none(examples.in_runs(self.eswexp, self.folder))

    def test_outputs_are_up_to_date(self):
        self.none(examples.in_outputs(self.eswexp, self.folder))

    def test_programs_compile_and_run(self):
        self.none(examples.in_programs(self.folder))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    given, rest = parser.parse_known_args()
    PROGRAM = given.program
    unittest.main(argv=sys.argv[:1] + rest)
