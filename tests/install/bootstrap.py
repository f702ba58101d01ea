#!/usr/bin/env python3
"""`./bootstrap` installs by the package manager that is here, under that system's names."""
import pathlib
import shutil
import stat
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TOOLS = "sh env id grep awk sort head tail printf dirname cat".split()
# A package manager in name only: it has everything but mold, and notes what it is told to install.
STAND_IN = """#!/bin/sh
case "$*" in
    *mold* | "-q --whatprovides "* | "-Q "* | "info -e "*) exit 1 ;; # unknown, or not installed
    *install* | *-S\\ * | *add*) echo "$0 $*" >>"{log}"; exit 9 ;;   # and no build is to follow
    *) echo "Name: something" ;;
esac
"""
EXPECTED = {
    "dnf": ("gcc-c++", "libgit2-devel", "elfutils-libelf-devel", "ninja-build", "python3-matplotlib"),
    "pacman": ("gcc", "libgit2", "libelf", "ninja", "python-matplotlib"),
    "zypper": ("gcc-c++", "libjansson-devel", "sqlite3-devel", "libyaml-devel", "python3-numpy"),
    "apk": ("g++", "yaml-dev", "elfutils-dev", "musl-dev", "py3-numpy"),
}


class Bootstrap(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="eswexp-bootstrap-"))
        self.addCleanup(shutil.rmtree, self.folder)
        for tool in TOOLS:
            (self.folder / tool).symlink_to(shutil.which(tool))
        self.log = self.folder / "log"
        self.stand_in("sudo", '#!/bin/sh\nexec "$@"\n')

    def stand_in(self, name, text):
        path = self.folder / name
        path.write_text(text)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def build(self):
        return subprocess.run([ROOT / "bootstrap", "build"], env={"PATH": str(self.folder)}, text=True,
                              capture_output=True, timeout=60)

    def test_each_system_has_its_own_names(self):
        for manager, names in EXPECTED.items():
            with self.subTest(manager):
                for name in (manager, "rpm"):
                    self.stand_in(name, STAND_IN.format(log=self.log))
                done = self.build()
                self.assertEqual(done.returncode, 9, done.stderr)
                installed = self.log.read_text().split()
                self.assertEqual([name for name in names if name not in installed], [])
                self.assertNotIn("-", installed)
                self.assertNotIn("libc6-dev", installed)
                (self.folder / manager).unlink()
                self.log.unlink()

    def test_without_a_manager_it_says_what_is_needed(self):
        done = self.build()
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^\./bootstrap: please install \(Debian's names, .*\): .*\blibgit2-dev\b")

    def test_every_package_has_a_name_everywhere(self):
        rows = [line.split() for line in (ROOT / "packaging/names.txt").read_text().splitlines()
                if not line.startswith("#")]
        self.assertEqual([row for row in rows if len(row) != 5], [])
        text = (ROOT / "bootstrap").read_text()
        for needs in ("build_needs", "picture_needs", "package_needs", "test_build_needs", "test_needs"):
            words = text.split(f'\n{needs}="')[1].split('"')[0].split()
            self.assertEqual([word for word in words if word[0] != "$" and [word] not in [row[:1] for row in rows]],
                             [], needs)


if __name__ == "__main__":
    unittest.main()
