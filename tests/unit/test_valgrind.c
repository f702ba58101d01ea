// Instructions by valgrind: the same every time, in proportion to the work, and never a failure.
#include "launching.h"

#include "base/files/files.h"
#include "meters/meter.h"
#include "run/valgrind.h"

#include <math.h>

static void need_valgrind(struct fixture *fixture)
{
    const char *why = meter_unavailable(meter_find("instructions_valgrind"), &fixture->arena, "");
    if (why) {
        print_message("skipped: %s\n", why);
        skip();
    }
}

static struct execution_request request_of(enum sampling_kind kind, const char *program,
                                           char *const *arguments)
{
    static char *const no_environment[] = {NULL};
    return (struct execution_request){.program = program,
                                      .arguments = arguments,
                                      .environment = no_environment,
                                      .folder = ESWEXP_TEST_PROGRAMS,
                                      .sampling = {.kind = kind, .unit = "s", .scale = 1},
                                      .iterations = 10,
                                      .warmup = 2,
                                      .minimum_time_s = 0.001};
}

// NULL and the count, or why there is none.
static const char *refusal(struct fixture *fixture, const struct execution_request *request,
                           uint64_t batch, double *instructions)
{
    const char *why = NULL, *folder = arena_printf(&fixture->arena, "%s/out", fixture->folder);
    if (!valgrind_count(&fixture->arena, &fixture->launcher, request, 1, batch, folder,
                        instructions, &why, &fixture->error))
        fail_msg("%s", fixture->error.text);
    assert_false(folder_exists(folder));
    return why;
}

static double count(struct fixture *fixture, const struct execution_request *request,
                    uint64_t batch)
{
    double instructions = 0;
    const char *why = refusal(fixture, request, batch, &instructions);
    if (why)
        fail_msg("%s", why);
    return instructions;
}

static double count_adding(struct fixture *fixture, const char *times, const char *both)
{
    struct execution_request request =
        request_of(SAMPLING_PROCESS, "./counted", WORDS("counted", "add", times, both));
    return count(fixture, &request, 0);
}

static void counts_processes_and_their_children(void **state)
{
    need_valgrind(*state);
    double once = count_adding(*state, "1000000", "");
    double both = count_adding(*state, "1000000", "both");
    double nothing = count_adding(*state, "0", "");
    assert_true(once - nothing >= 3e6); // to load, add, store and count takes more than 3
    if (is_thorough()) {                // the harness counts the same again in any case
        assert_close(once, count_adding(*state, "1000000", ""), 1e-4);
        assert_close(count_adding(*state, "2000000", "") - nothing, 2 * (once - nothing), 1e-3);
    }
    assert_close(both - nothing, 2 * (once - nothing), 0.05);
}

// Of one iteration: the process around them has no part in it, nor has their number.
static void counts_an_iteration_of_the_harness(void **state)
{
    need_valgrind(*state);
    struct execution_request request = request_of(SAMPLING_ESWEXP, "./samples", WORDS("samples"));
    double few = count(*state, &request, 10);
    request.iterations = 33;
    double many = count(*state, &request, 1000000);
    assert_in_range((uintmax_t)few, 3000, 20000); // it adds 1000 numbers
    assert_close(few, many, 1e-3);
    if (!is_thorough())
        return;
    request.iterations = 10;
    assert_close(count(*state, &request, 1000000), many, 1e-4);
}

// Simulated, it is a process like others: nobody reads its output.
static void counts_other_harnesses(void **state)
{
    struct fixture *fixture = *state;
    need_valgrind(fixture);
    struct execution_request request =
        request_of(SAMPLING_HARNESS, "./child", WORDS("child", "exit", "0"));
    request.foreign_file = arena_printf(&fixture->arena, "%s/no.json", fixture->folder);
    request.told_count = true;
    assert_true(count(fixture, &request, 0) > 0);
}

static void says_why_there_is_no_count(void **state)
{
    double instructions;
    need_valgrind(*state);
    struct execution_request request =
        request_of(SAMPLING_PROCESS, "./child", WORDS("child", "exit", "3"));
    assert_string_equal(refusal(*state, &request, 0, &instructions), "exit 3");
    request.program = "./missing";
    assert_string_equal(refusal(*state, &request, 0, &instructions), "exit 127");
    request = request_of(SAMPLING_ESWEXP, "./samples", WORDS("samples", "die"));
    assert_non_null(refusal(*state, &request, 1, &instructions));
}

static void reads_the_summary(void **state)
{
    (void)state;
    double instructions = 0;
    assert_true(valgrind_summary("events: Ir\nfn=main\n1 5\nsummary: 1234567\n", &instructions));
    assert_close(instructions, 1234567, 0);
    assert_true(valgrind_summary("summary: 12 3 4\n", &instructions));
    assert_close(instructions, 12, 0);
    assert_false(valgrind_summary("", &instructions));
    assert_false(valgrind_summary("fn=summary: 1\n", &instructions));
    assert_false(valgrind_summary("summary:\n", &instructions));
    assert_false(valgrind_summary("summary: -1\n", &instructions));
    assert_false(valgrind_summary("summary: inf\n", &instructions));
}

int tests_of_valgrind(void)
{
    const struct CMUnitTest tests[] = {
        TEST(counts_processes_and_their_children),
        TEST(counts_an_iteration_of_the_harness),
        TEST(counts_other_harnesses),
        TEST(says_why_there_is_no_count),
        cmocka_unit_test(reads_the_summary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
