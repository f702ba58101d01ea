"""Source packages of Debian in two versions: where they come from, and a workload for each."""
import dataclasses
import pathlib
import random
import re
import shutil
import subprocess

from common.proof import Trouble, run

SOURCES = "deb-src {} {} main\n"
SUITES = ("bookworm", "trixie")


@dataclasses.dataclass
class Project:
    """`command` in place of init's; `setup` and `build`, where init cannot know them."""
    name: str
    package: str
    kind: str
    command: str
    setup: str = ""
    build: str = ""


PROJECTS = (
    Project("lua", "lua5.4", "C, make, sets CFLAGS", "./src/lua {inputs}/work.lua"),
    Project("zlib", "zlib", "C, configure, shared library",
            "sh -c './minigzip -6 <{inputs}/words >/dev/null'"),
    Project("lz4", "lz4", "C, make", "./lz4 -9 -f {inputs}/words /dev/null"),
    Project("fribidi", "fribidi", "C, Meson",
            "sh -c './eswexp-build/bin/fribidi {inputs}/mixed >/dev/null'"),
    Project("ninja", "ninja-build", "C++, CMake, LTO", "./eswexp-build/ninja -n --quiet -C {inputs}"),
    # the tarball lacks a submodule that automake asks for; Debian's package patches that
    Project("jq", "jq", "C, autotools", "./jq -n -f {inputs}/work.jq",
            setup="mkdir -p modules/oniguruma && autoreconf -fi && "
                  "./configure --disable-shared --disable-docs --with-oniguruma=no"),
    Project("zstd", "libzstd", "C, make, shared library",
            "./zstd -f -5 {inputs}/words -o /dev/null"),
    # its link-time optimization takes a minute for each layout
    Project("redis", "redis", "C, make, server and client", "sh {inputs}/redis.sh",
            build='make -j2 OPTIMIZATION=-O2 CC="cc -ffunction-sections"'),
)

# Projects that no other test has used, for `init` as it comes; `kind` says why each is here.
UNKNOWN = tuple(Project(name, name, kind, "") for name, kind in (
    ("nettle", "library, assembly"),
    ("libffi", "library, assembly"),
    ("libunwind", "library, assembly"),
    ("pixman", "library, assembly, programs that measure themselves"),
    ("luajit", "interpreter, assembly"),
    ("mawk", "program without benchmarks"),
    ("mujs", "program without benchmarks"),
    ("lzip", "program without benchmarks, reads files"),
    ("pcre2", "library, its test program reads files of the repository"),
    ("tinyxml2", "library, its test program reads files of the repository"),
    ("snappy", "library, its benchmark reads files of the repository"),
    ("json-c", "library"),
    ("libuv1", "library, its benchmarks measure themselves"),
    ("md4c", "library and program"),
    ("double-conversion", "library"),
    ("libsecp256k1", "library, assembly, benchmarks"),
    ("mbedtls", "library, assembly, a benchmark that measures itself"),
    ("liquid-dsp", "library, a benchmark that measures itself"),
    ("flac", "library and program, assembly"),
    ("golang-github-google-uuid", "Go library, benchmarks"),
    ("golang-github-gorilla-mux", "Go library, benchmarks"),
    ("golang-github-cespare-xxhash", "Go library, assembly, benchmarks"),
))


# ---- Sources

def archive():
    """The address of Debian's archive that this machine takes its own packages from."""
    listed = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages", "Label: Debian")
    if not listed.stdout:
        raise Trouble("apt knows no archive of Debian: run 'apt-get update'")
    return listed.stdout.split()[0]


def private_apt(folder):
    """Options under which apt reads both suites' source lists without touching the machine's."""
    for place in ("lists/partial", "cache/archives/partial"):
        (folder / place).mkdir(parents=True, exist_ok=True)
    (folder / "sources.list").write_text("".join(SOURCES.format(archive(), suite) for suite in SUITES))
    options = [f"Dir::Etc::sourcelist={folder}/sources.list", "Dir::Etc::sourceparts=-",
               f"Dir::State::lists={folder}/lists", f"Dir::Cache={folder}/cache",
               "Acquire::Languages=none", "APT::Sandbox::User=root"]
    words = [word for option in options for word in ("-o", option)]
    if not (folder / "cache" / "pkgcache.bin").exists():
        run("apt-get", *words, "update")
    return words


