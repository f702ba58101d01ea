// The plan: balanced, complete, seeded, and deaf to what does not concern it.
#include "testing.h"

#include "base/stream.h"
#include "model/phase.h"
#include "plan/plan.h"
#include "randomizers/options.h"

#include <stdlib.h>
#include <string.h>

enum { VARIANTS = 3, CELLS_MAX = 6 };

static const char *const variants[VARIANTS] = {"O2", "O3", "topic"};

// An experiment with one axis "n"; the cells are of benchmark "sort" unless they say otherwise.
struct experiment {
    struct spec spec;
    struct axis axis;
    struct cell cells[CELLS_MAX];
    struct target targets[CELLS_MAX][VARIANTS];
    char *points[CELLS_MAX], *variants[VARIANTS];
    struct arena arena;
};

static void add_cell(struct experiment *experiment, const char *benchmark, const char *n)
{
    size_t cell = experiment->spec.cell_count++;
    assert_true(cell < CELLS_MAX);
    experiment->points[cell] = arena_strdup(&experiment->arena, n);
    experiment->cells[cell] =
        (struct cell){benchmark, &experiment->points[cell], experiment->targets[cell], {0}};
    for (size_t i = 0; i < VARIANTS; i++)
        experiment->targets[cell][i] =
            (struct target){.benchmark = benchmark, .variant = variants[i]};
}

static struct experiment *experiment_new(uint64_t seed, size_t cells)
{
    static const char *const points[] = {"1", "10", "100", "1000"};
    struct experiment *experiment = calloc(1, sizeof *experiment);
    experiment->axis.name = "n";
    for (size_t i = 0; i < VARIANTS; i++)
        experiment->variants[i] = arena_strdup(&experiment->arena, variants[i]);
    experiment->spec = (struct spec){.axes = &experiment->axis,
                                     .axis_count = 1,
                                     .variants = experiment->variants,
                                     .variant_count = VARIANTS,
                                     .cells = experiment->cells,
                                     .seed = seed};
    for (size_t i = 0; i < cells; i++)
        add_cell(experiment, "sort", points[i]);
    return experiment;
}

static void experiment_free(struct experiment *experiment)
{
    arena_release(&experiment->arena);
    free(experiment);
}

// Plans with the same repetitions in every cell.
static struct plan plan_alike(struct experiment *experiment, enum phase phase, size_t first_block,
                              size_t builds, size_t executions)
{
    struct repetitions repetitions[CELLS_MAX];
    for (size_t i = 0; i < CELLS_MAX; i++)
        repetitions[i] = (struct repetitions){builds, executions, 10, 2, first_block};
    return plan_make(&experiment->arena, &experiment->spec, phase, repetitions);
}

static const struct planned_block *block_of(const struct plan *plan, size_t cell, size_t number)
{
    for (size_t i = 0; i < plan->block_count; i++) {
        if (plan->blocks[i].cell == cell && plan->blocks[i].number == number)
            return &plan->blocks[i];
    }
    fail_msg("cell %zu has no block %zu", cell, number);
    return NULL;
}

static bool same_plan(const struct plan *a, const struct plan *b)
{
    if (a->block_count != b->block_count || a->execution_count != b->execution_count)
        return false;
    for (size_t i = 0; i < a->block_count; i++) {
        if (a->blocks[i].cell != b->blocks[i].cell || a->blocks[i].number != b->blocks[i].number)
            return false;
    }
    for (size_t i = 0; i < a->execution_count; i++) {
        const struct planned_execution *x = &a->executions[i], *y = &b->executions[i];
        if (x->build != y->build || x->number != y->number || x->seed != y->seed)
            return false;
    }
    return true;
}

// The variants of a block's executions, in the order to be run: "021102…".
static char *order_of(struct arena *arena, const struct plan *plan,
                      const struct planned_block *block)
{
    char *order = arena_alloc(arena, block->execution_count + 1);
    for (size_t i = 0; i < block->execution_count; i++) {
        size_t build = plan->executions[block->first_execution + i].build;
        order[i] = (char)('0' + plan->builds[build].variant);
    }
    return order;
}

