"""The tarball and the Debian packages in systems that have nothing of what eswexp was built with."""
import csv
import hashlib
import pathlib
import re
import shutil
import subprocess

from context import Failed
from roots import CHECKOUT

MADE = {}  # (release, kind): where the package lies for the other cases of this run
PATTERNS = {"tarball": "build/tarball/eswexp-*.tar.gz*", "deb": "build/release/eswexp_*.deb"}
ELSEWHERE = f"""
umask 077
git clone -q {CHECKOUT} /srv/elsewhere
cd /srv/elsewhere
./bootstrap package tarball
"""
# Where there is neither Python nor a compiler, as a user who may write into one folder alone.
READY = """
for tool in python3 gcc cc; do
    if command -v $tool; then exit 1; fi
done
cd /srv
sha256sum -c ./*.sha256
mkdir '/opt/moved here' /home/work
tar -xzf eswexp-*.tar.gz -C '/opt/moved here'
mv '/opt/moved here'/eswexp-* '/opt/moved here/eswexp'
chown 65534:65534 /home/work
touch /srv/before
cat >/usr/local/bin/as_user <<'END'
#!/bin/sh
cd /home/work
exec setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/home/work '/opt/moved here/eswexp/bin/eswexp' "$@"
END
chmod +x /usr/local/bin/as_user
printf 'benchmark,variant,build,value\\n' >/home/work/samples.csv
for build in 1 2 3 4 5 6; do
    printf 'sum,old,%s,1.0%s\\nsum,new,%s,2.0%s\\n' $build $build $build $build >>/home/work/samples.csv
done
cat >/home/work/ready.yaml <<'END'
experiment: ready
benchmarks: {"true": {command: /bin/true, samples: process}}
repeat: {real: {builds: 5, executions: 2}}
END
as_user --version
as_user list
as_user report samples.csv
as_user run ready.yaml --out ready --plot
"""
NO_PYTHON = "no new pictures in report.html: no python3 here imports matplotlib"
COMPILE = """
apt-get update -qq
apt-get install -qq -y --no-install-recommends gcc libc6-dev
cat >/home/work/one.c <<'END'
__attribute__((noinline)) int one(int x) { return x + 1; }
__attribute__((noinline)) int two(int x) { return x * 2; }
int main(void) { return one(two(-1)) + 1; }
END
cat >/home/work/one.yaml <<'END'
experiment: one
benchmarks: {one: {sources: [one.c], samples: process}}
repeat: {real: {builds: 5, executions: 2}}
randomize: {link_order: function}
END
as_user run one.yaml --out one
"""
REMOVE = r"""
printf '\nleft:\n'
rm -rf '/opt/moved here' /home/work /usr/local/bin/as_user /run/lock/eswexp.lock
find / -xdev -newer /srv/before \( -user 65534 -o -iname '*eswexp*' \) -not -path '/srv/*'
"""
INSTALL = """
apt-get update -qq
apt-get install -qq -y --no-install-recommends gcc libc6-dev python3-matplotlib python3-numpy zsh
apt-get install -qq -y --no-install-recommends /srv/eswexp_*.deb
dpkg --verify eswexp
test "$(zsh -fc 'autoload -U compinit && compinit -D && echo $_comps[eswexp]')" = _eswexp
eswexp run @quickstart --out /srv/demo --plot
ls /srv/demo/plots/*.svg
test -s /usr/share/man/man1/eswexp.1.gz || grep -q '^path-exclude.*man' /etc/dpkg/dpkg.cfg.d/*
eswexp cache clean --all
install -d -o 65534 -g 65534 /srv/other
cd /srv/other
setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/srv/other eswexp run @quickstart --quick --out other
setpriv --reuid 65534 --regid 65534 --clear-groups env HOME=/srv/other eswexp report other
"""
PURGE = r"""
apt-get purge -qq -y eswexp
rm -rf ~/.cache/eswexp /run/lock/eswexp.lock
printf '\nleft:\n'
find / -xdev -iname '*eswexp*' -not -path '/srv/*'
"""


