// `pictures` of an experiment file: what is left out has its usual value, every mistake is told.
#include "spec_reading.h"

#include "spec/pictures.h"

#define SWEPT                                                                                      \
    "experiment: e\nbenchmarks: {t: {command: 'true ${size} ${shape}'}}\n"                         \
    "question: Why?\nvariants: {a: {}, b: {}}\nmeasure: [wall_time, cpu_time]\n"                   \
    "sweep: {size: [16Ki, 1Mi, 2Mi, 4Mi], shape: [up, down]}\n"

static void assert_drawing(const char *picture, const char *words)
{
    READING reading = {0};
    TEXT_CLEANUP struct text yaml = {0}, found = {0};
    text_printf(&yaml, SWEPT "pictures: {p: %s}", picture);
    const struct spec *spec = valid(&reading, yaml.bytes);
    assert_int_equal(spec->drawing_count, 1);
    const struct drawing *drawing = &spec->drawings[0];
    text_printf(&found, "%s: %s of", drawing->name, drawing->kind);
    for (size_t i = 0; i < drawing->y.count; i++)
        text_printf(&found, " %s", drawing->y.items[i]);
    text_printf(&found, " over %s [%s] by [%s] panels [%s] log [%s]: %s", drawing->x, drawing->unit,
                drawing->by, drawing->panels, drawing->log, drawing->title);
    assert_string_equal(found.bytes, words);
}

static void what_is_left_out_is_usual(void **state)
{
    (void)state;
    assert_drawing("{x: size}",
                   "p: curve of wall_time over size [] by [variant] panels [] log []: Why?");
    assert_drawing("{x: variant}",
                   "p: curve of wall_time over variant [] by [] panels [] log []: Why?");
    assert_drawing("{x: size, panels: variant}",
                   "p: curve of wall_time over size [] by [] panels [variant] log []: Why?");
    assert_drawing("{x: build}",
                   "p: violin of wall_time over build [] by [variant] panels [] log []: Why?");
}

static void all_that_is_said_counts(void **state)
{
    (void)state;
    assert_drawing("{x: size, unit: B, y: [cpu_time, wall_time, cpu_time], by: shape, "
                   "panels: variant, log: xy, kind: curve, title: 'T: t'}",
                   "p: curve of cpu_time wall_time over size [B] by [shape] panels [variant] "
                   "log [xy]: T: t");
    assert_drawing("{x: shape, y: cpu_time, by: benchmark, kind: violin, log: none}",
                   "p: violin of cpu_time over shape [] by [benchmark] panels [] log [none]: Why?");
}

#define DERIVED                                                                                    \
    "derive: {diff: a - b, caches: steps(a over size), fit: line(diff over 1/size), "              \
    "sum: line(a + b over size)}\n"

static void assert_marks(const char *picture, const char *by, const char *words)
{
    READING reading = {0};
    TEXT_CLEANUP struct text yaml = {0}, found = {0};
    text_printf(&yaml, SWEPT DERIVED "pictures: {p: %s}", picture);
    const struct drawing *drawing = valid(&reading, yaml.bytes)->drawings;
    text_add(&found, "");
    for (size_t i = 0; i < drawing->marks.count; i++)
        text_printf(&found, "[%s over %s]", drawing->marks.items[i], drawing->over.items[i]);
    assert_string_equal(found.bytes, words);
    assert_string_equal(drawing->by, by);
}

static void what_is_derived_over_x_is_marked(void **state)
{
    (void)state;
    assert_marks("{x: size}", "variant", "[caches over size]");
    assert_marks("{x: size, y: diff}", "", "[fit over 1/size]");
    assert_marks("{x: size, y: [diff, wall_time]}", "variant",
                 "[caches over size][fit over 1/size]");
    assert_marks("{x: size, y: cpu_time}", "variant", "");
    assert_marks("{x: shape}", "variant", "");
    assert_marks("{x: size, kind: violin}", "variant", "");
}

static void without_a_key_there_is_none(void **state)
{
    (void)state;
    READING reading = {0}, other = {0};
    assert_int_equal(valid(&reading, GOOD)->drawing_count, 0);
    assert_int_equal(valid(&other, GOOD "pictures: {}")->drawing_count, 0);
}

