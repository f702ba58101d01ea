// What children and their descendants execute and map.
#include "launching.h"

#include "base/files/files.h"

#define SHELL(...) WORDS("sh", "-c", __VA_ARGS__)

static struct launch shell(char *const *arguments)
{
    static char path[] = "PATH=/usr/bin:/bin";
    static char *const environment[] = {path, NULL};
    struct launch launch = as_usual(arguments);
    launch.program = "/bin/sh";
    launch.environment = environment;
    launch.lists_files = true;
    return launch;
}

static struct launched_files files_of(struct fixture *fixture)
{
    struct launched_files files = {0};
    assert_true(fixture->outcome.files_listed);
    if (!launcher_files(&fixture->launcher, &fixture->arena, &files, &fixture->error))
        fail_msg("%s", fixture->error.text);
    return files;
}

static bool has(const struct text_list *files, const char *end)
{
    for (size_t i = 0; i < files->count; i++)
        if (text_ends(files->items[i], end))
            return true;
    return false;
}

static void lists_what_descendants_execute(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = shell(
        SHELL("(\"$0\" exit 3; env \"$0\" exit 4) & wait; exit 5", ESWEXP_TEST_PROGRAMS "/child"));
    assert_ends(fixture, &launch, ENDED_EXIT, 5);
    struct launched_files files = files_of(fixture);
    assert_int_equal(files.executed.count, 3); // each once
    assert_true(has(&files.executed, "/env") && has(&files.executed, "/child"));
    assert_true(has(&files.mapped, "/child") && has(&files.mapped, "/libc.so.6"));
    launch.arguments = SHELL("exit 0");
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_int_equal(files_of(fixture).executed.count, 1); // none of the one before
}

static void lists_code_that_is_mapped_for_a_while(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch =
        shell(SHELL("\"$0\" map \"$1\"; exit $?", ESWEXP_TEST_PROGRAMS "/child", "/bin/true"));
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    struct launched_files files = files_of(fixture);
    assert_true(has(&files.mapped, "/true"));
    assert_false(has(&files.executed, "/true"));
}

// Its bytes can be read until the next child.
static void keeps_what_is_removed(void **state)
{
    struct fixture *fixture = *state;
    char *copy = arena_printf(&fixture->arena, "%s/copy", fixture->folder);
    struct launch launch = shell(
        SHELL("cp \"$0\" \"$1\" && \"$1\" exit 3; rm \"$1\"", ESWEXP_TEST_PROGRAMS "/child", copy));
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    struct launched_files files = files_of(fixture);
    assert_int_equal(files.contents.count, files.executed.count);
    const char *kept = NULL;
    for (size_t i = 0; i < files.executed.count; i++)
        kept = text_ends(files.executed.items[i], "/copy") ? files.contents.items[i] : kept;
    TEXT_CLEANUP struct text bytes = {0}, child = {0};
    assert_true(file_read(kept, SIZE_MAX, &bytes, &fixture->error));
    assert_true(file_read(ESWEXP_TEST_PROGRAMS "/child", SIZE_MAX, &child, &fixture->error));
    assert_int_equal(bytes.length, child.length);
    assert_memory_equal(bytes.bytes, child.bytes, child.length);
    launch.arguments = SHELL("exit 0");
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_false(file_exists(kept));
}

// Its zombie goes to the tracer first.
static void parents_see_the_end_of_killed_children(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = shell(SHELL("sleep 100 & kill -9 $!; wait $!; exit $(($? - 128))"));
    launch.timeout_s = 20;
    assert_ends(fixture, &launch, ENDED_EXIT, SIGKILL);
}

// A stop that comes between two looks must not be taken for an end.
static void many_at_once_run_on(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = shell(SHELL("for i in 1 2 3 4 5 6 7 8; do"
                                       " (for j in 1 2 3 4 5 6 7 8 9 10 11 12; do env true; done) &"
                                       " done; wait; exit 5"));
    launch.timeout_s = 60;
    assert_ends(fixture, &launch, ENDED_EXIT, 5);
}

static void lists_what_still_runs_at_the_end(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = shell(SHELL("setsid sleep 100 & sleep 0.2; :"));
    launch.timeout_s = 20;
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    struct launched_files files = files_of(fixture);
    assert_true(has(&files.executed, "/sleep") && has(&files.mapped, "/sleep"));
    launch.arguments = SHELL("sleep 100");
    launch.timeout_s = 0.2;
    assert_true(run(fixture, &launch) && fixture->outcome.ending == ENDED_TIMEOUT);
    files = files_of(fixture);
    assert_true(has(&files.executed, "/sleep"));
}

int tests_of_launcher_files(void)
{
    const struct CMUnitTest tests[] = {
        TEST(lists_what_descendants_execute),         TEST(keeps_what_is_removed),
        TEST(parents_see_the_end_of_killed_children), TEST(many_at_once_run_on),
        TEST(lists_what_still_runs_at_the_end),       TEST(lists_code_that_is_mapped_for_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
