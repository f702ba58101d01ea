"""Commands that write, small enough to be disturbed often, and what they leave undisturbed."""
import os
import re
import shutil
import subprocess
import time

from .left import acknowledged, content, describe, files, is_planned, plain_text
from .proof import ROOT, Trouble

TIMEOUT_S = 120  # plots on a busy machine
USAGE = 2
SCRIPT = """#!/bin/sh
echo "took $((BASE + 0x${1#0x} % 7)) ms"
"""
BENCHMARK = """
  bench: {{{what}args: ["${{seed}}"], samples: {{pattern: 'took ([0-9]+) ms', unit: ms}}}}
"""
EXPERIMENT = """experiment: {name}
benchmarks:""" + BENCHMARK + """
repeat: {{warmup: 0, minimum_time: 0, real: {{{builds}executions: {executions}}}}}
randomize: {{seed: 5{randomize}}}
"""
# Without a library: to link one takes longer than all the rest.
PROGRAM = r"""
#if defined __x86_64__
enum { WRITE = 1, EXIT = 60 };
__asm__(".globl _start\n_start: mov %rsp, %rdi\n call begin");
static long call(long number, long a, long b, long c)
{
    __asm__ volatile("syscall" : "+a"(number) : "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
    return number;
}
#elif defined __aarch64__
enum { WRITE = 64, EXIT = 93 };
__asm__(".globl _start\n_start: mov x0, sp\n bl begin");
static long call(long number, long a, long b, long c)
{
    register long x8 __asm__("x8") = number, x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b, x2 __asm__("x2") = c;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
    return x0;
}
#endif
__attribute__((noinline)) int of(const char *seed);
__attribute__((noinline)) int above(int number);
void begin(long *stack);
int of(const char *seed)
{
    unsigned long number = 0;
    for (; *seed; seed++)
        number = number << 4 | (unsigned)(*seed <= '9' ? *seed - '0' : *seed - 'a' + 10);
    return (int)(number % 7);
}
int above(int number) { return 100 + number; }
void begin(long *stack)
{
    char said[] = "took ??? ms\n";
    int taken = above(of((const char *)stack[stack[0]]));
    for (char *digit = said + 7; digit >= said + 5; digit--, taken /= 10)
        *digit = (char)('0' + taken % 10);
    call(EXIT, call(WRITE, 1, (long)said, sizeof said - 1) < 0, 0, 0);
}
"""
FOLLOWS_FROM_REVISION = re.compile("Missing software versions|git checkout")
ALONE = "-nostdlib -static -fno-stack-protector"
COMMIT = ROOT / "tests/commands/commit.sh"


def experiment(name, what, **values):
    return EXPERIMENT.format(name=name, what=what,
                             **{"builds": "", "executions": 3, "randomize": "", **values})


class Place:
    """A folder in which one command runs, with a cache and a lock of its own."""

    def __init__(self, program, folder, more):
        self.program, self.folder, self.more = program, folder, more
        self.here, self.cache = folder / "here", folder / "cache"

    def environment(self):
        kept = {key: value for key, value in os.environ.items() if not key.startswith("ESWEXP_")}
        return dict(kept, MPLCONFIGDIR=str(self.folder.parent / "matplotlib"),
                    XDG_CACHE_HOME=str(self.cache), HOME=str(self.folder), LC_ALL="C.UTF-8",
                    ESWEXP_HOST_LOCK=str(self.folder / "host.lock"), **self.more)

    def start(self, words, **more):
        return subprocess.Popen(
            [str(word) for word in (self.program, *words)], text=True, errors="replace",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=self.here, env=dict(self.environment(), **more), start_new_session=True)

    def run(self, words, **more):
        """To its end; one that has none is killed, and its exit code is None."""
        process = self.start(words, **more)
        for _ in range(TIMEOUT_S):  # of them a stop of this proof counts as one
            try:
                said, complaints = process.communicate(timeout=1)
                return subprocess.CompletedProcess(words, process.returncode, said, complaints)
            except subprocess.TimeoutExpired:
                continue
        process.kill()
        said, complaints = process.communicate()
        return subprocess.CompletedProcess(words, None, said, complaints)

    def clear(self):
        shutil.rmtree(self.folder, ignore_errors=True)


