// The order and the addresses of data, in programs linked by every linker here.
#include "linking.h"

#include "build/probe.h"

static size_t layout_count(void)
{
    return is_thorough() ? 6 : 3;
}

// Variables of each kind in two objects; the bounds of the data hold all of it.
static const char with_data[] =
    "#include <stdio.h>\n"
    "extern const int odd[4]; extern int many[100]; int square(int);\n"
    "extern char __data_start[], __bss_start[], _end[];\n"
    "int one = 1, zeros[50]; const int even[40] = {2, 4}; static char spare = 5;\n"
    "__attribute__((noinline)) int next(void) { static int last; return last++ + spare; }\n"
    "int main(int n, char **v) { (void)v; next();\n"
    "  int inside = (char *)&one >= __data_start && (char *)zeros < _end &&\n"
    "    (char *)many < _end;\n"
    "  printf(\"%d %d %d\\n\", square(one) + even[n] + odd[n], next() + many[n] + zeros[n],\n"
    "    inside); return 0; }\n";
static const char more_data[] =
    "const int odd[4] = {1, 3, 5}; int many[100]; static int scale = 2; char filler[3];\n"
    "int square(int x) { filler[x & 1]++; return scale++ * x; }\n";

static struct build two_with_data(struct scratch *scratch, const char *linker)
{
    return two_files(scratch, linker, with_data, more_data);
}

static void data_is_arranged(void **state)
{
    static const char *const linkers[] = {"bfd", "lld", "gold"};
    static const char *const names[] = {"data_order", "link_order", NULL};
    for (size_t i = 0; i < 3; i++) {
        struct build build = two_with_data(*state, linkers[i]);
        struct build_result result, again;
        text_list_add(&build.target.cflags, &build.scratch->arena, "-fdata-sections");
        if (!is_here(arena_printf(&build.scratch->arena, "ld.%s", linkers[i])))
            continue;
        prepare(&build);
        size_t places[4] = {0}; // of `filler`, modulo 64
        for (uint64_t seed = 0; seed < layout_count(); seed++) {
            const char *output = output_path(&build, seed);
            if (!try_link(&build, names, seed, output, &result) ||
                ((!seed || is_thorough()) &&
                 !try_link(&build, names, seed, output_path(&build, 99), &again)))
                fail_msg("%s: %s", linkers[i], build.error.text);
            if (!seed || is_thorough())
                assert_string_equal(result.binary_sha256, again.binary_sha256);
            assert_prints(&build, output, "9 6 1\n");
            places[address_of(output, "filler") % 64 / 16]++;
        }
        assert_true((places[0] > 0) + (places[1] > 0) + (places[2] > 0) + (places[3] > 0) > 1);
    }
}

static void data_of_whole_objects_is_arranged(void **state)
{
    struct build build = two_with_data(*state, "bfd");
    struct build_result result;
    static const char *const names[] = {"data_order", NULL};
    prepare(&build);
    uint64_t first = address_of(program_path(build.program, 0), "many");
    struct randomizer_use use = randomizer_use_default(randomizer_find("data_order"));
    if (!program_probe(build.program, &use, &build.error) ||
        !try_link(&build, names, 1, output_path(&build, 1), &result))
        fail_msg("%s", build.error.text);
    assert_true(address_of(output_path(&build, 1), "many") != first);
    assert_prints(&build, output_path(&build, 1), "9 6 1\n");
}

// A linker that ignores the layout of data is found out.
static void data_out_of_place_is_found(void **state)
{
    struct build build = two_with_data(*state, "bfd");
    struct build_result result;
    text_list_add(&build.target.cflags, &build.scratch->arena, "-fdata-sections");
    prepare(&build);
    struct layout *layouts = program_layouts(build.program, &build.scratch->arena);
    for (size_t i = 0; i < layouts->data_count; i++)
        if (text_equal(layouts->data[i].name, ".bss.many"))
            layouts->data[i].name = ".bss.few"; // no pattern of the script matches
    layouts->data_arranged = true;
    for (size_t i = 0; i < layouts->data_count; i++)
        layouts->data[i].modulus = 4096, layouts->data[i].offset = 2048;
    assert_false(
        program_link(build.program, layouts, output_path(&build, 1), &result, &build.error));
    assert_non_null(strstr(build.error.text, "the linker did not follow the layout: '.bss.few'"));
}

static void mold_and_empty_programs_have_no_order_of_data(void **state)
{
    struct build build = two_with_data(*state, "mold");
    struct randomizer_use use = randomizer_use_default(randomizer_find("data_order"));
    if (is_here("ld.mold")) {
        prepare(&build);
        assert_false(program_probe(build.program, &use, &build.error));
        assert_non_null(strstr(build.error.text, "mold cannot set the order of data"));
    }
    build =
        two_files(*state, "bfd", "int main(void) { return 0; }\n", "int f(void) { return 0; }\n");
    prepare(&build);
    assert_false(program_probe(build.program, &use, &build.error));
    assert_non_null(strstr(build.error.text, "has 0 units of data to arrange"));
}

int tests_of_data_layout(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(data_is_arranged),
        scratch_test(data_of_whole_objects_is_arranged),
        scratch_test(data_out_of_place_is_found),
        scratch_test(mold_and_empty_programs_have_no_order_of_data),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
