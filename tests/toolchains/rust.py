"""Rust with every linker: a workspace with a library, a build script and a proc macro."""
import shutil

from case import Case

MACRO = """use proc_macro::TokenStream;
#[proc_macro]
pub fn steps(_input: TokenStream) -> TokenStream {
    let mut text = String::new();
    for i in 0..40 {
        text += &format!("#[inline(never)] fn step_{i}(x: u64) -> u64 {{
            (0..{}).fold(x, |y, k| y.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add({i} + k))
        }}", 3 + i % 5);
    }
    let names: Vec<String> = (0..40).map(|i| format!("step_{i}")).collect();
    text += &format!("fn all() -> [fn(u64) -> u64; 40] {{ [{}] }}", names.join(","));
    text.parse().unwrap()
}
"""
LIBRARY = """macros::steps!();
pub fn run(rounds: u64) -> u64 {
    let all = all();
    (0..rounds).fold(1, |x, i| all[(x % 40) as usize](x ^ i))
}
"""
SCRIPT = """fn main() {
    let out = std::env::var("OUT_DIR").unwrap();
    std::fs::write(format!("{out}/made.rs"), "const ROUNDS: u64 = 100_000;").unwrap();
}
"""
MAIN = """use std::collections::BTreeMap;
include!(concat!(env!("OUT_DIR"), "/made.rs"));
fn main() {
    let seen: BTreeMap<u64, u64> = (0..9).map(|i| (i, work::run(ROUNDS + i))).collect();
    println!("{seen:?}");
}
"""
BENCH = 'fn main() { println!("{}", work::run(100_000)); }\n'
ONE = """#[inline(never)] fn twice(x: u64) -> u64 { x.rotate_left(1) }
fn main() { println!("{}", twice(std::env::args().count() as u64)); }
"""


def package(name, more=""):
    return f'[package]\nname = "{name}"\nversion = "0.1.0"\nedition = "2021"\n{more}'


FILES = {
    "Cargo.toml": """[workspace]
members = ["app", "work", "macros"]
resolver = "2"
[profile.fat]
inherits = "release"
lto = "fat"
codegen-units = 1
[profile.thin]
inherits = "release"
lto = "thin"
[profile.incremental]
inherits = "release"
debug = true
incremental = true
[profile.stripped]
inherits = "release"
strip = true
""",
    "macros/Cargo.toml": package("macros", "[lib]\nproc-macro = true\n"),
    "macros/src/lib.rs": MACRO,
    "work/Cargo.toml": package("work", '[dependencies]\nmacros = { path = "../macros" }\n'),
    "work/src/lib.rs": LIBRARY,
    "app/Cargo.toml": package("app", '[dependencies]\nwork = { path = "../work" }\n'
                                     '[[bench]]\nname = "speed"\nharness = false\n'),
    "app/build.rs": SCRIPT,
    "app/src/main.rs": MAIN,
    "app/benches/speed.rs": BENCH,
}
# The least of it: one crate and its build script.
PACKAGE = {"Cargo.toml": package("app"), "build.rs": SCRIPT, "src/main.rs":
           'include!(concat!(env!("OUT_DIR"), "/made.rs"));\n' + ONE.replace("as u64", "as u64 + ROUNDS")}
# rustc's default is rust-lld since 1.90, on x86-64.
LINKERS = (
    ("default", "", ()),
    ("bfd", "-C linker-features=-lld", ("ld.bfd",)),
    ("lld", "-C linker-features=-lld -C link-arg=-fuse-ld=lld", ("ld.lld",)),
    ("mold", "-C link-arg=-fuse-ld=mold", ("mold",)),
)


def case(name, linker="default", flags="", build="cargo build --offline --profile release", needs=(),
         folder="release", **more):
    settings = f'RUSTFLAGS="{flags}" ' if flags else ""
    return Case(name=f"rust-{name}", toolchain="rustc", linker=linker, build=settings + build,
                needs=("cargo", "rustc", *needs),
                **{"files": FILES, "command": f"target/{folder}/app", "least": 0.7,
                   "verified": "that the order changed" if linker == "mold" else "order and addresses", **more})


def of_profile(profile, linker, flags, needs):
    return case(f"{profile}-{linker}", linker, flags, f"cargo build --offline --profile {profile}", needs,
                folder=profile)


CASES = [
    case("package", files=PACKAGE, quick=1),
    *(of_profile(profile, *linker) for profile in ("release", "fat") for linker in LINKERS),
    case("all", randomizers=("link_order", "function_alignment", "data_order", "library_order", "heap",
                             "aslr"), missing=()),
    case("thin", build="cargo build --offline --profile thin", folder="thin"),
    # Debug information has the paths of sources.
    case("incremental", flags="--remap-path-prefix=$PWD=.", folder="incremental",
         build="cargo build --offline --profile incremental"),
    case("stripped", build="cargo build --offline --profile stripped", folder="stripped"),
    case("twice", setup="cargo build --offline --release && cp app/src/main.rs was && "
                        "echo 'fn main() {}' >app/src/main.rs && cargo build --offline --release && "
                        "mv was app/src/main.rs && touch app/src/main.rs"),
    case("bench", build="cargo bench --offline --no-run --bench speed && "
                        "ln -f target/release/deps/speed-???????????????? target/release/speed",
         command="target/release/speed --bench"),
    case("one-line", build="rustc -O one.rs", command="./one", files={"one.rs": ONE}),
    case("cargo-by-path", build=f"{shutil.which('cargo') or 'cargo'} build --offline --release",
         refused="call cargo by its name, not by a path"),
]