class Subject:
    """A command, from a folder that is made once and copied for every try.

    `make(place)` makes what it starts from; `words` are its own; `out` is what it writes, in the
    working folder, and `campaigns` are the folders of campaigns below."""

    def __init__(self, name, program, folder, make, words, out, campaigns, more=None,
                 resuming=(), alone=None, then=()):
        self.name, self.program, self.words = name, program, words
        self.out, self.campaigns, self.resuming = out, campaigns, resuming
        self.alone, self.then = alone or {}, then
        self.folder, self.tries, self.more = folder / name, 0, more or {}
        self.folder.mkdir()
        self.template = Place(program, self.folder / "template", self.more)
        self.template.here.mkdir(parents=True)
        make(self.template)
        place = self.place()
        done = place.run(words)
        self.exit, self.said = done.returncode, plain_text(
            done.stdout.replace(str(place.folder), "PLACE"))
        if self.exit not in (0, 1, 4):
            raise Trouble(f"{name}: exit {self.exit}: {done.stderr}")
        self.left, self.reference = files(place), self.results(place)
        again = self.place()
        again.run(words)
        wrong = self.differences(again)
        if wrong:
            raise Trouble(f"{name}: two undisturbed differ: {wrong}")
        place.clear()
        again.clear()

    def place(self):
        self.tries += 1
        place = Place(self.program, self.folder / f"{self.tries:06}", self.more)
        shutil.copytree(self.template.folder, place.folder, symlinks=True)
        return place

    def begun(self, place):
        return [name for name in self.campaigns if (place.here / name / "campaign.db").exists()]

    def again(self, place):
        """The command that takes it further."""
        begun = self.begun(place)
        return ("resume", *self.resuming, *begun) if begun else self.words

    def finish(self, place):
        """Undisturbed, to the end: what has begun is resumed; a campaign without a plan, and one
        that has not begun, is run on its own; what compares afterwards is repeated."""
        if not self.campaigns and self.out.endswith(".gz"):
            (place.here / self.out).unlink(missing_ok=True)
        first = self.begun(place)
        done = place.run(self.again(place))
        if (done.returncode == USAGE and "ended before it had a plan" in done.stderr
                and self.forget_unplanned(place)):
            return self.finish(place)
        if done.returncode == USAGE and not first and "choose another --out" in done.stderr:
            shutil.rmtree(place.here / self.out)
            return self.finish(place)
        for name, words in self.alone.items():
            if first and name not in first and done.returncode == self.exit:
                done = place.run(words)
        return place.run(self.then) if first and self.then and done.returncode == 0 else done

    def forget_unplanned(self, place):
        """Whether there were campaigns without a plan, which are to be run again, as is said."""
        unplanned = [name for name in self.begun(place) if not is_planned(place.here / name)]
        for name in unplanned:
            shutil.rmtree(place.here / name)
        return bool(unplanned)

    def results(self, place):
        """{what: content} of all that the command writes, without what no two have in common."""
        out, found = place.here / self.out, {}
        paths = sorted(path for path in out.rglob("*") if path.is_file()) if out.is_dir() else [out]
        for path in paths:
            if path.exists() and not path.name.endswith(("-wal", "-shm")):
                found.update(content(path, place.folder))
        return found

    def differences(self, place, doubt=""):
        """In what the results are not as if nothing had been, but for the phrase `doubt` and what
        follows from it."""
        results = self.results(place)
        if not any(doubt in str(value) for value in results.values()):
            doubt = ""
        found, reference = ({key: without(doubt, value) for key, value in all_of.items()}
                            for all_of in (results, self.reference))
        keys = [key for key in {**reference, **found} if reference.get(key) != found.get(key)]
        return [f"{key}: {describe(reference.get(key), found.get(key))}" for key in keys]

    def leftovers(self, place):
        """What is there more; the cache sweeps the copies of killed bundles after a minute."""
        return sorted(name for name in files(place) - self.left
                      if not name.startswith("cache/eswexp/bundle/"))


def without(phrase, content):
    if not isinstance(content, list):
        return content.replace(phrase, "")
    return [line.replace(phrase, "") for line in content
            if not phrase or not FOLLOWS_FROM_REVISION.search(line)]


def script(place, base=100):
    path = place.here / "bench.sh"
    path.write_text(SCRIPT.replace("BASE", str(base)))
    path.chmod(0o755)


