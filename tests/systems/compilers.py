"""Every compiler of a Debian release: the preset release as users build it, and the unit tests."""
from context import Failed
from roots import CHECKOUT

COMPILERS = (*(f"gcc-{version}" for version in range(12, 16)), *(f"clang-{version}" for version in range(14, 20)))
INSTALL = """
eval "$(sed -n '/^build_needs=/,/"$/p' bootstrap)"
apt-get update -qq
for compiler in {compilers}; do
    apt-cache show $compiler >/dev/null 2>&1 || continue
    case $compiler in gcc-*) cxx=g++${{compiler#gcc}} ;; *) cxx= ;; esac
    apt-get install -qq -y --no-install-recommends $compiler $cxx
    echo "compiler: $compiler"
done
apt-get install -qq -y --no-install-recommends $build_needs git libcmocka-dev
"""
BUILD = """
case {compiler} in gcc-*) cxx=g++{version} ;; *) cxx=clang++{version} ;; esac
cmake --preset release -B build/{compiler} -DCMAKE_C_COMPILER={compiler} -DCMAKE_CXX_COMPILER=$cxx
cmake --build build/{compiler}
build/{compiler}/eswexp --version
"""


def release(suite):
    """A case: each compiler that the release has builds all, and the unit tests of that build pass."""
    def case(context):
        root = context.root(suite)
        root.put(context.checkout, CHECKOUT)

        def step(name, script):
            return context.step(name, "sh", "-euc", f"cd {CHECKOUT}\n{script}", root=root)[1]

        found = [line.split()[1] for line in step("install", INSTALL.format(compilers=" ".join(COMPILERS))).splitlines()
                 if line.startswith("compiler: ")]
        if not found:
            raise Failed(f"{suite} has none of {', '.join(COMPILERS)}")
        for compiler in found:
            output = step(compiler, BUILD.format(compiler=compiler, version=compiler[compiler.index("-"):]))
            context.say(f"{compiler}: {output.count(' warning: ')} warnings")
            step(f"{compiler}-unit", f"ctest --test-dir build/{compiler} -R '^unit' -j2 --output-on-failure")
    return case


CASES = {"compilers-12": release("bookworm"), "compilers-13": release("trixie")}
