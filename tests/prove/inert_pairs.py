#!/usr/bin/env python3
"""Inert pairs of commits of a program with link-time optimization, and of one in Rust.

The second commit of a pair adds a function that is never called, but stays in the program; in Rust an
instance of a generic function, too. `eswexp compare` judges each pair. Beside it stands what people do
with a harness such as criterion: one build of each commit, all executions of one and then all of the
other, as many as eswexp has executed, and Welch's t-test at p < 0.05.
"""
import os
import pathlib
import random
import shutil
import sys

from common.comparing import Comparison, Repository
from common.generated import generated
from common.proof import Skip, Trouble, main, parser, run
from explain import apart
from false_alarms import Test

FILES, FUNCTIONS, ROUNDS = 5, 16, 600_000
STATEMENT = "    x = (x ^ {a}u) * {b}u;\n"
UNUSED = """
__attribute__((used)) static unsigned unused_{name}(unsigned x)
{{
{statements}    return x;
}}
"""
CARGO = """[package]
name = "bench"
version = "0.1.0"
edition = "2021"

[[bin]]
name = "bench"
path = "main.rs"

[profile.release]
debug = false
"""
RUST_FUNCTION = """
#[inline(never)]
fn step_{number}(mut x: u32) -> u32 {{
    for i in 0..8u32 {{
        x = (x ^ {a}).wrapping_mul({b}).rotate_left(i % {c});
    }}
    x
}}
"""
RUST_UNUSED = """
#[inline(never)]
fn unused_{name}(mut x: u32) -> u32 {{
{statements}    x
}}
"""
RUST_GENERIC = """
#[inline(never)]
fn fold<const N: usize>(x: u32) -> u32 {
    let mut words = [x; N];
    for i in 1..N {
        words[i] = words[i - 1].wrapping_mul(i as u32 | 1) ^ x;
    }
    words.iter().fold(0, |sum, word| sum ^ word)
}
"""
RUST_MAIN = """
type Step = fn(u32) -> u32;
static STEPS: &[Step] = &[{steps}];
static UNUSED: &[Step] = &[{unused}];

fn main() {{
    let steps = unsafe {{ std::ptr::read_volatile(&STEPS) }};
    let unused = unsafe {{ std::ptr::read_volatile(&UNUSED) }}; // keeps them in the program
    let mut x = 1u32;
    for i in 0..{rounds}usize {{
        x = x.wrapping_add(steps[i % steps.len()](x));
    }}
    std::process::exit((x == 0 && unused.is_empty()) as i32);
}}
"""
EXPERIMENT = """experiment: inert
benchmarks:
  inert: {directory: ., build: cargo build --release --offline, command: ./target/release/bench, samples: process}
"""


class Project:
    """A repository with an inert pair for each number; how one of its commits is built by itself."""

    def __init__(self, repository, build, program):
        self.repository, self.build, self.program = repository, build, program

    def build_once(self, folder, pair):
        for side, commit in zip("ab", pair):
            self.repository.git("worktree", "add", "--quiet", "--detach", folder / side, commit)
            run("sh", "-c", self.build, cwd=folder / side, env=self.repository.environment)
            shutil.copy(folder / side / self.program, folder / f"bench-{side}")
            self.repository.git("worktree", "remove", "--force", folder / side)

    def commit(self, files, message):
        for path, text in files.items():
            self.repository.write(path, text)
        self.repository.commit(message)
        return self.repository.id("HEAD")


class Lto(Project):
    name = "gcc -flto"

    def __init__(self, folder):
        super().__init__(generated(folder / "lto", folder, files=FILES, functions=FUNCTIONS, rounds=ROUNDS,
                                   flags="-flto"), "make --silent", "bench")
        self.repository.git("checkout", "--quiet", "-b", "inert", "before")
        self.texts = {f"part_{file}.c": (self.repository.folder / f"part_{file}.c").read_text()
                      for file in range(FILES)}

    def pair(self, number, draw):
        """Both sides have unused functions of drawn lengths, so that no two pairs share a build."""
        texts = {path: text + self.unused(f"{number}_{index}", draw)
                 for index, (path, text) in enumerate(self.texts.items())}
        base = self.commit(texts, f"Pair {number}")
        path = draw.choice(sorted(texts))
        return base, self.commit({path: texts[path] + self.unused(f"{number}", draw)},
                                 f"Pair {number}: an unused function")

    @staticmethod
    def unused(name, draw):
        lines = "".join(STATEMENT.format(a=draw.randrange(1 << 30), b=draw.randrange(1 << 15) | 1)
                        for _ in range(draw.randrange(1, 40)))
        return UNUSED.format(name=name, statements=lines)


