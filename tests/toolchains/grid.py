"""C and C++ by every linker, build system, optimization and kind of program: all that there are.

The other modules have the pairs of these axes; here is the product, run by `run.py grid` alone.
"""
import functools
import itertools

from case import Case
from cxx import KINDS, LEAST, LINKERS, SYSTEMS, verified
from lto import ONCE, llvm_plugin
from projects import FILES, UNITS, cmake, make, meson, write_configured

LIBTOOL = "autotools with libtool"
# What the first configure of a case finds out holds for its campaigns; those of cxx.py ask again.
# Left to itself, configure takes bash, which is half as fast as Debian's sh.
CONFIGURE = "CONFIG_SHELL=/bin/sh /bin/sh ./configure --cache-file=\"$CASE_FOLDER/configure.cache\""
COMPILERS = {"gcc": ("gcc", "g++"), "clang": ("clang", "clang++")}
# {optimization: (its compiler, its flag)}; plain programs take turns over the compilers
OPTIMIZATIONS = {"plain": None, "LTO": ("gcc", " -flto=auto"), "ThinLTO": ("clang", " -flto=thin")}
BUILDS = {
    "make": "make CFLAGS=\"$CFLAGS\" CXXFLAGS=\"$CXXFLAGS\" LDFLAGS=\"$LDFLAGS\" CC=\"$CC\" CXX=\"$CXX\"",
    "CMake with Ninja": "cmake -B build -G Ninja $IPO && cmake --build build",
    "CMake with Make": "cmake -B build -G 'Unix Makefiles' $IPO && cmake --build build",
    "Meson": "meson setup build && ninja -C build",
    LIBTOOL: "make LDFLAGS=\"$LDFLAGS $ALL\"",
}
PROGRAMS = {"make": (), "CMake with Ninja": ("cmake", "ninja"), "CMake with Make": ("cmake", "make"),
            "Meson": ("meson", "ninja"), LIBTOOL: ("autoreconf", "automake", "libtoolize"),
            "one line": ()}


def impossible(system, linker, optimization, kind):
    """lld reads no code of gcc's optimizer; neither gold nor libtool links a static PIE."""
    return (linker, optimization) == ("lld", "LTO") or \
        kind == "static-pie" and (linker == "gold" or system == LIBTOOL)


def written(language, system):
    files = {"make": make, "Meson": meson}.get(system, cmake if system.startswith("CMake") else lambda _: {})
    if system == LIBTOOL:
        return functools.partial(write_configured, language)
    return {**FILES[language], **files(language)}


def exports(compiler, optimization, kind, linker, system):
    (compile_flags, link_flags), everything, ipo = KINDS[kind], "", ""
    if optimization and system.startswith("CMake"):  # whose tests of compilers fail with -flto
        optimization, ipo = "", "-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON"
    if system == LIBTOOL and kind == "static":  # -static is another thing to it
        link_flags, everything = "-no-pie", "-all-static"
    flags = f"-O2{compile_flags}{optimization}"
    c, cxx = COMPILERS[compiler]
    archivers = {"gcc": "AR=gcc-ar RANLIB=gcc-ranlib NM=gcc-nm",
                 "clang": "AR=llvm-ar RANLIB=llvm-ranlib NM=llvm-nm"}[compiler]
    return (f"export CC={c} CXX={cxx} CFLAGS='{flags}' CXXFLAGS='{flags}' {archivers} "
            f"LDFLAGS='-fuse-ld={linker} {link_flags}{optimization}' ALL={everything} IPO={ipo}")


def one(number, language, system, linker, optimization, kind):
    compiler, flag = OPTIMIZATIONS[optimization] or (tuple(COMPILERS)[number % 2], "")
    libtool = system == LIBTOOL
    settings = exports(compiler, flag, kind, linker, system)
    variable = {"C": "$CC $CFLAGS", "C++": "$CXX $CXXFLAGS"}[language]
    build = BUILDS.get(system, f"{variable} $LDFLAGS {' '.join(UNITS[language])} -o program")
    return Case(
        name="-".join(("grid", language, system.replace(" ", "_"), linker, optimization, kind)).lower(),
        toolchain=f"{language}, {optimization}", linker=linker, files=written(language, system),
        setup=f"{settings}; {CONFIGURE}" if libtool else "", build=f"{settings}; {build}",
        command="./program" if system in ("make", "one line") or libtool else "build/program",
        programs=(".libs/program",) if libtool and not kind.startswith("static") else (),
        kept_command="LD_LIBRARY_PATH=.libs .libs/program" if libtool and not kind.startswith("static") else "",
        needs=(LINKERS[linker], *COMPILERS[compiler], *PROGRAMS[system],
               *((llvm_plugin,) if optimization == "ThinLTO" and linker != "lld" else ())),
        least=0 if kind.startswith("static") else LEAST[language] / 2, verified=verified(linker),
        missing=("aslr",) if kind == "static-pie" else (), said=ONCE if flag else ())


AXES = list(itertools.product(UNITS, ("make", *SYSTEMS), LINKERS, OPTIMIZATIONS, KINDS))
GRID = [one(number, *axes) for number, axes in enumerate(AXES) if not impossible(*axes[1:])]
