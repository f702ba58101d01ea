// What the CPUs do, told from a tree that stands in for /proc and changes between two looks.
#include "scratch.h"

#include "machine/activity/load.h"

static const struct load_watch *begin(struct scratch *scratch)
{
    return load_begin(&scratch->arena, scratch->folder);
}

static struct load end(struct scratch *scratch, const struct load_watch *watch)
{
    return load_end(&scratch->arena, watch);
}

// A line of /proc/ID/stat with these two times and the tick at which it began.
static void process(struct scratch *scratch, int id, const char *name, int user, int system,
                    int begun)
{
    scratch_file(scratch, arena_printf(&scratch->arena, "proc/%d/stat", id),
                 arena_printf(&scratch->arena,
                              "%d (%s) S 1 1 1 0 -1 4194560 9 9 0 0 %d %d 700 800 20 0 1 0 %d 9 9 "
                              "18446744073709551615 1 1\n",
                              id, name, user, system, begun));
}

static void steal_is_busy_and_waiting_for_a_disk_is_not(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "proc/stat", "cpu  10 20 30 1000 50 5 6 7 90 90\ncpu0 1 1 1 1\n");
    scratch_file(scratch, "proc/pressure/cpu",
                 "some avg10=12.50 avg60=1.00 avg300=2.00 total=3\n"
                 "full avg10=99.00 avg60=0.00 avg300=0.00 total=0\n");
    const struct load_watch *watch = begin(scratch);
    // 1 + 2 + 3 + 4 + 5 + 6 busy, 1000 idle, 179 waiting; guests are counted in the first two
    scratch_file(scratch, "proc/stat", "cpu  11 22 33 2000 229 9 11 13 990 990\ncpu0 1 1 1 1\n");
    struct load load = end(scratch, watch);
    assert_true(load.readable);
    assert_null(load.busy.why);
    assert_close(load.busy.share, 21.0 / 1200, 1e-12);
    assert_null(load.pressure.why);
    assert_close(load.pressure.share, 0.125, 1e-12);
    assert_int_equal(load.busiest_count, 0);
}

static void columns_may_go_back_or_be_missing(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "proc/stat", "cpu  10 0 0 100 500 0 0\n");
    const struct load_watch *watch = begin(scratch);
    scratch_file(scratch, "proc/stat", "cpu  20 0 0 190 400 0 0\n");
    assert_close(end(scratch, watch).busy.share, 0.1, 1e-12);
    scratch_file(scratch, "proc/stat", "cpu  0 0 0 0\ncpu0 7 7 7 7\n");
    watch = begin(scratch);
    scratch_file(scratch, "proc/stat", "cpu  1 0 0 3\ncpu0 9 9 9 9\n");
    assert_close(end(scratch, watch).busy.share, 0.25, 1e-12);
}

static void what_is_not_there_is_said(void **state)
{
    struct scratch *scratch = *state;
    struct load load = end(scratch, begin(scratch));
    assert_false(load.readable);
    assert_non_null(strstr(load.busy.why, "/proc/stat'"));
    assert_non_null(strstr(load.pressure.why, "/proc/pressure/cpu'"));
    scratch_file(scratch, "proc/stat", "cpu  1 2 3 4 5 6 7 8\n");
    load = end(scratch, begin(scratch));
    assert_true(load.readable);
    assert_string_equal(load.busy.why, "/proc/stat stands still");
}

static void odd_files_are_no_figures(void **state)
{
    static const char *const contents[] = {
        "",           "\n",           "cpu", "cpu  ", "cpu  1 2 3", "cpu0 1 2 3 4", "cpu  1 2 x 4",
        "some avg10", "some avg10=\n"};
    struct scratch *scratch = *state;
    for (size_t i = 0; i < sizeof contents / sizeof *contents; i++) {
        scratch_file(scratch, "proc/stat", contents[i]);
        scratch_file(scratch, "proc/pressure/cpu", contents[i]);
        struct load load = end(scratch, begin(scratch));
        assert_false(load.readable);
        assert_string_equal(load.busy.why, "/proc/stat does not begin with the ticks of the CPUs");
        assert_string_equal(load.pressure.why, "/proc/pressure/cpu has no 'some avg10'");
    }
}

static void the_busiest_are_named(void **state)
{
    struct scratch *scratch = *state;
    scratch_file(scratch, "proc/stat", "cpu  0 0 0 0 0 0 0 0\n");
    process(scratch, 12, "old", 5000, 5000, 1);
    process(scratch, 7, "a) (b", 100, 10, 2);
    process(scratch, 8, "reused", 900, 0, 3);
    process(scratch, 9, "some", 100, 0, 4);
    scratch_file(scratch, "proc/10/stat", "10 (cut short) S 1 2 3");
    scratch_file(scratch, "proc/self/stat", "is no process");
    const struct load_watch *watch = begin(scratch);
    scratch_file(scratch, "proc/stat", "cpu  500 0 0 500 0 0 0 0\n");
    process(scratch, 12, "old", 5000, 5000, 1);
    process(scratch, 7, "a) (b", 120, 20, 2);
    process(scratch, 8, "re\033used", 10, 5, 300);
    process(scratch, 9, "some", 110, 0, 4);
    process(scratch, 110, "cc1", 150, 0, 400);
    process(scratch, 111, "cc1", 200, 50, 401);
    struct load load = end(scratch, watch);
    assert_int_equal(load.busiest_count, LOAD_BUSIEST);
    assert_string_equal(load.busiest[0].name, "cc1");
    assert_close(load.busiest[0].share, 0.4, 1e-12);
    assert_string_equal(load.busiest[1].name, "a) (b");
    assert_close(load.busiest[1].share, 0.03, 1e-12);
    assert_string_equal(load.busiest[2].name, "re?used");
    assert_close(load.busiest[2].share, 0.015, 1e-12);
}

// Whatever it does just now.
static void this_machine_has_figures(void **state)
{
    struct scratch *scratch = *state;
    const struct load_watch *watch = load_begin(&scratch->arena, "");
    usleep(200000);
    struct load load = load_end(&scratch->arena, watch);
    assert_true(load.busy.why || (load.busy.share >= 0 && load.busy.share <= 1));
    assert_true(load.pressure.why || (load.pressure.share >= 0 && load.pressure.share <= 1));
}

int tests_of_load(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(steal_is_busy_and_waiting_for_a_disk_is_not),
        scratch_test(columns_may_go_back_or_be_missing),
        scratch_test(what_is_not_there_is_said),
        scratch_test(odd_files_are_no_figures),
        scratch_test(the_busiest_are_named),
        scratch_test(this_machine_has_figures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
