// Randomizers: their options, levels and probes.
#include "drawing.h"

#include "model/toolchain_facts.h"

static bool is_known(const char *name, const char *const *names)
{
    while (*names && !text_equal(*names, name))
        names++;
    return *names;
}

static void every_randomizer_is_complete(void **state)
{
    (void)state;
    for (const struct randomizer *const *kind = randomizers; *kind; kind++) {
        struct randomizer_use use = randomizer_use_default(*kind);
        struct error error;
        struct section sections[6];
        struct layout layout = six_sections(sections);
        struct address_layout address_layout = {0};
        assert_true(randomizer_check(&use, &error));
        assert_ptr_equal(randomizer_find((*kind)->name), *kind);
        assert_true((*kind)->option_count <= OPTIONS_MAX);
        assert_true(!(*kind)->option_count || (*kind)->shorthand < (*kind)->option_count);
        struct draws draws = draw_build(&use, 1, &layout, &address_layout);
        assert_true(draws.count > 0);
        for (size_t i = 0; i < draws.count; i++)
            assert_true(is_known(draws.items[i].name, (*kind)->build_draws));
    }
    assert_null(randomizer_find("nothing"));
}

static void options_are_checked(void **state)
{
    (void)state;
    struct randomizer_use use = use_of("function_alignment");
    set(&use, "modulus", "4Ki");
    assert_int_equal(use.values[option_index(use.kind, "modulus")].numbers[0], 4096);
    assert_string_equal(refusal(&use, "modulus", "5Ki"),
                        "'modulus' of 'function_alignment' must be from 16 to 4096, not 5Ki");
    assert_string_equal(refusal(&use, "modulus", "-1"),
                        "'modulus' of 'function_alignment' must be a size like 4096 or 4Ki, not "
                        "'-1'");
    assert_string_equal(refusal(&use, "mode", "lnik"),
                        "'mode' of 'function_alignment' cannot be 'lnik', did you mean 'link'?");
    assert_string_equal(refusal(&use, "mode", "sometimes"),
                        "'mode' of 'function_alignment' must be one of link, compile, not "
                        "'sometimes'");
}

static void options_are_checked_together(void **state)
{
    (void)state;
    struct error error;
    struct randomizer_use use = use_of("environment_size");
    set(&use, "min", "8192");
    assert_false(randomizer_check(&use, &error));
    assert_string_equal(error.text, "no multiple of 16 lies between 'min' 8192 and 'max' 4096 of "
                                    "'environment_size'");
    set(&use, "bytes", "1000");
    assert_true(randomizer_check(&use, &error));
    use = use_of("function_alignment");
    set(&use, "align", "24");
    assert_false(randomizer_check(&use, &error));
    assert_string_equal(error.text, "'align' of 'function_alignment' takes powers of two, not 24");
    use = use_of("function_alignment");
    set(&use, "modulus", "96");
    assert_false(randomizer_check(&use, &error));
    assert_string_equal(error.text,
                        "'modulus' of 'function_alignment' takes powers of two, not 96");
}

static void one_word_sets_a_use(void **state)
{
    (void)state;
    struct error error;
    bool off;
    struct randomizer_use use = use_of("link_order");
    assert_true(randomizer_set_short(&use, "object", &off, &error) && !off);
    assert_int_equal(use.values[0].numbers[0], 1);
    assert_true(randomizer_set_short(&use, "false", &off, &error) && off);
    assert_true(randomizer_set_short(&use, "true", &off, &error) && !off);
    assert_false(randomizer_set_short(&use, "objects", &off, &error));
    assert_string_equal(error.text, "'link_order' cannot be 'objects', did you mean 'object'?");
    assert_false(randomizer_set_short(&use, "maybe", &off, &error));
    assert_string_equal(error.text, "'link_order' must be one of function, object, true, false, "
                                    "not 'maybe'");
    use = use_of("aslr"); // for which "off" is a mode
    assert_true(randomizer_set_short(&use, "off", &off, &error) && !off);
    assert_int_equal(use.values[0].numbers[0], 2);
}

static const char *refused(const struct randomizer_use *use, struct toolchain_facts facts)
{
    static struct error error;
    facts.personality = true;
    return use->kind->probe(use, &facts, &error) ? NULL : error.text;
}

static void addresses_of_setuid_programs_stay(void **state)
{
    (void)state;
    struct randomizer_use use = use_of("aslr");
    assert_null(refused(&use, (struct toolchain_facts){.builds = false}));
    assert_non_null(
        strstr(refused(&use, (struct toolchain_facts){.has_more_rights = true}), "rights"));
    assert_non_null(
        strstr(refused(&use, (struct toolchain_facts){.low_stack_limit = true}), "hard limit"));
    set(&use, "mode", "kernel");
    assert_null(refused(&use, (struct toolchain_facts){.low_stack_limit = true}));
}

static void probes_name_factor_and_remedy(void **state)
{
    (void)state;
    struct error error = {0};
    struct toolchain_facts facts = {
        .linker = "mold", .instead = "use 'linker: bfd', lld or gold", .builds = true};
    struct randomizer_use use = use_of("aslr");
    assert_false(use.kind->probe(&use, &facts, &error));
    assert_true(text_starts(error.text, "aslr: personality") && strstr(error.text, "aslr: kernel"));
    facts.cannot.order_objects = true;
    use = use_of("link_order");
    assert_true(use.kind->probe(&use, &facts, &error));
    set(&use, "mode", "object");
    assert_false(use.kind->probe(&use, &facts, &error));
    assert_true(text_starts(error.text, "link_order: mold") && strstr(error.text, "linker: bfd"));
    facts.builds = false;
    use = use_of("function_alignment");
    assert_false(use.kind->probe(&use, &facts, &error));
    assert_true(text_starts(error.text, "function_alignment: ") && strstr(error.text, "'sources'"));
}

int tests_of_randomizers(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_randomizer_is_complete),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(options_are_checked_together),
        cmocka_unit_test(one_word_sets_a_use),
        cmocka_unit_test(addresses_of_setuid_programs_stay),
        cmocka_unit_test(probes_name_factor_and_remedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