def fetch(project, folder, apt):
    """The upstream tarballs of both suites, older first."""
    found = []
    for suite in SUITES:
        place = folder / suite
        place.mkdir(parents=True, exist_ok=True)
        run("apt-get", *apt, "source", "--download-only", "--tar-only",
            f"{project.package}/{suite}", cwd=place)
        found += sorted(place.glob("*.orig.tar.*[!c]"))[:1]
    if len(found) != len(SUITES) or found[0].name == found[1].name:
        raise Trouble(f"{project.package}: the suites have no two versions")
    return found


def commit(repository, tarball, tag):
    for path in repository.iterdir():
        if path.name != ".git":
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    run("tar", "xf", tarball, "--strip-components=1", "-C", repository)
    run("git", "add", "--all", "--force", cwd=repository)
    run("git", "-c", "user.name=Debian", "-c", "user.email=debian@localhost", "commit", "--quiet",
        "-m", tarball.name, cwd=repository)
    run("git", "tag", tag, cwd=repository)


def fetched(project, folder):
    """A repository with both versions, made of what apt fetches."""
    repository = folder / project.name
    if not repository.exists():
        tarballs = fetch(project, folder / "tarballs" / project.name, private_apt(folder / "apt"))
        repository.mkdir(parents=True)
        run("git", "init", "--quiet", "-b", "main", repository)
        for tarball, tag in zip(tarballs, ("old", "new")):
            commit(repository, tarball, tag)
    return repository


# ---- Workloads

LUA = """
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local words, text = {}, {}
for i = 1, 30000 do words[i] = (i * 7919) % 65537 end
table.sort(words)
for i = 1, #words do text[i] = string.format("%d", words[i]):rep(2) end
print(fib(25), #table.concat(text, " "):gsub("7", "seven"))
"""
JQ = "[range(40000) | {a: ., b: (tostring | length)}] | map(select(.b > 2) | .a) | add\n"
REDIS = """
rm -f s.sock
./src/redis-server --port 0 --unixsocket s.sock --save '' --appendonly no >/dev/null &
until ./src/redis-cli -s s.sock ping >/dev/null 2>&1; do sleep 0.01; done
./src/redis-benchmark -s s.sock -n 20000 -c 10 -t set,get,lpush -q >/dev/null
./src/redis-cli -s s.sock shutdown nosave
wait
"""


def write_inputs(folder):
    """The files that the commands read; the same on every machine."""
    folder.mkdir()
    draw = random.Random(17)
    stems = ["".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=draw.randint(2, 9)))
             for _ in range(3000)]
    hebrew = ["".join(chr(0x5d0 + draw.randrange(27)) for _ in range(draw.randint(2, 9)))
              for _ in range(1000)]
    (folder / "words").write_text(" ".join(draw.choices(stems, k=250_000)))
    (folder / "mixed").write_text("\n".join(" ".join(draw.choices(stems + hebrew, k=12))
                                            for _ in range(3000)) + "\n")
    (folder / "work.lua").write_text(LUA)
    (folder / "work.jq").write_text(JQ)
    (folder / "redis.sh").write_text(REDIS)
    edges = "".join(f"build out{i}: touch out{i // 2} in{i}\n" for i in range(1, 4000))
    (folder / "build.ninja").write_text(f"rule touch\n  command = touch $out\n{edges}")
    for name in ("out0", *(f"in{i}" for i in range(1, 4000))):
        (folder / name).touch()
    return folder


def seconds_of(budget):
    number, unit = re.match(r"([0-9.]+) *(s|min|h)$", budget).groups()
    return float(number) * {"s": 1, "min": 60, "h": 3600}[unit]
