// Taking the numbers of a stored campaign over into a synthetic world.
#include "imported.h"

#include "simulate/like.h"

#include <math.h>

static struct simulation like(const char *csv)
{
    struct imported imported = imported_from(csv);
    struct simulation simulation = {.counts = {9, 9, 9}};
    struct error error = {0};
    if (!simulation_like(&simulation, imported.store, &error))
        fail_msg("%s", error.text);
    imported_free(&imported);
    return simulation;
}

// The worked example of the paper has T² of 16.5, -5.667 and 2.271 about a mean of 6.5.
static void test_one_variant(void **state)
{
    (void)state;
    struct simulation simulation = like(KJ_EXAMPLE);
    for (size_t side = 0; side < WORLD_SIDES; side++) {
        const double *sd = simulation.world.sd[side];
        assert_close(sd[0], sqrt(16.5) / 6.5, 1e-12);
        assert_true(sd[1] == 0);
        assert_close(sd[2], sqrt(3.5625 - 2.5833333333333335 / 2) / 6.5, 1e-12);
    }
    assert_true(simulation.world.shared_sd == 0);
    assert_true(simulation.costs_unknown);
    assert_true(simulation.counts[0] == 2 && simulation.counts[1] == 2 &&
                simulation.counts[2] == 3);
}

// Blocks have 10, 20 and 30, and 1, 2 and 3: all of the smaller relative variance is shared.
static void test_shared(void **state)
{
    (void)state;
    struct simulation simulation = like("variant,block,value\na,1,10\na,2,20\na,3,30\n"
                                        "b,1,1.9\nb,2,2\nb,3,2.1\n");
    const struct world *world = &simulation.world;
    // sd 0.5 and 0.05, covariance 0.025: no more than the smaller variance 0.0025
    assert_close(world->shared_sd, 0.05, 1e-12);
    assert_close(world->sd[0][2], sqrt(0.25 - 0.0025), 1e-12);
    assert_true(world->sd[1][2] < 1e-9);
    assert_true(simulation.counts[0] == 1 && simulation.counts[1] == 1 &&
                simulation.counts[2] == 3);
}

// The real experiment has one execution of one iteration; the pilot has two of two.
static void test_pilot(void **state)
{
    (void)state;
    struct simulation simulation =
        like("phase,block,execution,iteration,value\n"
             "pilot,1,1,1,9\npilot,1,1,2,5\npilot,1,2,1,8\npilot,1,2,2,3\n"
             "pilot,2,1,1,10\npilot,2,1,2,6\npilot,2,2,1,7\npilot,2,2,2,11\n"
             "pilot,3,1,1,1\npilot,3,1,2,12\npilot,3,2,1,2\npilot,3,2,2,4\n"
             "real,1,1,1,6\nreal,2,1,1,7\nreal,3,1,1,8\nreal,4,1,1,7\n");
    const double *sd = simulation.world.sd[0];
    assert_close(sd[0], sqrt(16.5) / 6.5, 1e-12);
    assert_close(sd[2], sqrt(3.5625 - 2.5833333333333335 / 2) / 6.5, 1e-12);
    assert_true(simulation.counts[0] == 1 && simulation.counts[2] == 4);
}

static void test_refusals(void **state)
{
    (void)state;
    static const char *const one_block = "block,value\n1,5\n",
                             *const pilot_only = "phase,block,value\npilot,1,5\npilot,2,6\n";
    for (int i = 0; i < 2; i++) {
        struct imported imported = imported_from(i ? one_block : pilot_only);
        struct simulation simulation = {0};
        struct error error = {0};
        assert_false(simulation_like(&simulation, imported.store, &error));
        assert_int_equal(error.code, EXIT_USAGE);
        assert_non_null(strstr(error.text, i ? "fewer than two" : "no real experiment"));
        imported_free(&imported);
    }
}

int tests_of_simulation_like(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_variant),
        cmocka_unit_test(test_shared),
        cmocka_unit_test(test_pilot),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
