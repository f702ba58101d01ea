"""The small C and C++ programs of the cases, and how each build system builds them."""
import functools
import pathlib
import shutil
import subprocess
import tempfile

# No optimizer sees through the calls, also where it sees the whole program.
C_UNIT = "".join(f"__attribute__((noinline)) int {{0}}{number}(int x) {{{{ return x * {number} + {{1}}; }}}}\n" for number in range(2, 6))
C_MAIN = """#include <stdio.h>
int one2(int), one3(int), one4(int), one5(int), two2(int), two3(int), two4(int), two5(int);
static int (*volatile table[])(int) = {one2, one3, one4, one5, two2, two3, two4, two5};
int main(void)
{
    int x = 3;
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        x = table[i](x) % 10007;
    printf("%d\\n", x);
    return 0;
}
"""
C_FILES = {"main.c": C_MAIN, "one.c": C_UNIT.format("one", 1), "two.c": C_UNIT.format("two", 5)}

# Templates and inline functions in several units (COMDAT groups), virtual functions, exceptions
# across units, and static constructors whose order prints.
CXX_HEADER = """#pragma once
#include <stdexcept>
#include <string>
#include <vector>

struct shape {
    virtual ~shape() = default;
    virtual int area() const = 0;
};
struct square : shape {
    explicit square(int side) : side(side) {}
    int area() const override { return side * side; }
    int side;
};
template <typename T> __attribute__((noinline)) T checked(const std::vector<T> &items, unsigned index)
{
    if (index >= items.size())
        throw std::out_of_range("index " + std::to_string(index));
    return items[index];
}
struct announced {
    explicit announced(const char *name);
};
int one(const std::vector<int> &), two(const std::vector<int> &), sum(const shape &);
"""
CXX_FILES = {
    "shapes.hh": CXX_HEADER,
    "main.cc": """#include "shapes.hh"
#include <cstdio>
static announced first("main");
announced::announced(const char *name) { std::printf("constructed %s\\n", name); }
int main()
{
    std::vector<int> items{3, 5, 8};
    std::printf("%d %d %d\\n", one(items), two(items), sum(square(4)));
    return 0;
}
""",
    "one.cc": """#include "shapes.hh"
static announced second("one");
__attribute__((noinline)) int one(const std::vector<int> &items) { return checked(items, 1) * 7; }
__attribute__((noinline)) int sum(const shape &it) { return it.area() + 1; }
""",
    "two.cc": """#include "shapes.hh"
static announced third("two");
__attribute__((noinline)) int two(const std::vector<int> &items)
{
    try {
        return checked(items, 9);
    } catch (const std::out_of_range &error) {
        return static_cast<int>(std::string(error.what()).size()) + square(2).area();
    }
}
""",
}
UNITS = {"C": ("main.c", "one.c", "two.c"), "C++": ("main.cc", "one.cc", "two.cc")}
FILES = {"C": C_FILES, "C++": CXX_FILES}
COMPILER = {"C": "$(CC) $(CFLAGS)", "C++": "$(CXX) $(CXXFLAGS)"}


def objects(language):
    return " ".join(unit.rsplit(".", 1)[0] + ".o" for unit in UNITS[language])


def make(language):
    end = UNITS[language][0].rsplit(".", 1)[1]
    return {"Makefile": f"OBJECTS = {objects(language)}\nprogram: $(OBJECTS)\n"
                        f"\t{COMPILER[language]} $(LDFLAGS) -o $@ $(OBJECTS)\n"
                        f"%.o: %.{end}\n\t{COMPILER[language]} -c -o $@ $<\n"}


def cmake(language):
    name = {"C": "C", "C++": "CXX"}[language]
    return {"CMakeLists.txt": f"cmake_minimum_required(VERSION 3.16)\nproject(case {name})\n"
                              f"add_executable(program {' '.join(UNITS[language])})\n"}


def meson(language):
    sources = ", ".join(f"'{unit}'" for unit in UNITS[language])
    name = {"C": "c", "C++": "cpp"}[language]
    return {"meson.build": f"project('case', '{name}')\nexecutable('program', {sources})\n"}


def automake(language):
    """A program with a shared library of its own: libtool makes a wrapper script of it."""
    test = {"C": "AC_PROG_CC", "C++": "AC_PROG_CXX"}[language]
    units = UNITS[language]
    return {
        "configure.ac": f"AC_INIT([case], [1])\nAM_INIT_AUTOMAKE([foreign])\nAM_PROG_AR\n{test}\n"
                        "LT_INIT\nAC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n",
        "Makefile.am": "lib_LTLIBRARIES = libhelper.la\nlibhelper_la_SOURCES = helper.c\n"
                       "bin_PROGRAMS = program\nprogram_LDADD = libhelper.la\n"
                       f"program_SOURCES = {' '.join(units)} extra.c\n",
        "helper.c": "int helper(int x) { return x + 1; }\n",
        "extra.c": "int helper(int);\nint (*volatile kept)(int) = helper;\n",
    }


@functools.lru_cache(maxsize=None)
def configured(language):
    """The files that autoreconf makes, once for all cases."""
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder) / "project"
        write({**FILES[language], **automake(language)}, place)
        subprocess.run(["autoreconf", "--install"], cwd=place, check=True, capture_output=True)
        shutil.rmtree(place / "autom4te.cache")
        return {str(path.relative_to(place)): (path.read_bytes(), path.stat().st_mode)
                for path in sorted(place.rglob("*")) if path.is_file()}


def write(files, folder):
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def write_configured(language, folder):
    # newest last: make must not make them again
    made = ["aclocal.m4", "configure", "Makefile.in"]
    files = configured(language)
    for path in sorted(files, key=lambda path: (made.index(path) + 1 if path in made else 0, path)):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(files[path][0])
        (folder / path).chmod(files[path][1])


def one_line(language):
    compiler = {"C": "gcc", "C++": "g++"}[language]
    return f"{compiler} -O2 -ffunction-sections {' '.join(UNITS[language])} -o program"
