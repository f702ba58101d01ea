// `attribute` in an experiment file: the variants of the design, what each of them redraws, counts.
#include "spec_reading.h"

#include "model/attribution.h"
#include "plan/plan.h"
#include "randomizers/factor.h"

static const char variants[] = SOURCES "variants: {O2: {cflags: -O2}, O3: {cflags: -O3}}\n";

static const struct spec *attributed(struct reading *reading, const char *base, const char *rest)
{
    TEXT_CLEANUP struct text yaml = {0};
    text_printf(&yaml, "%s%s", base, rest);
    return valid(reading, yaml.bytes);
}

static void assert_variants(const struct spec *spec, const char *joined)
{
    TEXT_CLEANUP struct text all = {0};
    for (size_t i = 0; i < spec->variant_count; i++) {
        text_printf(&all, "[%s]", spec->variants[i]);
        assert_string_equal(spec->cells[0].targets[i].variant, spec->variants[i]);
    }
    assert_string_equal(all.bytes, joined);
}

static void every_factor_by_default(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = attributed(&reading, variants, "attribute: {}\n");
    assert_variants(spec,
                    "[all][again][other][link_order][function_alignment][data_order][library_order]"
                    "[environment_size][heap]"
                    "[aslr.image][aslr.heap][aslr.stack][aslr.mappings][cpu]");
    assert_string_equal(spec->attribution.variant, "O2");
    assert_int_equal(spec->repeat.real[2], 50);
    assert_int_equal(spec->repeat.real[1], 2);
    for (size_t v = 0; v < spec->variant_count; v++) {
        assert_words(&spec->cells[0].targets[v].cflags, "[-O2]");
        for (size_t i = 0; i < spec->cells[0].targets[v].use_count; i++)
            assert_true(spec->cells[0].targets[v].uses[i].allow_missing);
    }
}

static void what_the_file_says_stays(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec =
        attributed(&reading, variants,
                   "attribute: {variant: O3, blocks: 70}\nrepeat: {real: {executions: 5}}\n"
                   "randomize: {aslr: false, environment_size: {bytes: 4096}, couple: false}\n"
                   "claims: [speedup(O3, O2) > 1]\n");
    assert_variants(spec, "[all][again][other][link_order][function_alignment][data_order]"
                          "[library_order][heap][cpu]");
    assert_words(&spec->cells[0].targets[0].cflags, "[-O3]");
    assert_int_equal(spec->repeat.real[2], 70);
    assert_int_equal(spec->repeat.real[1], 5);
    assert_int_equal(spec->claims.count, 0);
    assert_int_equal(spec->warnings.count, 1);
    for (size_t v = 0; v < spec->variant_count; v++)
        for (size_t i = 0; i < spec->cells[0].targets[v].use_count; i++)
            assert_true(spec->cells[0].targets[v].uses[i].coupled);
}

static void a_command_has_fewer(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = attributed(&reading, GOOD, "attribute: {}\n");
    assert_variants(spec, "[all][again][other][environment_size][heap][aslr.stack][aslr.mappings]"
                          "[hash_seed][cpu]");
    assert_string_equal(spec->attribution.variant, "default");
    spec = attributed(&reading, GOOD, "attribute: {}\nmachine: {cpus: any}\n");
    assert_variants(spec, "[all][again][other][environment_size][heap][aslr.stack][aslr.mappings]"
                          "[hash_seed]");
    spec = attributed(&reading, GOOD,
                      "attribute: {factors: environment_size}\n"
                      "randomize: {environment_size: {level: execution}}\n");
    assert_variants(spec, "[all][again][other][environment_size]");
    assert_int_equal(spec->repeat.real[1], 50); // there are no builds
    assert_int_equal(spec->repeat.real[2], 0);
}

// A part alone, a whole randomizer; placeholders have the variant of the file.
static void factors_are_chosen(void **state)
{
    (void)state;
    READING reading = {0};
    const struct spec *spec = attributed(&reading,
                                         SOURCES "variants: {O2: {cflags: '-D${variant}'}}\n"
                                                 "randomize: {environment_size: true}\n",
                                         "attribute: {factors: [aslr.stack, link_order]}\n");
    assert_variants(spec, "[all][again][other][aslr.stack][link_order]");
    assert_words(&spec->cells[0].targets[3].cflags, "[-DO2]");
    assert_int_equal(spec->cells[0].targets[0].use_count,
                     4); // these, the environment's size, the CPU
    spec = attributed(&reading, SOURCES, "attribute: {factors: aslr}\n");
    assert_variants(spec, "[all][again][other][aslr]");
}

// ---- Draws

struct drawn {
    uint64_t image, heap, stack, limit, environment, order;
};

static struct drawn drawn_by(const struct spec *spec, size_t variant)
{
    const struct target *target = &spec->cells[0].targets[variant];
    struct layout layout = {0};
    struct address_layout address_layout = {0};
    struct draws draws = {0};
    for (size_t i = 0; i < target->use_count; i++) {
        const struct randomizer_use *use = &target->uses[i];
        struct stream stream = plan_stream(spec, target, 1, 0, use);
        if (use->kind->draw_build)
            use->kind->draw_build(use, &stream, &layout, &address_layout, &draws);
    }
    return (struct drawn){layout.image_base,
                          layout.heap_offset,
                          address_layout.stack_offset,
                          address_layout.stack_limit,
                          address_layout.environment_bytes,
                          layout.order_seed};
}

