"""A program with two shared libraries of its own and a plug-in that it opens."""
from case import Case

UNIT = "".join(f"int {{0}}{number}(int x) {{{{ return x * {number} + {{1}}; }}}}\n" for number in range(2, 8))
NAMES = ("one", "two", "plug")
CALLS = "int {0}_all(int x) {{ return {0}2(x) + {0}3(x) + {0}4(x) + {0}5(x) + {0}6(x) + {0}7(x); }}\n"
MAIN = """#include <dlfcn.h>
#include <stdio.h>
int one_all(int), two_all(int);
int both(int x) { return one_all(x) ^ two_all(x); }
int folded(int x) { return both(x) % 10007; }
int twice(int x) { return folded(x) + folded(x + 1); }
int thrice(int x) { return twice(x) + folded(x + 2); }
int often(int x) { return thrice(x) ^ twice(x + 3); }
int main(int argc, char **argv)
{
    void *plug = dlopen(argc > 1 ? argv[1] : "./plug.so", RTLD_NOW);
    int (*all)(int) = plug ? (int (*)(int))dlsym(plug, "plug_all") : 0;
    if (!all)
        return 1;
    printf("%d %d\\n", often(3), all(5));
    return 0;
}
"""
SOURCES = {"main.c": MAIN, **{f"{name}.c": UNIT.format(name, at) + CALLS.format(name)
                             for at, name in enumerate(NAMES)}}
MAKE = """CFLAGS = -O1 -ffunction-sections -fPIC
all: program plug.so
libone.so.1.2: one.o
\t$(CC) $(LDFLAGS) -shared -Wl,-soname,libone.so.1 -o $@ one.o
\tln -sf $@ libone.so.1
\tln -sf $@ libone.so
libtwo.so: two.o
\t$(CC) $(LDFLAGS) -shared -Wl,-soname,libtwo.so,-Bsymbolic -o $@ two.o
plug.so: plug.o
\t$(CC) $(LDFLAGS) -shared -o $@ plug.o
program: main.o libone.so.1.2 libtwo.so
\t$(CC) $(LDFLAGS) -o $@ main.o -L. -lone -ltwo -ldl -Wl,-rpath,'$$ORIGIN'
"""
CMAKE = """cmake_minimum_required(VERSION 3.10)
project(libraries C)
add_library(one SHARED one.c)
set_target_properties(one PROPERTIES VERSION 1.2.3 SOVERSION 1)
add_library(two SHARED two.c)
add_library(plug MODULE plug.c)
set_target_properties(plug PROPERTIES PREFIX "")
add_executable(program main.c)
target_link_libraries(program one two dl)
set_target_properties(program PROPERTIES INSTALL_RPATH "$ORIGIN/../lib")
install(TARGETS one two plug program RUNTIME DESTINATION bin LIBRARY DESTINATION lib)
"""
MESON = """project('libraries', 'c')
one = shared_library('one', 'one.c', version: '1.2.3')
two = shared_library('two', 'two.c')
shared_module('plug', 'plug.c', name_prefix: '')
executable('program', 'main.c', link_with: [one, two],
           dependencies: meson.get_compiler('c').find_library('dl', required: false))
"""
# The program that libtool leaves is a script, which runs what is in .libs.
LIBTOOL = """LT = libtool --tag=CC --silent
CFLAGS = -O1 -ffunction-sections
all: program plug.la
%.lo: %.c
\t$(LT) --mode=compile $(CC) $(CFLAGS) -c $<
libone.la: one.lo
\t$(LT) --mode=link $(CC) -o $@ one.lo -rpath /opt/lib -version-info 3:1:2
libtwo.la: two.lo
\t$(LT) --mode=link $(CC) -o $@ two.lo -rpath /opt/lib
plug.la: plug.lo
\t$(LT) --mode=link $(CC) -o $@ plug.lo -module -avoid-version -rpath /opt/lib
program: main.lo libone.la libtwo.la
\t$(LT) --mode=link $(CC) -o $@ main.lo libone.la libtwo.la -ldl
"""
# Without the folder of the build in the files: two campaigns have two.
CONFIGURE = "cmake -G Ninja -B build -DCMAKE_C_FLAGS='-O1 -ffunction-sections' -DCMAKE_BUILD_RPATH_USE_ORIGIN=ON"
SHARED = {"toolchain": "gcc", "least": 0.35,
          "randomizers": ("link_order", "function_alignment", "aslr")}

CASES = [
    Case(name=f"libraries-make-{linker}", linker=linker, files={**SOURCES, "Makefile": MAKE},
         build=f"make LDFLAGS=-fuse-ld={linker}", command="./program", needs=(program, "make"),
         programs=("program", "libone.so.1.2", "libtwo.so", "plug.so"),
         verified="that the order changed" if linker == "mold" else "order and addresses", **SHARED)
    for linker, program in (("bfd", "ld.bfd"), ("gold", "ld.gold"), ("lld", "ld.lld"), ("mold", "mold"))
] + [
    Case(name="libraries-cmake", linker="bfd", files={**SOURCES, "CMakeLists.txt": CMAKE},
         build=f"{CONFIGURE} && ninja -C build", command="build/program build/plug.so",
         needs=("cmake", "ninja"),
         programs=("build/program", "build/libone.so.1.2.3", "build/libtwo.so", "build/plug.so"), **SHARED),
    Case(name="libraries-cmake-installed", linker="bfd", files={**SOURCES, "CMakeLists.txt": CMAKE},
         build=f"{CONFIGURE} && ninja -C build && cmake --install build --prefix \"$PWD/there\"",
         command="there/bin/program there/lib/plug.so", needs=("cmake", "ninja"),
         programs=("there/bin/program", "there/lib/libone.so.1.2.3", "there/lib/libtwo.so",
                   "there/lib/plug.so"), **SHARED),
    Case(name="libraries-meson", linker="bfd", files={**SOURCES, "meson.build": MESON},
         build="meson setup build --buildtype=plain '-Dc_args=-O1 -ffunction-sections' && ninja -C build",
         command="build/program build/plug.so", needs=("meson", "ninja"),
         programs=("build/program", "build/libone.so.1.2.3", "build/libtwo.so", "build/plug.so"), **SHARED),
    Case(name="libraries-libtool", linker="bfd", files={**SOURCES, "Makefile": LIBTOOL},
         build="make", command="sh -c 'LD_LIBRARY_PATH=.libs ./program .libs/plug.so'",
         needs=("libtool", "make"),
         programs=(".libs/program", ".libs/libone.so.1.2.1", ".libs/libtwo.so.0.0.0", ".libs/plug.so"),
         **SHARED),
    Case(name="libraries-libtool-installed", linker="bfd", files={**SOURCES, "Makefile": LIBTOOL},
         build="make && mkdir -p there/opt/lib there/opt/bin && for file in libone.la libtwo.la plug.la; do "
               "libtool --silent --mode=install install $file $PWD/there/opt/lib/$file; done && libtool "
               "--silent --mode=install install program $PWD/there/opt/bin/program",
         command="sh -c 'LD_LIBRARY_PATH=there/opt/lib there/opt/bin/program there/opt/lib/plug.so'",
         needs=("libtool", "make"),
         programs=("there/opt/bin/program", "there/opt/lib/libone.so.1.2.1",
                   "there/opt/lib/libtwo.so.0.0.0", "there/opt/lib/plug.so"), **SHARED),
]
