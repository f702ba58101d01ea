// A fact that cannot be read is an error, and not a fact that is not there.
#include "scratch.h"
#include "stored.h"

#include "analysis/estimate/completeness.h"
#include "bundle/manifest.h"
#include "campaign/origin/comparability.h"
#include "campaign/origin/trust.h"
#include "report/tables/csv_pictures.h"
#include "store/database.h"
#include "store/facts.h"

static struct store *unread(void)
{
    struct error error;
    struct store *store = store_temporary(&error);
    if (!store || !store_set(store, FACT_SPEC, "experiment: x\n", &error) ||
        !store_commit(store, &error))
        fail_msg("%s", error.text);
    failed(&store->unread, EXIT_FAILED, "disk I/O error");
    return store;
}

static void assert_unread(bool done, const struct error *error)
{
    assert_false(done);
    assert_non_null(strstr(error->text, "disk I/O error"));
    assert_int_equal(error->code, EXIT_FAILED);
}

static void a_stranger_is_not_taken_for_this_user(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    const struct log silent = {.quiet = true};
    const struct spec spec = {0};
    STORE_CLEANUP struct store *store = unread();
    struct trust trust = {.arena = &scratch->arena,
                          .log = &silent,
                          .folder = scratch->folder,
                          .store = store,
                          .spec = &spec};
    assert_unread(trust_demand(&trust, &error), &error);
}

static void no_manifest_lacks_what_was_not_read(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    const struct manifest manifest = {.experiment = "x", .spec = "x.yaml"};
    STORE_CLEANUP struct store *store = unread();
    bool written = manifest_write(&scratch->arena, scratch->folder, &manifest, store, &error);
    assert_unread(written, &error);
    assert_false(file_exists(scratch_path(scratch, MANIFEST_FILE)));
}

static void no_campaign_is_whole_because_of_it(void **state)
{
    (void)state;
    struct error error = {0};
    const struct cell_findings cell = {.progress = {.blocks = 1, .open_blocks = 1}};
    const struct catalogue catalogue = {.cell_count = 1};
    struct completeness completeness;
    STORE_CLEANUP struct store *store = unread();
    assert_unread(completeness_load(store, &catalogue, &cell, &completeness, &error), &error);
}

static void no_campaigns_are_alike_because_of_it(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    struct text_list differences = {0};
    STORE_CLEANUP struct store *old = unread(), *new = unread();
    bool compared = comparability_differences(&scratch->arena, old, new, &differences, &error);
    assert_unread(compared, &error);
}

static void no_table_lacks_pictures_because_of_it(void **state)
{
    struct scratch *scratch = *state;
    struct error error = {0};
    const struct findings findings = {0};
    STORE_CLEANUP struct store *store = unread();
    FILE_CLEANUP FILE *out = fopen("/dev/null", "w");
    assert_unread(csv_pictures(&scratch->arena, store, &findings, out, &error), &error);
}

int tests_of_unread_facts(void)
{
    const struct CMUnitTest tests[] = {
        scratch_test(a_stranger_is_not_taken_for_this_user),
        scratch_test(no_manifest_lacks_what_was_not_read),
        scratch_test(no_campaign_is_whole_because_of_it),
        scratch_test(no_campaigns_are_alike_because_of_it),
        scratch_test(no_table_lacks_pictures_because_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
