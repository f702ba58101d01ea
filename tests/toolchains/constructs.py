"""C++ as it is: what compilers and linkers do besides placing one function behind the other."""
from case import Case
from projects import C_FILES, CXX_FILES, FILES, cmake, make

GROUPS = """#include <cstdio>
#include <stdexcept>
#define APART __attribute__((noinline))
APART __attribute__((hot)) int warm(int x) { return x * 3 + 1; }
APART __attribute__((cold)) int chilly(int x) { return x * 5 + 2; }
__attribute__((constructor)) static void before() { std::puts("before"); }
__attribute__((destructor)) static void after() { std::puts("after"); }
template <int N> APART int plain(int x) { return x % N ? x + N : x / N; }
// its rare path lies in .text.unlikely
APART int split(int x)
{
    if (__builtin_expect(x > 1 << 20, 0))
        throw std::runtime_error("too large: " + std::to_string(x));
    return x - 1;
}
int main()
{
    int x = warm(2) + chilly(3) + plain<2>(7) + plain<3>(8) + plain<5>(9) + plain<7>(10) + split(4);
    try {
        split(1 << 21);
    } catch (const std::exception &error) {
        std::puts(error.what());
    }
    std::printf("%d\\n", x);
}
"""
# Functions alike, whose addresses are not compared: --icf=all makes them one.
ALIKE = """#include <cstdio>
#define ALIKE(n) __attribute__((noinline)) int alike##n(int x) { volatile int y = x; return y * 7 + 1; }
#define OTHER(n) __attribute__((noinline)) int other##n(int x) { volatile int y = x; return y * 5 + n; }
ALIKE(1) ALIKE(2) ALIKE(3) OTHER(1) OTHER(2) OTHER(3) OTHER(4) OTHER(5)
int main()
{
    std::printf("%d\\n", alike1(1) + alike2(2) + alike3(3) + other1(1) + other2(2) + other3(3) + other4(4) +
                            other5(5));
}
"""
UNUSED = {"unused.c": "".join(f"int unused{n}(int x) {{ return x + {n}; }}\n" for n in range(20))}
EXPORTED = "EXPORTED_1 { global: one*; two2; local: *; };\n"
PLUGIN_HOST = """#include <dlfcn.h>
#include <stdio.h>
int one2(int), one3(int), one4(int), one5(int), two2(int), two3(int), two4(int), two5(int);
int (*const table[])(int) = {one2, one3, one4, one5, two2, two3, two4, two5};
int main(void)
{
    int (*found)(int) = (int (*)(int))dlsym(dlopen(NULL, RTLD_NOW), "two2");
    printf("%d %d\\n", found ? found(5) : -1, table[3](2));
    return 0;
}
"""
PRECOMPILED = {
    **CXX_FILES,
    "Makefile": "program: main.o one.o two.o\n\t$(CXX) $(CXXFLAGS) $(LDFLAGS) -o $@ $^\n"
                "%.o: %.cc shapes.hh.gch\n\t$(CXX) $(CXXFLAGS) -Winvalid-pch -c -o $@ $<\n"
                "shapes.hh.gch: shapes.hh\n\t$(CXX) $(CXXFLAGS) -x c++-header -o $@ $<\n",
}
# A build that leads the compiler through a forest of symbolic links and throws that away.
SANDBOX = """#!/bin/sh
set -eu
sources=$PWD
sandbox=$(mktemp -d)
trap 'rm -r "$sandbox"' EXIT
for file in "$sources"/*.c; do ln -s "$file" "$sandbox/"; done
cd "$sandbox"
for unit in main one two; do
    {clean} gcc -O2 -ffunction-sections -c "$unit.c" -o "$unit.o"
done
{clean} gcc main.o one.o two.o -o program
cp program "$sources/program"
"""
WITH_GCC = ("gcc", "ld.bfd")
MOST = "order and addresses"


def one_file(name, toolchain, text, linker, flags="", **more):
    """A program of one C++ file, compiled and linked in one line."""
    return Case(name=name, toolchain=toolchain, linker=linker, files={"main.cc": text},
                build=f"g++ -O2 -ffunction-sections -fuse-ld={linker} {flags} main.cc -o program",
                command="./program", needs=("g++", {"mold": "mold"}.get(linker, f"ld.{linker}")),
                verified="that the order changed" if linker == "mold" else MOST, **more)


def by_make(name, linker, ldflags="", *, files=C_FILES, language="C", cflags="", compiler="", **more):
    named = compiler or {"C": "gcc", "C++": "g++"}[language]
    variable = {"C": "CC", "C++": "CXX"}[language]
    toolchain = more.pop("toolchain", f"{named}, make {ldflags}".strip())
    return Case(name=name, toolchain=toolchain, linker=linker,
                files={**make(language), **files}, command="./program", keys=f"cflags: -O2{cflags}",
                build=f"make {variable}={named} LDFLAGS='-fuse-ld={linker} {ldflags}' ",
                needs=(named, {"mold": "mold"}.get(linker, f"ld.{linker}")),
                verified="that the order changed" if linker == "mold" else MOST, **more)


LINKERS = ("bfd", "gold", "lld", "mold")
CASES = [one_file(f"groups-{linker}", "g++, hot, cold and startup code", GROUPS, linker, least=0.1) for linker in LINKERS]
CASES += [one_file(f"icf-{linker}", "g++ --icf=all", ALIKE, linker, "-Wl,--icf=all", least=0.2,
                   quick=int(linker == "gold"))
          for linker in ("gold", "lld", "mold")]
CASES += [
    by_make(f"gc-sections-{linker}", linker, "-Wl,--gc-sections", least=0.3,
            files={**C_FILES, **UNUSED, "Makefile": make("C")["Makefile"].replace("main.o", "main.o unused.o")})
    for linker in LINKERS]
CASES += [
    by_make(f"version-script-{linker}", linker, "-rdynamic -Wl,--version-script=exported.map -ldl", least=0.3,
            quick=int(linker == "lld"),
            files={**C_FILES, "main.c": PLUGIN_HOST, "exported.map": EXPORTED})
    for linker in LINKERS]
CASES += [
    by_make("as-needed", "bfd", "-Wl,--as-needed -lm -lpthread", least=0.3),
    by_make("nopie-clang", "lld", "-nopie", compiler="clang", cflags=" -fno-pie", least=0.3),
    by_make("clang-c++", "lld", language="C++", files=FILES["C++"], compiler="clang++", least=0.2),
    by_make("precompiled", "bfd", language="C++", files=PRECOMPILED, least=0.2,
            toolchain="g++, make, precompiled header"),
    Case(name="unity", toolchain="g++, CMake unity build", linker="bfd",
         files={**FILES["C++"], **cmake("C++")}, keys="cflags: -O2\nlinker: bfd", command="build/program",
         build="cmake -B build -G Ninja -DCMAKE_UNITY_BUILD=ON && cmake --build build",
         needs=("g++", "ld.bfd", "cmake", "ninja"), least=0.2),
    Case(name="sandbox", toolchain="gcc, sandbox", linker="bfd", needs=WITH_GCC, least=0.4, quick=1,
         files={**C_FILES, "build.sh": SANDBOX.format(clean="")}, build="sh build.sh", command="./program"),
    Case(name="sandbox-emptied", toolchain="gcc, sandbox, empty environment", linker="bfd", needs=WITH_GCC,
         files={**C_FILES, "build.sh": SANDBOX.format(clean="env -i PATH=/usr/bin:/bin")},
         build="sh build.sh", command="./program", refused="environment"),
]
