// Which executions may use several CPUs at once, as a trace shows.
#include "launching.h"

#define SHELL(...) WORDS("sh", "-c", __VA_ARGS__)

static enum concurrency of(struct fixture *fixture, const char *program, char *const *arguments)
{
    static char path[] = "PATH=/usr/bin:/bin";
    static char *const environment[] = {path, NULL};
    struct launch launch = as_usual(arguments);
    launch.program = program;
    launch.environment = environment;
    launch.watches_concurrency = true;
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    return fixture->outcome.concurrency;
}

static enum concurrency of_shell(struct fixture *fixture, char *command)
{
    return of(fixture, "/bin/sh", SHELL(command));
}

static void one_process_is_alone(void **state)
{
    char computes[] = "i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done";
    assert_int_equal(of_shell(*state, computes), CONCURRENCY_NONE);
}

static void who_awaits_its_children_is_alone(void **state)
{
    char calls[] = "for i in 1 2 3; do env true; x=$(env echo $i); done; sh -c 'env true; :'; :";
    assert_int_equal(of_shell(*state, calls), CONCURRENCY_NONE);
}

static void a_pipeline_is_concurrent(void **state)
{
    char pipeline[] = "env true | env cat | env cat";
    assert_int_equal(of_shell(*state, pipeline), CONCURRENCY_PROCESSES);
}

static void who_computes_beside_its_child_is_concurrent(void **state)
{
    char works[] = "sleep 0.3 & i=0; while [ $i -lt 50000 ]; do i=$((i + 1)); done; wait";
    assert_int_equal(of_shell(*state, works), CONCURRENCY_PROCESSES);
}

// A daemon, whose parent has gone; one that the child leaves behind, or becomes.
static void who_leaves_children_is_concurrent(void **state)
{
    char daemon[] = "(sleep 0.5 &); env true";
    char left[] = "sleep 0.5 & exit 0";
    char becomes[] = "sleep 0.5 & exec env true";
    assert_int_equal(of_shell(*state, daemon), CONCURRENCY_PROCESSES);
    assert_int_equal(of_shell(*state, left), CONCURRENCY_PROCESSES);
    assert_int_equal(of_shell(*state, becomes), CONCURRENCY_PROCESSES);
}

// Their end is seen, too: the next child is not beside them.
static void killed_children_are_gone(void **state)
{
    char kills[] = "for i in 1 2 3; do sh -c 'kill -9 $$'; done; env true";
    assert_int_equal(of_shell(*state, kills), CONCURRENCY_NONE);
}

static void threads_are_concurrent(void **state)
{
    assert_int_equal(of(*state, ESWEXP_TEST_PROGRAMS "/memory", WORDS("memory", "thread", "4096")),
                     CONCURRENCY_THREADS);
}

// Figures at the end of the child need the same trace.
static void figures_are_read_beside_it(void **state)
{
    struct fixture *fixture = *state;
    char computes[] = "env true; :";
    struct launch launch = as_usual(SHELL(computes));
    launch.program = "/bin/sh";
    launch.figures = figure_bit(FIGURE_VIRTUAL_MEMORY);
    launch.watches_concurrency = true;
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_true(figure_is_known(&fixture->outcome.figures, FIGURE_VIRTUAL_MEMORY));
    assert_int_equal(fixture->outcome.concurrency, CONCURRENCY_NONE);
    launch.watches_concurrency = false;
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_int_equal(fixture->outcome.concurrency, CONCURRENCY_UNKNOWN);
}

int tests_of_concurrency(void)
{
    const struct CMUnitTest tests[] = {
        TEST(one_process_is_alone),     TEST(who_awaits_its_children_is_alone),
        TEST(a_pipeline_is_concurrent), TEST(who_computes_beside_its_child_is_concurrent),
        TEST(threads_are_concurrent),   TEST(who_leaves_children_is_concurrent),
        TEST(killed_children_are_gone), TEST(figures_are_read_beside_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
