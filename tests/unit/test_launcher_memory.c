// Memory of a child, of the child at its end and of all that it begets; nothing of its spawner's.
#include "launching.h"

#include "base/files/files.h"
#include "base/files/paths.h"
#include "machine/memory_group.h"
#include "run/launcher/process_memory.h"

#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1
#endif
#endif

static const double MIB = 1 << 20;

static struct launch memory(char *const *arguments, uint64_t figures)
{
    struct launch launch = as_usual(arguments);
    launch.program = ESWEXP_TEST_PROGRAMS "/memory";
    launch.figures = figures;
    return launch;
}

static double figure(const struct fixture *fixture, enum figure which)
{
    assert_true(figure_is_known(&fixture->outcome.figures, which));
    return fixture->outcome.figures.values[which];
}

// What the child said of itself: peak, address space, resident, shared.
static double its_own(struct fixture *fixture, int which)
{
    const char *text = said(fixture);
    char *end = (char *)text;
    double kilobytes = -1;
    for (int i = 0; i <= which; i++)
        kilobytes = (double)strtol(end, &end, 10);
    assert_true(kilobytes > 0);
    return kilobytes * 1024;
}

static void assert_near(double is, double should, double tolerance)
{
    if (!(is >= should - tolerance && is <= should + tolerance))
        fail_msg("%.0f is not %.0f ± %.0f", is, should, tolerance);
}

