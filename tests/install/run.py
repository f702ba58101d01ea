#!/usr/bin/env python3
"""`cmake --install` into a scratch prefix: what lies where, and that it works from there alone."""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

arguments = None
FILES = [
    "bin/eswexp",
    "libexec/eswexp/eswexp-launch", "libexec/eswexp/eswexp-ld", "libexec/eswexp/eswexp-archive",
    "libexec/eswexp/eswexp-canary", "libexec/eswexp/eswexp-heap.so",
    "include/eswexp.h",
    "share/man/man1/eswexp.1", "share/man/man5/eswexp.yaml.5",
    "share/bash-completion/completions/eswexp",
    "share/zsh/site-functions/_eswexp",
    "share/fish/vendor_completions.d/eswexp.fish",
    "share/eswexp/experiments/quickstart.yaml",
    "share/eswexp/plots",
    "share/eswexp/kernels",
    "share/eswexp/eswexp.schema.json",
    "share/doc/eswexp/docs", "share/doc/eswexp/LICENSE",
]
SPEC = """experiment: small
benchmarks:
  one:
    sources: [one.c]
    samples: process
repeat: {real: {builds: 2, executions: 1}}
randomize: {seed: 9, link_order: function}
"""


PROGRAM = "".join(f"__attribute__((noinline)) int f{i}(int x) {{ return x * {i}; }}\n"
                  for i in range(5)) + "int main(void) { return f0(f1(f2(f3(f4(1))))); }\n"
NOBODY = 65534


def files_below(folder, base=None):
    """The names of the files, links and the like below a folder, relative to the base."""
    return {str(path.relative_to(base or folder)) for path in folder.rglob("*")
            if path.is_symlink() or not path.is_dir()}


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.base = pathlib.Path(tempfile.mkdtemp(prefix="eswexp-install-"))
        cls.prefix = cls.base / "prefix"
        cls.done = subprocess.run([arguments.cmake, "--install", arguments.build, "--prefix", cls.prefix],
                                  capture_output=True, text=True)
        cls.env = {k: v for k, v in os.environ.items() if not k.startswith("ESWEXP_")}
        cls.env.update(PATH=f"{cls.prefix / 'bin'}:{os.environ['PATH']}", LC_ALL="C.UTF-8",
                       XDG_CACHE_HOME=str(cls.base / "cache"),
                       ESWEXP_HOST_LOCK=str(cls.base / "host.lock"))

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.base, ignore_errors=True)

    def run_installed(self, *words):
        done = subprocess.run(["eswexp", *words], cwd=self.base, env=self.env, capture_output=True,
                              text=True, timeout=120)
        self.assertEqual(done.returncode, 0, f"eswexp {words}\n{done.stdout}{done.stderr}")
        return done.stdout

    def test_1_installs_without_complaint(self):
        self.assertEqual(self.done.returncode, 0, self.done.stdout + self.done.stderr)

    def test_files_are_in_their_folders(self):
        missing = [name for name in FILES if not (self.prefix / name).exists()]
        self.assertEqual(missing, [])
        for name in FILES[:5]:
            self.assertTrue(os.access(self.prefix / name, os.X_OK), name)

    def test_only_what_is_meant_is_installed(self):
        tops = {path.relative_to(self.prefix).parts[0] for path in self.prefix.rglob("*")}
        self.assertEqual(tops, {"bin", "libexec", "include", "share"})
        self.assertEqual(list(self.prefix.rglob("__pycache__")), [])
        self.assertEqual([p for p in self.prefix.rglob("*") if p.is_symlink()], [])

    def test_programs_are_hardened(self):
        for name in FILES[:4]:  # the canary is compiled as benchmarks are
            told = subprocess.run(["readelf", "--wide", "-hldsr", self.prefix / name],
                                  capture_output=True, text=True, check=True).stdout
            for sign in (r"Type: +DYN", r"GNU_RELRO", r"FLAGS_1.*NOW.*PIE", r"__stack_chk_fail",
                         r"__\w+_chk\b"):
                self.assertRegex(told, sign, name)

    def test_printed_files_are_the_programs_own(self):
        for name, words in (("share/man/man1/eswexp.1", ["--man"]),
                            ("share/bash-completion/completions/eswexp", ["--completion", "bash"]),
                            ("share/zsh/site-functions/_eswexp", ["--completion", "zsh"]),
                            ("share/fish/vendor_completions.d/eswexp.fish", ["--completion", "fish"])):
            self.assertEqual((self.prefix / name).read_text(), self.run_installed(*words), name)

    def test_man_pages_are_manual_pages(self):
        if not shutil.which("mandoc"):
            self.skipTest("mandoc is not installed")
        pages = sorted(self.prefix.glob("share/man/man*/*"))
        subprocess.run(["mandoc", "-T", "lint", "-W", "warning", *pages], check=True)

    def test_documentation_keeps_its_links(self):
        folder = self.prefix / "share/doc/eswexp"
        for page in (folder / "README.md", folder / "CHANGELOG.md", folder / "docs/layouts.md"):
            for target in re.findall(r"\]\(([^)\s#]+)", page.read_text()):
                if "://" not in target:
                    self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")

    def test_finds_its_own_data(self):
        self.assertIn("@quickstart", self.run_installed("--completion", "experiments").split())
        self.assertIn("\n  vecadd\n", self.run_installed("list", "kernels"))
        self.run_installed("check", "@quickstart")

    def test_moved_it_serves_another_user_and_leaves_no_trace(self):
        home = self.base / "another user's home"
        moved = home / "moved here" / "eswexp"
        shutil.copytree(self.prefix, moved)
        (home / "one.c").write_text(PROGRAM)
        (home / "one.yaml").write_text(SPEC)
        before = files_below(home)
        user = {}
        if os.geteuid() == 0:
            self.base.chmod(0o755)
            os.chown(home, NOBODY, NOBODY)
            user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        env = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8",
               "ESWEXP_HOST_LOCK": str(home / "lock")}
        for words in (["list", "kernels"], ["run", "one.yaml", "--out", "results", "--quiet"],
                      ["report", "results"], ["cache", "clean", "--all"]):
            done = subprocess.run([moved / "bin/eswexp", *words], cwd=home, env=env, capture_output=True,
                                  text=True, timeout=120, **user)
            self.assertEqual(done.returncode, 0, f"{words}\n{done.stdout}{done.stderr}")
        self.assertEqual(files_below(home) - before - files_below(home / "results", home), {"lock"})

    def test_measures_links_and_packs_with_its_own_helpers(self):
        (self.base / "one.c").write_text(PROGRAM)
        (self.base / "one.yaml").write_text(SPEC)
        self.run_installed("run", "one.yaml", "--out", "results", "--quiet")
        self.run_installed("bundle", "results", "--out", "one.tar.gz")
        self.assertTrue((self.base / "one.tar.gz").stat().st_size > 0)


