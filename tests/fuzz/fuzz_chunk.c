// Whatever is done to the results of a node: they are refused, or the campaign stays whole.
#include "made_campaign.h"
#include "store/chunk/chunk.h"
#include "store/chunk/merge.h"
#include "store/facts.h"

// A campaign and its chunk, measured on a node, as files' bytes.
static void make_both(const char *campaign, const char *chunk, struct text *own, struct text *part)
{
    struct error error;
    struct made_campaign made = make_campaign(campaign);
    if (!chunk_write(made.store, &made.plan, made.first_build, made.first_execution, 0, BLOCKS,
                     chunk, &error))
        abort();
    store_close(made.store);
    STORE_CLEANUP struct store *node = store_reopen(chunk, &error);
    if (!node || !store_set(node, FACT_HOST, "node", &error) ||
        !measure_all(node, &made.plan, made.first_execution, &error))
        abort();
    store_close(node);
    node = NULL;
    arena_release(&made.arena);
    *own = whole_file(campaign);
    *part = whole_file(chunk);
}

static void merge(const char *campaign, const char *chunk)
{
    struct arena arena = {0};
    struct error error = {0};
    struct plan plan;
    int64_t first_build, first_execution;
    size_t blocks;
    struct store *store = store_reopen(campaign, &error), *part = store_open(chunk, &error);
    if (!store ||
        (part && !chunk_plan(part, &arena, &plan, &first_build, &first_execution, &error) &&
         error.code != EXIT_USAGE))
        abort();
    store_close(part);
    bool merged = chunk_merge(store, chunk, &blocks, &error);
    if (!merged && error.code != EXIT_USAGE && error.code != EXIT_FAILED)
        abort();
    store_close(store);
    store = store_open(campaign, &error);
    if (!store)
        abort();
    store_close(store);
    arena_release(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct text own, part;
    struct arena arena = {0};
    const char *campaign = path_join(&arena, fuzzed_folder(), "campaign.db");
    const char *chunk = path_join(&arena, fuzzed_folder(), "part.db");
    if (!own.length)
        make_both(campaign, chunk, &own, &part);
    write_edited(campaign, &own, data, 0);
    write_edited(chunk, &part, data, size);
    merge(campaign, chunk);
    arena_release(&arena);
    return 0;
}