def checked(place, *words):
    done = place.run(words)
    if done.returncode:
        raise Trouble(f"{words}: exit {done.returncode}: {done.stderr}")


def alone(place):
    script(place)
    (place.here / "one.yaml").write_text(experiment("one", "command: ./bench.sh, "))


def queue(place):
    alone(place)
    (place.here / "bench.c").write_text(PROGRAM)
    (place.here / "two.yaml").write_text(experiment(
        "two", f"sources: bench.c, cflags: {ALONE}, ldflags: {ALONE}, ", builds="builds: 1, ",
        executions=1, randomize=", link_order: function"))


def repository(place):
    (place.here / "eswexp.yaml").write_text(experiment(
        "two", f"directory: ., build: cc {ALONE} -o bench bench.c, command: ./bench, ",
        builds="builds: 1, ", executions=1, randomize=", link_order: false"))
    for name, base in (("before", "100"), ("after", "150")):
        (place.here / "bench.c").write_text(PROGRAM.replace("100", base))
        subprocess.run(["sh", COMMIT, name], cwd=place.here, check=True, capture_output=True)
    shutil.rmtree(place.here / ".git/hooks", ignore_errors=True)  # to be copied for every try


def measured(place):
    alone(place)
    checked(place, "run", "one.yaml", "--out", "out")


def bundled(place):
    measured(place)
    checked(place, "bundle", "out", "--out", "one.eswexp.tar.gz")
    shutil.rmtree(place.here / "out")


def unfinished(place):
    """Killed in the middle."""
    script(place)
    (place.here / "one.yaml").write_text(experiment("one", "command: ./bench.sh, ", executions=40))
    process = place.start(("run", "one.yaml", "--out", "out"))
    end = time.monotonic() + TIMEOUT_S
    while process.poll() is None and time.monotonic() < end:
        if len(acknowledged(place, ("out",))) > 4:
            break
    process.kill()
    process.communicate()
    if not 0 < len(acknowledged(place, ("out",))) < 40:
        raise Trouble("a campaign was not killed in the middle")


def without_tables(place):
    measured(place)
    shutil.rmtree(place.here / "out/csv")


def tunable(place):
    """With a machine of its own whose settings --tune changes."""
    alone(place)
    for path, text in (("proc/sys/kernel/nmi_watchdog", "1\n"),
                       ("proc/sys/kernel/numa_balancing", "1\n"),
                       ("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n")):
        path = place.here / "out/machine" / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


# {name: (what makes its folder, the command, what it writes, campaigns in that, environment,
#         options of its resumption, commands of single campaigns, what follows a resumption)}
COMMANDS = {
    "run": (alone, ("run", "one.yaml", "--out", "out"), "out", ("out",)),
    "sweep": (queue, ("sweep", "one.yaml", "two.yaml", "--out", "out"), "out",
              ("out/one", "out/two"), {}, (),
              {f"out/{name}": ("run", f"{name}.yaml", "--out", f"out/{name}")
               for name in ("one", "two")}),
    "compare": (repository, ("compare", "before", "after", "--seed", "1", "--out", "out"), "out",
                ("out",)),
    "report": (measured, ("report", "out"), "out", ()),
    "bundle": (measured, ("bundle", "out", "--out", "one.eswexp.tar.gz"), "one.eswexp.tar.gz", ()),
    "reproduce": (bundled, ("reproduce", "one.eswexp.tar.gz", "--seed", "7", "--out", "out"),
                  "out", ("out",), {}, (), {}, ("reproduce", "out")),
    "resume": (unfinished, ("resume", "out"), "out", ("out",)),
    "tables": (without_tables, ("report", "out"), "out", ()),
    "page": (measured, ("report", "out", "--format", "html"), "out", ()),
    "plot": (measured, ("plot", "out"), "out", ()),
    "tune": (tunable, ("run", "one.yaml", "--tune", "--out", "out/one"), "out", ("out/one",),
             {"ESWEXP_MACHINE_ROOT": "out/machine"}, ("--tune",)),
}
INJECTED = ("run", "sweep", "compare", "report", "bundle", "reproduce")


def subject(name, program, folder):
    return Subject(name, program, folder, *COMMANDS[name])
