// Fuzzes the readers of build descriptions and READMEs: what they guess is an experiment.
#include "commands/init/project/usages.h"
#include "commands/init/text.h"
#include "fuzz.h"
#include "spec/keys/experiment.h"

static void guess_file(struct arena *arena, const char *name, const uint8_t *data, size_t size)
{
    struct guess guesses[GUESSES_MOST];
    const char *path = fuzzed_place(arena, name, data, size);
    size_t count = guess_project(arena, fuzzed_folder(), guesses);
    for (size_t i = 0; i < count; i++) {
        TEXT_CLEANUP struct text text = {0}, report = {0};
        struct spec_overrides elsewhere = {.elsewhere = true};
        struct error error;
        init_text(arena, &text, "fuzzed", &guesses[i], true);
        if (!spec_parse(arena, "fuzz.yaml", text.bytes, text.length, &elsewhere, &report, &error)) {
            fprintf(stderr, "%s%s", text.bytes, report.bytes);
            abort();
        }
    }
    unlink(path);
}

// Beside a source that uses a harness: what names it is a suite.
static void guess_beside_suite(struct arena *arena, const char *name, const uint8_t *data,
                               size_t size)
{
    static const char source[] = "#include <benchmark/benchmark.h>";
    const char *path = fuzzed_place(arena, "b.cc", (const uint8_t *)source, sizeof source - 1);
    guess_file(arena, name, data, size);
    unlink(path);
}

static void guess_cmake_file(struct arena *arena, const uint8_t *data, size_t size)
{
    guess_beside_suite(arena, "CMakeLists.txt", data, size);
}

static void guess_meson_file(struct arena *arena, const uint8_t *data, size_t size)
{
    guess_beside_suite(arena, "meson.build", data, size);
}

static void guess_configure_file(struct arena *arena, const uint8_t *data, size_t size)
{
    guess_file(arena, "configure.ac", data, size);
}

static void guess_automake_file(struct arena *arena, const uint8_t *data, size_t size)
{
    const char *configure = fuzzed_place(arena, "configure.ac", (const uint8_t *)"AC_INIT", 7);
    guess_file(arena, "Makefile.am", data, size);
    unlink(configure);
}

static void guess_make_file(struct arena *arena, const uint8_t *data, size_t size)
{
    guess_file(arena, "Makefile", data, size);
}

static void guess_cargo_file(struct arena *arena, const uint8_t *data, size_t size)
{
    guess_file(arena, "Cargo.toml", data, size);
}

static void guess_go_test(struct arena *arena, const uint8_t *data, size_t size)
{
    const char *module = fuzzed_place(arena, "go.mod", (const uint8_t *)"module fuzzed", 13);
    guess_file(arena, "fuzzed_test.go", data, size);
    unlink(module);
}

static void guess_source(struct arena *arena, const uint8_t *data, size_t size)
{
    guess_file(arena, "bench.c", data, size);
}

static void find_usages(struct arena *arena, const uint8_t *data, size_t size)
{
    struct usage usages[USAGES_MOST];
    const char *path = fuzzed_place(arena, "README.md", data, size);
    size_t count = usages_find(arena, fuzzed_folder(), "sort-it", usages);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < usages[i].arguments.count; k++)
            if (*usages[i].arguments.items[k] == '/' || strstr(usages[i].arguments.items[k], ".."))
                abort(); // leads out of the tree
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fuzzed_parser *const parsers[] = {
        guess_cmake_file,    guess_meson_file, guess_configure_file,
        guess_automake_file, guess_make_file,  guess_source,
        find_usages,         guess_cargo_file, guess_go_test};
    return fuzz_one_of(parsers, sizeof parsers / sizeof *parsers, data, size);
}