static void any_prefix_is_balanced(void **state)
{
    (void)state;
    struct experiment *experiment = experiment_new(1, 4);
    const struct repetitions repetitions[] = {
        {7, 2, 1, 0, 1}, {3, 1, 1, 0, 1}, {0, 5, 1, 0, 1}, {20, 1, 1, 0, 4}};
    struct plan plan = plan_make(&experiment->arena, &experiment->spec, PHASE_REAL, repetitions);
    size_t done[4] = {0};
    for (size_t i = 0; i < plan.block_count; i++) {
        size_t cell = plan.blocks[i].cell;
        assert_int_equal(plan.blocks[i].number, repetitions[cell].first_block + done[cell]);
        done[cell]++;
        for (size_t a = 0; a < 4; a++)
            for (size_t b = 0; b < 4; b++)
                if (done[b] < repetitions[b].blocks)
                    assert_true(done[a] <= done[b] + 1);
    }
    for (size_t cell = 0; cell < 4; cell++)
        assert_int_equal(done[cell], repetitions[cell].blocks);
    experiment_free(experiment);
}

static void every_execution_stands_once(void **state)
{
    (void)state;
    enum { BUILDS = 5, EXECUTIONS = 4, CELLS = 3 };
    struct experiment *experiment = experiment_new(2, CELLS);
    struct plan plan = plan_alike(experiment, PHASE_PILOT, 1, BUILDS, EXECUTIONS);
    assert_int_equal(plan.block_count, CELLS * BUILDS);
    assert_int_equal(plan.build_count, CELLS * BUILDS * VARIANTS);
    assert_int_equal(plan.execution_count, CELLS * BUILDS * VARIANTS * EXECUTIONS);
    size_t next_build = 0, next_execution = 0;
    for (size_t i = 0; i < plan.block_count; i++) {
        const struct planned_block *block = &plan.blocks[i];
        bool seen[VARIANTS][EXECUTIONS] = {{false}};
        assert_int_equal(block->phase, PHASE_PILOT);
        assert_int_equal(block->first_build, next_build);
        assert_int_equal(block->first_execution, next_execution);
        assert_int_equal(block->build_count, VARIANTS);
        assert_int_equal(block->execution_count, VARIANTS * EXECUTIONS);
        for (size_t v = 0; v < VARIANTS; v++) {
            assert_int_equal(plan.builds[next_build + v].block, i);
            assert_int_equal(plan.builds[next_build + v].variant, v);
        }
        for (size_t k = 0; k < block->execution_count; k++) {
            const struct planned_execution *execution = &plan.executions[next_execution + k];
            size_t variant = execution->build - next_build;
            assert_true(variant < VARIANTS);
            assert_int_equal(execution->number, k / VARIANTS + 1); // a round has one of each
            assert_false(seen[variant][execution->number - 1]);
            seen[variant][execution->number - 1] = true;
            assert_int_equal(execution->order, k + 1);
            assert_int_equal(execution->iterations, 10);
            assert_int_equal(execution->warmup, 2);
        }
        next_build += block->build_count;
        next_execution += block->execution_count;
    }
    experiment_free(experiment);
}

static void the_seed_decides_everything(void **state)
{
    (void)state;
    struct experiment *one = experiment_new(3, 4), *same = experiment_new(3, 4),
                      *other = experiment_new(4, 4);
    struct plan a = plan_alike(one, PHASE_REAL, 1, 6, 3), b = plan_alike(same, PHASE_REAL, 1, 6, 3),
                c = plan_alike(other, PHASE_REAL, 1, 6, 3);
    assert_true(same_plan(&a, &b));
    size_t same_cells = 0, same_orders = 0;
    for (size_t i = 0; i < a.block_count; i++) {
        same_cells += a.blocks[i].cell == c.blocks[i].cell;
        same_orders += text_equal(order_of(&one->arena, &a, &a.blocks[i]),
                                  order_of(&one->arena, &c, &c.blocks[i]));
    }
    assert_true(same_cells < a.block_count && same_orders < a.block_count / 2);
    experiment_free(one);
    experiment_free(same);
    experiment_free(other);
}

