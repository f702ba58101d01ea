// Profiles: lines of perf and gdb taken apart, kept in the store, told in the report.
#include "golden.h"
#include "reported.h"

#include "base/files/paths.h"
#include "base/files/trees.h"
#include "executor/observe/profilers.h"
#include "store/results/profiles.h"

#include <unistd.h>

// The profilers as they are, whether or not the machine has them: a PATH that has both.
static const struct profiler *profiler(struct arena *arena, const char *name)
{
    struct error error = {0};
    const struct profiler *found = NULL;
    const char *program;
    char *folder = temporary_folder(arena);
    assert_non_null(folder);
    assert_int_equal(symlink("/bin/sh", path_join(arena, folder, name)), 0);
    setenv("PATH", folder, 1);
    assert_done(profiler_find(arena, name, &found, &program, &error), error);
    assert_true(tree_remove(folder, &error));
    return found;
}

static void reads(const struct profiler *profiler, const char *words, const char *function,
                  const char *object)
{
    char line[256];
    struct hit hit = {"", ""};
    snprintf(line, sizeof line, "%s", words);
    bool read = profiler->read(line, &hit);
    if (read != (function != NULL))
        fail_msg("%s: %s", words, read ? hit.function : "no sample");
    if (function) {
        assert_string_equal(hit.function, function);
        assert_string_equal(hit.object, object);
    }
}

static void lines_of_perf(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct profiler *perf = profiler(&arena, "perf");
    reads(perf, "    55984d7b7a17 walk (/tmp/a/canary)", "walk", "canary");
    reads(perf, " ffff81 [unknown] ([kernel.kallsyms])", "[unknown]", "[kernel.kallsyms]");
    reads(perf, " 7f00 f(int, (lambda)) (/lib/it's (one).so)", "f(int, (lambda)) (/lib/it's",
          "one).so");
    static const char *const none[] = {
        "",      " ",       "(",           ")",           " 1 ",         "1 (",
        "1 )",   "1 a",     "walk (/tmp)", "zz walk (a)", "1 walk (a",   "1 walk(a)",
        "1 (a)", "0 f (a)", "-",           "1  (a)x",     "Error: none", "1 ()",
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        reads(perf, none[i], NULL, NULL);
    arena_release(&arena);
}

static void lines_of_gdb(void **state)
{
    (void)state;
    struct arena arena = {0};
    const struct profiler *gdb = profiler(&arena, "gdb");
    reads(gdb, "walk + 12 in section .text of /tmp/canary", "walk", "canary");
    reads(gdb, "walk in section .text", "walk", "");
    reads(gdb, "operator + + 4 in section .text of /lib/x.so", "operator +", "x.so");
    reads(gdb, "No symbol matches $pc.", "[unknown]", "");
    reads(gdb, " in section .text", NULL, NULL);
    reads(gdb, "_dl_debug_state in section .text of /lib64/ld-linux-x86-64.so.2", NULL, NULL);
    reads(gdb, "Program received signal SIGINT, Interrupt.", NULL, NULL);
    reads(gdb, "", NULL, NULL);
    arena_release(&arena);
}

static void kept_and_told(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    struct findings findings;
    struct repetitions repetitions = {.blocks = 5, .executions = 1, .iterations = 2};
    struct stored_truth truth = {.mean = {1, 1}, .build = 0.01};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 2, 1);
    struct store *store = stored_create(path, spec);
    stored_phase(store, spec, PHASE_REAL, &repetitions, &truth);
    struct profile_row rows[] = {
        {0, 1, "gdb", "walk", "sort", 1, 9, 10},
        {0, 1, "gdb", "memcpy", "libc.so.6", 2, 1, 10},
    };
    assert_done(store_profile(store, rows, 2, &error), error);
    rows[0].samples = 30;
    rows[0].all = 40;
    assert_done(store_profile(store, rows, 1, &error), error); // in place of the first
    assert_done(analysis_load(&arena, store, &findings, &error), error);
    assert_int_equal(findings.profile_count, 1);
    assert_golden("profile.txt", as_text(&findings, 80, false));
    assert_golden("profile.md", as_markdown(&findings));
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

int tests_of_profiles(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_perf),
        cmocka_unit_test(lines_of_gdb),
        cmocka_unit_test(kept_and_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