class Cargo(Project):
    name = "cargo"

    def __init__(self, folder):
        repository = Repository(folder / "cargo", folder)
        repository.folder.mkdir(parents=True)
        home = pathlib.Path.home()
        repository.environment.update(  # rustup looks for its toolchains below HOME
            RUSTUP_HOME=os.environ.get("RUSTUP_HOME", str(home / ".rustup")),
            CARGO_HOME=os.environ.get("CARGO_HOME", str(home / ".cargo")))
        super().__init__(repository, "cargo build --quiet --release --offline", "target/release/bench")
        repository.git("init", "--quiet")
        for path, text in {"Cargo.toml": CARGO, "eswexp.yaml": EXPERIMENT, ".gitignore": "/target\n"}.items():
            repository.write(path, text)

    def pair(self, number, draw):
        unused = [self.unused(f"{number}_{index}", draw) for index in range(4)]
        names = [f"unused_{number}_{index}" for index in range(4)]
        added = self.unused(f"{number}", draw), f"unused_{number}", f"fold::<{draw.randrange(4, 64)}>"
        base = self.commit({"main.rs": self.source(unused, names)}, f"Pair {number}")
        return base, self.commit({"main.rs": self.source([*unused, added[0]], [*names, *added[1:]])},
                                 f"Pair {number}: an unused function and instance")

    @staticmethod
    def unused(name, draw):
        lines = "".join(f"    x = (x ^ {draw.randrange(1 << 30)}).wrapping_mul({draw.randrange(1 << 15) | 1});\n"
                        for _ in range(draw.randrange(1, 40)))
        return RUST_UNUSED.format(name=name, statements=lines)

    @staticmethod
    def source(unused, names):
        count = FILES * FUNCTIONS
        steps = "".join(RUST_FUNCTION.format(number=i, a=7919 * i + 17, b=2 * i + 65537, c=i % 29 + 2)
                        for i in range(count))
        return RUST_GENERIC + steps + "".join(unused) + RUST_MAIN.format(
            steps=", ".join(f"step_{i}" for i in range(count)),
            unused=", ".join(["fold::<3>", *names]), rounds=ROUNDS * 2)


def prove_project(arguments, proof, folder, project):
    draw, ours, welch = random.Random(arguments.first), [], []
    for number in range(arguments.pairs):
        pair = project.pair(number, draw)
        ours.append(Comparison(arguments.program, project.repository, folder / "campaign", *pair, "--set",
                               "repeat.confidence=95%", "--budget", arguments.budget, "--seed",
                               arguments.first + number))
        project.build_once(folder, pair)
        welch.append(Test(apart(folder, ours[-1].executions)))
        print(f"       {project.name}, pair {number}: Welch {welch[-1]}; compare: {ours[-1]}", flush=True)
    alarms = sum(one.outcome in ("slower", "faster") for one in ours)
    print(f"       {project.name}: one build of each, Welch's t-test: {sum(one.alarm for one in welch)} of "
          f"{arguments.pairs} pairs are alarms", flush=True)
    most = max(1, arguments.pairs // 20)
    proof.check(alarms <= most, f"{project.name}: false alarms of eswexp compare",
                f"{alarms} of {arguments.pairs}", f"at most {most}")


def prove(arguments, proof, folder):
    proved = 0
    for kind, tool in ((Lto, "gcc"), (Cargo, "cargo")):
        if arguments.only and arguments.only != tool:
            continue
        if not shutil.which(tool):
            print(f"skipped: {kind.name}: there is no {tool} here")
            continue
        try:
            prove_project(arguments, proof, folder, kind(folder))
            proved += 1
        except Trouble as trouble:
            if kind is Cargo and "no link of a program was recorded" in str(trouble):
                print("skipped: cargo: this eswexp does not see the links of rustc")
            else:
                raise
    if not proved:
        raise Skip("neither gcc nor cargo could be compared")


if __name__ == "__main__":
    options = parser(__doc__)
    options.add_argument("--pairs", type=int, default=20, help="of each project")
    options.add_argument("--first", type=int, default=1, help="seed of the pairs and comparisons")
    options.add_argument("--budget", default="2min", help="of one comparison (2min)")
    options.add_argument("--only", choices=("gcc", "cargo"), help="one of the projects")
    sys.exit(main(options.parse_args(), prove))