static void peak_is_the_childs_own(void **state)
{
    struct fixture *fixture = *state;
    size_t ballast = (size_t)300 << 20;
    char *held = mmap(NULL, ballast, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    assert_true(held != MAP_FAILED);
    launcher_stop(&fixture->launcher);
    assert_true(launcher_start(&fixture->launcher, ESWEXP_LAUNCHER, &fixture->error));
    struct launch hundred = memory(ARGUMENTS("touch", "100000000"), 0);
    assert_ends(fixture, &hundred, ENDED_EXIT, 0);
    assert_near(figure(fixture, FIGURE_PEAK_MEMORY), its_own(fixture, 0), MIB);
    struct launch thirty = memory(ARGUMENTS("return", "30000000"), 0);
    assert_ends(fixture, &thirty, ENDED_EXIT, 0);
    assert_near(figure(fixture, FIGURE_PEAK_MEMORY), its_own(fixture, 0), MIB);
    munmap(held, ballast);
}

// Neither long requests before it nor those that wait behind it count.
static void a_small_child_is_small(void **state)
{
    struct fixture *fixture = *state;
    enum { COUNT = 40 };
    struct launch launches[COUNT];
    struct outcome outcomes[COUNT];
    size_t ended = 0;
    char *variable = arena_alloc(&fixture->arena, 100000);
    memset(variable, 'x', 99999);
    variable[1] = '=';
    char *environment[] = {variable, NULL};
#ifdef __SANITIZE_ADDRESS__
    skip(); // its launcher is not small
#endif
    for (int i = 0; i < COUNT; i++) {
        launches[i] = memory(ARGUMENTS("touch", "0"), 0);
        launches[i].environment = environment;
    }
    for (size_t done = 0; done < COUNT; done += ended) {
        assert_true(launcher_run(&fixture->launcher, launches + done, COUNT - done, outcomes,
                                 &ended, &fixture->error));
        for (size_t i = 0; i < ended; i++)
            assert_true(outcomes[i].code == 0 &&
                        outcomes[i].figures.values[FIGURE_PEAK_MEMORY] < 3e6);
    }
}

static void require_stops(const struct fixture *fixture)
{
    if (fixture->outcome.stop_refused)
        skip();
}

static void assert_end_is_its_own(struct fixture *fixture, const struct launch *launch)
{
    assert_ends(fixture, launch, ENDED_EXIT, 0);
    require_stops(fixture);
    assert_near(figure(fixture, FIGURE_VIRTUAL_MEMORY), its_own(fixture, 1), 0);
    assert_near(figure(fixture, FIGURE_RESIDENT_MEMORY), its_own(fixture, 2), MIB / 2);
    assert_near(figure(fixture, FIGURE_SHARED_MEMORY), its_own(fixture, 3), MIB / 2);
}

static void memory_at_the_end(void **state)
{
    struct fixture *fixture = *state;
    struct launch untouched = memory(ARGUMENTS("share", "268435456"), figures_at_end);
    assert_end_is_its_own(fixture, &untouched);
    assert_true(figure(fixture, FIGURE_VIRTUAL_MEMORY) >= 256 * MIB);
    assert_true(figure(fixture, FIGURE_RESIDENT_MEMORY) < 16 * MIB);
    assert_true(figure(fixture, FIGURE_UNIQUE_MEMORY) < 16 * MIB);
    struct launch half = memory(ARGUMENTS("share", "268435456", "134217728"), figures_at_end);
    assert_end_is_its_own(fixture, &half);
    assert_near(figure(fixture, FIGURE_SHARED_MEMORY), 128 * MIB, 16 * MIB);
    assert_near(figure(fixture, FIGURE_UNIQUE_MEMORY), 128 * MIB, 16 * MIB);
    assert_true(figure(fixture, FIGURE_PROPORTIONAL_MEMORY) <=
                figure(fixture, FIGURE_RESIDENT_MEMORY) + MIB);
}

static void of_the_last_image_and_of_whichever_thread_ends_it(void **state)
{
    struct fixture *fixture = *state;
    struct launch another = memory(ARGUMENTS("exec", "30000000", "touch"), figures_at_end);
    assert_end_is_its_own(fixture, &another);
    struct launch thread = memory(ARGUMENTS("thread", "30000000"), figures_at_end);
    assert_ends(fixture, &thread, ENDED_EXIT, 0);
    assert_near(figure(fixture, FIGURE_UNIQUE_MEMORY), 30e6, 2 * MIB);
}

// The first thread is what is watched: of another's end nothing is known.
static void nothing_is_said_of_another_end(void **state)
{
    struct fixture *fixture = *state;
    struct launch outlasted = memory(ARGUMENTS("outlasted", "30000000"), figures_at_end);
    assert_ends(fixture, &outlasted, ENDED_EXIT, 0);
    assert_false(fixture->outcome.figures.known & figures_at_end);
    struct launch another = memory(ARGUMENTS("thread-exec", "0", "touch"), figures_at_end);
    assert_ends(fixture, &another, ENDED_EXIT, 0);
    assert_false(fixture->outcome.figures.known & figures_at_end);
    assert_true(strlen(said(fixture)) > 0);
}

static void nothing_that_was_not_asked_for(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = memory(ARGUMENTS("touch", "0"), 0);
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    assert_false(fixture->outcome.figures.known & (figures_at_end | figures_of_group));
}

static void signals_reach_a_watched_child(void **state)
{
    struct fixture *fixture = *state;
    struct launch launch = memory(ARGUMENTS("signals"), figures_at_end);
    assert_says(fixture, &launch, "stopped 1005");
    launch.figures = 0;
    assert_says(fixture, &launch, "stopped 1005");
    struct launch slow = as_usual(ARGUMENTS("sleep"));
    slow.figures = figures_at_end;
    slow.timeout_s = 0.1;
    assert_ends(fixture, &slow, ENDED_TIMEOUT, SIGTERM);
    struct launch stubborn = as_usual(ARGUMENTS("stubborn"));
    stubborn.figures = figures_at_end;
    stubborn.timeout_s = stubborn.grace_s = 0.1;
    assert_ends(fixture, &stubborn, ENDED_TIMEOUT, SIGKILL);
    struct launch dying = as_usual(ARGUMENTS("signal", "11"));
    dying.figures = figures_at_end;
    assert_ends(fixture, &dying, ENDED_SIGNAL, SIGSEGV);
    require_stops(fixture);
    assert_true(figure(fixture, FIGURE_VIRTUAL_MEMORY) > 0);
}

static int by_value(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return (first > second) - (first < second);
}

// The median of several is undisturbed.
static double usual_switches(struct fixture *fixture, uint64_t figures)
{
    enum { COUNT = 7 };
    double counts[COUNT];
    for (int i = 0; i < COUNT; i++) {
        struct launch launch = memory(ARGUMENTS("stop", "5"), figures);
        assert_ends(fixture, &launch, ENDED_EXIT, 0);
        require_stops(fixture);
        counts[i] = figure(fixture, FIGURE_VOLUNTARY_SWITCHES);
    }
    qsort(counts, COUNT, sizeof *counts, by_value);
    return counts[COUNT / 2];
}

// A child's own stops are, whoever looks at them; give or take what the kernel schedules.
static void our_stops_are_not_its_switches(void **state)
{
    struct fixture *fixture = *state;
    double watched = usual_switches(fixture, figures_at_end), alone = usual_switches(fixture, 0);
    assert_true(alone >= 5);
    assert_near(watched, alone, 3);
}

static const char *group_place(struct fixture *fixture)
{
    const char *why;
    const char *place = memory_group_place(&fixture->arena, "", &why);
    if (!place)
        skip();
    return place;
}

static void memory_of_the_whole_tree(void **state)
{
    struct fixture *fixture = *state;
    const char *place = group_place(fixture);
    struct launch launch = memory(ARGUMENTS("children", "20000000"), figures_of_group);
    assert_ends(fixture, &launch, ENDED_EXIT, 0);
    double peak = figure(fixture, FIGURE_TREE_MEMORY);
    assert_true(peak >= 60e6 && peak < 90e6);
    require_stops(fixture);
    assert_true(figure(fixture, FIGURE_KERNEL_MEMORY) < 20e6);
    struct launch one = memory(ARGUMENTS("touch", "20000000"), figures_of_group);
    assert_ends(fixture, &one, ENDED_EXIT, 0);
    peak = figure(fixture, FIGURE_TREE_MEMORY);
    assert_true(peak >= 20e6 && peak < 40e6);
    const char *own =
        arena_printf(&fixture->arena, "%s/eswexp-%d", place, (int)fixture->launcher.pid);
    assert_false(folder_exists(own));
}

// A group whose launcher was killed is removed by a later one, once what was in it is gone.
static void groups_left_behind_go(void **state)
{
    struct fixture *fixture = *state;
    const char *left = arena_printf(&fixture->arena, "%s/eswexp-%d", group_place(fixture),
                                    (int)fixture->launcher.pid);
    struct launch killer = as_usual(ARGUMENTS("end-parent"));
    killer.figures = figures_of_group;
    assert_ends(fixture, &killer, ENDED_LAUNCHER, SIGKILL);
    assert_true(folder_exists(left));
    for (int tries = 0; tries < 100 && folder_exists(left); tries++) {
        struct launch launch = memory(ARGUMENTS("touch", "0"), figures_of_group);
        assert_ends(fixture, &launch, ENDED_EXIT, 0);
    }
    assert_false(folder_exists(left));
}

static void reading_what_the_kernel_writes(void **state)
{
    struct fixture *fixture = *state;
    struct figures figures = {0};
    uint64_t pages = figure_bit(FIGURE_UNIQUE_MEMORY);
    const char *status = path_join(&fixture->arena, fixture->folder, "status");
    const char *rollup = path_join(&fixture->arena, fixture->folder, "smaps_rollup");
    process_memory_read(fixture->folder, pages, &figures);
    assert_int_equal(figures.known, 0); // no files: a process that is gone, or a kernel without
    static const char status_text[] = "Name:\tVmRSS: 9 kB\nVmSize:\t     100 kB\nVmRSS:\t 50 kB\n"
                                      "RssFile:\t nonsense\nRssShmem:\t 7 kB\n";
    static const char rollup_text[] = "5-7 ---p 0 0:0 0 [rollup]\nRss: 9 kB\nPss: 6 kB\n"
                                      "Pss_Dirty: 5 kB\nPrivate_Clean: 1 kB\nPrivate_Dirty: 2 kB\n";
    assert_true(file_write(status, status_text, strlen(status_text), &fixture->error));
    assert_true(file_write(rollup, rollup_text, strlen(rollup_text), &fixture->error));
    process_memory_read(fixture->folder, pages, &figures);
    assert_close(figures.values[FIGURE_VIRTUAL_MEMORY], 102400, 0);
    assert_close(figures.values[FIGURE_RESIDENT_MEMORY], 51200, 0);
    assert_false(figure_is_known(&figures, FIGURE_SHARED_MEMORY));
    assert_close(figures.values[FIGURE_PROPORTIONAL_MEMORY], 6144, 0);
    assert_close(figures.values[FIGURE_UNIQUE_MEMORY], 3072, 0);
}

int tests_of_launcher_memory(void)
{
    const struct CMUnitTest tests[] = {
        TEST(peak_is_the_childs_own),
        TEST(a_small_child_is_small),
        TEST(memory_at_the_end),
        TEST(of_the_last_image_and_of_whichever_thread_ends_it),
        TEST(nothing_is_said_of_another_end),
        TEST(nothing_that_was_not_asked_for),
        TEST(signals_reach_a_watched_child),
        TEST(our_stops_are_not_its_switches),
        TEST(memory_of_the_whole_tree),
        TEST(groups_left_behind_go),
        TEST(reading_what_the_kernel_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
