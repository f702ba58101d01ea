"""C and C++ with every linker and build system.

Every linker with every kind of program, built by make; every linker with every build system, as its
compiler links by default. C and C++ take turns over the build systems. That is each pair of the four
axes but those of build system and kind of program, which meet in the linker's command line alone.
"""
import functools

from case import Case
from projects import FILES, cmake, make, meson, one_line, write_configured

LINKERS = {"bfd": "ld.bfd", "gold": "ld.gold", "lld": "ld.lld", "mold": "mold"}
COMPILERS = {"C": "gcc", "C++": "g++"}
# compile and link flags of each kind of program
KINDS = {
    "pie": ("", ""),
    "no-pie": (" -fno-pie", "-no-pie"),
    "static": (" -fno-pie", "-static"),
    "static-pie": (" -fPIE", "-static-pie"),
}
# Least share of the functions that move. Others are the compiler's and the C library's, and main and
# constructors, which linkers keep apart.
LEAST = {"C": 0.4, "C++": 0.2}


def verified(linker):
    return "that the order changed" if linker == "mold" else "order and addresses"


def keys(linker, kind="pie"):
    compile_flags, link_flags = KINDS[kind]
    more = f"\nldflags: {link_flags}" if link_flags else ""
    return f"cflags: -O2{compile_flags}\nlinker: {linker}{more}"


def by_make(language, linker, kind):
    static = kind.startswith("static")
    return Case(
        name=f"{language.lower()}-make-{kind}-{linker}", toolchain=f"{COMPILERS[language]}, make, {kind}",
        linker=linker, files={**FILES[language], **make(language)}, build="make", command="./program",
        needs=(LINKERS[linker], COMPILERS[language]), keys=keys(linker, kind),
        # of a static program most code is the C library's, which stays
        least=0 if static else LEAST[language], verified=verified(linker),
        missing=("aslr",) if kind == "static-pie" else (),
        # gold and lld: constructs.py
        quick={"bfd": 2, "mold": 1}.get(linker, 0) if (language, kind) == ("C", "pie") else 0)


def by_system(language, linker, system):
    shared = {"toolchain": f"{COMPILERS[language]}, {system}", "linker": linker, "keys": keys(linker),
              "least": LEAST[language], "verified": verified(linker),
              "name": f"{language.lower()}-{system.replace(' ', '-').lower()}-{linker}"}
    needs = (LINKERS[linker], COMPILERS[language])
    if system in ("CMake with Ninja", "CMake with Make"):
        generator = "Ninja" if system.endswith("Ninja") else "Unix Makefiles"
        return Case(files={**FILES[language], **cmake(language)},
                    build=f"cmake -B build -G '{generator}' && cmake --build build",
                    command="build/program", needs=(*needs, "cmake", generator.split()[-1].lower()
                                                    .replace("makefiles", "make")), **shared)
    if system == "Meson":
        return Case(files={**FILES[language], **meson(language)}, build="meson setup build && ninja -C build",
                    command="build/program", needs=(*needs, "meson", "ninja"), **shared)
    if system == "autotools with libtool":
        return Case(files=functools.partial(write_configured, language), setup="./configure", build="make",
                    command="./program", needs=(*needs, "autoreconf", "automake", "libtoolize"),
                    programs=(".libs/program",),
                    # the wrapper script names the folder of the build
                    kept_command="LD_LIBRARY_PATH=.libs .libs/program", **shared)
    return Case(files=FILES[language], build=f"{one_line(language)} -fuse-ld={linker}",
                command="./program", needs=needs, **{**shared, "keys": ""})


SYSTEMS = ("CMake with Ninja", "CMake with Make", "Meson", "autotools with libtool", "one line")

CASES = [by_make(language, linker, kind)
         for language in COMPILERS for kind in KINDS for linker in LINKERS
         if (kind, linker) != ("static-pie", "gold")]  # gold cannot link such programs
CASES += [by_system(("C", "C++")[(s + n) % 2], linker, system)
          for s, system in enumerate(SYSTEMS) for n, linker in enumerate(LINKERS)]
