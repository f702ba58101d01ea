#!/usr/bin/env python3
"""The house holds: includes go down only, files stay small, each says its one idea first."""
import json
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# From the ground up; folders on one floor do not know each other, but for SIDEWAYS.
FLOORS = [
    ["base"],
    ["model"],
    ["stats", "machine", "git"],
    ["run", "meters", "randomizers"],
    ["spec", "build"],
    ["plan"],
    ["store"],
    ["analysis"],
    ["executor"],
    ["campaign"],
    ["bundle"],
    ["report"],
    ["commands"],
    ["main.c"],
]
# run/ carries out what the randomizers draw, meters read what run/ observed, build/ follows a spec.
SIDEWAYS = {("run", "randomizers"), ("meters", "run"), ("build", "spec")}
# The only users of a library.
ONLY_USER = {"yaml.h": "spec", "git2.h": "git", "sqlite3.h": "store", "gelf.h": "build",
             "libelf.h": "build", "archive.h": "base", "archive_entry.h": "base"}
LONGEST = 400


def sources():
    for folder in ("engine", "randomizers"):
        yield from sorted((ROOT / folder).rglob("*.[ch]"))


def room_of(path):
    parts = path.relative_to(ROOT).parts
    return parts[0] if parts[0] == "randomizers" else parts[1]


def floor_of(room):
    return next(i for i, floor in enumerate(FLOORS) if room in floor)


class House(unittest.TestCase):
    def test_includes_go_down(self):
        seen = 0
        for path in sources():
            for target in re.findall(r'^#include "([^"]+)"', path.read_text(), re.M):
                room, other = room_of(path), target.split("/")[0]
                if other == "kernels":
                    self.assertIn(room, ("run", "meters", "build", "executor"), path)
                    continue
                seen += 1
                if other != room and (room, other) not in SIDEWAYS:
                    self.assertLess(floor_of(other), floor_of(room), f"{path} includes {target}")
        self.assertGreater(seen, 100)

    def test_every_room_has_a_floor(self):
        for path in sources():
            floor_of(room_of(path))
        for floor in FLOORS[:-1]:
            for room in floor:
                folder = ROOT / room if room == "randomizers" else ROOT / "engine" / room
                self.assertTrue(list(folder.rglob("*.c")), f"{room} is empty")

    def test_libraries_have_one_user(self):
        for path in sources():
            for target in re.findall(r"^#include <([^>]+)>", path.read_text(), re.M):
                if target in ONLY_USER:
                    self.assertEqual(room_of(path), ONLY_USER[target], path)

    def test_files_say_their_idea_and_stay_small(self):
        for path in sources():
            lines = path.read_text().splitlines()
            self.assertRegex(lines[0], r"^// .{4,}", f"{path} does not say what it is")
            self.assertLessEqual(len(lines), LONGEST, f"{path} is too long for one idea")

    def test_libgit2_of_any_version(self):
        """Versions 1.5 to 1.9 declare the setters of its last error in three ways."""
        for path in sources():
            code = re.sub(r"//.*", "", path.read_text())
            self.assertNotRegex(code, r"git_error_(clear|set\w*)\(", path)

    def test_only_the_tests_take_warnings_as_errors(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
        strict = {each["name"]: each.get("cacheVariables", {}).get("ESWEXP_WERROR", "OFF")
                  for each in presets if not each.get("hidden")}
        self.assertEqual(strict, {"release": "OFF", "developer": "ON", "sanitize": "ON",
                                  "fuzz": "ON"})
        build = (ROOT / "CMakeLists.txt").read_text()
        self.assertIn("ESWEXP_WERROR \"Take every warning as an error, as the tests do\" OFF", build)
        self.assertEqual(re.findall(r"(.*)\n.*-Werror", build), ["if(ESWEXP_WERROR)"])

    def test_only_main_exits(self):
        for path in sources():
            if path.name not in ("main.c", "launcher_main.c", "shim_main.c"):
                self.assertNotRegex(path.read_text(), r"(?<![_\w])exit\(", f"{path} exits")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
