// The harness eswexp.h around a kernel: its options, its check, and what a person reads.
#include "../harness/engine_side.h"

struct work {
    uint64_t size, done;
    const char *kind;
};

static void work(void *context, uint64_t iterations)
{
    struct work *done = context;
    for (; iterations > 0; iterations--) {
        done->done++;
        ESW_CLOBBER();
    }
}

static void do_nothing(void *context, uint64_t iterations)
{
    (void)context;
    (void)iterations;
}

static bool set_up(struct esw_kernel *kernel)
{
    const struct work *work = kernel->context;
    kernel->bytes = 8 * (double)work->size;
    if (strcmp(work->kind, "free") == 0)
        kernel->run = do_nothing;
    return strcmp(work->kind, "broken") != 0;
}

static bool check(void *context)
{
    const struct work *done = context;
    return done->done != 7;
}

static int kernel_main(int argc, char **argv)
{
    struct work context = {.size = 5, .kind = "good"};
    const struct esw_option options[] = {
        {.name = "size", .help = "of the work", .number = &context.size, .least = 1},
        {.name = "kind", .help = "of the work", .text = &context.kind},
        {0},
    };
    struct esw_kernel kernel = {
        .name = "worker",
        .iteration = "a piece of work",
        .operation = "stroke",
        .operations = 3,
        .options = options,
        .context = &context,
        .setup = set_up,
        .run = work,
        .check = check,
    };
    return esw_main(&kernel, argc, argv);
}

static void test_a_kernel_says_what_it_did(void **state)
{
    (void)state;
    const char *argv[] = {"bench", "--size", "100", NULL};
    offer(100, (struct esw_request){.iterations = 5, .warmup = 1});
    assert_int_equal(kernel_main(3, (char **)argv), 0);
    assert_int_equal(view->count, 6);
    assert_string_equal(view->answer.name, "worker");
    assert_string_equal(view->answer.iteration, "a piece of work");
    assert_string_equal(view->answer.operation, "stroke");
    assert_close(view->answer.bytes, 800, 0);
    assert_close(view->answer.operations, 3, 0);
}

static void test_a_failed_check_is_said(void **state)
{
    (void)state;
    const char *const argv[] = {"bench", NULL};
    offer(100, (struct esw_request){.iterations = 7});
    assert_exits(kernel_main, argv, 3, "bench: the result is wrong");
    assert_int_equal(view->answer.state, ESW_CHECK_FAILED);
    assert_int_equal(view->count, 7);
}

static void test_alone_it_prints_for_a_person(void **state)
{
    (void)state;
    const char *const argv[] = {"./bench", "--iterations",   "4",    "--warmup", "1",
                                "--each",  "--minimum-time", "10us", NULL};
    assert_exits(kernel_main, argv, 0, "\twarm-up\n");
    assert_exits(kernel_main, argv, 0,
                 "worker: an iteration is a piece of work\n  4 samples, each the mean of ");
    assert_exits(kernel_main, argv, 0, " per stroke\n");
    assert_exits(kernel_main, argv, 0, " GB/s\n");
}

static void test_options_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *name, *value;
        int code;
        const char *words;
    } cases[] = {
        {"--help", NULL, 0, "--size           of the work"},
        {"--siez", "1", 2, "bench: unknown option '--siez'"},
        {"more", NULL, 2, "bench: unknown argument 'more'"},
        {"--size", NULL, 2, "bench: no value for option '--size'"},
        {"--size", "0", 2, "bench: not a whole number in range '0'"},
        {"--size", "-1", 2, "bench: not a whole number in range '-1'"},
        {"--size", "99999999999999999999", 2, "bench: not a whole number in range"},
        {"--iterations", "1.5", 2, "bench: not a whole number in range '1.5'"},
        {"--minimum-time", "10", 2, "bench: not a time like 10ms '10'"},
        {"--minimum-time", "nan", 2, "bench: not a time like 10ms 'nan'"},
        {"--kind", "free", 2, "bench: an iteration takes no time"},
        {"--kind", "broken", 2, "bench: cannot set up 'worker'"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
        const char *const argv[] = {"bench", cases[i].name, cases[i].value, NULL};
        assert_exits(kernel_main, argv, cases[i].code, cases[i].words);
    }
}

int tests_of_harness_kernel(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_kernel_says_what_it_did, withdraw),
        cmocka_unit_test_teardown(test_a_failed_check_is_said, withdraw),
        cmocka_unit_test_teardown(test_alone_it_prints_for_a_person, withdraw),
        cmocka_unit_test_teardown(test_options_are_checked, withdraw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
