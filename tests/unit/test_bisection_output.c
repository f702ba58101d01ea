// What a bisection writes for programs, of searches that are made up.
#include "campaign/bisection/bisection.h"
#include "report/bisection/document.h"
#include "report/json.h"

#include "testing.h"

#include <jansson.h>
#include <string.h>

enum { COMMITS = 2 };

struct made_up {
    struct past_commit commits[COMMITS + 1];
    struct searched_commit searched[COMMITS + 1];
    struct bisection bisection;
};

static struct bisection *made_up(struct made_up *made)
{
    *made = (struct made_up){.commits = {{"a", "First", "A", 1},
                                         {"b", "Second\033[2J", "B", 2},
                                         {"c", "Third", "C", 3}}};
    made->bisection = (struct bisection){
        .folder = "bisection",
        .history = {.items = made->commits, .count = COMMITS + 1},
        .request = {.good = "a", .bad = "c", .rules = {0.95, 0.005, 0}},
        .search = {.rules = {0.95, 0.005, 0}, .commits = made->searched, .count = COMMITS}};
    return &made->bisection;
}

static void add(struct bisection *bisection, size_t commit, double spread)
{
    const double ratios[] = {-spread, spread};
    const struct search_result result = {
        .commit = commit, .log_ratios = ratios, .blocks = 2, .seconds = 1};
    search_add(&bisection->search, &result);
}

static void break_commit(struct bisection *bisection, size_t commit)
{
    const struct search_result result = {.commit = commit, .broken = true, .seconds = 1};
    search_add(&bisection->search, &result);
}

static void test_bounds_without_an_end_are_null(void **unused)
{
    (void)unused;
    struct made_up made;
    struct arena arena = {0};
    struct error error = {0};
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    struct bisection *bisection = made_up(&made);
    add(bisection, COMMITS, 600);
    assert_true(json_of_record(bisection_record(&arena, bisection), out, &error));
    fclose(out);
    json_t *root = json_loads(bytes, 0, NULL);
    assert_true(json_is_object(root));
    assert_true(json_is_null(json_object_get(root, "high")));
    assert_true(json_is_real(json_object_get(root, "low")));
    json_decref(root);
    free(bytes);
    arena_release(&arena);
}

static void test_what_was_measured_stays_so(void **unused)
{
    (void)unused;
    struct made_up made;
    char *bytes = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&bytes, &size);
    struct bisection *bisection = made_up(&made);
    add(bisection, COMMITS, 0.25);
    break_commit(bisection, COMMITS);
    break_commit(bisection, 1);
    bisection_csv(bisection, out);
    fclose(out);
    assert_string_equal(bytes, "position,commit,subject,author,date,state,blocks,change\n"
                               "1,b,Second?[2J,B,2,skipped,0,\n"
                               "2,c,Third,C,3,measured,2,0\n");
    free(bytes);
}

int tests_of_bisection_output(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bounds_without_an_end_are_null),
        cmocka_unit_test(test_what_was_measured_stays_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
