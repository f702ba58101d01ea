// What differs between the machines of campaigns.
#include "golden.h"
#include "scratch.h"

#include "analysis/machines.h"
#include "report/doctor/document.h"
#include "shown.h"
#include "store/facts.h"

static void set(struct store *store, const char *key, const char *value)
{
    struct error error;
    if (!store_set(store, key, value, &error))
        fail_msg("%s", error.text);
}

static struct store *temporary(void)
{
    struct error error;
    struct store *store = store_temporary(&error);
    assert_non_null(store);
    return store;
}

static const char *words_of(struct scratch *scratch, struct store *store)
{
    struct error error;
    const char *words;
    assert_true(machines_wording(&scratch->arena, store, &words, &error));
    return words;
}

static void two_campaigns(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    struct machine_sides sides = {0};
    STORE_CLEANUP struct store *one = temporary(), *other = temporary();
    set(one, "machine.cpu", "Some CPU");
    set(one, "machine.governor", "performance");
    set(one, "machine.boost", "not available here: this machine has no switch for it");
    set(one, "machine.smt", "on");
    set(other, "machine.cpu", "Some CPU");
    set(other, "machine.governor", "not available here: no cpufreq");
    set(other, "machine.boost", "not available here: in other words");
    assert_true(machines_add(&scratch->arena, one, "a", &sides, &error));
    assert_true(machines_add(&scratch->arena, other, "b", &sides, &error));
    struct machine_comparison comparison = machines_compare(&scratch->arena, &sides);
    assert_int_equal(sides.count, 2);
    assert_int_equal(comparison.count, 1);
    assert_int_equal(comparison.same, 2);
    assert_int_equal(comparison.missed, 1);
    assert_string_equal(comparison.differences[0].fact, "governor");
    assert_string_equal(comparison.differences[0].values[0], "performance");
    assert_string_equal(comparison.differences[0].values[1], "not available here: no cpufreq");
}

static void nodes_of_a_cluster(void **state)
{
    struct scratch *scratch = *state;
    STORE_CLEANUP struct store *store = temporary();
    assert_null(words_of(scratch, store));
    set(store, "node.n1.machine.host", "n1");
    set(store, "node.n1.machine.governor", "performance");
    set(store, "node.n1.toolchain.a.b", "cc");
    set(store, "node.n2.sub.machine.host", "n2.sub");
    set(store, "node.n2.sub.machine.governor", "performance");
    assert_null(words_of(scratch, store)); // but for their names they are alike
    set(store, "node.n2.sub.machine.governor", "powersave");
    set(store, "node.n2.sub.machine.smt", "off");
    assert_string_equal(words_of(scratch, store),
                        "measured on 2 machines that differ: governor (n1: performance, n2.sub: "
                        "powersave)");
}

static void three_machines_wording(void **state)
{
    struct scratch *scratch = *state;
    struct error error;
    struct machine_sides sides = {0};
    char *page = NULL;
    size_t length = 0;
    STORE_CLEANUP struct store *cluster = temporary(), *other = temporary();
    set(cluster, "node.n1.machine.governor", "performance");
    set(cluster, "node.n1.machine.cpu", "A\033[31m CPU");
    set(cluster, "node.n2.machine.governor", "powersave");
    set(cluster, "node.n2.machine.cpu", "A\033[31m CPU");
    set(other, "machine.cpu", "A\033[31m CPU");
    set(other, "machine.kernel", "6.1");
    assert_true(machines_add(&scratch->arena, cluster, "big", &sides, &error));
    assert_true(machines_add(&scratch->arena, other, "small", &sides, &error));
    struct machine_comparison comparison = machines_compare(&scratch->arena, &sides);
    FILE *out = open_memstream(&page, &length);
    shown(machines_document(&scratch->arena, &sides, &comparison), out, 60);
    fclose(out);
    assert_golden("doctor-three-machines.txt", page);
}

static void this_machine(void **state)
{
    struct scratch *scratch = *state;
    struct machine_sides sides = {0};
    machines_add_here(&scratch->arena, scratch->folder, &sides);
    machines_add_here(&scratch->arena, scratch->folder, &sides);
    struct machine_comparison comparison = machines_compare(&scratch->arena, &sides);
    assert_int_equal(comparison.count, 0);
    assert_int_equal(comparison.missed, 0);
    assert_int_equal(comparison.same, sides.items[0].count);
    assert_true(comparison.same > 20);
}

int tests_of_machines(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(two_campaigns),
        scratch_test(nodes_of_a_cluster),
        scratch_test(three_machines_wording),
        scratch_test(this_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
