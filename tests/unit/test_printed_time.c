// The time of an iteration or the rate that a program prints, as samples read it.
#include "testing.h"

#include "base/text.h"
#include "run/printed_time.h"

#include <string.h>

static void finds_one_number_alone(void **state)
{
    static const struct {
        const char *output, *samples;
    } cases[] = {{"38.1 ns/op\n", "{pattern: '([0-9.]+) ns/op', unit: ns}"},
                 {"ran 1000 rounds in 0.02 s: 12.5ms per call\n",
                  "{pattern: '([0-9.]+)ms per call', unit: ms}"},
                 {"1.2e+06 ops/s\n", "{pattern: '([0-9.e+-]+) ops/s', unit: ops/s, better: more}"},
                 {"450 requests per second, 3 errors\n",
                  "{pattern: '([0-9.]+) requests per second', unit: requests/s, better: more}"},
                 {"a 38.1 ns/op\nb 40.2 ns/op\n", NULL}, // of different benchmarks, perhaps
                 {"took 0.02 s\n", NULL},                // may be what it aims at
                 {"12 apples per tree\n", NULL},
                 {"", NULL}};
    struct arena arena = {0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *samples =
            printed_time_samples(&arena, cases[i].output, strlen(cases[i].output));
        if (!text_equal(samples, cases[i].samples))
            fail_msg("'%s': %s", cases[i].output, samples ? samples : "none");
    }
    arena_release(&arena);
}

int tests_of_printed_time(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_one_number_alone)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
