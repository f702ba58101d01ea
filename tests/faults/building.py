"""What fails before anything is measured is said, and leaves nothing behind."""
import ctypes
import os
import pathlib
import platform
import struct
import subprocess
import time

from bench import FAILED, INTERRUPTED, namespace, wait_for_lines

SOURCE = """
experiment: source
benchmarks: {{source: {{sources: [{source}], samples: process, {more}}}}}
variants:
  fine: {{}}
  broken: {{cflags: -DBROKEN}}
repeat: {{real: {{builds: 2, executions: 1}}}}
randomize: {{environment_size: true{randomize}}}
"""
SLOW = """
experiment: slow
benchmarks:
  slow:
    directory: {directory}
    build: echo begun >>'{begun}'; sleep 20
    command: ./slow
    samples: process
"""


def outcome(done):
    return f"{done.returncode}: {(done.stderr.strip().splitlines() or [''])[-1]}"


def broken_source(bench):
    spec = bench.spec(SOURCE, source=bench.breakable, more="", randomize="")
    done = bench.run("run", spec, "--out", bench.out())
    check = bench.proof.check
    check(done.returncode == FAILED, "a source that does not compile: exit", done.returncode,
          str(FAILED))
    said = all(word in done.stderr for word in ("error: ", "not_declared_anywhere", "'broken'"))
    check(said, "  the compiler's words and the variant's name", said, "True")
    check(not bench.out().exists(), "  result folder left", bench.out().exists(), "False")


def missing_tools(bench):
    check, tools = bench.proof.check, farm_without(bench, "ld.lld")
    for what, name, more, path in (("compiler", "'cc'", "", "/none"),
                                   ("linker", "lld", "linker: lld", str(tools))):
        spec = bench.spec(SOURCE, source=bench.breakable, more=more, randomize="")
        environment = dict(bench.environment, PATH=path)
        done = bench.run("run", spec, "--out", bench.out(), env=environment)
        check(done.returncode == FAILED and name in done.stderr and "install" in done.stderr,
              f"a missing {what}: exit", outcome(done), f"{FAILED}, with a remedy")
        check(not bench.out().exists(), "  result folder left", bench.out().exists(), "False")


def farm_without(bench, *missing):
    """A folder of links to all of PATH's programs but some."""
    farm = bench.folder / "farm"
    farm.mkdir()
    for place in os.environ["PATH"].split(":"):
        for program in pathlib.Path(place).glob("*"):
            link = farm / program.name
            if program.name not in missing and not link.exists() and program.is_file():
                link.symlink_to(program)
    return farm


def refuse_personality():
    """In the child: a seccomp filter under which personality() fails with EPERM."""
    number = {"x86_64": 135, "aarch64": 92}[platform.machine()]
    steps = [(0x20, 0, 0, 0), (0x15, 0, 1, number), (0x06, 0, 0, 0x00050001),
             (0x06, 0, 0, 0x7FFF0000)]
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxP", len(steps),
                                                      ctypes.addressof(code)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
        raise OSError(ctypes.get_errno(), "seccomp")


def no_personality(bench):
    check = bench.proof.check
    text = SOURCE[:SOURCE.index("variants:")] + SOURCE[SOURCE.index("repeat:"):]
    try:
        subprocess.run(["true"], preexec_fn=refuse_personality, check=True)
    except (OSError, subprocess.SubprocessError):
        print("skipped: no seccomp here, personality() cannot be refused")
        return
    spec = bench.spec(text, source=bench.breakable, more="", randomize=", aslr: seeded")
    done = bench.run("run", spec, "--out", bench.out(), preexec_fn=refuse_personality)
    check(done.returncode == FAILED and "personality" in done.stderr and "kernel" in done.stderr,
          "personality() refused: exit", outcome(done), str(FAILED))
    spec = bench.spec(text, source=bench.breakable, more="",
                      randomize=", aslr: seeded, allow_missing: [aslr]")
    done = bench.run("run", spec, "--out", bench.out(), preexec_fn=refuse_personality)
    check(done.returncode == 0 and "not randomized" in done.stderr, "  with allow_missing: exit",
          outcome(done), "0, said")
    report = bench.run("report", bench.out()).stdout
    check("not randomized" in report, "  the report says so", "not randomized" in report, "True")


def not_writable(bench):
    """Said before anything is built: the source, which does not compile, is not reached."""
    check = bench.proof.check
    spec = bench.spec(SOURCE, source=bench.breakable, more="", randomize="")
    (bench.folder / "file").write_text("")
    for what, out in (("in /proc", "/proc/eswexp/campaign"),
                      ("below a file", bench.folder / "file/x")):
        done = bench.run("run", spec, "--out", out)
        check(done.returncode in (2, FAILED) and str(out).rsplit("/", 1)[0] in done.stderr
              and "not_declared" not in done.stderr, f"results folder {what}: exit",
              outcome(done), "2 or 3, nothing built")
    place = bench.folder / "mounted"
    done = namespace(bench, f"mount -t tmpfs -o ro none '{place}' && "
                     f"exec '{bench.eswexp}' run '{spec}' --out '{place}/campaign'")
    if done:
        check(done.returncode in (2, FAILED) and "Read-only" in done.stderr and
              "not_declared" not in done.stderr, "results folder on a read-only disk: exit",
              outcome(done), "2 or 3, nothing built")


def interrupt_building(bench):
    begun, check = bench.folder / "begun", bench.proof.check
    spec = bench.spec(SLOW, directory=bench.folder / "project", begun=begun)
    (bench.folder / "project").mkdir()
    process = bench.start("run", spec, "--out", bench.out())
    wait_for_lines(begun, 1, process)
    bench.press_ctrl_c(process)
    asked = time.monotonic()
    _, said = process.communicate(timeout=70)
    check(process.returncode == INTERRUPTED and time.monotonic() - asked < 3,
          "Ctrl-C while building: exit", f"{process.returncode} after "
          f"{time.monotonic() - asked:.2f} s: {said.strip()[-200:]}", f"{INTERRUPTED} within 3 s")
    check(not bench.out().exists(), "  result folder left", bench.out().exists(), "False")
    bench.check_nobody("  Ctrl-C while building")


FAULTS = (broken_source, missing_tools, no_personality, not_writable, interrupt_building)
