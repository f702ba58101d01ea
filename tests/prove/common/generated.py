"""Git repositories of generated C programs, whose builds are as dear as is asked."""
from common.comparing import Repository

FILE = "unsigned table_{file}(unsigned index, unsigned x);\n"
FUNCTION = """
static __attribute__((noinline)) unsigned step_{file}_{number}(unsigned x)
{{
    unsigned words[8];
    for (unsigned i = 0; i < 8; i++)
        words[i] = (x ^ {a}u) * {b}u + i * {c}u;
    for (unsigned i = 0; i < 8; i++)
        x += (words[i] >> {shift}) ^ (words[(i + {number}) % 8] << (x % 7));
    return x % {c}u ? x / {b}u + words[x % 8] : x * {a}u;
}}
"""
TABLE = """
unsigned table_{file}(unsigned index, unsigned x)
{{
    static unsigned (*const steps[])(unsigned) = {{{names}}};
    return steps[index % {count}](x);
}}
"""
MAIN = """
enum {{ ROUNDS = {rounds} }};

int main(void)
{{
    static unsigned (*const tables[])(unsigned, unsigned) = {{{names}}};
    unsigned x = 1;
    for (unsigned i = 0; i < ROUNDS; i++)
        x += tables[i % {count}](i % 16, x);
    return x == 0;
}}
"""
MAKEFILE = """CFLAGS ?= -O2
OBJECTS = {objects}

bench: $(OBJECTS)
\t$(CC) $(CFLAGS) {flags} $(LDFLAGS) -o $@ $(OBJECTS)

%.o: %.c
\t$(CC) $(CFLAGS) {flags} -ffunction-sections -c -o $@ $<
"""
EXPERIMENT = """experiment: generated
benchmarks:
  generated: {directory: ., build: make, command: ./bench, samples: process}
"""


def source(file, functions):
    text = FILE.format(file=file)
    for number in range(functions):
        seed = 7919 * (1000 * file + number) + 17
        text += FUNCTION.format(file=file, number=number, a=seed % 65521 + 3, b=seed % 8191 + 5,
                                c=seed % 127 + 2, shift=seed % 13 + 1)
    names = ", ".join(f"step_{file}_{number}" for number in range(functions))
    return text + TABLE.format(file=file, names=names, count=functions)


def main_source(files, rounds):
    prototypes = "".join(FILE.format(file=file) for file in range(files))
    names = ", ".join(f"table_{file}" for file in range(files))
    return prototypes + MAIN.format(rounds=rounds, names=names, count=files)


def generated(folder, home, *, files, functions, rounds, flags=""):
    """Commits 'before' and 'after', which does 2 % more rounds."""
    repository = Repository(folder, home)
    repository.folder.mkdir(parents=True)
    repository.git("init", "--quiet")
    objects = [f"part_{file}" for file in range(files)] + ["main"]
    for file in range(files):
        repository.write(f"part_{file}.c", source(file, functions))
    repository.write("main.c", main_source(files, rounds))
    repository.write("Makefile", MAKEFILE.format(
        objects=" ".join(f"{name}.o" for name in objects), flags=flags))
    repository.write("eswexp.yaml", EXPERIMENT)
    repository.commit("A generated program", "before")
    repository.write("main.c", main_source(files, rounds + rounds // 50))
    repository.commit("More rounds", "after")
    return repository
