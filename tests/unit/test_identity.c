// What is left out of texts for a review without names, and what only looks like it.
#include "testing.h"

#include "store/identity.h"

#include <string.h>

static struct identity identity_by_hand(struct arena *arena)
{
    struct identity identity = {.arena = arena};
    text_list_add(&identity.names, arena, "adalovelace");
    text_list_add(&identity.names, arena, "engine-7");
    text_list_add(&identity.folders, arena, "/lab/ada/exp");
    text_list_add(&identity.instead, arena, ".");
    text_list_add(&identity.folders, arena, "/lab/ada");
    text_list_add(&identity.instead, arena, "..");
    return identity;
}

static void names_and_folders_go(void **state)
{
    (void)state;
    static const struct {
        const char *text, *left;
    } cases[] = {
        {"", ""},
        {"by adalovelace", "by anonymous"},
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
        cmocka_unit_test(bytes_are_searched_to_their_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
