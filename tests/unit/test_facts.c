// Facts: their present names, and those that files of earlier versions have.
#include "chunked.h"

#include "store/plan/restart.h"

static void set(struct store *store, const char *key, const char *value)
{
    struct error error = {0};
    assert_done(store_set(store, key, value, &error), error);
}

static void assert_fact(struct made *made, const char *key, const char *value)
{
    const char *is = store_get(made->store, &made->arena, key);
    assert_non_null(is);
    assert_string_equal(is, value);
}

// "KEY=VALUE" of all facts that begin so, a line each.
static char *facts_of(struct made *made, const char *prefix)
{
    struct error error = {0};
    struct stored_fact *facts;
    size_t count;
    char *all = arena_strdup(&made->arena, "");
    assert_done(store_facts(made->store, &made->arena, prefix, &facts, &count, &error), error);
    for (size_t i = 0; i < count; i++)
        all = arena_printf(&made->arena, "%s%s=%s\n", all, facts[i].key, facts[i].value);
    return all;
}

static void test_earlier_names(void **state)
{
    struct made *made = *state;
    set(made->store, "placement.cpus", "2,3");
    set(made->store, "placement.standing", "on CPU 2");
    set(made->store, "node.a.b.placement.standing", "on CPU 3");
    set(made->store, "identity", "2");
    assert_fact(made, "process.cpus", "2,3");
    assert_fact(made, "fingerprint", "2");
    assert_null(store_get(made->store, &made->arena, "process.host"));
    assert_string_equal(facts_of(made, "process."), "cpus=2,3\nstanding=on CPU 2\n");
    assert_string_equal(facts_of(made, "node."), "a.b.process.standing=on CPU 3\n");
    assert_string_equal(facts_of(made, "fingerprint"), "=2\n");
}

static void test_present_name_wins(void **state)
{
    struct made *made = *state;
    set(made->store, "placement.cpus", "2");
    set(made->store, "process.cpus", "5");
    assert_fact(made, "process.cpus", "5");
}

// Benchmarks and variants may have any name.
static void test_names_alike(void **state)
{
    struct made *made = *state;
    set(made->store, "program.identity.placement", "5ha");
    set(made->store, "node.a.program.identity.placement", "5ha");
    assert_string_equal(facts_of(made, "program."), "identity.placement=5ha\n");
    assert_string_equal(facts_of(made, "node."), "a.program.identity.placement=5ha\n");
    assert_null(store_get(made->store, &made->arena, "program.fingerprint.process"));
}

static void test_restart_of_an_earlier_file(void **state)
{
    struct made *made = *state;
    struct error error = {0};
    bool cells[2] = {true, false};
    struct stored_fact facts[] = {{"program.sort.O2", "new"}};
    struct restart restart = {cells, 2, facts, 1, "restarted"};
    set(made->store, "program.sort.O2", "old");
    set(made->store, "identity", "4");
    assert_done(store_restart(made->store, &restart, &error), error);
    assert_fact(made, "fingerprint", "5");
    assert_fact(made, "was.4.program.sort.O2", "old");
}

static void test_chunk_of_an_earlier_version(void **state)
{
    struct made *made = *state;
    char *path = made_chunk(made, "chunk", 0, 3);
    measure(path, "n1", 100, 1);
    rows_of(&made->arena, path,
            "UPDATE fact SET key = 'placement.standing' WHERE key = 'process.standing'");
    merge(made, path, 3);
    assert_string_equal(facts_of(made, "node.n1.p"), "rocess.standing=n1\nrogram.sort.O2=5ha\n");
}

// The chunk has the campaign's own settings under the earlier name, and the node's.
static void test_chunk_of_an_earlier_campaign(void **state)
{
    struct made *made = *state;
    set(made->store, "placement.standing", "of the head");
    char *path = made_chunk(made, "chunk", 0, 3);
    measure(path, "n1", 100, 1);
    merge(made, path, 3);
    assert_string_equal(facts_of(made, "node.n1.p"), "rocess.standing=n1\nrogram.sort.O2=5ha\n");
    assert_fact(made, "process.standing", "of the head");
}

int tests_of_facts(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_earlier_names, setup, teardown),
        cmocka_unit_test_setup_teardown(test_present_name_wins, setup, teardown),
        cmocka_unit_test_setup_teardown(test_names_alike, setup, teardown),
        cmocka_unit_test_setup_teardown(test_restart_of_an_earlier_file, setup, teardown),
        cmocka_unit_test_setup_teardown(test_chunk_of_an_earlier_version, setup, teardown),
        cmocka_unit_test_setup_teardown(test_chunk_of_an_earlier_campaign, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