// Each member from the one or the other.
static struct drawn mixed(struct drawn first, const struct drawn *second, const char *factor)
{
    if (text_equal(factor, "link_order"))
        first.order = second->order;
    if (text_equal(factor, "environment_size"))
        first.environment = second->environment;
    if (text_equal(factor, "aslr.image"))
        first.image = second->image;
    if (text_equal(factor, "aslr.heap"))
        first.heap = second->heap;
    if (text_equal(factor, "aslr.stack"))
        first.stack = second->stack;
    if (text_equal(factor, "aslr.mappings"))
        first.limit = second->limit;
    return first;
}

static void one_factor_is_redrawn(void **state)
{
    (void)state;
    READING reading = {.overrides.seed = "7"};
    const struct spec *spec =
        attributed(&reading, SOURCES,
                   "randomize: {function_alignment: false, data_order: false, library_order: "
                   "false, heap: false}\nattribute: {}\nmachine: {cpus: any}\n");
    assert_variants(spec, "[all][again][other][link_order][environment_size][aslr.image]"
                          "[aslr.heap][aslr.stack][aslr.mappings]");
    struct drawn all = drawn_by(spec, ATTRIBUTED_ALL), again = drawn_by(spec, ATTRIBUTED_AGAIN),
                 other = drawn_by(spec, ATTRIBUTED_OTHER);
    assert_memory_equal(&all, &again, sizeof all);
    assert_true(all.image != other.image && all.heap != other.heap && all.stack != other.stack &&
                all.limit != other.limit && all.environment != other.environment &&
                all.order != other.order);
    for (size_t v = ATTRIBUTED_FACTORS; v < spec->variant_count; v++) {
        struct drawn own = drawn_by(spec, v), expected = mixed(all, &other, spec->variants[v]);
        assert_memory_equal(&own, &expected, sizeof own);
    }
}

static void a_whole_randomizer_is_redrawn(void **state)
{
    (void)state;
    READING reading = {.overrides.seed = "7"};
    const struct spec *spec = attributed(&reading, SOURCES, "attribute: {factors: aslr}\n");
    struct drawn own = drawn_by(spec, ATTRIBUTED_FACTORS), other = drawn_by(spec, ATTRIBUTED_OTHER),
                 all = drawn_by(spec, ATTRIBUTED_ALL);
    assert_memory_equal(&own, &other, sizeof own);
    assert_true(all.image != own.image && all.heap != own.heap && all.stack != own.stack &&
                all.limit != own.limit);
}

// ${seed} of an execution, and so its input, is that of the same execution of all variants.
static void the_input_is_the_same(void **state)
{
    (void)state;
    READING reading = {.overrides.seed = "7"};
    const struct spec *spec = attributed(&reading, SOURCES, "attribute: {factors: aslr}\n");
    const struct repetitions repetitions = {2, 3, 1, 0, 1};
    const struct plan plan = plan_make(&reading.arena, spec, PHASE_REAL, &repetitions);
    assert_int_equal(plan.execution_count, 2 * 3 * 4);
    for (size_t i = 0; i < plan.execution_count; i++)
        for (size_t k = 0; k < i; k++) {
            const struct planned_execution *one = &plan.executions[i], *other = &plan.executions[k];
            bool twins = one->number == other->number &&
                         plan.builds[one->build].block == plan.builds[other->build].block;
            assert_int_equal(one->seed == other->seed, twins);
        }
}

// ---- Mistakes

static void assert_refused(const char *yaml, const char *expected)
{
    READING reading = {0};
    TEXT_CLEANUP struct text full = {0};
    full_report(expected, &full);
    read_yaml(&reading, yaml);
    assert_null(reading.spec);
    assert_string_equal(reading.report.bytes, full.bytes);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    assert_refused(SOURCES
                   "variants: {O2: {}}\n"
                   "attribute: {variant: O3, factors: [aslr.heep, aslr, aslr.heap], blocks: 2}\n",
                   "4:22: unknown variant 'O3'; did you mean 'O2'?\n"
                   "4:36: unknown factor 'aslr.heep'; did you mean 'aslr.heap'?\n"
                   "4:53: 'aslr.heap' overlaps with 'aslr'\n"
                   "4:73: 'blocks' must be between 5 and 1000000, not 2\n");
    assert_refused(GOOD "attribute: {variant: O3}\n", "3:22: the experiment has no variants\n");
    assert_refused(GOOD "attribute: {factors: link_order}\n",
                   "3:22: 'link_order' is not drawn: it is switched off or fixed, or no program "
                   "that eswexp links takes it\n");
    assert_refused(
        GOOD "randomize: {aslr: off, environment_size: false, heap: false, hash_seed: false}\n"
             "machine: {cpus: any}\n"
             "attribute: {}\n",
        "5:1: nothing is randomized: there is no factor to attribute variance to\n");
    assert_refused(GOOD "attribute: {factor: aslr}\n",
                   "3:13: unknown key 'factor'; did you mean 'factors'?\n");
}

int tests_of_spec_attribute(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_factor_by_default), cmocka_unit_test(what_the_file_says_stays),
        cmocka_unit_test(a_command_has_fewer),     cmocka_unit_test(factors_are_chosen),
        cmocka_unit_test(one_factor_is_redrawn),   cmocka_unit_test(a_whole_randomizer_is_redrawn),
        cmocka_unit_test(the_input_is_the_same),   cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
