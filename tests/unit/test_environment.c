// The environment of executions: of the exact size, whatever else is drawn.
#include "scratch.h"

#include "base/text.h"
#include "run/start/environment.h"

static struct error error;

static size_t total(char *const *environment)
{
    size_t bytes = 0;
    for (; *environment; environment++)
        bytes += strlen(*environment) + 1;
    return bytes;
}

static bool make(struct scratch *scratch, char *const *own, uint64_t bytes, bool moves_heap,
                 char ***made)
{
    const struct address_layout layout = {.environment_bytes = bytes,
                                          .moves_heap = moves_heap,
                                          .heap_bytes = 0x1230,
                                          .heap_seed = 0xabc,
                                          .heap_blocks = 5};
    return environment_make(&scratch->arena, own, true, &layout, made, &error);
}

static void environments_are_exact(void **state)
{
    struct scratch *scratch = *state;
    char *const *own = WORDS("N=abc", "LC_ALL=de_DE");
    char *nothing[4] = {NULL}, **made = nothing;
    size_t least = environment_least(own, &(struct address_layout){0});
    for (uint64_t bytes = least; bytes < least + 40; bytes++) {
        assert_true(make(scratch, own, bytes, false, &made));
        assert_int_equal(total(made), bytes);
    }
    assert_string_equal(made[0], "PATH=/usr/local/bin:/usr/bin:/bin");
    assert_string_equal(made[1], "ESWEXP_SAMPLES=3");
    assert_string_equal(made[3], "LC_ALL=de_DE"); // once
    assert_false(make(scratch, own, least - 1, false, &made));
    assert_non_null(strstr(error.text, "environment_size"));
    assert_true(make(scratch, own, 0, false, &made));
    assert_int_equal(total(made), 1024);
    assert_true(make(scratch, own, 131072, false, &made));
    assert_false(make(scratch, own, 1 << 20, false, &made));
}

static size_t count(char *const *environment)
{
    size_t count = 0;
    while (environment[count])
        count++;
    return count;
}

static const char *value(char *const *environment, const char *start)
{
    for (; *environment; environment++)
        if (text_starts(*environment, start))
            return *environment + strlen(start);
    return NULL;
}

// The stack is where it is without the library: as many bytes, and as many strings.
static void a_moved_heap_leaves_the_environment_as_large(void **state)
{
    struct scratch *scratch = *state;
    char *const *const cases[] = {WORDS("LD_PRELOAD=libown.so", "N=abc"), WORDS(NULL)};
    for (size_t i = 0; i < 2; i++) {
        char **as_is = NULL, **moved = NULL;
        size_t least = environment_least(cases[i], &(struct address_layout){.moves_heap = true});
        assert_true(least > environment_least(cases[i], &(struct address_layout){0}));
        for (uint64_t bytes = 0; bytes <= least; bytes += least) {
            assert_true(make(scratch, cases[i], bytes, false, &as_is));
            assert_true(make(scratch, cases[i], bytes, true, &moved));
            assert_int_equal(total(as_is), total(moved));
            assert_int_equal(count(as_is), count(moved));
            assert_true(text_starts(value(moved, "ESWEXP_PADDING="), "000012300000000000000abc05"));
        }
        assert_false(make(scratch, cases[i], 100, true, &moved));
        const char *libraries = value(moved, "LD_PRELOAD=");
        assert_non_null(strstr(libraries, "/eswexp-heap.so"));
        assert_true(text_ends(libraries, i ? "/eswexp-heap.so" : "/eswexp-heap.so:libown.so"));
        assert_true(i || text_equal(value(as_is, "LD_PRELOAD="), "libown.so"));
    }
}

static void hash_seeds_are_variables_of_one_length(void **state)
{
    struct scratch *scratch = *state;
    static const uint32_t seeds[] = {1, UINT32_MAX};
    static const char *const words[][2] = {{"0000000001", "00000001"}, {"4294967295", "ffffffff"}};
    for (size_t i = 0; i < 2; i++) {
        char **made = NULL;
        const struct address_layout layout = {.seeds_hashes = true, .hash_seed = seeds[i]};
        uint64_t least = environment_least(WORDS("N=abc"), &layout);
        assert_true(least > environment_least(WORDS("N=abc"), &(struct address_layout){0}));
        struct address_layout exact = layout;
        exact.environment_bytes = least;
        assert_true(environment_make(&scratch->arena, WORDS("N=abc"), true, &exact, &made, &error));
        assert_int_equal(total(made), least);
        assert_string_equal(value(made, "PYTHONHASHSEED="), words[i][0]);
        assert_string_equal(value(made, "PERL_HASH_SEED="), words[i][1]);
        assert_string_equal(value(made, "PERL_PERTURB_KEYS="), "2");
        assert_true(environment_make(&scratch->arena, WORDS("PYTHONHASHSEED=5"), true, &layout,
                                     &made, &error));
        assert_string_equal(value(made, "PYTHONHASHSEED="), "5");
    }
}

int tests_of_environment(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(environments_are_exact),
        scratch_test(a_moved_heap_leaves_the_environment_as_large),
        scratch_test(hash_seeds_are_variables_of_one_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
