// Points of a sweep that are left out: which remain, that nothing of them moves, what is wrong.
#include "spec_reading.h"

#include "plan/plan.h"

#define SWEPT(names) "experiment: e\nbenchmarks: {t: {command: 'true " names "'}}\n"
#define TWO SWEPT("${n} ${size}") "sweep: {n: [1, 2, 3], size: {from: 1Ki, to: 4Ki, times: 2}}\n"

// The points of all cells as "1/1024 …".
static void assert_points(const char *yaml, const char *points)
{
    READING reading = {0};
    TEXT_CLEANUP struct text all = {0};
    const struct spec *spec = valid(&reading, yaml);
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t axis = 0; axis < spec->axis_count; axis++)
            text_printf(&all, "%s%s", axis ? "/" : i ? " " : "", spec->cells[i].point[axis]);
    assert_string_equal(all.bytes, points);
}

static void points_are_left_out(void **state)
{
    (void)state;
    assert_points(TWO "exclude: [{n: [1, 2]}]", "3/1024 3/2048 3/4096");
    assert_points(TWO "exclude: [{n: 1, size: [1Ki, 4Ki]}, {n: 3}]", "1/2048 2/1024 2/2048 2/4096");
    assert_points(TWO "exclude:\n- n: 2\n- size: 4Ki\n", "1/1024 1/2048 3/1024 3/2048");
    assert_points(TWO "exclude: []", "1/1024 1/2048 1/4096 2/1024 2/2048 2/4096 3/1024 3/2048 "
                                     "3/4096");
    assert_points(
        "experiment: e\nbenchmarks: {t: {command: 'true ${n}'}, u: {command: 'true ${n}'}}\n"
        "sweep: {n: [1, 2]}\nexclude: [{n: 1}]",
        "2 2");
}

static void values_are_compared_as_the_axis_has_them(void **state)
{
    (void)state;
    assert_points(TWO "exclude: [{n: '1.0', size: ['2Ki', 4096]}, {n: [2, 3]}]", "1/1024");
    assert_points(SWEPT("${f}") "sweep: {f: {from: 0.1, to: 0.3, step: 0.1}}\nexclude: [{f: 0.30}]",
                  "0.1 0.2");
    assert_points(SWEPT("${m}") "sweep: {m: [1Ki, '1Ki', x, '']}\nexclude: [{m: [1024, '']}]",
                  "1Ki x");
    assert_points(SWEPT("${m}") "sweep: {m: [1Ki, '1Ki', x, '']}\nexclude: [{m: '1Ki'}]",
                  "1024 x ");
}

static void what_is_left_out_is_not_read(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = valid(&reading, GOOD "sweep: {n: [0, 1, 2]}\nexclude: [{n: 0}]\n"
                                                   "variants: {a: {}, b: {args: '${n}'}}\n"
                                                   "machine: {timeout: '${n}s'}\n");
    assert_int_equal(spec->cell_count, 2);
    assert_close(spec->cells[0].targets[0].timeout_s, 1, 1e-15);
    assert_close(spec->cells[1].targets[1].timeout_s, 2, 1e-15);
    assert_string_equal(spec->cells[1].targets[1].command.items[1], "2");
}

// Where the cell of the same point stands in the other experiment.
static size_t same_cell(const struct spec *spec, const struct cell *cell)
{
    size_t i = 0;
    while (i < spec->cell_count && !text_equal(spec->cells[i].point[0], cell->point[0]))
        i++;
    assert_true(i < spec->cell_count);
    return i;
}

static const struct planned_block *same_block(const struct plan *plan, size_t cell, size_t number)
{
    for (size_t i = 0; i < plan->block_count; i++)
        if (plan->blocks[i].cell == cell && plan->blocks[i].number == number)
            return &plan->blocks[i];
    fail_msg("block %zu of cell %zu is not there", number, cell);
    return NULL;
}

#define DRAWN                                                                                      \
    SWEPT("${n}")                                                                                  \
    "sweep: {n: {from: 1, to: 9, step: 1}}\nvariants: {a: {}, b: {}, c: {}}\n"                     \
    "randomize: {environment_size: true}\n"

static struct plan plan_of(struct reading *reading, const char *yaml)
{
    reading->overrides.seed = "42";
    const struct spec *spec = valid(reading, yaml);
    struct repetitions *repetitions =
        arena_new_array(&reading->arena, struct repetitions, spec->cell_count);
    for (size_t i = 0; i < spec->cell_count; i++)
        repetitions[i] = (struct repetitions){.first_block = 1, .blocks = 4, .executions = 3};
    return plan_make(&reading->arena, spec, PHASE_REAL, repetitions);
}

