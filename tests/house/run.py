#!/usr/bin/env python3
"""The house holds: includes go down only, files stay small, functions live at home.

run.py --table prints the figures of docs/internals.md; --of FOLDER those of another checkout."""
import collections
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# From the ground up; rooms on one floor do not know each other.
FLOORS = [
    ["base"],
    ["model"],
    ["stats", "machine", "git", "randomizers"],
    ["run"],
    ["meters"],
    ["spec"],
    ["plan", "build"],
    ["store"],
    ["analysis"],
    ["executor", "simulate"],
    ["campaign"],
    ["bundle", "replay"],
    ["report"],
    ["commands"],
    ["main.c"],
]
# The only users of a library.
ONLY_USER = {"yaml.h": "spec", "git2.h": "git", "sqlite3.h": "store", "gelf.h": "build",
             "libelf.h": "build", "zlib.h": "base", "archive.h": "base", "archive_entry.h": "base"}
KERNELS_KNOWN_BY = ("run", "meters", "build", "executor", "model")
LONGEST = 600  # lines
TOP_LEVEL = set(""".ci .clang-format .clang-tidy .gitignore action CHANGELOG.md CMakeLists.txt CMakePresets.json LICENSE
    README.md bootstrap docs engine experiments kernels packaging plots randomizers tests""".split())

# Words that docs/concepts.md has replaced: no name and no file is called so any more.
RETIRED = set("""workbench station stations crew kinship renewal outlook humps steadiness sizing remarks differing clocking contrast contrasts judgement judgements agreement
    placement placing standings undecided unsure bury perform uncertain anew loose evidence""".split())
SAID_NO_MORE = re.compile(r"\b(undecided|unsure|judgement|contrast|gone on with|"
                          r"had to leave (its|their)|looks? scatter|remarks?)\b", re.I)

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')
DEFINITION = re.compile(r"^[A-Za-z_][\w \t*]*?\b(\w+)\([^;{}]*\)\s*\{", re.M)
PROTOTYPE = re.compile(r"^(?!typedef|static|#)[A-Za-z_][\w \t*]*?[ *](\w+)\([^;{}]*\)[^;{}=]*;", re.M)


class House:
    """What the files of a checkout include, declare and define."""

    def __init__(self, root):
        self.root = root
        self.files = [path for folder in ("engine", "randomizers")
                      for path in sorted((root / folder).rglob("*.[ch]"))]
        self.text = {self.key(path): path.read_text() for path in self.files}
        self.code = {key: TEXT.sub('""', COMMENT.sub("", text)) for key, text in self.text.items()}

    def key(self, path):
        relative = path.relative_to(self.root)
        return str(relative if relative.parts[0] == "randomizers" else relative.relative_to("engine"))

    @staticmethod
    def room(key):
        return key.rsplit("/", 1)[0] if "/" in key else key

    def includes(self, key):
        return re.findall(r'^#include "([^"]+)"', self.text[key], re.M)

    def arrows(self):
        """(file, header) for every include that leaves its room."""
        for key in self.text:
            for target in self.includes(key):
                if not target.startswith("kernels/") and self.room(target) != self.room(key):
                    yield key, target

    def sources_by_room(self):
        return collections.Counter(self.room(key) for key in self.text if key.endswith(".c"))

    def circles(self):
        """Sets of rooms that include each other, directly or by way of others."""
        edges = collections.defaultdict(set)
        for key, target in self.arrows():
            edges[self.room(key)].add(self.room(target))
        reached = {}
        for start in edges:
            seen, ahead = set(), [start]
            while ahead:
                for room in edges.get(ahead.pop(), ()):
                    if room not in seen:
                        seen.add(room)
                        ahead.append(room)
            reached[start] = seen
        return {frozenset(b for b in reached[a] if a in reached.get(b, ())) for a in reached
                if a in reached[a]}

    def definitions(self):
        homes = collections.defaultdict(set)
        for key, code in self.code.items():
            if key.endswith(".c"):
                for name in DEFINITION.findall(code):
                    homes[name].add(key)
        return homes

    def prototypes(self):
        """(header, function) for every function that a header declares."""
        for key, code in self.code.items():
            if key.endswith(".h"):
                for name in PROTOTYPE.findall(code):
                    yield key, name

    def strangers(self):
        """(header, function, where it lives) for functions that do not live beside their header."""
        homes = self.definitions()
        for header, name in self.prototypes():
            where = homes.get(name, set())
            if header.endswith("internal.h"):
                at_home = any(self.room(key) == self.room(header) for key in where)
            else:
                at_home = header[:-1] + "c" in where
            if where and not at_home:
                yield header, name, sorted(where)

    def users(self, header):
        """Files that include a header, but for the one of its own name."""
        return [key for key in self.text
                if header in self.includes(key) and key[:-1] != header[:-1]]

    def users_of_struct(self, name):
        return [key for key, code in self.code.items() if re.search(rf"\bstruct {name}\b", code)]

    def members(self, name):
        for code in self.code.values():
            found = re.search(rf"\bstruct {name} \{{(.*?)^\}};", code, re.S | re.M)
            if found:
                return len([line for line in found[1].split(";") if line.strip()])
        return 0


