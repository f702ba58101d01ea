"""A repository whose every commit makes a program that reports another number.

What was compared then stands in the result, whatever the machine is doing.
"""
from repository import Repository

MAIN = """#include "number.h"
#if __has_include("ignored.h")
#include "ignored.h"
#endif
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

double noise(unsigned long long seed);

// Reports NUMBER ms and a little noise; given a log, says there that it began, and hangs.
int main(int argc, char **argv)
{
    FILE *log = argc > 2 ? fopen(argv[2], "a") : NULL;
    if (log) {
        fputs("begun\\n", log);
        fclose(log);
        sleep(60);
    }
    printf("took %.6f ms\\n", NUMBER * noise(argc > 1 ? strtoull(argv[1], NULL, 16) : 0));
    return 0;
}
"""
NOISE = """double noise(unsigned long long seed);

double noise(unsigned long long seed)
{
    return 1 + 1e-8 * (double)(seed % 1000);
}
"""
MAKEFILE = """number: number.o noise.o
\t$(CC) -o $@ number.o noise.o

%.o: %.c number.h
\t$(CC) -O1 -ffunction-sections -c -o $@ $<
"""
EXPERIMENT = """experiment: number
benchmarks:
  number:
    directory: .
    build: make
    command: ./number "${seed}"
    samples: {pattern: 'took ([0-9.]+) ms', unit: ms}
"""
# The same without a compiler: a script that the preprocessor makes, alike in all layouts, with noise below 1e-4.
SCRIPT = """#include "number.h"
#if __has_include("ignored.h")
#include "ignored.h"
#endif
n=NUMBER; printf 'took %s.00%04d ms\\n' $n $((0x${1#????????} % 10000))
"""
MAKEFILE_OF_SCRIPT = """number: number.c number.h
\t$(CC) -E -P -o script number.c
\t{ echo '#!/bin/sh'; tail -n 1 script; } >$@ && chmod +x $@
"""
EXPERIMENT_OF_SCRIPT = EXPERIMENT + "randomize: {as_built: true}\n"
BROKEN = "#define NUMBER not_declared_anywhere\n"


def define(number):
    return f"#define NUMBER {number}\n"


def numbered(folder, home, compiled=True):
    """The branches main, topic, twice and broken.

    main: v1 to v6 report 101 to 106, v7 and v8 still 106; topic: from v4 on 110, 111; twice: 212;
    broken does not compile, if anything is compiled.
    """
    repository = Repository(folder, home)
    repository.folder.mkdir(parents=True)
    repository.git("init", "--quiet")
    files = {"number.c": MAIN if compiled else SCRIPT, "noise.c": NOISE,
             "Makefile": MAKEFILE if compiled else MAKEFILE_OF_SCRIPT,
             "eswexp.yaml": EXPERIMENT if compiled else EXPERIMENT_OF_SCRIPT,
             ".gitignore": "*.o\n/number\n/script\n/ignored.h\n", "docs/readme": "numbers\n"}
    for path, text in files.items():
        repository.write(path, text)
    for i in range(1, 7):
        repository.write("number.h", define(100 + i))
        repository.commit(f"Report {100 + i}", f"v{i}")
    repository.edit("docs/readme", "", "all of them\n")
    repository.commit("Words", "v7")
    repository.edit("noise.c", "", "\nint unused(int a);\nint unused(int a)\n{\n    return a;\n}\n")
    repository.commit("A function that nobody calls", "v8")
    repository.branch("topic", "v4", ("number.h", "104", "110"))
    repository.git("checkout", "--quiet", "topic")
    repository.edit("number.h", "110", "111")
    repository.commit("Report 111")
    repository.git("checkout", "--quiet", "main")
    repository.branch("twice", "v6", ("number.h", "106", "212"))
    repository.branch("broken", "v6", ("number.h", define(106), BROKEN))
    return repository