// Over many blocks every variant comes first equally often, and so does every cell of a round.
static void nobody_is_always_first(void **state)
{
    (void)state;
    enum { BUILDS = 1200, CELLS = 4 };
    struct experiment *experiment = experiment_new(5, CELLS);
    struct plan plan = plan_alike(experiment, PHASE_REAL, 1, BUILDS, 2);
    size_t variant_first[VARIANTS] = {0}, cell_first[CELLS] = {0};
    for (size_t i = 0; i < plan.block_count; i++) {
        const struct planned_block *block = &plan.blocks[i];
        variant_first[order_of(&experiment->arena, &plan, block)[0] - '0']++;
        cell_first[block->cell] += i % CELLS == 0;
    }
    for (size_t v = 0; v < VARIANTS; v++) // 1600 expected, standard deviation 33
        assert_true(variant_first[v] > 1435 && variant_first[v] < 1765);
    for (size_t cell = 0; cell < CELLS; cell++) // 300 expected, standard deviation 15
        assert_true(cell_first[cell] > 225 && cell_first[cell] < 375);
    experiment_free(experiment);
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

// Builds, executions, variants, benchmarks and both phases of one experiment.
static void no_seed_is_given_twice(void **state)
{
    (void)state;
    struct experiment *experiment = experiment_new(6, 1);
    add_cell(experiment, "search", "1");
    struct plan phases[] = {plan_alike(experiment, PHASE_PILOT, 1, 5, 5),
                            plan_alike(experiment, PHASE_REAL, 6, 30, 3)};
    uint64_t seeds[2000];
    size_t count = 0;
    for (size_t phase = 0; phase < 2; phase++) {
        for (size_t i = 0; i < phases[phase].build_count; i++)
            seeds[count++] = phases[phase].builds[i].seed;
        for (size_t i = 0; i < phases[phase].execution_count; i++)
            seeds[count++] = phases[phase].executions[i].seed;
    }
    assert_int_equal(count, 2 * VARIANTS * (5 + 5 * 5 + 30 + 30 * 3));
    qsort(seeds, count, sizeof *seeds, by_number);
    for (size_t i = 1; i < count; i++)
        assert_true(seeds[i] != seeds[i - 1]);
    experiment_free(experiment);
}

static void more_repetitions_move_no_draw(void **state)
{
    (void)state;
    struct experiment *experiment = experiment_new(7, 2);
    struct plan few = plan_alike(experiment, PHASE_REAL, 1, 3, 2),
                many = plan_alike(experiment, PHASE_REAL, 1, 9, 2);
    for (size_t i = 0; i < few.block_count; i++) {
        const struct planned_block *block = &few.blocks[i],
                                   *again = block_of(&many, block->cell, block->number);
        assert_string_equal(order_of(&experiment->arena, &few, block),
                            order_of(&experiment->arena, &many, again));
        for (size_t k = 0; k < block->execution_count; k++)
            assert_true(few.executions[block->first_execution + k].seed ==
                        many.executions[again->first_execution + k].seed);
    }
    experiment_free(experiment);
}

static void another_cell_moves_no_draw(void **state)
{
    (void)state;
    struct experiment *before = experiment_new(8, 2), *after = experiment_new(8, 0);
    add_cell(after, "search", "1"); // in front: the others move up
    add_cell(after, "sort", "1");
    add_cell(after, "sort", "5");
    add_cell(after, "sort", "10");
    static const size_t now_at[] = {1, 3};
    struct plan few = plan_alike(before, PHASE_REAL, 1, 4, 3),
                many = plan_alike(after, PHASE_REAL, 1, 4, 3);
    for (size_t i = 0; i < few.block_count; i++) {
        const struct planned_block *block = &few.blocks[i],
                                   *again = block_of(&many, now_at[block->cell], block->number);
        assert_string_equal(order_of(&before->arena, &few, block),
                            order_of(&before->arena, &many, again));
        for (size_t v = 0; v < VARIANTS; v++)
            assert_true(few.builds[block->first_build + v].seed ==
                        many.builds[again->first_build + v].seed);
        for (size_t k = 0; k < block->execution_count; k++)
            assert_true(few.executions[block->first_execution + k].seed ==
                        many.executions[again->first_execution + k].seed);
    }
    experiment_free(before);
    experiment_free(after);
}

// A randomizer's stream: the same again, its own among all others, whatever else is used; of a
// coupled one, the same for all variants.
static void a_stream_is_its_names_alone(void **state)
{
    (void)state;
    struct experiment *experiment = experiment_new(9, 1);
    struct spec *spec = &experiment->spec;
    struct target *target = &experiment->targets[0][0], *other = &experiment->targets[0][1];
    struct randomizer_use order = randomizer_use_default(randomizer_find("link_order"));
    struct randomizer_use size = randomizer_use_default(randomizer_find("environment_size"));
    for (int coupled = 0; coupled < 2; coupled++) {
        order.coupled = size.coupled = coupled;
        struct stream stream = plan_stream(spec, target, 1, 0, &order);
        struct randomizer_use uses[2] = {size, order};
        target->uses = uses;
        target->use_count = 2;
        struct stream again = plan_stream(spec, target, 1, 0, &order);
        assert_memory_equal(&stream, &again, sizeof stream);
        struct stream others[] = {
            plan_stream(spec, target, 1, 0, &size), plan_stream(spec, target, 2, 0, &order),
            plan_stream(spec, target, 1, 1, &order), plan_stream(spec, target, 0, 1, &order)};
        struct stream sibling = plan_stream(spec, other, 1, 0, &order);
        uint64_t first = stream_next(&stream);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            assert_true(stream_next(&others[i]) != first);
        assert_int_equal(stream_next(&sibling) == first, coupled);
    }
    experiment_free(experiment);
}

// With a fixed draw every block and execution has the stream of that block.
static void a_fixed_draw_is_that_of_its_block(void **state)
{
    (void)state;
    struct experiment *experiment = experiment_new(9, 1);
    struct spec *spec = &experiment->spec;
    struct target *target = &experiment->targets[0][0];
    struct randomizer_use free = randomizer_use_default(randomizer_find("link_order")),
                          fixed = free;
    fixed.draw = 3;
    struct stream build = plan_stream(spec, target, 3, 0, &free),
                  execution = plan_stream(spec, target, 3, 1, &free);
    uint64_t of_build = stream_next(&build), of_execution = stream_next(&execution);
    for (size_t block = 1; block < 5; block++) {
        struct stream built = plan_stream(spec, target, block, 0, &fixed);
        assert_true(stream_next(&built) == of_build);
        for (size_t number = 1; number < 4; number++) {
            struct stream executed = plan_stream(spec, target, block, number, &fixed);
            assert_true(stream_next(&executed) == of_execution);
        }
    }
    assert_true(randomizer_is_fixed(&fixed) && !randomizer_is_fixed(&free));
    assert_true(!randomizer_draws_per_build(&fixed, true) &&
                randomizer_draws_per_build(&free, true));
    experiment_free(experiment);
}

// Whatever the size of the pieces, put together they are the plan.
static void pieces_make_the_whole(void **state)
{
    (void)state;
    struct experiment *experiment = experiment_new(10, 3);
    struct repetitions repetitions[CELLS_MAX] = {
        {7, 2, 10, 2, 1}, {3, 1, 5, 0, 4}, {0}, {11, 4, 1, 1, 2}};
    const struct plan whole =
        plan_make(&experiment->arena, &experiment->spec, PHASE_REAL, repetitions);
    for (size_t size = 1; size <= whole.execution_count; size++) {
        struct planner planner =
            plan_begin(&experiment->arena, &experiment->spec, PHASE_REAL, repetitions);
        size_t blocks = 0, builds = 0, executions = 0;
        for (struct plan piece; plan_next(&planner, &experiment->arena, size, &piece);) {
            for (size_t i = 0; i < piece.block_count; i++) {
                const struct planned_block *one = &piece.blocks[i];
                const struct planned_block *same = &whole.blocks[blocks + i];
                assert_true(one->cell == same->cell && one->number == same->number);
                assert_int_equal(builds + one->first_build, same->first_build);
                assert_int_equal(executions + one->first_execution, same->first_execution);
            }
            for (size_t i = 0; i < piece.execution_count; i++) {
                const struct planned_execution *one = &piece.executions[i];
                const struct planned_execution *same = &whole.executions[executions + i];
                assert_int_equal(builds + one->build, same->build);
                assert_true(one->seed == same->seed && one->order == same->order);
            }
            blocks += piece.block_count;
            builds += piece.build_count;
            executions += piece.execution_count;
        }
        assert_int_equal(blocks, whole.block_count);
        assert_int_equal(builds, whole.build_count);
        assert_int_equal(executions, whole.execution_count);
    }
    experiment_free(experiment);
}

static void nothing_to_repeat_is_an_empty_plan(void **state)
{
    (void)state;
    struct experiment *experiment = experiment_new(10, 2);
    struct plan plan = plan_alike(experiment, PHASE_REAL, 1, 0, 3);
    assert_true(plan.block_count == 0 && plan.build_count == 0 && plan.execution_count == 0);
    experiment_free(experiment);
}

int tests_of_plan(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_prefix_is_balanced),
        cmocka_unit_test(every_execution_stands_once),
        cmocka_unit_test(the_seed_decides_everything),
        cmocka_unit_test(nobody_is_always_first),
        cmocka_unit_test(no_seed_is_given_twice),
        cmocka_unit_test(more_repetitions_move_no_draw),
        cmocka_unit_test(another_cell_moves_no_draw),
        cmocka_unit_test(a_stream_is_its_names_alone),
        cmocka_unit_test(a_fixed_draw_is_that_of_its_block),
        cmocka_unit_test(pieces_make_the_whole),
        cmocka_unit_test(nothing_to_repeat_is_an_empty_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
