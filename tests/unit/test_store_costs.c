// What another execution is expected to cost.
#include "stored.h"

#include "store/facts.h"
#include "store/results/outcomes.h"

static const struct stored_truth truth = {
    .mean = {1, 1.1}, .build = 0.01, .execution = 0.01, .iteration = 0.01};

// What a simulation takes is part of what another execution would cost, of that variant alone.
static void simulations_cost(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct error error = {0};
    char *path = stored_path(&arena);
    struct spec *spec = stored_spec(&arena, 2, 1);
    struct store *store = stored_create(path, spec);
    struct repetitions repetitions = {2, 1, 2, 0, 1};
    struct level_costs before[2], after[2];
    stored_phase(store, spec, PHASE_PILOT, &repetitions, &truth);
    for (size_t i = 0; i < 2; i++)
        assert_done(store_costs(store, 0, i, PHASE_PILOT, &before[i], &error), error);
    assert_done(store_set(store, "simulation.0.1", "1.5", &error), error);
    for (size_t i = 0; i < 2; i++)
        assert_done(store_costs(store, 0, i, PHASE_PILOT, &after[i], &error), error);
    assert_close(after[1].seconds - before[1].seconds, 1.5, 1e-12);
    assert_close(after[1].execution_s - before[1].execution_s, 1.5, 1e-12);
    assert_close(after[1].iteration_s, before[1].iteration_s, 0);
    assert_memory_equal(&after[0], &before[0], sizeof *before);
    store_close(store);
    stored_remove(&arena, path);
    arena_release(&arena);
}

int tests_of_store_costs(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(simulations_cost)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
