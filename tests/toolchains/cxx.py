"""C and C++ with every linker and build system, and C++ as it is."""
from case import Case

UNIT = "".join(f"int {{0}}{number}(int x) {{{{ return x * {number} + {{1}}; }}}}\n" for number in range(2, 6))
MAIN = """#include <stdio.h>
int one2(int), one3(int), one4(int), one5(int), two2(int), two3(int), two4(int), two5(int);
static int (*const table[])(int) = {one2, one3, one4, one5, two2, two3, two4, two5};
int main(void)
{
    int x = 3;
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        x = table[i](x) % 10007;
    printf("%d\\n", x);
    return 0;
}
"""
UNITS = {"main.c": MAIN, "one.c": UNIT.format("one", 1), "two.c": UNIT.format("two", 5)}
MAKE = "OBJECTS = main.o one.o two.o\nCFLAGS += -O2 -ffunction-sections\n" \
       "program: $(OBJECTS)\n\t$(CC) $(LDFLAGS) -o $@ $(OBJECTS)\n"

CASES = [
    Case(name=f"c-make-{linker}", toolchain="gcc", linker=linker,
         files={**UNITS, "Makefile": MAKE}, build=f"make LDFLAGS=-fuse-ld={linker}", command="./program",
         needs=(program,), least=0.4, verified=verified, quick=True)
    for linker, program, verified in (
        ("bfd", "ld.bfd", "order and addresses"), ("gold", "ld.gold", "order and addresses"),
        ("lld", "ld.lld", "order and addresses"), ("mold", "mold", "that code moved"))
]
