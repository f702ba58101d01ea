// What keeps two stored campaigns from being compared.
#include "testing.h"

#include "campaign/origin/comparability.h"
#include "store/facts.h"

#include <string.h>

struct pair {
    struct store *old, *new;
    struct arena arena;
};

static void say(struct store *store, const char *key, const char *value)
{
    struct error error;
    if (!store_set(store, key, value, &error))
        fail_msg("%s", error.text);
}

static int make(void **state)
{
    static struct pair pair;
    struct error error;
    pair = (struct pair){.old = store_temporary(&error), .new = store_temporary(&error)};
    struct store *const stores[] = {pair.old, pair.new};
    for (size_t i = 0; i < 2; i++) {
        assert_non_null(stores[i]);
        say(stores[i], "machine.cpu", "Some CPU");
        say(stores[i], "toolchain.sort.default", "cc 12.2, GNU ld 2.40");
        say(stores[i], "revision", i ? "aaaa" : "bbbb");
    }
    say(pair.old, "spec", "experiment: x\n# eswexp --seed 0x0000000000000001\n");
    say(pair.new, "spec", "experiment: x\n# eswexp --seed 0x0000000000000002\n");
    *state = &pair;
    return 0;
}

static int end(void **state)
{
    struct pair *pair = *state;
    store_close(pair->old);
    store_close(pair->new);
    arena_release(&pair->arena);
    return 0;
}

static struct text_list differences(struct pair *pair)
{
    struct text_list list = {0};
    struct error error;
    if (!comparability_differences(&pair->arena, pair->old, pair->new, &list, &error))
        fail_msg("%s", error.text);
    return list;
}

static void seeds_and_revisions_may_differ(void **state)
{
    assert_int_equal(differences(*state).count, 0);
}

// In another version's words, or as another user.
static void why_nothing_is_told_may_differ(void **state)
{
    struct pair *pair = *state;
    say(pair->old, "machine.boost", "not available here: this machine has no switch for it");
    say(pair->new, "machine.boost", "not available here: this kernel has none");
    assert_int_equal(differences(pair).count, 0);
    say(pair->new, "machine.boost", "off");
    assert_int_equal(differences(pair).count, 1);
}

static void every_difference_is_named(void **state)
{
    struct pair *pair = *state;
    say(pair->new, "machine.cpu", "Another CPU");
    say(pair->new, "toolchain.sort.default", "cc 13.1, GNU ld 2.40");
    say(pair->new, "spec", "experiment: y\n# eswexp --set repeat.precision=2%\n");
    struct text_list list = differences(pair);
    assert_int_equal(list.count, 4);
    assert_string_equal(list.items[0], "their experiment files differ");
    assert_string_equal(list.items[1], "they were run with different --set or --quick");
    assert_string_equal(list.items[2], "machine, cpu: 'Some CPU' and 'Another CPU'");
    assert_string_equal(list.items[3], "toolchain, sort.default: 'cc 12.2, GNU ld 2.40' and "
                                       "'cc 13.1, GNU ld 2.40'");
}

// A variant that only one of them has is no difference of the tools.
static void what_one_lacks_is_no_difference(void **state)
{
    struct pair *pair = *state;
    say(pair->new, "toolchain.sort.O3", "cc 13.1");
    say(pair->old, "machine.boost", "1");
    assert_int_equal(differences(pair).count, 0);
}

int tests_of_comparability(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(seeds_and_revisions_may_differ, make, end),
        cmocka_unit_test_setup_teardown(why_nothing_is_told_may_differ, make, end),
        cmocka_unit_test_setup_teardown(every_difference_is_named, make, end),
        cmocka_unit_test_setup_teardown(what_one_lacks_is_no_difference, make, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