class DebianPackage(unittest.TestCase):
    """What cpack makes of this build, by a user whose files nobody else may read."""

    @classmethod
    def setUpClass(cls):
        for tool in ("dpkg-deb", "dpkg-shlibdeps", "file"):
            if not shutil.which(tool):
                raise unittest.SkipTest(f"{tool} is not installed")
        cls.base = pathlib.Path(tempfile.mkdtemp(prefix="eswexp-package-"))
        cls.addClassCleanup(shutil.rmtree, cls.base, ignore_errors=True)
        # Looking for programs that need libraries, CMake starts two processes for each file: only in a package
        # of programs alone.
        (cls.base / "prune.cmake").write_text(
            "file(REMOVE_RECURSE ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)\n")
        programs = cls.packed("programs", f"CPACK_PRE_BUILD_SCRIPTS={cls.base}/prune.cmake")
        cls.fields = cls.told("--field", programs)
        cls.package = cls.packed("whole", "CPACK_DEBIAN_PACKAGE_SHLIBDEPS=OFF")
        cls.files = [line.split(None, 5) for line in cls.told("--contents", cls.package).splitlines()]

    @classmethod
    def packed(cls, folder, setting):
        """The package that is made with one setting changed."""
        cpack = pathlib.Path(arguments.cmake).with_name("cpack")
        done = subprocess.run([cpack, "-G", "DEB", "-D", setting, "-B", cls.base / folder],
                              cwd=arguments.build, capture_output=True, text=True, umask=0o077)
        if done.returncode:
            raise AssertionError(done.stdout + done.stderr)
        package, = (cls.base / folder).glob("eswexp_*.deb")
        return package

    @staticmethod
    def told(*words):
        return subprocess.run(["dpkg-deb", *words], capture_output=True, text=True, check=True).stdout

    def test_says_whose_it_is_and_what_it_needs(self):
        self.assertRegex(self.fields, r"(?m)^Maintainer: eswexp developers$")
        self.assertRegex(self.fields, r"(?m)^Depends: .*\blibc6 \(>= .*\blibgit2-")
        self.assertRegex(self.fields, r"(?m)^Recommends: gcc \| clang, python3-matplotlib, python3-numpy$")

    def test_all_may_read_and_only_root_may_write(self):
        wrong = [file for file in self.files if file[1] != "root/root"
                 or file[0] not in ("drwxr-xr-x", "-rwxr-xr-x", "-rw-r--r--")]
        self.assertEqual(wrong, [])
        programs = [file[5] for file in self.files if file[0] == "-rwxr-xr-x"]
        self.assertEqual(sorted(programs), sorted(f"./usr/{name}" for name in FILES[:5]))

    def test_has_what_debian_wants(self):
        names = [file[5] for file in self.files]
        for name in ("man/man1/eswexp.1.gz", "man/man5/eswexp.yaml.5.gz", "doc/eswexp/copyright",
                     "doc/eswexp/changelog.gz", "doc/eswexp/docs/"):
            self.assertIn(f"./usr/share/{name}", names)
        self.assertEqual([name for name in names if name.endswith((".1", ".5", "LICENSE"))], [])


def main():
    global arguments
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cmake", default="cmake")
    parser.add_argument("--build", required=True, help="the folder that CMake built in")
    arguments = parser.parse_args()
    unittest.main(argv=sys.argv[:1])


if __name__ == "__main__":
    main()
