// The programs that a build made, and which of them is worth timing.
#include "commands/init/project/programs.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "base/files/trees.h"
#include "build/toolchain/size.h"
#include "commands/init/project/calls.h"
#include "commands/init/project/internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// ---- Names

// "lz4-1.9.4" without the version.
static const char *unversioned(struct arena *arena, const char *name)
{
    for (const char *dash = name; (dash = strchr(dash, '-')); dash++)
        if (isdigit((unsigned char)dash[1]) || (dash[1] == 'v' && isdigit((unsigned char)dash[2])))
            return arena_strndup(arena, name, (size_t)(dash - name));
    return name;
}

struct text_list project_names(struct arena *arena, const char *folder)
{
    static const struct {
        const char *file, *call;
    } descriptions[] = {
        {"CMakeLists.txt", "project"}, {"meson.build", "project"}, {"configure.ac", "AC_INIT"}};
    struct text_list names = {0};
    text_list_add(&names, arena, unversioned(arena, path_base(folder)));
    for (size_t i = 0; i < sizeof descriptions / sizeof *descriptions; i++) {
        const char *text = project_read_uncommented(arena, folder, descriptions[i].file);
        char *name = text ? call_find(arena, text, descriptions[i].call, NULL, 0) : NULL;
        size_t bracket = name ? strspn(name, "[") : 0;
        if (name)
            text_list_add_once(&names, arena,
                               arena_strndup(arena, name + bracket, strcspn(name + bracket, "]")));
    }
    return names;
}

bool is_named(const char *name, const struct text_list *names)
{
    for (size_t i = 0; i < names->count; i++)
        if (strcasecmp(name, names->items[i]) == 0)
            return true;
    return false;
}

static bool is_benchmark_name(const char *name)
{
    static const char *const ends[] = {"_bench", "-bench", "_benchmark", "-benchmark", NULL};
    size_t length = strlen(name);
    bool found = strncasecmp(name, "bench", strlen("bench")) == 0;
    for (const char *const *end = ends; *end && !found; end++)
        found = length > strlen(*end) && strcasecmp(name + length - strlen(*end), *end) == 0;
    return found;
}

// Is a folder of the path one of benchmarks?
static bool is_among_benchmarks(const char *path)
{
    static const char *const folders[] = {"bench", "benches", "benchmark", "benchmarks", NULL};
    for (const char *part = path, *slash; (slash = strchr(part, '/')); part = slash + 1)
        for (const char *const *folder = folders; *folder; folder++)
            if (strlen(*folder) == (size_t)(slash - part) &&
                strncasecmp(part, *folder, strlen(*folder)) == 0)
                return true;
    return false;
}

bool is_benchmark(const char *path)
{
    const char *name = path_base(path);
    return (is_benchmark_name(name) || is_among_benchmarks(path)) && !is_test(name);
}

// Of a harness that iterates until a time has passed.
#define AIMS(name)                                                                                 \
    "it uses " name ", so that its process takes the same time whatever its code does: read what " \
    "it prints, by 'samples: {pattern: …}'"

const char *unfit_harness_of(const char *path)
{
    enum { PROGRAM_MOST = 256 << 20 };
    static const struct {
        const char *symbol, *why;
    } harnesses[] = {{"_ZN7testing14InitGoogleTest", "it runs the tests of GoogleTest"},
                     {"_cmocka_run_group_tests", "it runs the tests of cmocka"},
                     {"srunner_run_all", "it runs the tests of Check"},
                     {"CU_basic_run_tests", "it runs the tests of CUnit"},
                     {"munit_suite_main", "it runs the tests of munit"},
                     {"UnityBegin", "it runs the tests of Unity"},
                     {"_ZN5Catch7Session", "it runs the tests of Catch2"},
                     {"_ZN7doctest7Context", "it runs the tests of doctest"},
                     {"_ZN5boost9unit_test", "it runs the tests of Boost.Test"},
                     {"9benchmark22RunSpecifiedBenchmarks", AIMS("Google Benchmark")},
                     {"6ankerl9nanobench", AIMS("nanobench")},
                     {"N6celero", AIMS("Celero")},
                     {"N9picobench", AIMS("picobench")},
                     {"N5hayai", AIMS("Hayai")},
                     {"N6nonius", AIMS("nonius")},
                     {"N8sltbench", AIMS("SLTBench")},
                     {"N9criterion", AIMS("criterion")},
                     {"N5divan", AIMS("divan")}};
    TEXT_CLEANUP struct text program = {0};
    struct error ignored;
    if (!file_read(path, PROGRAM_MOST, &program, &ignored))
        return NULL;
    for (size_t i = 0; i < sizeof harnesses / sizeof *harnesses; i++)
        if (memmem(program.bytes, program.length, harnesses[i].symbol, strlen(harnesses[i].symbol)))
            return harnesses[i].why;
    return NULL;
}

// ---- Rank

static size_t depth_of(const char *path)
{
    size_t depth = 0;
    for (const char *c = path; (c = strchr(c, '/')); c++)
        depth++;
    return depth;
}

static bool is_same_file(const char *path, const struct stat *wanted)
{
    struct stat status;
    return lstat(path, &status) == 0 && status.st_dev == wanted->st_dev &&
           status.st_ino == wanted->st_ino;
}

// The shortest path in the tree to this output: itself, a link with its name, or a hard link, as
// cargo makes of what it links below target/release/deps.
static const char *path_of(struct arena *arena, const char *tree, const struct text_list *entries,
                           const char *output)
{
    const char *own = path_within(output, tree);
    const char *best = own ? own : output;
    struct stat status = {0};
    bool linked = own && stat(output, &status) == 0 && status.st_nlink > 1;
    for (size_t i = 0; own && i < entries->count; i++) {
        const char *entry = entries->items[i];
        const char *path = path_join(arena, tree, entry);
        if (depth_of(entry) < depth_of(best) && ((linked && is_same_file(path, &status)) ||
                                                 (text_equal(path_base(entry), path_base(output)) &&
                                                  text_equal(path_absolute(arena, path), output))))
            best = entry;
    }
    return best;
}

static int class_of(const struct built *built, const struct text_list *names)
{
    return is_test(built->name)           ? 0
           : is_named(built->name, names) ? 3
           : is_test(built->path)         ? 1
                                          : 2;
}

static int by_rank(const void *one, const void *other, void *names)
{
    const struct built *a = one, *b = other;
    int difference = class_of(b, names) - class_of(a, names);
    if (difference)
        return difference;
    if (a->text_bytes != b->text_bytes)
        return a->text_bytes < b->text_bytes ? 1 : -1;
    return strcmp(a->path, b->path);
}

struct built *programs_rank(struct arena *arena, const char *tree, const struct text_list *outputs,
                            const struct text_list *project_names)
{
    struct built *programs = arena_new_array(arena, struct built, outputs->count);
    const char *top = path_absolute(arena, tree);
    struct text_list entries = {0};
    struct error none; // without a list no output has another path
    (void)!tree_list(arena, top, &entries, &none);
    for (size_t i = 0; i < outputs->count; i++) {
        struct size size = size_of(outputs->items[i]);
        const char *path = path_of(arena, top, &entries, outputs->items[i]);
        programs[i] = (struct built){path, path_base(path), size.file_bytes, size.text_bytes};
    }
    struct text_list names = *project_names;
    qsort_r(programs, outputs->count, sizeof *programs, by_rank, &names);
    return programs;
}
