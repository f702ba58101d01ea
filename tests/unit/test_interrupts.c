// Interrupts and busy shares of each CPU, from files that stand in for the kernel's.
#include "scratch.h"

#include "machine/activity/cpu_busy.h"
#include "machine/activity/interrupts.h"

static struct interrupts read_interrupts(struct scratch *scratch, const char *text)
{
    scratch_file(scratch, "proc/interrupts", text);
    return interrupts_read(&scratch->arena, scratch->folder);
}

static void columns_are_those_of_cpus_online(void **state)
{
    struct scratch *scratch = *state;
    struct interrupts none = {0};
    struct interrupts first = read_interrupts(scratch, "           CPU0       CPU2\n"
                                                       " 24:          1          5  5-edge 99\n"
                                                       "LOC:        100        200  Local timer\n"
                                                       "ERR:          7\n");
    assert_null(first.why);
    assert_int_equal(interrupts_between(&none, &first, 0), 101);
    assert_int_equal(interrupts_between(&none, &first, 1), 0);
    assert_int_equal(interrupts_between(&none, &first, 2), 205);
    assert_int_equal(interrupts_between(&none, &first, 1 << 20), 0);
    assert_int_equal(first.devices[0], 1);
    assert_int_equal(first.devices[2], 5);
    assert_int_equal(first.cpus, 2);
    struct interrupts second = read_interrupts(scratch, "CPU0 CPU1 CPU2\nLOC: 90 3 300\n");
    assert_int_equal(interrupts_between(&first, &second, 0), 0); // went back
    assert_int_equal(interrupts_between(&first, &second, 1), 3); // came online
    assert_int_equal(interrupts_between(&first, &second, 2), 95);
}

static void nonsense_is_told(void **state)
{
    struct scratch *scratch = *state;
    assert_string_equal(interrupts_read(&scratch->arena, scratch->folder).why,
                        "/proc/interrupts cannot be read");
    static const char *const texts[] = {"\n",
                                        "CPU\n",
                                        "LOC: 1 2\n",
                                        "CPUx 1\n",
                                        "CPU99999999999999999999\nLOC: 1\n",
                                        "CPU8192\nLOC: 1\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(read_interrupts(scratch, texts[i]).why,
                            "/proc/interrupts does not begin with the names of CPUs");
    struct interrupts odd = read_interrupts(
        scratch, "CPU0\nno colon 5\nA: -3\nB: 99999999999999999999999\nC:\n:\n\n: 4");
    assert_null(odd.why);
}

static struct cpu_busy read_busy(struct scratch *scratch, const char *text)
{
    scratch_file(scratch, "proc/stat", text);
    return cpu_busy_read(&scratch->arena, scratch->folder);
}

static void each_cpu_has_its_share(void **state)
{
    struct scratch *scratch = *state;
    struct cpu_busy before = read_busy(scratch, "cpu  9 9 9 9\n"
                                                "cpu0 10 0 0 90 0 0 0 0 0 0\n"
                                                "cpu3 10 10 10 50 20 0 0 0 7 7\nintr 1\n");
    struct cpu_busy after = read_busy(scratch, "cpu  9 9 9 9\n"
                                               "cpu0 10 0 0 190 0 0 0 0 0 0\n"
                                               "cpu3 20 10 10 60 30 0 5 5 9 9\nintr 1\n");
    assert_null(after.why);
    assert_close(cpu_busy_between(&before, &after, 0), 0, 1e-12);
    assert_close(cpu_busy_between(&before, &after, 3), 0.5, 1e-12); // guests are in it already
    assert_close(cpu_busy_between(&before, &after, 1), 0, 1e-12);
    assert_close(cpu_busy_between(&after, &before, 3), 0, 1e-12);
    assert_close(cpu_busy_between(&before, &after, -1), 0, 1e-12);
}

static void ticks_that_are_none_are_told(void **state)
{
    struct scratch *scratch = *state;
    static const char *const texts[] = {"", "cpu 1 2 3 4\n", "cpu0 1 2 3\n", "cpu0 a b c d\n",
                                        "cpu99999999 1 2 3 4\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_string_equal(read_busy(scratch, texts[i]).why,
                            "/proc/stat has no ticks of single CPUs");
    struct cpu_busy odd = read_busy(
        scratch, "cpu0 99999999999999999999 99999999999999999999 1 18446744073709551615\n");
    assert_true(cpu_busy_between(&odd, &odd, 0) == 0);
}

int tests_of_interrupts(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(columns_are_those_of_cpus_online),
        scratch_test(nonsense_is_told),
        scratch_test(each_cpu_has_its_share),
        scratch_test(ticks_that_are_none_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
