// Caches told from trees that stand in for /sys, and what is understood of that again.
#include "made_machine.h"

#include "base/text.h"
#include "machine/caches.h"

#define CACHE "sys/devices/system/cpu/cpu%d/cache/index%d/%s"

static void make_cache(struct scratch *scratch, int cpu, int index, const char *const told[4])
{
    static const char *const names[] = {"level", "type", "size", "shared_cpu_list"};
    for (size_t i = 0; i < 4; i++)
        if (told[i])
            scratch_file(scratch, arena_printf(&scratch->arena, CACHE, cpu, index, names[i]),
                         arena_printf(&scratch->arena, "%s\n", told[i]));
}

static void data_caches_are_told(void **state)
{
    struct scratch *scratch = *state;
    struct cache caches[CACHE_LEVELS_MOST];
    make_cache(scratch, 1, 0, (const char *const[]){"1", "Data", "48K", "1,9"});
    make_cache(scratch, 1, 1, (const char *const[]){"1", "Instruction", "32K", "1,9"});
    make_cache(scratch, 1, 2, (const char *const[]){"2", "Unified", "1280K", "1"});
    make_cache(scratch, 1, 3, (const char *const[]){"3", "Unified", "32M", "0-7,9-11"});
    make_cache(scratch, 10, 0, (const char *const[]){"1", "Data", "1K", "10"});
    scratch_file(scratch, "sys/devices/system/cpu/cpu1/cache/index0/coherency_line_size", "64\n");
    const char *told = caches_data(&scratch->arena, scratch->folder).value;
    assert_string_equal(told, "L1d 48 KiB shared by 2 CPUs, L2 1280 KiB, L3 32 MiB shared by 11 "
                              "CPUs");
    assert_int_equal(caches_told(&scratch->arena, told, caches), 3);
    assert_string_equal(caches[0].name, "L1d");
    assert_true(caches[0].bytes == 48 << 10 && caches[0].sharers == 2);
    assert_true(caches[1].bytes == 1280 << 10 && caches[1].sharers == 1);
    assert_true(caches[2].bytes == 32 << 20 && caches[2].sharers == 11);
    told = caches_line(&scratch->arena, scratch->folder).value;
    assert_string_equal(told, "64 B");
    assert_true(caches_line_told(told) == 64);
}

static void nothing_is_made_up(void **state)
{
    struct scratch *scratch = *state;
    struct cache caches[CACHE_LEVELS_MOST];
    assert_null(caches_data(&scratch->arena, scratch->folder).value);
    assert_null(caches_line(&scratch->arena, scratch->folder).value);
    make_cache(scratch, 0, 0, (const char *const[]){"1", "Data", NULL, "0"});
    make_cache(scratch, 0, 1, (const char *const[]){"2", "Unified", "99999999999999999999K", "0"});
    assert_null(caches_data(&scratch->arena, scratch->folder).value);
    static const char *const texts[] = {"not available here: the kernel does not report it",
                                        "",
                                        "L",
                                        "L1d",
                                        "L1d 48",
                                        "L1d 48 pages",
                                        ","};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(caches_told(&scratch->arena, texts[i], caches), 0);
    assert_int_equal(caches_told(&scratch->arena, NULL, caches), 0);
    assert_int_equal(caches_told(&scratch->arena, "L1 1 B, L2 2 B, L3 3 B, L4 4 B, L5 5 B", caches),
                     CACHE_LEVELS_MOST);
    assert_true(caches_line_told(NULL) == 0 && caches_line_told("not available here: x") == 0);
}

int tests_of_caches(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(data_caches_are_told),
        scratch_test(nothing_is_made_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
