#!/usr/bin/env python3
"""Large programs: what a layout of 50,000 functions costs in time, memory and disk, and how it grows.

Times of a busy machine say nothing, so they are printed and not judged. What is judged is the memory
of eswexp itself, the space in its cache, and how its own CPU time grows from an eighth of the
functions to all of them.
"""
import os
import shutil
import subprocess
import sys
import threading
import time

from common.generated import MAKEFILE, main_source, source
from common.proof import Trouble, main, parser, rows, run

FILES, FUNCTIONS = 100, 500
EIGHTH = FILES // 8
LAYOUTS = 8
MEMORY_MIB = 256
GROWTH = 12  # of the CPU time, from an eighth to all: 8 if it is linear, 64 if it is quadratic
LINKERS = {"bfd": "ld.bfd", "gold": "ld.gold", "lld": "ld.lld", "mold": "mold"}
SLOW = {"lld"}  # reads a script in time that grows with the square of its lines
SPEC = """experiment: large
benchmarks:
  large: {{directory: ., build: make, command: ./bench, linker: {linker}, samples: process}}
repeat: {{real: {{builds: {builds}, executions: 1}}}}
randomize: {{seed: 5, link_order: true, function_alignment: true}}
"""


def write(folder, files):
    """A program of this many files, each of FUNCTIONS functions and a table."""
    folder.mkdir()
    objects = [f"part_{file}" for file in range(files)] + ["main"]
    for file in range(files):
        (folder / f"part_{file}.c").write_text(source(file, FUNCTIONS))
    (folder / "main.c").write_text(main_source(files, 1000))
    (folder / "Makefile").write_text(MAKEFILE.format(objects=" ".join(f"{name}.o" for name in objects),
                                                     flags=""))


def compile_once(folder):
    """The objects of the whole program."""
    write(folder, FILES)
    names = " ".join([*(f"part_{file}.o" for file in range(FILES)), "main.o"])
    run("make", "-s", f"-j{os.cpu_count()}", "CFLAGS=-O1", *names.split(), cwd=folder)


def project(folder, compiled, files, linker, builds):
    """A project whose objects are there, but for that of main()."""
    write(folder, files)
    for file in range(files):
        shutil.copy2(compiled / f"part_{file}.o", folder)
        os.utime(folder / f"part_{file}.o")
    (folder / "large.yaml").write_text(SPEC.format(linker=linker, builds=builds))


def size_of(folder):
    """Bytes of the files below a folder that may change meanwhile."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.lstat(os.path.join(place, name)).st_blocks * 512
            except OSError:
                pass
    return total


class Campaign:
    """A run of eswexp: its own peak of memory and CPU time, and the peak of its cache."""

    def __init__(self, program, folder, cache):
        self.folder, self.cache, self.memory, self.space, self.ended = folder, cache, 0, 0, False
        self.out = folder / "campaign"
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(cache),
                            "ESWEXP_HOST_LOCK": str(folder / "host.lock")}
        begun = time.monotonic()
        process = subprocess.Popen(
            [program, "run", folder / "large.yaml", "--out", self.out, "--quiet"], text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            env=self.environment)
        watch = threading.Thread(target=self.watch, args=(process.pid,))
        watch.start()
        errors = process.stderr.read()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # its times can still be read
        self.cpu_s = self.own_cpu_s(process.pid)
        code = process.wait()
        self.ended = True
        watch.join()
        self.seconds = time.monotonic() - begun
        if code:
            raise Trouble(f"exit {code}\n{errors[-3000:]}")
        self.builds = rows(self.out, "builds")

    def watch(self, number):
        while not self.ended:
            try:
                with open(f"/proc/{number}/status", encoding="ascii") as status:
                    peaks = [line for line in status if line.startswith("VmHWM")]
            except OSError:
                peaks = []
            if peaks:
                self.memory = max(self.memory, int(peaks[0].split()[1]) / 1024)
            self.space = max(self.space, size_of(self.cache))
            time.sleep(0.05)

    @staticmethod
    def own_cpu_s(number):
        with open(f"/proc/{number}/stat", encoding="ascii") as stat:
            words = stat.read().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def campaign(arguments, folder, name, files, linker, builds):
    place, cache = folder / name, folder / f"{name}-cache"
    project(place, folder / "compiled", files, linker, builds)
    return Campaign(arguments.program, place, cache)


def script_size(program, made):
    """Bytes that tell the linker one layout, or 0."""
    kept = made.folder / "kept"
    subprocess.run([program, "replay", made.out, "--build", made.builds[0]["block"], "--times", "0",
                    "--keep", kept], env=made.environment, capture_output=True, check=True)
    return sum(file.stat().st_size for file in kept.glob("*.script"))


def check_linker(arguments, proof, folder, linker):
    files = EIGHTH if linker in SLOW else FILES
    few = campaign(arguments, folder, f"{linker}-few", files, linker, 2)
    many = campaign(arguments, folder, f"{linker}-many", files, linker, 2 + LAYOUTS)
    count = files * (FUNCTIONS + 1)
    layout_s = sum(float(row["build_s"]) for row in many.builds) / len(many.builds)
    own_s = (many.cpu_s - few.cpu_s) / LAYOUTS
    distinct = len({row["layout_id"] for row in many.builds})
    proof.check(distinct == len(many.builds) and
                all(int(row["functions_moved"]) > 0.9 * count for row in many.builds),
                f"{linker}: layouts of {count} functions", f"{distinct} distinct of {len(many.builds)}",
                "all, with nine tenths of the functions moved")
    print(f"       {layout_s:.2f} s a layout, so {os.cpu_count() / layout_s:.2f} layouts a second on "
          f"{os.cpu_count()} CPUs; {own_s:.2f} s CPU of it are eswexp's own (drawing, writing, "
          f"verifying, hashing); {script_size(arguments.program, many) / 2**20:.1f} MiB script")
    proof.check(many.memory <= MEMORY_MIB, f"{linker}: memory of eswexp, peak",
                f"{many.memory:.0f} MiB", f"at most {MEMORY_MIB}")
    whole = size_of(many.folder)
    program = (many.folder / "kept/tree/bench").stat().st_size
    most = whole + (3 * os.cpu_count() + 2) * 2 * program
    proof.check(few.space <= most and many.space <= most, f"{linker}: space in the cache, peak",
                f"{many.space / 2**20:.0f} MiB for {len(many.builds)} layouts, "
                f"{few.space / 2**20:.0f} MiB for 2",
                f"at most {most / 2**20:.0f}: the project, and builds ahead for each CPU")
    left = size_of(many.cache)
    proof.check(left <= 2**20, f"{linker}: space in the cache afterwards", f"{left / 1024:.0f} KiB",
                "at most 1 MiB")
    return many


def prove(arguments, proof, folder):
    compile_once(folder / "compiled")
    for linker, program in LINKERS.items():
        if not shutil.which(program):
            print(f"skipped: {linker}: there is no {program} here")
            continue
        whole = check_linker(arguments, proof, folder, linker)
        if linker in SLOW:
            continue
        part = campaign(arguments, folder, f"{linker}-eighth", EIGHTH, linker, 2 + LAYOUTS)
        growth = whole.cpu_s / max(part.cpu_s, 0.05)
        proof.check(growth <= GROWTH, f"{linker}: CPU time of eswexp, eight times the functions",
                    f"{part.cpu_s:.2f} s to {whole.cpu_s:.2f} s, {growth:.1f} times",
                    f"at most {GROWTH}")


if __name__ == "__main__":
    sys.exit(main(parser(__doc__).parse_args(), prove))