def package(context, suite, kind):
    """The files of a package that bootstrap makes in a fresh root of the release."""
    if (suite, kind) not in MADE:
        root = context.root(suite)
        root.put(context.checkout, CHECKOUT)
        context.step(f"{kind}-{suite}", "sh", "-euc", f"cd {CHECKOUT} && ./bootstrap package {kind}", root=root)
        kept = pathlib.Path(context.folder.parent) / f"packages-{suite}-{kind}"
        kept.mkdir()
        for path in (root.folder / CHECKOUT[1:]).glob(PATTERNS[kind]):
            shutil.copy(path, kept)
        MADE[suite, kind] = kept
        if kind == "tarball":
            made_again(context, root, kept)
        root.remove()
        context.roots.remove(root)
    return sorted(MADE[suite, kind].iterdir())


def made_again(context, root, kept):
    """Another folder and umask give the same bytes."""
    context.step("again", "sh", "-euc", ELSEWHERE, root=root)
    for path in kept.glob("*.tar.gz"):
        again = root.folder / "srv/elsewhere/build/tarball" / path.name
        digests = [hashlib.sha256(each.read_bytes()).hexdigest() for each in (path, again)]
        if digests[0] != digests[1]:
            raise Failed(f"two builds of one commit differ: {digests}")


def only_glibc(folder):
    """Its programs load nothing but glibc, and none newer than 2.36."""
    programs = [path for path in folder.rglob("*") if path.is_file() and path.read_bytes()[:4] == b"\x7fELF"]
    if len(programs) < 6:
        raise Failed(f"programs of the tarball: {programs}")
    for path in programs:
        told = subprocess.run(["readelf", "--wide", "-dV", path], check=True, text=True, capture_output=True).stdout
        loaded = re.findall(r"\(NEEDED\) .*\[(.*)\]", told)
        newest = max(map(int, re.findall(r"GLIBC_2\.(\d+)", told)), default=0)
        if not set(loaded) <= {"libc.so.6", "libm.so.6"} or newest > 36:
            raise Failed(f"{path.name} loads {loaded}, of glibc 2.{newest}")


def nothing(text, what):
    """What a script prints after the line 'left:' must be empty."""
    left = text.split("\nleft:\n")[1].split()
    if left:
        raise Failed(f"{what} leaves {left}")


def tarball(suite):
    """A case: the tarball of Debian 12, whose glibc is the oldest, in a bare root of `suite`."""
    def case(context):
        files = package(context, "bookworm", "tarball")
        root = context.root(suite)
        for path in files:
            root.put(path, f"/srv/{path.name}")
        _, text = context.step("ready", "sh", "-euc", READY, root=root)
        only_glibc(root.folder / "opt/moved here")
        if text.count("import matplotlib") + text.count("imports matplotlib") != 1 or NO_PYTHON not in text:
            raise Failed("the absence of Python is not said in one line")
        context.step("compile", "sh", "-euc", COMPILE, root=root)
        with open(root.folder / "home/work/one/csv/builds.csv", encoding="utf-8") as file:
            layouts = {row["layout_id"] for row in csv.DictReader(file)}
        if len(layouts) < 2:
            raise Failed(f"builds have the layouts {layouts}")
        nothing(context.step("remove", "sh", "-euc", REMOVE, root=root)[1], "the tarball")
    return case


def deb(suite):
    """A case: the package made in a root of `suite`, in a fresh one."""
    def case(context):
        files = package(context, suite, "deb")
        root = context.root(suite)
        for path in files:
            root.put(path, f"/srv/{path.name}")
        context.step("install", "sh", "-euc", INSTALL, root=root)
        nothing(context.step("purge", "sh", "-euc", PURGE, root=root)[1], "the package")
    return case


CASES = {"tarball-12": tarball("bookworm"), "tarball-13": tarball("trixie"),
         "deb-12": deb("bookworm"), "deb-13": deb("trixie")}
