// Two variants of a program, linked with the same draws: their common functions lie alike.
#include "scratch.h"
#include "testing.h"

#include "base/stream.h"
#include "build/draw.h"
#include "build/layout/symbols.h"
#include "build/program.h"
#include "model/build_result.h"
#include "model/layout.h"
#include "randomizers/options.h"

#include <stdio.h>
#include <string.h>

enum { LAYOUTS = 20, FUNCTIONS = 6 };

static const char *const functions[FUNCTIONS] = {"one", "two", "three", "four", "five", "six"};
static const char source[] = "int one(int x) { return x + 1; }\n"
                             "int two(int x) { return one(x) * 2; }\n"
                             "int three(int x) { return two(x) * two(x + 1); }\n"
                             "%s"
                             "int four(int x) { return x - 4; }\n"
                             "int five(int x) { return x %% 5; }\n"
                             "int six(int x) { while (x > 6) x /= 2; return x; }\n"
                             "int main(int n, char **v) { return v && six(n + five(three(n))); }\n";
static const char added[] = "int between(int x) { while (x & 1) x = (x * 77) >> 1; return x; }\n";

static struct program *variant(struct scratch *scratch, const char *name, const char *linker,
                               const char *more)
{
    struct arena *arena = &scratch->arena;
    const char *text = arena_printf(arena, source, more);
    struct target *target = arena_new(arena, struct target);
    struct workshop workshop = {.folder = scratch_path(scratch, name),
                                .log = scratch_path(scratch, "log"),
                                .linker_shim = ESWEXP_SHIM,
                                .headers = ESWEXP_HEADERS,
                                .timeout_s = 120};
    struct error error = {0};
    *target = (struct target){.benchmark = "bench", .variant = name, .linker = linker};
    text_list_add(&target->cflags, arena, "-O1");
    text_list_add(&target->cflags, arena, "-fno-inline");
    text_list_add(&target->sources, arena, scratch_file(scratch, "source.c", text));
    struct program *program = program_prepare(arena, target, &workshop, &error);
    if (!program)
        fail_msg("%s", error.text);
    return program;
}

static void link_layout_of(struct program *program, struct arena *arena, uint64_t seed,
                           uint64_t modulus, const char *output)
{
    static const char *const names[] = {"link_order", "function_alignment"};
    struct layout *layouts = program_layouts(program, arena);
    struct address_layout address_layout = {0};
    struct build_result result;
    struct draws draws = {0};
    struct error error = {0};
    for (size_t i = 0; i < 2; i++) {
        struct randomizer_use use = randomizer_use_default(randomizer_find(names[i]));
        struct stream stream = stream_from(seed_from(seed, names[i]));
        if (i == 1)
            use.values[0].numbers[0] = modulus;
        program_draw(program, &use, &stream, layouts, &address_layout, &draws);
    }
    if (!program_link(program, layouts, output, &result, &error))
        fail_msg("%s", error.text);
}

static void addresses_of(const char *program, uint64_t addresses[FUNCTIONS])
{
    SYMBOLS_CLEANUP struct symbols symbols = {0};
    struct error error = {0};
    if (!symbols_read(program, &symbols, &error))
        fail_msg("%s", error.text);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        const struct symbol *symbol = symbols_find(&symbols, functions[i], "");
        assert_non_null(symbol);
        addresses[i] = symbol->address;
    }
}

static void check_linker(struct scratch *scratch, const char *linker)
{
    struct arena *arena = &scratch->arena;
    struct program *old = variant(scratch, arena_printf(arena, "%s-old", linker), linker, "");
    struct program *new = variant(scratch, arena_printf(arena, "%s-new", linker), linker, added);
    const char *a = scratch_path(scratch, "a"), *b = scratch_path(scratch, "b");
    size_t orders = 0, shifted = 0, apart = 0;
    for (uint64_t seed = 0; seed < LAYOUTS; seed++) {
        uint64_t modulus = seed % 2 ? 64 : 1024, before[FUNCTIONS], after[FUNCTIONS];
        link_layout_of(old, arena, seed, modulus, a);
        link_layout_of(new, arena, seed, modulus, b);
        addresses_of(a, before);
        addresses_of(b, after);
        for (size_t i = 0; i < FUNCTIONS; i++) {
            assert_int_equal(before[i] % modulus, after[i] % modulus);
            shifted += before[i] != after[i];
            for (size_t j = 0; j < i; j++)
                assert_int_equal(before[i] < before[j], after[i] < after[j]);
        }
        orders += before[0] < before[1];
        apart += modulus == 64 && memcmp(before, after, sizeof before) != 0;
    }
    assert_true(orders > 0 && orders < LAYOUTS); // they are drawn, and
    assert_true(shifted > 0);                    // the added function lay before some
    assert_true(apart <= LAYOUTS / 10);          // but mostly fits between
}

static void common_functions_lie_alike(void **state)
{
    static const char *const linkers[] = {"bfd", "lld", "gold"};
    struct scratch *scratch = *state;
    for (size_t i = 0; i < 3; i++)
        if (system(arena_printf(&scratch->arena, "command -v ld.%s >/dev/null", linkers[i])) == 0)
            check_linker(scratch, linkers[i]);
        else
            printf("skipped: ld.%s is not installed\n", linkers[i]);
}

int tests_of_coupled_layouts(void)
{
    const struct CMUnitTest tests[] = {scratch_test(common_functions_lie_alike)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
