// What is left out of texts for a review without names, and what only looks like it.
#include "testing.h"

#include "store/identity.h"

#include <string.h>

static struct identity identity_by_hand(struct arena *arena)
{
    static struct telling items[] = {
        {"engine-7.lab.example", "anonymous", false},
        {"/lab/ada/exp", ".", true},
        {"adalovelace", "anonymous", false},
        {"lab.example", "anonymous", false},
        {"/lab/ada", "..", true},
        {"engine-7", "anonymous", false},
    };
    return (struct identity){.arena = arena, .items = items, .count = sizeof items / sizeof *items};
}

static void names_and_folders_go(void **state)
{
    (void)state;
    static const struct {
        const char *text, *left;
    } cases[] = {
        {"", ""},
        {"by adalovelace", "by anonymous"},
        {"engine-7.lab.example, ada@lab.example", "anonymous, ada@anonymous"},
        {"adalovelace@engine-7: ok", "anonymous@anonymous: ok"},
        {"adalovelaces, engine-70, myengine-7", "adalovelaces, engine-70, myengine-7"},
        {"/lab/ada/exp/run.sh -I/lab/ada/exp", "./run.sh -I."},
        {"'/lab/ada/zlib', /lab/ada/exp2", "'../zlib', ../exp2"},
        {"/lab/adam/x /lab/ada-2/x /lab/ada_2", "/lab/adam/x /lab/ada-2/x /lab/ada_2"},
        {"adalovelace_data, of_adalovelace", "anonymous_data, of_anonymous"},
    };
    struct arena arena = {0};
    struct identity identity = identity_by_hand(&arena);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_string_equal(identity_left_out(&identity, cases[i].text), cases[i].left);
        bool is_found = identity_found(&identity, cases[i].text, strlen(cases[i].text));
        assert_int_equal(is_found, strcmp(cases[i].text, cases[i].left) != 0);
    }
    arena_release(&arena);
}

// A path that nobody told of is left out, but nothing that only looks like one.
static void other_paths_go(void **state)
{
    (void)state;
    static const char *const kept[] = {
        "/usr/bin/cc",  "https://home/x/y", "sed s/home/tmp/", "n/a",      "/tmp",
        "${out}/tmp/x", "./home/x/y",       "//home/x/y",      "</tmp/x>", "/no-such-folder/x",
    };
    static const struct {
        const char *text, *left;
    } cases[] = {
        {"cc -I/var/tmp/ada/lib -O2", "cc -I/anonymous -O2"},
        {"in '/home/ada/x', and /tmp/y.", "in '/anonymous', and /anonymous."},
        {"PATH=/usr/bin:/root/bin", "PATH=/usr/bin:/anonymous"},
    };
    struct arena arena = {0};
    struct identity identity = {.arena = &arena};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        assert_string_equal(identity_left_out(&identity, kept[i]), kept[i]);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(identity_left_out(&identity, cases[i].text), cases[i].left);
    arena_release(&arena);
}

static void bytes_are_searched_to_their_end(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct identity identity = identity_by_hand(&arena);
    assert_string_equal(identity_found(&identity, "\0\1engine-7", 10), "engine-7");
    assert_null(identity_found(&identity, "\0\1engine-7", 9));
    arena_release(&arena);
}

int tests_of_identity(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_folders_go),
        cmocka_unit_test(other_paths_go),
        cmocka_unit_test(bytes_are_searched_to_their_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
