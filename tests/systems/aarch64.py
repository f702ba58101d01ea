"""AArch64: eswexp cross-built with Debian's arm64 libraries, run by qemu-user in a root of amd64.

Compiler, linkers and Python are amd64 programs, for speed; what they make, and eswexp, is arm64.
"""
import re

from context import Failed, Skipped
from emulation import COMMANDS, KERNELS, UNIT
from roots import CHECKOUT

SUITE = "trixie"
LIBRARIES = """libc6-dev libstdc++-14-dev libyaml-dev libgit2-dev libgsl-dev libjansson-dev libsqlite3-dev
    libelf-dev libarchive-dev zlib1g-dev libiberty-dev libcmocka-dev""".split()
PACKAGES = ["ca-certificates", "gcc-aarch64-linux-gnu", "g++-aarch64-linux-gnu",
            "binutils-gold-aarch64-linux-gnu", "clang", "lld", "llvm", "mold", "mount", "qemu-user", "python3", "git",
            "make", "cmake", "ninja-build", "meson", "pkg-config", *(f"{name}:arm64" for name in LIBRARIES)]
# The kernel runs arm64 programs by qemu-user as long as a process of this namespace lives; F: it
# opens it now, so that other roots need none.
EMULATED = r"""
names=/proc/sys/fs/binfmt_misc
mount -t binfmt_misc binfmt_misc $names
magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
[ -e $names/qemu-aarch64 ] ||
    printf '%s' ":qemu-aarch64:M:0:$magic:$mask:/usr/bin/qemu-aarch64:FOCP" >$names/register
cd {home}
"""
# The usual names are those of the tools for arm64, as on such a machine; libc is where it is there.
NAMES = """
cd /usr/bin
for tool in aarch64-linux-gnu-*; do ln -sf "$tool" "${tool#aarch64-linux-gnu-}"; done
ln -sf gcc cc; ln -sf g++ c++
for tool in clang clang++; do
    printf '#!/bin/sh\\nexec /usr/bin/%s --target=aarch64-linux-gnu "$@"\\n' $tool >/usr/local/bin/$tool
    chmod +x /usr/local/bin/$tool
done
rm -r /usr/aarch64-linux-gnu/lib
"""
TESTED = re.compile(r"^ *\d+/\d+ Test +#\d+: unit\.(\w+) \.*\s*(Passed|\*\*\*\w+)")
# A case with a command that did not end.
HUNG = re.compile(r"^FAILED +(\w+)\n(?: {4}.*\n|\n)*? {4}did not end within", re.M)


def failed_tests(log):
    """{program: {test}} of ctest's log; {"": …} of a program that did not end by itself."""
    failed, program = {}, None
    for line in log.splitlines():
        tested = TESTED.match(line)
        if tested:
            program = tested[1]
            if tested[2] == "Passed":  # the second time
                failed.pop(program, None)
            else:
                failed[program] = set() if tested[2] == "***Failed" else {tested[2]}
        elif line.startswith("[  FAILED  ]") and program in failed and not line.endswith(":"):
            if not re.search(r"\] tests: \d+ test", line):
                failed[program].add(line.split()[-1])
    return failed


def beyond_emulation(context, what, failed, beyond):
    """Those of `failed` that emulation does not explain; `beyond` is {name: reason}."""
    for name in sorted(set(failed) & set(beyond)):
        context.say(f"{what}: not shown: {name}: {beyond[name]}")
    for name in sorted(set(beyond) - set(failed)):
        context.say(f"{what}: passes, though '{beyond[name]}': {name}")
    return [f"{what}: {name}" for name in sorted(set(failed) - set(beyond))]


def cross(context):
    with open("/proc/filesystems", encoding="ascii") as known:
        if "binfmt_misc" not in known.read():
            raise Skipped("this kernel has no binfmt_misc, so it cannot run programs of arm64")
    root = context.root(SUITE, PACKAGES, foreign="arm64")
    root.put(context.checkout, CHECKOUT)

    def step(name, script, allowed=(0,)):
        return context.step(name, "sh", "-euc", EMULATED.format(home=CHECKOUT) + script, root=root,
                            allowed=allowed)[1]

    context.step("names", "sh", "-euc", NAMES, root=root)
    step("build", "cmake --preset aarch64 -DESWEXP_WERROR=ON && cmake --build --preset aarch64")
    wrong = []
    log = step("kernels", "sh tests/systems/aarch64_kernels.sh $PWD/kernels", allowed=(0, 1))
    wrong += beyond_emulation(context, "kernels", re.findall(r"^FAILED +\S+ (\S+)$", log, re.M), KERNELS)
    # qemu-user may hang a forked child, in a lock of its own: what does not end is tried once more.
    log = step("unit", "ctest --preset aarch64 -R '^unit' --repeat after-timeout:2", allowed=(0, 8))
    failed = [f"{program}: {test}" for program, tests in failed_tests(log).items() for test in tests or {"ended early"}]
    wrong += beyond_emulation(context, "unit", failed, {
        f"{program}: {test}": why for program, tests in UNIT.items() for test, why in tests.items()})
    commands = "python3 -B tests/commands/run.py --no-ptrace --program build/aarch64/eswexp "
    log = step("commands", commands, allowed=(0, 1))
    failed = set(re.findall(r"^FAILED +(\w+)$", log, re.M))
    hung = set(HUNG.findall(log))
    if hung:
        log = step("commands-again", commands + " ".join(sorted(hung)), allowed=(0, 1))
        failed = failed - hung | set(re.findall(r"^FAILED +(\w+)$", log, re.M))
    wrong += beyond_emulation(context, "commands", failed, COMMANDS)
    if wrong:
        raise Failed(", ".join(wrong))


CASES = {"aarch64": cross}