static void no_draw_of_others_moves(void **state)
{
    (void)state;
    READING whole = {0}, part = {0};
    struct plan all = plan_of(&whole, DRAWN), some = plan_of(&part, DRAWN "exclude: [{n: [1, 5]}]");
    assert_int_equal(all.block_count, 9 * 4);
    assert_int_equal(some.block_count, 7 * 4);
    for (size_t i = 0; i < some.block_count; i++) {
        const struct planned_block *block = &some.blocks[i];
        const struct planned_block *same =
            same_block(&all, same_cell(whole.spec, &part.spec->cells[block->cell]), block->number);
        assert_int_equal(block->execution_count, same->execution_count);
        for (size_t b = 0; b < block->build_count; b++)
            assert_true(some.builds[block->first_build + b].seed ==
                        all.builds[same->first_build + b].seed);
        for (size_t e = 0; e < block->execution_count; e++) {
            const struct planned_execution *one = &some.executions[block->first_execution + e];
            const struct planned_execution *other = &all.executions[same->first_execution + e];
            assert_true(one->seed == other->seed && one->number == other->number);
            assert_int_equal(one->build - block->first_build, other->build - same->first_build);
        }
    }
}

static const struct {
    const char *yaml, *report;
} mistakes[] = {
    {GOOD "exclude: [{n: 1}]", "3:1: error: 'exclude' needs 'sweep'"},
    {TWO "exclude: [{m: 1}]", "4:12: error: the sweep has no axis 'm'"},
    {TWO "exclude: [{sise: 1Ki}]", "4:12: error: the sweep has no axis 'sise'; did you mean "
                                   "'size'?"},
    {TWO "exclude: [{n: [1, 4], size: 8Ki}]",
     "4:19: error: the axis 'n' has no value '4', it has 1, 2, 3\n"
     "x.yaml:4:29: error: the axis 'size' has no value '8Ki', it has 1024, 2048, 4096"},
    {SWEPT("${n}") "sweep: {n: {from: 1, to: 20, step: 1}}\nexclude: [{n: x}]",
     "4:15: error: the axis 'n' has no value 'x', it has 1, 2, 3, 4, 5, 6, 7, 8 …"},
    {TWO "exclude: [{n: [[1]]}, {n: {a: 1}}]",
     "4:16: error: a value of an axis must be one value\n"
     "x.yaml:4:27: error: 'n' must be a value of that axis or a list of some"},
    {TWO "exclude: [{n: []}]", "4:15: error: 'n' must be a value of that axis or a list of some"},
    {TWO "exclude: [{}, n]",
     "4:11: error: an entry of 'exclude' is a map of axes and values, such as {n: 1000, m: [1, "
     "2]}\n"
     "x.yaml:4:15: error: an entry of 'exclude' is a map of axes and values, such as {n: 1000, m: "
     "[1, 2]}"},
    {TWO "exclude: {n: 1}", "4:10: error: 'exclude' must be a list"},
    {TWO "exclude: [{n: 1}, {size: 1Ki}, {n: 1, size: 2Ki}]",
     "4:32: error: this entry excludes nothing: entries before it exclude the same points"},
    {TWO "exclude: [{n: [1, 3]}, {n: 2}]",
     "4:1: error: 'exclude' excludes all points of the sweep"},
    {GOOD "sweep: {n: []}\nexclude: [{n: 1}, {k: 1}]",
     "3:12: error: the axis 'n' is empty\n"
     "x.yaml:4:20: error: the sweep has no axis 'k'"},
};

static void mistakes_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        READING reading = {0};
        TEXT_CLEANUP struct text expected = {0};
        text_printf(&expected, "x.yaml:%s\n", mistakes[i].report);
        read_yaml(&reading, mistakes[i].yaml);
        assert_null(reading.spec);
        assert_string_equal(reading.report.bytes, expected.bytes);
    }
}

static void there_are_not_too_many(void **state)
{
    (void)state;
    READING reading = {0};
    TEXT_CLEANUP struct text yaml = {0};
    text_add(&yaml, TWO "exclude:\n");
    for (int i = 0; i <= 1000; i++)
        text_add(&yaml, "- {n: 1}\n");
    read_yaml(&reading, yaml.bytes);
    assert_string_equal(reading.report.bytes,
                        "x.yaml:4:1: error: 'exclude' has more than 1000 entries\n");
}

int tests_of_spec_exclude(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_are_left_out),
        cmocka_unit_test(values_are_compared_as_the_axis_has_them),
        cmocka_unit_test(what_is_left_out_is_not_read),
        cmocka_unit_test(no_draw_of_others_moves),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(there_are_not_too_many),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