static const struct {
    const char *pictures, *report;
} mistakes[] = {
    {"[a]", "7:11: 'pictures' must be a map of keys"},
    {"{p: size}", "7:15: a picture is a map of keys, such as {x: AXIS, y: METRIC}"},
    {"{p: {}}", "7:15: 'x' is missing"},
    {"{a/b: {x: size}, '': {x: size}, ..: {x: size}}",
     "7:12: 'a/b' cannot be the name of the picture: it takes letters, digits and '_'\n"
     "7:28: '' cannot be the name of the picture: it takes letters, digits and '_'\n"
     "7:43: '..' cannot be the name of the picture: it takes letters, digits and '_'"},
    {"{p: {x: sise, y: wal_time, by: build, panels: shpae, kin: curve}}",
     "7:19: 'x' must be one of size, shape, variant, benchmark, build, not 'sise'; did you mean "
     "'size'?\n"
     "7:28: 'y' must be a metric in 'measure' or a derived quantity, not "
     "'wal_time'; did you mean 'wall_time'?\n"
     "7:42: 'by' must be one of size, shape, variant, benchmark, not 'build'\n"
     "7:57: 'panels' must be one of size, shape, variant, benchmark, not 'shpae'; did you mean "
     "'shape'?\n"
     "7:64: unknown key 'kin'; did you mean 'kind'?"},
    {"{p: {x: size, y: [], kind: violins, log: yx, unit: \"a\\tb\"}}",
     "7:28: 'y' is empty\n"
     "7:38: 'kind' must be one of curve, violin, not 'violins'; did you mean 'violin'?\n"
     "7:52: 'log' must be one of x, y, xy, none, not 'yx'; did you mean 'xy'?\n"
     "7:62: 'a?b' cannot be the unit: it must not contain control characters"},
    {"{p: {x: size, y: [[wall_time]]}}", "7:29: each of 'y' must be one name"},
    {"{p: {x: size, by: size}, q: {x: size, panels: size}}",
     "7:29: 'x' is 'size' already\n7:57: 'x' is 'size' already"},
    {"{p: {x: size, by: shape, panels: shape}}", "7:44: 'by' is 'shape' already"},
    {"{p: {x: build, kind: curve}}",
     "7:32: 'x: build' takes 'kind: violin': a build is one point of no curve"},
    {"{p: {x: shape, log: x}, q: {x: variant, log: xy}}",
     "7:31: 'shape' is not of numbers, so it has no logarithms\n"
     "7:56: 'variant' is not of numbers, so it has no logarithms"},
    {"{p: {x: size, y: caches}, q: {x: build, y: diff}, r: {x: variant, y: dif}}\n" DERIVED,
     "7:28: 'caches' has no value at each point: a picture with 'x: size' and its operands as 'y' "
     "marks it\n"
     "7:54: 'diff' is derived and has no samples: 'kind: violin' takes metrics\n"
     "7:80: 'y' must be a metric in 'measure' or a derived quantity, not 'dif'; did "
     "you mean 'diff'?"},
    {"{p: {x: variant, y: diff}, q: {x: size, y: diff, by: variant}, r: {x: size, y: diff, "
     "panels: variant}}\n" DERIVED,
     "7:19: 'diff' combines variants, so 'x' cannot be 'variant'\n"
     "7:64: 'diff' combines variants, so 'by' cannot be 'variant'\n"
     "7:104: 'diff' combines variants, so 'panels' cannot be 'variant'"},
};

static void mistakes_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        READING reading = {0};
        TEXT_CLEANUP struct text yaml = {0}, report = {0};
        text_printf(&yaml, SWEPT "pictures: %s", mistakes[i].pictures);
        read_yaml(&reading, yaml.bytes);
        assert_null(reading.spec);
        full_report(mistakes[i].report, &report);
        assert_string_equal(reading.report.bytes, report.bytes);
    }
}

int tests_of_spec_pictures(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_out_is_usual),
        cmocka_unit_test(all_that_is_said_counts),
        cmocka_unit_test(what_is_derived_over_x_is_marked),
        cmocka_unit_test(without_a_key_there_is_none),
        cmocka_unit_test(mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