def floor_of(key):
    top = key.split("/")[0]
    return next((i for i, floor in enumerate(FLOORS) if top in floor), None)


def is_upward(key, target):
    top, other = key.split("/")[0], target.split("/")[0]
    return top != other and floor_of(other) >= floor_of(key)


class Holds(unittest.TestCase):
    house = House(ROOT)

    def test_includes_go_down(self):
        arrows = list(self.house.arrows())
        self.assertGreater(len(arrows), 100)
        self.assertEqual([arrow for arrow in arrows if is_upward(*arrow)], [])
        for key in self.house.text:
            if any(target.startswith("kernels/") for target in self.house.includes(key)):
                self.assertIn(key.split("/")[0], KERNELS_KNOWN_BY, key)

    def test_no_rooms_include_each_other(self):
        self.assertEqual([sorted(circle) for circle in self.house.circles()], [])

    def test_private_headers_stay_in_their_room(self):
        self.assertEqual([arrow for arrow in self.house.arrows()
                          if arrow[1].endswith("internal.h")], [])

    def test_functions_live_beside_their_header(self):
        self.assertGreater(len(list(self.house.prototypes())), 500)
        self.assertEqual(list(self.house.strangers()), [])

    def test_functions_have_users(self):
        used = collections.Counter()
        for code in self.house.code.values():
            used.update(re.findall(r"\w+", code))
        unused = [(header, name) for header, name in self.house.prototypes() if used[name] <= 2]
        self.assertEqual(unused, [], "declared and defined, and called by tests at most")

    def test_top_level_is_known(self):
        """A fuzzer, for one, leaves its findings where it runs."""
        listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True)
        if listed.returncode:
            self.skipTest(listed.stderr)
        self.assertLessEqual({name.split("/")[0] for name in listed.stdout.splitlines()}, TOP_LEVEL)

    def test_every_room_has_a_floor(self):
        for key in self.house.text:
            self.assertIsNotNone(floor_of(key), key)

    def test_libraries_have_one_user(self):
        for key, text in self.house.text.items():
            for target in re.findall(r"^#include <([^>]+)>", text, re.M):
                if target in ONLY_USER:
                    self.assertEqual(key.split("/")[0], ONLY_USER[target], key)

    def test_files_say_their_idea_and_stay_small(self):
        for key, text in self.house.text.items():
            lines = text.splitlines()
            self.assertRegex(lines[0], r"^// .{4,}", f"{key} does not say what it is")
            self.assertLessEqual(len(lines), LONGEST, f"{key} is too long for one idea")

    def test_only_main_exits(self):
        for key, code in self.house.code.items():
            if key.rsplit("/", 1)[-1] not in ("main.c", "launcher_main.c", "shim_main.c"):
                self.assertNotRegex(code, r"(?<![_\w])exit\(", f"{key} exits")

    def test_libgit2_of_any_version(self):
        """Versions 1.5 to 1.9 declare the setters of its last error in three ways."""
        for key, code in self.house.code.items():
            self.assertNotRegex(code, r"git_error_(clear|set\w*)\(", key)

    def test_retired_words_name_nothing(self):
        for key, code in self.house.code.items():
            for name in re.findall(r"\w+", code) + re.findall(r"\w+", key):
                found = RETIRED & set(name.lower().split("_"))
                self.assertFalse(found, f"{key}: {name}")
            for message in TEXT.findall(COMMENT.sub("", self.house.text[key])):
                self.assertNotRegex(message, SAID_NO_MORE, key)

    def test_only_the_tests_take_warnings_as_errors(self):
        presets = json.loads((ROOT / "CMakePresets.json").read_text())["configurePresets"]
        strict = {each["name"]: each.get("cacheVariables", {}).get("ESWEXP_WERROR", "OFF")
                  for each in presets if not each.get("hidden")}
        self.assertEqual(strict, {"release": "OFF", "tarball": "OFF", "developer": "ON", "sanitize": "ON",
                                  "fuzz": "ON", "prove": "ON", "aarch64": "OFF"})
        build = (ROOT / "CMakeLists.txt").read_text()
        self.assertIn("ESWEXP_WERROR \"Take every warning as an error, as the tests do\" OFF", build)
        self.assertEqual(re.findall(r"(.*)\n.*-Werror", build), ["if(ESWEXP_WERROR)"])


def table(house):
    """The figures of docs/internals.md, a line each."""
    rooms = house.sources_by_room()
    single = [key for key in house.text if key.endswith(".h") and len(house.users(key)) == 1]
    yield "rooms", len(rooms)
    yield "`.c` files of the fullest room", max(rooms.values())
    yield "circles between rooms", len(house.circles())
    yield "public functions whose `.c` is elsewhere", len(list(house.strangers()))
    yield "headers with a single user", len(single)
    for name in ("workbench", "local_executor", "findings"):
        yield f"members of `struct {name}`", house.members(name)
        yield f"files that name `struct {name}`", len(house.users_of_struct(name))


if __name__ == "__main__":
    if "--table" in sys.argv:
        folder = pathlib.Path(sys.argv[sys.argv.index("--of") + 1]) if "--of" in sys.argv else ROOT
        for what, figure in table(House(folder)):
            print(f"| {what} | {figure} |")
    else:
        unittest.main(argv=sys.argv[:1])
